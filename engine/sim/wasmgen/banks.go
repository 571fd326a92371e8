package wasmgen

import (
	"cmp"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
)

// Registers and loop variables exist twice; see layout. There are two ways to have a cycle read the one bank and write
// the other.
//
// They can change places after each cycle, so that nothing is copied. Their addresses are variables then.
//
// Or bank A is always read, and what has been written to bank B is copied at the edge. Their addresses are constants,
// so V8 knows that such accesses are within the memory, and can make a read a part of the instruction that uses it. It
// does that to a read that might trap, too, but as that must not get lost keeps it beside (Chromium 156), so a value
// that is used several times is better kept in a local. A copy takes as long as 3,000 operations gain. wazero compares
// each constant address with the size of the memory.
//
// Sweeps always read bank A and write bank B.

// enterBanks begins a function that is given its banks.
func (f *function) enterBanks() {
	if f.p.banksStay {
		if f.p.phase == step { // which gets it in the place of bank B; see steppedRun
			f.aside = f.next
		}
		f.cur, f.next = f.c.NewLocal(encode.I32), f.c.NewLocal(encode.I32)
		f.selectBanks()
	}
	f.enterCycle()
}

// enterCycle reads the last byte of the banks when these change places. A compiler that checks bounds in code, as
// wazero does, knows from then on that every access to a bank is inside.
func (f *function) enterCycle() {
	if f.p.banksStay || f.g.layout.bankSize == 0 {
		return
	}
	last := func(base, offset uint32) {
		f.c.LocalGet(base)
		f.c.Memory(encode.I32Load8U, offset)
		f.c.Op(encode.Drop)
	}
	l := f.g.layout
	last(f.cur, l.bankSize-1)
	last(f.next, l.bankSize-1)
	if f.p.tune.checksBounds && f.p.phase == step && f.registers == nil {
		last(f.zero, max(l.bankA, l.bankB)+l.bankSize-1)
	}
}

// meet follows the end of a branch. Setting the locals of the banks to themselves is no code, but wazero numbers the
// value of a local anew after its first use where ways meet, and its knowledge of bounds goes by that number.
func (f *function) meet() {
	if !f.p.tune.checksBounds || f.p.phase != step || f.registers != nil {
		return
	}
	bases := [...]uint32{f.cur, f.next, f.zero}
	for i, base := range bases {
		if !slices.Contains(bases[:i], base) {
			f.c.LocalGet(base)
			f.c.LocalSet(base)
		}
	}
}

// selectBanks gives the locals of the banks their addresses. Outside of steps there is bank A only.
func (f *function) selectBanks() {
	l := f.g.layout
	f.c.I32(int32(l.bankA))
	f.c.LocalSet(f.cur)
	if f.p.phase == step {
		f.c.I32(int32(l.bankB))
	} else {
		f.c.I32(int32(l.bankA))
	}
	f.c.LocalSet(f.next)
}

// changeBanks ends a cycle: what was written is read from now on.
func (f *function) changeBanks() {
	switch {
	case f.p.banksStay:
		f.copyWritten()
	case f.p.sweeps != nil:
		f.copyBank()
	default:
		f.c.LocalGet(f.cur)
		f.c.LocalGet(f.next)
		f.c.LocalSet(f.cur)
		f.c.LocalSet(f.next)
	}
}

// leaveBanks ends a run: it makes bank A the valid one after an odd number of changes.
func (f *function) leaveBanks() {
	if f.p.banksStay || f.p.sweeps != nil {
		return
	}
	f.c.LocalGet(f.cur)
	f.c.I32(int32(f.g.layout.bankA))
	f.c.Op(encode.I32Ne)
	f.c.If(encode.None)
	f.keepInPlace()
	f.copyBank()
	f.c.End()
}

// copyBank copies bank B to bank A.
func (f *function) copyBank() { f.copyPart(0, f.g.layout.bankSize) }

func (f *function) copyPart(from, to uint32) {
	l := f.g.layout
	f.c.I32(int32(l.bankA + from))
	f.c.I32(int32(l.bankB + from))
	f.c.I32(int32(to - from))
	f.c.MemoryCopy()
}

// maxInstructions is up to how many instructions copy a part of a bank; more are one that calls a function, which
// takes as long as dozens of them.
const maxInstructions = 96

// copyWritten copies to bank A what has been written to bank B: all but the registers that have one place.
func (f *function) copyWritten() {
	for _, part := range f.written() {
		if (part.to-part.from)/vectorBytes > maxInstructions {
			f.copyPart(part.from, part.to)
			continue
		}
		for at := part.from; at < part.to; {
			at += f.copyPiece(at, part.to-at)
		}
	}
}

// part is a part of a bank, from one byte to before another.
type part struct{ from, to uint32 }

// written are the parts of bank B that a step writes. They reach over room that nobody uses.
func (f *function) written() (parts []part) {
	l := f.g.layout
	type of struct {
		part
		stays bool
	}
	all := make([]of, 0, len(l.registers)+len(l.vars))
	add := func(p place, stays bool) { all = append(all, of{part{p.offset, p.offset + p.bytes()}, stays}) }
	for i, p := range l.registers {
		add(p, f.isInPlace(uint64(i)))
	}
	for _, p := range l.vars {
		add(p, false)
	}
	slices.SortFunc(all, func(a, b of) int { return cmp.Compare(a.from, b.from) })
	after := true // the last one is not to be copied
	for _, x := range all {
		switch {
		case x.stays:
		case after:
			parts = append(parts, x.part)
		default:
			parts[len(parts)-1].to = x.to
		}
		after = x.stays
	}
	return parts
}

// copyPiece copies up to 16 bytes, of the given number, and returns how many.
func (f *function) copyPiece(at, bytes uint32) uint32 {
	a, b := f.g.layout.bankA+at, f.g.layout.bankB+at
	f.c.LocalGet(f.zero)
	f.c.LocalGet(f.zero)
	if bytes >= vectorBytes {
		f.c.V128Load(b)
		f.c.V128Store(a)
		return vectorBytes
	}
	piece := place{size: 8}
	for uint32(piece.size) > bytes {
		piece.size /= 2
	}
	t := encode.I32
	if piece.size == 8 {
		t = encode.I64
	}
	f.c.Memory(loadOp(piece, t), b)
	f.c.Memory(storeOp(piece, t), a)
	return uint32(piece.size)
}
