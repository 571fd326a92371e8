package conformance

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim"
)

// sequentials are circuits with state; each is compared with the closures it is made of.
var sequentials = map[string]string{
	"register": `const Only = circuit('Only', { inputs: { d: bus(32), we: bit }, outputs: { q: bus(32), neg: bit }, state: { v: reg(32) },
		eval: ({ v }) => ({ q: v, neg: v < 0 }), onTick: ({ d, we, v }) => ({ v: we ? d : v }) })`,
	"unsigned": `const Only = circuit('Only', { inputs: { d: bus(32) }, outputs: { q: bus(32), big: bit }, state: { v: reg(32, 7) },
		eval: ({ v }) => ({ q: v / 3, big: v > 2000000000 }), onTick: ({ d, v }) => ({ v: (v + d) >>> 0 }) })`,
	"both signs": `const Only = circuit('Only', { inputs: { d: bus(32), s: bit }, outputs: { q: bus(32), neg: bit }, state: { v: reg(32, -5) },
		eval: ({ v }) => ({ q: v >> 1, neg: v < 0 }), onTick: ({ d, s, v }) => ({ v: s ? d >>> 0 : v - d }) })`,
	"both signs compared": `const Only = circuit('Only', { inputs: { d: bus(32), s: bit, k: bus(3) }, outputs: { q: bus(9) }, state: { v: reg(32, -1), m: mem(2, 32) },
		eval: ({ v, m, s }) => ({ q: (v === 0) | (v === -1) << 1 | (v === 0xffffffff) << 2 | (v == 2147483648) << 3 | (v !== -2147483648) << 4 | (v ? 0 : 32) | (m[s] === 5) << 6 | (m[s] === -2) << 7 | (v === 4294967296) << 8 }),
		onTick: ({ d, s, k, v, m }) => { const x = [d, 0, -1, 1 << 31, 5, -2, d >> 31, 1][k]; m[s] = k & 1 ? x : x >>> 0; return { v: s ? x >>> 0 : x, m } } })`,
	"hold": `const Only = circuit('Only', { inputs: { d: bus(8), we: bit }, outputs: { q: bus(8), r: bus(8) }, state: { v: reg(8), w: reg(8, 3) },
		eval: ({ v, w }) => ({ q: v, r: w }), onTick: ({ d, we, v, w }) => { if (we) return { v: d }; if (d > 100) return { w: v, v: w + 1 }; return {} } })`,
	"paths": `const Only = circuit('Only', { inputs: { d: bus(8), e: bus(32), we: bit }, outputs: { q: bus(8), r: bus(32), t: bit, n: bus(3) }, state: { phase: reg(2), count: reg(5), word: reg(32, 0xffffffff), shift: reg(9), seen: reg(1), small: reg(3, 5) },
		eval: ({ phase, count, word, shift, seen, small }) => ({ q: shift + count + phase, r: word, t: seen ^ (word < 0), n: small }),
		onTick: ({ d, e, we, phase, count, word, shift, seen, small }) => {
			if (phase === 0) return we ? { phase: 1, count: 0, seen: 0, word: e } : {}
			if (phase === 1 && count !== (d & 7)) return { count: count + 1, shift: (shift << 1) | we, small: seen ? d : small - 1 }
			if (phase === 1) return { phase: d & 1 ? 2 : 3, seen: 1, word: e >>> 0 }
			if (count === 0) return { phase: 0, shift: d, word: -1 }
			if (phase === 2) return { count: count - 1, seen: seen & we }
			return { count: count - 1, word: word ^ e, seen: seen | we, small: d * 3 }
		} })`,
	"signs that nobody sees": `const Only = circuit('Only', { inputs: { d: bus(32), s: bit, a: bus(2) }, outputs: { q: bus(32), z: bit }, state: { v: reg(32, 0x9e3779b9), w: reg(32, 0xffffffff), m: mem(4, 32) },
		eval: ({ v, w }) => ({ q: v ^ (w << 3), z: (v & 0xff) === 0 }),
		onTick: ({ d, s, a, v, w, m }) => { if (s) m[a] = v; return s ? { v: v ^ (v << 13), w: m[a], m } : { w: d >>> 0, v: d, m } } })`,
	"wide": `const Only = circuit('Only', { inputs: { d: bus(100), we: bit }, outputs: { q: bus(100), hi: bus(36) }, state: { v: reg(100, 1) },
		eval: ({ v }) => ({ q: v, hi: v >> 64n }), onTick: ({ d, we, v }) => ({ v: we ? (v << 1n) ^ d : v + 1n }) })`,
	"unconnected": `const Leaf = circuit('Leaf', { inputs: { d: bus(8), e: bus(8) }, outputs: { q: bus(8) }, state: { v: reg(8) },
			eval: ({ v, e }) => ({ q: v + e }), onTick: ({ d, e = 9, v }) => ({ v: v + d + e }) })
		const Only = circuit('Only', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, nodes: { x: Leaf },
			connect: ({ inputs, outputs, nodes: { x } }) => [inputs.d.to(x.d), x.q.to(outputs.q)] })`,
	"memory": `const Only = circuit('Only', { inputs: { a: bus(8), d: bus(16), we: bit, b: bus(8) }, outputs: { q: bus(16), r: bus(16), n: bit }, state: { m: mem(200, 12) },
		eval: ({ m, a, b }) => ({ q: m[a], r: m.get(b) ?? 77, n: m.has(a) }), onTick: ({ m, a, b, d, we }) => { if (we) { m[a] = d; m[b] = m[a] + 1 } return { m } } })`,
	"memory map": `const Only = circuit('Only', { inputs: { a: bus(4), d: bus(16), we: bit }, outputs: { q: bus(16) }, state: { m: mem(16, 16), n: reg(4) },
		eval: ({ m, a, n }) => ({ q: (m.get(a) ?? 1) + n }), onTick: ({ m, a, d, we, n }) => { const c = new Map(m); if (we) c.set(a, d).set(n, 5); return { m: c, n: n + 1 } } })`,
	"memory not returned": `const Only = circuit('Only', { inputs: { a: bus(4), d: bus(16), we: bit }, outputs: { q: bus(16) }, state: { m: mem(16, 16) },
		eval: ({ m, a }) => ({ q: m[a] }), onTick: ({ m, a, d, we }) => { m[a] = d; return we ? { m } : {} } })`,
	"memory chosen": `const Only = circuit('Only', { inputs: { a: bus(4), d: bus(16), we: bit }, outputs: { q: bus(16) }, state: { m: mem(16, 16) },
		eval: ({ m, a }) => ({ q: m[a] }), onTick: ({ m, a, d, we }) => ({ m: we ? new Map(m).set(a, d) : d & 1 ? m.set(1, d) : m }) })`,
	"memory at signed addresses": `const Only = circuit('Only', { inputs: { a: bus(32), w: bus(40), d: bus(8), we: bit }, outputs: { q: bus(8), r: bus(8), g: bus(8), h: bit, k: bus(8), l: bus(8), n: bus(8) }, state: { m: mem(16, 8), b: new Map([[1, 2]]) },
		eval: ({ a, w, m, b }) => ({ q: m[a], r: m[a] ?? 9, g: m.get(a) ?? 3, h: m.has(a), k: m[w], l: (m.get(w) ?? 5) + (m.has(w) ? 1 : 2), n: b[a % 8] ?? 8 }),
		onTick: ({ a, w, d, we, m, b }) => { if (we) { m[a] = d; m.set(a - 2, d + 1).set(w, 7); m[w] = d; b[a % 8] = d } return { m, b } } })`,
	"memory of 32 bits": `const Only = circuit('Only', { inputs: { a: bus(4), d: bus(32), we: bit, s: bit }, outputs: { q: bus(32), neg: bit }, state: { m: mem(16, 32) },
		eval: ({ m, a }) => ({ q: m[a] / 2, neg: m[a] < 0 }), onTick: ({ m, a, d, we, s }) => { if (we) m[a] = s ? d : d >>> 0; return { m } } })`,
	"memory of 64 bits": `const Only = circuit('Only', { inputs: { a: bus(4), d: bus(64), we: bit }, outputs: { q: bus(64) }, state: { m: mem(16, 64) },
		eval: ({ m, a }) => ({ q: m[a] + 1n }), onTick: ({ m, a, d, we }) => { if (we) m[a] = d; return { m } } })`,
	"bare map": `const Only = circuit('Only', { inputs: { a: bus(6), d: bus(8), we: bit }, outputs: { q: bus(8) }, state: { m: new Map([[3, 5], [60, 9]]) },
		eval: ({ m, a }) => ({ q: m[a] }), onTick: ({ m, a, d, we }) => { if (we) m[a] = d; return { m } } })`,
	"text": `const Only = circuit('Only', { inputs: { c: bus(8), we: bit, nl: bit }, outputs: {}, state: { text: '>' },
		eval: () => ({}), onTick: ({ c, we, nl, text }) => { if (!we) return { text }; let t = text + String.fromCharCode(c & 127); if (nl) t += '\n-'; return { text: t.slice(-20) } } })`,
	"latch": `const Only = circuit('Only', { inputs: { r: bit, s: bit }, outputs: { q: bit }, nodes: { n1: Nor, n2: Nor },
		connect: ({ inputs, outputs, nodes: { n1, n2 } }) => [inputs.r.to(n1.a), n2.out.to(n1.b), inputs.s.to(n2.a), n1.out.to(n2.b), n1.out.to(outputs.q)] })`,
	"transparent latch": `const Only = circuit('Only', { inputs: { d: bus(8), g: bit }, outputs: { q: bus(8) }, eval: ({ d, g }) => g ? { q: d } : {} })`,
	"false loop": `const Pair = circuit('Pair', { inputs: { a: bus(8), b: bus(8) }, outputs: { x: bus(8), y: bus(8) }, eval: ({ a, b }) => ({ x: a + 1, y: b * 3 }) })
		const Only = circuit('Only', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes: { p: Pair },
			connect: ({ inputs, outputs, nodes: { p } }) => [inputs.a.to(p.a), p.x.to(p.b), p.y.to(outputs.y)] })`,
	"loop that a constant opens": `const Twice = circuit('Twice', { inputs: { a: bit, b: bus(4) }, outputs: { y: bus(4), z: bit }, eval: ({ a, b }) => ({ y: b + b, z: a }) })
		const Nil = circuit('Nil', { inputs: { a: bit }, outputs: { y: bus(4) }, eval: ({ a }) => ({ y: a && 0 }) })
		const Only = circuit('Only', { inputs: { d: bit }, outputs: { q: bit, r: bit }, nodes: { n: Nand, t: Twice, x: Xor, p: Probe, k: Nil },
			connect: ({ inputs, outputs, nodes: { n, t, x, p, k } }) => [n.out.to(p.in, k.a), p.out.to(n.a, t.a), k.y.to(t.b), t.y.to(n.b), t.z.to(x.a, outputs.q), inputs.d.to(x.b), x.out.to(outputs.r)] })`,
	"switches": `const Only = circuit('Only', { outputs: { q: bus(8), r: bus(64) }, nodes: { s: Switch, t: Switch({ value: 1 }), i: Input({ width: 8, value: 300 }), k: Constant({ width: 8, value: 3 }), w: Input({ width: 64, value: 12345678901234567890n }), a: Adder({ width: 8 }) },
		connect: ({ outputs, nodes: { s, t, i, k, a, w } }) => [i.out.to(a.a), k.out.to(a.b), s.out.to(a.carry_in), a.sum.to(outputs.q), w.out.to(outputs.r)] })`,
	"opaque with wide ports": `const Odd = circuit('Odd', { inputs: { a: bus(88), b: bus(130) }, outputs: { q: bus(130), r: bus(8) }, state: { v: reg(100) },
			eval: ({ a, b, v }) => ({ q: BigInt(String(a ^ v)) + b, r: String(b).length }), onTick: ({ a, b, v }) => ({ v: v + BigInt(String(a & b)) }) })
		const Only = circuit('Only', { inputs: { a: bit, b: bus(70), c: bus(130) }, outputs: { q: bus(130), r: bus(8) }, nodes: { x: Odd, y: Odd, add: Adder({ width: 130 }), wide: Register({ width: 130 }) },
			connect: ({ inputs, outputs, nodes: { x, y, add, wide } }) => [inputs.a.to(x.a, wide.we), inputs.b.to(add.a), inputs.c.to(add.b), add.sum.to(x.b, wide.data), x.q.to(y.b), x.r.to(y.a), y.q.to(outputs.q), y.r.to(outputs.r)] })`,
	"opaque": `const Odd = circuit('Odd', { inputs: { a: bus(8), we: bit }, outputs: { q: bus(8) }, state: { v: reg(8), m: mem(4, 8) },
			eval: ({ a, v, m }) => { const s = String(a + v); return s.length > 2 ? { q: Number(s[1]) + m[1] } : {} },
			onTick: ({ a, we, v, m }) => { if (we) m[a & 3] = [a, v].sort()[0]; return { v: v + a, m } } })
		const Only = circuit('Only', { inputs: { a: bus(8), we: bit }, outputs: { q: bus(8) }, nodes: { x: Odd, y: Odd, r: Register({ width: 8 }) },
			connect: ({ inputs, outputs, nodes: { x, y, r } }) => [inputs.a.to(x.a), inputs.we.to(x.we, y.we, r.we), x.q.to(r.data), r.q.to(y.a), y.q.to(outputs.q)] })`,
	"wide division": `const Only = circuit('Only', { inputs: { a: bus(200), b: bus(130), s: bus(4) }, outputs: { q: bus(200), r: bus(130), p: bus(200), m: bus(130), d: bus(200), e: bus(66) },
		eval: ({ a, b, s }) => { const y = (b >> (BigInt(s) * 8n)) + 1n, x = BigInt.asIntN(200, a)
			return { q: a / y, r: a % y, p: s & 1 ? x / y : x / -y, m: s & 1 ? x % y : x % -y, d: a / 1000000000000000000000000n, e: a % 73786976294838206465n } } })`,
	"swap": `const Only = circuit('Only', { inputs: { d: bus(8), we: bit }, outputs: { x: bus(8), y: bus(8) }, state: { p: reg(8, 1), q: reg(8, 2), r: reg(80, 3n), s: reg(80) },
		eval: ({ p, q, r, s }) => ({ x: p + Number(r & 7n), y: q + Number(s & 7n) }), onTick: ({ d, we, p, q, r, s }) => ({ p: we ? d : q, q: p, r: s, s: r }) })`,
}

func TestSequentials(t *testing.T) {
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, text)
			if strings.HasPrefix(name, "opaque") {
				require.NotEmpty(t, p.Hints)
			} else {
				require.Empty(t, p.Hints)
			}
			for seed := range uint64(4) {
				lowertest.Agree(t, p, 60, seed)
			}
		})
	}
}

// TestSnapshots runs on from a snapshot twice, with everything else changed in between.
func TestSnapshots(t *testing.T) {
	ctx := context.Background()
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, text)
			m := sim.Machine(p.Interp(t))
			rnd := rand.New(rand.NewPCG(5, 5))
			drive := func(rounds int) {
				for range rounds {
					for i, in := range p.Design.Inputs {
						m.Set(i, lowertest.Random(rnd, in.Type.Wires()))
					}
					for i := range p.Design.NodeCount() {
						if arg := p.Design.Node(i).Metadata.InteractiveArg; arg != "" {
							m.SetArgument(i, arg, lowertest.Random(rnd, 8))
						}
					}
					_, err := m.Step(ctx, 1+rnd.IntN(3))
					require.NoError(t, err)
				}
			}
			start, err := m.Snapshot()
			require.NoError(t, err)
			drive(10)
			middle, err := m.Snapshot()
			require.NoError(t, err)
			drive(10)
			require.NoError(t, m.Restore(ctx, middle))
			again, err := m.Snapshot()
			require.NoError(t, err)
			require.Equal(t, middle, again)
			_, err = m.Step(ctx, 5)
			require.NoError(t, err)
			first, err := m.Snapshot()
			require.NoError(t, err)
			drive(3)
			require.NoError(t, m.Restore(ctx, middle))
			_, err = m.Step(ctx, 5)
			require.NoError(t, err)
			second, err := m.Snapshot()
			require.NoError(t, err)
			require.Equal(t, first, second)
			require.NoError(t, m.Restore(ctx, start))
			again, err = m.Snapshot()
			require.NoError(t, err)
			require.Equal(t, start, again)
			require.ErrorIs(t, m.Restore(ctx, []byte("x")), sim.ErrSnapshot)
			require.NoError(t, m.Reset(ctx))
			require.Zero(t, m.Cycle())
		})
	}
}

// TestSetState overwrites state and compares with the closures.
func TestSetState(t *testing.T) {
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, text)
			a, b := sim.Machine(p.Interp(t)), sim.Machine(p.Event(t))
			rnd := rand.New(rand.NewPCG(9, 9))
			ctx := context.Background()
			for range 10 {
				for i := range p.Design.NodeCount() {
					for k, s := range p.Design.Node(i).State {
						v := sim.State{Scalar: circuit.Uint(uint64(rnd.IntN(2)))}
						if s.StateType.Kind == circuit.Memory {
							v = sim.State{Memory: map[uint64]circuit.Value{uint64(rnd.IntN(4)): circuit.Uint(uint64(rnd.IntN(9)))}}
						} else if s.InitialValue.IsText {
							v = sim.State{IsText: true, Text: "héllo"}
						}
						a.SetState(i, k, v)
						b.SetState(i, k, v)
					}
				}
				require.NoError(t, a.Settle(ctx))
				require.NoError(t, b.Settle(ctx))
				lowertest.Same(t, p, a, b, "after SetState")
				_, err := a.Step(ctx, 2)
				require.NoError(t, err)
				_, err = b.Step(ctx, 2)
				require.NoError(t, err)
				lowertest.Same(t, p, a, b, "after a step")
			}
		})
	}
}

// TestOscillation names the loop, keeps the machine as it was, and lets it recover.
func TestOscillation(t *testing.T) {
	p := lowertest.Compile(t, `const Only = circuit('Only', { inputs: { a: bit, d: bit }, outputs: { y: bit, q: bit }, nodes: { g: Nand, f: DFlipFlop },
		connect: ({ inputs, outputs, nodes: { g, f } }) => [inputs.a.to(g.a), g.out.to(g.b, outputs.y), inputs.d.to(f.d), f.q.to(outputs.q)] })`)
	m := p.Interp(t)
	ctx := context.Background()
	y, q := p.Net(t, "__top__.y"), p.Net(t, "__top__.q")
	require.Equal(t, uint64(1), m.Peek(y).Lo)
	m.Set(0, circuit.Uint(1))
	m.Set(1, circuit.Uint(1))
	done, err := m.Step(ctx, 3)
	require.Zero(t, done)
	var d *circuit.Diagnostic
	require.ErrorAs(t, err, &d)
	require.Equal(t, circuit.CodeOscillation, d.Code)
	require.Contains(t, d.Message, "loop through g")
	require.Zero(t, m.Cycle())
	m.Set(0, circuit.Value{})
	done, err = m.Step(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, 1, done)
	require.Equal(t, uint64(1), m.Peek(y).Lo)
	require.Equal(t, uint64(1), m.Peek(q).Lo)
}

// TestOscillationNamesPassingNodes shows the whole way around, also through nodes of which no operation is left.
func TestOscillationNamesPassingNodes(t *testing.T) {
	p := lowertest.Compile(t, `const Only = circuit('Only', { inputs: { a: bit }, nodes: { first: Xor, second: [Xor, Buffer], apart: Not },
		connect: ({ inputs, nodes: { first, second, apart } }) => [inputs.a.to(first.a, apart.in), first.out.to(second[0].a), second[0].out.to(second[1].in), second[1].out.to(first.b)] })`)
	for _, b := range machines {
		m := b.start(t, p)
		m.Set(0, circuit.Uint(1))
		var d *circuit.Diagnostic
		require.ErrorAs(t, m.Settle(context.Background()), &d, b.name)
		require.Contains(t, d.Message, "the loop through first, second0, second1 keeps changing", b.name)
		require.Equal(t, "first", d.Node, b.name)
	}
}

// TestOscillationAfterEdge takes back the cycle whose new state makes a loop oscillate.
func TestOscillationAfterEdge(t *testing.T) {
	p := lowertest.Compile(t, `const Count = circuit('Count', { outputs: { hot: bit, out: bus(8) }, state: { n: reg(8), m: mem(16, 8) },
			eval: ({ n }) => ({ hot: n >= 5, out: n }), onTick: ({ n, m }) => { m[n] = n + 1; return { n: n + 1, m } } })
		const Only = circuit('Only', { outputs: { n: bus(8) }, nodes: { c: Count, g: Nand },
			connect: ({ outputs, nodes: { c, g } }) => [c.hot.to(g.a), g.out.to(g.b), c.out.to(outputs.n)] })`)
	a, b := sim.Machine(p.Interp(t)), sim.Machine(p.Event(t))
	for _, m := range []sim.Machine{a, b} {
		done, err := m.Step(context.Background(), 20)
		require.Error(t, err)
		require.Equal(t, 4, done)
		require.Equal(t, uint64(4), m.Cycle())
		require.Equal(t, uint64(4), m.State(0, 0).Scalar.Lo)
		require.Len(t, m.State(0, 1).Memory, 4)
	}
	require.Equal(t, b.Peek(p.Net(t, "__top__.n")), a.Peek(p.Net(t, "__top__.n")))
}

// TestDoesNotFit warns once about each output that a lambda overfills, exactly when the closures do.
func TestDoesNotFit(t *testing.T) {
	for _, e := range []string{"a + b", "a - b", "a * 3 - 5", "a / 2", "-a / 3", "NaN", "a === 3", "BigInt(a) * BigInt(b)", "-BigInt(a)", "a > 3 ? a * 1.5 : undefined", "~a", "a ? -1 : 1e20", "b"} {
		t.Run(e, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bus(6), b: bus(6) }, outputs: { o: bus(6) }, eval: ({ a, b }) => ({ o: "+e+" }) })")
			rnd := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				a, b := sim.Machine(p.Interp(t)), sim.Machine(p.Event(t)) // fresh ones, which have not warned
				for i := range p.Design.Inputs {
					v := circuit.Uint(uint64(rnd.IntN(64)))
					a.Set(i, v)
					b.Set(i, v)
				}
				require.NoError(t, a.Settle(context.Background()))
				require.NoError(t, b.Settle(context.Background()))
				require.Len(t, a.Warnings(), len(b.Warnings()), "a=%s b=%s", a.Peek(p.Net(t, "__top__.a")), a.Peek(p.Net(t, "__top__.b")))
				for i, w := range a.Warnings() {
					require.Equal(t, b.Warnings()[i], w)
				}
			}
		})
	}
}
