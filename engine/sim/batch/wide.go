package batch

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// wide computes an operation with an operand or a result of more than 64 bits. Limb k of all lanes stands
// together, so plain logic is a loop over words.
func (m *Machine) wide(x *instruction) {
	op := x.op
	n := int(limbs(op.Width))
	words := n * Lanes
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not:
		m.wideLogic(x, words)
	case word.Mux:
		m.choose(x, words)
	case word.MemRead:
		m.read(x)
	case word.MemAll:
		m.readAll(x)
	case word.Add, word.Sub:
		m.wideSum(x, n)
	case word.ZExt:
		m.widen(x, words)
	case word.Slice:
		m.wideSlice(x)
	case word.Eq, word.Ne:
		m.wideEqual(x)
	case word.Extract, word.Insert:
		m.element(x)
	case word.Repeat:
		m.repeat(x)
	default:
		m.wideOther(x)
	}
}

func (m *Machine) wideLogic(x *instruction, words int) {
	dst, a, b := m.cells[x.dst:][:words], m.cells[x.a:][:words], m.cells[x.b:][:words]
	switch x.op.Kind {
	case word.And:
		for i := range dst {
			dst[i] = a[i] & b[i]
		}
	case word.Or:
		for i := range dst {
			dst[i] = a[i] | b[i]
		}
	case word.Xor:
		for i := range dst {
			dst[i] = a[i] ^ b[i]
		}
	default:
		for i := range dst {
			dst[i] = ^a[i]
		}
		m.maskTop(x)
	}
}

// maskTop clears the bits of the result above its width.
func (m *Machine) maskTop(x *instruction) {
	rest := uint(x.op.Width) % 64
	if rest == 0 || x.op.Width <= 64 {
		return
	}
	top := m.cells[x.dst+(limbs(x.op.Width)-1)*Lanes:][:Lanes]
	for i := range top {
		top[i] &= 1<<rest - 1
	}
}

func (m *Machine) wideSum(x *instruction, n int) {
	carry := m.scratch[0]
	clear(carry)
	for k := range n {
		dst, a, b := m.cells[int(x.dst)+k*Lanes:][:Lanes], m.cells[int(x.a)+k*Lanes:][:Lanes], m.cells[int(x.b)+k*Lanes:][:Lanes]
		if x.op.Kind == word.Add {
			for i := range dst {
				dst[i], carry[i] = bits.Add64(a[i], b[i], carry[i])
			}
		} else {
			for i := range dst {
				dst[i], carry[i] = bits.Sub64(a[i], b[i], carry[i])
			}
		}
	}
	m.maskTop(x)
}

func (m *Machine) widen(x *instruction, words int) {
	dst := m.cells[x.dst:][:words]
	if x.n == 1 {
		copy(dst, m.lanes(value{x.a, 1}, 0))
		clear(dst[Lanes:])
		return
	}
	from := int(limbs(x.n)) * Lanes
	copy(dst, m.cells[x.a:][:from])
	clear(dst[from:])
}

func (m *Machine) wideSlice(x *instruction) {
	skip, rest := int(x.op.Imm/64), uint(x.op.Imm%64)
	from := int(limbs(x.n))
	for k := range int(limbs(x.op.Width)) {
		dst := m.scratch[2]
		if x.op.Width > 1 {
			dst = m.cells[int(x.dst)+k*Lanes:][:Lanes]
		}
		low := m.cells[int(x.a)+(k+skip)*Lanes:][:Lanes]
		for i := range dst {
			dst[i] = low[i] >> rest
		}
		if rest != 0 && k+skip+1 < from {
			high := m.cells[int(x.a)+(k+skip+1)*Lanes:][:Lanes]
			for i := range dst {
				dst[i] |= high[i] << (64 - rest)
			}
		}
		if x.op.Width <= 64 {
			for i := range dst {
				dst[i] &= word.Mask64(uint(x.op.Width))
			}
		}
		m.finish(x, dst)
	}
	m.maskTop(x)
}

func (m *Machine) wideEqual(x *instruction) {
	difference := m.scratch[2]
	clear(difference)
	for k := range int(limbs(x.n)) {
		a, b := m.cells[int(x.a)+k*Lanes:][:Lanes], m.cells[int(x.b)+k*Lanes:][:Lanes]
		for i := range difference {
			difference[i] |= a[i] ^ b[i]
		}
	}
	for i := range difference {
		difference[i] = bit((difference[i] == 0) == (x.op.Kind == word.Eq))
	}
	m.pack(x.dst, difference)
}

// element reads or changes one element of an array in each lane.
func (m *Machine) element(x *instruction) {
	op := x.op
	index := m.lanes(value{x.b, x.nb}, 1)
	width := uint64(op.Width)
	if op.Kind == word.Insert {
		width = op.Imm
		n := int(limbs(op.Width)) * Lanes
		copy(m.cells[x.dst:][:n], m.cells[x.a:][:n])
	}
	mask := word.Mask64(uint(width))
	for i := range Lanes {
		k := index[i]
		inside := k < uint64(x.n)/width
		if !inside {
			k = 0
		}
		limb, low := k*width/64*Lanes, k*width%64
		switch {
		case op.Kind == word.Extract:
			m.cells[int(x.dst)+i] = -bit(inside) & (m.cells[uint64(x.a)+limb+uint64(i)] >> low & mask)
		case inside:
			into := &m.cells[uint64(x.dst)+limb+uint64(i)]
			*into = *into&^(mask<<low) | m.cells[int(x.c)+i]<<low
		}
	}
}

// repeat does the rounds of a loop, lane by lane.
func (m *Machine) repeat(x *instruction) {
	body := m.p.m.Bodies[x.op.Imm]
	for lane := range Lanes {
		r, _ := body.Apply(m.get(value{x.a, x.n}, lane), func(memory uint64, address circuit.Value) circuit.Value {
			s := m.p.memories[memory]
			if address.Hi != nil || address.Lo >= s.depth {
				return circuit.Value{}
			}
			words := make([]uint64, s.limbs)
			for limb := range words {
				at := address.Lo*uint64(s.limbs) + uint64(limb)
				if !s.shared {
					at = at*Lanes + uint64(lane)
				}
				words[limb] = m.memories[uint64(s.offset)+at]
			}
			return circuit.FromWords(words)
		})
		m.put(x.dst, int(x.op.Width), lane, r)
	}
}

// wideOther does what is seldom by the definition, lane by lane.
func (m *Machine) wideOther(x *instruction) {
	a, b := value{x.a, x.n}, value{x.b, x.nb}
	for lane := range Lanes {
		var q circuit.Value
		if x.nb > 0 {
			q = m.get(b, lane)
		}
		r, _ := m.p.m.Apply(x.op, int(x.n), m.get(a, lane), q, circuit.Value{})
		m.put(x.dst, int(x.op.Width), lane, r)
	}
}

// get reads a slot in one lane.
func (m *Machine) get(v value, lane int) circuit.Value {
	if v.width == 1 {
		return circuit.Uint(m.cells[int(v.slot)+lane/64] >> uint(lane%64) & 1)
	}
	words := make([]uint64, limbs(v.width))
	for limb := range words {
		words[limb] = m.cells[int(v.slot)+limb*Lanes+lane]
	}
	return circuit.FromWords(words)
}
