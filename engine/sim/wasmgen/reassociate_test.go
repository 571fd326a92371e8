package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestSumsInAnyOrder has sums, and the like, whose terms are there at different times, each a term of the next: as
// written each waits for all before it.
func TestSumsInAnyOrder(t *testing.T) {
	kinds := []word.Kind{word.Add, word.Xor, word.And, word.Or, word.Add}
	ordered := 0
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, below int) int { return rapid.IntRange(0, below-1).Draw(t, name) }
		width := rapid.SampledFrom([]int{32, 64, 1, 7, 20, 33}).Draw(t, "width")
		h := newHolding()
		var early []word.ID
		for range 4 {
			early = append(early, h.counter(width), h.reg(width))
		}
		late := h.reg(width)
		value := late
		for range 2 + number("sums", 6) {
			kind := kinds[number("kind", len(kinds))]
			terms := []word.ID{value}
			for range 2 + number("terms", 5) {
				x := early[number("early", len(early))]
				if number("computed", 3) == 0 {
					x = h.Binary(kinds[number("inner", len(kinds))], x, value)
				}
				terms = append(terms, x)
			}
			sum := terms[0]
			for _, x := range terms[1:] {
				sum = h.Binary(kind, sum, x)
			}
			value = h.Binary(word.Xor, sum, h.Binary(word.LShr, sum, h.Uint(3, 32)))
			if number("shown", 4) == 0 {
				h.m.Nets = append(h.m.Nets, sum)
			}
		}
		h.next(late, h.Add(value, h.Uint(0x9e3779b97f4a7c15, width)))
		for i, r := range early {
			if i%2 == 1 {
				h.next(r, h.Binary(kinds[number("next", 2)], r, value))
			}
		}
		h.m.Nets = append(h.m.Nets, value)
		netlist.Finish(h.m, h.Builder, nil)
		require.NoError(t, h.m.Check())
		netlisttest.Fields(h.m)

		tune := defaultTuning
		if number("in memory", 2) == 0 {
			tune = inMemory()
		}
		l, err := newLayout(h.m, nil)
		require.NoError(t, err)
		if newPlan(h.m, step, l, nil, tune).there != nil {
			ordered++
		}
		machine, err := newMachine(context.Background(), h.m, nil, nil, tune)
		require.NoError(t, err)
		defer func() { require.NoError(t, machine.Close()) }()
		followsTheModel(t, machine, h.m, 20)
	})
	require.Greater(t, ordered, 10)
}

// TestEarlierOperandsAreAddedFirst has a hash as it is written: of each round the sum waits for what the round before
// gave, and the constants are added last.
func TestEarlierOperandsAreAddedFirst(t *testing.T) {
	const rounds = 16
	h := newHolding()
	value, slow := h.reg(32), h.reg(32)
	at := value
	for i := range rounds {
		sum := h.Add(h.Xor(h.rotated(at, 6), h.rotated(at, 11)), slow)
		sum = h.Add(h.Add(sum, h.Uint(uint64(i+1)*0x9e3779b9, 32)), h.counter(32))
		at = h.Xor(sum, h.counter(32))
	}
	h.next(value, at)
	h.next(slow, h.Add(slow, value))
	netlist.Finish(h.m, h.Builder, nil)
	l, err := newLayout(h.m, nil)
	require.NoError(t, err)
	p := newPlan(h.m, step, l, nil, forBrowsers)
	require.NotNil(t, p.there)
	written := p.lasts(1, false)
	require.EqualValues(t, rounds*6, written, "a rotation, an exclusive or, three sums and another a round")
	require.EqualValues(t, rounds*4, p.lasts(1, true), "two of the sums need not wait")
}

// rotated is a word whose bits are moved to the right, and around.
func (h *holding) rotated(x word.ID, by uint64) word.ID {
	w := uint64(h.Width(x))
	return h.Or(h.Binary(word.LShr, x, h.Uint(by, 32)), h.Binary(word.Shl, x, h.Uint(w-by, 32)))
}
