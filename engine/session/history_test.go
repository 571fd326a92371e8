package session

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/history"
	"simten.dev/engine/protocol"
)

func seekOf(cycle uint64) protocol.Request {
	return protocol.Request{Type: protocol.TypeSeek, Seek: &protocol.SeekRequest{Cycle: cycle}}
}

func moveOf(by int) protocol.Request {
	return protocol.Request{Type: protocol.TypeMove, Move: &protocol.MoveRequest{By: by}}
}

// text is the console of slot "a", as the frames told it.
func (b *bench) text(node string) string {
	text := ""
	for _, e := range of[protocol.Event](b.record) {
		if e.Frame != nil && e.Frame.Texts != nil {
			if t, ok := e.Frame.Texts[node]; ok {
				text = t
			}
		}
	}
	return text
}

const typist = `export const Writer = circuit('Writer', {
  inputs: { gap: bus(8) },
  outputs: { value: bus(8), here: bus(8) },
  state: { n: reg(8), ram: mem(16, 8) },
  eval: ({ n, ram }) => ({ value: n, here: ram[n & 15] }),
  onTick: ({ n, ram, gap }) => {
    ram[n & 15] = n + 1 + gap
    return { n: n + 1, ram }
  },
})
export const Typist = circuit('Typist', {
  inputs: { gap: bus(8) },
  outputs: { value: bus(8), here: bus(8) },
  nodes: { w: Writer(), letter: Adder({ width: 8 }), base: Constant({ width: 8, value: 65 }), one: Constant({ value: 1 }), c: Console() },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.gap.to(nodes.w.gap),
    nodes.w.value.to(outputs.value, nodes.letter.a),
    nodes.w.here.to(outputs.here),
    nodes.base.out.to(nodes.letter.b),
    nodes.letter.sum.to(nodes.c.data),
    nodes.one.out.to(nodes.c.we),
  ],
})`

// value is a top-level output of slot "a".
func (b *bench) value(name string) uint64 {
	slot := b.slots["a"]
	for _, p := range slot.design.Outputs {
		if p.Name == name {
			return slot.machine.Peek(p.Net).Lo
		}
	}
	b.t.Fatalf("no output %s", name)
	return 0
}

func TestSteppingBackShowsMemoryTextAndRegistersOfThen_M48(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	compiled := b.ask(compileOf(typist))
	require.Nil(t, compiled.Error)
	require.NotNil(t, compiled.Compile.Design, "%v", compiled.Compile.Diagnostics)
	require.Equal(t, &protocol.HistoryRange{}, compiled.Status.History)
	status := b.ask(tickOf(8)).Status
	require.Equal(t, uint64(8), status.Cycle)
	require.Equal(t, &protocol.HistoryRange{Last: 8}, status.History)
	require.Equal(t, "ABCDEFGH", b.text("c"))
	for _, cycle := range []uint64{7, 6, 5, 4, 3} {
		require.Equal(t, cycle, b.ask(moveOf(-1)).Status.Cycle)
	}
	require.Equal(t, "ABC", b.text("c"))
	require.Equal(t, uint64(3), b.value("value"))
	require.Zero(t, b.value("here"), "the memory is not written there yet")
	require.Equal(t, uint64(4), b.ask(moveOf(1)).Status.Cycle)
	require.Equal(t, "ABCD", b.text("c"))
	require.Equal(t, uint64(4), b.value("value"))
	require.Equal(t, &protocol.HistoryRange{Last: 8}, b.ask(seekOf(8)).Status.History)
	require.Equal(t, "ABCDEFGH", b.text("c"))
}

func TestTheEndsOfTheHistoryAreKept_M49(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	require.Zero(t, b.ask(moveOf(-1)).Status.Cycle, "back at the start")
	b.ask(tickOf(5))
	require.Equal(t, uint64(5), b.ask(moveOf(3)).Status.Cycle, "forward at the end")
	reply := b.ask(seekOf(6))
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	require.Equal(t, "Cycles 0 to 5 can be shown.", reply.Error.Advice)
	require.Equal(t, uint64(5), reply.Status.Cycle)
	require.Equal(t, protocol.ErrInvalidRequest, b.ask(plain(protocol.TypeUndo)).Error.Code)
}

func TestGoingOnFromThePastSetsTheRestAsideAndUndoBringsItBack_M50(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 1))
	b.ask(tickOf(10))
	b.ask(seekOf(4))
	b.ask(setOf("step", 2))
	status := b.ask(tickOf(1)).Status
	require.Equal(t, &protocol.HistoryRange{Last: 5, Undo: &protocol.HistoryUndo{Cycle: 4, Last: 10}}, status.History)
	m := b.engine.machines[0]
	require.Equal(t, uint64(6), m.sum)
	status = b.ask(plain(protocol.TypeUndo)).Status
	require.Equal(t, uint64(4), status.Cycle)
	require.Equal(t, uint64(4), m.sum)
	require.Equal(t, uint64(1), m.step, "the input is that of then")
	b.ask(seekOf(10))
	require.Equal(t, uint64(10), m.sum)
}

func TestVisitingThePastPausesARun(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(runOf(1000))
	b.pass(100 * time.Millisecond)
	status := b.ask(moveOf(-1)).Status
	require.False(t, status.Running)
	require.Equal(t, status.Cycle+1, status.History.Last)
}

func TestALongVisitGoesOnInSlicesAndCanBeGivenUp(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("slow")) // a millisecond a cycle
	id := b.send(tickOf(4_000))
	b.pass(5 * time.Second)
	require.NotNil(t, b.replyTo(id))
	b.slots["a"].past.SetBytes(1) // everything is forgotten but the start
	b.slots["a"].past.SetBytes(1 << 20)
	b.record.all = nil
	visit := b.send(seekOf(3_000))
	b.pass(100 * time.Millisecond)
	require.Nil(t, b.replyTo(visit))
	require.Empty(t, of[protocol.Event](b.record), "no values on the way of a quick visit")
	b.pass(500 * time.Millisecond)
	require.NotEmpty(t, of[protocol.Event](b.record), "values on the way of a long one")
	require.Nil(t, b.ask(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: visit}}).Error)
	reply := b.replyTo(visit)
	require.Equal(t, protocol.ErrAborted, reply.Error.Code)
	require.Less(t, reply.Status.Cycle, uint64(3_000))
	require.Equal(t, uint64(4_000), reply.Status.History.Last)
	second := b.send(seekOf(3_000))
	b.pass(4 * time.Second)
	require.Nil(t, b.replyTo(second).Error)
	require.Equal(t, uint64(3_000), b.engine.machines[0].cycle)
}

func TestACircuitWithoutStateHasNoPast(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	status := b.ask(compileOf(`circuit('Plain', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })`)).Status
	require.Nil(t, status.History)
	reply := b.ask(moveOf(-1))
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	require.Contains(t, reply.Error.Message, "no past")
}

func TestThePastsOfAllSlotsShareTheirMemory(t *testing.T) {
	b := newBench(t)
	b.Session.limits.HistoryBytes = 30_000
	for i := range 3 {
		name := fmt.Sprint(i)
		compile := compileOf("slow") // a millisecond a cycle
		compile.Slot = name
		require.Nil(t, b.ask(compile).Error)
		run := runOf(0)
		run.Slot = name
		b.ask(run)
		b.pass(20 * time.Second)
		total := 0
		for _, slot := range b.slots {
			total += slot.past.Bytes()
		}
		require.LessOrEqual(t, total, 30_000)
		require.Greater(t, total, 10_000)
	}
}

// TestShortVisitsSayNothingAboutTheSpeed: each is over before a batch of cycles is full. Batches that grew with them
// would make the next run deaf for seconds.
func TestShortVisitsSayNothingAboutTheSpeed(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(typist)).Error)
	b.ask(tickOf(20))
	b.slots["a"].batch = 100
	for range 10 {
		b.ask(moveOf(-1))
	}
	b.ask(moveOf(5))
	require.Equal(t, 100, b.slots["a"].batch)
}

// TestASlotComesBackElsewhereWithItsPast hands checkpoints to a second session, as the supervisor does.
func TestASlotComesBackElsewhereWithItsPast(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(typist)).Error)
	b.ask(tickOf(20))
	b.ask(seekOf(12))
	b.ask(setOf("gap", 3))
	b.ask(tickOf(30))
	b.ask(seekOf(25))
	b.slots["a"].work = time.Hour // a checkpoint is due
	b.ask(moveOf(-1))
	kept := b.record.checkpoints["a"]
	require.Equal(t, uint64(24), kept.Cycle)

	again := newNative(t, protocol.DefaultLimits)
	require.Nil(t, again.ask(compileOf(typist)).Error)
	restore := protocol.Request{ID: 2, Slot: "a", Type: protocol.TypeRestore, Restore: &protocol.RestoreRequest{}}
	revival := &Revival{Root: kept.Root, Present: kept.Present}
	var need func(id uint64)
	need = func(id uint64) {
		if state := b.record.states["a"][id]; id != 0 {
			revival.States = append(revival.States, state)
			for _, part := range state.Parts {
				need(part)
			}
		}
	}
	need(kept.Present)
	again.Handle(context.Background(), restore, revival)
	reply := last[protocol.Reply](again.record)
	require.Nil(t, reply.Error)
	for _, state := range b.record.states["a"] {
		again.Recall("a", []history.State{state})
	}
	again.id = 2
	compare := func() {
		require.Equal(t, b.ask(plain(protocol.TypeSnapshot)), again.ask(plain(protocol.TypeSnapshot)))
	}
	b.id = 2
	compare()
	for _, r := range []protocol.Request{seekOf(3), plain(protocol.TypeUndo), seekOf(20), plain(protocol.TypeUndo), moveOf(1), tickOf(5)} {
		require.Equal(t, b.ask(r), again.ask(r), r.Type)
		compare()
	}

	restore.ID = again.id + 1
	again.Handle(context.Background(), restore, &Revival{Root: kept.Root, Present: kept.Present})
	require.Equal(t, protocol.ErrInvalidRequest, last[protocol.Reply](again.record).Error.Code, "without its state")
}
