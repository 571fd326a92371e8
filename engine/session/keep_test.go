package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// keepOf compiles an edit of the source that runs.
func keepOf(source string) protocol.Request {
	r := compileOf(source)
	r.Compile.Keep = true
	return r
}

// commented is a source that means the same, with everything elsewhere in it.
func commented(source string) string {
	return "// What it does:\n// it types.\n\n" + strings.ReplaceAll(source, "state: {", "/* kept */\n  state: {")
}

func TestAnEditThatChangesNothingKeepsTheStateAndThePast(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(keepOf(typist)).Error)
	b.ask(setOf("gap", 2))
	b.ask(tickOf(20))
	b.ask(seekOf(9))
	b.ask(setOf("gap", 1))
	b.ask(tickOf(4))
	before := b.ask(plain(protocol.TypeSnapshot)).Snapshot
	history := b.slots["a"].history()
	old := b.slots["a"].program

	reply := b.ask(keepOf(commented(typist)))
	require.Nil(t, reply.Error)
	require.True(t, reply.Compile.Kept)
	require.NotEqual(t, old, b.slots["a"].program)
	require.Equal(t, uint64(13), reply.Status.Cycle)
	require.Equal(t, history, reply.Status.History)
	require.Equal(t, &protocol.HistoryUndo{Cycle: 9, Last: 20}, history.Undo)
	require.Equal(t, before, b.ask(plain(protocol.TypeSnapshot)).Snapshot)

	// A second session that was never interrupted goes the same ways.
	again := newNative(t, protocol.DefaultLimits)
	for _, r := range []protocol.Request{compileOf(typist), setOf("gap", 2), tickOf(20), seekOf(9), setOf("gap", 1), tickOf(4)} {
		require.Nil(t, again.ask(r).Error)
	}
	for _, r := range []protocol.Request{moveOf(-3), seekOf(0), seekOf(13), tickOf(7), plain(protocol.TypeUndo), setOf("gap", 0), tickOf(3), plain(protocol.TypeReset), tickOf(2)} {
		require.Equal(t, again.ask(r).Status, b.ask(r).Status, r.Type)
		require.Equal(t, again.ask(plain(protocol.TypeSnapshot)).Snapshot, b.ask(plain(protocol.TypeSnapshot)).Snapshot, r.Type)
	}
}

func TestAnEditThatChangesNothingGoesOnRunning(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(counter)).Error)
	b.ask(setOf("step", 1))
	b.ask(tickOf(3))
	b.ask(runOf(0.5))
	status := b.ask(keepOf(commented(counter))).Status
	require.True(t, status.Running)
	require.Equal(t, 0.5, status.CyclesPerSecond)
	require.Equal(t, uint64(3), b.value("value"))
	b.ask(plain(protocol.TypePause))
	b.ask(tickOf(2))
	require.Equal(t, uint64(5), b.value("value"), "the input is kept, too")
}

func TestACircuitWithoutStateKeepsItsInputs(t *testing.T) {
	const gate = `circuit('Gate', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: !a }) })`
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(gate)).Error)
	b.ask(setOf("a", 1))
	require.Zero(t, b.value("y"))
	require.True(t, b.ask(keepOf("\n"+gate)).Compile.Kept)
	require.Zero(t, b.value("y"))
	require.False(t, b.ask(compileOf(gate)).Compile.Kept, "nobody has asked for it")
	require.Equal(t, uint64(1), b.value("y"))
}

func TestChangedBehaviourStartsAnew(t *testing.T) {
	const program = `const steps = { value: 3 }
const Inner = circuit('Inner', {
  inputs: { a: bus(8) }, outputs: { y: bus(8) }, state: { n: reg(8, 1), m: mem(4, 8, new Map([[1, 7]])) },
  eval: ({ n }) => ({ y: n }),
  onTick: ({ n, m, a }) => { m[n & 3] = a; return { n: n + steps.value + m[1], m } },
})
circuit('Outer', {
  inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes: { i: Inner(), sw: Switch(), k: Inner() },
  connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.i.a), nodes.i.y.to(nodes.k.a), nodes.k.y.to(outputs.y)],
})`
	for name, edit := range map[string][2]string{
		"a captured constant":     {"value: 3", "value: 4"},
		"a start value":           {"reg(8, 1)", "reg(8, 2)"},
		"a start value of a row":  {"[[1, 7]]", "[[1, 8]]"},
		"a width":                 {"mem(4, 8", "mem(4, 9"},
		"a name of state":         {"state: { n:", "state: { unused: reg(1), n:"},
		"a wire":                  {"nodes.i.y.to(nodes.k.a)", "inputs.a.to(nodes.k.a)"},
		"the name of a node":      {"k: Inner()", "k2: Inner(), k: Inner()"},
		"the name of the circuit": {"'Outer'", "'Other'"},
		"an argument":             {"Switch()", "Switch({ value: 1 })"},
		"an input":                {"inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes", "inputs: { a: bus(8), b: bit }, outputs: { y: bus(8) }, nodes"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newNative(t, protocol.DefaultLimits)
			reply := b.ask(compileOf(program))
			require.Nil(t, reply.Error)
			require.NotNil(t, reply.Compile.Design, "%v", reply.Compile.Diagnostics)
			b.ask(tickOf(5))
			require.Contains(t, program, edit[0])
			reply = b.ask(keepOf(strings.Replace(program, edit[0], edit[1], 1)))
			require.NotNil(t, reply.Compile.Design, "%v", reply.Compile.Diagnostics)
			require.False(t, reply.Compile.Kept)
			require.Zero(t, reply.Status.Cycle)
			require.Equal(t, &protocol.HistoryRange{}, reply.Status.History)
			b.ask(tickOf(5))
			require.True(t, b.ask(keepOf("// the same\n"+strings.Replace(program, edit[0], edit[1], 1))).Compile.Kept)
		})
	}
}

// TestClosuresStartAnew: nobody can tell whether two functions are the same.
func TestClosuresStartAnew(t *testing.T) {
	const closure = `circuit('C', { outputs: { y: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ n: n + new Date(3).getTime() }) })`
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(closure)).Error)
	b.ask(tickOf(5))
	reply := b.ask(keepOf("// the same\n" + closure))
	require.False(t, reply.Compile.Kept)
	require.Zero(t, reply.Status.Cycle)
}

// TestAnEditedConstantStartsAnew: the machine has gone over to a netlist that was made by the old source.
func TestAnEditedConstantStartsAnew(t *testing.T) {
	const program = `circuit('C', {
  outputs: { y: bus(8) }, nodes: { k: Constant({ width: 8, value: 3 }), r: Register({ width: 8 }), on: Constant({ value: 1 }), off: Constant({ value: 0 }), add: Adder({ width: 8 }) },
  connect: ({ outputs, nodes: n }) => [n.k.out.to(n.add.a), n.r.q.to(n.add.b, outputs.y), n.off.out.to(n.add.carry_in, n.r.rst), n.add.sum.to(n.r.data), n.on.out.to(n.r.we)],
})`
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(program)).Error)
	b.ask(tickOf(2))
	require.Equal(t, uint64(6), b.value("y"))
	require.True(t, b.ask(keepOf("// the same\n"+program)).Compile.Kept)
	require.Nil(t, b.ask(setOf("k", 5)).Error)
	b.ask(tickOf(2))
	require.Equal(t, uint64(16), b.value("y"))
	reply := b.ask(keepOf(program))
	require.False(t, reply.Compile.Kept)
	b.ask(tickOf(1))
	require.Equal(t, uint64(3), b.value("y"))
}

// stubborn is a machine that no state can be brought to.
type stubborn struct{ *accumulator }

func (stubborn) Show(context.Context, *sim.Block) error { return sim.ErrSnapshot }

// alike is a program whose machines can go on as those of any other, or so it says.
type alike struct{ Program }

func (alike) Continues(Program) bool { return true }

type alikeEngine struct{ Engine }

func (e alikeEngine) Compile(ctx context.Context, r protocol.CompileRequest, progress func(protocol.Progress)) (Program, error) {
	p, err := e.Engine.Compile(ctx, r, progress)
	return alike{p}, err
}

func TestAMachineThatCannotGoOnStartsAnew(t *testing.T) {
	b := newBench(t)
	b.Session.engine = alikeEngine{b.engine}
	require.Nil(t, b.ask(compileOf("ok")).Error)
	b.ask(setOf("step", 1))
	b.ask(tickOf(7))
	id := b.send(tickOf(1_000_000)) // goes on in slices
	b.engine.wrap = func(a *accumulator) sim.Machine { return stubborn{a} }
	reply := b.ask(keepOf("ok"))
	require.Nil(t, reply.Error)
	require.False(t, reply.Compile.Kept)
	require.Zero(t, reply.Status.Cycle)
	require.Equal(t, protocol.ErrAborted, b.replyTo(id).Error.Code)
	b.pass(time.Millisecond)
	require.Equal(t, uint64(3), b.ask(tickOf(3)).Status.Cycle)
}
