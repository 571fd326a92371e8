package session

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/tier"
)

// improving is an accumulator with work that makes it faster: so many calls, of which the last but one asks for a wait.
type improving struct {
	*accumulator
	left   int
	got    []time.Duration
	before func() // each call, when set
}

func (m *improving) Improvable() bool { return m.left > 0 }

func (m *improving) TierUp(_ context.Context, d time.Duration) time.Duration {
	if m.before != nil {
		m.before()
	}
	m.left--
	m.got = append(m.got, d)
	m.clock.now = m.clock.now.Add(d)
	if m.left == 1 {
		return 5 * time.Millisecond
	}
	return 0
}

// improve compiles a circuit whose machine is improving.
func (b *bench) improve(calls int) *improving {
	m := &improving{left: calls}
	b.engine.wrap = func(a *accumulator) sim.Machine {
		m.accumulator = a
		return m
	}
	b.ask(compileOf("x"))
	return m
}

func TestAMachineBecomesFasterWhileNothingElseIsToBeDone(t *testing.T) {
	b := newBench(t)
	m := b.improve(4)
	require.Empty(t, m.got, "the reply does not wait for it")
	entered := len(of[enter](b.record))
	for range 2 {
		require.Zero(t, b.Run(context.Background(), 4*time.Millisecond))
	}
	require.Equal(t, 5*time.Millisecond, b.Run(context.Background(), 4*time.Millisecond))
	require.Equal(t, entered+3, len(of[enter](b.record)), "the watchdog hears of it")
	b.Run(context.Background(), 4*time.Millisecond)
	require.Equal(t, []time.Duration{2e6, 2e6, 2e6}, m.got, "it waits as long as it was asked to")
	b.clock.now = b.clock.now.Add(5 * time.Millisecond)
	b.Run(context.Background(), 4*time.Millisecond)
	require.False(t, m.Improvable())
	b.clock.now = b.clock.now.Add(frameInterval)
	b.Run(context.Background(), 4*time.Millisecond)
	require.Equal(t, Idle, b.Run(context.Background(), 4*time.Millisecond))
	require.Len(t, m.got, 4)
	require.Zero(t, m.cycle)
}

func TestARunAndWhatMakesItFasterTakeTurns(t *testing.T) {
	b := newBench(t)
	m := b.improve(10)
	b.ask(runOf(0))
	for calls := range 8 {
		require.Len(t, m.got, calls)
		cycle := m.cycle
		require.Zero(t, b.Run(context.Background(), 4*time.Millisecond))
		require.Greater(t, m.cycle, cycle)
	}
	b.ask(plain(protocol.TypePause))
	require.Equal(t, 2, m.left, "a pause waits for none of it")
}

func TestATickIsServedBeforeWhatMakesTheMachineFaster(t *testing.T) {
	b := newBench(t)
	m := b.improve(10)
	id := b.send(tickOf(1))
	require.NotNil(t, b.replyTo(id), "a short tick is done at once")
	require.Empty(t, m.got, "and waits for nothing else")

	m.each = time.Millisecond
	id = b.send(tickOf(30)) // longer than its first slice
	require.Nil(t, b.replyTo(id))
	cycle := m.cycle
	m.before = func() {
		require.Greater(t, m.cycle, cycle, "in each slice cycles come first")
		cycle = m.cycle
	}
	for b.replyTo(id) == nil {
		b.Run(context.Background(), 4*time.Millisecond)
	}
	require.NotEmpty(t, m.got, "they take turns")
}

// tiered is the engine proper with the machines that it has in a browser. They go on generating when a test says so.
type tiered struct {
	Engine
	gate *gate
}

type gate struct {
	*tier.Machine
	open bool
}

func (g *gate) Improvable() bool { return g.open && g.Machine.Improvable() }

type tieredProgram struct {
	program
	gate *gate
}

func (e tiered) Compile(ctx context.Context, request protocol.CompileRequest, progress func(protocol.Progress)) (Program, error) {
	p, err := e.Engine.Compile(ctx, request, progress)
	if err != nil {
		return nil, err
	}
	return tieredProgram{p.(program), e.gate}, nil
}

func (p tieredProgram) NewMachine(ctx context.Context) (sim.Machine, error) {
	m, err := p.compiled.NewMachineOn(ctx, sandbox.Tiered)
	if err != nil {
		return nil, err
	}
	p.gate.Machine = m.(*tier.Machine)
	return p.gate, nil
}

// TestThePastIsTheSameAfterTheChangeOver drives a processor from which the generated module takes over, and one that
// stays on the interpreter, through the same requests: their states are the same bytes.
func TestThePastIsTheSameAfterTheChangeOver_M48(t *testing.T) {
	text, err := os.ReadFile("../../examples/rv32i-computer/circuit.ts")
	require.NoError(t, err)
	ctx := context.Background()
	a, b := newNative(t, protocol.DefaultLimits), newNative(t, protocol.DefaultLimits)
	gate := &gate{}
	b.Session.engine = tiered{b.Session.engine, gate}
	for _, x := range []*bench{a, b} {
		reply := x.ask(compileOf(string(text)))
		require.Nil(t, reply.Error)
		require.NotNil(t, reply.Compile.Design, "%v", reply.Compile.Diagnostics)
	}
	seek := func(cycle uint64) protocol.Request {
		return protocol.Request{Type: protocol.TypeSeek, Seek: &protocol.SeekRequest{Cycle: cycle}}
	}
	both := func(r protocol.Request) {
		t.Helper()
		var states []string
		for _, x := range []*bench{a, b} {
			id := x.send(r)
			for x.replyTo(id) == nil {
				x.Run(ctx, time.Millisecond)
			}
			require.Nil(t, x.replyTo(id).Error)
			states = append(states, x.ask(plain(protocol.TypeSnapshot)).Snapshot.Snapshot)
		}
		require.Equal(t, states[0], states[1], "after %s", r.Type)
	}
	both(tickOf(3))
	both(tickOf(97))
	gate.open = true
	for !gate.Generated() {
		require.Nil(t, gate.Err())
		b.Run(ctx, time.Millisecond)
	}
	both(tickOf(400))
	both(seek(2))
	both(seek(300))
	both(seek(0))
	both(tickOf(5))
	both(plain(protocol.TypeUndo))
	both(plain(protocol.TypeReset))
	both(tickOf(50))
}
