package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// choose is a when cond is 1, else b.
func (l *lowering) choose(cond word.ID, a, b value) value {
	if c, ok := l.constBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	if sameValue(a, b) {
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
func (l *lowering) chooseAmong(cond word.ID, a, b value) (value, bool) {
	shared := func(c choiceValue, other value) (when word.ID, more value, ok bool) {
		switch {
		case c.sel != nil || choices(other) < 2 && !isObject(other):
		case sameValue(c.b, other):
			return c.cond, c.a, true
		case sameValue(c.a, other):
			return l.b.Not(c.cond), c.b, true
		}
		return word.None, nil, false
	}
	if c, ok := a.(choiceValue); ok {
		if when, more, ok := shared(c, b); ok {
			return l.choose(l.b.And(cond, when), more, b), true
		}
	}
	if c, ok := b.(choiceValue); ok {
		if when, more, ok := shared(c, a); ok {
			return l.choose(l.b.And(l.b.Not(cond), when), more, a), true
		}
	}
	return nil, false
}

// chooseSame is choose of two choices of the same two things, such as the letters '0' and '1': it is one of these, too.
func (l *lowering) chooseSame(cond word.ID, a, b value) (value, bool) {
	x, ok := a.(choiceValue)
	if !ok || x.sel != nil {
		return nil, false
	}
	y, ok := b.(choiceValue)
	if !ok || y.sel != nil {
		return nil, false
	}
	switch {
	case sameValue(x.a, y.a) && sameValue(x.b, y.b):
		return l.choose(l.b.Mux(cond, x.cond, y.cond), x.a, x.b), true
	case sameValue(x.a, y.b) && sameValue(x.b, y.a):
		return l.choose(l.b.Mux(cond, x.cond, l.b.Not(y.cond)), x.a, x.b), true
	}
	return nil, false
}

func isObject(v value) bool {
	switch v.(type) {
	case refValue, constantValue:
		return true
	}
	return false
}

// chooseOne is choose of values of which nothing else is known.
func (l *lowering) chooseOne(cond word.ID, a, b value) value {
	switch x := a.(type) {
	case boolValue:
		if y, ok := b.(boolValue); ok {
			return boolValue{l.b.Mux(cond, x.id, y.id)}
		}
	case intValue:
		switch y := b.(type) {
		case intValue:
			lo, hi := min(x.lo, y.lo), max(x.hi, y.hi)
			w := intWidth(lo, hi)
			id := x.before()
			if id != y.before() || l.b.Width(id) != w {
				id = l.b.Mux(cond, l.extend(x, w), l.extend(y, w))
			}
			r := l.number(id, lo, hi)
			r.negZero = x.negZero || y.negZero
			r.below, r.above = gapOf(x, y)
			return r.tidy()
		case floatValue:
			if !l.isSpecial(y) {
				return l.chooseFloat(cond, l.float(x), y)
			}
		}
	case floatValue:
		switch y := b.(type) {
		case floatValue:
			return l.chooseFloat(cond, x, y)
		case intValue:
			if !l.isSpecial(x) {
				return l.chooseFloat(cond, x, l.float(y))
			}
		}
	case bigValue:
		if y, ok := b.(bigValue); ok {
			lo, hi := x.lo, x.hi
			if y.lo.Cmp(lo) < 0 {
				lo = y.lo
			}
			if y.hi.Cmp(hi) > 0 {
				hi = y.hi
			}
			w := bigWidth(lo, hi)
			return l.bigOf(l.b.Mux(cond, l.extendBig(x, w), l.extendBig(y, w)), lo, hi)
		}
	case textValue:
		if y, ok := b.(textValue); ok {
			if x.log.field != y.log.field {
				panic(readsText(x))
			}
			return textValue{l.mergeTexts(cond, x.log, y.log)}
		}
	}
	c := alternative(cond, a, b)
	l.numberOrNot = max(l.numberOrNot, mixedNumbers(c, l.numberOrNot))
	return l.byType(c)
}

// mixedNumbers is how many alternatives a value has of which some are numbers and some are undefined, or no numbers; 0
// when they are not more than some.
func mixedNumbers(c choiceValue, some int) int {
	if c.size <= max(some, manyMixed) {
		return 0
	}
	odd := false
	var simple func(v value) bool
	simple = func(v value) bool {
		switch x := v.(type) {
		case choiceValue:
			return x.sel == nil && simple(x.a) && simple(x.b)
		case undefinedValue, nullValue, floatValue:
			odd = true
			return true
		}
		_, ok := v.(intValue)
		return ok
	}
	if simple(c) && odd {
		return c.size
	}
	return 0
}

// manyMixed is from how many alternatives on a value is the reason why a lambda is too long.
const manyMixed = 60

// maxChoices bounds the alternatives of one value: every use of it is repeated for each.
const maxChoices = 1024

// tooManyChoices begins the reason why a lambda is refused with more of them.
const tooManyChoices = "a value may be more than"

// alternative is a when cond is 1, else b, kept apart.
func alternative(cond word.ID, a, b value) choiceValue {
	size := choices(a) + choices(b)
	if size > maxChoices {
		panic(refuse(tooManyChoices+" %d different things; a number that tells which it is would be one", maxChoices))
	}
	return choiceValue{cond: cond, a: a, b: b, size: size}
}

// maxMixed is how many alternatives a value may have before those of a type are joined. With fewer they stay apart, as
// each condition that is known further on takes some of them away.
const maxMixed = 600

// byType is a value of which the numbers, the truth values and so on are one alternative each: a flag that is a number
// at first is given a truth value on some of many paths.
func (l *lowering) byType(c choiceValue) value {
	if c.size <= maxMixed || c.sel != nil {
		return c
	}
	var kinds []string
	simple := true
	l.alternativesOf(c, func(v value) {
		switch v.(type) {
		case undefinedValue, nullValue, boolValue, intValue, floatValue, bigValue:
		default:
			simple = false
			return
		}
		if k := kindOf(v); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	})
	if !simple || len(kinds) >= c.size {
		return c
	}
	var joined value
	for _, k := range kinds {
		is, v := l.ofKind(c, k)
		if joined == nil {
			joined = v
		} else {
			joined = alternative(is, v, joined)
		}
	}
	return joined
}
