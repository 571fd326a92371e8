package session

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// manyInside has 300 rows of 200 inverters, one row after the other: a small text, a small structure, and more
// signals than a page is told of.
const manyInside = `
const row = circuit('Row', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { n: Array.from({ length: 200 }, () => Not) },
  connect: ({ inputs, outputs, nodes: { n } }) => [
    inputs.x.to(n[0].in), ...n.slice(1).map((g, i) => n[i].out.to(g.in)), n[199].out.to(outputs.y),
  ],
})
circuit('Grid', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { r: Array.from({ length: 300 }, () => row) },
  connect: ({ inputs, outputs, nodes: { r } }) => [
    inputs.x.to(r[0].x), ...r.slice(1).map((g, i) => r[i].y.to(g.x)), r[299].y.to(outputs.y),
  ],
})`

// manyBeside has 25,000 inverters on one level.
const manyBeside = `
circuit('Flat', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { n: Array.from({ length: 25_000 }, () => Not) },
  connect: ({ inputs, outputs, nodes: { n } }) => [
    inputs.x.to(n[0].in), ...n.slice(1).map((g, i) => n[i].out.to(g.in)), n[24_999].out.to(outputs.y),
  ],
})`

func large(t *testing.T, source string) (*bench, *protocol.CompileResult) {
	t.Helper()
	limits := protocol.DefaultLimits
	limits.RunMilliseconds = 60_000 // a busy machine is not what is tested
	b := newNative(t, limits)
	reply := b.ask(compileOf(source))
	require.Nil(t, reply.Error)
	require.False(t, circuit.HasErrors(reply.Compile.Diagnostics), "%v", reply.Compile.Diagnostics)
	require.NotNil(t, reply.Compile.Design)
	return b, reply.Compile
}

// lastOf is what the frames since the first events have told of a net.
func lastOf(events []protocol.Event, design *protocol.DesignInfo, net int) (value uint32, told bool) {
	for _, e := range events {
		if e.Frame == nil {
			continue
		}
		at := 0
		for _, n := range e.Frame.Nets {
			if int(n) == net {
				value, told = e.Frame.Limbs[at], true
			}
			at += (design.Nets[n] + 31) / 32
		}
	}
	return value, told
}

// Of a design with very many signals the page is told the upper levels, by name and by value.
func TestALargeDesignTellsItsUpperLevels(t *testing.T) {
	b, result := large(t, manyInside)
	design := result.Design
	require.Equal(t, 60_000, design.NodeCount)
	require.NotNil(t, design.Levels)
	require.Equal(t, 1, *design.Levels)
	require.Len(t, design.Signals, 2+2*300)
	require.Equal(t, "__top__.x", design.Signals[0].Path)
	require.Equal(t, "r299.y", design.Signals[len(design.Signals)-1].Path)
	require.Nil(t, result.Omitted, "the structure is small")
	require.Len(t, result.Library["Row"].Nodes, 200)

	named := make([]uint32, 0, len(design.Signals))
	for _, s := range design.Signals {
		named = append(named, uint32(s.Net))
	}
	first := of[protocol.Event](b.record)
	whole := first[len(first)-1].Frame
	require.True(t, whole.Whole)
	slices.Sort(named)
	require.Equal(t, slices.Compact(named), whole.Nets, "the nets of the named signals, each once, and no others")

	b.ask(setOf("x", 1))
	events := of[protocol.Event](b.record)[len(first):]
	changed := 0
	for _, e := range events {
		require.False(t, e.Frame.Whole)
		changed += len(e.Frame.Nets)
	}
	require.Equal(t, 301, changed, "the input and what each row gives: 200 inverters invert nothing")
	y, told := lastOf(events, design, design.Outputs[0].Net)
	require.True(t, told)
	require.Equal(t, uint32(1), y)

	seen := len(of[protocol.Event](b.record))
	b.ask(setOf("x", 1))
	for _, e := range of[protocol.Event](b.record)[seen:] {
		require.Empty(t, e.Frame.Nets, "what stays is not told again")
	}

	seen = len(of[protocol.Event](b.record))
	b.Refresh("a")
	require.Len(t, of[protocol.Event](b.record)[seen].Frame.Nets, len(whole.Nets), "a new reader is told all of them")
}

// All of a design that fits is told.
func TestASmallDesignHasNoLevels(t *testing.T) {
	_, result := large(t, counter)
	require.Nil(t, result.Design.Levels)
	require.Nil(t, result.Omitted)
	require.Len(t, result.Circuit.Inputs, 1)
}

// The structure of a level that no picture shows is not sent; its ports are, and it runs.
func TestAStructureTooLargeForAPictureIsOmitted(t *testing.T) {
	b, result := large(t, manyBeside)
	require.Equal(t, &protocol.Omitted{Nodes: 25_000, Connections: 25_001}, result.Omitted)
	require.Empty(t, result.Circuit.Nodes)
	require.Empty(t, result.Circuit.Connections)
	require.Empty(t, result.Library)
	require.Equal(t, "x", result.Circuit.Inputs[0].Name)
	require.Equal(t, 25_000, result.Design.NodeCount)

	b.ask(setOf("x", 1))
	y, told := lastOf(of[protocol.Event](b.record), result.Design, result.Design.Outputs[0].Net)
	require.True(t, told)
	require.Equal(t, uint32(1), y)
}

// A compile that takes long tells how far it has come: phases in order, never back, and never too often.
func TestACompileTellsItsProgress(t *testing.T) {
	limits := protocol.DefaultLimits
	limits.RunMilliseconds = 60_000
	record := &record{checkpoints: map[string]Checkpoint{}}
	now := time.Unix(1_000, 0)
	clock := func() time.Time { // every look takes a while, so that each phase is told
		now = now.Add(tellEvery)
		return now
	}
	b := &bench{Session: New(Native(limits, "", Signs{}), limits, clock, record), t: t, record: record}
	require.Nil(t, b.ask(compileOf(counter)).Error)

	order := []protocol.Phase{
		protocol.PhaseRead, protocol.PhaseBuild, protocol.PhaseFlatten, protocol.PhaseLower, protocol.PhaseCheck, protocol.PhaseGenerate,
	}
	var told []protocol.Phase
	at := -1.0
	for _, e := range of[protocol.Event](record) {
		if e.Kind != protocol.EventProgress {
			continue
		}
		require.Equal(t, "a", e.Slot)
		require.GreaterOrEqual(t, e.Progress.Done, at, "never back")
		require.LessOrEqual(t, e.Progress.Done, 1.0)
		at = e.Progress.Done
		if len(told) == 0 || told[len(told)-1] != e.Progress.Phase {
			told = append(told, e.Progress.Phase)
		}
	}
	require.Equal(t, order, told)
	reply := slices.IndexFunc(record.all, func(x any) bool { _, ok := x.(protocol.Reply); return ok })
	for _, x := range record.all[reply:] {
		if e, ok := x.(protocol.Event); ok {
			require.NotEqual(t, protocol.EventProgress, e.Kind, "none after the reply")
		}
	}
}

// Progress comes at most every tellEvery, and gives the phases that the limits of size bound a time limit each; the
// user's program keeps the one that it has.
func TestProgressIsThrottledAndExtendsTheDeadline(t *testing.T) {
	b := newBench(t)
	limit := b.deadline(context.Background())
	tell := b.progress("a", limit)
	whole := limit.limit

	for range 10 {
		b.clock.now = b.clock.now.Add(tellEvery / 4)
		tell(protocol.Progress{Phase: protocol.PhaseBuild, Done: 0.05})
	}
	require.Len(t, of[protocol.Event](b.record), 2, "ten quarters of the time")

	b.clock.now = b.clock.now.Add(whole - 3*tellEvery)
	require.NoError(t, limit.Err())
	tell(protocol.Progress{Phase: protocol.PhaseFlatten, Done: 0.1})
	b.clock.now = b.clock.now.Add(whole - tellEvery)
	require.NoError(t, limit.Err(), "flattening has the whole limit")
	tell(protocol.Progress{Phase: protocol.PhaseBuild, Done: 0.1})
	b.clock.now = b.clock.now.Add(2 * tellEvery)
	require.ErrorIs(t, limit.Err(), context.DeadlineExceeded, "the program does not")
}

// The level that is too large is most often not the top, which may be switches and lamps around one part: the largest
// level is named.
func TestOfOmittedLevelsTheLargestIsTold(t *testing.T) {
	top := &circuit.Circuit{Name: "Top", Nodes: make([]circuit.Node, 4), Connections: make([]circuit.Connection, 3)}
	r := protocol.CompileResult{Circuit: top, Library: map[string]*circuit.Circuit{
		"Small": {Name: "Small", Nodes: make([]circuit.Node, 2)},
		"Large": {Name: "Large", Nodes: make([]circuit.Node, maxStructure), Connections: make([]circuit.Connection, 7)},
	}}
	omit(&r)
	require.Equal(t, &protocol.Omitted{Nodes: maxStructure, Connections: 7}, r.Omitted)
	require.Empty(t, r.Circuit.Nodes)
	require.Len(t, top.Nodes, 4, "the circuit itself is another reader's too")
}
