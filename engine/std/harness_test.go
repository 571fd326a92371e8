package std_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// tester is a test, or one try of a property.
type tester interface {
	require.TestingT
	Helper()
	Fatalf(format string, args ...any)
}

// part is one component as a circuit with the component's own ports, simulated twice: by calling its
// lambdas, and compiled to word-level operations. Both must agree on everything that is read.
type part struct {
	t        tester
	compiled *sandbox.Compiled
	machines []sim.Machine
	inputs   map[string]int // name → index into Design.Inputs
	outputs  map[string]int // name → net
}

// wrap makes the source of a circuit around a component expression, such as "Adder({ width: 4 })".
func wrap(expression string) string {
	return `
const part = ` + expression + `
const types = (list) => Object.fromEntries(list.map((p) => [p.name, p.portType]))
circuit('Top', {
  inputs: types(part.circuit.inputs),
  outputs: types(part.circuit.outputs),
  nodes: { part },
  connect: ({ inputs, outputs, nodes }) => [
    ...part.circuit.inputs.map((p) => inputs[p.name].to(nodes.part[p.name])),
    ...part.circuit.outputs.map((p) => nodes.part[p.name].to(outputs[p.name])),
  ],
})`
}

// compile compiles a source and fails the test when it has errors.
func compile(t *testing.T, source string) *sandbox.Compiled {
	t.Helper()
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: source, File: t.Name() + ".ts"}, sandbox.Limits{})
	require.NoError(t, err)
	for _, d := range c.Diagnostics {
		require.NotEqual(t, circuit.Error, d.Severity, "%+v\n%s", d, source)
	}
	require.NotNil(t, c.Design)
	t.Cleanup(c.Close)
	return c
}

// start simulates a source's main circuit.
func start(t *testing.T, source string) *part {
	t.Helper()
	c := compile(t, source)
	called, err := c.NewMachineOn(context.Background(), sandbox.Closures)
	require.NoError(t, err)
	compiled, err := c.NewMachineOn(context.Background(), sandbox.Interpreter)
	require.NoError(t, err)
	wasm, err := c.NewMachineOn(context.Background(), sandbox.WebAssembly)
	require.NoError(t, err)
	machines := []sim.Machine{called, compiled, wasm}
	t.Cleanup(func() {
		for _, w := range called.Warnings() {
			require.Equal(t, "Constant", w.Circuit, "the library masks what it returns: %s", w.Message)
		}
		for _, m := range machines {
			require.NoError(t, m.Close())
		}
	})
	p := &part{t: t, compiled: c, machines: machines, inputs: map[string]int{}, outputs: map[string]int{}}
	for i, in := range c.Design.Inputs {
		p.inputs[in.Name] = i
	}
	for _, out := range c.Design.Outputs {
		p.outputs[out.Name] = out.Net
	}
	return p
}

// of simulates one component on its own.
func of(t *testing.T, expression string) *part {
	t.Helper()
	return start(t, wrap(expression))
}

// in is the part within one try of a property.
func (p *part) in(t tester) *part {
	q := *p
	q.t = t
	return &q
}

// values are port values by name: any integer type, or *big.Int. Negative numbers are not values.
type values map[string]any

func toBig(v any) *big.Int {
	switch x := v.(type) {
	case *big.Int:
		return x
	case int:
		return big.NewInt(int64(x))
	case rune:
		return big.NewInt(int64(x))
	case uint64:
		return new(big.Int).SetUint64(x)
	case bool:
		if x {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	panic(fmt.Sprintf("a port value cannot be a %T", v))
}

// set drives inputs and settles.
func (p *part) set(in values) *part {
	p.t.Helper()
	for name, v := range in {
		i, ok := p.inputs[name]
		require.True(p.t, ok, "no input %s", name)
		for _, m := range p.machines {
			m.Set(i, circuit.FromBig(toBig(v), circuit.MaxWidth))
		}
	}
	for _, m := range p.machines {
		require.NoError(p.t, m.Settle(context.Background()))
	}
	return p
}

// tick drives inputs, settles and makes one clock edge.
func (p *part) tick(in values) *part {
	p.t.Helper()
	p.set(in)
	return p.ticks(1)
}

func (p *part) ticks(n int) *part {
	p.t.Helper()
	for _, m := range p.machines {
		done, err := m.Step(context.Background(), n)
		require.NoError(p.t, err)
		require.Equal(p.t, n, done)
	}
	return p
}

// reset brings every state field back to its start.
func (p *part) reset() *part {
	p.t.Helper()
	for _, m := range p.machines {
		require.NoError(p.t, m.Reset(context.Background()))
	}
	return p
}

// big reads an output, or any signal by its path.
func (p *part) big(name string) *big.Int {
	p.t.Helper()
	net, ok := p.outputs[name]
	if !ok {
		s, found := p.compiled.Design.Signal(name)
		require.True(p.t, found, "no output and no signal %s", name)
		net = s.Net
	}
	v := p.machines[0].Peek(net)
	for _, m := range p.machines[1:] {
		require.Equal(p.t, v.String(), m.Peek(net).String(), "%s: the compiled circuit differs from its lambdas", name)
	}
	return v.Big()
}

func (p *part) get(name string) uint64 {
	p.t.Helper()
	return p.big(name).Uint64()
}

// want checks outputs.
func (p *part) want(out values) *part {
	p.t.Helper()
	for name, v := range out {
		require.Equal(p.t, toBig(v).String(), p.big(name).String(), name)
	}
	return p
}

// field finds a state field of a flat node.
func (p *part) field(path, name string) (node, field int) {
	p.t.Helper()
	for i, n := range p.compiled.Design.Nodes() {
		if n.Path != path {
			continue
		}
		for f, s := range n.State {
			if s.Name == name {
				return i, f
			}
		}
	}
	p.t.Fatalf("no state field %s of %s", name, path)
	return 0, 0
}

// text reads the text of a part such as Console.
func (p *part) text(path string) string {
	p.t.Helper()
	p.t.Helper()
	node, field := p.field(path, "text")
	text := p.machines[0].State(node, field).Text
	for _, m := range p.machines[1:] {
		require.Equal(p.t, text, m.State(node, field).Text)
	}
	return text
}

// load puts bytes into a memory field, as a user's image does, and settles.
func (p *part) load(path, name string, cells map[uint64]uint64) *part {
	p.t.Helper()
	memory := map[uint64]circuit.Value{}
	for a, v := range cells {
		memory[a] = circuit.Uint(v)
	}
	node, field := p.field(path, name)
	for _, m := range p.machines {
		m.SetState(node, field, sim.State{Memory: memory})
	}
	return p.set(nil)
}

// argument sets an interactive argument, as a click does, and settles.
func (p *part) argument(path, name string, v uint64) *part {
	p.t.Helper()
	for i, n := range p.compiled.Design.Nodes() {
		if n.Path == path {
			for _, m := range p.machines {
				m.SetArgument(i, name, circuit.Uint(v))
			}
			return p.set(nil)
		}
	}
	p.t.Fatalf("no node %s", path)
	return p
}

// step is one row of a table: inputs, clock edges, outputs.
type step struct {
	in    values
	ticks int
	out   values
}

// run goes through a table.
func (p *part) run(steps []step) {
	p.t.Helper()
	for i, s := range steps {
		p.set(s.in).ticks(s.ticks)
		for name, v := range s.out {
			require.Equal(p.t, toBig(v).String(), p.big(name).String(), "step %d: %s", i, name)
		}
	}
}
