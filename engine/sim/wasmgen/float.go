package wasmgen

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

// floatOps are the kinds on doubles that are one instruction.
var floatOps = [word.Kinds]encode.Op{
	word.FAdd: encode.F64Add, word.FSub: encode.F64Sub, word.FMul: encode.F64Mul, word.FDiv: encode.F64Div,
	word.FNeg: encode.F64Neg, word.FAbs: encode.F64Abs, word.FSqrt: encode.F64Sqrt, word.FFloor: encode.F64Floor,
	word.FCeil: encode.F64Ceil, word.FTrunc: encode.F64Trunc,
	word.FMin: encode.F64Min, word.FMax: encode.F64Max,
	word.FEq: encode.F64Eq, word.FNe: encode.F64Ne, word.FLt: encode.F64Lt, word.FLe: encode.F64Le,
}

func (f *function) computeFloat(op *word.Op) {
	switch op.Kind {
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
