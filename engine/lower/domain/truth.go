package domain

import (
	"simten.dev/engine/word"
)

// IsFalse reports a bit that is certainly 0.
func (l *Lowering) IsFalse(id word.ID) bool {
	is, known := l.ConstBool(id)
	return known && !is
}

// knownTruth is v, known to be true or to be false.
func (l *Lowering) knownTruth(v Value, truth bool) Value {
	return l.Except(v, func(v Value) bool {
		is, known := l.Certain(v)
		return known && is != truth
	})
}

// Certain is the truth value of an alternative that it has whatever is computed.
func (l *Lowering) Certain(v Value) (truth, known bool) {
	switch x := v.(type) {
	case UndefinedValue, NullValue:
		return false, true
	case ConstString:
		return x.S != "", true
	case BoolValue:
		return l.ConstBool(x.ID)
	case IntValue:
		return x.Lo != 0, !x.MayBeZero() || x.Lo == 0 && x.Hi == 0
	case RefValue, ConstantValue, FuncValue, BuiltinValue, MemoryValue, CellsValue, SetValue, CollectionValue:
		return true, true
	}
	return false, false
}
