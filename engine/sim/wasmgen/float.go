package wasmgen

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

func float64bits(bits uint64) float64 { return math.Float64frombits(bits) }

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
	case word.FMux:
		f.chooseFloat(op)
	case word.FFromU:
		f.push(op.A)
		if typeOf(f.op(op.A)) == encode.I32 {
			f.c.Op(encode.F64ConvertI32U)
		} else {
			f.c.Op(encode.F64ConvertI64U)
		}
	case word.FFromS:
		f.pushSigned(op.A)
		if typeOf(f.op(op.A)) == encode.I32 {
			f.c.Op(encode.F64ConvertI32S)
		} else {
			f.c.Op(encode.F64ConvertI64S)
		}
	default:
		f.push(op.A)
		if op.Kind.Shape().Operands == 2 {
			f.push(op.B)
		}
		if op.Kind == word.FCopySign {
			b := f.take(encode.F64)
			f.c.LocalSet(b)
			f.c.Op(encode.I64ReinterpretF64)
			f.c.I64(math.MaxInt64)
			f.c.Op(encode.I64And)
			f.c.LocalGet(b)
			f.c.Op(encode.I64ReinterpretF64)
			f.c.I64(math.MinInt64)
			f.c.Op(encode.I64And, encode.I64Or, encode.F64ReinterpretI64)
			f.give(encode.F64, b)
			return
		}
		f.c.Op(floatOps[op.Kind])
	}
}

// chooseFloat generates a choice between doubles as a branch: wazero 1.12 on amd64 compiles a select of
// a double whose operand is another such select to the wrong value.
func (f *function) chooseFloat(op *word.Op) {
	f.push(op.A)
	f.c.If(encode.F64)
	mark := len(f.used)
	f.push(op.B)
	f.forget(mark)
	f.c.Else()
	f.push(op.C)
	f.forget(mark)
	f.c.End()
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
