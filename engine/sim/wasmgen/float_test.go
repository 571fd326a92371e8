package wasmgen_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// doubles has conversions of doubles to integers: bounded below 2^51, 2^62 and not at all, whole numbers and fractions,
// of both signs.
const doubles = `
const mul = (a, b, bits) => Math.floor((a * b) / 2 ** bits)
const Doubles = circuit('Doubles', {
  inputs: { a: bus(32), b: bus(32), c: bus(8), d: bus(64) },
  outputs: { o0: bus(32), o1: bus(32), o2: bus(32), o3: bus(32), o4: bus(32), o5: bus(32), o6: bus(64), o7: bus(32), o8: bit, o9: bus(32) },
  state: { x: reg(32), y: reg(32) },
  eval: ({ a, b, c, d, x, y }) => ({
    o0: mul(x, y, 22), // 2^42
    o1: mul(a | 0, b | 0, 12), // 2^50 at most
    o2: mul(a | 0, b | 0, 11) | 0, // 2^51
    o3: mul(a | 0, b | 0, 3) | 0, // 2^59
    o4: (a * b * 65536) | 0, // 2^80
    o5: Math.trunc(((a | 0) * 0.37) / 4) + Math.ceil((c - 128) / 16),
    o6: BigInt(Math.round((a | 0) / 64)) & 0xffffn,
    o7: ((a | 0) / 8) | 0,
    o8: Number(d) * 2 ** -40 > 99.5,
    o9: (Number(d) / 3 + ([1, 2, 3][c & 3])) | 0,
  }),
  onTick: ({ a, b, c, x, y }) => ({ x: c & 1 ? a | 0 : mul(x, x, 30), y: c & 2 ? b >>> 3 : -mul(x, y, 29) | 0 }),
})
circuit('Top', { inputs: { a: bus(32), b: bus(32), c: bus(8), d: bus(64) }, outputs: { o: bus(32) }, nodes: { f: Doubles },
  connect: ({ inputs: { a, b, c, d }, outputs, nodes: { f } }) => [a.to(f.a), b.to(f.b), c.to(f.c), d.to(f.d), f.o0.to(outputs.o)] })`

func TestDoublesToIntegers(t *testing.T) {
	ctx := context.Background()
	c, opaque, a, b := machines(t, doubles)
	require.Zero(t, opaque)
	r := rand.New(rand.NewSource(3))
	for range 400 {
		for i, in := range c.Design.Inputs {
			v := r.Uint64()
			switch r.Intn(4) {
			case 0:
				v >>= uint(r.Intn(64))
			case 1:
				v = [...]uint64{0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 1 << 63, ^uint64(0)}[r.Intn(8)]
			}
			for _, m := range []sim.Machine{a, b} {
				m.Set(i, circuit.Uint(v).Mask(in.Type.Wires()))
			}
		}
		for _, m := range []sim.Machine{a, b} {
			require.NoError(t, m.Settle(ctx))
		}
		sameNets(t, c, a, b)
		for _, m := range []sim.Machine{a, b} {
			_, err := m.Step(ctx, 1)
			require.NoError(t, err)
		}
	}
}
