package wasmgen

import (
	"math"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// floatOps are the kinds on doubles that are one instruction.
var floatOps = [word.Kinds]encode.Op{
	word.FAdd: encode.F64Add, word.FSub: encode.F64Sub, word.FMul: encode.F64Mul, word.FDiv: encode.F64Div,
	word.FNeg: encode.F64Neg, word.FAbs: encode.F64Abs, word.FSqrt: encode.F64Sqrt, word.FFloor: encode.F64Floor,
	word.FCeil: encode.F64Ceil, word.FTrunc: encode.F64Trunc,
	word.FMin: encode.F64Min, word.FMax: encode.F64Max,
	word.FEq: encode.F64Eq, word.FNe: encode.F64Ne, word.FLt: encode.F64Lt, word.FLe: encode.F64Le,
}

// addUnits converts a whole number of at most 2^51 in size: it is added to one so large that the units of the sum are
// its last bits. V8 takes several times as long for the instruction, since it checks what came of it.
func addUnits(c *encode.Code) {
	const units = 1<<52 + 1<<51
	c.F64(units)
	c.Op(encode.F64Add, encode.I64ReinterpretF64)
	c.I64(int64(math.Float64bits(units)))
	c.Op(encode.I64Sub)
}

// toInt generates the conversion of a double to 64 bits.
func (f *function) toInt(id word.ID) {
	f.push(id)
	limit := f.p.below(id, floatDepth)
	switch {
	case limit <= 1<<51:
		switch f.op(id).Kind {
		case word.FFloor, word.FCeil, word.FTrunc:
		default:
			f.c.Op(encode.F64Trunc)
		}
		addUnits(f.c)
	case limit <= 1<<62:
		f.c.Op(encode.I64TruncSatF64S)
	default:
		f.c.Call(f.g.helper(helperToInt))
	}
}

// floatDepth is through how many operations below looks.
const floatDepth = 8

// below is a bound of the size of a double, which is a number then; infinity or NaN when none is known.
func (p *plan) below(id word.ID, depth int) float64 {
	op := &p.m.Ops[id]
	if depth--; depth < 0 {
		return math.Inf(1)
	}
	switch op.Kind {
	case word.FConst:
		return math.Abs(math.Float64frombits(op.Imm))
	case word.FFromU:
		return math.Ldexp(1, int(p.m.Ops[op.A].Bits))
	case word.FFromS:
		return math.Ldexp(1, p.signedBits(op.A)-1)
	case word.FNeg, word.FAbs:
		return p.below(op.A, depth)
	case word.FFloor, word.FCeil, word.FTrunc:
		return p.below(op.A, depth) + 1
	case word.FAdd, word.FSub:
		return 2 * math.Max(p.below(op.A, depth), p.below(op.B, depth)) // and what rounding may add
	case word.FMul:
		return 2 * p.below(op.A, depth) * p.below(op.B, depth)
	case word.FMin, word.FMax:
		return math.Max(p.below(op.A, depth), p.below(op.B, depth))
	case word.FMux:
		return math.Max(p.below(op.B, depth), p.below(op.C, depth))
	}
	return math.Inf(1)
}

// signedBits is how many bits of two's complement hold a value that is seen with its sign.
func (p *plan) signedBits(id word.ID) int {
	op := &p.m.Ops[id]
	switch {
	case op.Bits < op.Width:
		return int(op.Bits) + 1
	case op.Kind == word.SExt:
		return int(p.m.Ops[op.A].Width)
	case op.Kind == word.Concat: // a sign beside a number
		if sign := &p.m.Ops[op.A]; sign.Kind == word.Mux && p.m.Ops[sign.B].Kind == word.Const && p.m.Ops[sign.C].Kind == word.Const &&
			sign.Width <= 64 && p.m.Ops[sign.B].Imm == word.Mask64(uint(sign.Width)) && p.m.Ops[sign.C].Imm == 0 {
			return int(p.m.Ops[op.B].Width) + 1
		}
	}
	return int(op.Width)
}

func (f *function) computeFloat(op *word.Op) {
	switch op.Kind {
	case word.FFromBits:
		f.push(op.A)
		f.c.Op(encode.F64ReinterpretI64)
	case word.FRem:
		f.push(op.A)
		f.push(op.B)
		f.c.Call(f.g.helper(helperFloatRem))
	case word.FMux: // no select: wazero 1.12 on amd64 compiles one of doubles with another such as an operand to the wrong value
		f.branch(op, encode.F64)
	case word.FFromU:
		f.push(op.A)
		f.c.Op(pick(typeOf(f.op(op.A)), encode.F64ConvertI32U, encode.F64ConvertI64U))
	case word.FFromS:
		f.pushSigned(op.A)
		f.c.Op(pick(typeOf(f.op(op.A)), encode.F64ConvertI32S, encode.F64ConvertI64S))
	case word.FCopySign:
		f.push(op.A)
		f.push(op.B)
		sign := f.take(encode.F64)
		f.c.LocalSet(sign)
		copySign(f.c, sign)
		f.give(encode.F64, sign)
	default:
		f.push(op.A)
		if op.Kind.Shape().Operands == 2 {
			f.push(op.B)
		}
		f.c.Op(floatOps[op.Kind])
	}
}

// copySign gives the top of the stack the sign of a local. It does so in integers, because wazero 1.12
// on amd64 compiles f64.copysign to wrong code in some places.
func copySign(c *encode.Code, sign uint32) {
	c.Op(encode.I64ReinterpretF64)
	c.I64(math.MaxInt64)
	c.Op(encode.I64And)
	c.LocalGet(sign)
	c.Op(encode.I64ReinterpretF64)
	c.I64(math.MinInt64)
	c.Op(encode.I64And, encode.I64Or, encode.F64ReinterpretI64)
}
