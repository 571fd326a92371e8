package wasmgen

import (
	"context"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/work"
)

// Generation makes a machine in portions, for whoever has other things to do in between. It is not safe for concurrent
// use. One that is not Stopped holds on to its memory.
type Generation struct {
	work     *work.Portions
	g        *generated
	err      error
	compiled *compilation
}

// Generate prepares to generate the module of a netlist, and does nothing yet.
func Generate(original *netlist.Module) *Generation {
	x := &Generation{}
	x.work = work.InPortions(func(pause work.Pause) {
		t := defaultTuning
		t.pause = pause
		x.g, x.err = generateAll(original, t)
	})
	return x
}

// Continue generates until enough, which it asks every few hundred operations, says so, and reports whether everything
// that can be done before Machine is done.
func (x *Generation) Continue(enough func() bool) bool {
	if !x.work.Continue(enough) {
		return false
	}
	if x.err != nil {
		return true
	}
	if x.compiled == nil {
		x.compiled = compile(x.g.p.code)
		x.g.p.code = nil
	}
	return x.compiled.ready()
}

// Waiting reports that nothing is left to do here but to wait for the browser, which compiles the module.
func (x *Generation) Waiting() bool { return x.compiled != nil && !x.compiled.ready() }

// Machine is the machine in the state of an image of another machine of the same netlist, once Continue has said that
// it can be made. Its lambdas run once, in that state. The errors are those of New, and those of showing the image;
// design and h are those of New.
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
func (x *Generation) Stop() { x.work.Stop() }
