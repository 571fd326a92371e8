package session

import (
	"context"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// newNative is a session on the engine proper, with the real clock. How long it may run is not what most tests are
// about: a busy machine takes its time.
func newNative(t *testing.T, limits protocol.Limits) *bench {
	if limits.RunMilliseconds == protocol.DefaultLimits.RunMilliseconds {
		limits.RunMilliseconds = 60_000
	}
	record := &record{checkpoints: map[string]Checkpoint{}}
	clock := &fakeClock{}
	return &bench{
		Session: New(Native(limits, "", Signs{}), limits, time.Now, record),
		t:       t, clock: clock, record: record,
	}
}

const counter = `export const Counter = circuit('Counter', {
  inputs: { step: bus(8) },
  outputs: { value: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ value: n }),
  onTick: ({ n, step }) => ({ n: n + step }),
})`

func TestWarm(t *testing.T) {
	engine := Native(protocol.DefaultLimits, "", Signs{})
	require.NoError(t, Warm(context.Background(), engine))
	require.NoError(t, engine.Prepare())
}

func TestTheEngineProperRunsACounter(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(compileOf(counter))
	require.Nil(t, reply.Error)
	require.False(t, circuit.HasErrors(reply.Compile.Diagnostics), "%v", reply.Compile.Diagnostics)
	b.ask(setOf("step", 3))
	require.Equal(t, uint64(5), b.ask(tickOf(5)).Status.Cycle)
	var value uint32
	for _, event := range of[protocol.Event](b.record) {
		at := 0
		for _, net := range event.Frame.Nets {
			if int(net) == reply.Compile.Design.Outputs[0].Net {
				value = event.Frame.Limbs[at]
			}
			at += (reply.Compile.Design.Nets[net] + 31) / 32
		}
	}
	require.Equal(t, uint32(15), value)
}

func TestASnapshotOfTheEngineProperIsTheWholeState(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	b.ask(compileOf(counter))
	b.ask(setOf("step", 3))
	b.ask(tickOf(5))
	first := b.ask(plain(protocol.TypeSnapshot)).Snapshot.Snapshot
	require.NotEmpty(t, first)
	b.ask(setOf("step", 1))
	b.ask(tickOf(9))
	b.ask(protocol.Request{Type: protocol.TypeRestore, Restore: &protocol.RestoreRequest{Snapshot: first}})
	require.Equal(t, first, b.ask(plain(protocol.TypeSnapshot)).Snapshot.Snapshot)
}

func TestAnEndlessLoopInTheEngineProperEndsWithItsPlace(t *testing.T) {
	limits := protocol.DefaultLimits
	limits.RunMilliseconds = 700 // enough for three steps on a busy machine
	for name, c := range map[string]struct {
		source string
		line   int
	}{
		"onTick": {`circuit('Loop', {
  inputs: {}, outputs: { q: bit }, state: { n: reg(8) },
  eval: () => ({ q: 0 }),
  onTick: ({ n }) => {
    if (n === 3) while (true) {}
    return { n: n + 1 }
  },
})`, 5},
	} {
		t.Run(name, func(t *testing.T) {
			b := newNative(t, limits)
			require.Nil(t, b.ask(compileOf(c.source)).Error)
			reply := b.ask(tickOf(10))
			require.Equal(t, protocol.ErrTimeout, reply.Error.Code)
			// A batch that fails in the middle may be taken back by one cycle more than it must.
			require.Contains(t, []uint64{2, 3}, reply.Status.Cycle)
			require.Equal(t, "Loop", reply.Error.Circuit)
			require.Equal(t, c.line, reply.Error.Line)
			b.ask(tickOf(1))
			again := b.ask(tickOf(1))
			require.Equal(t, protocol.ErrTimeout, again.Error.Code, "and so every time")
			require.Equal(t, uint64(3), again.Status.Cycle)
		})
	}
}

func TestStateOfANodeIsToldWithItsPlace(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	reply := b.ask(compileOf(`const Inner = circuit('Inner', {
  outputs: { q: bus(70) },
  state: { n: reg(70, 5n), cells: mem(100, 12, [1, 2, 3]) },
  eval: ({ n }) => ({ q: n }),
  onTick: ({ n, cells }) => { cells.set(99, n); return { n: n + (1n << 64n), cells } },
})
const Outer = circuit('Outer', {
  outputs: { q: bus(70) },
  nodes: { inner: Inner },
  connect: ({ outputs, nodes }) => [nodes.inner.q.to(outputs.q)],
})
export const Top = circuit('Top', {
  outputs: { q: bus(70) },
  nodes: {
    a: Outer,
  },
  connect: ({ outputs, nodes }) => [nodes.a.q.to(outputs.q)],
})`))
	require.Nil(t, reply.Error)
	require.False(t, circuit.HasErrors(reply.Compile.Diagnostics), "%v", reply.Compile.Diagnostics)
	inspect := func(node string, first uint64) protocol.Reply {
		return b.ask(protocol.Request{Type: protocol.TypeInspect, Inspect: &protocol.InspectRequest{Node: node, First: first}})
	}

	whole := inspect("a", 0)
	require.Nil(t, whole.Error)
	require.Equal(t, &protocol.InspectResult{Line: 15, Column: 5, Fields: []protocol.FieldState{}}, whole.Inspect)

	b.ask(tickOf(1))
	inner := inspect("a.inner", 0)
	require.Nil(t, inner.Error)
	require.Equal(t, 9, inner.Inspect.Line)
	require.Equal(t, uint64(1), inner.At)
	require.Len(t, inner.Inspect.Fields, 2)
	n, cells := inner.Inspect.Fields[0], inner.Inspect.Fields[1]
	require.Equal(t, protocol.FieldState{
		Name: "n", Kind: protocol.StateNumber, Width: 70, Cells: 1,
		Words: []circuit.Value{circuit.FromWords([]uint64{5, 1})},
	}, n)
	require.Equal(t, []any{"cells", protocol.StateMemory, 12, uint64(100), uint64(0), maxWords},
		[]any{cells.Name, cells.Kind, cells.Width, cells.Cells, cells.First, len(cells.Words)})
	require.Equal(t, []circuit.Value{circuit.Uint(1), circuit.Uint(2), circuit.Uint(3), {}}, cells.Words[:4])

	end := inspect("a.inner", 90).Inspect.Fields[1]
	require.Equal(t, uint64(90), end.First)
	require.Len(t, end.Words, 10)
	require.Equal(t, circuit.Uint(5), end.Words[9])
	beyond := inspect("a.inner", 1<<53-1).Inspect.Fields[1]
	require.Equal(t, uint64(99), beyond.First)
	require.Equal(t, []circuit.Value{circuit.Uint(5)}, beyond.Words)

	require.Equal(t, protocol.ErrInvalidRequest, inspect("a.other", 0).Error.Code)

	tick := b.send(tickOf(10_000_000)) // it is told of while it goes on
	if b.replyTo(tick) == nil {
		require.Nil(t, inspect("a.inner", 0).Error)
	}
}

// TestDepositsAreInputs: an overwritten memory is part of the history, and a checkpoint brings it back.
func TestDepositsAreInputs(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	b.ask(compileOf(`circuit('Ram', { inputs: { at: bus(4) }, outputs: { word: bus(12), n: bus(8) },
		state: { ram: mem(16, 12), count: reg(8) }, eval: ({ ram, at, count }) => ({ word: ram[at], n: count }),
		onTick: ({ ram, count }) => { ram[15] = count; return { ram, count: count + 1 } } })`))
	deposit := func(field string, first uint64, cells ...byte) protocol.Request {
		return protocol.Request{Type: protocol.TypeSet, Set: &protocol.SetRequest{
			Deposits: []protocol.Deposit{{Node: "Ram", Field: field, First: first, Cells: base64.StdEncoding.EncodeToString(cells)}},
		}}
	}
	cells := func() string {
		reply := b.ask(protocol.Request{Type: protocol.TypeInspect, Inspect: &protocol.InspectRequest{Node: "Ram", Cells: 4}})
		require.Nil(t, reply.Error)
		data, err := base64.StdEncoding.DecodeString(reply.Inspect.Fields[0].Data)
		require.NoError(t, err)
		return fmt.Sprint(data, reply.Inspect.Fields[1].Words)
	}
	b.ask(tickOf(5))
	require.Nil(t, b.ask(deposit("ram", 1, 0xff, 0xff, 7, 0)).Error)
	require.Nil(t, b.ask(deposit("count", 0, 100)).Error)
	require.Equal(t, "[0 0 255 15 7 0 0 0] [100]", cells())
	b.ask(tickOf(5))
	seek := func(cycle uint64) protocol.Request {
		return protocol.Request{Type: protocol.TypeSeek, Seek: &protocol.SeekRequest{Cycle: cycle}}
	}
	for _, c := range []struct {
		cycle uint64
		want  string
	}{{3, "[0 0 0 0 0 0 0 0] [3]"}, {5, "[0 0 255 15 7 0 0 0] [100]"}, {10, "[0 0 255 15 7 0 0 0] [105]"}} {
		b.ask(seek(c.cycle))
		require.Equal(t, c.want, cells(), "cycle %d", c.cycle)
	}
	for _, bad := range []protocol.Request{deposit("ram", 15, 1, 0, 1, 0), deposit("ram", 0, 1), deposit("rom", 0, 1), deposit("count", 1, 1)} {
		reply := b.ask(bad)
		require.NotNil(t, reply.Error)
		require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	}
	require.Equal(t, "[0 0 255 15 7 0 0 0] [105]", cells(), "a refused deposit changes nothing")
	b.ask(plain(protocol.TypeReset))
	require.Equal(t, "[0 0 0 0 0 0 0 0] [0]", cells())
}
