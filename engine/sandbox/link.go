package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
)

// Home is a place outside the caller's process where workers run. process has one.
type Home interface {
	// Start begins a worker: something at whose other end Serve runs. The home enforces the memory limit.
	Start(l limits.Limits) (Link, error)
}

// Link is the connection to one worker.
type Link interface {
	io.Reader
	io.Writer
	// Kill ends the worker at once. It may be called at any time, from any goroutine, and twice.
	Kill()
	// Wait returns when the worker has ended and says why, as far as its home can tell: nil when it
	// ended by itself and in order. It may be called once the Reader has come to its end.
	Wait() *protocol.Error
}

const (
	abortPatience = 100 * time.Millisecond // for a worker to give a call up, before it is killed
	linkPatience  = 3 * time.Second        // for a worker to tell that it gave itself up, before it is killed
)

// link drives one worker, one call at a time.
type link struct {
	Link
	limits limits.Limits
	out    *bufio.Writer
	heard  chan struct{} // a sign of life
	answer chan *answer
	died   chan struct{} // closed when the worker has ended; why is set then
	why    *protocol.Error

	markLock sync.Mutex
	mark     realm.CurrentCode // what the worker was last heard to run
}

func startLink(home Home, first startup) (*link, *protocol.Error) {
	raw, err := home.Start(first.Limits)
	if err != nil {
		return nil, protocol.NewError(protocol.ErrUnavailable, "A sandbox process cannot be started: "+err.Error()+".")
	}
	l := &link{
		Link: raw, limits: first.Limits, out: bufio.NewWriter(raw),
		heard: make(chan struct{}, 1), answer: make(chan *answer, 1), died: make(chan struct{}),
	}
	go l.read()
	text, err := json.Marshal(first)
	if err == nil {
		err = writeFrame(l.out, frameStart, text)
	}
	if err != nil {
		l.Kill()
		<-l.died
		return nil, l.why
	}
	return l, nil
}

// read takes what the worker sends until it ends.
func (l *link) read() {
	err := l.readAll()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	if err != io.EOF { //nolint:errorlint // set above
		l.Kill()
	}
	why := l.Wait()
	switch {
	case l.why != nil: // it said so itself
	case why != nil:
		l.why = why
		l.markLock.Lock()
		locate(l.why, l.mark)
		l.markLock.Unlock()
	case err != nil && err != io.EOF: //nolint:errorlint // as above
		l.why = protocol.NewError(protocol.ErrRuntime, "The sandbox process sent a message that cannot be read: "+err.Error()+".")
	default:
		l.why = protocol.NewError(protocol.ErrUnavailable, "The sandbox process has ended.")
	}
	close(l.died)
}

func (l *link) readAll() error {
	in := bufio.NewReader(l.Link)
	largest := max(l.limits.MessageBytes, largestCall(l.limits))
	var whole []byte
	for {
		kind, payload, err := readFrame(in, largestPart(l.limits))
		if err != nil {
			return err
		}
		select {
		case l.heard <- struct{}{}:
		default:
		}
		switch kind {
		case framePart, frameAnswer:
			if len(whole)+len(payload) > largest {
				return fmt.Errorf("an answer of more than %d bytes", largest)
			}
			whole = append(whole, payload...)
			if kind == framePart {
				continue
			}
			a := &answer{}
			if err := json.Unmarshal(whole, a); err != nil {
				return err
			}
			whole = nil
			select {
			case l.answer <- a:
			default:
				return errors.New("an answer to no call")
			}
		case frameBeat:
			var m realm.CurrentCode
			if err := json.Unmarshal(payload, &m); err != nil {
				return err
			}
			l.markLock.Lock()
			l.mark = m
			l.markLock.Unlock()
		case frameGaveUp:
			e := &protocol.Error{}
			if err := json.Unmarshal(payload, e); err != nil {
				return err
			}
			l.why = e
			return nil
		default:
			return fmt.Errorf("a message of unknown kind %q", kind)
		}
	}
}

// do sends a call and waits for its answer. alive is false when the worker has ended; a call that is
// given up ends within abortPatience.
func (l *link) do(ctx context.Context, c *call) (a *answer, alive bool, failed *protocol.Error) {
	if ctx.Err() != nil {
		return nil, true, givenUp(ctx)
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, true, protocol.NewError(protocol.ErrInvalidRequest, "The call cannot be sent: "+err.Error()+".")
	}
	if len(text) > largestCall(l.limits) {
		return nil, true, protocol.NewError(protocol.ErrPayloadTooLarge, fmt.Sprintf("The call has %v bytes; the limit is %v.", limits.Count(len(text)), limits.Count(largestCall(l.limits))))
	}
	sent := make(chan error, 1)
	go func() { sent <- writeFrame(l.out, frameCall, text) }()
	silence := ownTime(l.limits) + linkPatience
	timer := time.NewTimer(silence)
	defer timer.Stop()
	done := ctx.Done()
	for {
		select {
		case a := <-l.answer:
			<-sent
			return a, true, a.Error
		case <-l.died:
			return nil, false, l.why
		case <-l.heard:
			if ctx.Err() == nil { // signs of life do not put off the end of what was given up
				timer.Reset(silence)
			}
		case <-done:
			done = nil
			go func() {
				if <-sent == nil {
					_ = writeFrame(l.out, frameCancel, nil) // a worker that has ended needs no cancelling
				}
				sent <- nil
			}()
			timer.Reset(abortPatience)
		case <-timer.C:
			l.Kill()
			<-l.died
			if ctx.Err() != nil {
				return nil, false, givenUp(ctx)
			}
			e := protocol.NewError(protocol.ErrTimeout, fmt.Sprintf("The sandbox process did not answer for %v and was stopped.", limits.Span(silence)))
			l.markLock.Lock()
			locate(e, l.mark)
			l.markLock.Unlock()
			return nil, false, e
		}
	}
}

// givenUp is the error of a call whose caller no longer waits.
func givenUp(ctx context.Context) *protocol.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return protocol.NewError(protocol.ErrTimeout, "The caller's deadline passed.")
	}
	return protocol.NewError(protocol.ErrAborted, "Given up on request.")
}

// end stops the worker and waits until it has ended.
func (l *link) end() {
	l.Kill()
	<-l.died
}
