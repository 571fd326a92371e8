package realm

import (
	"math"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

// timers is the queue of setTimeout and its kin. Time in it is a number that jumps from one callback to the next when
// the file has run, so that the order is always the same and nothing waits. Clocks do not follow it.
type timers struct {
	queue   []timer // by time, then by number
	now     float64
	next    int64
	calls   int
	running bool // the file is being run: simulation comes later and has no timers
}

type timer struct {
	id     int64
	at     float64
	call   goja.Callable
	args   []goja.Value
	period float64 // of setInterval; negative for one call
}

const (
	maxTimers     = 10_000  // waiting at once
	maxTimerCalls = 100_000 // of one file
)

func (r *Realm) installTimers() {
	define := func(name string, f func(goja.FunctionCall) goja.Value) {
		_ = r.vm.GlobalObject().DefineDataProperty(name, r.native(name, f), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	start := func(name string, repeat, wait bool) {
		define(name, func(call goja.FunctionCall) goja.Value {
			f, ok := goja.AssertFunction(call.Argument(0))
			if !ok {
				panic(r.typeError("%s expects a function, got %s", name, kindOf(call.Argument(0))))
			}
			t := timer{call: f, period: -1}
			arguments := 1
			if wait {
				arguments = 2
				t.at = call.Argument(1).ToFloat()
			}
			if math.IsNaN(t.at) || t.at < 0 {
				t.at = 0
			}
			if repeat {
				t.period = max(t.at, 1)
				t.at = t.period
			}
			if len(call.Arguments) > arguments {
				t.args = slices.Clone(call.Arguments[arguments:])
			}
			return r.vm.ToValue(r.addTimer(name, t))
		})
	}
	stop := func(call goja.FunctionCall) goja.Value {
		if id, ok := wholeNumber(call.Argument(0)); ok {
			r.timers.queue = slices.DeleteFunc(r.timers.queue, func(t timer) bool { return t.id == id })
		}
		return goja.Undefined()
	}
	start("setTimeout", false, true)
	start("setInterval", true, true)
	start("setImmediate", false, false)
	for _, name := range []string{"clearTimeout", "clearInterval", "clearImmediate"} {
		define(name, stop)
	}
}

// addTimer queues a timer whose time counts from now.
func (r *Realm) addTimer(name string, t timer) int64 {
	q := &r.timers
	if !q.running {
		panic(r.typeError("%s does not work while the circuit runs: nothing but the clock of the circuit moves time there; count cycles in a register", name))
	}
	if len(q.queue) >= maxTimers {
		panic(r.rangeError("More than %v timers wait at once", limits.Count(maxTimers)))
	}
	q.next++
	t.id = q.next
	t.at += q.now
	r.queueTimer(t)
	return t.id
}

func (r *Realm) queueTimer(t timer) {
	q := &r.timers
	i, _ := slices.BinarySearchFunc(q.queue, t, func(a, b timer) int {
		if a.at > b.at {
			return 1
		}
		return -1 // what was queued earlier for the same time comes first
	})
	q.queue = slices.Insert(q.queue, i, t)
}

// runTimers calls what waits, in the order of time, until nothing does.
func (r *Realm) runTimers() error {
	for {
		if fired, err := r.FireTimer(); !fired || err != nil {
			return err
		}
	}
}

// FireTimer calls what waits for the earliest time; false says that nothing waits. It must run inside Guard.
func (r *Realm) FireTimer() (fired bool, err error) {
	q := &r.timers
	if len(q.queue) == 0 {
		return false, nil
	}
	t := q.queue[0]
	q.queue = q.queue[1:]
	q.now = max(q.now, t.at)
	if q.calls++; q.calls > maxTimerCalls {
		return false, r.inside(func() {
			panic(r.rangeError("Timers called back more than %v times; clear the ones that repeat", limits.Count(maxTimerCalls)))
		})
	}
	if t.period >= 0 {
		again := t
		again.at = q.now + t.period
		r.queueTimer(again)
	}
	_, err = t.call(goja.Undefined(), t.args...)
	return true, err
}

// AllowTimers forgets what waits, and says whether timers may be set from now on.
func (r *Realm) AllowTimers(on bool) { r.timers = timers{running: on} }

// Repeat calls f every period milliseconds of the realm's own time, until the stop function it returns is called.
func (r *Realm) Repeat(period float64, f func()) (stop func()) {
	call, _ := goja.AssertFunction(r.native("", func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
	id := r.addTimer("run()", timer{call: call, at: period, period: period})
	return func() {
		r.timers.queue = slices.DeleteFunc(r.timers.queue, func(t timer) bool { return t.id == id })
	}
}
