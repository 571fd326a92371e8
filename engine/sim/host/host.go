// Package host runs the lambdas that could not be compiled: closures of the realm, called from a
// compiled step. It keeps the state of their nodes.
package host

import (
	"context"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/fault"
	"simten.dev/engine/sim/fields"
)

// Host holds the opaque nodes of a module. It is not safe for concurrent use.
type Host struct {
	realm  *realm.Realm
	design *elaborate.Design
	module *netlist.Module
	nodes  map[int]*node
	order  []int // keys of nodes, ascending
	calls  []*node

	undo     []undoNode
	warned   map[[2]int]bool
	warnings []circuit.Diagnostic
}

type node struct {
	*realm.Instance
	index   int
	cells   []realm.Cell
	images  fields.Images
	outputs []circuit.Value // of the last eval: what an omitted output keeps
	held    []circuit.Value // outputs as they were at the last Commit
	in      []circuit.Value // scratch, by input port

	pending bool
	next    []realm.Cell
	updates []*realm.Update
}

type undoNode struct {
	node    *node
	cells   []realm.Cell
	updates []*realm.Update // to apply in reverse order
}

// New prepares the opaque nodes of a module; a module without any needs no host.
func New(r *realm.Realm, d *elaborate.Design, m *netlist.Module) (*Host, error) {
	h := &Host{realm: r, design: d, module: m, nodes: map[int]*node{}, warned: map[[2]int]bool{}}
	for i, fields := range m.Fields {
		if len(fields) > 0 && fields[0].Kind == netlist.HostField {
			if err := h.bind(i); err != nil {
				return nil, err
			}
		}
	}
	for i := range m.Calls {
		if m.Calls[i].Throws {
			h.calls = append(h.calls, nil)
			continue
		}
		if err := h.bind(m.Calls[i].Node); err != nil {
			return nil, err
		}
		h.calls = append(h.calls, h.nodes[m.Calls[i].Node])
	}
	for i := range h.nodes {
		h.order = append(h.order, i)
	}
	slices.Sort(h.order)
	h.Reset()
	return h, nil
}

func (h *Host) bind(i int) error {
	if h.nodes[i] != nil {
		return nil
	}
	n := h.design.Node(i)
	inputs := make([]realm.Input, len(n.Inputs))
	outputs := make([]realm.Output, len(n.Outputs))
	for k, p := range n.Inputs {
		inputs[k] = realm.Input{Name: p.Name, Width: p.Type.Wires(), Connected: p.Connected}
	}
	for k, p := range n.Outputs {
		outputs[k] = realm.Output{Name: p.Name, Width: p.Type.Wires()}
	}
	instance, err := h.realm.Bind(n.Path, n.Definition, n.Arguments, inputs, outputs, n.State)
	if err != nil {
		return err
	}
	h.nodes[i] = &node{Instance: instance, index: i, in: make([]circuit.Value, len(inputs))}
	return nil
}

// Reset returns all state to its start values.
func (h *Host) Reset() {
	for _, i := range h.order {
		n := h.nodes[i]
		flat := h.design.Node(i)
		n.cells = fields.Start(flat.State)
		n.outputs = make([]circuit.Value, len(flat.Outputs))
		n.held = slices.Clone(n.outputs)
		n.pending = false
	}
	h.undo = nil
}

// Do runs f, which makes calls, with the clock of the run-time limit started.
func (h *Host) Do(ctx context.Context, f func() error) error { return h.realm.Do(ctx, f) }

// Inside runs f so that no panic gets out of it; see sim.Host.
func (h *Host) Inside(f func() error) error { return h.realm.Inside(f) }

// Call runs call index of the module, inside Do. An eval call fills results; a tick call has none and
// leaves the node's next state pending.
func (h *Host) Call(index int, arguments, results []circuit.Value) error {
	c := &h.module.Calls[index]
	n := h.calls[index]
	if c.BailOut {
		return h.rescue(c, n, arguments, results)
	}
	for k, a := range c.Args {
		n.in[a.Port] = arguments[k]
	}
	if c.Tick {
		next, updates, err := n.Tick(n.in, n.cells)
		if err != nil {
			return err
		}
		if err := h.bounded(n, updates); err != nil {
			return err
		}
		n.next, n.updates, n.pending = next, updates, true
		return nil
	}
	misfit, err := n.Eval(n.in, n.cells, n.outputs)
	if err != nil {
		return err
	}
	if misfit >= 0 && !c.Part {
		h.warn(n, misfit)
	}
	for k, r := range c.Results {
		results[k] = n.outputs[r.Port]
	}
	return nil
}

// bounded reports that the updates of a node's onTick make the memories too large, before they take effect.
func (h *Host) bounded(n *node, updates []*realm.Update) error {
	total := fields.Growth(updates)
	if total <= 0 {
		return nil
	}
	for _, i := range h.order {
		o := h.nodes[i]
		total += fields.Held(o.cells)
		if o != n && o.pending {
			total += fields.Growth(o.updates)
		}
	}
	return n.Bounded(total)
}

// Commit makes all pending state current.
func (h *Host) Commit() {
	h.undo = h.undo[:0]
	for _, i := range h.order {
		n := h.nodes[i]
		copy(n.held, n.outputs)
		if !n.pending {
			continue
		}
		back := undoNode{node: n, cells: n.cells}
		for _, u := range n.updates {
			back.updates = append(back.updates, u.Apply())
		}
		n.cells, n.next, n.updates, n.pending = n.next, nil, nil, false
		h.undo = append(h.undo, back)
	}
}

// Undo takes the last Commit back.
func (h *Host) Undo() {
	for _, u := range slices.Backward(h.undo) {
		for _, w := range slices.Backward(u.updates) {
			w.Apply()
		}
		u.node.cells = u.cells
	}
	for _, i := range h.order {
		copy(h.nodes[i].outputs, h.nodes[i].held)
	}
	h.undo = nil
}

// State reads a state field of an opaque node.
func (h *Host) State(node, field int) sim.State {
	return fields.State(h.nodes[node].cells[field])
}

// Cells copies cells of a memory field of an opaque node; see sim.Machine.
func (h *Host) Cells(node, field int, first uint64, dst []byte) {
	fields.Cells(h.design.Node(node).State[field], h.nodes[node].cells[field], first, dst)
}

// Touched names all pages of a memory field: what closures write is not followed by page for frames.
func (h *Host) Touched(_, _ int, _ uint64, pages []bool) uint64 { return sim.AllPages(pages) }

// SetState overwrites a state field of an opaque node.
func (h *Host) SetState(node, field int, s sim.State) {
	cells := slices.Clone(h.nodes[node].cells)
	fields.Set(h.design.Node(node).State[field], &cells[field], s)
	h.nodes[node].cells = cells
}

// SetCells overwrites cells of a memory field of an opaque node; see sim.Machine.
func (h *Host) SetCells(node, field int, first uint64, src []byte, signed bool) {
	fields.SetCells(h.design.Node(node).State[field], h.nodes[node].cells[field], first, src, signed)
}

// SetArgument changes an interactive argument of an opaque node; of other nodes it does nothing.
func (h *Host) SetArgument(node int, name string, v circuit.Value) {
	if n := h.nodes[node]; n != nil {
		n.SetArgument(name, v)
	}
}

// UnsetArgument gives an interactive argument the value of its declaration again.
func (h *Host) UnsetArgument(node int, name string) {
	n := h.nodes[node]
	if n == nil {
		return
	}
	if v, ok := h.design.Node(node).Arguments.Get(name); ok {
		n.SetArgument(name, v)
		return
	}
	n.Instance.UnsetArgument(name)
}

// Warnings are the run-time warnings so far.
func (h *Host) Warnings() []circuit.Diagnostic { return h.warnings }

func (h *Host) warn(x *node, output int) {
	if h.warned[[2]int{x.index, output}] {
		return
	}
	h.warned[[2]int{x.index, output}] = true
	place := circuit.Place{}
	if def := x.Definition(); !def.Library && def.Eval != nil {
		place = def.Eval.Place
	}
	h.warnings = append(h.warnings, fault.DoesNotFit(h.design, x.index, output, place))
}
