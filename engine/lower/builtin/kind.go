package builtin

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Undefined is one bit: v is undefined.
func (l *Lowering) Undefined(v domain.Value) word.ID {
	switch x := v.(type) {
	case domain.UndefinedValue:
		return l.B.Uint(1, 1)
	case domain.ChoiceValue:
		if x.Sel != nil {
			return l.SelectedBit(x.Sel, l.Undefined)
		}
		return l.B.Mux(x.Cond, l.Undefined(x.A), l.Undefined(x.B))
	}
	return l.B.Uint(0, 1)
}

// NotUndefined is v, known not to be undefined.
func (l *Lowering) NotUndefined(v domain.Value) domain.Value {
	return l.Except(v, func(v domain.Value) bool { return v == domain.Value(domain.UndefinedValue{}) })
}

// isNaN is one bit: the value is NaN, which === finds nowhere and includes does.
func (l *Lowering) isNaN(v domain.Value) word.ID {
	switch x := v.(type) {
	case domain.ChoiceValue:
		return l.B.Mux(x.Cond, l.isNaN(x.A), l.isNaN(x.B))
	case domain.FloatValue:
		if x.NaN {
			return l.B.Compare(word.FNe, x.ID, x.ID)
		}
	}
	return l.B.Uint(0, 1)
}

func (l *Lowering) isArray(v domain.Value, s *domain.State) bool {
	switch x := v.(type) {
	case domain.RefValue:
		return s.Heap[x.Object].Array && s.Heap[x.Object].Elements == domain.Anything
	case domain.ConstantValue:
		return x.C.Array && x.C.Elements == domain.Anything
	case domain.ChoiceValue:
		if l.isArray(x.A, s) || l.isArray(x.B, s) {
			panic(domain.Refuse("an array whose length depends on values"))
		}
	}
	return false
}

// insteadOfUndefined is v, or another value where v is undefined.
func (l *Lowering) insteadOfUndefined(v, other domain.Value) domain.Value {
	return l.Each(v, func(v domain.Value) domain.Value {
		if v == domain.Value(domain.UndefinedValue{}) {
			return other
		}
		return v
	})
}
