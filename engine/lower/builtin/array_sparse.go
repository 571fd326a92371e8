package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// ApplySparse calls a function with those arguments whose bits are 1.
func (l *Lowering) ApplySparse(callee domain.Value, args []domain.Value, bits []word.ID, s *domain.State) domain.Value {
	all := l.MaskedArray(args, bits)
	if all.Present == nil {
		return l.Apply(callee, all.Items, s)
	}
	f, builtin := callee.(domain.BuiltinValue)
	switch {
	case builtin && (f.Name == "Math.max" || f.Name == "Math.min"):
		return l.ExtremeOf(f.Name == "Math.max", all.Items, all.Present)
	case builtin && f.Name == "Array.push":
		if r, ok := f.This.(domain.RefValue); ok {
			return l.Append(r, all, s)
		}
	}
	if c, ok := callee.(domain.ChoiceValue); ok {
		return l.Alternatives(c.Cond, s,
			func(s *domain.State) domain.Value { return l.ApplySparse(c.A, args, bits, s) },
			func(s *domain.State) domain.Value { return l.ApplySparse(c.B, args, bits, s) })
	}
	panic(domain.Refuse("a call with an array whose length depends on values"))
}

// MaskedProperty reads a property of such an array.
func (l *Lowering) MaskedProperty(o *domain.Object, key domain.Value, ref domain.RefValue) domain.Value {
	if name, ok := key.(domain.ConstString); ok {
		switch {
		case name.S == "length":
			return l.Positions(o.Present)[len(o.Present)]
		case sparseMethods[name.S]:
			return domain.BuiltinValue{Name: "Array." + name.S, This: ref}
		case arrayMethods[name.S]:
			panic(domain.Refuse(needsLength, name.S))
		}
	}
	return l.MaskedItem(o, l.Index(key))
}

// arrayUpTo is Array.from({ length: n }, …) with a length that depends on values.
func (l *Lowering) arrayUpTo(n domain.IntValue, args []domain.Value, s *domain.State) domain.Value {
	items, kept := make([]domain.Value, n.Hi), make([]word.ID, n.Hi)
	for i := range items {
		at := l.Integer(int64(i))
		items[i], kept[i] = domain.UndefinedValue{}, l.Truthy(l.Compare(false, at, n))
		if len(args) > 1 {
			l.Alternatives(kept[i], s, func(s *domain.State) domain.Value {
				items[i] = l.Apply(args[1], []domain.Value{domain.UndefinedValue{}, at}, s)
				return domain.UndefinedValue{}
			}, func(*domain.State) domain.Value { return domain.UndefinedValue{} })
		}
	}
	return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(items, kept))}
}

// maskedMethod calls a method of an array whose length depends on values.
func (l *Lowering) maskedMethod(name string, r domain.RefValue, args []domain.Value, s *domain.State) domain.Value {
	if !sparseMethods[name] { // an argument may have changed the length since the method was read
		panic(domain.Refuse(needsLength, name))
	}
	o := l.Object(s, r.Object)
	arg := func(i int) domain.Value {
		if i < len(args) {
			return args[i]
		}
		return domain.UndefinedValue{}
	}
	bits := l.PresenceMask(o)
	places := l.Positions(bits)
	length := places[len(bits)]
	// each calls do for the items that are kept; it gives what do gave, or otherwise.
	each := func(i int, s *domain.State, otherwise domain.Value, do func(*domain.State) domain.Value) domain.Value {
		l.Spend(1)
		v := l.Alternatives(bits[i], s, do, func(*domain.State) domain.Value { return otherwise })
		if s.Heap[r.Object] != o {
			panic(domain.Refuse("an array whose length depends on values is changed while %s goes through it", name))
		}
		return v
	}
	call := func(i int, s *domain.State) domain.Value {
		return l.Apply(arg(0), []domain.Value{o.Items[i], places[i], r}, s)
	}
	holds := func(i int, s *domain.State, otherwise bool) domain.Value {
		return each(i, s, l.Truth(otherwise), func(s *domain.State) domain.Value { return domain.BoolValue{ID: l.Truthy(call(i, s))} })
	}
	made := func(items []domain.Value, kept []word.ID) domain.Value {
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(items, kept))}
	}
	change := func(items []domain.Value, kept []word.ID) {
		l.MayChange(r.Object)
		s.SetObject(r.Object, l.MaskedArray(items, kept))
	}
	if o.Holes != nil && (name != "fill" || len(args) > 1) && name != "keys" {
		panic(domain.Refuse("the method %s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
	}
	switch name {
	case "fill":
		first, end := l.fromEnd(arg(1), length), length
		if arg(2) != domain.Value(domain.UndefinedValue{}) {
			end = l.fromEnd(arg(2), length)
		}
		items := slices.Clone(o.Items)
		for i := range items {
			within := l.B.And(l.Truthy(l.Compare(true, first, places[i])), l.Truthy(l.Compare(false, places[i], end)))
			items[i] = l.Choose(within, arg(0), items[i])
		}
		change(items, bits)
		return r
	case "keys":
		made := l.MaskedArray(places[:len(bits)], bits)
		made.Lists = &domain.LiveView{Of: r, Objects: domain.Objects(r, s, nil)}
		return domain.RefValue{Object: l.Alloc(s, made)}
	case "forEach":
		for i := range o.Items {
			each(i, s, domain.UndefinedValue{}, func(s *domain.State) domain.Value { return call(i, s) })
		}
		return domain.UndefinedValue{}
	case "map":
		items := make([]domain.Value, len(o.Items))
		for i := range items {
			each(i, s, domain.UndefinedValue{}, func(s *domain.State) domain.Value {
				items[i] = call(i, s)
				return domain.UndefinedValue{}
			})
		}
		return made(items, bits)
	case "filter":
		kept := make([]word.ID, len(bits))
		for i := range kept {
			kept[i] = l.Truthy(holds(i, s, false))
		}
		return made(o.Items, kept)
	case "slice":
		kept := slices.Clone(bits)
		for k, i := range args[:min(len(args), 2)] {
			if i == domain.Value(domain.UndefinedValue{}) {
				continue
			}
			end := l.fromEnd(i, length)
			for n := range kept {
				within := l.Truthy(l.Compare(false, places[n], end))
				if k == 0 {
					within = l.B.Not(within)
				}
				kept[n] = l.B.And(kept[n], within)
			}
		}
		return made(o.Items, kept)
	case "flatMap":
		var items []domain.Value
		var kept []word.ID
		for i := range o.Items {
			v := each(i, s, domain.UndefinedValue{}, func(s *domain.State) domain.Value { return call(i, s) })
			more, there := l.flatSparse(l.Where(bits[i], v), s)
			for k := range there {
				items, kept = append(items, more[k]), append(kept, l.B.And(bits[i], there[k]))
			}
		}
		return made(items, kept)
	case "join":
		if arg(0) == domain.Value(domain.ConstString{S: ""}) {
			if v, ok := l.Joined(o); ok {
				return v
			}
		}
		panic(domain.Refuse("join of anything but single letters, or with something between them"))
	case "reduce":
		next := func(i int, acc domain.Value, s *domain.State) domain.Value {
			return l.Apply(args[0], []domain.Value{acc, o.Items[i], places[i], r}, s)
		}
		if len(args) < 2 {
			some := l.B.Uint(0, 1) // item before this one is there
			var acc domain.Value = domain.UndefinedValue{}
			for i := range o.Items {
				acc = each(i, s, acc, func(s *domain.State) domain.Value {
					return l.Alternatives(some, s, func(s *domain.State) domain.Value { return next(i, acc, s) }, func(*domain.State) domain.Value { return o.Items[i] })
				})
				some = l.B.Or(some, bits[i])
			}
			switch {
			case l.Implies(l.Reached(s), some):
			case l.MayAssume():
				l.Assume(l.B.Not(some), s)
			case !l.B.AlwaysZero(l.B.And(l.Reached(s), l.B.Not(some)), MaxTried):
				panic(domain.Refuse("reduce without a start of an array that may be empty; give it one, as in reduce((a, b) => a + b, 0)"))
			}
			return l.Defined(acc)
		}
		acc := args[1]
		for i := range o.Items {
			acc = each(i, s, acc, func(s *domain.State) domain.Value { return next(i, acc, s) })
		}
		return acc
	case "reduceRight":
		if len(args) < 2 {
			panic(domain.Refuse("reduceRight without a start of an array that may be empty; give it one"))
		}
		acc := args[1]
		for i := range slices.Backward(o.Items) {
			acc = each(i, s, acc, func(s *domain.State) domain.Value {
				return l.Apply(args[0], []domain.Value{acc, o.Items[i], places[i], r}, s)
			})
		}
		return acc
	case "sort", "toSorted":
		items, kept := slices.Clone(o.Items), slices.Clone(bits)
		l.sort(items, kept, args, domain.Anything, s)
		if name == "toSorted" {
			return made(items, kept)
		}
		change(items, kept)
		return r
	case "some", "every":
		return l.quantify(name == "some", 0, o.Items, func(i int, s *domain.State) domain.Value { return holds(i, s, name == "every") }, s)
	case "find", "findIndex":
		return l.findAt(name, o.Items, places, func(i int, s *domain.State) domain.Value { return holds(i, s, false) }, s)
	case "includes", "indexOf":
		if len(args) > 1 {
			panic(domain.Refuse("%s from a position on", name))
		}
		var found domain.Value = l.Truth(false)
		if name == "indexOf" {
			found = l.Integer(-1)
		}
		for i := len(o.Items) - 1; i >= 0; i-- {
			hit := l.Truthy(l.StrictEqual(o.Items[i], arg(0)))
			var v domain.Value = places[i]
			if name == "includes" {
				hit, v = l.B.Or(hit, l.B.And(l.isNaN(o.Items[i]), l.isNaN(arg(0)))), l.Truth(true)
			}
			found = l.Choose(l.B.And(bits[i], hit), v, found)
		}
		return found
	case "at":
		return l.MaskedItem(o, l.fromEnd(arg(0), length))
	case "push":
		return l.Append(r, &domain.Object{Items: args}, s)
	case "unshift":
		change(slices.Concat(args, o.Items), slices.Concat(l.AllKept(len(args)), bits))
		return l.Arithmetic(domain.Plus, length, l.Integer(int64(len(args))))
	case "pop", "shift":
		rest, v := l.TakenOff(o, name == "pop")
		l.MayChange(r.Object)
		s.SetObject(r.Object, rest)
		return v
	case "splice", "toSpliced":
		removed, rest := &domain.Object{Array: true}, o
		if len(args) > 0 {
			removed, rest = l.spliceSparse(o.Items, bits, args)
		}
		if name == "toSpliced" {
			return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(rest.Items, l.PresenceMask(rest)))}
		}
		change(rest.Items, l.PresenceMask(rest))
		return domain.RefValue{Object: l.Alloc(s, removed)}
	case "lastIndexOf":
		if len(args) > 1 {
			panic(domain.Refuse("%s from a position on", name))
		}
		var found domain.Value = l.Integer(-1)
		for i, item := range o.Items {
			found = l.Choose(l.B.And(bits[i], l.Truthy(l.StrictEqual(item, arg(0)))), places[i], found)
		}
		return found
	case "concat":
		items, kept := slices.Clone(o.Items), slices.Clone(bits)
		for _, a := range args {
			more, there := l.flatSparse(a, s)
			items, kept = append(items, more...), append(kept, there...)
		}
		return made(items, kept)
	}
	// reverse and toReversed
	items, kept := slices.Clone(o.Items), slices.Clone(bits)
	slices.Reverse(items)
	slices.Reverse(kept)
	if name == "toReversed" {
		return made(items, kept)
	}
	change(items, kept)
	return r
}

// flatSparse lists a value, or what is in it when it is an array, with the bits that say what is there.
func (l *Lowering) flatSparse(v domain.Value, s *domain.State) ([]domain.Value, []word.ID) {
	switch v.(type) {
	case domain.SetValue, domain.MemoryValue, domain.CellsValue:
		return []domain.Value{v}, l.AllKept(1)
	}
	if o, ok := l.Masked(v, s); ok {
		if o.Holes != nil {
			panic(domain.Refuse("an array some of whose items were never given becomes part of another; fill it first"))
		}
		return o.Items, l.PresenceMask(o)
	}
	items := l.flat(v, 1, s)
	return items, l.AllKept(len(items))
}

// findAt is Array.find or findIndex: the callback is not called after the item that is found.
func (l *Lowering) findAt(name string, items, places []domain.Value, holds func(int, *domain.State) domain.Value, s *domain.State) domain.Value {
	var from func(i int, s *domain.State) domain.Value
	from = func(i int, s *domain.State) domain.Value {
		if i == len(items) {
			if name == "findIndex" {
				return l.Integer(-1)
			}
			return domain.UndefinedValue{}
		}
		return l.Alternatives(l.Truthy(holds(i, s)), s, func(*domain.State) domain.Value {
			if name == "findIndex" {
				return places[i]
			}
			return items[i]
		}, func(s *domain.State) domain.Value { return from(i+1, s) })
	}
	return from(0, s)
}

// quantify is Array.some or every: it stops at the first item that decides.
func (l *Lowering) quantify(some bool, i int, items []domain.Value, call func(int, *domain.State) domain.Value, s *domain.State) domain.Value {
	if i == len(items) {
		return l.Truth(!some)
	}
	l.Spend(1)
	hit := l.Truthy(call(i, s))
	if some {
		return l.Alternatives(hit, s, func(*domain.State) domain.Value { return l.Truth(true) },
			func(s *domain.State) domain.Value { return l.quantify(some, i+1, items, call, s) })
	}
	return l.Alternatives(hit, s, func(s *domain.State) domain.Value { return l.quantify(some, i+1, items, call, s) },
		func(*domain.State) domain.Value { return l.Truth(false) })
}

// flat lists a value, or what is in it when it is an array, so many levels deep.
func (l *Lowering) flat(v domain.Value, depth int64, s *domain.State) []domain.Value {
	if depth <= 0 || !l.isArray(v, s) {
		return []domain.Value{v}
	}
	if mayHaveHoles(v, s) {
		panic(domain.Refuse("an array some of whose items were never given becomes part of another; fill it first"))
	}
	var out []domain.Value
	for _, item := range l.Iterate(v, s) {
		l.Spend(1)
		out = append(out, l.flat(item, depth-1, s)...)
	}
	return out
}
