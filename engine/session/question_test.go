package session

import (
	"context"
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/ask"
	"simten.dev/engine/protocol"
)

// finished runs slices until a request is answered.
func finished(t *testing.T, b *bench, id int) protocol.Reply {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		for _, reply := range of[protocol.Reply](b.record) {
			if reply.ID == id {
				return reply
			}
		}
		b.Run(context.Background(), 8*time.Millisecond)
	}
	t.Fatal("there is no answer")
	return protocol.Reply{}
}

func questionOf(q protocol.AskRequest) protocol.Request {
	return protocol.Request{Type: protocol.TypeAsk, Ask: &q}
}

func runUntil(speed float64, until protocol.Condition) protocol.Request {
	return protocol.Request{Type: protocol.TypeRun, Run: &protocol.RunRequest{CyclesPerSecond: speed, Until: &until}}
}

// start compiles the counter, lets it count by 3 and runs some cycles.
func started(t *testing.T, cycles int) *bench {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(counter)).Error)
	b.ask(setOf("step", 3))
	id := b.send(tickOf(cycles))
	require.Nil(t, finished(t, b, id).Error)
	return b
}

func TestQuestionsAreAnsweredBesideTheRun(t *testing.T) {
	b := started(t, 1000)

	reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Wave: &protocol.WaveQuestion{
		Signals: []string{"value", "nothing", "value > 100"}, From: 0, To: 9, Pixels: 100,
	}})))
	require.Nil(t, reply.Error)
	w := reply.Ask.Wave
	require.Equal(t, uint64(1), w.Span)
	require.Equal(t, 10, w.Columns)
	cells, err := base64.StdEncoding.DecodeString(w.Rows[0].Cells)
	require.NoError(t, err)
	require.Equal(t, []byte{0, 3, 6, 9, 12, 15, 18, 21, 24, 27}, cells)
	require.NotNil(t, w.Rows[1].Error, "an unknown name is told in its row")
	require.Equal(t, 1, w.Rows[2].Width)

	reply = finished(t, b, b.send(questionOf(protocol.AskRequest{Find: &protocol.FindQuestion{
		Condition: protocol.Condition{When: "value === 30"}, Limit: 2,
	}})))
	require.Nil(t, reply.Error)
	require.Equal(t, []uint64{10, 266}, reply.Ask.Find.Cycles)

	reply = finished(t, b, b.send(questionOf(protocol.AskRequest{Why: &protocol.WhyQuestion{Signal: "value", Cycle: 2}})))
	require.Nil(t, reply.Error)
	require.Equal(t, "value", reply.Ask.Why.Steps[0].Signal)
	require.Equal(t, "6", reply.Ask.Why.Steps[0].Value.String())

	reply = finished(t, b, b.send(questionOf(protocol.AskRequest{Find: &protocol.FindQuestion{
		Condition: protocol.Condition{When: "valeu === 30"}, Limit: 2,
	}})))
	require.Equal(t, protocol.ErrInvalidRequest, reply.Error.Code)
	require.Contains(t, reply.Error.Advice, "value")
}

// TestALongQuestionLetsTheRunGoOn: while a question is computed, the circuit runs, and the question can be given up.
func TestALongQuestionLetsTheRunGoOn(t *testing.T) {
	b := started(t, 300_000)
	b.ask(protocol.Request{Type: protocol.TypeRun, Run: &protocol.RunRequest{}})
	// Each cycle calls the expression, because a match cannot be compiled.
	question := protocol.AskRequest{Find: &protocol.FindQuestion{Condition: protocol.Condition{When: "/^9+$/.test(String(value))"}, Count: true}}
	id := b.send(questionOf(question))
	before := b.slots["a"].machine.Cycle()
	for range 3 {
		b.Run(context.Background(), time.Millisecond)
	}
	require.Greater(t, b.slots["a"].machine.Cycle(), before)
	require.Nil(t, b.replyTo(id), "it is still under way")
	b.send(protocol.Request{Type: protocol.TypeAbort, Abort: &protocol.AbortRequest{Request: id}})
	require.Equal(t, protocol.ErrAborted, finished(t, b, id).Error.Code)
	require.Nil(t, b.slots["a"].questionJob)

	id = b.send(questionOf(question))
	b.Run(context.Background(), time.Millisecond)
	b.ask(protocol.Request{Type: protocol.TypeReset})
	require.Equal(t, protocol.ErrAborted, finished(t, b, id).Error.Code, "the run that was asked is gone")
}

func TestARunPausesInTheCycleThatItIsToRunUntil(t *testing.T) {
	for _, speed := range []float64{0, 100_000} {
		b := started(t, 1)
		b.ask(protocol.Request{Type: protocol.TypeReset})
		hit := func(until protocol.Condition) uint64 {
			b.record.all = nil
			require.Nil(t, b.ask(runUntil(speed, until)).Error)
			for begin := time.Now(); time.Since(begin) < time.Minute; {
				b.Run(context.Background(), 8*time.Millisecond)
				for _, e := range of[protocol.Event](b.record) {
					if e.Kind == protocol.EventHit {
						require.False(t, e.Status.Running)
						return e.Status.Cycle
					}
				}
			}
			t.Fatal("it was not hit")
			return 0
		}
		require.Equal(t, uint64(10), hit(protocol.Condition{When: "value === 30"}))
		require.Equal(t, uint64(266), hit(protocol.Condition{When: "value === 30"}))
		require.Equal(t, uint64(266+256*3), hit(protocol.Condition{When: "value === 30", Hit: 3}))
		require.Equal(t, uint64(266+256*3+1), hit(protocol.Condition{When: "value", On: protocol.OnChange}))
		// From a past cycle the later ones are set aside.
		b.ask(protocol.Request{Type: protocol.TypeSeek, Seek: &protocol.SeekRequest{Cycle: 100}})
		require.Equal(t, uint64(266), hit(protocol.Condition{When: "value === 30"}))
		// An input that is set on the way counts.
		b.ask(setOf("step", 1))
		require.Equal(t, uint64(268), hit(protocol.Condition{When: "value === 32"}))
	}
}

func TestACircuitWithoutStateCanBeAskedWhy(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	require.Nil(t, b.ask(compileOf(`circuit('Both', {
  inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { and: And },
  connect: ({ inputs, outputs, nodes: { and } }) => [inputs.a.to(and.a), inputs.b.to(and.b), and.out.to(outputs.y)],
})`)).Error)
	b.ask(setOf("a", 1))
	b.ask(setOf("b", 1))
	cycle := b.slots["a"].machine.Cycle()
	reply := finished(t, b, b.send(questionOf(protocol.AskRequest{Why: &protocol.WhyQuestion{Signal: "y", Cycle: cycle}})))
	require.Nil(t, reply.Error)
	require.Equal(t, "1", reply.Ask.Why.Steps[0].Value.String())
	require.Len(t, reply.Ask.Why.Steps, 3)
	require.NotNil(t, b.ask(runUntil(0, protocol.Condition{When: "y"})).Error)
}

// TestBoundsOfQuestions: the protocol refuses what package ask would refuse, and nothing else.
func TestBoundsOfQuestions(t *testing.T) {
	valid := func(q protocol.AskRequest) bool {
		r := protocol.Request{ID: 1, Slot: "a", Type: protocol.TypeAsk, Ask: &q}
		return r.Validate(protocol.DefaultLimits) == nil
	}
	wave := func(rows, pixels int) protocol.AskRequest {
		return protocol.AskRequest{Wave: &protocol.WaveQuestion{Signals: make([]string, rows), Pixels: pixels}}
	}
	find := func(limit int, length uint64) protocol.AskRequest {
		return protocol.AskRequest{Find: &protocol.FindQuestion{Condition: protocol.Condition{When: "x", For: length}, Limit: limit}}
	}
	why := func(steps int) protocol.AskRequest {
		return protocol.AskRequest{Why: &protocol.WhyQuestion{Signal: "x", Steps: steps}}
	}
	for _, q := range []protocol.AskRequest{wave(ask.MaxRows, ask.MaxPixels), find(ask.MaxHits, ask.MaxCycles), why(ask.MaxSteps)} {
		require.True(t, valid(q), "%+v", q)
	}
	for _, q := range []protocol.AskRequest{
		wave(ask.MaxRows+1, 1), wave(1, ask.MaxPixels+1), find(ask.MaxHits+1, 0), find(0, ask.MaxCycles+1), why(ask.MaxSteps + 1),
		{},
		{Why: why(1).Why, Find: find(1, 0).Find},
	} {
		require.False(t, valid(q), "%+v", q)
	}
}

// TestStrictQuestionsStayInTheInterpreter: where no module may be generated, questions generate none either.
func TestStrictQuestionsStayInTheInterpreter(t *testing.T) {
	b := newNative(t, protocol.DefaultLimits)
	request := compileOf(counter)
	request.Compile.Strict = true
	require.Nil(t, b.ask(request).Error)
	run, err := b.slots["a"].askable(context.Background())
	require.NoError(t, err)
	require.True(t, run.Interpret)
}
