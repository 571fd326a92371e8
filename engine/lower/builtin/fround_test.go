package builtin_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/wasmgen"
)

// TestFround compares Math.fround with the closure's and with the conversion of Go, for random doubles and for those
// where floats of 32 bits end.
func TestFround(t *testing.T) {
	const text = "const P = Array.from({ length: 512 }, (_, i) => 2 ** (i - 256))\n" +
		"const Only = circuit('Only', { inputs: { m: bus(32), n: bus(20), e: bus(9), s: bit }, outputs: { o: bus(32), p: bus(32), q: bus(8), r: bus(32) }, eval: ({ m, n, e, s }) => { " +
		"const x = ((m >>> 0) * 1048576 + n) * P[e] * (s ? -1 : 1), f = Math.fround(x); " +
		"const size = Math.abs(f), scaled = size < 1e-30 ? f * 2 ** 149 : size < 1 ? f * 2 ** 90 : size < 1e20 ? f : f / 2 ** 90; " +
		"return { o: scaled, p: scaled / 4294967296, q: (f === x ? 1 : 0) + (f < 0 ? 2 : 0) + (f === Infinity || f === -Infinity ? 4 : 0) + (1 / f < 0 ? 8 : 0) + (Math.fround(f) === f ? 16 : 0), r: Math.fround(m) } } })"
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	w, err := wasmgen.New(context.Background(), p.Module, p.Design, nil)
	require.NoError(t, err)
	machines := []sim.Machine{p.Interp(t), p.Event(t), w}
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 4000 {
		m, n, e := rnd.Uint64()&0xffffffff, rnd.Uint64()&0xfffff, rnd.Uint64()&511
		switch round % 4 {
		case 1: // about the smallest floats
			e = 256 - 149 - 54 + rnd.Uint64N(60)
		case 2: // about the largest
			e = 256 + 128 - 54 + rnd.Uint64N(4)
			m |= 0xffffff00 << (rnd.Uint64N(2) * 8) & 0xffffffff
		case 3: // halves
			m, n = m&0xffffff00|0x80, uint64(rnd.IntN(3))*rnd.Uint64N(2)
		}
		for _, machine := range machines {
			for i, v := range []uint64{m, n, e, rnd.Uint64() & 1 & uint64(round) >> 1} {
				machine.Set(i, circuit.Uint(v))
			}
			require.NoError(t, machine.Settle(context.Background()))
		}
		where := fmt.Sprint(m, " ", n, " ", e)
		lowertest.Same(t, p, machines[0], machines[1], where)
		lowertest.Same(t, p, machines[2], machines[1], where)
		require.Equal(t, uint32(int64(float32(int32(m)))), uint32(machines[0].Peek(p.Net(t, "__top__.r")).Lo), where)
	}
	require.NoError(t, w.Close())
	for _, x := range []string{"NaN", "Infinity", "-Infinity", "0", "-0", "16777217", "1e300", "-1e-300", "0.1", "5"} {
		p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bit }, outputs: { o: bus(8), p: bus(32) }, eval: ({ a }) => { const f = Math.fround("+x+"); return { o: (f === "+x+" ? 1 : 0) + (f !== f ? 2 : 0) + (1 / f < 0 ? 4 : 0) + (f - 1 === f ? 8 : 0) + a * 16, p: f * 1e9 } } })")
		require.Empty(t, p.Hints)
		lowertest.Agree(t, p, 4, 1)
	}
}

// TestFloat32Arrays has arrays of such floats.
func TestFloat32Arrays(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"made of a list":  "const f = new Float32Array([c / 3, 16777217, a, 0.1]); return { o: (f[0] === Math.fround(c / 3) ? 1 : 0) + (f[0] === c / 3 ? 2 : 0) + (f[1] - 16777216) * 4 + Math.floor(f[3] * 1e10) }",
		"changed":         "const f = new Float32Array(4); for (let i = 0; i < 8; i++) f[(a + i) & 3] += c / (i + 7); f[3] *= 1e30; f[3] *= 1e30; return { o: (f[3] === Infinity ? 1 : 0) + (Math.floor(f[0] + f[1] * 3 + f[2] * 5) >>> 1) * 2 }",
		"beside doubles":  "const x = [c / 7, -a / 3, b * 1.1], f = Float32Array.from(x), y = Float64Array.from(x); return { o: f.reduce((n, v, i) => n * 2 + (v === y[i] ? 1 : 0), 0) + (f[1] < y[1] ? 16 : 0) }",
		"sorted, outside": "const f = new Float32Array([3.3, c & 7, a / 2]).sort((x, y) => x - y); f[5] = 1; return { o: Math.floor(f[0] * 8 + f[1] * 64 + f[2] * 512) + (f[5] === undefined ? 1 : 0) + f.length * 8192 }",
	})
}
