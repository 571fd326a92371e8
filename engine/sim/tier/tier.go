// Package tier runs a netlist on the interpreter, which starts at once, until the generated module is ready, which runs
// much faster and takes long to make.
package tier

import (
	"context"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/wasmgen"
)

// Machine is a sim.Machine that begins as one of interp and goes on as one of wasmgen. TierUp makes the module in
// portions, and changes over between two cycles; nothing but the speed shows which of the two runs. Both have one
// host, as their lambdas have one state.
type Machine struct {
	sim.Machine
	design     *elaborate.Design
	host       sim.Host
	generation *wasmgen.Generation // nil when nothing is left to do
	settled    bool                // inputs, arguments and state have been looked at since they were set
	handover   sim.Handover
	generated  bool
	err        error
}

var _ sim.Improver = (*Machine)(nil)

// browserPause is after how long it is looked again whether the browser has compiled the module.
const browserPause = 5 * time.Millisecond

// New makes a machine and settles it. design and host are those of interp.NewBrief and wasmgen.New.
func New(ctx context.Context, module *netlist.Module, design *elaborate.Design, host sim.Host) (*Machine, error) {
	first, err := interp.NewBrief(ctx, module, design, host)
	if err != nil {
		return nil, err
	}
	return &Machine{
		Machine: first, design: design, host: host,
		generation: wasmgen.Generate(module), settled: true,
	}, nil
}

// Improvable reports that the module is not running yet, and can be worked on.
func (m *Machine) Improvable() bool {
	return m.generation != nil && m.settled
}

// Generated reports that the generated module runs.
func (m *Machine) Generated() bool { return m.generated }

// Err is why the module could not be made, or did not take over; the interpreter goes on then.
func (m *Machine) Err() error { return m.err }

// TierUp works on the module for about the given time; see sim.Improver.
func (m *Machine) TierUp(ctx context.Context, d time.Duration) time.Duration {
	end := time.Now().Add(d)
	return m.improve(ctx, func() bool { return !time.Now().Before(end) })
}

// improve works on the module until it is enough. When the module is ready, it changes over, unless something waits to
// be settled: that has its own errors.
func (m *Machine) improve(ctx context.Context, enough func() bool) time.Duration {
	if m.generation == nil {
		return 0
	}
	if !m.generation.Continue(enough) {
		if m.generation.Waiting() {
			return browserPause
		}
		return 0
	}
	if m.settled && ctx.Err() == nil {
		m.changeOver(ctx)
	}
	return 0
}

// changeOver goes on with the generated module. When that fails, the interpreter stays: it is slower, and right.
func (m *Machine) changeOver(ctx context.Context) {
	image, err := m.Image()
	if err != nil {
		m.stay(err)
		return
	}
	var lambdas *sim.Block
	if m.host != nil {
		lambdas = m.host.Image()
	}
	next, err := m.generation.Machine(ctx, image, m.design, m.host)
	if err != nil {
		if m.host != nil {
			_ = m.host.Show(lambdas) // it is its own
		}
		if ctx.Err() == nil { // else it is tried again
			m.stay(err)
		}
		return
	}
	m.handover.HandOver(m.Machine)
	_ = m.Machine.Close() // interp holds nothing but memory
	m.Machine, m.generated = next, true
	m.abandon()
}

// stay keeps the interpreter for good.
func (m *Machine) stay(err error) {
	m.err = err
	m.abandon()
}

// abandon gives up what is not generated.
func (m *Machine) abandon() {
	if m.generation != nil {
		m.generation.Stop()
		m.generation = nil
	}
}

// Set drives a top-level input; see sim.Machine.
func (m *Machine) Set(input int, v circuit.Value) {
	m.settled = false
	m.Machine.Set(input, v)
}

// SetArgument changes an interactive argument; see sim.Machine.
func (m *Machine) SetArgument(node int, name string, v circuit.Value) {
	m.settled = false
	m.Machine.SetArgument(node, name, v)
}

// SetState overwrites a state field; see sim.Machine.
func (m *Machine) SetState(node, field int, s sim.State) {
	m.settled = false
	m.Machine.SetState(node, field, s)
}

// SetCells overwrites cells of a memory field; see sim.Machine.
func (m *Machine) SetCells(node, field int, first uint64, src []byte, signed bool) {
	m.settled = false
	m.Machine.SetCells(node, field, first, src, signed)
}

// Settle brings all nets up to date.
func (m *Machine) Settle(ctx context.Context) error {
	err := m.Machine.Settle(ctx)
	m.settled = err == nil
	return err
}

// Step runs clock cycles.
func (m *Machine) Step(ctx context.Context, n int) (int, error) {
	done, err := m.Machine.Step(ctx, n)
	m.settled = err == nil
	return done, err
}

// Reset returns to the start values.
func (m *Machine) Reset(ctx context.Context) error {
	err := m.Machine.Reset(ctx)
	m.settled = err == nil
	return err
}

// Show brings an image back.
func (m *Machine) Show(ctx context.Context, image *sim.Block) error {
	err := m.Machine.Show(ctx, image)
	m.settled = err == nil
	return err
}

// Restore brings a snapshot back.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	return sim.Restore(ctx, m, snapshot)
}

// Changed reports the nets that differ from the last report.
func (m *Machine) Changed(dst []int) []int { return m.handover.Changed(m.Machine, dst) }

// Reported is what Changed reported last; see sim.Reporter.
func (m *Machine) Reported() []circuit.Value { return m.handover.Reported(m.Machine) }

// Warnings are the run-time warnings so far, each once.
func (m *Machine) Warnings() []circuit.Diagnostic { return m.handover.Warnings(m.Machine) }

// Close gives up the module and releases what the machine holds.
func (m *Machine) Close() error {
	m.abandon()
	return m.Machine.Close()
}
