package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/wasmgen"
)

// machines start each simulator of a design with closures of its own.
var machines = []struct {
	name  string
	start func(t *testing.T, p *lowertest.Program) sim.Machine
}{
	{"event", func(t *testing.T, p *lowertest.Program) sim.Machine { return p.Event(t) }},
	{"interp", func(t *testing.T, p *lowertest.Program) sim.Machine { return p.Interp(t) }},
	{"wasmgen", func(t *testing.T, p *lowertest.Program) sim.Machine {
		h, err := host.New(p.Realm, p.Design, p.Module)
		require.NoError(t, err)
		m, err := wasmgen.New(context.Background(), p.Module, p.Design, h)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, m.Close()) })
		return m
	}},
	{"tier", func(t *testing.T, p *lowertest.Program) sim.Machine {
		m := tiered(t, p, p.Module)
		improve(m, all)
		require.True(t, m.Generated())
		return m
	}},
}

// counting wires a counter to a node whose lambdas fail when it reaches the input at. The function
// JSON.stringify keeps a lambda interpreted.
func counting(node string) string {
	return `const N = circuit('N', ` + node + `)
const Count = circuit('Count', { outputs: { q: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ q: n }), onTick: ({ n }) => ({ n: n + 1 }) })
const Only = circuit('Only', { inputs: { at: bus(8) }, outputs: { q: bus(8), o: bus(8) }, nodes: { c: Count, n: N },
  connect: ({ inputs, outputs, nodes: { c, n } }) => [inputs.at.to(n.at), c.q.to(n.a, outputs.q), n.o.to(outputs.o)] })`
}

// TestFailureTakesBackItsOwnCycle steps several cycles at once into a failure: the machine stands
// before the cycle that failed, no earlier and no later, and goes on from there (M29).
func TestFailureTakesBackItsOwnCycle(t *testing.T) {
	const ports = `{ inputs: { a: bus(8), at: bus(8) }, outputs: { o: bus(8) }, `
	failures := []struct {
		name, text string
		done       int // cycles that complete of ten when the counter starts at 0 and at is 4
	}{
		{"an onTick throws", counting(ports + `state: { s: reg(8), m: mem(16, 8) }, eval: ({ s, m, a }) => ({ o: s + (m[a] | 0) }),
			onTick: ({ a, at, s, m }) => { JSON.stringify(a); if (a === at) throw new Error('tick'); m[a & 15] = a + 7; return { s: s + 3, m } } }`), 4},
		{"an onTick throws, eval is lowered", counting(ports + `state: { s: reg(8) }, eval: ({ s }) => ({ o: s }),
			onTick: ({ a, at, s }) => { if (a === at) throw new Error('tick'); return { s: s + Number(JSON.stringify(a)) } } }`), 4},
		{"an eval throws", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { JSON.stringify(a); if (a === at && at > 0) throw new Error('eval'); return { o: s } }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"an eval that holds throws", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { JSON.stringify(a); if (a === at && at > 0) throw new Error('eval'); return a & 1 ? { o: s } : {} }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled onTick throws", counting(ports + `state: { s: reg(8), m: mem(16, 8) }, eval: ({ s, m, a }) => ({ o: s + m[a] }),
			onTick: ({ a, at, s, m }) => { if (a === at) throw new Error('tick'); m[a & 15] = a + 7; return { s: s + 3, m } } }`), 4},
		{"a compiled eval throws", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { if (a === at && at > 0) throw new RangeError('eval'); return a & 1 ? { o: s } : {} }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled helper throws", counting(ports + `state: { s: reg(80, 3n) },
			eval: ({ a, at, s }) => { const need = (x) => { if (!x) throw TypeError('help'); return 5n / BigInt(x) }; for (let i = 0; i < 3; i++) if (a & 4) need(at < 1 ? 1 : a === at ? 0 : 9)
				return { o: Number(s & 255n) } }, onTick: ({ s }) => ({ s: s + 3n }) }`), 3},
		{"a compiled division by 0", counting(ports + `state: { s: reg(80, 3n) },
			eval: ({ a, at, s }) => ({ o: at > 0 ? Number((5n + s) / BigInt(a - at) & 255n) : a }), onTick: ({ s }) => ({ s: s + 3n }) }`), 3},
		{"a compiled eval mixes bigints and numbers", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { let t = 1n; if (a === at && at > 0) t = 3; return { o: Number(t + 2n) + s } }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled remainder of 0 in onTick", counting(ports + `state: { s: reg(80, 3n) },
			eval: ({ s }) => ({ o: Number(s & 255n) }), onTick: ({ a, at, s }) => { let t = s; if (at) t = s % BigInt(a - at); return { s: t } } }`), 4},
		{"a compiled eval reads from what is not found", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => ({ o: [{ k: 0, v: s }, { k: 1, v: 7 }].find((e) => e.k === (a === at && at > 0 ? 2 : a & 1)).v }), onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled eval reads from null", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { const at0 = (x) => (x > 0 && a === x ? null : { q: { v: s } }); return { o: at0(at).q.v } }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled onTick reads beyond a list", counting(ports + `state: { s: reg(8) },
			eval: ({ s }) => ({ o: s }), onTick: ({ a, at, s }) => { const t = [{ v: s }, { v: 2 }, { v: 3 }], k = (x) => t[x].v; if (a > at) return { s: 1 }; return { s: s + k(a === at ? 3 : a & 1) } } }`), 4},
		{"a compiled eval reads an item of null", counting(ports + `state: { s: reg(8) },
			eval: ({ a, at, s }) => { const row = (x) => (x > 0 && a === x ? null : [s, 2]), t = row(at); return { o: a & 1 ? t[0] : t['length'] } }, onTick: ({ s }) => ({ s: s + 3 }) }`), 3},
		{"a compiled onTick reads an item of what is not found", counting(ports + `state: { s: reg(8) },
			eval: ({ s }) => ({ o: s }), onTick: ({ a, at, s }) => { const t = [[0, s], [1, 4]]; return { s: s + t.find((r) => r[0] === (a === at ? 5 : a & 1))
				[1] } } }`), 4},
		{"a compiled onTick calls what a record has not", counting(ports + `state: { s: reg(8) },
			eval: ({ s }) => ({ o: s }), onTick: ({ a, at, s }) => { const e = a === at ? { k: 0 } : { k: 1, plus: (x) => x + 1 }
				return { s: s + e.plus(a) } } }`), 4},
		{"a loop oscillates", `const Count = circuit('Count', { outputs: { q: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ q: n }), onTick: ({ n }) => ({ n: n + 1 }) })
			const Flip = circuit('Flip', { inputs: { a: bus(8), at: bus(8), back: bit }, outputs: { o: bit }, eval: ({ a, at, back }) => ({ o: a === at && at > 0 ? 1 - back : 0 }) })
			const Only = circuit('Only', { inputs: { at: bus(8) }, outputs: { q: bus(8), o: bit }, nodes: { c: Count, f: Flip },
			  connect: ({ inputs, outputs, nodes: { c, f } }) => [inputs.at.to(f.at), c.q.to(f.a, outputs.q), f.o.to(f.back, outputs.o)] })`, 3},
	}
	for _, f := range failures {
		var reference sim.Machine
		var design *lowertest.Program
		var first []circuit.Diagnostic // what the first simulator says
		for _, b := range machines {
			t.Run(f.name+" "+b.name, func(t *testing.T) {
				ctx := context.Background()
				p := lowertest.Compile(t, f.text)
				m := b.start(t, p)
				if reference == nil {
					reference, design = m, p
				}
				if strings.Contains(f.name, "compiled") {
					require.Empty(t, p.Hints)
				}
				var said []circuit.Diagnostic
				at := func(n uint64) {
					m.Set(0, circuit.Uint(n))
				}
				fail := func(n, done int) {
					t.Helper()
					ran, err := m.Step(ctx, n)
					require.Equal(t, done, ran)
					var d *circuit.Diagnostic
					require.True(t, errors.As(err, &d), "%v", err)
					require.Equal(t, circuit.StageSimulate, d.Stage)
					said = append(said, *d)
				}
				at(4)
				fail(10, f.done)
				require.EqualValues(t, f.done, m.Cycle())
				fail(1, 0) // the same again, from the same state
				require.EqualValues(t, f.done, m.Cycle())
				net := p.Net(t, "c.q")
				require.EqualValues(t, f.done, m.Peek(net).Lo)
				at(20)
				ran, err := m.Step(ctx, 3)
				require.NoError(t, err)
				require.Equal(t, 3, ran)
				require.EqualValues(t, f.done+3, m.Peek(net).Lo)
				at(uint64(f.done + 50)) // the second failure is like the first
				_, err = m.Step(ctx, 60)
				require.Error(t, err)
				at(0)
				require.NoError(t, m.Settle(ctx))
				if m == reference {
					first = said
				} else {
					require.Equal(t, first, said)
					lowertest.Same(t, design, m, reference, fmt.Sprintf("%s against %s", b.name, machines[0].name))
				}
			})
		}
	}
}
