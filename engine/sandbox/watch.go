package sandbox

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
)

// current is the realm that this process made last. A process that runs untrusted code runs one
// program at a time.
var current atomic.Pointer[realm.Realm]

// Watch ends a process that has been caught by its user code: in a built-in function that does not
// come back, which no fuel check sees, or in one that takes all memory. It is of use where goroutines
// run beside each other, so not in WebAssembly.
type Watch struct {
	limits limits.Limits
	giveUp func(*protocol.Error)

	mu       sync.Mutex
	timer    *time.Timer
	active   bool
	last     time.Time // last sign of progress
	peak     int64
	beat     func(realm.CurrentCode)
	nextBeat time.Time
}

const (
	watchEvery  = 5 * time.Millisecond
	watchBeat   = 100 * time.Millisecond
	watchGrace  = 500 * time.Millisecond // after the run time, for the program's own checks to answer first
	watchWindow = 2 * time.Second        // see ownTime
)

// NewWatch makes a watch. When it finds that this process cannot go on it calls giveUp, once, with the
// reason and the place; giveUp must end the process. beat, if given, hears ten times a second of work.
func NewWatch(l limits.Limits, giveUp func(*protocol.Error), beat func(realm.CurrentCode)) *Watch {
	return &Watch{limits: l.Fill(), giveUp: giveUp, beat: beat}
}

// Begin starts watching; Progress tells that a piece of work is done; End stops and gives the largest
// size of the heap that was seen, in bytes.
func (w *Watch) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.active, w.last, w.peak = true, time.Now(), 0
	w.nextBeat = w.last.Add(watchBeat)
	w.timer = time.AfterFunc(watchEvery, w.check)
}

// Progress is described at Begin.
func (w *Watch) Progress() {
	w.mu.Lock()
	w.last = time.Now()
	w.mu.Unlock()
}

// End is described at Begin.
func (w *Watch) End() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.active = false
	w.timer.Stop()
	return max(w.peak, heapBytes())
}

func (w *Watch) check() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.active {
		return
	}
	r := current.Load()
	now, heap := time.Now(), heapBytes()
	w.peak = max(w.peak, heap)
	var problem *protocol.Error
	switch limit := int64(w.limits.MemoryMebibytes) << 20; {
	case heap > limit && alive() > limit:
		problem = protocol.NewError(protocol.ErrMemory, fmt.Sprintf("This needs more than %d MiB of memory and was stopped.", w.limits.MemoryMebibytes))
	default:
		problem = w.overdue(r, now)
	}
	if problem != nil {
		if r != nil {
			locate(problem, r.Whereabouts())
		}
		w.active = false
		w.giveUp(problem)
		return
	}
	if w.beat != nil && !now.Before(w.nextBeat) {
		w.nextBeat = now.Add(watchBeat)
		if r != nil {
			w.beat(r.Running())
		} else {
			w.beat(realm.CurrentCode{})
		}
	}
	w.timer.Reset(watchEvery)
}

// alive is the size of the heap without what is dead, in bytes. Until it is collected, that counts as a part of the
// heap.
func alive() int64 {
	runtime.GC()
	return heapBytes()
}

// overdue is the problem when user code does not come back, or the engine's own work does not.
func (w *Watch) overdue(r *realm.Realm, now time.Time) *protocol.Error {
	run := w.limits.RunTime()
	if r != nil {
		if until, inside := r.Deadline(); inside {
			if now.Sub(until) <= watchGrace {
				return nil
			}
			return protocol.NewError(protocol.ErrTimeout, fmt.Sprintf("This ran for more than %v and was stopped.", limits.Span(run)))
		}
	}
	if own := ownTime(w.limits); now.Sub(w.last) > own {
		return protocol.NewError(protocol.ErrTimeout, fmt.Sprintf("This took more than %v and was stopped.", limits.Span(own)))
	}
	return nil
}

// ownTime bounds one piece of the engine's own work: parsing, elaborating, fetching modules.
func ownTime(l limits.Limits) time.Duration {
	return 2*l.RunTime() + time.Duration(l.ModuleMilliseconds)*time.Millisecond + watchWindow
}

// locate adds what is known of the place to an error.
func locate(e *protocol.Error, m realm.CurrentCode) {
	e.Circuit, e.Node = m.Circuit, m.Node
	e.File, e.Line, e.Column = m.File, m.Line, m.Column
	if m.Builtin != "" {
		e.Message += fmt.Sprintf(" It was inside the built-in function %s.", m.Builtin)
		if e.Code == protocol.ErrTimeout {
			e.Advice = "Use smaller arrays, strings or numbers: a built-in function takes as long as its data are large."
		}
	}
	if m.Lambda != "" {
		e.Message = fmt.Sprintf("%s of %s: %s", m.Lambda, m.Circuit, e.Message)
	}
}
