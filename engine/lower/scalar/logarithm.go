package scalar

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Log2 is Math.log2 of a number.
func (l *Lowering) Log2(v domain.Value) domain.Value {
	if c, ok := l.B.ConstValue(l.Float(v).ID); ok {
		return l.ConstantNumber(l.Interpreter.Log2(word.Float(c)))
	}
	x, ok := v.(domain.IntValue)
	if !ok || x.Lo < 0 || x.Hi > math.MaxUint32 {
		panic(domain.Refuse(domain.RefusedLog2))
	}
	zeros := l.B.Emit(word.Op{Kind: word.Clz, Width: 32, A: l.ToUint32(x).ID, B: word.None, C: word.None})
	floor := l.Number(l.B.Binary(word.Sub, l.B.Uint(31, 32), zeros), 0, 31)
	if x.Lo > 0 {
		return domain.Log2Value{Of: x, Whole: floor, Floor: floor}
	}
	return domain.Log2Value{Of: x, Whole: floor, Floor: l.Choose(l.NumbersEqual(x, l.Integer(0)), l.ConstantNumber(math.Inf(-1)), floor)}
}

// IsLog2 reports that a value is a logarithm, or may be one.
func IsLog2(v domain.Value) bool {
	if c, ok := v.(domain.ChoiceValue); ok {
		return IsLog2(c.A) || IsLog2(c.B)
	}
	_, ok := v.(domain.Log2Value)
	return ok
}
