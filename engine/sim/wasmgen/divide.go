package wasmgen

import "simten.dev/engine/sim/wasmgen/encode"

// divWideCode is unsigned division of wide values; by zero it gives 0. It is long division on digits of 32 bits (Knuth,
// The Art of Computer Programming, 4.3.1, algorithm D). Values that fit 64 bits are divided by the processor. The area
// holds the dividend, which becomes the remainder, and above it the divisor; both are moved left until the divisor's
// highest bit is the highest of its digit. Lengths and positions are in bytes.
func divWideCode(c *encode.Code) {
	const target, a, b, n, remainder, area = 0, 1, 2, 3, 4, 5
	const digit = 4
	local32 := func() uint32 { return c.NewLocal(encode.I32) }
	local64 := func() uint32 { return c.NewLocal(encode.I64) }
	end, length, divisorLength, i, j := local32(), local32(), local32(), local32(), local32()
	at, v := local32(), local32() // the addresses of digit j of the dividend and of the divisor
	shift, first, second, below := local64(), local64(), local64(), local64()
	q, r, t, carry := local64(), local64(), local64(), local64()

	address := func(base, offset uint32, more int32) {
		c.LocalGet(base)
		c.LocalGet(offset)
		c.Op(encode.I32Add)
		if more != 0 {
			c.I32(more)
			c.Op(encode.I32Add)
		}
	}
	load := func(base, offset uint32, more int32) {
		address(base, offset, more)
		c.Memory(encode.I64Load32U, 0)
	}
	constant := func(op encode.Op, v int64) {
		c.I64(v)
		c.Op(op)
	}
	each := func(limit uint32, body func()) { // for i = 0; i < limit; i += digit, at least once
		c.I32(0)
		c.LocalSet(i)
		counted(c, i, digit, limit, body)
	}
	clearCarry := func() {
		c.I64(0)
		c.LocalSet(carry)
	}
	storeDigit := func(base, offset uint32) { // of t, whose high half is the carry
		address(base, offset, 0)
		c.LocalGet(t)
		c.Memory(encode.I64Store32, 0)
		c.LocalGet(t)
		constant(encode.I64ShrU, 32)
		c.LocalSet(carry)
	}

	c.LocalGet(n)
	c.I32(3)
	c.Op(encode.I32Shl)
	c.LocalSet(end)
	c.LocalGet(target)
	c.I32(0)
	c.LocalGet(end)
	c.MemoryFill()

	significant := func(value, length uint32) { // without the leading digits that are 0
		c.LocalGet(end)
		c.LocalSet(length)
		c.Repeat(func() {
			c.LocalGet(length)
			c.Op(encode.I32Eqz)
			c.BrIf(1)
			load(value, length, -digit)
			constant(encode.I64Ne, 0)
			c.BrIf(1)
			advance(c, length, -digit)
		})
	}
	significant(a, length)
	significant(b, divisorLength)

	c.LocalGet(divisorLength)
	c.Op(encode.I32Eqz)
	c.If(encode.None)
	c.Op(encode.Return)
	c.End()

	c.LocalGet(length)
	c.LocalGet(divisorLength)
	c.Op(encode.I32LtU)
	c.If(encode.None)
	c.LocalGet(remainder)
	c.If(encode.None)
	c.LocalGet(target)
	c.LocalGet(a)
	c.LocalGet(end)
	c.MemoryCopy()
	c.End()
	c.Op(encode.Return)
	c.End()

	c.LocalGet(length)
	c.I32(2 * digit)
	c.Op(encode.I32LeU)
	c.If(encode.None)
	c.LocalGet(target)
	c.LocalGet(a)
	c.Memory(encode.I64Load, 0)
	c.LocalGet(b)
	c.Memory(encode.I64Load, 0)
	c.Op(encode.I64RemU)
	c.LocalGet(a)
	c.Memory(encode.I64Load, 0)
	c.LocalGet(b)
	c.Memory(encode.I64Load, 0)
	c.Op(encode.I64DivU)
	c.LocalGet(remainder)
	c.Op(encode.Select)
	c.Memory(encode.I64Store, 0)
	c.Op(encode.Return)
	c.End()

	load(b, divisorLength, -digit)
	c.Op(encode.I64Clz)
	constant(encode.I64Sub, 32)
	c.LocalSet(shift)
	address(area, end, 2*digit)
	c.LocalSet(v)
	moved := func(to, from, length uint32) {
		clearCarry()
		each(length, func() {
			load(from, i, 0)
			c.LocalGet(shift)
			c.Op(encode.I64Shl)
			c.LocalGet(carry)
			c.Op(encode.I64Or)
			c.LocalSet(t)
			storeDigit(to, i)
		})
	}
	moved(v, b, divisorLength)
	moved(area, a, length)
	address(area, length, 0)
	c.LocalGet(carry)
	c.Memory(encode.I64Store32, 0)

	// second is 0 for a divisor of one digit; then the first estimate is exact.
	load(v, divisorLength, -digit)
	c.LocalSet(first)
	load(v, divisorLength, -2*digit)
	c.I64(0)
	c.LocalGet(divisorLength)
	c.I32(digit)
	c.Op(encode.I32Ne, encode.Select)
	c.LocalSet(second)
	c.LocalGet(length)
	c.LocalGet(divisorLength)
	c.Op(encode.I32Sub)
	c.LocalTee(j)
	c.LocalGet(area)
	c.Op(encode.I32Add)
	c.LocalSet(at)

	c.Loop(encode.None)
	{
		load(at, divisorLength, 0)
		constant(encode.I64Shl, 32)
		load(at, divisorLength, -digit)
		c.Op(encode.I64Or)
		c.LocalTee(t)
		c.LocalGet(first)
		c.Op(encode.I64DivU)
		c.LocalTee(q)
		c.LocalGet(first)
		c.Op(encode.I64Mul)
		c.LocalSet(r)
		c.LocalGet(t)
		c.LocalGet(r)
		c.Op(encode.I64Sub)
		c.LocalSet(r)
		load(at, divisorLength, -2*digit)
		c.LocalSet(below)
		// While the estimate has more than a digit or its product with the second digit is too large, it is lowered, twice at
		// most.
		c.Repeat(func() {
			c.LocalGet(r)
			constant(encode.I64ShrU, 32)
			constant(encode.I64Ne, 0)
			c.BrIf(1)
			c.LocalGet(q)
			constant(encode.I64ShrU, 32)
			constant(encode.I64Ne, 0)
			c.LocalGet(q)
			c.LocalGet(second)
			c.Op(encode.I64Mul)
			c.LocalGet(r)
			constant(encode.I64Shl, 32)
			c.LocalGet(below)
			c.Op(encode.I64Or, encode.I64GtU, encode.I32Or, encode.I32Eqz)
			c.BrIf(1)
			c.LocalGet(q)
			constant(encode.I64Sub, 1)
			c.LocalSet(q)
			c.LocalGet(r)
			c.LocalGet(first)
			c.Op(encode.I64Add)
			c.LocalSet(r)
		})

		// The multiple is subtracted; carry is what is taken from the next digit.
		clearCarry()
		each(divisorLength, func() {
			c.LocalGet(q)
			load(v, i, 0)
			c.Op(encode.I64Mul)
			c.LocalGet(carry)
			c.Op(encode.I64Add)
			c.LocalSet(r)
			load(at, i, 0)
			c.LocalGet(r)
			constant(encode.I64And, 1<<32-1)
			c.Op(encode.I64Sub)
			c.LocalSet(t)
			storeDigit(at, i)
			c.LocalGet(r)
			constant(encode.I64ShrU, 32)
			c.LocalGet(carry)
			constant(encode.I64ShrU, 31)
			c.Op(encode.I64Add)
			c.LocalSet(carry)
		})
		load(at, divisorLength, 0)
		c.LocalGet(carry)
		c.Op(encode.I64Sub)
		c.LocalSet(t)
		storeDigit(at, divisorLength)

		c.LocalGet(t)
		constant(encode.I64LtS, 0)
		c.If(encode.None) // it was one too many
		c.LocalGet(q)
		constant(encode.I64Sub, 1)
		c.LocalSet(q)
		clearCarry()
		each(divisorLength, func() {
			load(at, i, 0)
			load(v, i, 0)
			c.Op(encode.I64Add)
			c.LocalGet(carry)
			c.Op(encode.I64Add)
			c.LocalSet(t)
			storeDigit(at, i)
		})
		address(at, divisorLength, 0)
		load(at, divisorLength, 0)
		c.LocalGet(carry)
		c.Op(encode.I64Add)
		c.Memory(encode.I64Store32, 0)
		c.End()

		c.LocalGet(remainder)
		c.Op(encode.I32Eqz)
		c.If(encode.None)
		address(target, j, 0)
		c.LocalGet(q)
		c.Memory(encode.I64Store32, 0)
		c.End()

		advance(c, at, -digit)
		c.LocalGet(j)
		c.I32(-digit)
		c.Op(encode.I32Add)
		c.LocalTee(j)
		c.I32(0)
		c.Op(encode.I32GeS)
		c.BrIf(0)
	}
	c.End()

	c.LocalGet(remainder)
	c.If(encode.None)
	each(divisorLength, func() { // moved back
		address(target, i, 0)
		load(area, i, 0)
		load(area, i, digit)
		constant(encode.I64Shl, 32)
		c.Op(encode.I64Or)
		c.LocalGet(shift)
		c.Op(encode.I64ShrU)
		c.Memory(encode.I64Store32, 0)
	})
	c.End()
}
