package choice

import (
	"math/bits"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Choose is a when cond is 1, else b.
func (l *Lowering) Choose(cond word.ID, a, b domain.Value) domain.Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	if domain.SameValue(a, b) {
		return a
	}
	if v, ok := l.chooseSelected(cond, a, b); ok {
		return v
	}
	if v, ok := l.chooseNumbered(cond, a, b); ok {
		return v
	}
	if v, ok := l.chooseSame(cond, a, b); ok {
		return v
	}
	if v, ok := l.chooseAmong(cond, a, b); ok {
		return v
	}
	return l.chooseOne(cond, a, b)
}

// chooseAmong is choose of a choice and one of the two things that it is a choice of, when that is an object or has
// alternatives itself: it is there once then. The best so far, or what it was, doubles in each round otherwise.
func (l *Lowering) chooseAmong(cond word.ID, a, b domain.Value) (domain.Value, bool) {
	shared := func(c domain.ChoiceValue, other domain.Value) (when word.ID, more domain.Value, ok bool) {
		switch {
		case c.Sel != nil || domain.Choices(other) < 2 && !isObject(other):
		case domain.SameValue(c.B, other):
			return c.Cond, c.A, true
		case domain.SameValue(c.A, other):
			return l.B.Not(c.Cond), c.B, true
		}
		return word.None, nil, false
	}
	if c, ok := a.(domain.ChoiceValue); ok {
		if when, more, ok := shared(c, b); ok {
			return l.Choose(l.B.And(cond, when), more, b), true
		}
	}
	if c, ok := b.(domain.ChoiceValue); ok {
		if when, more, ok := shared(c, a); ok {
			return l.Choose(l.B.And(l.B.Not(cond), when), more, a), true
		}
	}
	return nil, false
}

// chooseSame is choose of two choices of the same two things, such as the letters '0' and '1': it is one of these, too.
func (l *Lowering) chooseSame(cond word.ID, a, b domain.Value) (domain.Value, bool) {
	x, ok := a.(domain.ChoiceValue)
	if !ok || x.Sel != nil {
		return nil, false
	}
	y, ok := b.(domain.ChoiceValue)
	if !ok || y.Sel != nil {
		return nil, false
	}
	switch {
	case domain.SameValue(x.A, y.A) && domain.SameValue(x.B, y.B):
		return l.Choose(l.B.Mux(cond, x.Cond, y.Cond), x.A, x.B), true
	case domain.SameValue(x.A, y.B) && domain.SameValue(x.B, y.A):
		return l.Choose(l.B.Mux(cond, x.Cond, l.B.Not(y.Cond)), x.A, x.B), true
	}
	return nil, false
}

// chooseOne is choose of values of which nothing else is known.
func (l *Lowering) chooseOne(cond word.ID, a, b domain.Value) domain.Value {
	switch x := a.(type) {
	case domain.BoolValue:
		if y, ok := b.(domain.BoolValue); ok {
			return domain.BoolValue{ID: l.B.Mux(cond, x.ID, y.ID)}
		}
	case domain.IntValue:
		switch y := b.(type) {
		case domain.IntValue:
			lo, hi := min(x.Lo, y.Lo), max(x.Hi, y.Hi)
			w := domain.IntWidth(lo, hi)
			id := x.Before()
			if id != y.Before() || l.B.Width(id) != w {
				id = l.B.Mux(cond, l.Extend(x, w), l.Extend(y, w))
			}
			r := l.Number(id, lo, hi)
			r.NegZero = x.NegZero || y.NegZero
			r.Below, r.Above = domain.GapOf(x, y)
			return r.Tidy()
		case domain.FloatValue:
			if !l.IsSpecial(y) {
				return l.ChooseFloat(cond, l.Float(x), y)
			}
		}
	case domain.FloatValue:
		switch y := b.(type) {
		case domain.FloatValue:
			return l.ChooseFloat(cond, x, y)
		case domain.IntValue:
			if !l.IsSpecial(x) {
				return l.ChooseFloat(cond, x, l.Float(y))
			}
		}
	case domain.BigValue:
		if y, ok := b.(domain.BigValue); ok {
			lo, hi := x.Lo, x.Hi
			if y.Lo.Cmp(lo) < 0 {
				lo = y.Lo
			}
			if y.Hi.Cmp(hi) > 0 {
				hi = y.Hi
			}
			w := domain.BigWidth(lo, hi)
			return l.BigOf(l.B.Mux(cond, l.ExtendBig(x, w), l.ExtendBig(y, w)), lo, hi)
		}
	case domain.TextValue:
		if y, ok := b.(domain.TextValue); ok {
			if x.Log.Field != y.Log.Field {
				panic(domain.ReadsText(x))
			}
			return domain.TextValue{Log: l.mergeTexts(cond, x.Log, y.Log)}
		}
	}
	c := domain.Alternative(cond, a, b)
	l.NumberOrNot = max(l.NumberOrNot, mixedNumbers(c, l.NumberOrNot))
	return l.byType(c)
}

// byType is a value of which the numbers, the truth values and so on are one alternative each: a flag that is a number
// at first is given a truth value on some of many paths.
func (l *Lowering) byType(c domain.ChoiceValue) domain.Value {
	if c.Size <= maxMixed || c.Sel != nil {
		return c
	}
	var kinds []string
	simple := true
	l.AlternativesOf(c, func(v domain.Value) {
		switch v.(type) {
		case domain.UndefinedValue, domain.NullValue, domain.BoolValue, domain.IntValue, domain.FloatValue, domain.BigValue:
		default:
			simple = false
			return
		}
		if k := domain.KindOf(v); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	})
	if !simple || len(kinds) >= c.Size {
		return c
	}
	var joined domain.Value
	for _, k := range kinds {
		is, v := l.ofKind(c, k)
		if joined == nil {
			joined = v
		} else {
			joined = domain.Alternative(is, v, joined)
		}
	}
	return joined
}

// ofKind is one bit, that a value is of a kind, and what it then is; nil when it never is.
func (l *Lowering) ofKind(v domain.Value, kind string) (is word.ID, _ domain.Value) {
	c, ok := v.(domain.ChoiceValue)
	if !ok {
		if domain.KindOf(v) != kind {
			return l.B.Uint(0, 1), nil
		}
		return l.B.Uint(1, 1), v
	}
	isA, a := l.ofKind(c.A, kind)
	isB, b := l.ofKind(c.B, kind)
	is = l.B.Mux(c.Cond, isA, isB)
	switch {
	case a == nil:
		return is, b
	case b == nil:
		return is, a
	}
	return is, l.Choose(c.Cond, a, b)
}

// chooseNumbered is choose of two values that are records, or nothing, when one of the records is among both or which
// one it is has been a number before.
func (l *Lowering) chooseNumbered(cond word.ID, a, b domain.Value) (domain.Value, bool) {
	if !l.Joins.Numbers || domain.Choices(a) == 1 && domain.Choices(b) == 1 {
		return nil, false
	}
	x, y, ok := l.bothOneOf(a, b)
	if !ok {
		return nil, false
	}
	o := l.eitherOf(cond, x, y)
	if len(o.objects) < 2 || len(o.objects) == len(x.objects)+len(y.objects) && !isNumbered(a) && !isNumbered(b) {
		return nil, false
	}
	return l.numbered(o), true
}

// Numbered is the value that is one of some objects or nothing.
func (l *Lowering) numbered(o reference) domain.Value {
	s := &domain.Selection{Index: o.number, Class: o.number, Numbered: true}
	for i, n := range o.objects {
		s.Of = append(s.Of, i)
		s.Entries = append(s.Entries, domain.RefValue{Object: n})
	}
	v := l.Conditions(s, s.Entries)
	for _, nothing := range []struct {
		is word.ID
		v  domain.Value
	}{{o.undefined, domain.UndefinedValue{}}, {o.null, domain.NullValue{}}} {
		if never, known := l.ConstBool(nothing.is); known && never {
			v = nothing.v
		} else if !known {
			v = domain.Alternative(nothing.is, nothing.v, v)
		}
	}
	return v
}

// Selected is byIndex[index], or rest beyond its end. All of them are static.
func (l *Lowering) Selected(index word.ID, byIndex []domain.Value, rest domain.Value) domain.Value {
	s := &domain.Selection{Index: index, Of: make([]int, len(byIndex)), Entries: []domain.Value{rest}}
	groups := map[any][]int{}
	find := func(v domain.Value) int {
		key := domain.GroupKey(v)
		for _, e := range groups[key] {
			if domain.SameValue(s.Entries[e], v) {
				return e
			}
		}
		s.Entries = append(s.Entries, v)
		groups[key] = append(groups[key], len(s.Entries)-1)
		return len(s.Entries) - 1
	}
	groups[domain.GroupKey(rest)] = []int{0}
	for i, v := range byIndex {
		s.Of[i] = find(v)
	}
	if len(s.Entries) == 1 {
		return rest
	}
	if v, ok := l.selectedNumber(s); ok {
		return v
	}
	width := bits.Len(uint(len(s.Entries) - 1))
	s.Class = l.Lookup(s.Index, width, len(s.Of), func(i int) uint64 { return uint64(s.Of[i]) })
	byClass := &domain.Selection{Index: s.Class, Entries: s.Entries}
	for e := range s.Entries {
		byClass.Of = append(byClass.Of, e)
	}
	if v, ok := l.selectedNumber(byClass); ok {
		return v
	}
	return l.Conditions(s, s.Entries)
}

// Conditions chooses between values that belong to the entries of a selection, by its class.
func (l *Lowering) Conditions(s *domain.Selection, values []domain.Value) domain.Value {
	width := l.B.Width(s.Class)
	var v domain.Value
	for e := len(values) - 1; e >= 0; e-- {
		if v == nil {
			v = values[e]
			continue
		}
		is := l.B.Eq(s.Class, l.B.Uint(uint64(e), width))
		if one, known := l.ConstBool(is); known && one || domain.SameValue(values[e], v) {
			v = values[e]
		} else if !known {
			v = l.chooseOne(is, values[e], v)
		}
	}
	if c, ok := v.(domain.ChoiceValue); ok && domain.IsAll(values, domain.IsStatic) {
		c.Sel = &domain.Selection{Index: s.Index, Of: s.Of, Class: s.Class, Entries: values, Numbered: s.Numbered && &values[0] == &s.Entries[0]}
		return c
	}
	return v
}

// chooseSelected is a when cond is 1, else b, where one index decides the condition and the values.
func (l *Lowering) chooseSelected(cond word.ID, a, b domain.Value) (domain.Value, bool) {
	d, ok := l.Decided[cond]
	if !ok || !l.selectedBy(d.Sel.Index, a) || !l.selectedBy(d.Sel.Index, b) {
		return nil, false
	}
	_, number := a.(domain.IntValue)
	if _, both := b.(domain.IntValue); number && both {
		return nil, false
	}
	size := len(d.Sel.Of)
	for _, v := range [2]domain.Value{a, b} {
		if c, ok := v.(domain.ChoiceValue); ok {
			size = max(size, len(c.Sel.Of))
		}
	}
	at := func(i int) domain.Value {
		v := b
		if d.Bits[entryAt(d.Sel, i)] {
			v = a
		}
		if c, ok := v.(domain.ChoiceValue); ok {
			return c.Sel.Entries[entryAt(c.Sel, i)]
		}
		return v
	}
	byIndex := make([]domain.Value, size)
	for i := range byIndex {
		byIndex[i] = at(i)
	}
	return l.Selected(d.Sel.Index, byIndex, at(size)), true
}
