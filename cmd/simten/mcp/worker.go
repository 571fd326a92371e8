package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/process"

	"simten.dev/cmd/simten/mcp/job"
)

// Worker says how a process is started that does the work of one call: the program at Path, which calls process.Enter
// with the limits and then job.Serve.
type Worker struct {
	Path string
	Args []string
	// Environment gives the process its limits.
	Environment func(l limits.Limits) []string
}

// Times of a call.
const (
	defaultTime = 30 * time.Second
	maxTime     = 10 * time.Minute
	minTime     = 100 * time.Millisecond
	// patience is how long a process may take to tell itself that its time is over, with the place.
	patience = time.Second
)

// maxSpoken bounds what one process says.
const maxSpoken = 64 << 20

// work is what one process does.
type work struct {
	task   job.Task
	input  io.Reader      // what follows the task; nil: nothing
	loader modules.Loader // of packages; nil: there are none
	time   time.Duration  // 0: the default
}

// do carries a task out in a process of its own, which has ended when do returns.
func (c *call) do(ctx context.Context, w work) (*job.Answer, error) {
	if w.time == 0 {
		w.time = defaultTime
	}
	release, err := c.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	w.task.Limits = c.options.Limits
	w.task.Limits.RunMilliseconds = int(w.time.Milliseconds())
	if w.loader != nil {
		w.task.Run.Host = w.loader.Host()
	}
	timed, cancel := context.WithTimeout(ctx, w.time+patience)
	defer cancel()
	answer, problem, err := c.guarded(timed, w)
	switch {
	case ctx.Err() != nil:
		return nil, context.Canceled
	case timed.Err() != nil:
		return nil, failed(protocol.ErrTimeout, fmt.Sprintf("The call took more than %v and was stopped.", limits.Span(w.time)),
			inTools[protocol.ErrTimeout], nextCalls[protocol.ErrTimeout]...)
	case problem != nil:
		return nil, problem
	case answer != nil && answer.Problem != nil:
		return nil, answer.Problem
	case answer != nil:
		return answer, nil
	case err == nil:
		err = errors.New("it ended without an answer")
	}
	return nil, failed(protocol.ErrUnavailable, "The process of the call failed: "+err.Error()+".",
		inTools[protocol.ErrUnavailable])
}

// guarded starts the process, speaks with it and waits for its end.
func (c *call) guarded(ctx context.Context, w work) (*job.Answer, *protocol.Error, error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, inRead.Close(), inWrite.Close())
	}
	talk := &conversation{call: c, work: w, ctx: ctx, to: inWrite, done: make(chan struct{})}
	go talk.listen(outRead)
	sent := make(chan struct{})
	go func() {
		talk.send()
		close(sent)
	}()
	var errs bytes.Buffer
	worker := c.options.Worker
	_, problem, err := process.Guard(ctx, w.task.Limits, worker.Path, worker.Args, worker.Environment(w.task.Limits),
		inRead, outWrite, &errs)
	// Both streams end now, and with them the goroutines.
	_, _ = inRead.Close(), outWrite.Close()
	<-sent
	<-talk.done
	_, _ = inWrite.Close(), outRead.Close()
	if err == nil && problem == nil && talk.answer == nil && errs.Len() > 0 {
		err = errors.New(oneLine(errs.String()))
	}
	return talk.answer, problem, errors.Join(err, talk.err)
}

// conversation is what the server and a process say to each other.
type conversation struct {
	*call
	work work
	ctx  context.Context
	to   io.Writer

	done   chan struct{} // closed when the process says nothing more
	answer *job.Answer
	err    error
}

// send gives the process its task, and what follows it.
func (t *conversation) send() {
	text, err := json.Marshal(t.work.task)
	if err == nil {
		_, err = t.to.Write(text)
	}
	if err == nil && t.work.input != nil {
		_, err = io.Copy(t.to, t.work.input)
	}
	if err != nil {
		t.options.Logs.Debug("the process takes no more", "error", err)
	}
}

// listen takes what the process says until it ends.
func (t *conversation) listen(from io.Reader) {
	defer close(t.done)
	in := json.NewDecoder(io.LimitReader(from, maxSpoken))
	for {
		var m job.Message
		if err := in.Decode(&m); err != nil {
			if !errors.Is(err, io.EOF) && t.answer == nil {
				t.err = err
			}
			_, _ = io.Copy(io.Discard, from)
			return
		}
		switch {
		case m.Progress != nil:
			t.progress(m.Progress.Done, m.Progress.Text)
		case m.Answer != nil:
			t.answer = m.Answer
		case len(m.Needs) > 0:
			t.provide(m.Needs)
		}
	}
}

// provide fetches packages for the process.
func (t *conversation) provide(paths []string) {
	answers := make([]modules.Answer, len(paths))
	if t.work.loader != nil {
		answers = t.work.loader.Load(t.ctx, paths)
	} else {
		for i, path := range paths {
			answers[i] = modules.Answer{Path: path, Failure: "There are no packages here."}
		}
	}
	if text, err := json.Marshal(answers); err == nil {
		_, _ = t.to.Write(text) // a process that has ended takes none
	}
}
