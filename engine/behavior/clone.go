package behavior

// structuredClone is the function of that name: a copy of a value, and of all objects in it.
func (l *lowering) structuredClone(v value, s *state) value {
	copies := map[int]value{} // of the objects of the lambda; one that is there twice is one object in the copy, too
	var copied func(v value) value
	copied = func(v value) value {
		l.spend(1)
		switch x := v.(type) {
		case undefinedValue, nullValue, boolValue, intValue, floatValue, bigValue, stringValue, charValue:
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
			n := l.alloc(s, nil)
			copies[x.object] = refValue{n}
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
