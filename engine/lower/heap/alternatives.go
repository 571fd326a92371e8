package heap

import (
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
)

// Except is v, known to be none of the alternatives that not names. When it can be nothing else, it stays as it is.
func (l *Lowering) Except(v domain.Value, not func(domain.Value) bool) domain.Value {
	c, ok := v.(domain.ChoiceValue)
	if !ok {
		return v
	}
	if c.Sel != nil {
		return l.without(c.Sel, not)
	}
	a, b := l.Except(c.A, not), l.Except(c.B, not)
	switch {
	case not(a):
		return b
	case not(b):
		return a
	}
	return l.Choose(c.Cond, a, b)
}

// Each applies f to every alternative of v.
func (l *Lowering) Each(v domain.Value, f func(domain.Value) domain.Value) domain.Value {
	if c, ok := v.(domain.ChoiceValue); ok {
		if c.Sel != nil {
			return l.Through(c.Sel, func(v domain.Value) domain.Value { return l.Each(v, f) })
		}
		return l.Choose(c.Cond, l.Each(c.A, f), l.Each(c.B, f))
	}
	if r, ok := v.(domain.RefusedValue); ok {
		panic(domain.Refused{Reason: r.Reason})
	}
	l.Spend(1)
	return f(v)
}

// Each2 applies f to every pair of alternatives of a and b.
func (l *Lowering) Each2(a, b domain.Value, f func(a, b domain.Value) domain.Value) domain.Value {
	return l.Each(a, func(x domain.Value) domain.Value {
		return l.Each(b, func(y domain.Value) domain.Value { return f(x, y) })
	})
}

// KnownTruth is v, known to be true or to be false.
func (l *Lowering) KnownTruth(v domain.Value, truth bool) domain.Value {
	return l.Except(v, func(v domain.Value) bool {
		is, known := l.Certain(v)
		return known && is != truth
	})
}

// Defined is v, known to be neither undefined nor null.
func (l *Lowering) Defined(v domain.Value) domain.Value { return l.Except(v, choice.IsNothing) }
