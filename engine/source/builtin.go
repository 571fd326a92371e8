package source

import "github.com/dop251/goja/ast"

// spaces are the names of the language under which its functions are.
var spaces = map[string]bool{"Array": true, "BigInt": true, "Math": true, "Number": true, "Object": true, "String": true}

// noteBuiltIns notes the variables that hold something of the language: const { floor } = Math, abs = Math.abs.
func (a *analysis) noteBuiltIns(b *ast.Binding) {
	space := func(e ast.Expression) string {
		if id, ok := e.(*ast.Identifier); ok && spaces[id.Name.String()] && a.scope.lookup(id.Name.String()) == nil {
			return id.Name.String() + "."
		}
		return ""
	}
	note := func(target ast.Expression, name string) {
		id, ok := target.(*ast.Identifier)
		if !ok {
			return
		}
		if d := a.scope.lookup(id.Name.String()); d != nil && d.declared == at(id.Idx) {
			d.builtIn = name
		}
	}
	switch t := b.Target.(type) {
	case *ast.Identifier:
		if dot, ok := b.Initializer.(*ast.DotExpression); ok {
			if of := space(dot.Left); of != "" {
				note(t, of+dot.Identifier.Name.String())
			}
		}
	case *ast.ObjectPattern:
		of := space(b.Initializer)
		if of == "" {
			return
		}
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				if p.Initializer == nil {
					note(&p.Name, of+p.Name.Name.String())
				}
			case *ast.PropertyKeyed:
				if key, ok := p.Key.(*ast.StringLiteral); ok && !p.Computed {
					note(p.Value, of+key.Value.String())
				}
			}
		}
	}
}
