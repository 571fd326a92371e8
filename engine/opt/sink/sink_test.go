package sink_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/opt/sink"
	"simten.dev/engine/opt/tabulate"
	"simten.dev/engine/word"
	"simten.dev/engine/word/wordtest"
)

// run computes all operations of a graph, given its parameters.
func run(t require.TestingT, g *word.Graph, parameters ...uint64) []uint64 {
	values, err := wordtest.Values(g, parameters...)
	require.NoError(t, err)
	return values
}

// sinkingInputs are the parameters of the graphs below, by number: four conditions, four indices of 3 bits, six bytes,
// six bits.
func sinkingInputs(b *word.Builder) (conditions, indices, bytes, bits []word.ID) {
	n := uint64(0)
	leaves := func(count, width int) (list []word.ID) {
		for range count {
			list = append(list, b.Leaf(word.Param, width, n))
			n++
		}
		return list
	}
	return leaves(4, 1), leaves(4, 3), leaves(6, 8), leaves(6, 1)
}

const sinkingParameters = 20

func drawParameters(r *rand.Rand) []uint64 {
	p := make([]uint64, sinkingParameters)
	for i := range p {
		switch {
		case i < 4 || i >= 14:
			p[i] = r.Uint64() & 1
		case i < 8:
			p[i] = r.Uint64() & 7
		default:
			p[i] = r.Uint64() & 255
		}
	}
	return p
}

// itemAt chooses item i of a list as a lambda does that knows the index to be in the list.
func itemAt(b *word.Builder, list []word.ID, i word.ID) word.ID {
	v := list[0]
	for k := 1; k < len(list); k++ {
		v = b.Mux(b.Eq(i, b.Uint(uint64(k), b.Width(i))), list[k], v)
	}
	return v
}

// Every operation of which only one operand differs is computed once, whichever of two, and in the middle of a chain
// too when it is worth its conditions.
func TestOperationsAreMovedBehindChoices(t *testing.T) {
	for name, f := range map[string]struct {
		make func(b *word.Builder, index, x, k word.ID) word.ID
		kind word.Kind
		one  int
	}{
		"sum":        {func(b *word.Builder, _, x, k word.ID) word.ID { return b.Add(x, k) }, word.Add, 1},
		"difference": {func(b *word.Builder, _, x, k word.ID) word.ID { return b.Sub(x, k) }, word.Sub, 1},
		"from":       {func(b *word.Builder, _, x, k word.ID) word.ID { return b.Sub(k, x) }, word.Sub, 1},
		"shift":      {func(b *word.Builder, i, _, k word.ID) word.ID { return b.Binary(word.Shl, k, i) }, word.Shl, 1},
		"remainder":  {func(b *word.Builder, _, x, k word.ID) word.ID { return b.Binary(word.URem, x, k) }, word.URem, 1},
		"item": {func(b *word.Builder, i, _, k word.ID) word.ID {
			return itemAt(b, []word.ID{k, b.Not(k), k, b.Add(k, b.Uint(9, 8))}, i)
		}, word.Eq, 3},
		"table": {func(b *word.Builder, i, _, _ word.ID) word.ID {
			return b.Lookup(b.Table(word.LookupTable{Width: 8, Data: []circuit.Value{circuit.Uint(3), circuit.Uint(77)}}), i)
		}, word.Table, 1},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{2, 3} {
				b := word.NewBuilder()
				conditions, indices, bytes, _ := sinkingInputs(b)
				v := f.make(b, indices[0], bytes[0], bytes[5])
				for k := 1; k < n; k++ {
					v = b.Mux(conditions[k], f.make(b, indices[k], bytes[k], bytes[5]), v)
				}
				require.Greater(t, wordtest.Needed(&b.Graph, v)[f.kind], f.one)
				before, root := v, v
				g := sink.Graph(&b.Graph, []*word.ID{&root})
				require.Equal(t, f.one, wordtest.Needed(g, root)[f.kind])
				r := rand.New(rand.NewSource(1))
				for range 100 {
					p := drawParameters(r)
					require.Equal(t, run(t, &b.Graph, p...)[before], run(t, g, p...)[root])
				}
			}
		})
	}
}

// An operation that is needed elsewhere too stays where it is: moving another one like it would be one more.
func TestOperationsNeededElsewhereStay(t *testing.T) {
	b := word.NewBuilder()
	conditions, _, bytes, _ := sinkingInputs(b)
	x, y := b.Sub(bytes[0], bytes[5]), b.Sub(bytes[1], bytes[5])
	v := b.Mux(conditions[0], x, y)
	roots := []*word.ID{&v, &x}
	g := sink.Graph(&b.Graph, roots)
	require.Equal(t, 2, wordtest.Needed(g, v, x)[word.Sub])
}

// A round-robin arbiter as a loop with an early return: one item is chosen at the end, and the requests are one word.
func TestAnArbiterChoosesOnce(t *testing.T) {
	b := word.NewBuilder()
	_, indices, bytes, bits := sinkingInputs(b)
	five := b.Uint(5, 32)
	data, valid := b.Uint(0, 8), b.Uint(0, 1)
	for k := uint64(5); k >= 1; k-- {
		i := b.Binary(word.URem, b.Add(b.ZExt(indices[0], 32), b.Uint(k, 32)), five)
		wants := itemAt(b, bits[:5], i)
		data = b.Mux(wants, itemAt(b, bytes[:5], i), data)
		valid = b.Or(wants, valid)
	}
	wantData, wantValid := data, valid
	before := wordtest.Needed(&b.Graph, data, valid)
	g := sink.Graph(&b.Graph, []*word.ID{&data, &valid})
	after := wordtest.Needed(g, data, valid)
	require.Equal(t, []int{20, 45}, []int{before[word.Eq], before[word.Mux]})
	require.Equal(t, []int{4, 9}, []int{after[word.Eq], after[word.Mux]})
	r := rand.New(rand.NewSource(1))
	for range 1000 {
		p := drawParameters(r)
		x, y := run(t, &b.Graph, p...), run(t, g, p...)
		require.Equal(t, []uint64{x[wantData], x[wantValid]}, []uint64{y[data], y[valid]})
	}
}

// Random choices among results of operations that have much in common stay what they are.
func TestSinkingChangesNoValue(t *testing.T) {
	one := func(t require.TestingT, seed int64) bool {
		r := rand.New(rand.NewSource(seed))
		b := word.NewBuilder()
		conditions, indices, bytes, bits := sinkingInputs(b)
		if r.Intn(2) == 0 {
			for i, x := range indices { // as remainders
				indices[i] = b.Binary(word.URem, b.Add(b.ZExt(x, 32), b.Uint(r.Uint64()&3, 32)), b.Uint(5, 32))
			}
		}
		any := func(list []word.ID) word.ID { return list[r.Intn(len(list))] }
		values := slices.Clone(bytes)
		var roots []word.ID
		for range 1 + r.Intn(6) {
			kind := r.Intn(11)
			shared, cond, index := any(values), any(conditions), any(indices)
			narrow := []word.ID{b.ZExt(any(bits), 8), b.Uint(r.Uint64()&1, 8), b.ZExt(any(bits), 8), b.ZExt(any(bits), 8), b.Uint(0, 8)}
			small := make([]word.ID, 8)
			for i := range small {
				small[i] = b.And(bytes[i%6], b.Uint(uint64(1+2*r.Intn(4)), 8))
			}
			from := [][]word.ID{bytes[:3+r.Intn(3)], narrow, values[:3], small}[r.Intn(4)]
			leaf := func() word.ID {
				x := any(values)
				switch kind {
				case 0:
					return b.Add(x, shared)
				case 1:
					return b.Sub(x, shared)
				case 2:
					return b.Sub(shared, x)
				case 3:
					return b.Xor(x, shared)
				case 4:
					return b.Mux(cond, x, shared)
				case 5:
					return b.Mux(cond, shared, x)
				case 6:
					return b.Binary(word.Shl, shared, any(indices))
				case 7:
					return b.Binary(word.LShr, x, index)
				case 8:
					return b.And(x, b.Uint(0xf0, 8))
				}
				return itemAt(b, from, any(indices))
			}
			v := any([]word.ID{any(values), b.Uint(0, 8), leaf(), shared})
			for range 1 + r.Intn(6) {
				value := leaf()
				if r.Intn(6) == 0 {
					value = any([]word.ID{any(values), b.Uint(0, 8), shared})
				}
				c := any(conditions)
				if r.Intn(3) == 0 {
					c = b.Slice(itemAt(b, narrow, any(indices)), 0, 1)
				}
				v = b.Mux(c, value, v)
			}
			values = append(values, v)
			if r.Intn(2) == 0 {
				roots = append(roots, v)
			}
		}
		roots = append(roots, values[len(values)-1])
		after := slices.Clone(roots)
		var pointers []*word.ID
		for i := range after {
			pointers = append(pointers, &after[i])
		}
		g := sink.Graph(&b.Graph, pointers)
		for range 20 {
			p := drawParameters(r)
			x, y := run(t, &b.Graph, p...), run(t, g, p...)
			for i := range roots {
				require.Equal(t, x[roots[i]], y[after[i]], "seed %d, root %d", seed, i)
			}
		}
		return g != &b.Graph
	}
	sunk := 0
	for seed := range int64(300) {
		if one(t, seed) {
			sunk++
		}
	}
	require.Greater(t, sunk, 80)
	rapid.Check(t, func(t *rapid.T) { one(t, rapid.Int64().Draw(t, "seed")) })
}

// TestNumbersAreChosen: of a list of results of one operation on a value and numbers, the number is chosen, by a table
// or a shift, though the results are needed elsewhere.
func TestNumbersAreChosen(t *testing.T) {
	for _, kind := range []word.Kind{word.Xor, word.Add, word.Mul} {
		for _, rest := range []bool{false, true} { // the last one is the value itself: x ^ 0
			b := word.NewBuilder()
			_, indices, bytes, _ := sinkingInputs(b)
			var list []word.ID
			if rest && (kind == word.Xor || kind == word.Add) {
				list = append(list, bytes[0])
			}
			for _, n := range []uint64{3, 5, 6, 7, 9, 11} {
				list = append(list, b.Binary(kind, bytes[0], b.Uint(n, 8)))
			}
			x, y, beside := itemAt(b, list, indices[0]), itemAt(b, list, indices[1]), b.Or(list[4], list[5])
			roots := []word.ID{x, y, beside}
			g := sink.Graph(&b.Graph, []*word.ID{&roots[0], &roots[1], &roots[2]})
			g = tabulate.Graph(g, []*word.ID{&roots[0], &roots[1], &roots[2]})
			require.Zero(t, wordtest.Needed(g, roots...)[word.Mux], "%v", kind)
			r := rand.New(rand.NewSource(1))
			for range 200 {
				p := drawParameters(r)
				before, after := run(t, &b.Graph, p...), run(t, g, p...)
				for k, id := range []word.ID{x, y, beside} {
					require.Equal(t, before[id], after[roots[k]], "%v", kind)
				}
			}
		}
	}
}

// TestNumbersOfARowThatMayBeMissing: an item at the place that a row of a table names, or the first one when the row
// names none, is read at one place.
func TestNumbersOfARowThatMayBeMissing(t *testing.T) {
	b := word.NewBuilder()
	_, indices, bytes, _ := sinkingInputs(b)
	table := func(width int, data ...uint64) word.ID {
		list := word.LookupTable{Width: width}
		for _, v := range data {
			list.Data = append(list.Data, circuit.Uint(v))
		}
		return b.Lookup(b.Table(list), indices[0])
	}
	named, place := table(4, 3, 9, 2, 1, 9, 4, 5, 3), table(3, 4, 0, 1, 5, 0, 2, 3, 5)
	there := b.Ne(named, b.Uint(9, 4))
	sum := func(n uint64) word.ID { return b.Add(bytes[0], b.Uint(n, 8)) }
	v, others := sum(100), bytes[0]
	for k := range uint64(6) {
		v = b.Mux(b.And(there, b.Eq(place, b.Uint(k, 3))), sum(20+k), v)
		others = b.Or(others, sum(20+k)) // they are needed elsewhere
	}
	roots := []word.ID{v, others}
	g := sink.Graph(&b.Graph, []*word.ID{&roots[0], &roots[1]})
	g = tabulate.Graph(g, []*word.ID{&roots[0], &roots[1]})
	require.Zero(t, wordtest.Needed(g, roots[0])[word.Mux])
	require.Equal(t, 1, wordtest.Needed(g, roots[0])[word.Add])
	r := rand.New(rand.NewSource(1))
	for range 200 {
		p := drawParameters(r)
		before, after := run(t, &b.Graph, p...), run(t, g, p...)
		require.Equal(t, before[v], after[roots[0]])
		require.Equal(t, before[others], after[roots[1]])
	}
}
