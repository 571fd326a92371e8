package realm

import (
	"errors"
	"runtime"
)

// The work of built-in functions is counted as steps, and ends the program as a fuel check does in user code.

// errTooDeep ends a program whose data is nested deeper than built-in functions may follow.
var errTooDeep = errors.New("nested too deeply")

// look ends the program when its time is over. Fuel checks do the same in user code.
func (r *Realm) look() {
	r.alive()
	if err := r.ctx.Err(); err != nil {
		r.stop(err)
	}
	if r.options.Now().After(r.deadline) {
		r.stop(errTimeLimit)
	}
}

// work counts what a built-in function is about to do: n elements, characters or the like, of about 50 ns each. Many
// of them are steps like the loop rounds of the program, so that the verdict is the same on every machine.
func (r *Realm) work(builtin string, n int64) {
	if r.owed += n; r.owed < muchWork {
		return
	}
	r.steps += int(min(r.owed/workPerStep, 1<<40))
	r.owed = 0
	if r.script == nil {
		return // the library's own
	}
	r.see(&sighting{r.here(), builtin})
	r.stopped = builtin
	if r.steps > r.options.Steps {
		r.stop(errStepLimit)
	}
	r.look()
	r.stopped = ""
}

// matchingWork is work of a regular expression, inside the built-in function that was entered last.
func (r *Realm) matchingWork(n int) { r.work("RegExp", int64(n)) }

// note notes the place of what may match a regular expression or make a large bigint: natively that is not counted, and
// the process may be ended in it.
func (r *Realm) note(builtin string) {
	if runtime.GOARCH != "wasm" && r.script != nil {
		r.see(&sighting{r.here(), builtin})
	}
}

// stop ends the program past every catch and finally. It must be called by a host function.
func (r *Realm) stop(why error) {
	r.stoppedAt = r.here()
	r.vm.Interrupt(why)
	// The interrupt shows at the next instruction of the program. This gets through the native code
	// that called the host function.
	panic(r.vm.NewGoError(why))
}

// deeper counts one native function inside another. The caller calls the result when it is done.
func (r *Realm) deeper() func() {
	if r.nativeDepth++; r.nativeDepth > maxNative {
		r.nativeDepth = 0
		r.stop(errTooDeep)
	}
	return func() { r.nativeDepth = max(0, r.nativeDepth-1) }
}
