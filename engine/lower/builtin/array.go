package builtin

import (
	"slices"
	"strings"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/heap"
	"simten.dev/engine/word"
)

func (l *Lowering) newArray(args []domain.Value, s *domain.State) domain.Value {
	if len(args) != 1 {
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: slices.Clone(args)})}
	}
	if n, ok := args[0].(domain.IntValue); ok && n.Lo >= 0 && n.Lo < n.Hi && n.Hi <= heap.MaxListed {
		o := &domain.Object{Array: true}
		for i := range n.Hi {
			o.Items, o.Holes = append(o.Items, domain.UndefinedValue{}), append(o.Holes, true)
			o.Present = append(o.Present, l.Truthy(l.Compare(false, l.Integer(i), n)))
		}
		return domain.RefValue{Object: l.Alloc(s, o)}
	}
	n, ok := domain.ConstInt(args[0])
	if !ok || n < 0 || n > capture.MaxConstant {
		panic(domain.Refuse("an array whose length depends on values is made by Array(n); write Array.from({ length: n }, () => 0)"))
	}
	items := make([]domain.Value, n)
	o := &domain.Object{Array: true, Items: items}
	for i := range items {
		items[i] = domain.UndefinedValue{}
		o.Holes = append(o.Holes, true)
	}
	return domain.RefValue{Object: l.Alloc(s, o)}
}

func (l *Lowering) arrayFrom(args []domain.Value, s *domain.State) domain.Value {
	if len(args) == 0 {
		panic(domain.Refuse("Array.from without an argument"))
	}
	args[0] = l.Iterated(args[0], s)
	l.GoThrough(args[0], s)
	if o, ok := l.Masked(args[0], s); ok && len(args) == 1 {
		return domain.RefValue{Object: l.Alloc(s, o)}
	}
	if o, ok := l.Letters(args[0]); ok && len(args) > 1 {
		return domain.RefValue{Object: l.Alloc(s, l.madeOf(o, args[1], s))}
	}
	var items []domain.Value
	current := func(*domain.State) []domain.Value { return items }
	if keys, plain := l.KeysOf(args[0], s); plain && len(keys) > 0 { // { length: n }
		length := l.Property(args[0], domain.ConstString{S: "length"}, s)
		if n, ok := length.(domain.IntValue); ok && len(keys) == 1 && n.Lo >= 0 && n.Lo < n.Hi && n.Hi <= heap.MaxListed {
			return l.arrayUpTo(n, args, s)
		}
		n, ok := domain.ConstInt(length)
		if !ok || n < 0 || n > capture.MaxConstant || len(keys) != 1 {
			panic(domain.Refuse("Array.from of this object"))
		}
		items = make([]domain.Value, n)
		for i := range items {
			items[i] = domain.UndefinedValue{}
		}
	} else {
		current = l.live(args[0])
		items = current(s)
	}
	if len(args) > 1 {
		var made []domain.Value
		for now := items; len(made) < len(now); now = current(s) {
			l.Spend(1)
			made = append(made, l.Apply(args[1], []domain.Value{now[len(made)], l.Integer(int64(len(made)))}, s))
		}
		items = made
	}
	return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items})}
}

// madeOf is what a function makes of each item of an array whose length depends on values, and which nothing changes
// meanwhile.
func (l *Lowering) madeOf(o *domain.Object, f domain.Value, s *domain.State) *domain.Object {
	bits := l.PresenceMask(o)
	places := l.Positions(bits)
	items := make([]domain.Value, len(o.Items))
	for i := range items {
		items[i] = l.Alternatives(bits[i], s, func(s *domain.State) domain.Value { return l.Apply(f, []domain.Value{o.Items[i], places[i]}, s) }, func(*domain.State) domain.Value { return domain.UndefinedValue{} })
	}
	return l.MaskedArray(items, bits)
}

func (l *Lowering) arrayMethod(name string, o domain.Value, args []domain.Value, s *domain.State) domain.Value {
	items, current := l.Iterate(o, s), l.live(o)
	l.Spend(1 + len(items)/16) // the copy: paths that are left keep theirs
	of := l.ElementsOf(o, s)
	if mayHaveHoles(o, s) && !seesHoles[name] {
		panic(domain.Refuse("the method %s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
	}
	arg := func(i int) domain.Value {
		if i < len(args) {
			return args[i]
		}
		return domain.UndefinedValue{}
	}
	list := func(items []domain.Value) domain.Value {
		made := domain.Anything
		if name == "map" || name == "slice" || name == "toSorted" {
			made = of
		}
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Elements: made, Items: items})}
	}
	iterator := func(items []domain.Value) domain.Value {
		lists := &domain.LiveView{Of: o, Objects: domain.Objects(o, s, nil)}
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items, Lists: lists})}
	}
	change := func(items []domain.Value) {
		r, ok := o.(domain.RefValue)
		if !ok {
			panic(domain.Refuse("an array outside the lambda is changed"))
		}
		l.MayChange(r.Object)
		s.SetObject(r.Object, &domain.Object{Array: true, Elements: of, Items: items})
	}
	// item is what a callback gets: what those before it have changed counts.
	item := func(i int, s *domain.State) domain.Value {
		now := current(s)
		if i >= len(now) {
			panic(domain.Refuse("an array becomes shorter while %s goes through it", name))
		}
		return now[i]
	}
	call := func(i int) domain.Value {
		return l.Apply(arg(0), []domain.Value{item(i, s), l.Integer(int64(i)), o}, s)
	}
	switch name {
	case "map":
		out := make([]domain.Value, len(items))
		for i := range items {
			out[i] = l.StoredIn(of, call(i))
		}
		return list(out)
	case "forEach":
		for i := range items {
			call(i)
		}
		return domain.UndefinedValue{}
	case "reduce":
		i, acc := 0, arg(1)
		if len(args) < 2 {
			if len(items) == 0 {
				panic(domain.Refuse("reduce of an empty array (that throws)"))
			}
			i, acc = 1, items[0]
		}
		for ; i < len(items); i++ {
			acc = l.Apply(arg(0), []domain.Value{acc, item(i, s), l.Integer(int64(i)), o}, s)
		}
		return acc
	case "reduceRight":
		i, acc := len(items)-1, arg(1)
		if len(args) < 2 {
			if len(items) == 0 {
				panic(domain.Refuse("reduceRight of an empty array (that throws)"))
			}
			i, acc = i-1, items[i]
		}
		for ; i >= 0; i-- {
			acc = l.Apply(arg(0), []domain.Value{acc, item(i, s), l.Integer(int64(i)), o}, s)
		}
		return acc
	case "find", "findIndex", "findLast", "findLastIndex":
		return l.find(name, len(items), item, func(v domain.Value, i int, s *domain.State) domain.Value {
			return l.Apply(arg(0), []domain.Value{v, l.Integer(int64(i)), o}, s)
		}, s)
	case "some", "every":
		return l.quantify(name == "some", 0, items, func(i int, s *domain.State) domain.Value {
			return l.Apply(arg(0), []domain.Value{item(i, s), l.Integer(int64(i)), o}, s)
		}, s)
	case "includes", "indexOf", "lastIndexOf":
		if len(args) > 1 {
			panic(domain.Refuse("%s from a position on", name))
		}
		var r domain.Value = l.Truth(false)
		if name != "includes" {
			r = l.Integer(-1)
		}
		for k := range items { // the item that counts comes last
			i := k
			if name == "indexOf" {
				i = len(items) - 1 - k
			}
			hit := l.Truthy(l.StrictEqual(items[i], arg(0)))
			if name == "includes" {
				hit = l.B.Or(hit, l.B.And(l.isNaN(items[i]), l.isNaN(arg(0))))
				r = domain.BoolValue{ID: l.B.Or(hit, l.Truthy(r))}
			} else {
				r = l.Choose(hit, l.Integer(int64(i)), r)
			}
		}
		return r
	case "at":
		return l.Each(arg(0), func(v domain.Value) domain.Value { return l.itemAt(v, items) })
	case "slice":
		from, okFrom := domain.ToInteger(arg(0))
		to, okTo := int64(len(items)), true
		if arg(1) != domain.Value(domain.UndefinedValue{}) {
			to, okTo = domain.ToInteger(arg(1))
		}
		if !okFrom || !okTo {
			if of != domain.Anything {
				panic(domain.Refuse("slice of a typed array with a position that depends on values"))
			}
			return l.maskedMethod(name, domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items})}, args, s)
		}
		clamp := func(i int64) int64 {
			if i < 0 {
				i += int64(len(items))
			}
			return max(0, min(i, int64(len(items))))
		}
		from, to = clamp(from), clamp(to)
		return list(items[from:max(from, to)])
	case "concat":
		for _, a := range args {
			items = append(items, l.flat(a, 1, s)...)
		}
		return list(items)
	case "flat":
		depth := int64(1)
		if arg(0) != domain.Value(domain.UndefinedValue{}) {
			n, ok := domain.ToInteger(arg(0))
			if !ok {
				panic(domain.Refuse("flat to a depth that depends on values"))
			}
			depth = n
		}
		return list(l.flat(o, max(0, depth)+1, s))
	case "flatMap":
		var out []domain.Value
		var bits []word.ID
		for i := range items {
			more, there := l.flatSparse(call(i), s)
			out, bits = append(out, more...), append(bits, there...)
		}
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(out, bits))}
	case "filter":
		if at, ok := l.AllBut(arg(0), len(items), s); ok {
			for i := range items {
				items[i] = item(i, s)
			}
			if _, rest, ok := l.spliceAt(items, at, 1, nil, s); ok {
				return list(rest)
			}
		}
		kept := make([]word.ID, len(items))
		for i := range items {
			items[i] = item(i, s)
			kept[i] = l.Truthy(l.Apply(arg(0), []domain.Value{items[i], l.Integer(int64(i)), o}, s))
		}
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(items, kept))}
	case "keys":
		for i := range items {
			items[i] = l.Integer(int64(i))
		}
		return iterator(items)
	case "values":
		return iterator(items)
	case "entries":
		for i := range items {
			items[i] = list([]domain.Value{l.Integer(int64(i)), items[i]})
		}
		return iterator(items)
	case "sort":
		l.sort(items, nil, args, of, s)
		change(items)
		return o
	case "toSorted":
		l.sort(items, nil, args, of, s)
		return list(items)
	case "push":
		change(append(items, args...))
		return l.Integer(int64(len(items) + len(args)))
	case "pop":
		if len(items) == 0 {
			return domain.UndefinedValue{}
		}
		change(items[:len(items)-1])
		return items[len(items)-1]
	case "shift":
		if len(items) == 0 {
			return domain.UndefinedValue{}
		}
		change(items[1:])
		return items[0]
	case "unshift":
		change(append(slices.Clone(args), items...))
		return l.Integer(int64(len(items) + len(args)))
	case "toSpliced":
		if len(args) == 1 && args[0] == domain.Value(domain.UndefinedValue{}) || len(args) > 1 && args[1] == domain.Value(domain.UndefinedValue{}) {
			panic(domain.Refuse("toSpliced with undefined"))
		}
		copied := list(items).(domain.RefValue)
		l.arrayMethod("splice", copied, args, s)
		return copied
	case "splice":
		if len(args) == 0 {
			return list(nil)
		}
		from, okFrom := domain.ToInteger(arg(0))
		if from < 0 {
			from += int64(len(items))
		}
		from = max(0, min(from, int64(len(items))))
		count, okCount := int64(len(items))-from, true
		if len(args) > 1 {
			count, okCount = domain.ToInteger(arg(1))
		}
		if !okFrom && okCount && len(args) > 1 {
			if removed, rest, ok := l.spliceAt(items, arg(0), max(0, count), args[2:], s); ok {
				change(rest)
				return list(removed)
			}
		}
		if !okFrom || !okCount {
			removed, rest := l.spliceSparse(items, l.AllKept(len(items)), args)
			r, ok := o.(domain.RefValue)
			if !ok {
				panic(domain.Refuse("an array outside the lambda is changed"))
			}
			l.MayChange(r.Object)
			s.SetObject(r.Object, rest)
			return domain.RefValue{Object: l.Alloc(s, removed)}
		}
		to := from + max(0, min(count, int64(len(items))-from))
		removed := list(slices.Clone(items[from:to]))
		change(slices.Concat(items[:from], args[min(2, len(args)):], items[to:]))
		return removed
	case "fill":
		if len(args) > 1 && mayHaveHoles(o, s) {
			panic(domain.Refuse("fill of a part of an array some of whose items were never given"))
		}
		length := l.Integer(int64(len(items)))
		first, end := l.fromEnd(arg(1), length), length
		if arg(2) != domain.Value(domain.UndefinedValue{}) {
			end = l.fromEnd(arg(2), length)
		}
		for i := range items {
			at := l.Integer(int64(i))
			within := l.B.And(l.Truthy(l.Compare(true, first, at)), l.Truthy(l.Compare(false, at, end)))
			items[i] = l.Choose(within, arg(0), items[i])
		}
		change(l.AllStoredIn(of, items))
		return o
	case "set":
		if r, ok := o.(domain.RefValue); ok && of != domain.Anything {
			l.setAll(r, args, s)
			return domain.UndefinedValue{}
		}
	case "copyWithin":
		change(l.copiedWithin(items, args))
		return o
	case "reverse":
		slices.Reverse(items)
		change(items)
		return o
	case "toReversed":
		slices.Reverse(items)
		return list(items)
	case "with":
		i := l.Index(arg(0))
		if i.Lo == i.Hi && i.Lo < 0 {
			i = l.Integer(i.Lo + int64(len(items)))
		}
		if i.Lo < 0 || i.Hi >= int64(len(items)) {
			panic(domain.Refuse("with at an index that may lie outside the array"))
		}
		n := l.Alloc(s, &domain.Object{Array: true, Items: slices.Clone(items)})
		l.SetElement(n, s.Heap[n], i, arg(1), s)
		return domain.RefValue{Object: n}
	}
	if name == "join" && of == domain.Anything {
		return l.maskedMethod(name, domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items})}, args, s)
	}
	panic(domain.Refuse("the array method %s", name))
}

// copiedWithin is what Array.copyWithin makes of a list of items.
func (l *Lowering) copiedWithin(items, args []domain.Value) []domain.Value {
	length := l.Integer(int64(len(items)))
	bounds := [3]domain.IntValue{l.Integer(0), l.Integer(0), length} // the first place, and the items that go there
	for i, v := range args[:min(len(args), len(bounds))] {
		if i < 2 || v != domain.Value(domain.UndefinedValue{}) {
			bounds[i] = l.Index(l.Extreme(true, []domain.Value{l.Integer(0), l.fromEnd(v, length)}))
		}
	}
	to, from, end := bounds[0], bounds[1], bounds[2]
	made := slices.Clone(items)
	if to.Lo == to.Hi && from.Lo == from.Hi && end.Lo == end.Hi {
		n := int64(len(items))
		copy(made[min(to.Lo, n):], items[min(from.Lo, end.Lo, n):min(end.Lo, n)])
		return made
	}
	for i := range items {
		at := l.Integer(int64(i))
		source := l.Arithmetic(domain.Plus, from, l.Arithmetic(domain.Minus, at, to))
		for j, item := range items {
			l.Spend(1)
			k := l.Integer(int64(j))
			taken := l.B.And(l.Truthy(l.StrictEqual(source, k)), l.Truthy(l.Compare(false, k, end)))
			made[i] = l.Choose(l.B.And(l.Truthy(l.Compare(true, to, at)), taken), item, made[i])
		}
	}
	return made
}

// itemAt is item i of a list, counted from the end when i is negative.
func (l *Lowering) itemAt(v domain.Value, items []domain.Value) domain.Value {
	if n, ok := domain.ToInteger(v); ok { // undefined and known fractions too
		v = l.Integer(n)
	}
	i := l.fromTheEnd(l.Index(v), int64(len(items)))
	return l.Element(i, len(items), func(k int) domain.Value { return items[k] })
}

// Find is Array.find or one of those like it: the callback is not called after the item that is found.
func (l *Lowering) find(name string, n int, item func(int, *domain.State) domain.Value, call func(domain.Value, int, *domain.State) domain.Value, s *domain.State) domain.Value {
	index, last := strings.HasSuffix(name, "Index"), strings.HasPrefix(name, "findLast")
	var from func(k int, s *domain.State) domain.Value
	from = func(k int, s *domain.State) domain.Value {
		if k == n {
			if index {
				return l.Integer(-1)
			}
			return domain.UndefinedValue{}
		}
		l.Spend(1)
		i := k
		if last {
			i = n - 1 - k
		}
		v := item(i, s)
		return l.Alternatives(l.Truthy(call(v, i, s)), s, func(*domain.State) domain.Value {
			if index {
				return l.Integer(int64(i))
			}
			return v
		}, func(s *domain.State) domain.Value { return from(k+1, s) })
	}
	return from(0, s)
}
