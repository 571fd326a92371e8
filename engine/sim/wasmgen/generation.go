package wasmgen

import (
	"context"
	"iter"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim"
)

// Generation makes a machine in portions, for whoever has other things to do in between. It is not safe for concurrent
// use. One that is not Stopped holds on to its memory.
type Generation struct {
	next   func() (struct{}, bool)
	stop   func()
	enough func() bool // ends the portion under way

	g        *generated
	err      error
	compiled *compilation
}

// stopped unwinds a generation that is given up in the middle of its work; it is caught where that began.
type stopped struct{}

// Generate prepares to generate the module of a netlist, and does nothing yet.
func Generate(netlist *rtl.Module) *Generation {
	x := &Generation{}
	// The work is one call deep inside of many others, so it is a coroutine: it has a stack of its own, and goes on
	// where it was.
	x.next, x.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != (stopped{}) {
				panic(r)
			}
		}()
		t := defaultTuning
		t.pause = func() {
			if x.enough() && !yield(struct{}{}) {
				panic(stopped{})
			}
		}
		x.g, x.err = generateAll(netlist, t)
	})
	return x
}

// Continue generates until enough, which it asks every few hundred operations, says so, and reports whether everything
// that can be done before Machine is done.
func (x *Generation) Continue(enough func() bool) bool {
	if x.compiled == nil && x.err == nil {
		x.enough = enough
		if _, more := x.next(); more || x.err != nil {
			return !more
		}
		x.compiled = compile(x.g.p.code)
		x.g.p.code = nil
	}
	return x.err != nil || x.compiled.ready()
}

// Waiting reports that nothing is left to do here but to wait for the browser, which compiles the module.
func (x *Generation) Waiting() bool { return x.compiled != nil && !x.compiled.ready() }

// Machine is the machine in the state of an image of another machine of the same netlist. Its lambdas run once, in
// that state. The errors are those of New, and those of showing the image; design and h are those of New.
func (x *Generation) Machine(ctx context.Context, image *sim.Block, design *elaborate.Design, h Host) (*Machine, error) {
	if x.err != nil {
		return nil, x.err
	}
	m, err := x.g.machine(ctx, x.compiled, design, h)
	if err != nil {
		return nil, err
	}
	if err := m.Show(ctx, image); err != nil {
		_ = m.Close()
		return nil, err
	}
	return m, nil
}

// Stop gives up what is not generated yet. It may be called twice.
func (x *Generation) Stop() { x.stop() }
