package batch

import (
	"math"
	"math/bits"

	"simten.dev/engine/word"
)

// execute runs straight code, every instruction for all lanes.
func (m *Machine) execute(code []instruction) {
	for i := range code {
		x := &code[i]
		switch {
		case x.bits && m.packed(x):
		case x.op.Width > 64 || x.n > 64 || x.nb > 64:
			m.wide(x)
		default:
			m.narrow(x)
		}
	}
}

// row is one value of one bit.
func (m *Machine) row(slot uint32) *[blockWords]uint64 {
	return (*[blockWords]uint64)(m.cells[slot:])
}

// packed computes an operation among values of one bit, 64 lanes at a time. It returns false for one that
// has no such form.
func (m *Machine) packed(x *instruction) bool {
	dst, a, b := m.row(x.dst), m.row(x.a), m.row(x.b)
	switch x.op.Kind {
	case word.And, word.Mul:
		for k := range dst {
			dst[k] = a[k] & b[k]
		}
	case word.Or:
		for k := range dst {
			dst[k] = a[k] | b[k]
		}
	case word.Xor, word.Add, word.Sub, word.Ne:
		for k := range dst {
			dst[k] = a[k] ^ b[k]
		}
	case word.Eq:
		for k := range dst {
			dst[k] = ^(a[k] ^ b[k])
		}
	case word.Not:
		for k := range dst {
			dst[k] = ^a[k]
		}
	case word.ULt: // 0 < 1
		for k := range dst {
			dst[k] = ^a[k] & b[k]
		}
	case word.ULe:
		for k := range dst {
			dst[k] = ^a[k] | b[k]
		}
	case word.SLt: // -1 < 0
		for k := range dst {
			dst[k] = a[k] &^ b[k]
		}
	case word.SLe:
		for k := range dst {
			dst[k] = a[k] | ^b[k]
		}
	case word.Slice, word.ZExt, word.SExt, word.RedOr, word.RedAnd, word.RedXor:
		*dst = *a
	case word.Mux:
		c := m.row(x.c)
		for k := range dst {
			dst[k] = c[k] ^ a[k]&(b[k]^c[k])
		}
	default:
		return false
	}
	return true
}

// pack stores a result of one bit a lane.
func (m *Machine) pack(slot uint32, lanes []uint64) {
	dst := m.row(slot)
	for k := range dst {
		w := uint64(0)
		for i, v := range lanes[64*k:][:64] {
			w |= v & 1 << uint(i)
		}
		dst[k] = w
	}
}

// narrow computes an operation on at most 64 bits, lane by lane.
func (m *Machine) narrow(x *instruction) {
	op := x.op
	dst := m.scratch[2]
	if op.Width > 1 {
		dst = m.cells[x.dst:][:Lanes]
	}
	w, n := uint(op.Width), uint(x.n)
	mask := word.Mask64(w)
	switch op.Kind {
	case word.Mux, word.FMux:
		m.choose(x, Lanes)
		return
	case word.MemRead:
		m.read(x)
		return
	case word.Table:
		t := m.p.m.Tables[op.Imm].Data
		a := m.lanes(value{x.a, x.n}, 0)
		for i := range dst {
			dst[i] = 0
			if a[i] < uint64(len(t)) {
				dst[i] = t[a[i]].Lo
			}
		}
		m.finish(x, dst)
		return
	}
	a := m.lanes(value{x.a, x.n}, 0)
	var b []uint64
	if x.nb > 0 {
		b = m.lanes(value{x.b, x.nb}, 1)
	} else {
		b = a
	}
	dst, a, b = dst[:Lanes], a[:Lanes], b[:Lanes]
	switch op.Kind {
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
	case word.Not:
		for i := range dst {
			dst[i] = ^a[i] & mask
		}
	case word.Add:
		for i := range dst {
			dst[i] = (a[i] + b[i]) & mask
		}
	case word.Sub:
		for i := range dst {
			dst[i] = (a[i] - b[i]) & mask
		}
	case word.Mul:
		for i := range dst {
			dst[i] = a[i] * b[i] & mask
		}
	case word.Shl:
		if x.count >= 0 {
			for i := range dst {
				dst[i] = a[i] << uint(x.count) & mask
			}
			break
		}
		for i := range dst {
			dst[i] = a[i] << b[i] & mask
		}
	case word.LShr:
		if x.count >= 0 {
			for i := range dst {
				dst[i] = a[i] >> uint(x.count)
			}
			break
		}
		for i := range dst {
			dst[i] = a[i] >> b[i]
		}
	case word.Slice:
		for i := range dst {
			dst[i] = a[i] >> op.Imm & mask
		}
	case word.Concat:
		low := w - n
		for i := range dst {
			dst[i] = a[i]<<low | b[i]
		}
	case word.ZExt:
		copy(dst, a)
	case word.SExt:
		for i := range dst {
			dst[i] = uint64(word.Signed64(a[i], n)) & mask
		}
	case word.Eq:
		for i := range dst {
			dst[i] = bit(a[i] == b[i])
		}
	case word.Ne:
		for i := range dst {
			dst[i] = bit(a[i] != b[i])
		}
	case word.ULt:
		for i := range dst {
			dst[i] = bit(a[i] < b[i])
		}
	case word.ULe:
		for i := range dst {
			dst[i] = bit(a[i] <= b[i])
		}
	case word.SLt:
		for i := range dst {
			dst[i] = bit(word.Signed64(a[i], n) < word.Signed64(b[i], n))
		}
	case word.RedXor:
		for i := range dst {
			dst[i] = uint64(bits.OnesCount64(a[i]) & 1)
		}
	case word.FAdd:
		for i := range dst {
			dst[i] = math.Float64bits(math.Float64frombits(a[i]) + math.Float64frombits(b[i]))
		}
	default: // seldom: the definition does it
		for i := range dst {
			dst[i], _ = word.Apply64(op.Kind, w, n, op.Imm, a[i], b[i])
		}
	}
	m.finish(x, dst)
}

// finish packs a result of one bit.
func (m *Machine) finish(x *instruction, dst []uint64) {
	if x.op.Width == 1 {
		m.pack(x.dst, dst)
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// choose computes a multiplexer between two slots of words.
func (m *Machine) choose(x *instruction, words int) {
	dst, b, c := m.cells[x.dst:][:words], m.cells[x.b:][:words], m.cells[x.c:][:words]
	conditions := m.row(x.a)
	for from := 0; from < words; from += 64 {
		switch cond := conditions[from/64%blockWords]; cond {
		case 0:
			copy(dst[from:from+64], c[from:])
		case ^uint64(0):
			copy(dst[from:from+64], b[from:])
		default:
			d, p, q := dst[from:][:64], b[from:][:64], c[from:][:64]
			for i := range d {
				d[i] = q[i] ^ -(cond>>uint(i)&1)&(p[i]^q[i])
			}
		}
	}
}

// readAll computes the array of all cells of a memory, which have at most 64 bits each.
func (m *Machine) readAll(x *instruction) {
	s := m.p.memories[x.op.Imm]
	lane := uint64(word.CellLane(s.width))
	dst := m.cells[x.dst:][:uint64(limbs(x.op.Width))*Lanes]
	clear(dst)
	for a := range s.depth {
		for i := range uint64(Lanes) {
			at := a
			if !s.shared {
				at = a*Lanes + i
			}
			dst[a*lane/64*Lanes+i] |= m.memories[uint64(s.offset)+at] << (a * lane % 64)
		}
	}
}

// read computes an asynchronous memory read of any width.
func (m *Machine) read(x *instruction) {
	s := m.p.memories[x.op.Imm]
	address := m.lanes(value{x.a, x.n}, 0)
	for limb := range uint64(s.limbs) {
		dst := m.scratch[2]
		if x.op.Width > 1 {
			dst = m.cells[uint64(x.dst)+limb*Lanes:][:Lanes]
		}
		for i := range dst {
			a := address[i]
			switch {
			case a >= s.depth:
				dst[i] = 0
			case s.shared:
				dst[i] = m.memories[uint64(s.offset)+a*uint64(s.limbs)+limb]
			default:
				dst[i] = m.memories[uint64(s.offset)+(a*uint64(s.limbs)+limb)*Lanes+uint64(i)]
			}
		}
		m.finish(x, dst)
	}
}
