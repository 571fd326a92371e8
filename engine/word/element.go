package word

import (
	"math/big"
	"math/bits"

	"simten.dev/engine/circuit"
)

// A list of numbers of which a lambda changes one at an index that depends on values is one value, whose elements lie
// side by side. As a list of values, each element would be a choice between what it was and what is new, at each
// change.

// IsLane reports whether an element of a value can have so many bits.
func IsLane(width int32) bool { return width == 8 || width == 16 || width == 32 || width == 64 }

// applyElement is Apply of Extract and Insert; n is the width of a.
func applyElement(op *Op, n int, a, b, c circuit.Value) circuit.Value {
	lane := uint64(op.Width)
	if op.Kind == Insert {
		lane = op.Imm
	}
	outside := b.Hi != nil || b.Lo >= uint64(n)/lane
	low := uint(b.Lo * lane)
	if op.Kind == Extract {
		if outside {
			return circuit.Value{}
		}
		return circuit.FromBig(new(big.Int).Rsh(a.Big(), low), int(lane))
	}
	if outside {
		return a
	}
	mask := new(big.Int).Lsh(circuit.Uint(Mask64(uint(lane))).Big(), low)
	r := new(big.Int).AndNot(a.Big(), mask)
	return circuit.FromBig(r.Or(r, new(big.Int).Lsh(c.Big(), low)), n)
}

// Extract is an element of x, of width bits.
func (b *Builder) Extract(x, index ID, width int) ID { return b.binary(Extract, width, x, index) }

// Insert is x with v in the place of an element. An index at and beyond the number of elements changes nothing.
func (b *Builder) Insert(x, index, v ID) ID {
	return b.Emit(Op{Kind: Insert, Width: b.Ops[x].Width, A: x, B: index, C: v, Imm: uint64(b.Width(v))})
}

func (b *Builder) simplifyExtract(op *Op, n int) (ID, bool) {
	w := int(op.Width)
	if k, ok := b.ConstValue(op.B); ok {
		if k.Len() > 32 || int(k.Lo) >= n/w {
			return b.Uint(0, w), true
		}
		return b.Slice(op.A, int(k.Lo)*w, w), true
	}
	inner := b.Ops[op.A]
	if inner.Kind == Insert && inner.Imm == uint64(w) && inner.B == op.B && b.inside(op.B, n/w) {
		return inner.C, true
	}
	return None, false
}

func (b *Builder) simplifyInsert(op *Op) (ID, bool) {
	elements := int(op.Width) / int(op.Imm)
	if k, ok := b.ConstValue(op.B); ok && (k.Len() > 32 || int(k.Lo) >= elements) {
		return op.A, true
	}
	if inner := b.Ops[op.A]; inner.Kind == Insert && inner.Imm == op.Imm && inner.B == op.B {
		return b.Insert(inner.A, op.B, op.C), true
	}
	return None, false
}

// inside reports that an index is known to be one of n elements.
func (b *Builder) inside(index ID, n int) bool { return b.KnownBits(index) <= bits.Len(uint(n))-1 }

// sliceOfInsert takes bits of one element, or beside the only one that may have been put there.
func (b *Builder) sliceOfInsert(inner *Op, low, w int) (ID, bool) {
	lane := int(inner.Imm)
	k := low / lane
	if (low+w-1)/lane != k {
		return None, false
	}
	at, known := b.ConstValue(inner.B)
	switch {
	case known && at.Lo == uint64(k):
		return b.Slice(inner.C, low%lane, w), true
	case known || bits.Len(uint(k)) > b.KnownBits(inner.B):
		return b.Slice(inner.A, low, w), true
	}
	return None, false
}

// maxInserts bounds the changes on the ways of a choice between two states of one array.
const maxInserts = 3

// changes are the Inserts that lead from an array to a later state of it, the last one first.
func (b *Builder) changes(x ID) []ID {
	list := make([]ID, 0, maxInserts)
	for ; b.Ops[x].Kind == Insert && len(list) < maxInserts; x = b.Ops[x].A {
		list = append(list, x)
	}
	return list
}

// common gives the state that two states of an array come from, and the changes that lead from there to each, the last
// one first.
func (b *Builder) common(x, y ID) (of ID, xs, ys []ID, ok bool) {
	xs, ys = b.changes(x), b.changes(y)
	before := func(list []ID, last ID, i int) ID {
		if i == 0 {
			return last
		}
		return b.Ops[list[i-1]].A
	}
	for i := range len(xs) + 1 {
		for k := range len(ys) + 1 {
			if of := before(xs, x, i); of == before(ys, y, k) {
				return of, xs[:i], ys[:k], true
			}
		}
	}
	return None, nil, nil, false
}

// Joins reports whether a choice between two values is one of few changes, and not of all elements.
func (b *Builder) Joins(x, y ID) bool {
	_, _, _, ok := b.common(x, y)
	return ok
}

// joinInserts makes a choice between two states of an array the changes that lead to them, of which each is made where
// it is wanted: their indices and elements are chosen, and not all elements of the array.
func (b *Builder) joinInserts(op *Op) (ID, bool) {
	if op.Width <= 64 || b.Ops[op.B].Kind != Insert && b.Ops[op.C].Kind != Insert {
		return None, false
	}
	x, xs, ys, ok := b.common(op.B, op.C)
	if !ok {
		return None, false
	}
	lane := uint64(0)
	width := 0
	for _, id := range append(append([]ID(nil), xs...), ys...) {
		if in := &b.Ops[id]; lane != 0 && in.Imm != lane {
			return None, false
		} else {
			lane = in.Imm
			width = max(width, b.Width(in.B))
		}
	}
	elements := uint64(op.Width) / lane
	width = max(width, bits.Len64(elements))
	nowhere := b.Uint(elements, width)
	for i := range max(len(xs), len(ys)) {
		at, v := [2]ID{nowhere, nowhere}, [2]ID{None, None}
		for side, list := range [2][]ID{xs, ys} {
			if i < len(list) {
				in := b.Ops[list[len(list)-1-i]]
				at[side], v[side] = b.Resize(in.B, width), in.C
			}
		}
		for side, other := range [2]int{1, 0} {
			if v[side] == None {
				v[side] = v[other]
			}
		}
		x = b.Insert(x, b.Mux(op.A, at[0], at[1]), b.Mux(op.A, v[0], v[1]))
	}
	return x, true
}
