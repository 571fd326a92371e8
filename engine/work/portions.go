// Package work is long work that others wait beside: it pauses and goes on (Pause, Portions), says how far it has come
// (WithProgress), and leaves its garbage where it does no harm (Tidy). Passes over netlists and the generation of code
// take a Pause and call it; who starts them says what happens meanwhile. It knows nothing of circuits.
package work

import "iter"

// Pause is where long work on a netlist may be interrupted: whoever works calls it, or MaybeYield in loops. Whoever
// gives it may do other things before it returns. It may also not return, when nobody wants the result any more (see
// Portions): whoever calls it keeps nothing half done outside of its own variables. The Pause nil never interrupts.
type Pause func()

// beatOps is after how many operations a pause is possible.
const beatOps = 256

// Yield makes a pause possible.
func (p Pause) Yield() {
	if p != nil {
		p()
	}
}

// MaybeYield makes a pause possible after every few of the steps i of a loop.
func (p Pause) MaybeYield(i int) {
	if i%beatOps == 0 {
		p.Yield()
	}
}

// Portions is work that is done a portion at a time, for whoever has other things to do in between. It is not safe for
// concurrent use. One that is neither done nor stopped holds on to its memory.
type Portions struct {
	next   func() (struct{}, bool)
	stop   func()
	enough func() bool // ends the portion under way
	done   bool
}

// stopped unwinds work that is given up, out of the Pause in which it waits; it is caught where the work began.
type stopped struct{}

// InPortions prepares to do work, and does nothing yet. The work is to call its Pause every few hundred operations.
//
// It is a coroutine: it has a stack of its own and goes on where it was, so that what it consists of need not know that
// it is interrupted. When it is given up it has to leave that stack, from deep inside of calls that have no other
// reason to end early; a panic does that, which begins and ends in this file.
func InPortions(work func(Pause)) *Portions {
	p := &Portions{}
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != (stopped{}) {
				panic(r)
			}
		}()
		work(func() {
			if p.enough() && !yield(struct{}{}) {
				panic(stopped{})
			}
		})
		p.done = true
	})
	return p
}

// Continue works until enough, which it asks at every Pause, says so, and reports whether the work is done.
func (p *Portions) Continue(enough func() bool) bool {
	p.enough = enough
	p.next()
	return p.done
}

// Stop gives up what is not done yet: the work ends in the Pause in which it waits, and runs what it has deferred. It
// may be called twice.
func (p *Portions) Stop() { p.stop() }
