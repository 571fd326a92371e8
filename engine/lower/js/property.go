package js

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/scalar"
	"simten.dev/engine/lower/text"
	"simten.dev/engine/word"
)

func (l *Lowering) objectLiteral(e *ast.ObjectLiteral, s *domain.State, sc *domain.Scope) domain.Value {
	o := &domain.Object{Props: map[string]domain.Value{}}
	for _, p := range e.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			o.Set(p.Name.Name.String(), l.Identifier(&p.Name, s, sc))
		case *ast.PropertyKeyed:
			if p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				l.accessor(o, p, s, sc)
				continue
			}
			key := l.AsName(l.Expression(p.Key, s, sc))
			v := l.Expression(p.Value, s, sc)
			if _, function := p.Value.(*ast.FunctionLiteral); function {
				v.(domain.FuncValue).F.Method = true
			}
			l.SetKey(o, l.B.Uint(1, 1), key, v)
		case *ast.SpreadElement:
			l.SpreadInto(o, l.B.Uint(1, 1), l.Expression(p.Expression, s, sc), s)
		}
	}
	if o.Class != nil {
		for _, k := range o.Keys {
			if _, computed := o.Class.Methods[k]; computed || o.Class.Setters[k] != nil {
				panic(domain.Refuse("a property with a getter or setter is given twice"))
			}
		}
	}
	return domain.RefValue{Object: l.Alloc(s, o)}
}

// accessor gives an object a property that is computed: it is an instance of a class of its own.
func (l *Lowering) accessor(o *domain.Object, p *ast.PropertyKeyed, s *domain.State, sc *domain.Scope) {
	name, known := domain.ConstantKey(l.AsName(l.Expression(p.Key, s, sc)))
	f, ok := l.Expression(p.Value, s, sc).(domain.FuncValue)
	if !known || !ok {
		panic(domain.Refuse("a getter or setter whose name depends on values"))
	}
	f.F.Method = true
	if o.Class == nil {
		o.Class = &domain.ClassValue{C: &domain.Constant{}, Methods: map[string]domain.ClassMethod{}, Setters: map[string]*domain.Closure{}}
	}
	if p.Kind == ast.PropertyKindGet {
		l.Getters = true
		o.Class.Methods[name] = domain.ClassMethod{Closure: f.F, Getter: true}
	} else {
		o.Class.Setters[name] = f.F
	}
}

// spreadInto copies the own properties of a value into an object that nobody else has yet, where a condition holds.
func (l *Lowering) spreadInto(o *domain.Object, cond word.ID, v domain.Value, s *domain.State) {
	switch x := v.(type) {
	case domain.ChoiceValue:
		if x.Sel != nil && l.spreadRows(o, cond, x.Sel, s) {
			return
		}
		if f, ok := l.FormOf(x, s); ok && !f.Array && f.Nothing == nil {
			for _, k := range f.Keys {
				l.SetWhere(cond, o, k, l.Use(l.Across(x, func(v domain.Value) domain.Value { return l.PropertyOf(v, k, s) })))
			}
			return
		}
		l.SpreadInto(o, l.B.And(cond, x.Cond), x.A, s)
		l.SpreadInto(o, l.B.And(cond, l.B.Not(x.Cond)), x.B, s)
		return
	case domain.UndefinedValue, domain.NullValue, domain.BoolValue, domain.IntValue, domain.FloatValue, domain.BigValue:
		return
	case domain.ConstString:
		if x.S == "" {
			return
		}
	case domain.RefValue:
		from := s.Heap[x.Object]
		if from.Array || from.Class.IsLiteral() {
			break
		}
		o.Mixed = o.Mixed || from.Mixed
		for _, k := range from.PublicKeys() {
			l.SetWhere(l.B.And(cond, l.Present(from, k)), o, k, l.Use(from.Get(k)))
		}
		return
	case domain.ConstantValue:
		if x.C.Props == nil {
			break
		}
		for _, k := range x.C.Keys {
			l.SetWhere(cond, o, k, l.Property(x, domain.ConstString{S: k}, s))
		}
		return
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	panic(domain.Refuse("spreading something that is no plain object"))
}

// spreadRows is SpreadInto of one of some rows that have the same properties in the same order, or are missing: a table
// for each property.
func (l *Lowering) spreadRows(o *domain.Object, cond word.ID, sel *domain.Selection, s *domain.State) bool {
	var keys []string
	var row domain.Value // that there is
	for _, e := range sel.Entries {
		if choice.IsNothing(e) {
			continue
		}
		r, isRef := e.(domain.RefValue)
		if isRef && (len(s.Heap[r.Object].PresentIf) > 0 || s.Heap[r.Object].Mixed) {
			return false
		}
		mine, plain := l.KeysOf(e, s)
		if !plain || row != nil && !slices.Equal(mine, keys) {
			return false
		}
		row, keys = e, mine
	}
	if row == nil {
		return true
	}
	there := l.SelectedBit(sel, func(v domain.Value) word.ID { return l.Truth(!choice.IsNothing(v)).ID })
	for _, k := range keys {
		item := l.Through(sel, func(e domain.Value) domain.Value {
			if choice.IsNothing(e) {
				e = row
			}
			return l.PropertyOf(e, k, s)
		})
		l.SetWhere(l.B.And(cond, there), o, k, l.Use(item))
	}
	return true
}

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
	if l.Doubts != nil && l.Doubts.Reads && l.isIndexed(o, s) {
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
