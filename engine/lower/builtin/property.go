package builtin

import (
	"slices"
	"strings"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
	"simten.dev/engine/word"
)

// ConstantProperty reads an object or array from outside.
func (l *Lowering) ConstantProperty(o domain.ConstantValue, key domain.Value) domain.Value {
	c := o.C
	if !c.Array {
		name, ok := domain.ConstantKey(key)
		if !ok {
			return l.chooseConstantProperty(c, key)
		}
		if v, own := c.Props[name]; own {
			return l.Use(l.FromData(v))
		}
		if name == "hasOwnProperty" {
			return domain.BuiltinValue{Name: "Object.hasOwnProperty", This: o}
		}
		if ObjectMethods[name] {
			panic(domain.Refuse("the method %s of an object", name))
		}
		return domain.UndefinedValue{}
	}
	if name, ok := key.(domain.ConstString); ok {
		if name.S == "length" {
			return l.Integer(int64(len(c.Items)))
		}
		if c.Elements != domain.Anything && name.S == "subarray" || HasMethod(c.Elements, name.S) {
			return domain.BuiltinValue{Name: "Array." + name.S, This: o}
		}
	}
	i := l.Index(key)
	if i.Lo == i.Hi || len(c.Items) == 0 || i.Lo >= int64(len(c.Items)) || i.Hi < 0 {
		return l.Element(i, len(c.Items), func(k int) domain.Value { return l.Use(l.ConstantItem(c, k)) })
	}
	t := l.TableOf(c)
	if !t.Ok {
		return l.Element(i, len(c.Items), func(k int) domain.Value { return l.Use(l.ConstantItem(c, k)) })
	}
	// a negative index looks like a very large one, which is outside the table
	var v domain.Value
	switch {
	case t.Floats != nil:
		v = l.LookupFloat(t.Floats, i)
	case t.Big[0] != nil:
		v = l.BigOf(l.B.Lookup(t.Table, i.ID), t.Big[0], t.Big[1])
	default:
		n := l.Number(l.B.Lookup(t.Table, i.ID), t.Lo, t.Hi)
		n.NegZero = t.NegZero
		v = n
	}
	if i.Lo >= 0 && i.Hi < int64(len(c.Items)) {
		return v
	}
	inside := l.Truthy(l.Compare(false, i, l.Integer(int64(len(c.Items)))))
	if i.Lo < 0 {
		inside = l.B.And(inside, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return l.Choose(inside, v, domain.UndefinedValue{})
}

// chooseConstantProperty reads an object with number keys, such as { 0: …, 1: … }, at a number.
func (l *Lowering) chooseConstantProperty(c *domain.Constant, key domain.Value) domain.Value {
	if c.Class != nil {
		panic(domain.Refuse("an instance of a class read under a name that depends on values"))
	}
	if len(c.Keys) > domain.MaxAlternatives {
		panic(domain.Refuse("an object of more than %d properties read under a name that depends on values", domain.MaxAlternatives))
	}
	i := l.Index(key)
	if v, ok := l.SelectProperty(c, i); ok {
		return v
	}
	var v domain.Value = domain.UndefinedValue{}
	found := int64(0)
	for _, k := range c.Keys {
		n, ok := l.StringIndex(k)
		if !ok || n < i.Lo || n > i.Hi {
			continue
		}
		item := l.Use(l.FromData(c.Props[k]))
		if found++; found == i.Hi-i.Lo+1 { // every number that there can be is one of the keys
			return l.Choose(l.NumbersEqual(i, l.Integer(n)), item, l.NotUndefined(v))
		}
		v = l.Choose(l.NumbersEqual(i, l.Integer(n)), item, v)
	}
	return v
}

// AsName is a value as the name of a property.
func (l *Lowering) AsName(key domain.Value) domain.Value {
	if t, ok := key.(domain.TextValue); ok {
		panic(domain.ReadsText(t))
	}
	if i, ok := key.(domain.IntValue); ok && i.Hi-i.Lo >= text.MaxTexts {
		panic(domain.Refuse("a property whose name depends on values; it can be one of more than %d", text.MaxTexts))
	}
	return l.AsText(key)
}

// SetKey gives an object that nobody else has yet a property, where a condition holds, under one of some names.
func (l *Lowering) SetKey(o *domain.Object, cond word.ID, key, v domain.Value) {
	switch k := key.(type) {
	case domain.ChoiceValue:
		l.SetKey(o, l.B.And(cond, k.Cond), k.A, v)
		l.SetKey(o, l.B.And(cond, l.B.Not(k.Cond)), k.B, v)
	case domain.ConstString:
		if k.S == "__proto__" {
			panic(domain.Refuse("a property with the name __proto__"))
		}
		l.Spend(1)
		l.SetWhere(cond, o, k.S, v)
	default:
		panic(domain.Refuse("a key that is a text which depends on values"))
	}
}

// HasProperty is one bit: o has a property, itself or, unless own, from what all objects or arrays have.
func (l *Lowering) HasProperty(o, key domain.Value, own bool, s *domain.State) domain.Value {
	return l.Each2(o, key, func(o, key domain.Value) domain.Value {
		if has, ok := l.EachKey(key, o, s, l.Truth(false), func(name domain.Value) domain.Value { return l.HasProperty(o, name, own, s) }); ok {
			return has
		}
		switch x := o.(type) {
		case domain.RefValue:
			from := s.Heap[x.Object]
			if from.Array {
				if mayHaveHoles(x, s) || from.Elements != domain.Anything || from.Present != nil {
					break
				}
				l.NoStrays()
				return l.hasItem(from.Length(), key, own)
			}
			if has, known := l.inherits(from.Class, key, own); known {
				return has
			} else if from.Class.IsLiteral() {
				break
			}
			return l.hasKey(capture.PublicKeys(from), func(k string) word.ID { return l.Present(from, k) }, key, own)
		case domain.ConstantValue:
			if x.C.Array && (x.C.Elements != domain.Anything || x.C.Holes) {
				break
			}
			if has, known := l.inherits(x.C.Class, key, own); known {
				return has
			}
			if x.C.Array {
				return l.hasItem(len(x.C.Items), key, own)
			}
			return l.hasKey(x.C.Keys, l.always, key, own)
		}
		panic(domain.Refuse("whether something that is no plain object has a property"))
	})
}

// inherits says that an instance of a class has a property as its class has a method or setter of that name; known is
// false when it has not.
func (l *Lowering) inherits(class *domain.ClassValue, key domain.Value, own bool) (has domain.Value, known bool) {
	if class == nil || own || class.IsLiteral() {
		return nil, false
	}
	name, constant := domain.ConstantKey(key)
	if !constant {
		panic(domain.Refuse("whether an instance of a class has a property whose name depends on values"))
	}
	if _, method := class.Methods[name]; method || class.Setters[name] != nil {
		return l.Truth(true), true
	}
	return nil, false
}

func (l *Lowering) hasItem(n int, key domain.Value, own bool) domain.Value {
	if name, ok := key.(domain.ConstString); ok {
		if _, isIndex := l.StringIndex(name.S); !isIndex {
			if name.S != "length" && !own {
				panic(domain.Refuse("whether an array has the property '%s'", name.S))
			}
			return l.Truth(name.S == "length")
		}
	}
	i := l.Index(key)
	return domain.BoolValue{ID: l.B.And(l.Truthy(l.Compare(false, i, l.Integer(int64(n)))), l.Truthy(l.Compare(true, l.Integer(0), i)))}
}

// always is the presence of a property that is always there.
func (l *Lowering) always(string) word.ID { return l.B.Uint(1, 1) }

func (l *Lowering) hasKey(keys []string, present func(string) word.ID, key domain.Value, own bool) domain.Value {
	if name, ok := domain.ConstantKey(key); ok {
		if slices.Contains(keys, name) {
			return domain.BoolValue{ID: present(name)}
		}
		if !own && strings.HasPrefix(name, "__") && ObjectMethods[name] {
			panic(domain.Refuse("whether an object has the property '%s'", name))
		}
		return l.Truth(!own && ObjectMethods[name])
	}
	i := l.Index(key)
	hit := l.B.Uint(0, 1)
	for _, k := range keys {
		if n, ok := l.StringIndex(k); ok && n >= i.Lo && n <= i.Hi {
			hit = l.B.Or(hit, l.B.And(l.Truthy(domain.BoolValue{ID: l.NumbersEqual(i, l.Integer(n))}), present(k)))
		}
	}
	return domain.BoolValue{ID: hit}
}

// ObjectMethods are the names that every object inherits.
var ObjectMethods = map[string]bool{
	"hasOwnProperty": true, "toString": true, "valueOf": true, "constructor": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "__proto__": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
}
