package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Field is one property that a behaviour function takes from its argument by a pattern.
type Field struct {
	Name    string
	Default bool     // the pattern gives it a value when there is none
	At      file.Idx // of the name; see Function.PlaceOf
}

// Arguments lists the parameters of f, "" for those that are patterns, and the fields that the pattern of the first one
// takes.
func (f *Function) Arguments() (names []string, fields []Field) {
	p := f.Parameters()
	if p == nil {
		return nil, nil
	}
	for i, b := range p.List {
		name := ""
		if id, ok := b.Target.(*ast.Identifier); ok {
			name = id.Name.String()
		}
		names = append(names, name)
		pattern, ok := b.Target.(*ast.ObjectPattern)
		if !ok || i > 0 {
			continue
		}
		for _, property := range pattern.Properties {
			switch property := property.(type) {
			case *ast.PropertyShort:
				fields = append(fields, Field{property.Name.Name.String(), property.Initializer != nil, property.Name.Idx})
			case *ast.PropertyKeyed:
				key, ok := property.Key.(*ast.StringLiteral)
				if !ok || property.Computed {
					continue
				}
				_, initialised := property.Value.(*ast.AssignExpression)
				fields = append(fields, Field{key.Value.String(), initialised, key.Idx})
			}
		}
	}
	return names, fields
}
