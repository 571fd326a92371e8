package word_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// TestHugeToInt32 has the values that JavaScript's ToInt32 gives for large doubles.
func TestHugeToInt32(t *testing.T) {
	for f, want := range map[float64]uint32{
		math.Ldexp(1, 70) + math.Ldexp(1, 40) + math.Ldexp(1, 20): 1048576,
		math.Ldexp(1, 64) + math.Ldexp(1, 13):                     8192,
		math.Ldexp(1, 63) + math.Ldexp(1, 12):                     4096,
		-math.Ldexp(1, 63) - math.Ldexp(1, 12):                    0xfffff000,
		math.Ldexp(1, 200):                                        0, math.Inf(1): 0, math.Inf(-1): 0, math.NaN(): 0,
		-1.9: 0xffffffff, 4294967295.5: 0xffffffff, -0.5: 0,
	} {
		require.Equal(t, want, uint32(word.FloatToInt(f)), "%v", f)
	}
}

// TestWideIsNarrow checks that the big-number semantics agree with the 64-bit ones: an operation on
// w bits is the same as one on w bits of a 128-bit word, where that is so by definition.
func TestWideIsNarrow(t *testing.T) {
	kinds := []word.Kind{word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul, word.Shl}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kinds).Draw(t, "kind")
		w := rapid.IntRange(1, 64).Draw(t, "width")
		a := rapid.Uint64().Draw(t, "a") & word.Mask64(uint(w))
		b := rapid.Uint64().Draw(t, "b") & word.Mask64(uint(w))
		if k == word.Shl {
			b %= 70
		}
		var g word.Graph
		narrow, ok := g.Apply(&word.Op{Kind: k, Width: int32(w)}, w, circuit.Uint(a), circuit.Uint(b), circuit.Value{})
		require.True(t, ok)
		wide, ok := g.Apply(&word.Op{Kind: k, Width: 128}, 128, circuit.Uint(a), circuit.Uint(b), circuit.Value{})
		require.True(t, ok)
		require.True(t, narrow.Equal(wide.Mask(w)))
	})
}

// TestBuilder makes random graphs twice, once simplified and once as written, and compares every
// value. The known bits must hold too.
func TestBuilder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		var plain word.Graph
		var plainValues, builtValues []circuit.Value
		var ids []word.ID // built, by plain operation
		inputs := map[uint64]circuit.Value{}
		width := func(i int) int { return int(plain.Ops[i].Width) }
		add := func(op word.Op) {
			built := op
			if op.A != word.None {
				built.A = ids[op.A]
			}
			if op.B != word.None {
				built.B = ids[op.B]
			}
			if op.C != word.None {
				built.C = ids[op.C]
			}
			n := 1
			var v [3]circuit.Value
			for i, x := range [3]word.ID{op.A, op.B, op.C} {
				if x != word.None {
					v[i] = plainValues[x]
				}
			}
			if op.A != word.None {
				n = width(int(op.A))
			}
			r, ok := plain.Apply(&op, n, v[0], v[1], v[2])
			if !ok {
				return // a signed division of more than 64 bits
			}
			plain.Ops = append(plain.Ops, op)
			require.NoError(t, plain.CheckOp(len(plain.Ops)-1, circuit.MaxWidth))
			plainValues = append(plainValues, r)
			ids = append(ids, b.Emit(built))
		}
		source := func(v circuit.Value, w int, constant bool) {
			plain.Ops = append(plain.Ops, word.Op{Kind: word.Param, Width: int32(w), Bits: int32(w), A: word.None, B: word.None, C: word.None})
			plainValues = append(plainValues, v)
			if constant {
				ids = append(ids, b.Const(v, w))
				return
			}
			at := uint64(len(inputs))
			inputs[at] = v
			ids = append(ids, b.Leaf(word.Param, w, at))
		}
		value := func(w int) circuit.Value {
			n := new(big.Int)
			for range (w + 63) / 64 {
				n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(rapid.Uint64().Draw(t, "word")))
			}
			return circuit.FromBig(n, w)
		}
		pick := func() word.ID { return word.ID(rapid.IntRange(0, len(plain.Ops)-1).Draw(t, "operand")) }
		resize := func(x word.ID, w int) word.ID { // through random extensions
			n := width(int(x))
			switch {
			case n == w:
				return x
			case n > w:
				add(word.Op{Kind: word.Slice, Width: int32(w), A: x, B: word.None, C: word.None, Imm: uint64(rapid.IntRange(0, n-w).Draw(t, "low"))})
			case rapid.Bool().Draw(t, "signed"):
				add(word.Op{Kind: word.SExt, Width: int32(w), A: x, B: word.None, C: word.None})
			default:
				add(word.Op{Kind: word.ZExt, Width: int32(w), A: x, B: word.None, C: word.None})
			}
			return word.ID(len(plain.Ops) - 1)
		}
		for range 3 {
			w := rapid.SampledFrom([]int{1, 2, 8, 31, 32, 33, 64, 65, 100}).Draw(t, "width")
			source(value(w), w, false)
			source(circuit.Uint(uint64(rapid.IntRange(0, 3).Draw(t, "small"))).Mask(w), w, true)
			source(value(w), w, true)
		}
		kinds := []word.Kind{
			word.And, word.Or, word.Xor, word.Not, word.Shl, word.LShr, word.AShr, word.Concat, word.RedOr, word.RedAnd, word.RedXor,
			word.Add, word.Sub, word.Mul, word.UDiv, word.URem, word.SDiv, word.SRem, word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe,
			word.Mux, word.Slice, word.ZExt, word.SExt, word.Clz,
		}
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			k := rapid.SampledFrom(kinds).Draw(t, "kind")
			a := pick()
			w := width(int(a))
			op := word.Op{Kind: k, Width: int32(w), A: a, B: word.None, C: word.None}
			switch k {
			case word.Not:
			case word.RedOr, word.RedAnd, word.RedXor:
				op.Width = 1
			case word.Clz:
				if w > 64 {
					continue
				}
				op.Width = 32
			case word.Shl, word.LShr, word.AShr:
				op.B = resize(pick(), rapid.SampledFrom([]int{3, 7, 32}).Draw(t, "count width"))
			case word.Concat:
				op.B = pick()
				op.Width = int32(w + width(int(op.B)))
				if op.Width > 300 {
					continue
				}
			case word.Mux:
				op.A = resize(pick(), 1)
				op.B = a
				op.C = resize(pick(), w)
			case word.Slice, word.ZExt, word.SExt:
				resize(a, rapid.SampledFrom([]int{1, 5, 32, 40, 64, 90}).Draw(t, "to"))
				continue
			case word.Eq, word.Ne, word.ULt, word.ULe, word.SLt, word.SLe:
				op.B = resize(pick(), w)
				op.Width = 1
			case word.SDiv, word.SRem:
				if w > 64 {
					continue
				}
				op.B = resize(pick(), w)
			default:
				op.B = resize(pick(), w)
			}
			add(op)
		}
		builtValues = make([]circuit.Value, len(b.Ops))
		for i := range b.Ops {
			op := &b.Ops[i]
			require.NoError(t, b.CheckOp(i, circuit.MaxWidth))
			if op.Kind == word.Param {
				builtValues[i] = inputs[op.Imm]
				continue
			}
			var v [3]circuit.Value
			n := 1
			for k, x := range [3]word.ID{op.A, op.B, op.C} {
				if x != word.None {
					v[k] = builtValues[x]
				}
			}
			if op.A != word.None {
				n = b.Width(op.A)
			}
			r, ok := b.Apply(op, n, v[0], v[1], v[2])
			require.True(t, ok, op.Kind)
			builtValues[i] = r
			require.True(t, r.Fits(int(op.Bits)), "%%%d %s: %s has more than %d bits", i, op.Kind, r, op.Bits)
		}
		for i, id := range ids {
			require.Equal(t, plain.Ops[i].Width, b.Ops[id].Width)
			require.True(t, plainValues[i].Equal(builtValues[id]), "%%%d %s: %s, simplified %s", i, plain.Ops[i].Kind, plainValues[i], builtValues[id])
		}
	})
}
