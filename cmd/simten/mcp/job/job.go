// Package job is the work of one tool call of the MCP server, in a process of its own that runs circuit code and may
// be killed at any moment. In comes a Task, as one JSON value on the input; out go Messages, one JSON value each:
// progress, packages that the server has to fetch, and at the end the Answer. The process opens no file and connects
// to nothing: texts come with the task.
//
// A newcomer adds work as a field of Task and one of Answer, a file with its function, and a line in work.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// Task says what is to be done: one of the pointers is set.
type Task struct {
	Limits limits.Limits `json:"limits"`
	Run    Hosted        `json:"run"` // what is compiled, and run

	Check    *Check    `json:"check,omitempty"`
	Simulate *Simulate `json:"simulate,omitempty"`
	Question *Question `json:"question,omitempty"`
	Query    *Query    `json:"query,omitempty"`
	Verify   *Verify   `json:"verify,omitempty"`
	Draw     *Draw     `json:"draw,omitempty"`
	Waveform *Waveform `json:"waveform,omitempty"`
}

// Answer is what became of a task: a problem, or the field of its work.
type Answer struct {
	Problem *protocol.Error `json:"problem,omitempty"`

	Check    *CheckResult    `json:"check,omitempty"`
	Simulate *SimulateResult `json:"simulate,omitempty"`
	Question *QuestionResult `json:"question,omitempty"`
	Query    *QueryResult    `json:"query,omitempty"`
	Verify   *VerifyResult   `json:"verify,omitempty"`
	Draw     *DrawResult     `json:"draw,omitempty"`
	Waveform *WaveformResult `json:"waveform,omitempty"`
}

// Message is what the process says.
type Message struct {
	Progress *Progress `json:"progress,omitempty"`
	Needs    []string  `json:"needs,omitempty"` // packages, which the server answers by a list of modules.Answer
	Answer   *Answer   `json:"answer,omitempty"`
}

// Progress is how far the work has come.
type Progress struct {
	Done float64 `json:"done"` // part of the whole, 0 to 1
	Text string  `json:"text"`
}

// progressInterval is the time between two messages about progress.
const progressInterval = 100 * time.Millisecond

// worker does one task.
type worker struct {
	task   Task
	limits sandbox.Limits
	alive  func() // tells the watch of the process about progress

	outLock sync.Mutex
	out     *json.Encoder
	told    time.Time
	in      *json.Decoder
	rest    io.Reader // what follows the task on the input
}

// Serve reads a task, does it and writes its answer. alive is told between pieces of work that are not user code. The
// error is one of the streams.
func Serve(ctx context.Context, in io.Reader, out io.Writer, alive func()) error {
	w := &worker{alive: alive, out: json.NewEncoder(out), in: json.NewDecoder(in)}
	w.out.SetEscapeHTML(false)
	if err := w.in.Decode(&w.task); err != nil {
		return fmt.Errorf("the task cannot be read: %w", err)
	}
	w.rest = io.MultiReader(w.in.Buffered(), in)
	w.limits = sandbox.LimitsOf(w.task.Limits)
	w.limits.Beat = func(int) {}
	answer := &Answer{}
	if err := w.work(ctx, answer); err != nil {
		answer = &Answer{Problem: w.problem(err)}
	}
	return w.send(Message{Answer: answer})
}

func (w *worker) work(ctx context.Context, a *Answer) (err error) {
	switch t := &w.task; {
	case t.Check != nil:
		a.Check, err = w.check(ctx)
	case t.Simulate != nil:
		a.Simulate, err = w.simulate(ctx, t.Simulate)
	case t.Question != nil:
		a.Question, err = w.question(ctx, t.Question)
	case t.Query != nil:
		a.Query, err = w.query(ctx, t.Query)
	case t.Verify != nil:
		a.Verify, err = w.verify(ctx, t.Verify)
	case t.Draw != nil:
		a.Draw, err = w.draw(ctx, t.Draw)
	case t.Waveform != nil:
		a.Waveform, err = w.waveform(ctx, t.Waveform)
	default:
		err = errors.New("the task is empty")
	}
	return err
}

func (w *worker) send(m Message) error {
	w.outLock.Lock()
	defer w.outLock.Unlock()
	return w.out.Encode(m)
}

// progress tells how far the work has come, now and then.
func (w *worker) progress(done float64, text string) {
	w.alive()
	if now := time.Now(); now.Sub(w.told) >= progressInterval {
		w.told = now
		_ = w.send(Message{Progress: &Progress{done, text}}) // a server that went away kills this process
	}
}

// loader gets packages from the server.
type loader struct {
	*worker
	host string
}

func (l loader) Host() string { return l.host }

func (l loader) Load(_ context.Context, paths []string) []modules.Answer {
	failed := func(err error) []modules.Answer {
		list := make([]modules.Answer, len(paths))
		for i, path := range paths {
			list[i] = modules.Answer{Path: path, Failure: err.Error()}
		}
		return list
	}
	if err := l.send(Message{Needs: paths}); err != nil {
		return failed(err)
	}
	var answers []modules.Answer
	if err := l.in.Decode(&answers); err != nil {
		return failed(err)
	}
	l.alive()
	return answers
}

// problem is any error of the engine with its code.
func (w *worker) problem(err error) *protocol.Error {
	var known *protocol.Error
	var d *circuit.Diagnostic
	var gone *history.OutOfRangeError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &d):
		short := *d
		short.Cut()
		e := protocol.FromDiagnostic(&short)
		if d.Code == circuit.CodeQuestion { // the circuit is in order, what is asked is not
			e.Code = protocol.ErrInvalidRequest
		}
		if e.Advice == "" {
			e.Advice = e.Code.Advice()
		}
		return e
	case errors.As(err, &gone):
		e := protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf(
			"The run has the cycles %d to %d, and not %d.", gone.Range.First, gone.Range.Last, gone.Cycle))
		e.Advice = "Ask about one of these cycles, or give the run more ticks."
		return e
	}
	return protocol.NewError(protocol.ErrRuntime, err.Error())
}

// refused is the error of a request that makes no sense.
func refused(message, advice string) error {
	e := protocol.NewError(protocol.ErrInvalidRequest, message)
	e.Advice = advice
	return e
}

// Lifeline reads ahead of the work and calls end when the input ends: then the server has gone, and nobody waits for
// the answer any more.
func Lifeline(in io.Reader, end func()) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, _ = io.Copy(w, in)
		end()
	}()
	return r
}
