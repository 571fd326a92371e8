package scalar

import (
	"math"
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// A table of fractions, such as a sine, is a table of integers of 64 bits and one power of two. An integer that has
// more bits than a double has its low ones 0, so that making a double of it and multiplying are exact. Items that do
// not fit, such as the 1e-16 that a sine of pi gives, are few and chosen beside the table.

// FloatTable is items as table[i] * scale, but for some.
type FloatTable struct {
	table  uint64
	scale  float64
	lo, hi float64
	nan    bool
	apart  []apart
}

type apart struct {
	index int64
	value float64
}

const (
	maxApart   = 8
	wholeWidth = 63 // bits of the integers without their sign
)

// KnownNumber is the number that a value is known to be.
func (l *Lowering) KnownNumber(v domain.Value) (n float64, known bool) {
	switch x := v.(type) {
	case domain.IntValue:
		return float64(x.Lo), x.Lo == x.Hi && !x.NegZero
	case domain.FloatValue:
		f, known := l.B.ConstValue(x.ID)
		return word.Float(f), known
	}
	return 0, false
}

// NumbersBy is byIndex[index], or rest beyond its end, when all of them are numbers that are known, and not all of them
// integers that are static.
func (l *Lowering) NumbersBy(index word.ID, byIndex []domain.Value, rest domain.Value) (domain.Value, bool) {
	items := make([]float64, len(byIndex)+1)
	whole := make([]domain.Value, len(items))
	fractions, negZero := false, false
	for i := range items {
		v := rest
		if i < len(byIndex) {
			v = byIndex[i]
		}
		n, known := l.KnownNumber(v)
		if !known {
			return nil, false
		}
		items[i], whole[i] = n, v
		if n == 0 && math.Signbit(n) {
			whole[i], negZero = l.Integer(0), true
		}
		_, integer := whole[i].(domain.IntValue)
		fractions = fractions || !integer
	}
	switch {
	case fractions:
		t := l.FloatTable(items)
		if t == nil {
			return nil, false
		}
		width := l.B.Width(index)
		if bits.Len(uint(len(byIndex))) <= width { // else it is never beyond
			end := l.B.Uint(uint64(len(byIndex)), width)
			index = l.B.Mux(l.B.Compare(word.ULt, index, end), index, end)
		}
		return l.LookupFloat(t, l.Number(index, 0, int64(len(byIndex)))), true
	case negZero:
		n, ok := l.Selected(index, whole[:len(byIndex)], whole[len(byIndex)]).(domain.IntValue)
		n.NegZero = true
		return n, ok
	}
	return nil, false
}

// FloatTable makes such a table of numbers; nil when too many of them do not fit.
func (l *Lowering) FloatTable(items []float64) *FloatTable {
	top := math.MinInt
	for _, f := range items {
		if f != 0 && !math.IsInf(f, 0) && f == f {
			_, e := math.Frexp(f)
			top = max(top, e)
		}
	}
	if top == math.MinInt || top > 1000 || top < -900 { // the scale is a double, too
		return nil
	}
	// integers below 2^wholeWidth
	t := &FloatTable{scale: math.Ldexp(1, top-wholeWidth), lo: math.Inf(1), hi: math.Inf(-1)}
	data := make([]circuit.Value, len(items))
	for i, f := range items {
		n, ok := wholeMultiple(f, wholeWidth-top)
		if !ok {
			t.apart = append(t.apart, apart{int64(i), f})
			if len(t.apart) > maxApart {
				return nil
			}
		}
		data[i] = circuit.Uint(uint64(n))
		if f != f {
			t.nan = true
			continue
		}
		t.lo, t.hi = min(t.lo, f), max(t.hi, f)
	}
	t.table = l.B.Table(word.LookupTable{Width: 64, Data: data})
	return t
}

// wholeMultiple is f * 2^shift, when that is a whole number below 2^wholeWidth.
func wholeMultiple(f float64, shift int) (int64, bool) {
	if f == 0 {
		return 0, !math.Signbit(f)
	}
	if math.IsInf(f, 0) || f != f {
		return 0, false
	}
	fraction, exponent := math.Frexp(f)
	n := int64(math.Ldexp(fraction, 53)) // f is n * 2^(exponent-53)
	by := exponent - 53 + shift
	if by < 0 {
		if by < -63 || n&(1<<-by-1) != 0 {
			return 0, false
		}
		return n >> -by, true
	}
	if bits.Len64(uint64(max(n, -n)))+by > wholeWidth {
		return 0, false
	}
	return n << by, true
}

// LookupFloat reads an item; what it gives outside of the table does not matter.
func (l *Lowering) LookupFloat(t *FloatTable, i domain.IntValue) domain.Value {
	id := l.B.Float2(word.FMul, l.B.FromInt(l.B.Lookup(t.table, i.ID), true), l.B.Float(t.scale))
	for _, a := range t.apart {
		if a.index >= i.Lo && a.index <= i.Hi {
			id = l.B.FMux(l.NumbersEqual(i, l.Integer(a.index)), l.B.Float(a.value), id)
		}
	}
	return domain.FloatValue{ID: id, Lo: t.lo, Hi: t.hi, NaN: t.nan}
}
