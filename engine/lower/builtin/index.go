package builtin

import (
	"math/big"
	"strconv"

	"simten.dev/engine/lower/domain"
)

// Element is item key of a list, undefined outside it.
func (l *Lowering) Element(key domain.Value, n int, item func(int) domain.Value) domain.Value {
	l.Marks.Add(int64(n))
	switch i := l.Index(key); {
	case i.Lo == i.Hi:
		if i.Lo < 0 || i.Lo >= int64(n) {
			return domain.UndefinedValue{}
		}
		return item(int(i.Lo))
	default:
		lo, hi := max(i.Lo, 0), min(i.Hi, int64(n-1))
		if hi-lo >= domain.MaxAlternatives {
			panic(domain.Refuse("an array of more than %d values indexed by a value", domain.MaxAlternatives))
		}
		if v, ok := l.SelectItem(i, n, item); ok {
			return v
		}
		var v domain.Value = domain.UndefinedValue{}
		start := lo
		if i.Lo >= 0 && i.Hi < int64(n) { // never outside
			v = item(int(lo))
			start++
		}
		for k := start; k <= hi; k++ {
			v = l.Choose(l.NumbersEqual(i, l.Integer(k)), item(int(k)), v)
		}
		return v
	}
}

// Index makes an integer of a property key; a double is refused, since its key may be any text.
func (l *Lowering) Index(key domain.Value) domain.IntValue {
	switch k := key.(type) {
	case domain.IntValue:
		k.NegZero = false // "-0" is the key "0"
		return k
	case domain.ConstString:
		if n, err := strconv.ParseInt(k.S, 10, 64); err == nil && strconv.FormatInt(n, 10) == k.S {
			return l.Integer(n)
		}
		panic(domain.Refuse("the property '%s'", k.S))
	case domain.BigValue:
		if k.Lo.Sign() >= 0 && k.Hi.Cmp(big.NewInt(domain.MaxInt)) <= 0 {
			return l.BigToNumber(k).(domain.IntValue)
		}
		panic(domain.Refuse("an index of more than 53 bits"))
	case domain.FloatValue:
		panic(domain.Refuse("an index that may not be a whole number; use Math.floor or | 0"))
	}
	if _, choice := key.(domain.ChoiceValue); choice && domain.TypeOf(key) != "string" {
		panic(domain.Refuse("an index that may be undefined, or is not always a number"))
	}
	panic(domain.Refuse("a text that depends on values is an index; index with its code, as in c.charCodeAt(0)"))
}

// fromEnd is a position, counted from the end when it is negative.
func (l *Lowering) fromEnd(position, length domain.Value) domain.IntValue {
	n, ok := domain.ToInteger(position) // undefined and known fractions, too
	i := l.Integer(n)
	if !ok {
		i = l.Index(position)
	}
	if i.Lo >= 0 {
		return i
	}
	return l.Index(l.Choose(l.Truthy(l.Compare(false, i, l.Integer(0))), l.Arithmetic(domain.Plus, i, length), i))
}

// fromTheEnd is a position of which the negative ones count from the end of a list of n items.
func (l *Lowering) fromTheEnd(at domain.IntValue, n int64) domain.IntValue {
	switch {
	case at.Lo >= 0:
		return at
	case at.Hi < 0:
		return l.Index(l.Arithmetic(domain.Plus, at, l.Integer(n)))
	}
	positive, negative := at, at
	positive.Lo, positive.Below, positive.Above = 0, 0, 0
	negative.Hi, negative.Below, negative.Above = -1, 0, 0
	moved := l.Arithmetic(domain.Plus, negative, l.Integer(n))
	return l.Index(l.Choose(l.Truthy(l.Compare(false, at, l.Integer(0))), moved, positive))
}

// atMost reports that a number is known not to be more than another one in a state.
func (l *Lowering) atMost(x, y domain.IntValue, s *domain.State) bool {
	more := l.Truthy(l.Compare(false, y, x))
	if is, known := l.ConstBool(more); known {
		return !is
	}
	reached := l.Reached(s)
	for _, fact := range []domain.Value{l.Compare(false, x, y), l.Compare(true, x, y), l.Not(l.Compare(false, y, x)), l.Not(l.Compare(true, y, x))} {
		if l.Implies(reached, l.Truthy(fact)) {
			return true
		}
	}
	return l.B.AlwaysZero(l.B.And(reached, more), MaxTried)
}
