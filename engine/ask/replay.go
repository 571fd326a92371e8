package ask

import (
	"context"
	"errors"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sim"
)

// replay runs cycles of the run again, on a machine of its own whose netlist has observers.
//
// An observer sees the values of a cycle when the clock edge behind it comes: stepping from cycle a to cycle b shows it
// the cycles a to b-1. The values of cycle b are read from the machine itself.
type replay struct {
	run     *Run
	frame   *frame
	netlist *probe.Netlist
	machine sim.Machine
	player  *history.Player
	show    func(ctx context.Context, plain *sim.Block) error
}

// replay starts a machine on the netlist of a frame, for about so many cycles.
func (r *Run) replay(ctx context.Context, f *frame, cycles uint64) (*replay, error) {
	n, err := f.b.Build()
	if err != nil {
		return nil, err
	}
	m, err := r.start(ctx, n.Module, cycles)
	if err != nil {
		return nil, err
	}
	_, inner, err := r.compiled.Observable(ctx)
	if err != nil {
		_ = m.Close()
		return nil, err
	}
	x := &replay{run: r, frame: f, netlist: n, machine: m}
	x.show = func(ctx context.Context, plain *sim.Block) error {
		image, err := n.Image(inner(plain))
		if err != nil {
			return err
		}
		return m.Show(ctx, image)
	}
	return x, x.again(r)
}

// again prepares for another question about what is recorded now.
func (x *replay) again(r *Run) error {
	if x.player == nil || x.player.Gone() {
		x.player = r.past.Player(x.machine, x.show)
	}
	x.player.Pause = r.pauser()
	return nil
}

func (x *replay) close() { _ = x.machine.Close() }

// seek brings the machine to a cycle, with so many cycles before it seen by the observers, if the run has them.
func (x *replay) seek(ctx context.Context, cycle, before uint64) error {
	first, _ := x.run.Range()
	if err := x.player.Seek(ctx, cycle-min(before, cycle-first)); err != nil {
		return err
	}
	if x.frame != nil {
		x.netlist.SetScalar(x.machine, x.frame.cycle, circuit.Uint(x.player.Cycle()))
	}
	if x.player.Cycle() == cycle {
		return x.machine.Settle(ctx)
	}
	return x.player.Run(ctx, cycle)
}

// portionTime is how long a question works between two looks at the observers and the clock.
const portionTime = history.PortionTime

// portions runs from the cycle that is shown to another one, a few milliseconds at a time; after each it calls look
// until that is content.
func (x *replay) portions(ctx context.Context, to uint64, p *progress, look func() (done bool)) error {
	for from := x.player.Cycle(); x.player.Cycle() < to; p.at(x.player.Cycle()-from, to-from) {
		if err := x.player.Advance(ctx, to); err != nil {
			return err
		}
		if look() {
			return nil
		}
		x.run.pause()
	}
	return nil
}

// frame begins a netlist with observers.
func (r *Run) frame(ctx context.Context) (*frame, error) {
	if r.plain {
		return nil, probe.ErrClosure
	}
	base, _, err := r.compiled.Observable(ctx)
	if err != nil {
		return nil, err
	}
	return newFrame(base), nil
}

// each visits the cycles from one to another, both included, on a machine of the plain circuit; before tells how many
// cycles before the first one are visited, too, as far as the run has them.
func (r *Run) each(ctx context.Context, from, to, before uint64, p *progress, visit func(m sim.Machine, cycle uint64) (bool, error)) error {
	m, err := r.compiled.NewMachineOn(ctx, "interp")
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }()
	first, _ := r.Range()
	at := from - min(before, from-first)
	player := r.past.Player(m, nil)
	player.Pause = r.pauser()
	if err := player.Seek(ctx, at); err != nil {
		return err
	}
	for ; ; at++ {
		done, err := visit(m, at)
		if done || err != nil || at == to {
			return err
		}
		if err := player.Run(ctx, at+1); err != nil {
			return err
		}
		p.at(at-from, to-from)
		if at%64 == 0 {
			r.pause()
		}
	}
}

// closures reports that an expression cannot be put into a netlist, so that every cycle has to be looked at.
func closures(err error) bool { return errors.Is(err, probe.ErrClosure) }
