package domain

import (
	"slices"

	"simten.dev/engine/word"
)

// Choose is a when cond is 1, else b.
func (l *Lowering) Choose(cond word.ID, a, b Value) Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	if SameValue(a, b) {
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
func (l *Lowering) chooseAmong(cond word.ID, a, b Value) (Value, bool) {
	shared := func(c ChoiceValue, other Value) (when word.ID, more Value, ok bool) {
		switch {
		case c.Sel != nil || choices(other) < 2 && !isObject(other):
		case SameValue(c.B, other):
			return c.Cond, c.A, true
		case SameValue(c.A, other):
			return l.B.Not(c.Cond), c.B, true
		}
		return word.None, nil, false
	}
	if c, ok := a.(ChoiceValue); ok {
		if when, more, ok := shared(c, b); ok {
			return l.Choose(l.B.And(cond, when), more, b), true
		}
	}
	if c, ok := b.(ChoiceValue); ok {
		if when, more, ok := shared(c, a); ok {
			return l.Choose(l.B.And(l.B.Not(cond), when), more, a), true
		}
	}
	return nil, false
}

// chooseSame is choose of two choices of the same two things, such as the letters '0' and '1': it is one of these, too.
func (l *Lowering) chooseSame(cond word.ID, a, b Value) (Value, bool) {
	x, ok := a.(ChoiceValue)
	if !ok || x.Sel != nil {
		return nil, false
	}
	y, ok := b.(ChoiceValue)
	if !ok || y.Sel != nil {
		return nil, false
	}
	switch {
	case SameValue(x.A, y.A) && SameValue(x.B, y.B):
		return l.Choose(l.B.Mux(cond, x.Cond, y.Cond), x.A, x.B), true
	case SameValue(x.A, y.B) && SameValue(x.B, y.A):
		return l.Choose(l.B.Mux(cond, x.Cond, l.B.Not(y.Cond)), x.A, x.B), true
	}
	return nil, false
}

func isObject(v Value) bool {
	switch v.(type) {
	case RefValue, ConstantValue:
		return true
	}
	return false
}

// chooseOne is choose of values of which nothing else is known.
func (l *Lowering) chooseOne(cond word.ID, a, b Value) Value {
	switch x := a.(type) {
	case BoolValue:
		if y, ok := b.(BoolValue); ok {
			return BoolValue{l.B.Mux(cond, x.ID, y.ID)}
		}
	case IntValue:
		switch y := b.(type) {
		case IntValue:
			lo, hi := min(x.Lo, y.Lo), max(x.Hi, y.Hi)
			w := IntWidth(lo, hi)
			id := x.Before()
			if id != y.Before() || l.B.Width(id) != w {
				id = l.B.Mux(cond, l.Extend(x, w), l.Extend(y, w))
			}
			r := l.Number(id, lo, hi)
			r.NegZero = x.NegZero || y.NegZero
			r.Below, r.Above = gapOf(x, y)
			return r.Tidy()
		case FloatValue:
			if !l.isSpecial(y) {
				return l.chooseFloat(cond, l.Float(x), y)
			}
		}
	case FloatValue:
		switch y := b.(type) {
		case FloatValue:
			return l.chooseFloat(cond, x, y)
		case IntValue:
			if !l.isSpecial(x) {
				return l.chooseFloat(cond, x, l.Float(y))
			}
		}
	case BigValue:
		if y, ok := b.(BigValue); ok {
			lo, hi := x.Lo, x.Hi
			if y.Lo.Cmp(lo) < 0 {
				lo = y.Lo
			}
			if y.Hi.Cmp(hi) > 0 {
				hi = y.Hi
			}
			w := BigWidth(lo, hi)
			return l.BigOf(l.B.Mux(cond, l.ExtendBig(x, w), l.ExtendBig(y, w)), lo, hi)
		}
	case TextValue:
		if y, ok := b.(TextValue); ok {
			if x.Log.Field != y.Log.Field {
				panic(ReadsText(x))
			}
			return TextValue{l.mergeTexts(cond, x.Log, y.Log)}
		}
	}
	c := Alternative(cond, a, b)
	l.numberOrNot = max(l.numberOrNot, mixedNumbers(c, l.numberOrNot))
	return l.byType(c)
}

// mixedNumbers is how many alternatives a value has of which some are numbers and some are undefined, or no numbers; 0
// when they are not more than some.
func mixedNumbers(c ChoiceValue, some int) int {
	if c.Size <= max(some, manyMixed) {
		return 0
	}
	odd := false
	var simple func(v Value) bool
	simple = func(v Value) bool {
		switch x := v.(type) {
		case ChoiceValue:
			return x.Sel == nil && simple(x.A) && simple(x.B)
		case UndefinedValue, NullValue, FloatValue:
			odd = true
			return true
		}
		_, ok := v.(IntValue)
		return ok
	}
	if simple(c) && odd {
		return c.Size
	}
	return 0
}

// manyMixed is from how many alternatives on a value is the reason why a lambda is too long.
const manyMixed = 60

// maxChoices bounds the alternatives of one value: every use of it is repeated for each.
const maxChoices = 1024

// TooManyChoices begins the reason why a lambda is refused with more of them.
const TooManyChoices = "a value may be more than"

// Alternative is a when cond is 1, else b, kept apart.
func Alternative(cond word.ID, a, b Value) ChoiceValue {
	size := choices(a) + choices(b)
	if size > maxChoices {
		panic(Refuse(TooManyChoices+" %d different things; a number that tells which it is would be one", maxChoices))
	}
	return ChoiceValue{Cond: cond, A: a, B: b, Size: size}
}

// maxMixed is how many alternatives a value may have before those of a type are joined. With fewer they stay apart, as
// each condition that is known further on takes some of them away.
const maxMixed = 600

// byType is a value of which the numbers, the truth values and so on are one alternative each: a flag that is a number
// at first is given a truth value on some of many paths.
func (l *Lowering) byType(c ChoiceValue) Value {
	if c.Size <= maxMixed || c.Sel != nil {
		return c
	}
	var kinds []string
	simple := true
	l.AlternativesOf(c, func(v Value) {
		switch v.(type) {
		case UndefinedValue, NullValue, BoolValue, IntValue, FloatValue, BigValue:
		default:
			simple = false
			return
		}
		if k := kindOf(v); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	})
	if !simple || len(kinds) >= c.Size {
		return c
	}
	var joined Value
	for _, k := range kinds {
		is, v := l.ofKind(c, k)
		if joined == nil {
			joined = v
		} else {
			joined = Alternative(is, v, joined)
		}
	}
	return joined
}
