// Package specialize runs a circuit on a netlist that is specialised for its Constant components: their values are
// built in. It changes over to the general netlist when someone edits one of them.
//
// A netlist of synthesis.Options.Fixed and a function that starts the general one come in; a sim.Machine goes out.
package specialize

import (
	"context"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
)

// Machine is a sim.Machine that has two netlists to choose from.
type Machine struct {
	sim.Machine
	module  *netlist.Module // with constants built in
	general func(ctx context.Context) (sim.Machine, error)
	changed bool  // the general netlist is needed from now on
	moved   bool  // and runs already
	pending []arg // changes of constants that have not reached it

	handover sim.Handover
}

var _ sim.Improver = (*Machine)(nil)

type arg struct {
	node int
	name string
	v    circuit.Value
}

// Images tell which netlist they are of.
const (
	fixedImage   = 0
	generalImage = 1
)

// Pays reports that a netlist of synthesis.Options.Fixed may stand in for the general one, and gains by it.
// State cannot be carried over between loops that differ, nor between hosts of opaque lambdas.
func Pays(fixed *netlist.Module) bool {
	return len(fixed.Fixed) > 0 && !fixed.Feedback && len(fixed.Calls) == 0
}

// New wraps a machine that runs module, a netlist of synthesis.Options.Fixed; general starts a machine on the
// one without. A netlist for which Pays is false must not be wrapped.
func New(fixed sim.Machine, module *netlist.Module, general func(ctx context.Context) (sim.Machine, error)) *Machine {
	return &Machine{Machine: fixed, module: module, general: general}
}

// SetArgument changes an interactive argument; a changed Constant makes the next Settle or Step change
// over to the general netlist.
func (m *Machine) SetArgument(node int, name string, v circuit.Value) {
	if !m.moved {
		for _, i := range m.module.Fixed {
			if in := &m.module.Inputs[i]; in.Node == node && in.Name == name {
				m.changed = true
				m.pending = append(m.pending, arg{node, name, v})
				return
			}
		}
	}
	m.Machine.SetArgument(node, name, v)
}

// move changes over to the general netlist when that is due.
func (m *Machine) move(ctx context.Context) error {
	if !m.changed || m.moved {
		return nil
	}
	state, err := m.Machine.Image()
	if err != nil {
		return err
	}
	next, err := m.general(ctx)
	if err != nil {
		return err
	}
	if err := next.Show(ctx, state); err != nil {
		_ = next.Close()
		return err
	}
	for _, a := range m.pending {
		next.SetArgument(a.node, a.name, a.v)
	}
	old := m.Machine
	m.handover.HandOver(old)
	m.Machine, m.moved, m.pending = next, true, nil
	return old.Close()
}

// Settle, Step and Reset are those of sim.Machine, on the netlist that is due.
func (m *Machine) Settle(ctx context.Context) error {
	if err := m.move(ctx); err != nil {
		return err
	}
	return m.Machine.Settle(ctx)
}

// Step runs clock cycles.
func (m *Machine) Step(ctx context.Context, n int) (int, error) {
	if err := m.move(ctx); err != nil {
		return 0, err
	}
	return m.Machine.Step(ctx, n)
}

// Reset returns to the start values.
func (m *Machine) Reset(ctx context.Context) error {
	if err := m.move(ctx); err != nil {
		return err
	}
	return m.Machine.Reset(ctx)
}

// Image has one part, the image of the netlist that runs, and a byte that tells which it is.
func (m *Machine) Image() (*sim.Block, error) {
	if err := m.move(context.Background()); err != nil {
		return nil, err
	}
	state, err := m.Machine.Image()
	if err != nil {
		return nil, err
	}
	kind := byte(fixedImage)
	if m.moved {
		kind = generalImage
	}
	return &sim.Block{Bytes: []byte{kind}, Parts: []*sim.Block{state}}, nil
}

// Show brings an image back; one of the general netlist needs that netlist.
func (m *Machine) Show(ctx context.Context, image *sim.Block) error {
	if image == nil || len(image.Bytes) != 1 || image.Bytes[0] > generalImage || len(image.Parts) != 1 {
		return sim.ErrSnapshot
	}
	if image.Bytes[0] == generalImage && !m.moved {
		m.changed = true
	}
	if err := m.move(ctx); err != nil {
		return err
	}
	return m.Machine.Show(ctx, image.Parts[0])
}

// Inner is the image of the netlist in an image of a Machine.
func Inner(image *sim.Block) *sim.Block {
	if image == nil || len(image.Bytes) != 1 || len(image.Parts) != 1 {
		return image
	}
	return image.Parts[0]
}

// Like is an image of the netlist as one of the kind of another image, which may be one of a Machine or not.
func Like(other, netlist *sim.Block) *sim.Block {
	if Inner(other) == other {
		return netlist
	}
	return &sim.Block{Bytes: other.Bytes, Parts: []*sim.Block{netlist}}
}

// Alike reports that two images are of Machines on the same one of their netlists.
func Alike(a, b *sim.Block) bool {
	return Inner(a) != a && Inner(b) != b && a.Bytes[0] == b.Bytes[0]
}

// Snapshot is Image as bytes.
func (m *Machine) Snapshot() ([]byte, error) { return sim.Snapshot(m) }

// Restore brings a snapshot back.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	return sim.Restore(ctx, m, snapshot)
}

// Changed reports the nets that differ from the last report.
func (m *Machine) Changed(dst []int) []int {
	return m.handover.Changed(m.Machine, dst)
}

// Reported is what Changed reported last; see sim.Reporter.
func (m *Machine) Reported() []circuit.Value { return m.handover.Reported(m.Machine) }

// Warnings are the run-time warnings so far, each once.
func (m *Machine) Warnings() []circuit.Diagnostic {
	return m.handover.Warnings(m.Machine)
}

// Improvable reports that the machine on the netlist can become faster.
func (m *Machine) Improvable() bool {
	i, ok := m.Machine.(sim.Improver)
	return ok && i.Improvable()
}

// TierUp does some of the work for that.
func (m *Machine) TierUp(ctx context.Context, d time.Duration) time.Duration {
	if i, ok := m.Machine.(sim.Improver); ok {
		return i.TierUp(ctx, d)
	}
	return 0
}
