package encode

// ValueType is the type of a local, a parameter, a result or a block.
type ValueType byte

// The value types of the numeric part of WebAssembly.
const (
	I32 ValueType = 0x7f
	I64 ValueType = 0x7e
	F64 ValueType = 0x7c

	V128 ValueType = 0x7b // a vector of 128 bits
)

// None is the type of a block that leaves nothing on the stack.
const None ValueType = 0x40

// Op is a WebAssembly instruction without immediates, or the first byte of one with. Values
// from 0xfc00 on stand for instructions with the prefix 0xfc, from 0xfd00 on for vectors of 128 bits
// with the prefix 0xfd.
type Op uint16

// Instructions with immediates (LocalGet, Br, Call, …) have their own methods on Code.
const (
	Unreachable Op = 0x00
	Nop         Op = 0x01
	Return      Op = 0x0f
	Drop        Op = 0x1a
	Select      Op = 0x1b

	I32Eqz    Op = 0x45
	I32Eq     Op = 0x46
	I32Ne     Op = 0x47
	I32LtS    Op = 0x48
	I32LtU    Op = 0x49
	I32GtS    Op = 0x4a
	I32GtU    Op = 0x4b
	I32LeS    Op = 0x4c
	I32LeU    Op = 0x4d
	I32GeS    Op = 0x4e
	I32GeU    Op = 0x4f
	I64Eqz    Op = 0x50
	I64Eq     Op = 0x51
	I64Ne     Op = 0x52
	I64LtS    Op = 0x53
	I64LtU    Op = 0x54
	I64GtS    Op = 0x55
	I64GtU    Op = 0x56
	I64LeS    Op = 0x57
	I64LeU    Op = 0x58
	I64GeS    Op = 0x59
	I64GeU    Op = 0x5a
	F64Eq     Op = 0x61
	F64Ne     Op = 0x62
	F64Lt     Op = 0x63
	F64Gt     Op = 0x64
	F64Le     Op = 0x65
	F64Ge     Op = 0x66
	I32Clz    Op = 0x67
	I32Ctz    Op = 0x68
	I32Popcnt Op = 0x69
	I32Add    Op = 0x6a
	I32Sub    Op = 0x6b
	I32Mul    Op = 0x6c
	I32DivS   Op = 0x6d
	I32DivU   Op = 0x6e
	I32RemS   Op = 0x6f
	I32RemU   Op = 0x70
	I32And    Op = 0x71
	I32Or     Op = 0x72
	I32Xor    Op = 0x73
	I32Shl    Op = 0x74
	I32ShrS   Op = 0x75
	I32ShrU   Op = 0x76
	I32Rotl   Op = 0x77
	I32Rotr   Op = 0x78
	I64Clz    Op = 0x79
	I64Ctz    Op = 0x7a
	I64Popcnt Op = 0x7b
	I64Add    Op = 0x7c
	I64Sub    Op = 0x7d
	I64Mul    Op = 0x7e
	I64DivS   Op = 0x7f
	I64DivU   Op = 0x80
	I64RemS   Op = 0x81
	I64RemU   Op = 0x82
	I64And    Op = 0x83
	I64Or     Op = 0x84
	I64Xor    Op = 0x85
	I64Shl    Op = 0x86
	I64ShrS   Op = 0x87
	I64ShrU   Op = 0x88
	I64Rotl   Op = 0x89
	I64Rotr   Op = 0x8a

	F64Abs      Op = 0x99
	F64Neg      Op = 0x9a
	F64Ceil     Op = 0x9b
	F64Floor    Op = 0x9c
	F64Trunc    Op = 0x9d
	F64Nearest  Op = 0x9e
	F64Sqrt     Op = 0x9f
	F64Add      Op = 0xa0
	F64Sub      Op = 0xa1
	F64Mul      Op = 0xa2
	F64Div      Op = 0xa3
	F64Min      Op = 0xa4
	F64Max      Op = 0xa5
	F64Copysign Op = 0xa6

	I32WrapI64        Op = 0xa7
	I64ExtendI32S     Op = 0xac
	I64ExtendI32U     Op = 0xad
	F64ConvertI32S    Op = 0xb7
	F64ConvertI32U    Op = 0xb8
	F64ConvertI64S    Op = 0xb9
	F64ConvertI64U    Op = 0xba
	I64ReinterpretF64 Op = 0xbd
	F64ReinterpretI64 Op = 0xbf
	I32Extend8S       Op = 0xc0
	I32Extend16S      Op = 0xc1
	I64Extend8S       Op = 0xc2
	I64Extend16S      Op = 0xc3
	I64Extend32S      Op = 0xc4

	// Saturating conversions never trap: NaN gives 0, values out of range the nearest bound.
	I32TruncSatF64S Op = 0xfc02
	I32TruncSatF64U Op = 0xfc03
	I64TruncSatF64S Op = 0xfc06
	I64TruncSatF64U Op = 0xfc07

	I64x2Splat    Op = 0xfd12
	I8x16Eq       Op = 0xfd23
	I8x16Ne       Op = 0xfd24
	V128Not       Op = 0xfd4d
	V128And       Op = 0xfd4e
	V128Or        Op = 0xfd50
	V128Xor       Op = 0xfd51
	V128Bitselect Op = 0xfd52
	I8x16Neg      Op = 0xfd61
	I8x16Shl      Op = 0xfd6b
	I8x16ShrU     Op = 0xfd6d
	I8x16Add      Op = 0xfd6e
	I8x16Sub      Op = 0xfd71
	I16x8Neg      Op = 0xfd81
	I16x8Shl      Op = 0xfd8b
	I16x8ShrU     Op = 0xfd8d
	I16x8Add      Op = 0xfd8e
	I16x8Sub      Op = 0xfd91
	I16x8Mul      Op = 0xfd95
	I32x4Neg      Op = 0xfda1
	I32x4Shl      Op = 0xfdab
	I32x4ShrU     Op = 0xfdad
	I32x4Add      Op = 0xfdae
	I32x4Sub      Op = 0xfdb1
	I32x4Mul      Op = 0xfdb5
	I64x2Neg      Op = 0xfdc1
	I64x2Shl      Op = 0xfdcb
	I64x2ShrU     Op = 0xfdcd
	I64x2Add      Op = 0xfdce
	I64x2Sub      Op = 0xfdd1
	I64x2Mul      Op = 0xfdd5
)

// MemoryOp is a load or store; its natural alignment is implied.
type MemoryOp byte

const (
	I32Load    MemoryOp = 0x28
	I64Load    MemoryOp = 0x29
	F64Load    MemoryOp = 0x2b
	I32Load8U  MemoryOp = 0x2d
	I32Load16U MemoryOp = 0x2f
	I64Load32U MemoryOp = 0x35
	I32Store   MemoryOp = 0x36
	I64Store   MemoryOp = 0x37
	F64Store   MemoryOp = 0x39
	I32Store8  MemoryOp = 0x3a
	I32Store16 MemoryOp = 0x3b
	I64Store32 MemoryOp = 0x3e
)

// alignment is the natural alignment of a load or store as a power of two.
func (op MemoryOp) alignment() byte {
	switch op {
	case I32Load8U, I32Store8:
		return 0
	case I32Load16U, I32Store16:
		return 1
	case I32Load, I32Store, I64Load32U, I64Store32:
		return 2
	default:
		return 3
	}
}
