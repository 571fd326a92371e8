package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// modeCases are state machines whose states are texts: the start, the body of an onTick with the field m, a register k
// and an input x, and what the reason has when it is not compiled.
var modeCases = []struct{ start, tick, reason string }{
	{"'idle'", "return { m: x & 1 ? 'run' : 'idle' }", ""},
	{"'idle'", "switch (m) { case 'idle': return { m: x > 9 ? 'up' : 'down' }; case 'up': case 'down': return { m: 'open', k: k + 1 } } return { m: 'idle' }", ""},
	{"'a' as Mode", "if (x & 1) m = NEXT[m]; return { m, k: k + (m === 'b' ? 1 : 2) }", ""},
	{"'a'", "return x & 1 ? { m: NEXT[m] } : { k: 5 }", ""}, // kept where it is left out
	{"Named.Off", "return { m: m === Named.Off ? Named.On : Named.Off, k: Object.values(Named).indexOf(m) }", ""},
	{"'3'", "return { m: String((Number(m) + (x & 1)) % 12), k: +m * 2 }", ""},
	{"'a'", "return { m: x & 1, k: m === '1' ? 3 : m.length }", ""}, // what is no text becomes one
	{"'a'", "return { m: x & 2 ? null : x & 1 ? undefined : true, k: m === 'null' ? 3 : m.length }", ""},
	{"''", "return { m: m.length > 5 ? '' : m + 'x', k: m.length }", "more than 64 texts"},
	{"'idle'", "if (m !== 'idle' && m !== 'run') throw new Error(`no state ${m}`); return { m: x === 77 ? 'bad' : 'run' }", ""},
	{"'a'", "return { m: ['a', 'b', 'c'][x & 1], k: 'abc'.indexOf(m) }", ""},
	{"'a'", "return { m: `s${x & 7}`, k: m.charCodeAt(1) & 7 }", ""},
	{"'a'", "const { m: old } = { m }; return { m: old < 'b' ? 'c' : 'a', k: [...old].length }", ""},
	{"''", "return { m: m.includes('b') ? m : m + 'a', k: m.length }", "the text state 'm' is read, and can be more than 64 texts"},
	{"''", "return { m: m + String.fromCharCode(x & 63), k: m.length }", "text"},
	{"'a'", "return { m: x.toString(2), k: m.length }", "a text that depends on values"},
}

const modeFile = `type Mode = 'a' | 'b' | 'c'
const NEXT = { a: 'b', b: 'c', c: 'a' }
enum Named { Off = 'off', On = 'on' }
const M = circuit('M', { inputs: { x: bus(8) }, outputs: { o: bus(8) }, state: { m: %s, k: reg(8) },
  eval: ({ m, k }) => ({ o: m === 'run' || m === 'b' ? k : k + m.length }),
  onTick: ({ x, m, k }) => { %s },
})
circuit('Top', { inputs: { x: bus(8) }, outputs: { o: bus(8) }, nodes: { m: M }, connect: ({ inputs, outputs, nodes: { m } }) => [inputs.x.to(m.x), m.o.to(outputs.o)] })
`

// TestModes has all of them on all backends: outputs, the text itself, and errors.
func TestModes(t *testing.T) {
	for _, c := range modeCases {
		t.Run(c.tick, func(t *testing.T) {
			var want []string
			for i, backend := range backends {
				x, m := modeMachine(t, fmt.Sprintf(modeFile, c.start, c.tick), backend, c.reason)
				var got []string
				for n := range 60 {
					m.Set(0, circuit.Uint(uint64(n*37+n/7)&255))
					_, err := m.Step(t.Context(), 1)
					got = append(got, fmt.Sprint(m.Peek(x.Design.Outputs[0].Net), m.State(0, 0), err))
				}
				if i == 0 {
					want = got
				}
				require.Equal(t, want, got, "%s", backend)
			}
		})
	}
}

// modeMachine compiles a file and makes its machine. reason is what is told when lambdas are not compiled.
func modeMachine(t *testing.T, text string, backend sandbox.Backend, reason string) (*sandbox.Compiled, sim.Machine) {
	t.Helper()
	x, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	t.Cleanup(x.Close)
	require.NotNil(t, x.Design, "%v", x.Diagnostics)
	module, hints, err := x.Lower(t.Context())
	require.NoError(t, err)
	require.Equal(t, reason == "", module.OpaqueCalls() == 0, "%v", hints)
	told := ""
	for _, h := range hints {
		told += h.Message
	}
	require.True(t, strings.Contains(told, reason), told)
	m, err := x.NewMachineOn(t.Context(), backend)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return x, m
}

// TestModesFromOutside: a state that the lambdas know can be given from outside; another one becomes that of the start,
// and whoever gave it can see so.
func TestModesFromOutside(t *testing.T) {
	text := fmt.Sprintf(modeFile, "'a'", "return { m: NEXT[m] }")
	for _, backend := range backends[1:] {
		_, m := modeMachine(t, text, backend, "")
		for _, c := range [][3]string{{"b", "b", "c"}, {"c", "c", "a"}, {"nosuch", "a", "b"}, {"", "a", "b"}} {
			m.SetState(0, 0, sim.State{IsText: true, Text: c[0]})
			require.Equal(t, sim.State{IsText: true, Text: c[1]}, m.State(0, 0), "%s", backend)
			image, err := m.Image()
			require.NoError(t, err)
			_, err = m.Step(t.Context(), 1)
			require.NoError(t, err)
			require.Equal(t, c[2], m.State(0, 0).Text, "%s", backend)
			require.NoError(t, m.Show(t.Context(), image))
			require.Equal(t, c[1], m.State(0, 0).Text, "%s", backend)
		}
	}
}

// TestModesOfOneFactory: nodes of one factory start in states of their own.
func TestModesOfOneFactory(t *testing.T) {
	const text = `const M = circuit('M', ({ m = 'a', step = 1 } = {}) => ({
  outputs: { o: bus(8) }, state: { m, k: reg(8) },
  eval: ({ m, k }) => ({ o: m.length * 16 + k }),
  onTick: ({ m, k }) => ({ m: m === 'a' ? 'bb' : m === 'bb' ? 'ccc' : 'a', k: m === 'zzzz' ? 9 : k + step }),
}))
circuit('Top', { outputs: { p: bus(8), q: bus(8), r: bus(8) }, nodes: { p: M({ m: 'ccc' }), q: M(), r: M({ m: 'zzzz' }) },
  connect: ({ outputs, nodes: { p, q, r } }) => [p.o.to(outputs.p), q.o.to(outputs.q), r.o.to(outputs.r)] })`
	var want []string
	for i, backend := range backends {
		x, m := modeMachine(t, text, backend, "")
		var got []string
		for range 6 {
			for _, out := range x.Design.Outputs {
				got = append(got, m.Peek(out.Net).String())
			}
			for node := range x.Design.NodeCount() {
				got = append(got, m.State(node, 0).Text)
			}
			_, err := m.Step(t.Context(), 1)
			require.NoError(t, err)
		}
		if i == 0 {
			require.Contains(t, got[:6], "zzzz")
			want = got
		}
		require.Equal(t, want, got, "%s", backend)
	}
}

// TestConsolesThatAreNotCompiled: a text that is only appended to is no reason of anything, and the lambda that is
// refused is told.
func TestConsolesThatAreNotCompiled(t *testing.T) {
	const text = `circuit('Log', { inputs: { c: bus(7) }, outputs: { o: bus(8) }, state: { log: '', k: reg(12) },
  eval: ({ k }) => ({ o: 100 + Math.sin(k) * 50 }),
  onTick: ({ log, c, k }) => ({ log: log + String.fromCharCode(c), k: k + 1 }) })`
	modeMachine(t, text, sandbox.Interpreter, "eval of Log is not compiled and runs slower: it calls Math.sin")
}
