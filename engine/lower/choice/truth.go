package choice

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Nothing is one bit: v is undefined or null.
func (l *Lowering) Nothing(v domain.Value) word.ID {
	switch x := v.(type) {
	case domain.UndefinedValue, domain.NullValue:
		return l.B.Uint(1, 1)
	case domain.ChoiceValue:
		if x.Sel != nil {
			return l.SelectedBit(x.Sel, l.Nothing)
		}
		return l.B.Mux(x.Cond, l.Nothing(x.A), l.Nothing(x.B))
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	}
	return l.B.Uint(0, 1)
}

// IsNothing reports undefined and null.
func IsNothing(v domain.Value) bool {
	return v == domain.Value(domain.UndefinedValue{}) || v == domain.Value(domain.NullValue{})
}

// Not is !v.
func (l *Lowering) Not(v domain.Value) domain.Value {
	return domain.BoolValue{ID: l.B.Not(l.Truthy(v))}
}

// Certain is the truth value of an alternative that it has whatever is computed.
func (l *Lowering) Certain(v domain.Value) (truth, known bool) {
	switch x := v.(type) {
	case domain.UndefinedValue, domain.NullValue:
		return false, true
	case domain.ConstString:
		return x.S != "", true
	case domain.BoolValue:
		return l.ConstBool(x.ID)
	case domain.IntValue:
		return x.Lo != 0, !x.MayBeZero() || x.Lo == 0 && x.Hi == 0
	case domain.RefValue, domain.ConstantValue, domain.FuncValue, domain.BuiltinValue, domain.MemoryValue, domain.CellsValue, domain.SetValue, domain.CollectionValue:
		return true, true
	}
	return false, false
}

// Across chooses what f gives for the objects among the alternatives of a value; nil when there is none.
func (l *Lowering) Across(v domain.Value, f func(domain.Value) domain.Value) domain.Value {
	c, ok := v.(domain.ChoiceValue)
	if !ok {
		if IsNothing(v) {
			return nil
		}
		return f(v)
	}
	a, b := l.Across(c.A, f), l.Across(c.B, f)
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return l.Choose(c.Cond, a, b)
}
