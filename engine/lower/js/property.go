package js

import (
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/scalar"
	"simten.dev/engine/lower/text"
	"simten.dev/engine/word"
)

// readMember reads o[key] where a program does. Where o is sometimes undefined or null, as what find gives, the path on
// which it is ends with the exception that the interpreter throws.
func (l *Lowering) readMember(o, key domain.Value, at file.Idx, s *domain.State) domain.Value {
	o, ok := l.coercible(o, func() domain.Value { return l.cannotRead(key, "' of undefined") }, at, s)
	if !ok {
		return domain.UndefinedValue{}
	}
	return l.Property(o, key, s)
}

// cannotRead is the message of the interpreter where the property of something is read that is undefined.
func (l *Lowering) cannotRead(key domain.Value, rest string) domain.Value {
	return l.Each(key, func(key domain.Value) domain.Value {
		return l.JoinText(l.JoinText(domain.ConstString{S: "Cannot read property '"}, key), domain.ConstString{S: rest})
	})
}

// coercible is a value without undefined and null. Where it is one of them, the path ends with a TypeError; ok is false
// when it is nothing else.
func (l *Lowering) coercible(v domain.Value, message func() domain.Value, at file.Idx, s *domain.State) (_ domain.Value, ok bool) {
	missing := l.Nothing(v)
	always, known := l.ConstBool(missing)
	if known && !always {
		if _, several := v.(domain.ChoiceValue); several {
			some := false
			l.AlternativesOf(v, func(x domain.Value) { some = some || choice.IsNothing(x) })
			if some { // it is never that one
				v = l.Defined(v)
			}
		}
		return v, true
	}
	before := l.Missing
	l.Missing = true
	l.throwOne(missing, message(), "TypeError", "TypeError: ", at, s)
	l.Missing = before
	if always {
		return v, false
	}
	return l.Defined(v), true
}

// property reads o[key].
func (l *Lowering) property(o, key domain.Value, s *domain.State) domain.Value {
	if _, choice := key.(domain.ChoiceValue); choice && l.isIndexed(o, s) && l.MayAssumeReads() {
		key = l.CertainKey(key, s)
	}
	l.RefuseNegative(o, key, s)
	l.hasPrivate(o, key, s)
	if v, ok := l.computed(o, key, s); ok {
		return v
	}
	if c, ok := o.(domain.ChoiceValue); ok && c.Sel != nil {
		if i, ok := key.(domain.IntValue); ok {
			if v, ok := l.ItemOfRows(c.Sel, i); ok {
				return v
			}
		}
	}
	return l.Each2(o, key, func(o, key domain.Value) domain.Value {
		switch k := key.(type) {
		case domain.FloatValue:
			if l.isIndexed(o, s) {
				i := l.ToInt32(k) // a number that is another one is no index of a list
				return l.Choose(l.B.Compare(word.FEq, k.ID, l.Float(i).ID), l.Property(o, i, s), domain.UndefinedValue{})
			}
		case domain.TextValue:
			panic(domain.ReadsText(k))
		case domain.CharValue, *domain.StringValue:
			if _, collection := o.(domain.CollectionValue); !collection {
				v, _ := l.EachKey(k, o, s, domain.UndefinedValue{}, func(name domain.Value) domain.Value { return l.Property(o, name, s) })
				return v
			}
		case domain.UndefinedValue, domain.NullValue, domain.BoolValue: // their names are no index
			if l.isIndexed(o, s) {
				return domain.UndefinedValue{}
			}
		}
		l.RefuseNegative(o, key, s)
		switch x := o.(type) {
		case domain.RefValue:
			return l.objectProperty(s.Heap[x.Object], key, x, s)
		case domain.ConstantValue:
			if name, ok := domain.ConstantKey(key); ok && x.C.Class != nil {
				if m, ok := x.C.Class.Methods[name]; ok && x.C.Props[name] == nil {
					return l.MethodOf(m, x, s)
				}
			}
			return l.ConstantProperty(x, key)
		case *domain.ClassValue:
			return l.ClassProperty(x, key, s)
		case domain.FuncValue:
			if name, ok := key.(domain.ConstString); ok && builtin.FunctionMethods[name.S] {
				return domain.BuiltinValue{Name: "Function." + name.S, This: x}
			}
		case domain.MemoryValue:
			return l.MemoryProperty(x, key, s)
		case domain.CellsValue:
			panic(domain.Refuse("a property of what %s of a memory gives; make an array of it, [...m.%[1]s()]", x.Kind))
		case domain.SetValue:
			return l.PropertyOfSet(x, key, s)
		case domain.CollectionValue:
			return l.CollectionProperty(x, key, s)
		case domain.BuiltinValue:
			if name, ok := key.(domain.ConstString); ok {
				return l.BuiltinProperty(x, name.S)
			}
		case domain.TextValue:
			if name, ok := key.(domain.ConstString); ok && (name.S == "slice" || name.S == "concat") {
				return domain.BuiltinValue{Name: "String." + name.S, This: x}
			}
			panic(domain.ReadsText(x))
		case domain.ConstString:
			return l.StringProperty(x, key)
		case domain.IntValue, domain.FloatValue, domain.BoolValue, domain.BigValue:
			name, ok := key.(domain.ConstString)
			_, fraction := x.(domain.FloatValue)
			_, truth := x.(domain.BoolValue)
			if ok && name.S == "toString" && (l.InMessage || !fraction && !truth) {
				return domain.BuiltinValue{Name: "Number.toString", This: x}
			}
			if ok && (numberMethods[name.S] || builtin.ObjectMethods[name.S]) {
				panic(domain.Refuse("the method %s of a %s", name.S, domain.TypeOf(x)))
			}
			return domain.UndefinedValue{}
		case domain.CharValue:
			if name, ok := key.(domain.ConstString); ok && name.S == "length" {
				return l.Integer(1)
			} else if ok && scalar.CharMethods[name.S] {
				return domain.BuiltinValue{Name: "String." + name.S, This: x}
			}
		case *domain.StringValue:
			return l.LettersProperty(x, key)
		case *domain.MessageValue:
			if name, ok := key.(domain.ConstString); ok && text.MessageMethods[name.S] {
				return domain.BuiltinValue{Name: "String." + name.S, This: x}
			}
		case domain.UndefinedValue, domain.NullValue:
			panic(domain.Refuse("a property of undefined or null (that throws)"))
		}
		panic(domain.Refuse("a property of a function or text that depends on values"))
	})
}

// isIndexed reports that a value is a list or a text.
func (l *Lowering) isIndexed(v domain.Value, s *domain.State) bool {
	_, text := v.(domain.ConstString)
	return text || l.IsList(v, s)
}

func (l *Lowering) objectProperty(o *domain.Object, key domain.Value, ref domain.RefValue, s *domain.State) domain.Value {
	if o.Lists != nil {
		panic(domain.Refuse("a property of the entries, keys or values of an array, a Map or a Set; spread them into an array"))
	}
	if o.Present != nil {
		return l.MaskedProperty(o, key, ref)
	}
	if o.Array {
		if name, ok := key.(domain.ConstString); ok {
			if name.S == "length" {
				return l.Integer(int64(o.Length()))
			}
			if builtin.HasMethod(o.Elements, name.S) {
				return domain.BuiltinValue{Name: "Array." + name.S, This: ref}
			}
		}
		return l.ListItem(o, key, s)
	}
	if name, ok := domain.ConstantKey(key); ok {
		_, own := o.Props[name]
		if o.Class != nil {
			if m, ok := o.Class.Methods[name]; ok && own {
				panic(domain.Refuse("a property has the name of a method, '%s'", name))
			} else if ok {
				return l.MethodOf(m, ref, s)
			}
		}
		v := l.Use(o.Get(name))
		if !own && name == "hasOwnProperty" {
			return domain.BuiltinValue{Name: "Object.hasOwnProperty", This: ref}
		}
		if !own && builtin.ObjectMethods[name] {
			panic(domain.Refuse("the method %s of an object", name))
		}
		return v
	}
	return l.numberedProperty(o, l.Index(key))
}

// numberedProperty is a property of an object that is chosen by a number.
func (l *Lowering) numberedProperty(o *domain.Object, key domain.IntValue) domain.Value {
	byNumber, first, last := map[int64]domain.Value{}, int64(0), int64(-1)
	for _, k := range o.Keys {
		if n, ok := l.StringIndex(k); ok && key.Lo <= n && n <= key.Hi {
			byNumber[n], first, last = l.Use(o.Props[k]), min(first, n), max(last, n)
		}
	}
	if first == 0 && last < domain.MaxAlternatives {
		return l.Element(key, int(last)+1, func(i int) domain.Value {
			if v, there := byNumber[int64(i)]; there {
				return v
			}
			return domain.UndefinedValue{}
		})
	}
	var v domain.Value = domain.UndefinedValue{}
	for _, k := range o.Keys {
		if n, ok := l.StringIndex(k); ok && byNumber[n] != nil {
			v = l.Choose(l.NumbersEqual(key, l.Integer(n)), byNumber[n], v)
		}
	}
	return v
}

// computed reads a property of something that is one of several objects, where it is a getter of some of these: its
// body is run, as that of a method is, once for all of them, or on the way of each. Elsewhere ok is false.
func (l *Lowering) computed(o, key domain.Value, s *domain.State) (_ domain.Value, ok bool) {
	if !l.Getters || !l.anyComputed(o, key, s) {
		return nil, false
	}
	if k, is := key.(domain.ChoiceValue); is {
		return l.Alternatives(k.Cond, s,
			func(s *domain.State) domain.Value { return l.Property(o, k.A, s) },
			func(s *domain.State) domain.Value { return l.Property(o, k.B, s) }), true
	}
	c, is := o.(domain.ChoiceValue)
	if !is {
		return nil, false
	}
	name, _ := domain.ConstantKey(key)
	if x, ok := l.commonClass(c, name, s); ok {
		return l.MethodOf(x.Methods[name], c, s), true
	}
	return l.Alternatives(c.Cond, s,
		func(s *domain.State) domain.Value { return l.Property(c.A, key, s) },
		func(s *domain.State) domain.Value { return l.Property(c.B, key, s) }), true
}

// numberMethods are the names that numbers inherit besides those of objects.
var numberMethods = map[string]bool{"toExponential": true, "toFixed": true, "toPrecision": true}
