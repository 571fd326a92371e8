package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
	"simten.dev/engine/word/wordtest"
)

// run computes all operations of a graph, given its parameters.
func run(t require.TestingT, g *word.Graph, parameters ...uint64) []uint64 {
	values, err := wordtest.Values(g, parameters...)
	require.NoError(t, err)
	return values
}

// Whatever And, Or, Xor, Not and choices make of conditions on one value, and of other bits, is the same for every
// value as computed one by one. Values of more bits than a set may have are among them.
func TestConditionsOnOneValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		width := rapid.IntRange(1, 8).Draw(t, "width")
		x, other := b.Leaf(word.Param, width, 0), b.Leaf(word.Param, 1, 1)
		if rapid.Bool().Draw(t, "extended") {
			x = b.ZExt(x, 32)
		}
		type condition struct {
			id    word.ID
			holds func(x, other uint64) bool
		}
		list := []condition{
			{other, func(_, other uint64) bool { return other == 1 }},
			{b.Uint(1, 1), func(_, _ uint64) bool { return true }},
		}
		draw := func() condition { return list[rapid.IntRange(0, len(list)-1).Draw(t, "operand")] }
		for range rapid.IntRange(1, 30).Draw(t, "conditions") {
			k := rapid.Uint64Range(0, 1<<width).Draw(t, "constant") & word.Mask64(uint(b.Width(x)))
			c := b.Uint(k, b.Width(x))
			p, q, r := draw(), draw(), draw()
			switch rapid.SampledFrom([]string{"eq", "eq", "ne", "ult", "ule", "ugt", "uge", "bit", "and", "and", "or", "or", "xor", "not", "mux"}).Draw(t, "kind") {
			case "eq":
				list = append(list, condition{b.Eq(x, c), func(x, _ uint64) bool { return x == k }})
			case "ne":
				list = append(list, condition{b.Ne(x, c), func(x, _ uint64) bool { return x != k }})
			case "ult":
				list = append(list, condition{b.Compare(word.ULt, x, c), func(x, _ uint64) bool { return x < k }})
			case "ule":
				list = append(list, condition{b.Compare(word.ULe, x, c), func(x, _ uint64) bool { return x <= k }})
			case "ugt":
				list = append(list, condition{b.Compare(word.ULt, c, x), func(x, _ uint64) bool { return k < x }})
			case "uge":
				list = append(list, condition{b.Compare(word.ULe, c, x), func(x, _ uint64) bool { return k <= x }})
			case "bit": // written as a set already, of a constant that may be too short or too long for the value
				n := rapid.SampledFrom([]int{5, 32, 64}).Draw(t, "size")
				mask := rapid.Uint64().Draw(t, "mask") & word.Mask64(uint(n))
				list = append(list, condition{b.Slice(b.Binary(word.LShr, b.Uint(mask, n), x), 0, 1), func(x, _ uint64) bool {
					return x < uint64(n) && mask>>x&1 == 1
				}})
			case "and":
				list = append(list, condition{b.And(p.id, q.id), func(x, o uint64) bool { return p.holds(x, o) && q.holds(x, o) }})
			case "or":
				list = append(list, condition{b.Or(p.id, q.id), func(x, o uint64) bool { return p.holds(x, o) || q.holds(x, o) }})
			case "xor":
				list = append(list, condition{b.Xor(p.id, q.id), func(x, o uint64) bool { return p.holds(x, o) != q.holds(x, o) }})
			case "not":
				list = append(list, condition{b.Not(p.id), func(x, o uint64) bool { return !p.holds(x, o) }})
			case "mux":
				list = append(list, condition{b.Mux(p.id, q.id, r.id), func(x, o uint64) bool {
					if p.holds(x, o) {
						return q.holds(x, o)
					}
					return r.holds(x, o)
				}})
			}
		}
		for value := range uint64(1) << width {
			for other := range uint64(2) {
				values := run(t, &b.Graph, value, other)
				for i, c := range list {
					require.Equal(t, c.holds(value, other), values[c.id] == 1, "condition %d of %d, %d", i, value, other)
				}
			}
		}
	})
}

// The cases of a switch exclude those before, and what they choose is put together backwards. The conditions must not
// grow with the square of the number of cases.
func TestCasesAreOneConditionEach(t *testing.T) {
	for _, width := range []int{4, 6, 7} {
		b := word.NewBuilder()
		x := b.Leaf(word.Param, width, 0)
		none := b.Uint(1, 1)
		var cases []word.ID
		for k := range uint64(16) {
			hit := b.Eq(x, b.Uint(k, width))
			cases = append(cases, b.And(none, hit))
			none = b.And(none, b.Not(hit))
		}
		for _, c := range cases {
			require.Equal(t, word.Eq, b.Ops[c].Kind)
		}
		if width == 4 {
			require.Equal(t, word.Const, b.Ops[none].Kind, "all values have been cases")
		}
	}
}

// A bit of an operation on two words is taken out of its result, when it would have to be taken out of both words
// otherwise.
func TestBitsOfWords(t *testing.T) {
	for _, width := range []int{8, 32, 64, 128} {
		b := word.NewBuilder()
		x, y := b.Leaf(word.Param, width, 0), b.Leaf(word.Param, width, 1)
		sum := b.Xor(b.Add(x, y), b.Sub(x, y))
		for k := 1; k < width; k++ { // the lowest bits of a sum need no more than the lowest bits
			bit := b.Ops[b.Slice(sum, k, 1)]
			require.Equal(t, word.Slice, bit.Kind)
			require.Equal(t, sum, bit.A)
		}
		// of bits put together, each comes back as it was
		p, q := b.Leaf(word.Param, 1, 2), b.Leaf(word.Param, 1, 3)
		joined := b.Or(b.ZExt(p, width), b.Binary(word.Shl, b.ZExt(q, width), b.Uint(5, 32)))
		require.Equal(t, p, b.Slice(joined, 0, 1))
		require.Equal(t, q, b.Slice(joined, 5, 1))
	}
}

// Choices nested in each other, with conditions that have parts in common, and comparisons of them, are the same for
// all inputs as computed one by one.
func TestNestedChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		const width = 3
		x := b.Leaf(word.Param, width, 0)
		type value struct {
			id word.ID
			of func(x uint64, bits uint64) uint64
		}
		var conditions, words []value
		for i := range uint64(3) {
			conditions = append(conditions, value{b.Leaf(word.Param, 1, i+1), func(_, bits uint64) uint64 { return bits >> i & 1 }})
		}
		words = append(words,
			value{x, func(x, _ uint64) uint64 { return x }},
			value{b.Slice(b.ZExt(x, 32), 0, width), func(x, _ uint64) uint64 { return x }})
		condition := func() value { return rapid.SampledFrom(conditions).Draw(t, "condition") }
		number := func() value { return rapid.SampledFrom(words).Draw(t, "word") }
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			p, q, r := condition(), condition(), condition()
			v, w := number(), number()
			k := rapid.Uint64Range(0, 1<<width-1).Draw(t, "constant")
			switch rapid.SampledFrom([]string{"constant", "eq", "ne", "less", "and", "or", "not", "choose", "choose", "wide", "mux", "collect", "number"}).Draw(t, "kind") {
			case "constant":
				words = append(words, value{b.Uint(k, width), func(_, _ uint64) uint64 { return k }})
			case "eq":
				conditions = append(conditions, value{b.Eq(v.id, b.Uint(k, width)), func(x, bits uint64) uint64 { return bit(v.of(x, bits) == k) }})
			case "ne":
				conditions = append(conditions, value{b.Ne(b.ZExt(v.id, 32), b.Uint(k, 32)), func(x, bits uint64) uint64 { return bit(v.of(x, bits) != k) }})
			case "less":
				conditions = append(conditions, value{b.Compare(word.ULt, v.id, w.id), func(x, bits uint64) uint64 { return bit(v.of(x, bits) < w.of(x, bits)) }})
			case "and":
				conditions = append(conditions, value{b.And(p.id, q.id), func(x, bits uint64) uint64 { return p.of(x, bits) & q.of(x, bits) }})
			case "or":
				conditions = append(conditions, value{b.Or(p.id, q.id), func(x, bits uint64) uint64 { return p.of(x, bits) | q.of(x, bits) }})
			case "not":
				conditions = append(conditions, value{b.Not(p.id), func(x, bits uint64) uint64 { return 1 - p.of(x, bits) }})
			case "choose":
				words = append(words, value{b.Mux(p.id, v.id, w.id), func(x, bits uint64) uint64 {
					if p.of(x, bits) == 1 {
						return v.of(x, bits)
					}
					return w.of(x, bits)
				}})
			case "collect": // a bit into a word, or one more
				kind := rapid.SampledFrom([]word.Kind{word.Or, word.Xor, word.Add}).Draw(t, "into")
				words = append(words, value{b.Mux(p.id, b.Binary(kind, v.id, b.Uint(k, width)), v.id), func(x, bits uint64) uint64 {
					before := v.of(x, bits)
					switch {
					case p.of(x, bits) == 0:
						return before
					case kind == word.Or:
						return before | k
					case kind == word.Xor:
						return before ^ k
					}
					return (before + k) % (1 << width)
				}})
			case "number": // conditions chosen as numbers
				words = append(words, value{b.Mux(p.id, b.ZExt(q.id, width), b.ZExt(r.id, width)), func(x, bits uint64) uint64 {
					if p.of(x, bits) == 1 {
						return q.of(x, bits)
					}
					return r.of(x, bits)
				}})
			case "wide": // of values that have been extended, one of them perhaps a constant
				words = append(words, value{b.Slice(b.Mux(p.id, b.Uint(k, 32), b.ZExt(v.id, 32)), 0, width), func(x, bits uint64) uint64 {
					if p.of(x, bits) == 1 {
						return k
					}
					return v.of(x, bits)
				}})
			case "mux":
				conditions = append(conditions, value{b.Mux(p.id, q.id, r.id), func(x, bits uint64) uint64 {
					if p.of(x, bits) == 1 {
						return q.of(x, bits)
					}
					return r.of(x, bits)
				}})
			}
		}
		for x := range uint64(1 << width) {
			for bits := range uint64(8) {
				values := run(t, &b.Graph, x, bits&1, bits>>1&1, bits>>2)
				for i, v := range append(conditions, words...) {
					require.Equal(t, v.of(x, bits), values[v.id], "value %d of %d, %d", i, x, bits)
				}
			}
		}
	})
}

func bit(holds bool) uint64 {
	if holds {
		return 1
	}
	return 0
}
