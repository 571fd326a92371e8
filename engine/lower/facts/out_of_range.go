package facts

import (
	"simten.dev/engine/lower/domain"
)

// RefuseNegative refuses to read an index of a list that a negative number may have been given a value at.
func (l *Lowering) RefuseNegative(o, key domain.Value, s *domain.State) {
	if !l.Strays || !l.IsList(o, s) {
		return
	}
	switch k := key.(type) {
	case domain.IntValue:
		if k.Lo >= 0 {
			return
		}
	case domain.ConstString:
		if len(k.S) == 0 || k.S[0] != '-' {
			return
		}
	default:
		return // it becomes one of these
	}
	panic(domain.Refuse("a list is read at an index that may be negative, after one has been changed at such an index; ask before whether it is below 0"))
}

// NoStrays refuses to list the properties of a list.
func (l *Lowering) NoStrays() {
	if l.Strays {
		panic(domain.Refuse("the properties of a list, after one has been changed at an index that may be negative; ask before whether it is below 0"))
	}
}
