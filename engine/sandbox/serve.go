package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
)

// Serve is the worker's side of a Home: it carries calls out until in ends. When user code cannot be
// stopped, or takes too much memory, it says so and calls exit, which must end the process.
//
// Without exit it reads and works by turns, without a watch: for a home in WebAssembly, which has one
// thread and whose owner ends it from outside.
func Serve(in io.Reader, out io.Writer, exit func()) error {
	s := &server{out: bufio.NewWriter(out), exit: exit, calls: make(chan *call)}
	reader := bufio.NewReader(in)
	kind, payload, err := readFrame(reader, 1<<16)
	if err != nil {
		return err
	}
	var first startup
	if err := json.Unmarshal(payload, &first); err != nil || kind != frameStart {
		return errors.New("the first message does not configure the worker")
	}
	if first.Version != protocol.Version {
		return s.gaveUp(protocol.NewError(protocol.ErrUnavailable, fmt.Sprintf(
			"The sandbox process speaks version %d of the protocol, not %d. Build both from the same sources.", protocol.Version, first.Version)))
	}
	first.Limits = first.Limits.Fill()
	s.worker = newWorker(first)
	s.watch = NewWatch(first.Limits, func(e *protocol.Error) {
		_ = s.gaveUp(e) // who no longer listens needs no answer
		s.exit()
	}, func(m realm.CurrentCode) {
		if text, err := json.Marshal(m); err == nil {
			_ = s.send(frameBeat, text)
		}
	})
	s.worker.progress = s.watch.Progress
	s.parts = first.Limits.ResultBytes
	if exit == nil {
		return s.serveInTurn(reader)
	}
	failed := make(chan error, 1)
	go func() {
		failed <- s.receive(reader, largestCall(first.Limits))
		close(s.calls)
	}()
	for c := range s.calls {
		if err := s.work(c); err != nil {
			return err
		}
		// In idle time, what the next call needs: a fresh realm.
		_ = Warm() // a failure shows again when the realm is needed
	}
	if err := <-failed; !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// serveInTurn is Serve without a second goroutine.
func (s *server) serveInTurn(in *bufio.Reader) error {
	for {
		kind, payload, err := readFrame(in, largestCall(s.worker.startup.Limits))
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if kind != frameCall {
			continue // a cancellation comes too late here
		}
		c := &call{}
		if err := json.Unmarshal(payload, c); err != nil {
			return fmt.Errorf("a call cannot be read: %w", err)
		}
		a := s.worker.handle(context.Background(), c)
		a.Stats.MemoryBytes = heapBytes()
		if err := s.answer(a); err != nil {
			return err
		}
		_ = Warm() // a failure shows again when the realm is needed
	}
}

type server struct {
	worker *Worker
	watch  *Watch
	exit   func()
	parts  int // bytes of one part of an answer
	calls  chan *call

	outLock sync.Mutex
	out     *bufio.Writer

	cancelLock sync.Mutex
	cancel     context.CancelFunc // of the call under way
}

// receive reads frames beside the work.
func (s *server) receive(in *bufio.Reader, largest int) error {
	for {
		kind, payload, err := readFrame(in, largest)
		if err != nil {
			return err
		}
		switch kind {
		case frameCancel:
			s.cancelLock.Lock()
			if s.cancel != nil {
				s.cancel()
			}
			s.cancelLock.Unlock()
		case frameCall:
			c := &call{}
			if err := json.Unmarshal(payload, c); err != nil {
				return fmt.Errorf("a call cannot be read: %w", err)
			}
			s.calls <- c
		default:
			return fmt.Errorf("a message of unknown kind %q", kind)
		}
	}
}

// work carries out one call and sends its answer.
func (s *server) work(c *call) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.setCancel(cancel)
	s.watch.Begin()
	a := s.worker.handle(ctx, c)
	a.Stats.MemoryBytes = s.watch.End()
	s.setCancel(nil)
	return s.answer(a)
}

// answer sends an answer in parts.
func (s *server) answer(a *answer) error {
	text, err := s.encode(a)
	if err != nil {
		return err
	}
	for len(text) > s.parts {
		if err := s.send(framePart, text[:s.parts]); err != nil {
			return err
		}
		text = text[s.parts:]
	}
	return s.send(frameAnswer, text)
}

// encode writes an answer, or an error in its place when it is too large.
func (s *server) encode(a *answer) ([]byte, error) {
	if a.Executed != nil {
		a.Stats.OutputBytes = len(a.Executed.Result)
		for _, line := range a.Executed.Console {
			a.Stats.OutputBytes += len(line)
		}
	}
	text, err := json.Marshal(a)
	if err != nil {
		return json.Marshal(&answer{Error: protocol.NewError(protocol.ErrRuntime, "The result cannot be sent: "+err.Error()+"."), Stats: a.Stats})
	}
	limit := s.worker.startup.Limits.MessageBytes
	if a.Snapshot != nil {
		limit = largestCall(s.worker.startup.Limits)
	}
	if len(text) > limit {
		return json.Marshal(&answer{Error: protocol.NewError(protocol.ErrOutputTooLarge,
			fmt.Sprintf("The result has %v bytes; the limit is %v.", limits.Count(len(text)), limits.Count(limit))), Stats: a.Stats})
	}
	return text, nil
}

func (s *server) setCancel(cancel context.CancelFunc) {
	s.cancelLock.Lock()
	s.cancel = cancel
	s.cancelLock.Unlock()
}

func (s *server) send(kind byte, payload []byte) error {
	s.outLock.Lock()
	defer s.outLock.Unlock()
	return writeFrame(s.out, kind, payload)
}

func (s *server) gaveUp(e *protocol.Error) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return s.send(frameGaveUp, text)
}
