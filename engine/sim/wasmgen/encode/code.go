package encode

import (
	"encoding/binary"
	"math"
)

// Code is the body of one function under construction: its locals and its instructions. The
// methods append; nothing is checked beyond what keeps the bytes well-formed. Validity (types on
// the stack) is the generator's duty and is proven by compiling what it makes.
type Code struct {
	params int
	locals []ValueType
	body   []byte
	depth  int
}

// NewCode starts the body of a function with the given number of parameters. Parameters are
// locals 0 and up; NewLocal continues after them.
func NewCode(params int) *Code { return &Code{params: params} }

// NewLocal adds a local, which starts as 0, and returns its index. Locals of one type asked for
// in a row cost two bytes in total.
func (c *Code) NewLocal(t ValueType) uint32 {
	c.locals = append(c.locals, t)
	return uint32(c.params + len(c.locals) - 1)
}

// Len is the size of the instructions so far, in bytes.
func (c *Code) Len() int { return len(c.body) }

// Depth is the number of open blocks.
func (c *Code) Depth() int { return c.depth }

// Op appends instructions that have no immediates.
func (c *Code) Op(ops ...Op) {
	for _, op := range ops {
		switch {
		case op >= 0xfd00:
			c.body = AppendUnsigned(append(c.body, 0xfd), uint64(op&0xff))
		case op >= 0xfc00:
			c.body = append(c.body, 0xfc, byte(op))
		default:
			c.body = append(c.body, byte(op))
		}
	}
}

func (c *Code) withIndex(op byte, i uint32) {
	c.body = AppendUnsigned(append(c.body, op), uint64(i))
}

// LocalGet pushes a local.
func (c *Code) LocalGet(i uint32) { c.withIndex(0x20, i) }

// LocalSet pops into a local.
func (c *Code) LocalSet(i uint32) { c.withIndex(0x21, i) }

// LocalTee stores the top of the stack into a local and keeps it.
func (c *Code) LocalTee(i uint32) { c.withIndex(0x22, i) }

// Call calls a function.
func (c *Code) Call(f uint32) { c.withIndex(0x10, f) }

// Br jumps to the label of the block that many levels out: forward past a block, back to the
// start of a loop.
func (c *Code) Br(level uint32) { c.withIndex(0x0c, level) }

// BrIf pops an i32 and jumps when it is not 0.
func (c *Code) BrIf(level uint32) { c.withIndex(0x0d, level) }

// BrTable pops an i32 and jumps to the label of that index, as Br does; to other when there is none.
func (c *Code) BrTable(levels []uint32, other uint32) {
	c.body = AppendUnsigned(append(c.body, 0x0e), uint64(len(levels)))
	for _, level := range levels {
		c.body = AppendUnsigned(c.body, uint64(level))
	}
	c.body = AppendUnsigned(c.body, uint64(other))
}

func (c *Code) open(op byte, result ValueType) {
	c.depth++
	c.body = append(c.body, op, byte(result))
}

// Block opens a block; Br to it jumps past its End.
func (c *Code) Block(result ValueType) { c.open(0x02, result) }

// Loop opens a loop; Br to it jumps back to its start.
func (c *Code) Loop(result ValueType) { c.open(0x03, result) }

// Repeat opens a loop that body fills: a Br to depth 0 in it goes on with the next round, as its end does, one to depth
// 1 leaves the loop.
func (c *Code) Repeat(body func()) {
	c.Block(None)
	c.Loop(None)
	body()
	c.Br(0)
	c.End()
	c.End()
}

// If pops an i32 and opens a block that runs when it is not 0.
func (c *Code) If(result ValueType) { c.open(0x04, result) }

// Else starts the other arm of an If.
func (c *Code) Else() {
	c.body = append(c.body, 0x05)
}

// End closes the innermost Block, Loop or If. The function itself is closed by Module.
func (c *Code) End() {
	c.depth--
	c.body = append(c.body, 0x0b)
}

// I32 pushes a 32-bit constant.
func (c *Code) I32(v int32) {
	c.body = AppendSigned(append(c.body, 0x41), int64(v))
}

// I64 pushes a 64-bit constant.
func (c *Code) I64(v int64) {
	c.body = AppendSigned(append(c.body, 0x42), v)
}

// F64 pushes a double.
func (c *Code) F64(v float64) {
	c.body = binary.LittleEndian.AppendUint64(append(c.body, 0x44), math.Float64bits(v))
}

// Memory appends a load (pops the address) or a store (pops the value, then the address). The
// offset, in bytes, is added to the address without wrapping.
func (c *Code) Memory(op MemoryOp, offset uint32) {
	c.body = append(c.body, byte(op), op.alignment())
	c.body = AppendUnsigned(c.body, uint64(offset))
}

// V128 pushes a vector of two 64-bit lanes.
func (c *Code) V128(low, high uint64) {
	c.body = binary.LittleEndian.AppendUint64(append(c.body, 0xfd, 0x0c), low)
	c.body = binary.LittleEndian.AppendUint64(c.body, high)
}

// V128Load pops an address and pushes the 16 bytes there; any alignment is valid.
func (c *Code) V128Load(offset uint32) { c.vector(0x00, 3, offset) }

// V128Load8Splat pops an address and pushes the byte there in all lanes.
func (c *Code) V128Load8Splat(offset uint32) { c.vector(0x07, 0, offset) }

// V128Load16Splat pops an address and pushes the 2 bytes there in all lanes.
func (c *Code) V128Load16Splat(offset uint32) { c.vector(0x08, 1, offset) }

// V128Load32Splat pops an address and pushes the 4 bytes there in all lanes.
func (c *Code) V128Load32Splat(offset uint32) { c.vector(0x09, 2, offset) }

// V128Load64Splat pops an address and pushes the 8 bytes there in both lanes.
func (c *Code) V128Load64Splat(offset uint32) { c.vector(0x0a, 3, offset) }

// V128Store pops a vector, then an address.
func (c *Code) V128Store(offset uint32) { c.vector(0x0b, 3, offset) }

func (c *Code) vector(op, alignment byte, offset uint32) {
	c.body = AppendUnsigned(append(c.body, 0xfd, op, alignment), uint64(offset))
}

// MemoryCopy pops length, source and target and copies bytes; the ranges may overlap.
func (c *Code) MemoryCopy() {
	c.body = append(c.body, 0xfc, 0x0a, 0x00, 0x00)
}

// MemoryFill pops length, byte value and target.
func (c *Code) MemoryFill() {
	c.body = append(c.body, 0xfc, 0x0b, 0x00)
}

// head is the local variables as the code section wants them: runs of equal types.
func (c *Code) head() []byte {
	var list []byte
	runs := 0
	for i := 0; i < len(c.locals); {
		j := i
		for j < len(c.locals) && c.locals[j] == c.locals[i] {
			j++
		}
		list = append(AppendUnsigned(list, uint64(j-i)), byte(c.locals[i]))
		runs++
		i = j
	}
	return append(AppendUnsigned(nil, uint64(runs)), list...)
}

// size is the number of bytes that appendTo writes after the size itself.
func (c *Code) size() int { return len(c.head()) + len(c.body) + 1 }

// appendTo writes the function as the code section wants it: size, local runs, instructions, end.
func (c *Code) appendTo(dst []byte) []byte {
	head := c.head()
	dst = AppendUnsigned(dst, uint64(len(head)+len(c.body)+1))
	dst = append(dst, head...)
	dst = append(dst, c.body...)
	return append(dst, 0x0b)
}
