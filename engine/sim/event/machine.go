// Package event is the plain simulator: it calls every lambda as a closure of the realm, in
// dependency order, and only where something changed. It needs no compilation, runs everything, and
// is the reference that the compiled backends are compared with.
package event

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/fields"
)

// Machine implements sim.Machine over closures.
type Machine struct {
	realm  *realm.Realm
	design *elaborate.Design
	nodes  []node
	groups []group // evaluation order
	place  []int   // node → its group

	nets    []circuit.Value
	shown   []circuit.Value // what Changed reported last
	fresh   bool            // Changed has never been called
	touched []bool          // nets written since the last Changed
	readers [][]int         // net → nodes whose eval reads it
	views   [][]int         // net → nets that view it

	inputs    []circuit.Value
	arguments map[sim.Argument]circuit.Value
	cycle     uint64
	dirty     []bool // nodes to evaluate
	dirtyFrom int    // no group before this one has a dirty node

	journal   []change // net changes since the clock edge, for undoing
	recording bool

	warned   map[int]bool // nets with a W004 warning
	warnings []circuit.Diagnostic
}

type change struct {
	net int
	old circuit.Value
}

type node struct {
	*realm.Instance
	inputs, outputs []int // nets
	cells           []realm.Cell
	images          fields.Images
	in, out         []circuit.Value // scratch
}

// group is one node, or the nodes of a combinational loop in declaration order.
type group struct {
	nodes []int
	loop  bool
}

var _ sim.Machine = (*Machine)(nil)

// New makes a machine and settles it.
func New(ctx context.Context, r *realm.Realm, d *elaborate.Design) (*Machine, error) {
	m := &Machine{
		realm: r, design: d,
		nodes:     make([]node, d.NodeCount()),
		nets:      make([]circuit.Value, len(d.Nets)),
		shown:     make([]circuit.Value, len(d.Nets)),
		touched:   make([]bool, len(d.Nets)),
		readers:   make([][]int, len(d.Nets)),
		views:     make([][]int, len(d.Nets)),
		inputs:    make([]circuit.Value, len(d.Inputs)),
		arguments: map[sim.Argument]circuit.Value{},
		dirty:     make([]bool, d.NodeCount()),
		warned:    map[int]bool{},
		fresh:     true,
	}
	for i := range d.Nets {
		if n := d.Nets[i].Driver; n.Kind == elaborate.View {
			m.views[n.Source] = append(m.views[n.Source], i)
		}
	}
	for i := range d.NodeCount() {
		if err := m.bind(i); err != nil {
			return nil, err
		}
	}
	m.schedule()
	m.start()
	if err := m.Settle(ctx); err != nil {
		return nil, err
	}
	return m, nil
}

// bind prepares one node for calling.
func (m *Machine) bind(i int) error {
	n := m.design.Node(i)
	inputs := make([]realm.Input, len(n.Inputs))
	outputs := make([]realm.Output, len(n.Outputs))
	x := &m.nodes[i]
	for k, p := range n.Inputs {
		inputs[k] = realm.Input{Name: p.Name, Width: p.Type.Wires(), Connected: p.Connected}
		x.inputs = append(x.inputs, p.Net)
	}
	for k, p := range n.Outputs {
		outputs[k] = realm.Output{Name: p.Name, Width: p.Type.Wires()}
		x.outputs = append(x.outputs, p.Net)
	}
	instance, err := m.realm.Bind(n.Path, n.Definition, n.Arguments, inputs, outputs, n.State)
	if err != nil {
		return err
	}
	x.Instance = instance
	x.in = make([]circuit.Value, len(n.Inputs))
	x.out = make([]circuit.Value, len(n.Outputs))
	return nil
}

// start gives every state field its start value and marks everything for evaluation.
func (m *Machine) start() {
	for i := range m.nodes {
		m.nodes[i].cells = fields.Start(m.design.Node(i).State)
		m.mark(i)
	}
}

func (m *Machine) mark(node int) {
	if m.nodes[node].HasEval() && !m.dirty[node] {
		m.dirty[node] = true
		m.dirtyFrom = min(m.dirtyFrom, m.place[node])
	}
}

// drive gives a net a value, and with it its views, and marks the readers.
func (m *Machine) drive(net int, v circuit.Value) {
	old := m.nets[net]
	if old.Equal(v) {
		return
	}
	if m.recording {
		m.journal = append(m.journal, change{net, old})
	}
	m.nets[net] = v
	m.touched[net] = true
	for _, r := range m.readers[net] {
		m.mark(r)
	}
	for _, w := range m.views[net] {
		m.drive(w, v.Mask(m.design.Nets[w].Width))
	}
}

// Set drives a top-level input.
func (m *Machine) Set(input int, v circuit.Value) {
	p := m.design.Inputs[input]
	v = v.Mask(p.Type.Wires())
	m.inputs[input] = v
	m.drive(p.Net, v)
}

// SetArgument changes an interactive argument of a node.
func (m *Machine) SetArgument(node int, name string, v circuit.Value) {
	m.arguments[sim.Argument{Node: node, Name: name}] = v
	m.nodes[node].SetArgument(name, v)
	m.mark(node)
}

// SetState overwrites a state field.
func (m *Machine) SetState(node, field int, s sim.State) {
	fields.Set(m.design.Node(node).State[field], &m.nodes[node].cells[field], s)
	m.mark(node)
}

// SetCells overwrites cells of a memory field; see sim.Machine.
func (m *Machine) SetCells(node, field int, first uint64, src []byte, signed bool) {
	fields.SetCells(m.design.Node(node).State[field], m.nodes[node].cells[field], first, src, signed)
	m.mark(node)
}

// Settle evaluates what changed, in order.
func (m *Machine) Settle(ctx context.Context) error {
	return m.realm.Do(ctx, m.settle)
}

func (m *Machine) settle() error {
	for g := m.dirtyFrom; g < len(m.groups); g++ {
		m.dirtyFrom = g + 1
		group := &m.groups[g]
		if group.loop {
			if err := m.settleLoop(group); err != nil {
				m.dirtyFrom = 0
				return err
			}
			continue
		}
		if i := group.nodes[0]; m.dirty[i] {
			if err := m.evaluate(i); err != nil {
				m.dirtyFrom = 0
				return err
			}
		}
		// A node can only mark later groups, so dirtyFrom never falls behind g here.
		m.dirtyFrom = min(m.dirtyFrom, g+1)
	}
	m.dirtyFrom = len(m.groups)
	return nil
}

// settleLoop evaluates the nodes of a combinational loop in declaration order until nothing
// changes (6.9). A loop that does not settle is an error that names its nodes.
func (m *Machine) settleLoop(g *group) error {
	for range max(minLoopRounds, loopRoundsPerNode*len(g.nodes)) {
		busy := false
		for _, i := range g.nodes {
			if m.dirty[i] {
				busy = true
				if err := m.evaluate(i); err != nil {
					return err
				}
			}
		}
		if !busy {
			return nil
		}
	}
	return m.oscillation(g)
}

// A stable loop of n nodes settles in about n rounds; the bounds leave room for loops that
// take a detour.
const (
	minLoopRounds     = 1_000
	loopRoundsPerNode = 4
)

func (m *Machine) evaluate(i int) error {
	x := &m.nodes[i]
	m.dirty[i] = false
	for k, net := range x.inputs {
		x.in[k] = m.nets[net]
	}
	for k, net := range x.outputs {
		x.out[k] = m.nets[net]
	}
	misfit, err := x.Eval(x.in, x.cells, x.out)
	if err != nil {
		m.dirty[i] = true
		return err
	}
	if misfit >= 0 {
		m.warn(i, misfit)
	}
	for k, net := range x.outputs {
		m.drive(net, x.out[k])
	}
	return nil
}

// Step runs clock cycles.
func (m *Machine) Step(ctx context.Context, n int) (int, error) {
	for done := range n {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := m.realm.Do(ctx, m.step); err != nil {
			return done, err
		}
	}
	return n, nil
}

// step is one clock cycle: settle, edge, settle. Whatever fails, the machine is afterwards as it
// was before the edge.
func (m *Machine) step() error {
	if err := m.settle(); err != nil {
		return err
	}
	type commit struct {
		node  int
		cells []realm.Cell
	}
	var commits []commit
	var updates []*realm.Update
	growth := 0
	for i := range m.nodes {
		x := &m.nodes[i]
		if !x.HasTick() {
			continue
		}
		for k, net := range x.inputs {
			x.in[k] = m.nets[net]
		}
		next, writes, err := x.Tick(x.in, x.cells)
		if err != nil {
			return err
		}
		if more := fields.Growth(writes); more != 0 {
			if growth += more; more > 0 {
				if err := x.Bounded(growth + m.held()); err != nil {
					return err
				}
			}
		}
		commits = append(commits, commit{i, next})
		updates = append(updates, writes...)
	}
	undo := make([]*realm.Update, len(updates))
	for k, u := range updates {
		undo[k] = u.Apply()
	}
	for k, c := range commits {
		m.nodes[c.node].cells, commits[k].cells = c.cells, m.nodes[c.node].cells
		m.mark(c.node)
	}
	m.cycle++
	m.journal, m.recording = m.journal[:0], true
	err := m.settle()
	m.recording = false
	if err == nil {
		return nil
	}
	m.cycle--
	for k := len(undo) - 1; k >= 0; k-- {
		undo[k].Apply()
	}
	for _, c := range commits {
		m.nodes[c.node].cells = c.cells
	}
	for k := len(m.journal) - 1; k >= 0; k-- {
		m.nets[m.journal[k].net] = m.journal[k].old
	}
	clear(m.dirty) // before the edge everything was settled
	m.dirtyFrom = len(m.groups)
	return err
}

// held is the number of cells in all memories.
func (m *Machine) held() int {
	n := 0
	for i := range m.nodes {
		n += fields.Held(m.nodes[i].cells)
	}
	return n
}

// Cycle is the number of clock edges so far.
func (m *Machine) Cycle() uint64 { return m.cycle }

// Peek reads a net.
func (m *Machine) Peek(net int) circuit.Value { return m.nets[net] }

// State reads a state field.
func (m *Machine) State(node, field int) sim.State {
	return fields.State(m.nodes[node].cells[field])
}

// Cells copies cells of a memory field; see sim.Machine.
func (m *Machine) Cells(node, field int, first uint64, dst []byte) {
	fields.Cells(m.design.Node(node).State[field], m.nodes[node].cells[field], first, dst)
}

// Touched names all pages of a memory field: what closures write is not followed by page for frames.
func (m *Machine) Touched(_, _ int, _ uint64, pages []bool) uint64 { return sim.AllPages(pages) }

// Reset returns to the start values; inputs and switches stay (M44).
func (m *Machine) Reset(ctx context.Context) error {
	m.cycle = 0
	for i := range m.nets {
		m.nets[i] = circuit.Value{}
		m.touched[i] = true
	}
	m.start()
	for i, v := range m.inputs {
		m.drive(m.design.Inputs[i].Net, v)
	}
	return m.Settle(ctx)
}

// Changed reports the nets that differ from the last report.
func (m *Machine) Changed(dst []int) []int {
	for i := range m.nets {
		if m.fresh || (m.touched[i] && !m.nets[i].Equal(m.shown[i])) {
			m.shown[i] = m.nets[i]
			dst = append(dst, i)
		}
		m.touched[i] = false
	}
	m.fresh = false
	return dst
}

// Warnings are the run-time warnings so far.
func (m *Machine) Warnings() []circuit.Diagnostic { return m.warnings }

// Close does nothing: the realm belongs to the compiled circuit.
func (m *Machine) Close() error { return nil }

func (m *Machine) warn(i, output int) {
	n := m.design.Node(i)
	p := n.Outputs[output]
	if m.warned[p.Net] {
		return
	}
	m.warned[p.Net] = true
	d := circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeDoesNotFit, Severity: circuit.Warning,
		Circuit: n.Component, Node: n.Path,
		Message: fmt.Sprintf("eval of %s returned a value for '%s' that does not fit its %s: the upper bits are cut off, and what is no number counts as 0. Mask it, or make the port wider.", n.Component, p.Name, circuit.Bits(p.Type.Wires())),
	}
	if def := m.nodes[i].Definition(); !def.Library && def.Eval != nil {
		d = d.At(def.Eval.Place)
	} else {
		d = d.At(m.design.Place(i))
	}
	m.warnings = append(m.warnings, d)
}
