package word

import (
	"math"
	"math/big"
	"math/bits"

	"simten.dev/engine/circuit"
)

// entry is all that is to be known of a kind: CheckOp, Apply, Apply64, the builder and dumps read it here. Instructions
// for a kind are up to each back end, which has a table by kind of its own.
//
// In the functions below, w is the width of the result, n that of operand A, imm the operation's Imm, and a and b are
// the values of the first two operands, masked.
type entry struct {
	Shape
	widths widthRule // nil: any widths

	// narrow computes the value from operands of at most 64 bits; the caller masks the result. float does so for a kind on
	// doubles that gives a double. Both are nil for leaves and for kinds that Graph.Apply computes by itself.
	narrow func(w, n uint, imm, a, b uint64) uint64
	float  func(a, b float64) float64
	// wide computes the value when the result or operand A has more than 64 bits; nil for kinds that do not.
	wide func(x *wideOperands) *big.Int
	// known bounds the position of the highest bit that can be 1, up to which the builder knows a value; nil: all bits. It
	// takes no pointer, so that an operation need not be on the heap before it is part of a graph.
	known func(b *Builder, op Op) int32
}

// table has the entry of every kind. It is looked up as it is: a generator of switches would make nothing faster, and a
// row is read and changed where it stands.
var table = [kindCount]entry{
	Const:  {Shape: Shape{Name: "const"}, widths: constantFits},
	Param:  {Shape: Shape{Name: "param", Imm: Index}},
	Reg:    {Shape: Shape{Name: "reg", Imm: Index}},
	Loop:   {Shape: Shape{Name: "loop", Imm: Index}},
	FConst: {Shape: Shape{Name: "fconst", Float: true}},

	And: {
		Shape: Shape{Name: "and", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a & b },
		wide:   func(x *wideOperands) *big.Int { return x.r.And(x.a, x.b) },
		known:  func(b *Builder, op Op) int32 { return min(b.Ops[op.A].Bits, b.Ops[op.B].Bits) },
	},
	Or: {
		Shape: Shape{Name: "or", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a | b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Or(x.a, x.b) },
		known:  func(b *Builder, op Op) int32 { return max(b.Ops[op.A].Bits, b.Ops[op.B].Bits) },
	},
	Xor: {
		Shape: Shape{Name: "xor", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a ^ b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Xor(x.a, x.b) },
		known:  func(b *Builder, op Op) int32 { return max(b.Ops[op.A].Bits, b.Ops[op.B].Bits) },
	},
	Not: {
		Shape: Shape{Name: "not", Operands: 1}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return ^a },
		wide:   func(x *wideOperands) *big.Int { return x.r.Not(x.a) },
	},
	Shl: {
		Shape: Shape{Name: "shl", Operands: 2}, widths: shiftWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a << b }, // Go: a count >= 64 gives 0
		wide:   func(x *wideOperands) *big.Int { return x.r.Lsh(x.a, x.count()) },
		known: func(b *Builder, op Op) int32 {
			if c, ok := b.ConstValue(op.B); ok {
				return min(op.Width, b.Ops[op.A].Bits+int32(c.Lo))
			}
			return op.Width
		},
	},
	LShr: {
		Shape: Shape{Name: "lshr", Operands: 2}, widths: shiftWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a >> b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Rsh(x.a, x.count()) },
		known: func(b *Builder, op Op) int32 {
			if c, ok := b.ConstValue(op.B); ok {
				return max(0, b.Ops[op.A].Bits-int32(c.Lo))
			}
			return b.Ops[op.A].Bits
		},
	},
	AShr: {
		Shape: Shape{Name: "ashr", Operands: 2}, widths: shiftWidths,
		narrow: func(w, _ uint, _, a, b uint64) uint64 { return uint64(Signed64(a, w) >> b) },
		wide:   func(x *wideOperands) *big.Int { return x.r.Rsh(x.signed(x.a), x.count()) },
	},
	Slice: {
		Shape: Shape{Name: "slice", Operands: 1, Imm: From}, widths: sliceWidths,
		narrow: func(_, _ uint, imm, a, _ uint64) uint64 { return a >> imm },
		wide:   func(x *wideOperands) *big.Int { return x.r.Rsh(x.a, uint(x.imm)) },
		known:  func(b *Builder, op Op) int32 { return max(0, min(op.Width, b.Ops[op.A].Bits-int32(op.Imm))) },
	},
	Concat: {
		Shape: Shape{Name: "concat", Operands: 2}, widths: concatWidths,
		narrow: func(w, n uint, _, a, b uint64) uint64 { return a<<(w-n) | b }, // the width of B is the rest of the result's
		wide:   func(x *wideOperands) *big.Int { return x.r.Or(x.r.Lsh(x.a, uint(x.w-x.n)), x.b) },
		known: func(b *Builder, op Op) int32 {
			if high := b.Ops[op.A].Bits; high != 0 {
				return high + b.Ops[op.B].Width
			}
			return b.Ops[op.B].Bits
		},
	},
	ZExt: {
		Shape: Shape{Name: "zext", Operands: 1}, widths: extensionWidths,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return a },
		wide:   func(x *wideOperands) *big.Int { return x.r.Set(x.a) },
		known:  knownOfA,
	},
	SExt: {
		Shape: Shape{Name: "sext", Operands: 1}, widths: extensionWidths,
		narrow: func(_, n uint, _, a, _ uint64) uint64 { return uint64(Signed64(a, n)) },
		wide:   func(x *wideOperands) *big.Int { return x.r.Set(x.signed(x.a)) },
	},
	RedOr: {
		Shape: Shape{Name: "redor", Operands: 1}, widths: oneBit,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return bit(a != 0) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.a.Sign() != 0) },
	},
	RedAnd: {
		Shape: Shape{Name: "redand", Operands: 1}, widths: oneBit,
		narrow: func(_, n uint, _, a, _ uint64) uint64 { return bit(a == Mask64(n)) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.signed(x.a).Cmp(big.NewInt(-1)) == 0) },
	},
	RedXor: {
		Shape: Shape{Name: "redxor", Operands: 1}, widths: oneBit,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) },
		wide: func(x *wideOperands) *big.Int {
			ones := 0
			for _, word := range x.a.Bits() {
				ones += bits.OnesCount64(uint64(word))
			}
			return x.flag(ones&1 == 1)
		},
	},
	Clz: {
		Shape: Shape{Name: "clz", Operands: 1}, widths: clzWidths,
		narrow: func(_, n uint, _, a, _ uint64) uint64 { return uint64(bits.LeadingZeros64(a)) - uint64(64-n) },
		known:  func(b *Builder, op Op) int32 { return int32(bits.Len(uint(b.Ops[op.A].Width))) },
	},

	Add: {
		Shape: Shape{Name: "add", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a + b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Add(x.a, x.b) },
		known:  func(b *Builder, op Op) int32 { return min(op.Width, max(b.Ops[op.A].Bits, b.Ops[op.B].Bits)+1) },
	},
	Sub: {
		Shape: Shape{Name: "sub", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a - b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Sub(x.a, x.b) },
	},
	Mul: {
		Shape: Shape{Name: "mul", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return a * b },
		wide:   func(x *wideOperands) *big.Int { return x.r.Mul(x.a, x.b) },
		known:  func(b *Builder, op Op) int32 { return min(op.Width, b.Ops[op.A].Bits+b.Ops[op.B].Bits) },
	},
	UDiv: {
		Shape: Shape{Name: "udiv", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return a / b
		},
		wide: func(x *wideOperands) *big.Int {
			if x.b.Sign() == 0 {
				return x.r
			}
			return x.r.Quo(x.a, x.b)
		},
		known: knownOfA,
	},
	URem: {
		Shape: Shape{Name: "urem", Operands: 2}, widths: sameWidth,
		narrow: func(_, _ uint, _, a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return a % b
		},
		wide: func(x *wideOperands) *big.Int {
			if x.b.Sign() == 0 {
				return x.r
			}
			return x.r.Rem(x.a, x.b)
		},
		known: func(b *Builder, op Op) int32 { return min(b.Ops[op.A].Bits, b.Ops[op.B].Bits) },
	},
	SDiv: {
		Shape: Shape{Name: "sdiv", Operands: 2}, widths: signedDivisionWidths,
		narrow: func(w, _ uint, _, a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return uint64(Signed64(a, w) / Signed64(b, w)) // Go wraps the minimum divided by -1
		},
	},
	SRem: {
		Shape: Shape{Name: "srem", Operands: 2}, widths: signedDivisionWidths,
		narrow: func(w, _ uint, _, a, b uint64) uint64 {
			if b == 0 {
				return 0
			}
			return uint64(Signed64(a, w) % Signed64(b, w))
		},
	},

	Eq: {
		Shape: Shape{Name: "eq", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(a == b) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.a.Cmp(x.b) == 0) },
	},
	Ne: {
		Shape: Shape{Name: "ne", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(a != b) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.a.Cmp(x.b) != 0) },
	},
	ULt: {
		Shape: Shape{Name: "ult", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(a < b) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.a.Cmp(x.b) < 0) },
	},
	ULe: {
		Shape: Shape{Name: "ule", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(a <= b) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.a.Cmp(x.b) <= 0) },
	},
	SLt: {
		Shape: Shape{Name: "slt", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, n uint, _, a, b uint64) uint64 { return bit(Signed64(a, n) < Signed64(b, n)) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.signed(x.a).Cmp(x.signed(x.b)) < 0) },
	},
	SLe: {
		Shape: Shape{Name: "sle", Operands: 2}, widths: comparisonWidths,
		narrow: func(_, n uint, _, a, b uint64) uint64 { return bit(Signed64(a, n) <= Signed64(b, n)) },
		wide:   func(x *wideOperands) *big.Int { return x.flag(x.signed(x.a).Cmp(x.signed(x.b)) <= 0) },
	},

	Mux: {
		Shape: Shape{Name: "mux", Operands: 3}, widths: muxWidths,
		known: func(b *Builder, op Op) int32 { return max(b.Ops[op.B].Bits, b.Ops[op.C].Bits) },
	},
	Table: {
		Shape: Shape{Name: "table", Operands: 1, Imm: IndexAt}, widths: tableWidths,
		known: func(b *Builder, op Op) int32 {
			widest := 0
			for _, v := range b.Tables[op.Imm].Data {
				widest = max(widest, v.Len())
			}
			return int32(widest)
		},
	},
	MemRead: {Shape: Shape{Name: "memread", Operands: 1, Imm: IndexAt}, widths: addressWidth},
	MemAll:  {Shape: Shape{Name: "memall", Imm: Index}, widths: wholeMemoryWidth},
	Extract: {Shape: Shape{Name: "extract", Operands: 2}, widths: extractWidths},
	Insert:  {Shape: Shape{Name: "insert", Operands: 3}, widths: insertWidths},
	Repeat:  {Shape: Shape{Name: "repeat", Operands: 1, Imm: IndexAt}, widths: bodyWidths},
	Call:    {Shape: Shape{Name: "call", Imm: Index}, widths: oneBit},
	Result:  {Shape: Shape{Name: "result", Operands: 1, Imm: IndexAt}},

	FAdd: {
		Shape: Shape{Name: "fadd", Operands: 2, Float: true, FloatIn: true},
		float: func(a, b float64) float64 { return a + b },
	},
	FSub: {
		Shape: Shape{Name: "fsub", Operands: 2, Float: true, FloatIn: true},
		float: func(a, b float64) float64 { return a - b },
	},
	FMul: {
		Shape: Shape{Name: "fmul", Operands: 2, Float: true, FloatIn: true},
		float: func(a, b float64) float64 { return a * b },
	},
	FDiv: {
		Shape: Shape{Name: "fdiv", Operands: 2, Float: true, FloatIn: true},
		float: func(a, b float64) float64 { return a / b },
	},
	FRem: {Shape: Shape{Name: "frem", Operands: 2, Float: true, FloatIn: true}, float: math.Mod},
	FNeg: {
		Shape: Shape{Name: "fneg", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return -a },
	},
	FAbs: {
		Shape: Shape{Name: "fabs", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return math.Abs(a) },
	},
	FSqrt: {
		Shape: Shape{Name: "fsqrt", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return math.Sqrt(a) },
	},
	FFloor: {
		Shape: Shape{Name: "ffloor", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return math.Floor(a) },
	},
	FCeil: {
		Shape: Shape{Name: "fceil", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return math.Ceil(a) },
	},
	FTrunc: {
		Shape: Shape{Name: "ftrunc", Operands: 1, Float: true, FloatIn: true},
		float: func(a, _ float64) float64 { return math.Trunc(a) },
	},
	FCopySign: {
		Shape: Shape{Name: "fcopysign", Operands: 2, Float: true, FloatIn: true},
		float: math.Copysign,
	},
	FMin: {Shape: Shape{Name: "fmin", Operands: 2, Float: true, FloatIn: true}, float: Min},
	FMax: {
		Shape: Shape{Name: "fmax", Operands: 2, Float: true, FloatIn: true},
		float: func(a, b float64) float64 { return -Min(-a, -b) },
	},
	FMux: {Shape: Shape{Name: "fmux", Operands: 3, Float: true, FloatIn: true}, widths: floatMuxWidths},
	FFromU: {
		Shape: Shape{Name: "ffromu", Operands: 1, Float: true}, widths: toFloatWidths,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return math.Float64bits(float64(a)) },
	},
	FFromS: {
		Shape: Shape{Name: "ffroms", Operands: 1, Float: true}, widths: toFloatWidths,
		narrow: func(_, n uint, _, a, _ uint64) uint64 { return math.Float64bits(float64(Signed64(a, n))) },
	},
	FToInt: {
		Shape: Shape{Name: "ftoint", Operands: 1, FloatIn: true}, widths: toIntWidths,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return FloatToInt(math.Float64frombits(a)) },
	},
	FToBits: {
		Shape: Shape{Name: "ftobits", Operands: 1, FloatIn: true}, widths: bitsOfFloatWidths,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return a },
	},
	FFromBits: {
		Shape: Shape{Name: "ffrombits", Operands: 1, Float: true}, widths: bitsOfFloatWidths,
		narrow: func(_, _ uint, _, a, _ uint64) uint64 { return a },
	},
	FEq: {
		Shape: Shape{Name: "feq", Operands: 2, FloatIn: true}, widths: oneBit,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(math.Float64frombits(a) == math.Float64frombits(b)) },
	},
	FNe: {
		Shape: Shape{Name: "fne", Operands: 2, FloatIn: true}, widths: oneBit,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(math.Float64frombits(a) != math.Float64frombits(b)) },
	},
	FLt: {
		Shape: Shape{Name: "flt", Operands: 2, FloatIn: true}, widths: oneBit,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(math.Float64frombits(a) < math.Float64frombits(b)) },
	},
	FLe: {
		Shape: Shape{Name: "fle", Operands: 2, FloatIn: true}, widths: oneBit,
		narrow: func(_, _ uint, _, a, b uint64) uint64 { return bit(math.Float64frombits(a) <= math.Float64frombits(b)) },
	},
}

func knownOfA(b *Builder, op Op) int32 { return b.Ops[op.A].Bits }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// wideOperands are the operands of an operation on more than 64 bits. r is zero, and room for the result.
type wideOperands struct {
	r, a, b *big.Int
	w, n    int
	imm     uint64
	shift   circuit.Value // operand B
}

// signed reads an operand as two's complement of the width of A.
func (x *wideOperands) signed(v *big.Int) *big.Int {
	if v.Bit(x.n-1) == 1 {
		return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(x.n)))
	}
	return v
}

// count is by how many bits a value is shifted; all of them when it is more.
func (x *wideOperands) count() uint {
	if x.shift.Hi != nil || x.shift.Lo >= uint64(x.w) {
		return uint(x.w)
	}
	return uint(x.shift.Lo)
}

func (x *wideOperands) flag(v bool) *big.Int { return x.r.SetUint64(bit(v)) }
