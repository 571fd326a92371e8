package lower

import "github.com/dop251/goja/ast"

// structuredClone is the function of that name: a copy of a value, and of all objects in it.
func (l *lowering) structuredClone(v value, s *state) value {
	copies := map[int]value{} // of the objects of the lambda; one that is there twice is one object in the copy, too
	var copied func(v value) value
	copied = func(v value) value {
		l.spend(1)
		switch x := v.(type) {
		case undefinedValue, nullValue, boolValue, intValue, floatValue, bigValue, constString, charValue:
			return v
		case choiceValue:
			return l.each(v, copied)
		case refValue:
			if c, done := copies[x.object]; done {
				return c
			}
			o := *l.object(s, x.object)
			if o.class != nil || o.lists != nil || o.writes != nil {
				break
			}
			if o.array {
				l.noStrays()
			}
			n := l.alloc(s, nil)
			copies[x.object], o.narrowed = refValue{n}, nil
			o.items = mapped(o.items, copied)
			if o.props != nil {
				from := o.copy(0)
				from.props = map[string]value{}
				for _, k := range o.keys {
					from.props[k] = copied(o.props[k])
				}
				o = *from
			}
			s.setObject(n, &o)
			return refValue{n}
		case constantValue:
			if x.c.elements != anything || x.c.props == nil && !x.c.array {
				break
			}
			o := &object{array: x.c.array}
			if x.c.array {
				for i := range x.c.items {
					o.items = append(o.items, copied(l.constantItem(x.c, i)))
				}
				return refValue{l.alloc(s, o)}
			}
			o.props = map[string]value{}
			for _, k := range x.c.keys {
				o.set(k, copied(l.fromData(x.c.props[k])))
			}
			return refValue{l.alloc(s, o)}
		case refusedValue:
			panic(refusal{reason: x.reason})
		}
		panic(refuse("structuredClone of something else than plain objects and arrays"))
	}
	return copied(v)
}

// copiedByText is x in JSON.parse(JSON.stringify(x)).
func (l *lowering) copiedByText(e *ast.CallExpression, s *state, sc *scope) (ast.Expression, bool) {
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
		if !ok || id.Name != "JSON" || l.expression(id, s, sc) != value(builtinValue{"JSON", nil}) {
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

// textCopy is a value that has become a text and a value again, of which both are known to be alike: there are no
// functions, fractions or numbers that are none in it.
func (l *lowering) textCopy(v value, s *state) value {
	around := map[int]bool{} // objects that are being copied: one that is in itself throws
	var copied func(v value) value
	copied = func(v value) value {
		l.spend(1)
		switch x := v.(type) {
		case nullValue, boolValue:
			return v
		case intValue:
			x.negZero = false
			return x
		case constString:
			if isASCII(x.s) {
				return v
			}
		case choiceValue:
			return l.each(v, copied)
		case refValue:
			from := l.object(s, x.object)
			if around[x.object] || from.class != nil || from.lists != nil || from.writes != nil || from.present != nil || from.holes != nil || from.mixed || len(from.presentIf) > 0 || from.elements != anything {
				break
			}
			around[x.object] = true
			o := &object{array: from.array}
			if from.array {
				o.items = mapped(from.items, copied)
			} else {
				o.props = map[string]value{}
				for _, k := range from.keys {
					if from.props[k] != value(undefinedValue{}) {
						o.set(k, copied(from.props[k]))
					}
				}
			}
			delete(around, x.object)
			return refValue{l.alloc(s, o)}
		case refusedValue:
			panic(refusal{reason: x.reason})
		}
		panic(refuse("JSON.parse(JSON.stringify(x)) of something else than plain objects and arrays with whole numbers, truth values and texts"))
	}
	return copied(v)
}
