package operator

import (
	"simten.dev/engine/lower/domain"
)

// Logical is &&, || and ??, whose right side is run where it is needed.
func (l *Lowering) Logical(op domain.Operator, a domain.Value, s *domain.State, right func(*domain.State) domain.Value) domain.Value {
	switch op {
	case domain.And:
		return l.Alternatives(l.Truthy(a), s, right, func(*domain.State) domain.Value { return l.falsy(a) })
	case domain.Or:
		return l.Alternatives(l.Truthy(a), s, func(*domain.State) domain.Value { return l.KnownTruth(a, true) }, right)
	}
	return l.Alternatives(l.Nothing(a), s, right, func(*domain.State) domain.Value { return l.Defined(a) })
}

// falsy is a, known to be false: an integer is then 0.
func (l *Lowering) falsy(a domain.Value) domain.Value {
	switch x := a.(type) {
	case domain.IntValue:
		if !x.NegZero {
			return l.Integer(0)
		}
	case domain.BoolValue:
		return l.Truth(false)
	case domain.BigValue:
		return l.Bigint(domain.BigZero)
	case domain.ChoiceValue:
		return l.KnownTruth(x, false)
	}
	return a
}
