package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// faster is the counter with a step that is one larger.
var faster = strings.Replace(counter, "n + step", "n + step + 1", 1)

func inSlot(slot string, r protocol.Request) protocol.Request {
	r.Slot = slot
	return r
}

func replayOf(file bool) protocol.Request {
	return protocol.Request{Type: protocol.TypeReplay, Replay: &protocol.ReplayRequest{File: file}}
}

func TestARunIsReplayedAfterAnEdit(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	ways := []protocol.Request{
		setOf("step", 3), tickOf(5), plain(protocol.TypeReset), tickOf(4), setOf("step", 7), setOf("step", 8), tickOf(6),
	}
	require.Nil(t, b.ask(keepOf(counter)).Error)
	for _, r := range ways {
		require.Nil(t, b.ask(r).Error)
	}
	b.ask(seekOf(7))
	reply := b.ask(keepOf(faster))
	require.False(t, reply.Compile.Kept)
	require.Equal(t, &protocol.FormerRun{Cycle: 7, Last: 10}, reply.Compile.Former)
	b.ask(setOf("step", 99)) // as a page does that carries values over
	// An edit that does not compile, and another one before the replay, take nothing away.
	require.Nil(t, b.ask(keepOf("circuit(")).Error)
	reply = b.ask(keepOf(commented(faster)))
	require.Equal(t, &protocol.FormerRun{Cycle: 7, Last: 10}, reply.Compile.Former)

	reply = finished(t, b, b.send(replayOf(false)))
	require.Nil(t, reply.Error)
	require.Empty(t, reply.Replay.Missing)
	require.Equal(t, uint64(7), reply.Status.Cycle)
	require.Equal(t, uint64(10), reply.Status.History.Last)
	require.Contains(t, b.record.checkpoints, "a", "what leads here is not in the log of requests")
	require.Equal(t, uint64(4*4+3*9), b.value("value"))

	// It is the run that a session has which was never edited.
	again := newNative(t, protocol.DefaultLimits)
	require.Nil(t, again.ask(compileOf(faster)).Error)
	for _, r := range ways {
		require.Nil(t, again.ask(r).Error)
	}
	for _, cycle := range []uint64{10, 3, 4, 0, 9} {
		b.ask(seekOf(cycle))
		again.ask(seekOf(cycle))
		require.Equal(t, again.ask(plain(protocol.TypeSnapshot)).Snapshot, b.ask(plain(protocol.TypeSnapshot)).Snapshot, cycle)
	}
	require.Nil(t, b.ask(plain(protocol.TypeUndo)).Error, "the history before the replay comes back")
}

func TestAReplayNamesWhatIsMissing(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(keepOf(counter)).Error)
	b.ask(setOf("step", 3))
	b.ask(tickOf(5))
	require.NotNil(t, b.ask(keepOf(strings.ReplaceAll(counter, "step", "pace"))).Compile.Former)
	reply := finished(t, b, b.send(replayOf(false)))
	require.Nil(t, reply.Error)
	require.Equal(t, []string{"step"}, reply.Replay.Missing)
	require.Equal(t, uint64(5), reply.Status.Cycle)

	b.ask(tickOf(1))
	reply = b.ask(compileOf(counter))
	require.Nil(t, reply.Compile.Former, "another circuit than an edit has no run before it")
	require.Equal(t, protocol.ErrInvalidRequest, b.ask(replayOf(false)).Error.Code)
}

func TestAReplayCanBeGivenUp(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(keepOf(counter)).Error)
	require.Nil(t, finished(t, b, b.send(tickOf(900_000))).Error)
	require.Nil(t, finished(t, b, b.send(tickOf(900_000))).Error)
	require.NotNil(t, b.ask(keepOf(faster)).Compile.Former)
	b.record.all = nil
	id := b.send(replayOf(false))
	b.Run(context.Background(), time.Millisecond)
	require.Nil(t, b.replyTo(id))
	require.Empty(t, of[protocol.Event](b.record), "values on the way are not shown")
	b.send(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: id}})
	reply := finished(t, b, id)
	require.Equal(t, protocol.ErrAborted, reply.Error.Code)
	require.Less(t, reply.Status.Cycle, uint64(1_800_000))
	require.Equal(t, uint64(byte(reply.Status.Cycle)), b.value("value"))
}

func TestCircuitsAreCompared(t *testing.T) {
	b := started(t, 1000)
	compare := func(q protocol.CompareQuestion) protocol.Reply {
		return finished(t, b, b.send(questionOf(protocol.AskRequest{Compare: &q})))
	}
	late := strings.Replace(counter, "n + step", "n + step + (n === 30 ? 1 : 0)", 1)
	reply := compare(protocol.CompareQuestion{Compile: compileOf(late).Compile, Limit: 9})
	require.Nil(t, reply.Error)
	r := reply.Ask.Compare
	require.False(t, r.Equal)
	require.Equal(t, uint64(11), r.Cycle)
	require.Equal(t, []string{"33", "34"}, []string{r.Signals[0].Left.String(), r.Signals[0].Right.String()})
	require.Equal(t, "value", r.Signals[0].Signal)
	require.NotEmpty(t, r.Signals[1:], "the register differs, too")

	require.Nil(t, b.ask(inSlot("b", compileOf(counter))).Error)
	reply = compare(protocol.CompareQuestion{Slot: "b"})
	require.Nil(t, reply.Error)
	require.True(t, reply.Ask.Compare.Equal)
	require.Equal(t, uint64(1000), reply.Ask.Compare.Cycle)

	reply = compare(protocol.CompareQuestion{Compile: compileOf("circuit('A', { inputs: { a: bit } ").Compile})
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	require.Equal(t, 1, reply.Error.Line)
	require.Equal(t, protocol.ErrInvalidRequest, compare(protocol.CompareQuestion{Slot: "c"}).Error.Code)

	// A circuit without registers has the run of one cycle.
	gate := "circuit('Gate', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => ({ y: a & b }) })"
	require.Nil(t, b.ask(compileOf(gate)).Error)
	b.ask(setOf("a", 1))
	reply = compare(protocol.CompareQuestion{Compile: compileOf(strings.Replace(gate, "&", "|", 1)).Compile})
	require.Nil(t, reply.Error)
	require.Equal(t, "1", reply.Ask.Compare.Signals[0].Right.String())
}

func TestAComparisonEndsWithTheOtherSlot(t *testing.T) {
	b := started(t, 300_000)
	require.Nil(t, b.ask(inSlot("b", compileOf(strings.Replace(counter, "value: n", "value: [...String(n)].reverse().join('').length > 0 ? n : 0", 1)))).Error)
	id := b.send(questionOf(protocol.AskRequest{Compare: &protocol.CompareQuestion{Slot: "b"}}))
	// Time stands still, so the question pauses after its first look at the clock.
	require.Nil(t, b.replyTo(id))
	require.Nil(t, b.ask(inSlot("b", compileOf(counter))).Error)
	require.Equal(t, protocol.ErrAborted, finished(t, b, id).Error.Code)
	require.Nil(t, b.slots["a"].questionJob)
}
