package source

import "github.com/dop251/goja/ast"

// Class is a class of the file whose text says what its instances do: it extends nothing, and the names of its fields and methods are written out.
type Class struct {
	Name    string
	Fields  []ClassField           // of instances, in order
	Create  *Function              // the constructor; nil when there is none
	Methods map[string]ClassMethod // of instances
	Statics map[string]ClassMethod
}

// ClassField is a field of instances that is declared.
type ClassField struct {
	Name    string
	Initial ast.Expression // nil: undefined
}

// ClassMethod is a method, or what reads a property that is computed.
type ClassMethod struct {
	Function *Function
	Getter   bool
}

// staticClass is the class that a binding always holds; nil when it is not known, or not all of it is.
func (a *analysis) staticClass(b *binding, use func(*functionScope) *Function) *Class {
	if b.scope == nil || !b.fixed() || b.value == nil {
		return nil
	}
	n, ok := b.value.(*ast.ClassLiteral)
	if !ok || n.SuperClass != nil {
		return nil
	}
	c := &Class{Name: b.name, Methods: map[string]ClassMethod{}, Statics: map[string]ClassMethod{}}
	for _, element := range n.Body {
		switch e := element.(type) {
		case *ast.FieldDefinition:
			if e.Static {
				continue // its value at run time counts
			}
			name, ok := memberName(e.Key, e.Computed)
			if !ok {
				return nil
			}
			c.Fields = append(c.Fields, ClassField{name, e.Initializer})
		case *ast.MethodDefinition:
			name, ok := memberName(e.Key, e.Computed)
			own := a.functions[e.Body]
			if !ok || own == nil || e.Kind == ast.PropertyKindSet {
				return nil
			}
			m := ClassMethod{use(own), e.Kind == ast.PropertyKindGet}
			switch {
			case e.Static:
				c.Statics[name] = m
			case name == "constructor":
				c.Create = m.Function
			default:
				c.Methods[name] = m
			}
		default:
			return nil
		}
	}
	return c
}

// extends reports whether a binding always holds a class that extends another one.
func extends(b *binding) bool {
	n, ok := b.value.(*ast.ClassLiteral)
	return ok && b.scope != nil && b.fixed() && n.SuperClass != nil
}

// memberName is the name of a field or method. That of a private one begins with #.
func memberName(key ast.Expression, computed bool) (string, bool) {
	if computed {
		return "", false
	}
	switch k := key.(type) {
	case *ast.PrivateIdentifier:
		return "#" + k.Name.String(), true
	case *ast.StringLiteral:
		return k.Value.String(), k.Value != "__proto__"
	}
	return "", false
}
