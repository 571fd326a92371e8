// Package batch runs one netlist on many input vectors at once, for truth tables and random tests.
//
// A Machine has Lanes lanes. Each is a machine of its own that starts anew: lane i of every value
// belongs to vector i. Values of one bit are packed, 64 lanes to a word, so that one operation of the
// processor is 64 gates; wider values take a word (or several) a lane. Run spreads any number of
// vectors over the processors.
//
// Only what lambdas were lowered to can run like this: a module with opaque lambdas is refused. Texts
// are left out, as no output depends on them.
package batch

import (
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

const (
	// Lanes is how many vectors one machine evaluates together.
	Lanes = 64 * blockWords
	// blockWords is the number of words of a value of one bit. Several make up for the cost of
	// choosing an instruction; more would leave the cache.
	blockWords = 4
)

// maxState bounds the memories of one machine, in bytes: every lane has its own.
const maxState = 256 << 20

// OpaqueError reports a module with a lambda that is interpreted, one vector after the other.
type OpaqueError struct {
	Node   string
	Reason string
	Place  circuit.Place
}

func (e *OpaqueError) Error() string {
	return fmt.Sprintf("vectors cannot be evaluated together, because a lambda of node '%s' is not compiled: %s", e.Node, e.Reason)
}

// SizeError reports memories that are too large to be kept once a lane.
type SizeError struct{ Bytes uint64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("the memories of %d vectors need %d MiB, more than the %d MiB there are; use smaller memories", Lanes, e.Bytes>>20, maxState>>20)
}

// Program is a netlist compiled for batches. It does not change and may be used concurrently.
type Program struct {
	m    *netlist.Module
	nets []int // that can be read

	slot      []uint32 // by operation, while a phase is compiled: offset in Machine.cells
	registers []uint32
	vars      []uint32
	inputs    []uint32
	targets   map[target][]int // module inputs by what sets them
	memories  []memoryShape
	constants []fill
	cells     uint32 // words of all slots

	prepare, step, settle []segment
	copies, staged        []move
	writes                []write
	show                  []value // by index into nets

	stepThrows, settleThrows []throw
}

// target is a top-level input, or when name is given the interactive argument of a node.
type target struct {
	input, node int
	name        string
}

// throw is a call that throws (an index into Module.Calls) and when.
type throw struct {
	call   int
	when   value
	values []value // in the message
}

// value is a slot and its width.
type value struct {
	slot  uint32
	width int32
}

// write is a write port of a memory.
type write struct {
	memory                int
	enable, address, data value
	whole                 bool // all cells; see netlist.Write
}

// memoryShape is where a memory lives. One without writes is shared by all lanes.
type memoryShape struct {
	offset, limbs uint32
	width         int
	depth         uint64
	shared        bool
}

// fill is the start of a constant slot.
type fill struct {
	slot  uint32
	width int32
	value circuit.Value
}

// move copies words at the clock edge.
type move struct{ dst, src, n uint32 }

// segment is straight code, or the body of a combinational loop (an index into Module.Loops; else -1).
type segment struct {
	code []instruction
	loop int
	// Of a loop: variables and their next values, and copies to be done before.
	next, staged []move
}

// instruction computes one operation for all lanes.
type instruction struct {
	op      *word.Op
	dst     uint32
	a, b, c uint32
	n, nb   int32 // widths of operands A and B
	bits    bool  // operands and result have one bit each
	count   int64 // of a shift by a constant; -1 when it is not one
}

// New compiles a module. nets are the nets whose values can be read (indices into Module.Nets); the
// fewer, the less is computed. The error is an *OpaqueError or a *SizeError.
func New(m *netlist.Module, nets []int) (*Program, error) {
	for i := range m.Calls {
		c := &m.Calls[i]
		if c.Throws {
			continue
		}
		return nil, &OpaqueError{Node: m.Path(c.Node), Reason: c.Reason, Place: c.Place}
	}
	p := &Program{m: m, nets: slices.Clone(nets), slot: make([]uint32, len(m.Ops)), targets: map[target][]int{}}
	for i, in := range m.Inputs {
		t := target{input: in.Index}
		if in.Kind != netlist.TopInput {
			t = target{node: in.Node, name: in.Name}
		}
		p.targets[t] = append(p.targets[t], i)
	}
	if err := p.placeMemories(); err != nil {
		return nil, err
	}
	newCompiler(p).run()
	return p, nil
}

// Sequential reports whether clock cycles change anything that can be read.
func (p *Program) Sequential() bool { return sequential(p.m) }

func sequential(m *netlist.Module) bool {
	return len(m.Registers) > 0 || slices.ContainsFunc(m.Memories, func(x netlist.Memory) bool { return len(x.Writes) > 0 })
}

func (p *Program) placeMemories() error {
	total := uint64(0)
	for i := range p.m.Memories {
		x := &p.m.Memories[i]
		shape := memoryShape{limbs: limbs(int32(x.Width)), width: x.Width, depth: uint64(x.Depth), shared: len(x.Writes) == 0}
		lanes := uint64(Lanes)
		if shape.shared {
			lanes = 1
		}
		shape.offset = uint32(total / 8)
		total += 8 * shape.depth * uint64(shape.limbs) * lanes
		if total > maxState {
			return &SizeError{Bytes: total}
		}
		p.memories = append(p.memories, shape)
	}
	return nil
}

// limbs is the number of 64-bit words of a value.
func limbs(width int32) uint32 { return uint32(width+63) / 64 }

// size is the number of words of a slot: values of one bit are packed.
func size(width int32) uint32 {
	if width == 1 {
		return blockWords
	}
	return Lanes * limbs(width)
}
