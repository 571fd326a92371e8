package session

import (
	"context"
	"errors"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// toError gives an error of the engine its code, place and advice. slot may be nil.
func (s *Session) toError(slot *slot, err error) *protocol.Error {
	var known *protocol.Error
	if errors.As(err, &known) {
		return known
	}
	var d *circuit.Diagnostic
	if errors.As(err, &d) {
		return protocol.FromDiagnostic(d)
	}
	if e := pastError(err); e != nil {
		return e
	}
	code := protocol.ErrRuntime
	if errors.Is(err, context.DeadlineExceeded) {
		code = protocol.ErrTimeout
	} else if errors.Is(err, context.Canceled) {
		code = protocol.ErrAborted
	}
	e := protocol.NewError(code, err.Error())
	if slot != nil {
		e.Circuit = slot.design.Name
	}
	return e
}

// deadline is a context that ends when a request has run for as long as it may. A single-threaded
// WebAssembly program cannot be told of time by a timer, so it is asked: Err looks at the clock,
// and Done never fires.
type deadline struct {
	context.Context
	clock func() time.Time
	limit time.Duration
	end   time.Time
}

func (s *Session) deadline(ctx context.Context) *deadline {
	d := &deadline{Context: ctx, clock: s.clock, limit: time.Duration(s.limits.RunMilliseconds)*time.Millisecond + patience}
	d.again()
	return d
}

// again lets the time begin anew.
func (d *deadline) again() { d.end = d.clock().Add(d.limit) }

// patience lets the realm's own limit come first: it knows the circuit and the line.
const patience = 500 * time.Millisecond

func (d *deadline) Deadline() (time.Time, bool) { return d.end, true }

func (d *deadline) Err() error {
	if err := d.Context.Err(); err != nil {
		return err
	}
	if d.clock().After(d.end) {
		return context.DeadlineExceeded
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
