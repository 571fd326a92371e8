package sandbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
)

// Deposit overwrites a state field of a node with what somebody gives: a number, a text, or cells of a memory.
type Deposit struct {
	Node  string // its path
	Field string
	First uint64 // address of the first of Cells, in a memory
	Cells []byte // a number or cells, in the form of sim.Machine.Cells
	Text  string // for a text
}

// Deposit overwrites state of a machine of this circuit: all of the deposits, or none when one of them cannot be. Bits
// above the width are cut off. The machine is not settled; of a recorder it is an input like any other. Errors are
// *circuit.Diagnostic.
func (c *Compiled) Deposit(ctx context.Context, m sim.Machine, deposits []Deposit) error {
	var does []func()
	for i := range deposits {
		do, err := c.deposit(ctx, m, &deposits[i])
		if err != nil {
			return err
		}
		does = append(does, do)
	}
	for _, do := range does {
		do()
	}
	return nil
}

// Give sets what a step of a run names: inputs and interactive nodes, and registers and cells of memories, which are
// deposited: "count.value", "cpu.ram.cells[16]". The machine is not settled. Errors are *circuit.Diagnostic.
func (c *Compiled) Give(ctx context.Context, controls *Controls, m sim.Machine, step map[string]circuit.Number) error {
	numbers := make(map[string]circuit.Number, len(step))
	var deposits []Deposit
	for _, name := range slices.Sorted(maps.Keys(step)) {
		if _, err := controls.find(name); err == nil {
			numbers[name] = step[name]
		} else if d, width, ok := c.stateNamed(name); ok {
			d.Cells = make([]byte, sim.CellBytes(width))
			number := step[name]
			sim.PutCell(d.Cells, number.In(width), width)
			deposits = append(deposits, d)
		} else {
			return err
		}
	}
	values, err := controls.Cut(numbers)
	if err != nil {
		return err
	}
	if err := c.Deposit(ctx, m, deposits); err != nil {
		return err
	}
	return controls.Set(m, values)
}

// stateNamed is the register or the cell that a name means, and its width.
func (c *Compiled) stateNamed(name string) (d Deposit, width int, ok bool) {
	if open := strings.LastIndexByte(name, '['); open > 0 && strings.HasSuffix(name, "]") {
		first, err := strconv.ParseUint(name[open+1:len(name)-1], 0, 64)
		if err != nil {
			return d, 0, false
		}
		d.First, name, ok = first, name[:open], true
	}
	dot := strings.LastIndexByte(name, '.')
	node := c.Design.NodeIndex(name[:max(dot, 0)])
	if node < 0 {
		return d, 0, false
	}
	d.Node, d.Field = c.Design.Path(node), name[dot+1:]
	for _, s := range c.Design.Node(node).State {
		switch memory := s.StateType.Kind == circuit.Memory; {
		case s.Name != d.Field || memory != ok || s.InitialValue.IsText:
		case memory:
			_, width = sim.MemoryShape(s)
			return d, width, true
		default:
			return d, circuit.PortType{Kind: s.StateType.Kind, Width: s.StateType.Width}.Wires(), true
		}
	}
	return d, 0, false
}

// deposit checks one and gives what does it.
func (c *Compiled) deposit(ctx context.Context, m sim.Machine, d *Deposit) (func(), error) {
	name := circuit.ShownPath(circuit.AppendPath(d.Node, d.Field))
	refuse := func(message, advice string) (func(), error) {
		return nil, &circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeDeposit, Severity: circuit.Error,
			Circuit: c.Design.Name, Node: d.Node, Message: message, Suggestion: advice,
		}
	}
	node, field := c.Design.NodeIndex(d.Node), -1
	if node >= 0 {
		field = slices.IndexFunc(c.Design.Node(node).State, func(s circuit.StateBlock) bool { return s.Name == d.Field })
	}
	if field < 0 {
		return refuse(fmt.Sprintf("%s has no register or memory '%s'.", c.Design.Name, name), "Name the path of a node and its state field: count.value, cpu.ram.cells.")
	}
	block := c.Design.Node(node).State[field]
	if block.InitialValue.IsText && block.StateType.Kind != circuit.Memory {
		if err := c.Takes(ctx, node, field, sim.State{IsText: true, Text: d.Text}); err != nil {
			return refuse(fmt.Sprintf("'%s' cannot be overwritten: %v.", name, err), "")
		}
		return func() { m.SetState(node, field, sim.State{IsText: true, Text: d.Text}) }, nil
	}
	cells, width := uint64(1), circuit.PortType{Kind: block.StateType.Kind, Width: block.StateType.Width}.Wires()
	memory := block.StateType.Kind == circuit.Memory
	if memory {
		cells, width = sim.MemoryShape(block)
	}
	size := sim.CellBytes(width)
	n := uint64(len(d.Cells) / size)
	switch {
	case n == 0 || len(d.Cells)%size != 0:
		return refuse(fmt.Sprintf("%d bytes are not a whole number of cells of '%s', which take %d each.", len(d.Cells), name, size), "")
	case d.First >= cells || n > cells-d.First:
		last := d.First + n - 1
		if !memory {
			return refuse(fmt.Sprintf("'%s' is one number.", name), "")
		}
		return refuse(fmt.Sprintf("'%s' has no cell %d: its last one is %d.", name, last, cells-1), "")
	}
	words := make([]byte, len(d.Cells))
	for i := range int(n) {
		v := sim.GetCell(d.Cells[i*size:], width).Mask(width)
		sim.PutCell(words[i*size:], v, width)
		if i > 0 && string(words[i*size:(i+1)*size]) == string(words[(i-1)*size:i*size]) {
			continue
		}
		if err := c.Takes(ctx, node, field, sim.State{Scalar: v}); err != nil {
			return refuse(fmt.Sprintf("'%s' cannot be overwritten with %s: %v.", name, v, err), "")
		}
	}
	signed, err := c.signed(ctx, node, field)
	if err != nil {
		return nil, err
	}
	if memory {
		return func() { m.SetCells(node, field, d.First, words, signed) }, nil
	}
	s := sim.State{Scalar: sim.GetCell(words, width)}
	s.Negative = signed && s.Scalar.Lo>>31 != 0
	return func() { m.SetState(node, field, s) }, nil
}

// signed reports whether a number that is given to a field is one with a sign: the lambdas are compiled for that.
func (c *Compiled) signed(ctx context.Context, node, field int) (bool, error) {
	module, _, err := c.Lower(ctx)
	if err != nil || module.Fields[node] == nil {
		return false, err
	}
	return module.Fields[node][field].Signed, nil
}

// Takes reports why a state field, or a cell of it, cannot be overwritten with a number or text: the circuit is
// compiled for the values that it can reach by itself. Nil when it can.
func (c *Compiled) Takes(ctx context.Context, node, field int, s sim.State) error {
	module, _, err := c.Lower(ctx)
	if err != nil {
		return err
	}
	if module.Fields[node] == nil {
		return nil
	}
	f := &module.Fields[node][field]
	if f.Texts != nil && !slices.Contains(f.Texts, s.Text) {
		return fmt.Errorf("it can only be one of %q", f.Texts)
	}
	if f.Within == nil || s.IsText {
		return nil
	}
	lo, hi := f.Within[0], f.Within[1]
	width := 32
	if f.Kind == netlist.RegisterField {
		width = module.Registers[f.Index].Width
	}
	n := int64(s.Scalar.Lo)
	if outside := n < lo || n > hi; outside || width == 32 && (int64(int32(n)) < lo || int64(int32(n)) > hi) {
		return fmt.Errorf("in this circuit it can only come to hold %d to %d", lo, hi)
	}
	return nil
}
