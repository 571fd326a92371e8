package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// Logic on wide values takes two limbs at a time as a vector of 128 bits wherever both limbs are
// computed alike. Shifts by constants stay that simple too: a vector of limbs i and i+1 is a load,
// and so is one of limbs i+1 and i+2.

// hasPair reports whether pair can push limbs i and i+1 of a value.
func (f *function) hasPair(id word.ID, i int) bool {
	op := f.op(id)
	if op.Kind == word.Repeat {
		return f.givenPair(id, i)
	}
	if op.Width <= 64 || i < 0 || i+1 >= limbs(int(op.Width)) {
		return false
	}
	return op.Kind == word.Const || !f.p.inline[id] || f.pairs(op, i)
}

// zeroPair reports whether limbs i and i+1 are known to be 0.
func (f *function) zeroPair(id word.ID, i int) bool { return f.zeroLimb(id, i) && f.zeroLimb(id, i+1) }

// masked reports whether limb i+1 must be masked to the width.
func masked(op *word.Op, i int) bool {
	return int(op.Width)%64 != 0 && i+2 == limbs(int(op.Width))
}

// pairs reports whether computePair can generate limbs i and i+1 of an operation.
func (f *function) pairs(op *word.Op, i int) bool {
	switch op.Kind {
	case word.And:
		return f.hasPair(op.A, i) && f.hasPair(op.B, i)
	case word.Or, word.Xor:
		a, b := f.zeroPair(op.A, i), f.zeroPair(op.B, i)
		return (a || f.hasPair(op.A, i)) && (b || f.hasPair(op.B, i)) && !(a && b)
	case word.Not:
		return !masked(op, i) && f.hasPair(op.A, i)
	case word.ZExt:
		return f.hasPair(op.A, i)
	case word.Slice:
		return !masked(op, i) && f.hasBitsPair(op.A, int(op.Imm)+64*i)
	case word.Shl, word.LShr:
		return !masked(op, i) && f.hasBitsPair(op.A, f.shifted(op, i))
	case word.Concat:
		switch low := int(f.op(op.B).Width); {
		case 64*(i+2) <= low:
			return f.hasPair(op.B, i)
		case 64*i >= low:
			return f.hasBitsPair(op.A, 64*i-low)
		}
	case word.Mux:
		return f.hasPair(op.B, i) && f.hasPair(op.C, i)
	}
	return false
}

// shifted is the bit of the operand that a constant shift brings to bit 64i, or a position far
// outside when the shift leaves nothing.
func (f *function) shifted(op *word.Op, i int) int {
	count := f.op(op.B).Imm
	switch {
	case count >= uint64(op.Width):
		return -1 << 30
	case op.Kind == word.LShr:
		return 64*i + int(count)
	default:
		return 64*i - int(count)
	}
}

// hasBitsPair reports whether 128 bits from a position on lie inside a value and can be pushed.
func (f *function) hasBitsPair(id word.ID, position int) bool {
	q := position >> 6
	return f.hasPair(id, q) && (position&63 == 0 || f.hasPair(id, q+1))
}

// pair pushes limbs i and i+1 of a wide value as a vector.
func (f *function) pair(id word.ID, i int) {
	op := f.op(id)
	if op.Kind == word.Const {
		v := f.p.m.Wide[op.Imm]
		f.c.V128(v.Word(i), v.Word(i+1))
		return
	}
	if f.p.inline[id] {
		f.computePair(op, i)
		return
	}
	if op.Kind == word.Repeat {
		f.c.LocalGet(f.zero)
		f.c.V128Load(f.givenPlace(id, i).offset)
		return
	}
	base, p := f.widePlace(id)
	f.c.LocalGet(base)
	f.c.V128Load(p.offset + 8*uint32(i))
}

// bitsPair pushes 128 bits of a value from a position on.
func (f *function) bitsPair(id word.ID, position int) {
	q, r := position>>6, position&63
	f.pair(id, q)
	if r == 0 {
		return
	}
	f.c.I32(int32(r))
	f.c.Op(encode.I64x2ShrU)
	f.pair(id, q+1)
	f.c.I32(int32(64 - r))
	f.c.Op(encode.I64x2Shl, encode.V128Or)
}

var vectorOps = [word.Kinds]encode.Op{word.And: encode.V128And, word.Or: encode.V128Or, word.Xor: encode.V128Xor}

// computePair pushes limbs i and i+1 of the result of an operation for which pairs holds.
func (f *function) computePair(op *word.Op, i int) {
	switch op.Kind {
	case word.And, word.Or, word.Xor:
		a, b := op.Kind != word.And && f.zeroPair(op.A, i), op.Kind != word.And && f.zeroPair(op.B, i)
		if !a {
			f.pair(op.A, i)
		}
		if !b {
			f.pair(op.B, i)
		}
		if !a && !b {
			f.c.Op(vectorOps[op.Kind])
		}
	case word.Not:
		f.pair(op.A, i)
		f.c.Op(encode.V128Not)
	case word.ZExt:
		f.pair(op.A, i)
	case word.Slice:
		f.bitsPair(op.A, int(op.Imm)+64*i)
	case word.Shl, word.LShr:
		f.bitsPair(op.A, f.shifted(op, i))
	case word.Concat:
		if low := int(f.op(op.B).Width); 64*(i+2) <= low {
			f.pair(op.B, i)
		} else {
			f.bitsPair(op.A, 64*i-low)
		}
	case word.Mux:
		f.pair(op.B, i)
		f.pair(op.C, i)
		f.c.I64(0)
		f.push(op.A)
		f.c.Op(encode.I64ExtendI32U, encode.I64Sub, encode.I64x2Splat, encode.V128Bitselect)
	}
}
