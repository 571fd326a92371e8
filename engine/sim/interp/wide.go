package interp

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// wide executes an operation that has an operand or a result of more than 64 bits, in words.
func (m *Machine) wide(id word.ID, x *code) {
	op := &m.p.module.Ops[id]
	n := int32(0)
	if op.A != word.None {
		n = m.p.module.Ops[op.A].Width
	}
	dst := m.slots[x.dst : x.dst+words(op.Width)]
	a := m.slots[x.a : x.a+words(max(n, 1))]
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Add, word.Sub:
		b := m.slots[x.b : x.b+words(op.Width)]
		carry := uint64(0)
		for i := range dst {
			switch op.Kind {
			case word.And:
				dst[i] = a[i] & b[i]
			case word.Or:
				dst[i] = a[i] | b[i]
			case word.Xor:
				dst[i] = a[i] ^ b[i]
			case word.Add:
				dst[i], carry = bits.Add64(a[i], b[i], carry)
			default:
				dst[i], carry = bits.Sub64(a[i], b[i], carry)
			}
		}
	case word.Not:
		for i := range dst {
			dst[i] = ^a[i]
		}
	case word.Mux:
		from := x.c
		if a[0] != 0 {
			from = x.b
		}
		copy(dst, m.slots[from:from+words(op.Width)])
		return
	case word.ZExt:
		clear(dst)
		copy(dst, a)
		return
	case word.Slice:
		shiftRight(dst, a, uint(op.Imm))
	case word.Concat:
		low := m.p.module.Ops[op.B].Width
		b := m.slots[x.b : x.b+words(low)]
		shiftLeft(dst, a, uint(low))
		for i := range b {
			dst[i] |= b[i]
		}
	case word.Shl, word.LShr:
		count := m.slots[x.b]
		switch {
		case count >= uint64(op.Width):
			clear(dst)
		case op.Kind == word.Shl:
			shiftLeft(dst, a, uint(count))
		default:
			shiftRight(dst, a, uint(count))
		}
	case word.Eq, word.Ne:
		b := m.slots[x.b : x.b+words(n)]
		same := true
		for i := range a {
			same = same && a[i] == b[i]
		}
		dst[0] = bit(same == (op.Kind == word.Eq))
		return
	case word.ULt, word.ULe, word.SLt, word.SLe:
		b := m.slots[x.b : x.b+words(n)]
		dst[0] = bit(less(op.Kind, a, b, uint(n)))
		return
	case word.Mul:
		multiply(dst, a, m.slots[x.b:x.b+words(op.Width)])
	case word.Table:
		t := m.tables[op.Imm]
		clear(dst)
		if k := a[0]; k < uint64(len(t))/uint64(len(dst)) {
			copy(dst, t[int(k)*len(dst):])
		}
		return
	case word.Extract:
		dst[0] = 0
		if k, lane := m.slots[x.b], uint64(op.Width); k < uint64(n)/lane {
			dst[0] = a[k*lane/64] >> (k * lane % 64) & word.Mask64(uint(lane))
		}
		return
	case word.Repeat:
		m.repeat(op.Imm, dst, a)
		return
	case word.Insert:
		copy(dst, a)
		if k, lane := m.slots[x.b], op.Imm; k < uint64(n)/lane {
			low := k * lane % 64
			into := &dst[k*lane/64]
			*into = *into&^(word.Mask64(uint(lane))<<low) | m.slots[x.c]<<low
		}
		return
	default: // seldom: the reference does it
		b := circuit.Value{}
		if op.B != word.None {
			b = m.value(x.b, int(m.p.module.Ops[op.B].Width))
		}
		r, _ := m.p.module.Apply(op, int(n), m.value(x.a, int(n)), b, circuit.Value{})
		m.setValue(x.dst, int(op.Width), r)
		return
	}
	if r := uint(op.Width) % 64; r != 0 {
		dst[len(dst)-1] &= 1<<r - 1
	}
}

// less compares two values of n bits in words.
func less(kind word.Kind, a, b []uint64, n uint) bool {
	last := len(a) - 1
	if kind == word.SLt || kind == word.SLe {
		spare := uint(64*len(a)) - n
		if x, y := int64(a[last]<<spare), int64(b[last]<<spare); x != y {
			return x < y
		}
	}
	for i := last; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return kind == word.ULe || kind == word.SLe
}

// multiply sets dst, which is neither a nor b, to the low words of their product.
func multiply(dst, a, b []uint64) {
	clear(dst)
	for i, x := range a {
		if x == 0 {
			continue
		}
		carry := uint64(0)
		for j, y := range b[:len(b)-i] {
			high, low := bits.Mul64(x, y)
			low, c := bits.Add64(low, carry, 0)
			high += c
			dst[i+j], c = bits.Add64(dst[i+j], low, 0)
			carry = high + c
		}
	}
}

// shiftLeft and shiftRight move the bits of a by a count; dst may be shorter or longer than a.
func shiftLeft(dst, a []uint64, count uint) {
	skip, rest := int(count/64), count%64
	for i := range dst {
		var v uint64
		if k := i - skip; k >= 0 && k < len(a) {
			v = a[k] << rest
		}
		if k := i - skip - 1; rest != 0 && k >= 0 && k < len(a) {
			v |= a[k] >> (64 - rest)
		}
		dst[i] = v
	}
}

func shiftRight(dst, a []uint64, count uint) {
	skip, rest := int(count/64), count%64
	for i := range dst {
		var v uint64
		if k := i + skip; k < len(a) {
			v = a[k] >> rest
		}
		if k := i + skip + 1; rest != 0 && k < len(a) {
			v |= a[k] << (64 - rest)
		}
		dst[i] = v
	}
}
