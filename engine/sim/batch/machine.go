package batch

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/fault"
	"simten.dev/engine/word"
)

// Machine evaluates Lanes vectors together. It is not safe for concurrent use.
type Machine struct {
	p        *Program
	cells    []uint64
	memories []uint64
	live     [blockWords]uint64 // lanes that count: only they can oscillate
	scratch  [3][]uint64        // operands of one bit, a word a lane; wide operands and results
	prepared bool
}

// VectorError reports a vector for which a combinational loop does not settle, or a lambda throws.
type VectorError struct {
	Lane       int
	Vector     uint64 // in a Run
	Diagnostic *circuit.Diagnostic
}

func (e *VectorError) Error() string { return e.Diagnostic.Error() }

// Unwrap gives the diagnostic.
func (e *VectorError) Unwrap() error { return e.Diagnostic }

// NewMachine makes a machine; all lanes are as after a start with all inputs at their start values.
func (p *Program) NewMachine() *Machine {
	m := &Machine{p: p, cells: make([]uint64, p.cells), memories: make([]uint64, p.memoryWords())}
	for i := range m.scratch {
		m.scratch[i] = make([]uint64, Lanes)
	}
	for _, c := range p.constants {
		m.fill(c.slot, int(c.width), c.value)
	}
	m.SetLanes(Lanes)
	return m
}

// memoryWords is the room that the memories of one machine take, in words.
func (p *Program) memoryWords() int {
	words := 0
	for _, s := range p.memories {
		n := int(s.depth) * int(s.limbs)
		if !s.shared {
			n *= Lanes
		}
		words = int(s.offset) + n
	}
	return words
}

// SetLanes says how many lanes count, from lane 0 on. The others may oscillate unnoticed.
func (m *Machine) SetLanes(n int) {
	for k := range m.live {
		m.live[k] = ^uint64(0)
		if rest := n - 64*k; rest < 64 {
			m.live[k] = 1<<uint(max(rest, 0)) - 1
		}
	}
}

// fill gives all lanes one value.
func (m *Machine) fill(slot uint32, width int, v circuit.Value) {
	if width == 1 {
		for k := range uint32(blockWords) {
			m.cells[slot+k] = -(v.Lo & 1)
		}
		return
	}
	for limb := range limbs(int32(width)) {
		w := v.Word(int(limb))
		cells := m.cells[slot+limb*Lanes:][:Lanes]
		for i := range cells {
			cells[i] = w
		}
	}
}

// Reset starts all lanes anew: state and inputs take their start values, and the logic settles.
func (m *Machine) Reset() error {
	mod := m.p.m
	for i, r := range mod.Registers {
		m.fill(m.p.registers[i], r.Width, r.Start)
	}
	for i, v := range mod.Vars {
		m.fill(m.p.vars[i], v.Width, circuit.Value{})
	}
	for i, in := range mod.Inputs {
		m.fill(m.p.inputs[i], in.Width, in.Start)
	}
	clear(m.memories)
	for i := range mod.Memories {
		s := m.p.memories[i]
		for a, v := range mod.Memories[i].Start {
			if a >= s.depth {
				continue
			}
			for limb := range s.limbs {
				at := uint64(s.offset) + a*uint64(s.limbs) + uint64(limb)
				if s.shared {
					m.memories[at] = v.Word(int(limb))
					continue
				}
				row := m.memories[uint64(s.offset)+(a*uint64(s.limbs)+uint64(limb))*Lanes:][:Lanes]
				for k := range row {
					row[k] = v.Word(int(limb))
				}
			}
		}
	}
	m.prepared = false
	if len(mod.Loops) > 0 { // what a loop holds depends on where it started
		return m.Settle()
	}
	return nil
}

// Set drives a top-level input (an index into Design.Inputs) in one lane.
func (m *Machine) Set(input, lane int, v circuit.Value) {
	for _, i := range m.p.targets[target{input: input}] {
		m.put(m.p.inputs[i], m.p.m.Inputs[i].Width, lane, v)
	}
	m.prepared = false
}

// SetArgument changes an interactive argument of a flat node in one lane.
func (m *Machine) SetArgument(node int, name string, lane int, v circuit.Value) {
	for _, i := range m.p.targets[target{node: node, name: name}] {
		in := &m.p.m.Inputs[i]
		m.put(m.p.inputs[i], in.Width, lane, in.Given(v))
	}
	m.prepared = false
}

// SetCounting gives lane i of a top-level input bits low … of the number first + i: the next Lanes
// vectors of a truth table. first is a multiple of Lanes.
func (m *Machine) SetCounting(input int, first uint64, low uint) {
	for _, i := range m.p.targets[target{input: input}] {
		in := &m.p.m.Inputs[i]
		slot := m.p.inputs[i]
		if in.Width == 1 {
			for k := range uint32(blockWords) {
				m.cells[slot+k] = counting(first+64*uint64(k), low)
			}
			continue
		}
		cells := m.cells[slot:][:size(int32(in.Width))]
		clear(cells)
		mask := ^uint64(0)
		if in.Width < 64 {
			mask = 1<<uint(in.Width) - 1
		}
		for k := range uint64(Lanes) {
			cells[k] = (first + k) >> low & mask
		}
	}
	m.prepared = false
}

// counting is bit low of the 64 numbers from first on, a multiple of 64.
func counting(first uint64, low uint) uint64 {
	patterns := [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}
	if low < 6 {
		return patterns[low]
	}
	return -(first >> low & 1)
}

func (m *Machine) put(slot uint32, width, lane int, v circuit.Value) {
	v = v.Mask(width)
	if width == 1 {
		w := &m.cells[int(slot)+lane/64]
		*w = *w&^(1<<uint(lane%64)) | v.Lo<<uint(lane%64)
		return
	}
	for limb := range int(limbs(int32(width))) {
		m.cells[int(slot)+limb*Lanes+lane] = v.Word(limb)
	}
}

// Settle computes the nets from inputs and state.
func (m *Machine) Settle() error {
	if err := m.prepare(); err != nil {
		return err
	}
	return m.show()
}

// show computes the nets; an eval may throw.
func (m *Machine) show() error {
	if err := m.run(m.p.settle); err != nil {
		return err
	}
	return m.thrown(m.p.settleThrows)
}

// thrown finds the first lambda that throws in some lane.
func (m *Machine) thrown(list []throw) error {
	for _, t := range list {
		for k, w := range m.row(t.when.slot) {
			if w &= m.live[k]; w != 0 {
				lane := 64*k + bits.TrailingZeros64(w)
				var values []circuit.Value
				for _, v := range t.values {
					values = append(values, m.get(v, lane))
				}
				return &VectorError{Lane: lane, Diagnostic: fault.Threw(m.p.m, nil, t.call, values)}
			}
		}
	}
	return nil
}

// Step runs clock cycles and settles. After an error the machine must be Reset.
func (m *Machine) Step(cycles int) error {
	if err := m.prepare(); err != nil {
		return err
	}
	for range cycles {
		if err := m.run(m.p.step); err != nil {
			return err
		}
		if err := m.thrown(m.p.stepThrows); err != nil {
			return err
		}
		m.edge()
	}
	return m.show()
}

func (m *Machine) prepare() error {
	if m.prepared {
		return nil
	}
	m.prepared = true
	return m.run(m.p.prepare)
}

// Peek reads a net in one lane, as it was at the last Settle or Step; net counts the nets given to New.
func (m *Machine) Peek(net, lane int) circuit.Value {
	return m.get(m.p.show[net], lane)
}

// Word is Peek of the low 64 bits, without an allocation.
func (m *Machine) Word(net, lane int) uint64 {
	s := m.p.show[net]
	if s.width == 1 {
		return m.cells[int(s.slot)+lane/64] >> uint(lane%64) & 1
	}
	return m.cells[int(s.slot)+lane]
}

func (m *Machine) run(list []segment) error {
	for i := range list {
		s := &list[i]
		if s.loop < 0 {
			m.execute(s.code)
			continue
		}
		if err := m.settleLoop(s); err != nil {
			return err
		}
	}
	return nil
}

// settleLoop repeats the body of a loop until it settles in every lane. A lane that has settled stays as it is
// however often the body is repeated for the others.
func (m *Machine) settleLoop(s *segment) error {
	l := &m.p.m.Loops[s.loop]
	var changed [blockWords]uint64
	for range l.Bound {
		m.execute(s.code)
		clear(changed[:])
		for _, v := range s.next {
			for k := range v.n {
				if difference := m.cells[v.dst+k] ^ m.cells[v.src+k]; difference != 0 {
					if v.n == blockWords {
						changed[k] |= difference
					} else {
						changed[k%Lanes/64] |= 1 << (k % 64)
					}
				}
			}
		}
		for _, v := range s.staged {
			copy(m.cells[v.dst:v.dst+v.n], m.cells[v.src:v.src+v.n])
		}
		for _, v := range s.next {
			copy(m.cells[v.dst:v.dst+v.n], m.cells[v.src:v.src+v.n])
		}
		settled := true
		for k := range changed {
			changed[k] &= m.live[k]
			settled = settled && changed[k] == 0
		}
		if settled || l.Once {
			return nil
		}
	}
	e := &VectorError{Diagnostic: sim.Oscillation(m.p.m.LoopPaths(s.loop), nil)}
	for k := range changed {
		if changed[k] != 0 {
			e.Lane = 64*k + bits.TrailingZeros64(changed[k])
			break
		}
	}
	return e
}

// edge is the clock edge.
func (m *Machine) edge() {
	for i := range m.p.writes {
		m.write(&m.p.writes[i])
	}
	for _, c := range m.p.staged {
		copy(m.cells[c.dst:c.dst+c.n], m.cells[c.src:c.src+c.n])
	}
	for _, c := range m.p.copies {
		copy(m.cells[c.dst:c.dst+c.n], m.cells[c.src:c.src+c.n])
	}
}

// write does one write port in every lane that enables it.
func (m *Machine) write(w *write) {
	s := m.p.memories[w.memory]
	address, data := m.lanes(w.address, 0), m.cells[w.data.slot:]
	if w.data.width == 1 {
		data = m.lanes(w.data, 1)
	}
	if w.whole {
		m.writeAll(w)
		return
	}
	for k := range uint32(blockWords) {
		for rest := m.cells[w.enable.slot+k]; rest != 0; rest &= rest - 1 {
			lane := int(64*k) + bits.TrailingZeros64(rest)
			if a := address[lane]; a < s.depth {
				for limb := range uint64(s.limbs) {
					m.memories[uint64(s.offset)+(a*uint64(s.limbs)+limb)*Lanes+uint64(lane)] = data[limb*Lanes+uint64(lane)]
				}
			}
		}
	}
}

// writeAll gives all cells new values in every lane that enables it.
func (m *Machine) writeAll(w *write) {
	s := m.p.memories[w.memory]
	lane := uint64(word.CellLane(s.width))
	for k := range uint64(blockWords) {
		for rest := m.cells[uint64(w.enable.slot)+k]; rest != 0; rest &= rest - 1 {
			i := 64*k + uint64(bits.TrailingZeros64(rest))
			for a := range s.depth {
				limb := m.cells[uint64(w.data.slot)+a*lane/64*Lanes+i]
				m.memories[uint64(s.offset)+a*Lanes+i] = limb >> (a * lane % 64) & word.Mask64(uint(s.width))
			}
		}
	}
}

// lanes gives a value as a word a lane (the low limb of a wide one), in scratch when it is packed.
func (m *Machine) lanes(v value, scratch int) []uint64 {
	if v.width > 1 {
		return m.cells[v.slot:][:Lanes]
	}
	out := m.scratch[scratch]
	for k := range blockWords {
		w := m.cells[int(v.slot)+k]
		for i := range 64 {
			out[64*k+i] = w >> uint(i) & 1
		}
	}
	return out
}
