package module

// The first bytes of instructions (WebAssembly 2.0, chapter 5.4) that have a name here.
const (
	Nop          = 0x01
	Block        = 0x02
	Loop         = 0x03
	If           = 0x04
	Else         = 0x05
	End          = 0x0b
	Br           = 0x0c
	BrIf         = 0x0d
	BrTable      = 0x0e
	Return       = 0x0f
	Call         = 0x10
	CallIndirect = 0x11
	Drop         = 0x1a
	Select       = 0x1b
	LocalGet     = 0x20
	LocalSet     = 0x21
	LocalTee     = 0x22
	GlobalGet    = 0x23
	GlobalSet    = 0x24
	MemorySize   = 0x3f
	MemoryGrow   = 0x40
	I32Const     = 0x41
	I64Const     = 0x42
	F32Const     = 0x43
	F64Const     = 0x44
	I32Eqz       = 0x45
	I64Eqz       = 0x50
	I32Clz       = 0x67
	I32Add       = 0x6a
	I32Sub       = 0x6b
	I64Clz       = 0x79
	I64Add       = 0x7c
	F32Abs       = 0x8b
	F32Add       = 0x92
	F64Abs       = 0x99
	F64Add       = 0xa0
	I32WrapI64   = 0xa7
	I64ExtendU   = 0xad // i64.extend_i32_u
	I64Extend32S = 0xc4
	Prefix       = 0xfc // a second opcode follows
)

// Second opcodes after Prefix.
const (
	lastSaturating = 7 // conversions from 0 to this
	memoryCopy     = 10
	memoryFill     = 11
)

// Types as they stand in a module.
const (
	TypeI32   = 0x7f
	NoResults = 0x40 // of a block
)

// Loads tells whether the instruction reads memory.
func (in Instruction) Loads() bool { return in.Op >= 0x28 && in.Op <= 0x35 }

// Stores tells whether the instruction writes a number to memory.
func (in Instruction) Stores() bool { return in.Op >= 0x36 && in.Op <= 0x3e }

// Arity tells how many values an instruction takes off the stack and how many it puts there. It knows none for control
// instructions and calls, nor for those that work on areas of memory.
func (in Instruction) Arity() (takes, puts int, known bool) {
	switch op := in.Op; {
	case op == LocalGet, op == GlobalGet, op >= I32Const && op <= F64Const, op == MemorySize:
		return 0, 1, true
	case op == LocalSet, op == GlobalSet, op == Drop:
		return 1, 0, true
	case op == Select:
		return 3, 1, true
	case in.Stores():
		return 2, 0, true
	case op == LocalTee, in.Loads(), op == MemoryGrow, op == I32Eqz, op == I64Eqz,
		op >= I32Clz && op < I32Add, op >= I64Clz && op < I64Add, // clz, ctz, popcnt
		op >= F32Abs && op < F32Add, op >= F64Abs && op < F64Add,
		op >= I32WrapI64 && op <= I64Extend32S, // conversions
		op == Prefix && in.Value <= lastSaturating:
		return 1, 1, true
	case op > I32Eqz && op < I32WrapI64: // comparisons and arithmetic of two
		return 2, 1, true
	}
	return 0, 0, false
}
