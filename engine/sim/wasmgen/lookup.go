package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// table generates a lookup in a constant array. An index outside reads the zero entry that follows
// the last one.
func (f *function) table(op *word.Op, t encode.ValueType) {
	tab := &f.p.m.Tables[op.Imm]
	n := uint64(len(tab.Data))
	f.index(op.A, n, n)
	f.scale(cellSize(tab.Width))
	f.c.Memory(loadOp(placeFor(tab.Width), t), f.g.layout.tables[op.Imm])
}

// memoryRead generates the read of a cell; outside there is the zero cell after the last one.
func (f *function) memoryRead(op *word.Op, t encode.ValueType) {
	mem := f.g.layout.memories[op.Imm]
	f.index(op.A, uint64(mem.depth), uint64(mem.depth))
	f.scale(mem.cell)
	f.c.Memory(loadOp(placeFor(int(op.Width)), t), mem.offset)
}

// index pushes an address as i32: the value when it is below limit, else the substitute.
func (f *function) index(id word.ID, limit, substitute uint64) {
	op := f.op(id)
	t := typeOf(op)
	f.push(id)
	if int(op.Bits) < 64 && uint64(1)<<uint(op.Bits) <= limit {
		f.convert(t, encode.I32)
		return
	}
	a := f.stash(t)
	f.constant(t, substitute)
	f.c.LocalGet(a)
	f.constant(t, limit)
	f.c.Op(pick(t, encode.I32LtU, encode.I64LtU), encode.Select)
	f.convert(t, encode.I32)
	f.give(t, a)
}

// scale multiplies an index on the stack by the size of a cell.
func (f *function) scale(cell uint32) {
	if cell == 1 {
		return
	}
	if cell&(cell-1) == 0 {
		shift := int32(0)
		for 1<<shift < cell {
			shift++
		}
		f.c.I32(shift)
		f.c.Op(encode.I32Shl)
		return
	}
	f.c.I32(int32(cell))
	f.c.Op(encode.I32Mul)
}
