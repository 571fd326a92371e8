package wasmgen

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim"
)

// field is the place of a state field of a flat node.
func (x *Machine) field(node, field int) rtl.Field { return x.m.Fields[node][field] }

// State reads a state field.
func (x *Machine) State(node, field int) sim.State {
	switch f := x.field(node, field); f.Kind {
	case rtl.MemoryField:
		return sim.State{Memory: x.readMemory(f.Index)}
	case rtl.TextField:
		return sim.State{IsText: true, Text: x.texts[f.Index].string(x.m.Texts[f.Index].Limit)}
	case rtl.HostField:
		return x.host.State(node, field)
	default:
		return sim.State{Scalar: x.get(x.p.layout.registers[f.Index].at(x.p.layout.bankA))}
	}
}

// Cells copies cells of a memory field straight from linear memory, where they stand in the same form;
// see sim.Machine.
func (x *Machine) Cells(node, field int, first uint64, dst []byte) {
	f := x.field(node, field)
	if f.Kind == rtl.HostField {
		x.host.Cells(node, field, first, dst)
		return
	}
	p := x.p.layout.memories[f.Index]
	from := uint32(min(first, uint64(p.depth)))
	there := min(uint32(len(dst)), (p.depth-from)*p.cell)
	x.inst.read(p.offset+from*p.cell, dst[:there])
	clear(dst[there:])
}

// SetState overwrites a state field. The nets show it after the next Settle or Step.
func (x *Machine) SetState(node, field int, s sim.State) {
	x.fetch()
	f := x.field(node, field)
	switch f.Kind {
	case rtl.MemoryField:
		x.fillMemory(f.Index, s.Memory)
		if f.Sign >= 0 {
			x.fillMemory(f.Sign, nil)
		}
		if f.Has >= 0 {
			has := make(map[uint64]circuit.Value, len(s.Memory))
			for a := range s.Memory {
				has[a] = circuit.Uint(1)
			}
			x.fillMemory(f.Has, has)
		}
	case rtl.TextField:
		x.texts[f.Index].set(s.Text)
	case rtl.HostField:
		x.host.SetState(node, field, s)
	default:
		x.setRegister(f.Index, s.Scalar)
		if f.Sign >= 0 {
			x.setRegister(f.Sign, circuit.Value{})
		}
	}
}

func (x *Machine) setRegister(index int, v circuit.Value) {
	x.put(x.p.layout.registers[index].at(x.p.layout.bankA), v.Mask(x.m.Registers[index].Width))
}

// snapshotPage is the unit in which memories are stored: pages of zeros are left out.
const snapshotPage = 1024

// Snapshot writes inputs, arguments, state and cycle.
func (x *Machine) Snapshot() ([]byte, error) {
	l := x.p.layout
	e := &sim.Encoder{}
	for _, n := range x.shape() {
		e.Uint(n)
	}
	e.Uint(x.cycle)
	for _, v := range x.inputs {
		e.Value(v)
	}
	x.encodeArguments(e)
	bank := make([]byte, l.bankSize)
	x.inst.read(l.bankA, bank)
	e.Text(string(bank))
	for i := range x.m.Memories {
		bytes := make([]byte, l.memories[i].bytes())
		x.inst.read(l.memories[i].offset, bytes)
		encodePages(e, bytes)
	}
	for i := range x.texts {
		e.Text(x.texts[i].string(x.m.Texts[i].Limit))
	}
	if x.host != nil {
		x.host.Snapshot(e)
	}
	return e.Bytes, nil
}

// shape tells snapshots of other circuits apart.
func (x *Machine) shape() [6]uint64 {
	return [...]uint64{
		uint64(len(x.m.Inputs)), uint64(len(x.m.Registers)), uint64(len(x.m.Vars)),
		uint64(len(x.m.Memories)), uint64(len(x.m.Texts)), uint64(x.p.layout.bankSize),
	}
}

func encodePages(e *sim.Encoder, bytes []byte) {
	var zero [snapshotPage]byte
	for at := 0; at < len(bytes); at += snapshotPage {
		page := bytes[at:min(at+snapshotPage, len(bytes))]
		if string(page) != string(zero[:len(page)]) {
			e.Uint(uint64(at/snapshotPage) + 1)
			e.Text(string(page))
		}
	}
	e.Uint(0)
}

func decodePages(d *sim.Decoder, bytes []byte) error {
	for d.Err() == nil {
		index := d.Uint()
		if index == 0 {
			break
		}
		page := d.Text()
		at := (index - 1) * snapshotPage
		if index > uint64(len(bytes)/snapshotPage+1) || at+uint64(len(page)) > uint64(len(bytes)) {
			return sim.ErrSnapshot
		}
		copy(bytes[at:], page)
	}
	return d.Err()
}

// Restore brings a snapshot back. Bytes of another circuit are refused and change nothing.
func (x *Machine) Restore(ctx context.Context, snapshot []byte) error {
	l := x.p.layout
	d := sim.NewDecoder(snapshot)
	for _, n := range x.shape() {
		if d.Uint() != n {
			return sim.ErrSnapshot
		}
	}
	cycle := d.Uint()
	inputs := make([]circuit.Value, len(x.inputs))
	for i := range inputs {
		inputs[i] = d.Value()
	}
	given, err := x.decodeArguments(d)
	if err != nil {
		return err
	}
	bank := d.Text()
	if len(bank) != int(l.bankSize) {
		return sim.ErrSnapshot
	}
	memories := make([][]byte, len(x.m.Memories))
	for i := range memories {
		memories[i] = make([]byte, l.memories[i].bytes())
		if err := decodePages(d, memories[i]); err != nil {
			return err
		}
	}
	texts := make([]string, len(x.texts))
	for i := range texts {
		texts[i] = d.Text()
	}
	if err := d.Err(); err != nil {
		return err
	}
	if x.host != nil {
		if err := x.host.Restore(d); err != nil {
			return err
		}
	}
	if err := d.Done(); err != nil {
		return err
	}

	if x.host != nil {
		for k := range x.given {
			if _, kept := given[k]; !kept {
				x.host.UnsetArgument(k.node, k.name)
			}
		}
		for k, v := range given {
			x.host.SetArgument(k.node, k.name, v)
		}
	}
	x.fetch()
	x.cycle, x.inputs, x.given, x.changed = cycle, inputs, given, true
	x.inst.write(l.bankA, []byte(bank))
	for i, b := range memories {
		x.inst.write(l.memories[i].offset, b)
	}
	for i, s := range texts {
		x.texts[i].set(s)
	}
	return x.Settle(ctx)
}

// encodeArguments writes the interactive arguments that were given, for the host's sake: the
// module's own inputs are in the snapshot already.
func (x *Machine) encodeArguments(e *sim.Encoder) {
	keys := sortedArguments(x.given)
	e.Uint(uint64(len(keys)))
	for _, k := range keys {
		e.Uint(uint64(k.node))
		e.Text(k.name)
		e.Value(x.given[k])
	}
}

func (x *Machine) decodeArguments(d *sim.Decoder) (map[argument]circuit.Value, error) {
	given := map[argument]circuit.Value{}
	for range d.Count() {
		k := argument{node: int(d.Uint()), name: d.Text()}
		given[k] = d.Value()
	}
	return given, d.Err()
}

func sortedArguments(given map[argument]circuit.Value) []argument {
	return slices.SortedFunc(maps.Keys(given), func(a, b argument) int {
		return cmp.Or(a.node-b.node, strings.Compare(a.name, b.name))
	})
}
