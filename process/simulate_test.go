package process

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

const anAdder = `circuit('Sum', { inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(8) }, nodes: { s: Adder({ width: 8 }) },
  connect: ({ inputs, outputs, nodes: { s } }) => [inputs.a.to(s.a), inputs.b.to(s.b), s.sum.to(outputs.y)] })`

func TestCompile(t *testing.T) {
	s := open(t, sandbox.Config{})
	p, err := s.Compile(t.Context(), sandbox.Source{Text: anAdder})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Failed())
	require.Equal(t, "Sum", p.Main)
	require.Len(t, p.Design.Inputs, 2)
	require.Contains(t, string(p.Circuit), `"Sum"`)
	require.Contains(t, string(p.Library), `"Adder"`)
	require.Positive(t, p.Stats.Steps)

	p, err = s.Compile(t.Context(), sandbox.Source{Text: "const x = 1\ncircuit('A', { nodes: { g: Andd } })", File: "mine.ts"})
	require.NoError(t, err, "problems of the source are diagnostics")
	defer p.Close()
	require.Nil(t, p.Design)
	e := refused(t, p.Failed(), protocol.ErrRuntime)
	require.Equal(t, 2, e.Line)
	require.Contains(t, e.Advice, "And")
	_, err = p.Simulate(t.Context())
	refused(t, err, protocol.ErrInvalidRequest)
}

func TestSimulate(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly, sandbox.Closures} {
		t.Run(string(backend), func(t *testing.T) {
			s := open(t, sandbox.Config{})
			p, err := s.Compile(t.Context(), sandbox.Source{Text: aCounter})
			require.NoError(t, err)
			defer p.Close()
			m, err := p.SimulateOn(t.Context(), backend)
			require.NoError(t, err)
			done, err := m.Step(t.Context(), 1000)
			require.NoError(t, err)
			require.Equal(t, 1000, done)
			require.EqualValues(t, 1000, m.Cycle())
			v, err := m.Value(t.Context(), "n")
			require.NoError(t, err)
			require.Equal(t, circuit.Uint(1000), v)
			state, err := m.Snapshot(t.Context())
			require.NoError(t, err)
			require.NoError(t, m.Reset(t.Context()))
			require.Zero(t, m.Cycle())
			require.NoError(t, m.Restore(t.Context(), state))
			require.EqualValues(t, 1000, m.Cycle())

			var rows []sandbox.Row
			require.NoError(t, m.Run(t.Context(), 10_000, nil, []string{"n"}, func(r sandbox.Row) error {
				rows = append(rows, r)
				return nil
			}))
			require.Len(t, rows, 10_000)
			require.Equal(t, sandbox.Row{Cycle: 11_000, Values: []circuit.Value{circuit.Uint(11_000)}}, rows[9_999])
			_, err = m.Value(t.Context(), "N")
			require.Contains(t, refused(t, err, protocol.ErrInvalidRequest).Advice, "'n'")
		})
	}
}

func TestRunSetsInputs(t *testing.T) {
	s := open(t, sandbox.Config{})
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: anAdder})
	require.NoError(t, err)
	defer m.Close()
	var sums []circuit.Value
	inputs := []map[string]circuit.Value{{"a": circuit.Uint(3), "b": circuit.Uint(4)}, {"a": circuit.Uint(300)}}
	require.NoError(t, m.Run(t.Context(), 3, inputs, nil, func(r sandbox.Row) error {
		sums = append(sums, r.Values[0])
		return nil
	}))
	require.Equal(t, []circuit.Value{circuit.Uint(7), circuit.Uint(48), circuit.Uint(48)}, sums, "300 is cut to eight bits")
	require.NoError(t, m.Set(t.Context(), map[string]circuit.Value{"a": circuit.Uint(1)}))
	list, err := m.Values(t.Context())
	require.NoError(t, err)
	require.Equal(t, []circuit.Value{circuit.Uint(5)}, list)
	refused(t, m.Set(t.Context(), map[string]circuit.Value{"c": circuit.Uint(1)}), protocol.ErrInvalidRequest)
}

// A cancelled Step leaves the simulation where it is; it goes on from there.
func TestCancelledStepKeepsTheState(t *testing.T) {
	s := open(t, sandbox.Config{})
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: aCounter})
	require.NoError(t, err)
	defer m.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(150*time.Millisecond, cancel)
	done, err := m.Step(ctx, 1<<40)
	refused(t, err, protocol.ErrAborted)
	require.Positive(t, done)
	v, err := m.Value(t.Context(), "n")
	require.NoError(t, err)
	require.Equal(t, circuit.Uint(uint64(done)).Mask(32), v)
}

// A lambda that cannot be stopped costs the program its process, with the lambda's name and line, and
// nothing else.
func TestHangingLambda(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{RunMilliseconds: 300, StepsPerCall: 2_000_000_000}})
	other, err := s.Simulate(t.Context(), sandbox.Source{Text: aCounter})
	require.NoError(t, err)
	defer other.Close()
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: `circuit('Slow', { inputs: { go: bit }, outputs: { y: bit },
  eval: ({ go }) => ({
    y: go && /(?:a?){900}b/.test('a'.repeat(1e6)) }) })`})
	require.NoError(t, err)
	defer m.Close()
	err = m.Set(t.Context(), map[string]circuit.Value{"go": circuit.Uint(1)})
	e := refused(t, err, protocol.ErrTimeout)
	require.Equal(t, 3, e.Line)
	require.Equal(t, "Slow", e.Circuit)
	require.Contains(t, e.Message, "eval of Slow")
	_, err = m.Step(t.Context(), 1)
	require.Equal(t, e, err, "the reason is told again")
	_, err = other.Step(t.Context(), 10)
	require.NoError(t, err)
	require.EqualValues(t, 10, other.Cycle())
}

func TestStatsPerLambda(t *testing.T) {
	s := open(t, sandbox.Config{Profile: true})
	m, err := s.Simulate(t.Context(), sandbox.Source{Text: `circuit('Loops', { inputs: { n: bus(8) }, outputs: { y: bus(8) }, state: { r: reg(8) },
  eval: ({ n }) => { let y = 0; for (let i = 0; i < n; i++) y += i; return { y: y & 255 } }, onTick: ({ r }) => ({ r: r + 1 }) })`})
	require.NoError(t, err)
	defer m.Close()
	before := m.Stats.Lambdas[0]
	require.Equal(t, "eval", before.Lambda)
	require.NoError(t, m.Set(t.Context(), map[string]circuit.Value{"n": circuit.Uint(100)}))
	after := m.Stats.Lambdas[0]
	calls := after.Calls - before.Calls
	require.Positive(t, calls)
	require.Equal(t, 101*calls, after.Steps-before.Steps, "the call and a hundred rounds")
	_, err = m.Step(t.Context(), 3)
	require.NoError(t, err)
	require.Equal(t, "onTick", m.Stats.Lambdas[1].Lambda)
	require.Equal(t, 3, m.Stats.Lambdas[1].Calls)
	require.Equal(t, "Loops", m.Stats.Lambdas[1].Circuit)
	require.Positive(t, m.Stats.Lambdas[1].Milliseconds)
}

// oneModule is a module host with one package.
type oneModule struct{ asked []string }

func (o *oneModule) Host() string { return "https://modules.example" }

func (o *oneModule) Load(_ context.Context, paths []string) []modules.Answer {
	o.asked = append(o.asked, paths...)
	list := make([]modules.Answer, len(paths))
	for i, path := range paths {
		list[i] = modules.Answer{Path: path, Final: "/three@1.0.0", Type: "application/javascript", Text: []byte("export const three = 3")}
	}
	return list
}

// Packages are fetched by the caller's process; the sandbox process reaches nothing.
func TestModules(t *testing.T) {
	loader := &oneModule{}
	s := open(t, sandbox.Config{Modules: loader})
	source := sandbox.Source{
		Text:   "import { three } from 'three@1.0.0'\ncircuit('A', { outputs: { y: bus(8) }, eval: () => ({ y: three }) })",
		Grants: circuit.AllGrants(),
	}
	m, err := s.Simulate(t.Context(), source)
	require.NoError(t, err)
	defer m.Close()
	v, err := m.Value(t.Context(), "y")
	require.NoError(t, err)
	require.Equal(t, circuit.Uint(3), v)
	require.NotEmpty(t, loader.asked)
	require.NotNil(t, m.Program().Lock)

	none := open(t, sandbox.Config{})
	p, err := none.Compile(t.Context(), source)
	require.NoError(t, err)
	defer p.Close()
	require.True(t, strings.Contains(p.Diagnostics[0].Message, "module host"), "%+v", p.Diagnostics)
}

// slowModules never answers in time.
type slowModules struct{}

func (*slowModules) Host() string { return "https://modules.example" }

func (*slowModules) Load(ctx context.Context, paths []string) []modules.Answer {
	<-ctx.Done()
	list := make([]modules.Answer, len(paths))
	for i, path := range paths {
		list[i] = modules.Answer{Path: path, Failure: "did not arrive in time"}
	}
	return list
}
