package session

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// bench is a session with its fakes.
type bench struct {
	*Session
	t      *testing.T
	clock  *fakeClock
	record *record
	engine *fakeEngine
	id     int
}

func newBench(t *testing.T) *bench {
	clock := &fakeClock{now: time.Unix(1_000, 0)}
	record := &record{checkpoints: map[string]Checkpoint{}}
	engine := &fakeEngine{clock: clock}
	limits := protocol.DefaultLimits
	limits.Slots = 3
	s := New(engine, limits, func() time.Time { return clock.now }, record)
	return &bench{Session: s, t: t, clock: clock, record: record, engine: engine}
}

// send handles one request, filled with id and slot "a" unless they are given, and returns its id.
func (b *bench) send(r protocol.Request) int {
	b.id++
	r.ID = b.id
	if r.Slot == "" {
		r.Slot = "a"
	}
	require.Nil(b.t, r.Validate(b.limits))
	b.Handle(context.Background(), r, nil)
	return r.ID
}

// ask handles one request and returns its reply, which must have come already.
func (b *bench) ask(r protocol.Request) protocol.Reply {
	id := b.send(r)
	reply := last[protocol.Reply](b.record)
	require.Equal(b.t, id, reply.ID)
	return reply
}

func (b *bench) replyTo(id int) *protocol.Reply {
	for _, r := range of[protocol.Reply](b.record) {
		if r.ID == id {
			return &r
		}
	}
	return nil
}

func compileOf(source string) protocol.Request {
	return protocol.Request{Type: protocol.TypeCompile, Compile: &protocol.CompileRequest{Source: source}}
}

func setOf(name string, v uint64) protocol.Request {
	return protocol.Request{Type: protocol.TypeSet, Set: &protocol.SetRequest{Values: circuit.Whole(map[string]circuit.Value{name: circuit.Uint(v)})}}
}

func tickOf(n int) protocol.Request {
	return protocol.Request{Type: protocol.TypeTick, Tick: &protocol.TickRequest{Count: n}}
}

func runOf(speed float64) protocol.Request {
	return protocol.Request{Type: protocol.TypeRun, Run: &protocol.RunRequest{CyclesPerSecond: speed}}
}

func plain(t protocol.Type) protocol.Request { return protocol.Request{Type: t} }

// pass lets time pass in slices, as the worker does: it sleeps for as long as Run says.
func (b *bench) pass(d time.Duration) {
	for end := b.clock.now.Add(d); b.clock.now.Before(end); {
		before := b.clock.now
		wait := b.Run(context.Background(), 8*time.Millisecond)
		if wait == Idle || b.clock.now.Add(wait).After(end) {
			b.clock.now = end
			return
		}
		b.clock.now = b.clock.now.Add(wait)
		if b.clock.now.Equal(before) {
			b.clock.now = b.clock.now.Add(10 * time.Microsecond) // looking costs time, too
		}
	}
}

func TestCompileAnswersThenSendsEveryNet(t *testing.T) {
	b := newBench(t)
	reply := b.ask(compileOf("ok"))
	require.Nil(t, reply.Error)
	require.Equal(t, "Accumulator", reply.Compile.Main)
	require.Equal(t, []int{8, 8, 70, 1, 4}, reply.Compile.Design.Nets)
	require.Equal(t, &protocol.Status{History: &protocol.HistoryRange{}}, reply.Status)
	require.Equal(t, []protocol.SignalInfo{
		{Path: "__top__.step", Net: 0, Driven: true},
		{Path: "__top__.sum", Net: 1, Driven: true},
		{Path: "console.data", Net: 1, Driven: true},
		{Path: "acc.out", Net: 1, Driven: true},
		{Path: "wide.in", Net: 2, Driven: true},
		{Path: "open.a", Net: 3, Driven: false},
		{Path: "open.g.in", Net: 4, Driven: false},
	}, reply.Compile.Design.Signals)
	frame := last[protocol.Event](b.record)
	require.Equal(t, protocol.EventFrame, frame.Kind)
	require.Equal(t, []uint32{0, 1, 2, 3, 4}, frame.Frame.Nets)
	require.Len(t, frame.Frame.Limbs, 1+1+3+1+1)
}

func TestSetSendsTheFrameBeforeTheReply(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.record.all = nil
	b.ask(setOf("step", 5))
	kinds := []string{}
	for _, x := range b.record.all {
		switch x.(type) {
		case enter:
			kinds = append(kinds, "enter")
		case protocol.Event:
			kinds = append(kinds, "frame")
		case protocol.Reply:
			kinds = append(kinds, "reply")
		}
	}
	require.Equal(t, []string{"enter", "frame", "reply"}, kinds)
	require.Equal(t, &protocol.Frame{Nets: []uint32{0}, Limbs: []uint32{5}}, last[protocol.Event](b.record).Frame)
}

func TestWideValuesTravelAsLimbs(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 2))
	b.ask(setOf("sw", 7))
	b.ask(tickOf(3))
	frame := last[protocol.Event](b.record).Frame
	require.Equal(t, []uint32{1, 2}, frame.Nets)
	require.Equal(t, []uint32{6, 7, 6, 3}, frame.Limbs)
}

func TestABadSourceKeepsTheOldSimulation(t *testing.T) {
	for _, source := range []string{"bad", "unstable", "explode"} {
		b := newBench(t)
		b.ask(compileOf("ok"))
		b.ask(tickOf(4))
		reply := b.ask(compileOf(source))
		require.Equal(t, uint64(4), reply.Status.Cycle, source)
		if source == "explode" {
			require.Equal(t, protocol.ErrTimeout, reply.Error.Code)
		} else {
			require.True(t, circuit.HasErrors(reply.Compile.Diagnostics), source)
			require.Nil(t, reply.Compile.Design)
		}
		require.Equal(t, uint64(5), b.ask(tickOf(1)).Status.Cycle, source)
		require.Zero(t, b.engine.machines[0].closed)
	}
}

func TestANewCircuitReleasesTheOldOne(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(compileOf("ok again"))
	require.Equal(t, 1, b.engine.machines[0].closed)
	require.Zero(t, b.engine.machines[1].closed)
}

func TestUnknownNamesAreRefusedWithTheClosestOne_A228(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	reply := b.ask(setOf("stop", 1))
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	require.Equal(t, "Did you mean 'step'?", reply.Error.Advice)
	reply = b.ask(setOf("constructor", 1))
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
}

func TestSlotsAreIndependentAndCounted_A227(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"a", "b", "c"} {
		r := compileOf("ok")
		r.Slot = name
		require.Nil(t, b.ask(r).Error)
	}
	r := compileOf("ok")
	r.Slot = "d"
	require.Equal(t, protocol.ErrOverloaded, b.ask(r).Error.Code)
	b.ask(tickOf(3))
	other := plain(protocol.TypeSnapshot)
	other.Slot = "b"
	require.Zero(t, b.ask(other).Status.Cycle)
	gone := plain(protocol.TypeDispose)
	gone.Slot = "b"
	require.Nil(t, b.ask(gone).Error)
	require.Nil(t, b.ask(gone).Error, "disposing twice is fine")
	require.Nil(t, b.ask(r).Error, "there is room again")
	require.Equal(t, protocol.ErrInvalidRequest, b.ask(other).Error.Code)
}

func TestSnapshotAndRestore_A145(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 3))
	b.ask(tickOf(5))
	snapshot := b.ask(plain(protocol.TypeSnapshot)).Snapshot
	require.Equal(t, uint64(5), snapshot.Cycle)
	b.ask(setOf("step", 9))
	b.ask(tickOf(5))
	reply := b.ask(protocol.Request{Type: protocol.TypeRestore, Restore: &protocol.RestoreRequest{Snapshot: snapshot.Snapshot}})
	require.Nil(t, reply.Error)
	require.Equal(t, uint64(5), reply.Status.Cycle)
	require.Equal(t, uint64(10), reply.At)
	require.Equal(t, uint64(15), b.engine.machines[0].sum)
	for _, broken := range []string{"%", "AAAA"} {
		reply = b.ask(protocol.Request{Type: protocol.TypeRestore, Restore: &protocol.RestoreRequest{Snapshot: broken}})
		require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	}
}

func TestALongTickGoesOnInSlicesAndOthersWaitBehindIt(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	tick := b.send(tickOf(100_000)) // 100 ms
	require.Nil(t, b.replyTo(tick))
	set := b.send(setOf("step", 1))
	require.Nil(t, b.replyTo(set))
	b.pass(time.Second)
	require.Equal(t, uint64(100_000), b.replyTo(tick).Status.Cycle)
	require.Zero(t, b.replyTo(tick).At)
	require.Equal(t, uint64(100_000), b.replyTo(set).At)
	require.Zero(t, b.engine.machines[0].sum, "the input was set after the tick")
}

func TestATickEndsEarly(t *testing.T) {
	start := func(t *testing.T, source string) (*bench, int) {
		b := newBench(t)
		b.ask(compileOf(source))
		id := b.send(tickOf(10_000_000)) // 10 s
		b.pass(50 * time.Millisecond)
		require.Nil(t, b.replyTo(id))
		return b, id
	}
	t.Run("aborted", func(t *testing.T) {
		b, id := start(t, "ok")
		b.ask(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: id}})
		require.Equal(t, protocol.ErrAborted, b.replyTo(id).Error.Code)
		require.Positive(t, b.replyTo(id).Status.Cycle)
	})
	t.Run("paused", func(t *testing.T) {
		b, id := start(t, "ok")
		b.ask(plain(protocol.TypePause))
		require.Equal(t, protocol.ErrAborted, b.replyTo(id).Error.Code)
	})
	t.Run("disposed of, with what waits behind", func(t *testing.T) {
		b, id := start(t, "ok")
		set := b.send(setOf("step", 1))
		b.ask(plain(protocol.TypeDispose))
		require.Equal(t, protocol.ErrAborted, b.replyTo(id).Error.Code)
		require.Equal(t, protocol.ErrAborted, b.replyTo(set).Error.Code)
	})
	t.Run("replaced", func(t *testing.T) {
		b, id := start(t, "ok")
		b.ask(compileOf("ok"))
		require.Equal(t, protocol.ErrAborted, b.replyTo(id).Error.Code)
	})
	t.Run("too long", func(t *testing.T) {
		b, id := start(t, "ok")
		b.pass(10 * time.Second)
		require.Equal(t, protocol.ErrTimeout, b.replyTo(id).Error.Code)
		require.InDelta(t, 5_000_000, b.replyTo(id).Status.Cycle, 10_000)
	})
	t.Run("failed", func(t *testing.T) {
		b, id := start(t, "fails=90000")
		b.pass(time.Second)
		reply := b.replyTo(id)
		require.Equal(t, uint64(90_000), reply.Status.Cycle)
		require.Equal(t, "add", reply.Error.Node)
		require.Equal(t, 3, reply.Error.Line)
	})
}

func TestAWaitingRequestCanBeAborted(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.send(tickOf(100_000))
	set := b.send(setOf("step", 1))
	b.send(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: set}})
	require.Equal(t, protocol.ErrAborted, b.replyTo(set).Error.Code)
	b.pass(time.Second)
	require.Zero(t, b.engine.machines[0].step)
}

func TestRunKeepsItsSpeed(t *testing.T) {
	for _, speed := range []float64{0.5, 1, 30, 1_000, 100_000} {
		b := newBench(t)
		b.ask(compileOf("ok"))
		b.ask(runOf(speed))
		b.pass(20 * time.Second)
		status := b.ask(plain(protocol.TypePause)).Status
		require.InEpsilon(t, 20*speed, status.Cycle, 0.11, "speed %v", speed)
		require.False(t, status.Running)
	}
}

func TestRunAsFastAsPossible(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(runOf(0))
	b.pass(2 * time.Second)
	status := last[protocol.Event](b.record).Status
	require.InEpsilon(t, 2_000_000, status.Cycle, 0.1)
	require.InEpsilon(t, 1_000_000, status.Achieved, 0.2)
}

func TestASlowCircuitDoesNotBuildUpADebt(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("slow"))
	b.ask(runOf(10_000)) // it can do 1,000
	b.pass(5 * time.Second)
	require.InEpsilon(t, 1_000, last[protocol.Event](b.record).Status.Achieved, 0.2)
	status := b.ask(runOf(100)).Status
	require.InEpsilon(t, 5_000, status.Cycle, 0.05)
	require.Zero(t, status.Achieved, "what was measured at another speed says nothing of this one")
	b.pass(time.Second)
	require.InDelta(t, 100, float64(b.ask(plain(protocol.TypePause)).Status.Cycle-status.Cycle), 3)
}

func TestASliceIsShort(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("slow"))
	b.ask(runOf(0))
	for range 50 {
		start := b.clock.now
		b.Run(context.Background(), 8*time.Millisecond)
		require.Less(t, b.clock.now.Sub(start), 12*time.Millisecond)
	}
}

func TestAtMostOneFrameADisplayFrame(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 1))
	b.ask(runOf(0))
	b.record.all = nil
	b.pass(time.Second)
	n := len(of[protocol.Event](b.record))
	require.Greater(t, n, 30)
	require.LessOrEqual(t, n, 63)
}

func TestRunningSlotsShareTheTime(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"a", "b"} {
		r := compileOf("ok")
		r.Slot = name
		b.ask(r)
		r = runOf(0)
		r.Slot = name
		b.ask(r)
	}
	b.pass(time.Second)
	first, second := b.engine.machines[0].cycle, b.engine.machines[1].cycle
	require.InEpsilon(t, first, second, 0.1)
}

func TestAFailingRunStopsBeforeTheFailingStep_A091(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("fails=1234"))
	b.ask(runOf(0))
	b.pass(100 * time.Millisecond)
	event := last[protocol.Event](b.record)
	require.Equal(t, protocol.EventStopped, event.Kind)
	require.Equal(t, uint64(1234), event.Status.Cycle)
	require.False(t, event.Status.Running)
	require.Equal(t, "Accumulator", event.Error.Circuit)
	require.Equal(t, "add", event.Error.Node)
	require.Equal(t, 7, event.Error.Column)
	require.Equal(t, Idle, b.Run(context.Background(), time.Millisecond))
}

func TestCheckpointsKeepReplaysShort(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(runOf(0))
	b.pass(2 * time.Second)
	require.InDelta(t, 20, len(of[checkpoint](b.record)), 3)
	b.ask(plain(protocol.TypePause))
	b.record.all = nil
	for range 64 {
		b.ask(setOf("step", 1))
	}
	require.NotEmpty(t, of[checkpoint](b.record))
}

func TestTextsAreSentWhenTheyChange(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	require.True(t, last[protocol.Event](b.record).Frame.Whole, "texts that it does not carry are empty")
	require.Nil(t, last[protocol.Event](b.record).Frame.Texts)
	b.ask(tickOf(1))
	require.Nil(t, last[protocol.Event](b.record).Frame.Texts)
	b.ask(tickOf(9))
	require.Equal(t, map[string]string{"console": "x"}, last[protocol.Event](b.record).Frame.Texts)
}

func TestResetKeepsInputs(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 4))
	b.ask(tickOf(2))
	reply := b.ask(plain(protocol.TypeReset))
	require.Equal(t, uint64(2), reply.At)
	require.Zero(t, reply.Status.Cycle)
	require.Equal(t, uint64(4), b.engine.machines[0].step)
}

func TestRunTimeWarningsAreSentOnce(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("sw", 101))
	require.Len(t, last[protocol.Event](b.record).Frame.Warnings, 1)
	b.ask(setOf("sw", 102))
	require.Empty(t, last[protocol.Event](b.record).Frame.Warnings)
}

func TestRefreshSendsEverything(t *testing.T) {
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(setOf("step", 4))
	b.ask(tickOf(10))
	b.Refresh("a")
	frame := last[protocol.Event](b.record).Frame
	require.Equal(t, []uint32{0, 1, 2, 3, 4}, frame.Nets)
	require.Equal(t, uint32(4), frame.Limbs[0])
	require.True(t, frame.Whole)
	require.Equal(t, map[string]string{"console": "x"}, frame.Texts)
	b.Refresh("nobody")
}
