package heap

import (
	"simten.dev/engine/lower/domain"
)

// ElementsOf is what an array holds.
func (l *Lowering) ElementsOf(v domain.Value, s *domain.State) domain.Elements {
	switch x := v.(type) {
	case domain.RefValue:
		return s.Heap[x.Object].Elements
	case domain.ConstantValue:
		return x.C.Elements
	case domain.ChoiceValue:
		a := l.ElementsOf(x.A, s)
		if a != l.ElementsOf(x.B, s) {
			panic(domain.Refuse("an array that may be a typed array or another one"))
		}
		return a
	}
	return domain.Anything
}

// IsList reports that a value is an array, typed or not.
func (l *Lowering) IsList(v domain.Value, s *domain.State) bool {
	switch x := v.(type) {
	case domain.RefValue:
		return s.Heap[x.Object].Array
	case domain.ConstantValue:
		return x.C.Array
	case domain.ChoiceValue:
		return l.IsList(x.A, s) && l.IsList(x.B, s)
	}
	return false
}
