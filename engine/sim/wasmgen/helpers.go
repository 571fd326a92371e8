package wasmgen

import (
	"math"

	"simten.dev/engine/sim/wasmgen/encode"
)

// helper is a routine that generated code calls for what would be too long in place. A module
// contains the ones it uses.
type helper uint8

const (
	helperToInt      helper = iota // f64 → i64: truncated toward zero, modulo 2^64; 0 for NaN and infinities
	helperFloatRem                 // f64, f64 → f64: the remainder of JavaScript's %
	helperMulWide                  // i32 target, i32 a, i32 b, i32 limbs: product modulo 2^(64·limbs)
	helperDivWide                  // i32 target, i32 a, i32 b, i32 limbs, i32 1 for the remainder, i32 area of twice the limbs
	helperShiftLeft                // i32 target, i32 a, i32 limbs, i64 count
	helperShiftRight               // i32 target, i32 a, i32 limbs, i64 count: filling with zeros
	helperCount
)

var helperTypes = [helperCount][2][]encode.ValueType{
	helperToInt:      {{encode.F64}, {encode.I64}},
	helperFloatRem:   {{encode.F64, encode.F64}, {encode.F64}},
	helperMulWide:    {{encode.I32, encode.I32, encode.I32, encode.I32}, nil},
	helperDivWide:    {{encode.I32, encode.I32, encode.I32, encode.I32, encode.I32, encode.I32}, nil},
	helperShiftLeft:  {{encode.I32, encode.I32, encode.I32, encode.I64}, nil},
	helperShiftRight: {{encode.I32, encode.I32, encode.I32, encode.I64}, nil},
}

func helperCode(h helper) *encode.Code {
	c := encode.NewCode(len(helperTypes[h][0]))
	switch h {
	case helperToInt:
		toIntCode(c)
	case helperFloatRem:
		floatRemCode(c)
	case helperMulWide:
		mulWideCode(c)
	case helperDivWide:
		divWideCode(c)
	case helperShiftLeft:
		shiftCode(c, true)
	case helperShiftRight:
		shiftCode(c, false)
	}
	return c
}

// toIntCode: numbers below 2^62 in size convert directly; larger ones are mantissa · 2^exponent,
// of which the low 64 bits are a shift away.
func toIntCode(c *encode.Code) {
	bits, exponent, value := c.NewLocal(encode.I64), c.NewLocal(encode.I64), c.NewLocal(encode.I64)
	c.LocalGet(0)
	c.Op(encode.F64Abs)
	c.F64(1 << 51)
	c.Op(encode.F64Lt)
	c.If(encode.I64)
	c.LocalGet(0)
	c.Op(encode.F64Trunc)
	addUnits(c)
	c.Else()
	c.LocalGet(0)
	c.Op(encode.F64Abs)
	c.F64(1 << 62)
	c.Op(encode.F64Lt)
	c.If(encode.I64)
	c.LocalGet(0)
	c.Op(encode.I64TruncSatF64S)
	c.Else()
	c.LocalGet(0)
	c.Op(encode.I64ReinterpretF64)
	c.LocalTee(bits)
	c.I64(52)
	c.Op(encode.I64ShrU)
	c.I64(0x7ff)
	c.Op(encode.I64And)
	c.I64(1075)
	c.Op(encode.I64Sub)
	c.LocalSet(exponent) // at least 10 here; 972 for NaN and the infinities
	c.LocalGet(bits)
	c.I64(1<<52 - 1)
	c.Op(encode.I64And)
	c.I64(1 << 52)
	c.Op(encode.I64Or)
	c.LocalGet(exponent)
	c.Op(encode.I64Shl)
	c.I64(0)
	c.LocalGet(exponent)
	c.I64(64)
	c.Op(encode.I64LtU, encode.Select)
	c.LocalSet(value)
	c.I64(0)
	c.LocalGet(value)
	c.Op(encode.I64Sub)
	c.LocalGet(value)
	c.LocalGet(bits)
	c.I64(0)
	c.Op(encode.I64LtS, encode.Select)
	c.End()
	c.End()
}

// floatRemCode: the divisor is doubled until it is above half of the dividend, then subtracted
// wherever it fits while it is halved again. Each difference is exact, because the two numbers
// are within a factor of two of each other.
func floatRemCode(c *encode.Code) {
	rest, divisor, t := c.NewLocal(encode.F64), c.NewLocal(encode.F64), c.NewLocal(encode.F64)
	c.LocalGet(0)
	c.Op(encode.F64Abs)
	c.LocalSet(rest)
	c.LocalGet(1)
	c.Op(encode.F64Abs)
	c.LocalSet(divisor)

	// NaN unless rest is finite and the divisor above 0 (which also excludes NaN).
	infinity := math.Float64frombits(0x7ff0000000000000)
	c.LocalGet(rest)
	c.F64(infinity)
	c.Op(encode.F64Lt)
	c.LocalGet(divisor)
	c.F64(0)
	c.Op(encode.F64Gt, encode.I32And, encode.I32Eqz)
	c.If(encode.None)
	c.F64(math.Float64frombits(0x7ff8000000000000))
	c.Op(encode.Return)
	c.End()

	c.LocalGet(rest) // also when the divisor is infinite
	c.LocalGet(divisor)
	c.Op(encode.F64Lt)
	c.If(encode.None)
	c.LocalGet(0)
	c.Op(encode.Return)
	c.End()

	// Whole numbers below 2^53, the usual case, divide as integers.
	c.LocalGet(rest)
	c.F64(1 << 53)
	c.Op(encode.F64Lt)
	c.LocalGet(divisor)
	c.F64(1 << 53)
	c.Op(encode.F64Lt, encode.I32And)
	c.LocalGet(rest)
	c.LocalGet(rest)
	c.Op(encode.F64Trunc, encode.F64Eq, encode.I32And)
	c.LocalGet(divisor)
	c.LocalGet(divisor)
	c.Op(encode.F64Trunc, encode.F64Eq, encode.I32And)
	c.If(encode.None)
	c.LocalGet(rest)
	c.Op(encode.I64TruncSatF64U)
	c.LocalGet(divisor)
	c.Op(encode.I64TruncSatF64U, encode.I64RemU, encode.F64ConvertI64U)
	copySign(c, 0)
	c.Op(encode.Return)
	c.End()

	c.LocalGet(divisor)
	c.LocalSet(t)
	c.Repeat(func() {
		c.LocalGet(t)
		c.LocalGet(rest)
		c.F64(0.5)
		c.Op(encode.F64Mul, encode.F64Le, encode.I32Eqz)
		c.BrIf(1)
		c.LocalGet(t)
		c.LocalGet(t)
		c.Op(encode.F64Add)
		c.LocalSet(t)
	})
	c.Repeat(func() {
		c.LocalGet(t)
		c.LocalGet(divisor)
		c.Op(encode.F64Ge, encode.I32Eqz)
		c.BrIf(1)
		c.LocalGet(rest)
		c.LocalGet(t)
		c.Op(encode.F64Ge)
		c.If(encode.None)
		c.LocalGet(rest)
		c.LocalGet(t)
		c.Op(encode.F64Sub)
		c.LocalSet(rest)
		c.End()
		c.LocalGet(t)
		c.F64(0.5)
		c.Op(encode.F64Mul)
		c.LocalSet(t)
	})
	c.LocalGet(rest)
	copySign(c, 0)
}

// mulWideCode is long multiplication on 32-bit digits; a digit product plus two digits fits 64 bits.
func mulWideCode(c *encode.Code) {
	const target, a, b, n = 0, 1, 2, 3
	i, j := c.NewLocal(encode.I32), c.NewLocal(encode.I32) // byte offsets of digits
	end := c.NewLocal(encode.I32)
	digit, carry, at := c.NewLocal(encode.I64), c.NewLocal(encode.I64), c.NewLocal(encode.I32)
	c.LocalGet(n)
	c.I32(3)
	c.Op(encode.I32Shl)
	c.LocalSet(end)
	c.LocalGet(target)
	c.I32(0)
	c.LocalGet(end)
	c.MemoryFill()

	counted(c, i, 4, end, func() {
		c.LocalGet(a)
		c.LocalGet(i)
		c.Op(encode.I32Add)
		c.Memory(encode.I64Load32U, 0)
		c.LocalSet(digit)
		c.I64(0)
		c.LocalSet(carry)
		c.I32(0)
		c.LocalSet(j)
		c.LocalGet(target)
		c.LocalGet(i)
		c.Op(encode.I32Add)
		c.LocalSet(at)
		c.Loop(encode.None)
		c.LocalGet(at)
		c.LocalGet(digit)
		c.LocalGet(b)
		c.LocalGet(j)
		c.Op(encode.I32Add)
		c.Memory(encode.I64Load32U, 0)
		c.Op(encode.I64Mul)
		c.LocalGet(at)
		c.Memory(encode.I64Load32U, 0)
		c.Op(encode.I64Add)
		c.LocalGet(carry)
		c.Op(encode.I64Add)
		c.LocalTee(carry)
		c.Memory(encode.I64Store32, 0)
		c.LocalGet(carry)
		c.I64(32)
		c.Op(encode.I64ShrU)
		c.LocalSet(carry)
		advance(c, at, 4)
		c.LocalGet(j)
		c.I32(4)
		c.Op(encode.I32Add)
		c.LocalTee(j)
		c.LocalGet(i)
		c.Op(encode.I32Add)
		c.LocalGet(end)
		c.Op(encode.I32LtU)
		c.BrIf(0)
		c.End()
	})
}

// shiftCode moves limbs by count/64 places and the bits in them by count%64. A limb of the result
// takes from source limb s and from its neighbour; x>>1>>(63-r) is x>>(64-r), and 0 for r = 0.
func shiftCode(c *encode.Code, left bool) {
	const target, a, n, count = 0, 1, 2, 3
	i, s := c.NewLocal(encode.I32), c.NewLocal(encode.I32)
	// Counts beyond the value's size act like its size: every source limb is outside.
	c.LocalGet(count)
	c.LocalGet(n)
	c.Op(encode.I64ExtendI32U)
	c.I64(6)
	c.Op(encode.I64Shl)
	c.LocalGet(count)
	c.LocalGet(n)
	c.Op(encode.I64ExtendI32U)
	c.I64(6)
	c.Op(encode.I64Shl, encode.I64LtU, encode.Select)
	c.LocalSet(count)

	// source pushes limb s+delta of a, or 0 when there is none.
	source := func(delta int32) {
		index := func() {
			c.LocalGet(s)
			if delta != 0 {
				c.I32(delta)
				c.Op(encode.I32Add)
			}
		}
		index()
		c.LocalGet(n)
		c.Op(encode.I32LtU)
		c.If(encode.I64)
		c.LocalGet(a)
		index()
		c.I32(3)
		c.Op(encode.I32Shl, encode.I32Add)
		c.Memory(encode.I64Load, 0)
		c.Else()
		c.I64(0)
		c.End()
	}
	counted(c, i, 1, n, func() {
		c.LocalGet(i)
		c.LocalGet(count)
		c.I64(6)
		c.Op(encode.I64ShrU, encode.I32WrapI64)
		if left {
			c.Op(encode.I32Sub)
		} else {
			c.Op(encode.I32Add)
		}
		c.LocalSet(s)
		c.LocalGet(target)
		c.LocalGet(i)
		c.I32(3)
		c.Op(encode.I32Shl, encode.I32Add)
		near, far, neighbour := encode.I64Shl, encode.I64ShrU, int32(-1)
		if !left {
			near, far, neighbour = encode.I64ShrU, encode.I64Shl, 1
		}
		source(0)
		c.LocalGet(count)
		c.Op(near)
		source(neighbour)
		c.I64(1)
		c.Op(far)
		c.I64(63)
		c.LocalGet(count)
		c.I64(63)
		c.Op(encode.I64And, encode.I64Sub, far, encode.I64Or)
		c.Memory(encode.I64Store, 0)
	})
}
