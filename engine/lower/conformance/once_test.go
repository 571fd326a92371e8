package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestLoopsOfOneRound: an output that only keeps its value settles after one round, and all machines agree on it. A
// loop that tests the output itself, or goes on from it, is repeated.
func TestLoopsOfOneRound(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		once bool
	}{
		"kept":           {lowertest.Only("eval: ({ a, b, d }) => ({ o: d ? a : undefined })"), true},
		"of a list":      {lowertest.Only("eval: ({ a, b, c, d }) => ({ o: [a, b, c][b & 3] })"), true},
		"two conditions": {lowertest.Only("eval: ({ a, b, d }) => { if (d) return { o: a }; if (b & 1) return { o: b }; return {} }"), true},
		"a latch of gates": {`circuit('Only', { inputs: { a: bit, b: bit }, outputs: { o: bit }, nodes: { x: Nor, y: Nor },
			connect: ({ inputs, outputs, nodes: { x, y } }) => [inputs.a.to(x.a), inputs.b.to(y.a), x.out.to(y.b, outputs.o), y.out.to(x.b)] })`, false},
		"decides by itself": {`const Keep = circuit('Keep', { inputs: { a: bit, b: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, b }) => (a ? { o: b } : {}) })
			circuit('Only', { inputs: { d: bit, e: bit, b: bus(8) }, outputs: { o: bus(8) }, nodes: { k: Keep, m: BitSlice({ width: 8, bit: 0 }), x: And, y: Or },
			connect: ({ inputs, outputs, nodes: { k, m, x, y } }) => [inputs.b.to(k.b), k.o.to(m.in, outputs.o), m.out.to(x.a), inputs.d.to(x.b), x.out.to(y.a), inputs.e.to(y.b), y.out.to(k.a)] })`, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, c.text)
			require.Len(t, p.Module.Loops, 1)
			require.Equal(t, c.once, p.Module.Loops[0].Once)
			lowertest.Agree(t, p, 200, 3)
			lowertest.AgreeGenerated(t, p, 200, 3)
		})
	}
}
