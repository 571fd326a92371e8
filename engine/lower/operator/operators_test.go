package operator_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/operator"
	"simten.dev/engine/word"
	"simten.dev/engine/word/wordtest"
)

// newLowering is one of no lambda, for operators.
func newLowering() *operator.Lowering {
	l := &operator.Lowering{}
	l.B, l.Loops = word.NewBuilder(), &domain.Loops{}
	l.Interpreter = domain.Interpreter{Power: math.Pow, Log2: math.Log2}
	l.Max, l.Joins, l.Doubted = domain.MaxSteps, &domain.Joins{}, l.B.Uint(0, 1)
	l.Decided, l.Signed = map[word.ID]*domain.Decision{}, map[word.ID]domain.Stored{}
	l.Remainders, l.Lengths = map[word.ID]word.ID{}, map[word.ID][]word.ID{}
	return l
}

// int32Of is ToInt32 of a double.
func int32Of(x float64) int32 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(x), 1<<32))))
}

func numberOf(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// operators are the operators of numbers, with what they are of doubles.
var operators = []struct {
	op domain.Operator
	of func(x, y float64) float64
}{
	{domain.Plus, func(x, y float64) float64 { return x + y }},
	{domain.Minus, func(x, y float64) float64 { return x - y }},
	{domain.Times, func(x, y float64) float64 { return x * y }},
	{domain.Over, func(x, y float64) float64 { return x / y }},
	{domain.Remainder, math.Mod},
	{domain.BitAnd, func(x, y float64) float64 { return float64(int32Of(x) & int32Of(y)) }},
	{domain.BitOr, func(x, y float64) float64 { return float64(int32Of(x) | int32Of(y)) }},
	{domain.BitXor, func(x, y float64) float64 { return float64(int32Of(x) ^ int32Of(y)) }},
	{domain.ShiftLeft, func(x, y float64) float64 { return float64(int32Of(x) << (uint32(int32Of(y)) & 31)) }},
	{domain.ShiftRight, func(x, y float64) float64 { return float64(int32Of(x) >> (uint32(int32Of(y)) & 31)) }},
	{domain.ShiftRightUnsigned, func(x, y float64) float64 { return float64(uint32(int32Of(x)) >> (uint32(int32Of(y)) & 31)) }},
	{domain.Less, func(x, y float64) float64 { return numberOf(x < y) }},
	{domain.GreaterOrEqual, func(x, y float64) float64 { return numberOf(x >= y) }},
	{domain.StrictEqual, func(x, y float64) float64 { return numberOf(x == y) }},
	{domain.StrictNotEqual, func(x, y float64) float64 { return numberOf(x != y) }},
}

// actual is the number that a value is where the operations have their values, after a check that it is one that the
// value can be.
func actual(t *rapid.T, l *operator.Lowering, v domain.Value, at []uint64) float64 {
	switch v := v.(type) {
	case domain.BoolValue:
		return float64(at[v.ID])
	case domain.ChoiceValue:
		if at[v.Cond] != 0 {
			return actual(t, l, v.A, at)
		}
		return actual(t, l, v.B, at)
	case domain.IntValue:
		n := int64(at[v.ID])
		if v.Lo < 0 {
			n = word.Signed64(at[v.ID], uint(l.B.Width(v.ID)))
		}
		require.True(t, v.Lo <= n && n <= v.Hi, "%d is not from %d to %d", n, v.Lo, v.Hi)
		require.False(t, v.Below < n && n < v.Above, "%d lies between %d and %d", n, v.Below, v.Above)
		return float64(n)
	case domain.FloatValue:
		x := math.Float64frombits(at[v.ID])
		if math.IsNaN(x) {
			require.True(t, v.NaN, "NaN")
		} else {
			require.True(t, v.Lo <= x && x <= v.Hi, "%v is not from %v to %v", x, v.Lo, v.Hi)
		}
		return x
	}
	require.Fail(t, "no number", "%T", v)
	return 0
}

// Random trees of operators on numbers are lowered to operations with the value that doubles give, which lies in the
// range that is known of it. The sign of a zero is left out: what needs it says so.
func TestOperatorsOfNumbers(t *testing.T) {
	computed := 0
	rapid.Check(t, func(t *rapid.T) {
		l := newLowering()
		a, b := l.B.Leaf(word.Param, 8, 0), l.B.Leaf(word.Param, 8, 1)
		type number struct {
			v  domain.Value
			of func(x, y float64) float64
		}
		list := []number{
			{l.Number(l.B.ZExt(a, 32), 0, 255), func(x, _ float64) float64 { return x }},
			{l.Number(l.B.SExt(b, 32), -128, 127), func(_, y float64) float64 { return y }},
		}
		for range rapid.IntRange(1, 3).Draw(t, "constants") {
			n := rapid.SampledFrom([]float64{0, 1, 2, 3, 7, 8, 10, 31, 255, 256, -1, -5, 0.5, 1 << 31, 1<<32 - 1}).Draw(t, "constant")
			list = append(list, number{l.ConstantNumber(n), func(_, _ float64) float64 { return n }})
		}
		for range rapid.IntRange(1, 6).Draw(t, "operators") {
			o := rapid.SampledFrom(operators).Draw(t, "operator")
			x, y := rapid.SampledFrom(list).Draw(t, "left"), rapid.SampledFrom(list).Draw(t, "right")
			v, refused := domain.Value(nil), false
			func() {
				defer func() {
					if r := recover(); r != nil {
						_, refused = r.(domain.Refused)
						require.True(t, refused, "%v", r)
					}
				}()
				if o.op == domain.StrictEqual || o.op == domain.StrictNotEqual { // true === 1 is false
					v = l.Binary(o.op, l.ToNumber(x.v), l.ToNumber(y.v))
				} else {
					v = l.Binary(o.op, x.v, y.v)
				}
			}()
			if !refused {
				list = append(list, number{v, func(a, b float64) float64 { return o.of(x.of(a, b), y.of(a, b)) }})
			}
		}
		for range 12 {
			x, y := rapid.Uint8().Draw(t, "x"), rapid.Int8().Draw(t, "y")
			at, err := wordtest.Values(&l.B.Graph, uint64(x), uint64(uint8(y)))
			require.NoError(t, err)
			for _, n := range list {
				want, have := n.of(float64(x), float64(y)), actual(t, l, n.v, at)
				if !math.IsInf(want, 0) || math.IsInf(have, 0) { // an infinity that has the sign of a zero
					require.True(t, want == have || want != want && have != have, "%v instead of %v", have, want)
				}
				computed++
			}
		}
	})
	require.Positive(t, computed)
}
