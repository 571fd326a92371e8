package builtin

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
)

// structuredClone is the function of that name: a copy of a value, and of all objects in it.
func (l *Lowering) structuredClone(v domain.Value, s *domain.State) domain.Value {
	copies := map[int]domain.Value{} // of the objects of the lambda; one that is there twice is one object in the copy, too
	var copied func(v domain.Value) domain.Value
	copied = func(v domain.Value) domain.Value {
		l.Spend(1)
		switch x := v.(type) {
		case domain.UndefinedValue, domain.NullValue, domain.BoolValue, domain.IntValue, domain.FloatValue, domain.BigValue, domain.ConstString, domain.CharValue:
			return v
		case domain.ChoiceValue:
			return l.Each(v, copied)
		case domain.RefValue:
			if c, done := copies[x.Object]; done {
				return c
			}
			o := *l.Object(s, x.Object)
			if o.Class != nil || o.Lists != nil || o.Writes != nil {
				break
			}
			if o.Array {
				l.NoStrays()
			}
			n := l.Alloc(s, nil)
			copies[x.Object], o.Narrowed = domain.RefValue{Object: n}, nil
			o.Items = domain.Mapped(o.Items, copied)
			if o.Props != nil {
				from := o.Copy(0)
				from.Props = map[string]domain.Value{}
				for _, k := range o.Keys {
					from.Props[k] = copied(o.Props[k])
				}
				o = *from
			}
			s.SetObject(n, &o)
			return domain.RefValue{Object: n}
		case domain.ConstantValue:
			if x.C.Elements != domain.Anything || x.C.Props == nil && !x.C.Array {
				break
			}
			o := &domain.Object{Array: x.C.Array}
			if x.C.Array {
				for i := range x.C.Items {
					o.Items = append(o.Items, copied(l.ConstantItem(x.C, i)))
				}
				return domain.RefValue{Object: l.Alloc(s, o)}
			}
			o.Props = map[string]domain.Value{}
			for _, k := range x.C.Keys {
				o.Set(k, copied(l.FromData(x.C.Props[k])))
			}
			return domain.RefValue{Object: l.Alloc(s, o)}
		case domain.RefusedValue:
			panic(domain.Refused{Reason: x.Reason})
		}
		panic(domain.Refuse("structuredClone of something else than plain objects and arrays"))
	}
	return copied(v)
}

// CopiedByText is x in JSON.parse(JSON.stringify(x)).
func (l *Lowering) CopiedByText(e *ast.CallExpression, s *domain.State, sc *domain.Scope) (ast.Expression, bool) {
	argumentOf := func(e ast.Expression, method string) (ast.Expression, bool) {
		c, ok := e.(*ast.CallExpression)
		if !ok || len(c.ArgumentList) != 1 {
			return nil, false
		}
		d, ok := c.Callee.(*ast.DotExpression)
		if !ok || d.Identifier.Name.String() != method {
			return nil, false
		}
		id, ok := d.Left.(*ast.Identifier)
		if !ok || id.Name != "JSON" || l.Expression(id, s, sc) != domain.Value(domain.BuiltinValue{Name: "JSON", This: nil}) {
			return nil, false
		}
		_, spread := c.ArgumentList[0].(*ast.SpreadElement)
		return c.ArgumentList[0], !spread
	}
	text, ok := argumentOf(e, "parse")
	if !ok {
		return nil, false
	}
	return argumentOf(text, "stringify")
}

// TextCopy is a value that has become a text and a value again, of which both are known to be alike: there are no
// functions, fractions or numbers that are none in it.
func (l *Lowering) TextCopy(v domain.Value, s *domain.State) domain.Value {
	around := map[int]bool{} // objects that are being copied: one that is in itself throws
	var copied func(v domain.Value) domain.Value
	copied = func(v domain.Value) domain.Value {
		l.Spend(1)
		switch x := v.(type) {
		case domain.NullValue, domain.BoolValue:
			return v
		case domain.IntValue:
			x.NegZero = false
			return x
		case domain.ConstString:
			if text.IsASCII(x.S) {
				return v
			}
		case domain.ChoiceValue:
			return l.Each(v, copied)
		case domain.RefValue:
			from := l.Object(s, x.Object)
			if around[x.Object] || from.Class != nil || from.Lists != nil || from.Writes != nil || from.Present != nil || from.Holes != nil || from.Mixed || len(from.PresentIf) > 0 || from.Elements != domain.Anything {
				break
			}
			around[x.Object] = true
			o := &domain.Object{Array: from.Array}
			if from.Array {
				o.Items = domain.Mapped(from.Items, copied)
			} else {
				o.Props = map[string]domain.Value{}
				for _, k := range from.Keys {
					if from.Props[k] != domain.Value(domain.UndefinedValue{}) {
						o.Set(k, copied(from.Props[k]))
					}
				}
			}
			delete(around, x.Object)
			return domain.RefValue{Object: l.Alloc(s, o)}
		case domain.RefusedValue:
			panic(domain.Refused{Reason: x.Reason})
		}
		panic(domain.Refuse("JSON.parse(JSON.stringify(x)) of something else than plain objects and arrays with whole numbers, truth values and texts"))
	}
	return copied(v)
}
