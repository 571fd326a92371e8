package session

import (
	"context"
	"encoding/base64"
	"errors"
	"iter"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Asker is a Program whose runs can be asked questions.
type Asker interface {
	// Ask begins to ask about the run that a recorder holds.
	Ask(past *history.Recorder) *ask.Run
	// Compiled is what is compared with the run of another program.
	Compiled() *sandbox.Compiled
}

// questionTime is how long a question may compute in all.
const questionTime = time.Minute

// questionJob is a question under way: a coroutine that computes a few milliseconds of the answer at a time, beside the
// run.
type questionJob struct {
	request protocol.Request
	other   *slot // whose circuit is compared; nil for other questions
	limit   *deadline
	resume  func() (protocol.Reply, bool) // computes on; true when the reply is there
	stop    func()                        // ends the coroutine
	used    time.Duration
}

// errGivenUp ends the coroutine of a question.
var errGivenUp = errors.New("given up")

// question begins to answer a question, or puts it behind the one that is under way.
func (s *Session) question(ctx context.Context, slot *slot, request protocol.Request) {
	slot.questions = append(slot.questions, request)
	s.nextQuestion(ctx, slot)
}

// nextQuestion begins the question that has waited longest, when none is under way.
func (s *Session) nextQuestion(ctx context.Context, slot *slot) {
	for slot.questionJob == nil && len(slot.questions) > 0 {
		request := slot.questions[0]
		slot.questions = slot.questions[1:]
		run, err := slot.askable(ctx)
		if err != nil {
			s.reply(slot, request, s.toError(slot, err))
			continue
		}
		slot.questionJob = s.startQuestion(ctx, slot, run, request)
	}
}

// asking is the run of a slot that can be asked. A circuit without a past has one of a single cycle: the present one.
func (t *slot) askable(ctx context.Context) (*ask.Run, error) {
	asker, ok := t.program.(Asker)
	if !ok {
		return nil, errNoQuestions
	}
	past := t.past
	if past == nil {
		var err error
		if past, err = t.present(ctx); err != nil {
			return nil, err
		}
	}
	if t.asked == nil || t.askedPast != past {
		t.forgetAsked()
		t.asked, t.askedPast = asker.Ask(past), past
	}
	return t.asked, nil
}

// present is the run of a single cycle of a circuit without a past: its inputs are given to a fresh machine. Where that
// does not lead to the values that are shown, because a loop remembers earlier inputs, they are brought over.
func (t *slot) present(ctx context.Context) (past *history.Recorder, err error) {
	machine, err := t.program.NewMachine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = machine.Close()
		}
	}()
	if past, err = history.New(machine, history.Options{Bytes: 1 << 20}); err != nil {
		return nil, err
	}
	t.targets.Copy(past, t.machine)
	same := past.Settle(ctx) == nil
	for net := 0; same && net < len(t.design.Nets); net++ {
		same = past.Peek(net).Equal(t.machine.Peek(net))
	}
	if same {
		return past, nil
	}
	image, err := t.machine.Image()
	if err != nil {
		return nil, err
	}
	return past, past.Show(ctx, image)
}

// errNoQuestions is for engines that answer no questions.
var errNoQuestions = protocol.NewError(protocol.ErrInvalidRequest, "Nothing can be asked about this circuit.")

// forgetAsked releases what was compiled for questions.
func (t *slot) forgetAsked() {
	if t.asked == nil {
		return
	}
	t.asked.Close()
	if t.askedPast != t.past {
		_ = t.askedPast.Close() // it was made for the question
	}
	t.asked, t.askedPast = nil, nil
}

// startQuestion makes the coroutine of a question.
func (s *Session) startQuestion(ctx context.Context, slot *slot, run *ask.Run, request protocol.Request) *questionJob {
	other := s.compared(request.Ask)
	q := &questionJob{request: request, other: other, limit: s.deadline(ctx)}
	limited, cancel := context.WithCancelCause(q.limit)
	question := questionContext{limited, q.limit}
	next, stop := iter.Pull(func(yield func(protocol.Reply) bool) {
		gone := false
		run.Pause = func() {
			if gone || !yield(protocol.Reply{}) {
				gone = true
				cancel(errGivenUp)
			}
		}
		run.Progress = func(part float64) {
			s.sink.Event(protocol.Event{
				Kind: protocol.EventAsking, Slot: slot.name, Asking: &protocol.Asking{Request: request.ID, Done: part},
			})
		}
		answer, err := s.answerQuestion(question, slot, run, request.Ask, other)
		run.Pause, run.Progress = nil, nil
		reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Ask: answer}
		if err != nil {
			reply.Ask, reply.Error = nil, s.questionError(slot, err)
		}
		if !gone {
			yield(reply)
		}
	})
	q.resume = func() (protocol.Reply, bool) {
		reply, _ := next()
		return reply, reply.ID != 0
	}
	q.stop = func() {
		stop()
		cancel(nil)
	}
	return q
}

// questionContext is the context of a question: it ends when the question is given up, or a portion takes too long.
type questionContext struct {
	context.Context
	limit *deadline
}

func (g questionContext) Err() error {
	if err := g.Context.Err(); err != nil {
		return err
	}
	return g.limit.Err()
}

// advanceQuestion works on a slot's question for about the given time.
func (s *Session) advanceQuestion(ctx context.Context, slot *slot, share time.Duration) {
	q := slot.questionJob
	if q == nil {
		return
	}
	for begin := s.clock(); ; {
		s.sink.Enter(slot.name, q.request.ID, slot.machine.Cycle())
		q.limit.again()
		start := s.clock()
		reply, done := q.resume()
		q.used += s.clock().Sub(start)
		if !done && q.used > questionTime {
			failure := protocol.NewError(protocol.ErrTimeout, "The question took more than a minute and was given up.")
			failure.Advice = "Ask about fewer cycles."
			reply, done = protocol.Reply{ID: q.request.ID, Slot: q.request.Slot, Type: q.request.Type, Error: failure}, true
		}
		if done {
			slot.questionJob = nil
			q.stop()
			reply.Status, reply.At = slot.status(s.clock()), slot.machine.Cycle()
			s.sink.Reply(reply)
			s.nextQuestion(ctx, slot)
			return
		}
		if s.clock().Sub(begin) >= share {
			return
		}
	}
}

// endQuestion gives up the question of that id, or all when it is 0. It reports whether there was one.
func (s *Session) endQuestion(ctx context.Context, slot *slot, id int, failure *protocol.Error) bool {
	found := false
	if q := slot.questionJob; q != nil && (id == 0 || q.request.ID == id) {
		slot.questionJob, found = nil, true
		q.stop()
		s.reply(slot, q.request, failure)
	}
	kept := slot.questions[:0]
	for _, request := range slot.questions {
		if id != 0 && request.ID != id {
			kept = append(kept, request)
			continue
		}
		found = true
		s.reply(slot, request, failure)
	}
	slot.questions = kept
	s.nextQuestion(ctx, slot)
	return found
}

// endComparisons gives up the questions that compare the circuit of a slot, which ends.
func (s *Session) endComparisons(other *slot, why string) {
	for _, name := range s.order {
		slot := s.slots[name]
		if slot == nil || slot == other || slot.questionJob == nil || slot.questionJob.other != other {
			continue
		}
		failure := protocol.NewError(protocol.ErrAborted, "The other slot: "+why)
		s.endQuestion(context.Background(), slot, slot.questionJob.request.ID, failure)
	}
}

// questionError gives the errors of questions their code.
func (s *Session) questionError(slot *slot, err error) *protocol.Error {
	if errors.Is(err, history.ErrRecordingGone) {
		return protocol.NewError(protocol.ErrAborted, "The run has changed; ask again.")
	}
	e := s.toError(slot, err)
	var d *circuit.Diagnostic
	if errors.As(err, &d) && d.Code == circuit.CodeQuestion {
		e.Code = protocol.ErrInvalidRequest
	}
	return e
}

var triggers = map[protocol.On]ask.Trigger{
	"": ask.Becomes, protocol.OnRise: ask.Becomes, protocol.OnTrue: ask.Holds, protocol.OnFall: ask.Ceases, protocol.OnChange: ask.Changes,
}

func condition(c *protocol.Condition) ask.Condition {
	return ask.Condition{When: c.When, Trigger: triggers[c.On], For: c.For}
}

// answerQuestion asks a run; other is the slot whose circuit it is compared with, if there is one.
func (s *Session) answerQuestion(ctx context.Context, slot *slot, run *ask.Run, q *protocol.AskRequest, other *slot) (*protocol.AskResult, error) {
	if answer, err := s.askFile(ctx, slot, run, q); answer != nil || err != nil {
		return answer, err
	}
	switch {
	case q.Compare != nil:
		return s.compare(ctx, run, q.Compare, other)
	case q.Export != nil:
		return s.export(ctx, slot, run, q.Export)
	case q.Wave != nil:
		p, err := run.Wave(ctx, ask.Wave{
			Signals: q.Wave.Signals, From: q.Wave.From, To: q.Wave.To, Pixels: q.Wave.Pixels, Lenient: true,
			Flat: q.Wave.Flat, Curves: q.Wave.Curves,
		})
		if err != nil {
			return nil, err
		}
		return &protocol.AskResult{Wave: waveResult(p)}, nil
	case q.Digest != nil:
		digest, err := run.Digest(ctx, q.Digest.Cycle)
		if err != nil {
			return nil, err
		}
		return &protocol.AskResult{Digest: &protocol.DigestResult{Digest: digest}}, nil
	case q.Changes != nil:
		x, err := run.Between(ctx, ask.Between{From: q.Changes.From, To: q.Changes.To, Limit: q.Changes.Limit})
		if err != nil {
			return nil, err
		}
		result := &protocol.ChangesResult{Changes: make([]protocol.Change, len(x.List)), More: x.More}
		for i := range x.List {
			c := &x.List[i]
			result.Changes[i] = protocol.Change{Signal: c.Name, Node: c.Node, Width: c.Width, Before: c.Before, After: c.After}
		}
		return &protocol.AskResult{Changes: result}, nil
	case q.Find != nil:
		h, err := run.Find(ctx, ask.Find{
			Condition: condition(&q.Find.Condition), From: q.Find.From, To: q.Find.To,
			Last: q.Find.Last, Limit: q.Find.Limit, Count: q.Find.Count,
		})
		if err != nil {
			return nil, err
		}
		return &protocol.AskResult{Find: &protocol.FindResult{Cycles: h.Cycles, Count: h.Count}}, nil
	}
	x, err := run.Why(ctx, ask.Why{Signal: q.Why.Signal, Cycle: q.Why.Cycle, Steps: q.Why.Steps})
	if err != nil {
		return nil, err
	}
	w := &protocol.WhyResult{Steps: make([]protocol.WhyStep, len(x.Steps)), More: x.More}
	for i := range x.Steps {
		step := &x.Steps[i]
		w.Steps[i] = protocol.WhyStep{
			Cycle: step.Cycle, Signal: step.Signal, Value: step.Value, Width: step.Width, Text: step.Text, File: step.File, Line: step.Line,
			Kind: protocol.CauseKind(step.Kind), Node: step.Node, Causes: step.Causes,
		}
	}
	return &protocol.AskResult{Why: w}, nil
}

// waveResult packs the values of a picture.
func waveResult(p *ask.Picture) *protocol.WaveResult {
	w := &protocol.WaveResult{From: p.From, To: p.To, Span: p.Span, Columns: p.Columns, Rows: make([]protocol.WaveRow, len(p.Rows))}
	for i := range p.Rows {
		row := &p.Rows[i]
		w.Rows[i] = protocol.WaveRow{Signal: row.Signal, Width: row.Width}
		if row.Problem != nil {
			w.Rows[i].Error = protocol.NewError(protocol.ErrInvalidRequest, row.Problem.Message)
			w.Rows[i].Error.Advice = row.Problem.Suggestion
			continue
		}
		lists := [][]circuit.Value{row.First, row.Last, row.Min, row.Max}
		switch {
		case p.Span == 1:
			lists = lists[:1]
		case row.Min == nil:
			w.Rows[i].Flat = true
			changed := make([]circuit.Value, p.Columns)
			for c := range changed {
				if row.Changed[c] {
					changed[c] = circuit.Uint(1)
				}
			}
			lists = append(lists[:2:2], changed)
		}
		size := sim.CellBytes(row.Width)
		cells := make([]byte, len(lists)*p.Columns*size)
		at := cells
		for _, values := range lists {
			for _, v := range values {
				sim.PutCell(at, v, row.Width)
				at = at[size:]
			}
		}
		if row.Unknown != nil {
			unknown := make([]byte, p.Columns)
			for c := range unknown {
				if row.Unknown[c] {
					unknown[c] = 1
				}
			}
			w.Rows[i].Unknown = base64.StdEncoding.EncodeToString(unknown)
		}
		w.Rows[i].Cells = base64.StdEncoding.EncodeToString(cells)
	}
	return w
}

// watch makes the run of a slot pause in the cycle in which a condition counts.
func (s *Session) watch(ctx context.Context, slot *slot, until *protocol.Condition) *protocol.Error {
	if slot.past == nil {
		e := protocol.NewError(protocol.ErrInvalidRequest, slot.design.Name+" has no registers or memories, so nothing changes while it runs.")
		e.Circuit, e.Advice = slot.design.Name, "Set an input instead."
		return e
	}
	asker, ok := slot.program.(Asker)
	if !ok {
		return s.toError(slot, errNoQuestions)
	}
	limit := s.deadline(ctx)
	slot.past.Branch()
	run := asker.Ask(slot.past) // a question under way has another one
	pursuit, err := run.Pursue(limit, ask.Until{Condition: condition(until), Hit: until.Hit})
	if err != nil {
		run.Close()
		return s.questionError(slot, err)
	}
	slot.watched = &watched{pursuit, run}
	return nil
}

// watched is a run until a condition counts.
type watched struct {
	*ask.Pursuit
	run *ask.Run
}

// unwatch ends the watch for a condition.
func (t *slot) unwatch() {
	if t.watched != nil {
		t.watched.Close()
		t.watched.run.Close()
		t.watched = nil
	}
}

// stepUntil runs up to n cycles within the given time, or to the cycle that is watched for.
func (s *Session) stepUntil(ctx context.Context, slot *slot, n uint64, share time.Duration) *protocol.Error {
	start := s.clock()
	hit, err := slot.watched.Advance(s.deadline(ctx), share, n)
	slot.work += s.clock().Sub(start)
	if err != nil {
		slot.unwatch()
		return s.toError(slot, err)
	}
	if hit {
		slot.unwatch()
		slot.running = false
		s.frame(slot)
		s.sink.Event(protocol.Event{Kind: protocol.EventHit, Slot: slot.name, Status: slot.status(s.clock())})
	}
	return nil
}
