package source

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// Class is a class of the file.
type Class struct {
	// Named says that the names of its methods are written out, Whole that its text says what new makes, apart from what
	// it extends: the names of its fields are written out, too.
	Named, Whole bool

	Fields  []ClassField           // of instances, in order
	Create  *Function              // the constructor; nil when there is none
	Methods map[string]ClassMethod // of instances
	Setters map[string]*Function   // what is called when a property of instances is set
	Statics map[string]ClassMethod
	// Private lists the private fields of instances, by the index with which the function of a marked class reads them.
	Private []string
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

// markClass gives a class to the host when it is made: which functions are its methods, what they capture,
// and how private fields are read. It does so in the first static block, before anything can have changed the class.
func (a *analysis) markClass(n *ast.ClassLiteral) {
	start := at(n.Class) + len("class")
	switch {
	case n.SuperClass != nil:
		start = a.afterParentheses(a.endOf(n.SuperClass))
	case n.Name != nil:
		start = at(n.Name.Idx) + len(n.Name.Name.String())
	}
	body := strings.IndexByte(a.clean[start:], '{')
	if body < 0 || strings.TrimSpace(a.clean[start:start+body]) != "" {
		return
	}
	f := &Function{ID: len(a.wrapped) + 1, Kind: KindHelper, Node: n, Place: a.place(at(n.Class)), script: a.script, scope: a.scope}
	f.own = &functionScope{parent: a.function, node: n}
	f.tail = "static{" + a.names.function + "(" + itoa(f.ID) + ",this"
	f.end = "," + a.privateFields(n) + ")}"
	a.wrapped = append(a.wrapped, f)
	a.edits = append(a.edits, edit{at: start + body + 1, order: opening, anchor: at(n.Class), function: f})
}

// privateFields is the code of a function that reads the private fields of an instance by their number.
func (a *analysis) privateFields(n *ast.ClassLiteral) string {
	code := "(" + a.names.value + "," + a.names.index + ")=>{switch(" + a.names.index + "){"
	for i, name := range privateNames(n) {
		code += "case " + itoa(i) + ":return " + a.names.value + ".#" + name + ";"
	}
	return code + "}}"
}

func privateNames(n *ast.ClassLiteral) []string {
	var names []string
	for _, element := range n.Body {
		if e, ok := element.(*ast.FieldDefinition); ok && !e.Static {
			if id, ok := e.Key.(*ast.PrivateIdentifier); ok {
				names = append(names, id.Name.String())
			}
		}
	}
	return names
}

// staticClass is the class that a binding always holds; nil when it is not known, or not all of it is.
func (a *analysis) staticClass(b *binding, use func(*functionScope) *Function, visit func(*functionScope)) *Class {
	if b.scope == nil || !b.fixed() || b.value == nil {
		return nil
	}
	n, ok := b.value.(*ast.ClassLiteral)
	if !ok || n.SuperClass != nil {
		return nil
	}
	if c := a.classText(n, use, visit); c.Whole {
		return c
	}
	return nil
}

// classText is what the text of a class says. It visits what computes the fields of instances.
func (a *analysis) classText(n *ast.ClassLiteral, use func(*functionScope) *Function, visit func(*functionScope)) *Class {
	c := &Class{Named: true, Whole: true, Methods: map[string]ClassMethod{}, Setters: map[string]*Function{}, Statics: map[string]ClassMethod{}, Private: privateNames(n)}
	for i, name := range c.Private {
		c.Private[i] = PrivateName(name)
	}
	for _, element := range n.Body {
		switch e := element.(type) {
		case *ast.FieldDefinition:
			if e.Static {
				continue // its value at run time counts
			}
			if own := a.functions[e.Initializer]; own != nil {
				visit(own)
			}
			if name, ok := memberName(e.Key, e.Computed); ok {
				c.Fields = append(c.Fields, ClassField{name, e.Initializer})
			} else {
				c.Whole = false
			}
		case *ast.MethodDefinition:
			name, ok := memberName(e.Key, e.Computed)
			if symbol := a.symbols[e]; symbol != "" {
				name, ok = symbol, !e.Static
			}
			own := a.functions[e.Body]
			if !ok || own == nil {
				c.Named, c.Whole = false, false
				continue
			}
			m := ClassMethod{use(own), e.Kind == ast.PropertyKindGet}
			switch {
			case e.Kind == ast.PropertyKindSet && !e.Static:
				c.Setters[name] = m.Function
			case e.Kind == ast.PropertyKindSet: // a class outside is not changed
			case e.Static:
				c.Statics[name] = m
			case name == "constructor":
				c.Create = m.Function
			default:
				c.Methods[name] = m
			}
		default:
			c.Whole = false
		}
	}
	if own := a.fields[n]; own != nil {
		visit(own)
	}
	return c
}

// PrivateName is the name under which a private field or method stands among the others. No text is likely to be it.
func PrivateName(name string) string { return privateMark + name }

// IsPrivate reports that a name is that of a private field or method.
func IsPrivate(name string) bool { return strings.HasPrefix(name, privateMark) }

const privateMark = "\x00#"

// SymbolName is the name under which a method with a symbol of the language for its name stands among the others; ""
// for symbols that methods have an effect by which nobody sees.
func SymbolName(symbol string) string {
	switch symbol {
	case "iterator", "toStringTag":
		return symbolMark + symbol
	}
	return ""
}

const symbolMark = "\x00@"

// noteSymbol notes a method whose name is a symbol of the language, as in [Symbol.iterator]() { … }.
func (a *analysis) noteSymbol(e *ast.MethodDefinition) {
	if dot, ok := e.Key.(*ast.DotExpression); ok {
		if id, ok := dot.Left.(*ast.Identifier); ok && id.Name == "Symbol" && a.scope.lookup("Symbol") == nil {
			if a.symbols == nil {
				a.symbols = map[*ast.MethodDefinition]string{}
			}
			a.symbols[e] = SymbolName(dot.Identifier.Name.String())
		}
	}
}

// memberName is the name of a field or method.
func memberName(key ast.Expression, computed bool) (string, bool) {
	if computed {
		return "", false
	}
	switch k := key.(type) {
	case *ast.PrivateIdentifier:
		return PrivateName(k.Name.String()), true
	case *ast.StringLiteral:
		return k.Value.String(), k.Value != "__proto__"
	}
	return "", false
}
