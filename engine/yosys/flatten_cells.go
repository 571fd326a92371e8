package yosys

import (
	mathbits "math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// flatOperation makes the operations of a combinational cell, whose result is w bits wide; see operations.
type flatOperation func(p *usage, c *Cell, w int) word.ID

// flatOperations are the combinational cells that can become operations. They are made when they are needed: a program
// that only imports has no use for them.
func flatOperations() map[string]flatOperation {
	plain := func(kind word.Kind) flatOperation {
		return func(p *usage, c *Cell, w int) word.ID {
			return p.f.b.Binary(kind, p.operand(c, "A", w), p.operand(c, "B", w))
		}
	}
	shift := func(left, signed bool) flatOperation {
		return func(p *usage, c *Cell, w int) word.ID {
			b := p.f.b
			sign := c.flag("A_SIGNED")
			a := p.word(extended(c.Connections["A"], max(w, len(c.Connections["A"])), sign))
			if left {
				a = p.word(extended(c.Connections["A"], w, sign))
			}
			kind := word.LShr
			switch {
			case left:
				kind = word.Shl
			case signed && sign:
				kind = word.AShr
			}
			return b.Resize(p.shifted(kind, a, p.word(c.Connections["B"])), w)
		}
	}
	compare := func(unsigned, signed word.Kind, swap bool) flatOperation {
		return func(p *usage, c *Cell, w int) word.ID {
			x, y := c.Connections["A"], c.Connections["B"]
			wide, sign := max(len(x), len(y)), bothSigned(c)
			a, b := p.word(extended(x, wide, sign)), p.word(extended(y, wide, sign))
			if swap {
				a, b = b, a
			}
			kind := unsigned
			if sign {
				kind = signed
			}
			return p.f.b.Resize(p.f.b.Compare(kind, a, b), w)
		}
	}
	one := func(of func(p *usage, c *Cell) word.ID) flatOperation {
		return func(p *usage, c *Cell, w int) word.ID { return p.f.b.Resize(of(p, c), w) }
	}
	reduce := func(kind word.Kind, inverted bool) flatOperation {
		return one(func(p *usage, c *Cell) word.ID {
			a := p.word(c.Connections["A"])
			v := p.f.b.Emit(word.Op{Kind: kind, Width: 1, A: a, B: word.None, C: word.None})
			if inverted {
				v = p.f.b.Not(v)
			}
			return v
		})
	}
	gate := func(kind word.Kind, notB, not bool) flatOperation {
		return one(func(p *usage, c *Cell) word.ID {
			b := p.f.b
			x, y := p.word(c.Connections["A"]), p.word(c.Connections["B"])
			if notB {
				y = b.Not(y)
			}
			v := b.Binary(kind, x, y)
			if not {
				v = b.Not(v)
			}
			return v
		})
	}
	any := func(p *usage, c *Cell, port string) word.ID { return p.f.b.NonZero(p.word(c.Connections[port])) }
	alone := func(p *usage, c *Cell, w int) word.ID { return p.each(c, 0, w, w) }
	divide := func(quotient, floor bool) flatOperation {
		return func(p *usage, c *Cell, w int) word.ID { return p.division(c, w, quotient, floor) }
	}
	return map[string]flatOperation{
		"$add": plain(word.Add), "$sub": plain(word.Sub), "$mul": plain(word.Mul),
		"$div": divide(true, false), "$mod": divide(false, false), "$divfloor": divide(true, true),
		"$modfloor": divide(false, true),
		"$pow":      (*usage).power,
		"$neg":      func(p *usage, c *Cell, w int) word.ID { return p.f.b.Sub(p.f.b.Uint(0, w), p.operand(c, "A", w)) },
		"$pos":      alone, "$not": alone, "$and": alone, "$or": alone, "$xor": alone, "$xnor": alone, "$mux": alone,
		"$pmux": alone,
		"$shl":  shift(true, false), "$sshl": shift(true, false), "$shr": shift(false, false),
		"$sshr":  shift(false, true),
		"$shift": (*usage).shiftEither, "$shiftx": (*usage).shiftEither,
		"$lt": compare(word.ULt, word.SLt, false), "$le": compare(word.ULe, word.SLe, false),
		"$gt": compare(word.ULt, word.SLt, true), "$ge": compare(word.ULe, word.SLe, true),
		"$eq": compare(word.Eq, word.Eq, false), "$eqx": compare(word.Eq, word.Eq, false),
		"$ne": compare(word.Ne, word.Ne, false), "$nex": compare(word.Ne, word.Ne, false),
		"$logic_not":   one(func(p *usage, c *Cell) word.ID { return p.f.b.Not(any(p, c, "A")) }),
		"$logic_and":   one(func(p *usage, c *Cell) word.ID { return p.f.b.And(any(p, c, "A"), any(p, c, "B")) }),
		"$logic_or":    one(func(p *usage, c *Cell) word.ID { return p.f.b.Or(any(p, c, "A"), any(p, c, "B")) }),
		"$reduce_or":   one(func(p *usage, c *Cell) word.ID { return any(p, c, "A") }),
		"$reduce_bool": one(func(p *usage, c *Cell) word.ID { return any(p, c, "A") }),
		"$reduce_and":  reduce(word.RedAnd, false), "$reduce_xor": reduce(word.RedXor, false),
		"$reduce_xnor": reduce(word.RedXor, true),
		"$bmux":        (*usage).binaryChoice, "$demux": (*usage).demultiplex, "$lut": (*usage).lookup,
		"$slice": func(p *usage, c *Cell, w int) word.ID {
			from, a := c.width("OFFSET"), c.Connections["A"]
			if from+w > len(a) {
				p.fail(c, "it takes bits that its input does not have")
				return p.f.b.Uint(0, w)
			}
			return p.word(a[from : from+w])
		},
		"$concat": func(p *usage, c *Cell, _ int) word.ID {
			return p.word(append(append([]Bit{}, c.Connections["A"]...), c.Connections["B"]...))
		},
		"$_BUF_": one(func(p *usage, c *Cell) word.ID { return p.word(c.Connections["A"]) }),
		"$_NOT_": one(func(p *usage, c *Cell) word.ID { return p.f.b.Not(p.word(c.Connections["A"])) }),
		"$_AND_": gate(word.And, false, false), "$_NAND_": gate(word.And, false, true),
		"$_ANDNOT_": gate(word.And, true, false),
		"$_OR_":     gate(word.Or, false, false), "$_NOR_": gate(word.Or, false, true),
		"$_ORNOT_": gate(word.Or, true, false),
		"$_XOR_":   gate(word.Xor, false, false), "$_XNOR_": gate(word.Xor, false, true),
		"$_MUX_": one(func(p *usage, c *Cell) word.ID {
			return p.f.b.Mux(p.word(c.Connections["S"]), p.word(c.Connections["B"]), p.word(c.Connections["A"]))
		}),
		"$_NMUX_": one(func(p *usage, c *Cell) word.ID {
			return p.f.b.Not(p.f.b.Mux(p.word(c.Connections["S"]), p.word(c.Connections["B"]),
				p.word(c.Connections["A"])))
		}),
	}
}

func (p *usage) fail(c *Cell, reason string) {
	p.m.fail(c.place(), "%s (%s): %s", plainName(c.Name), c.Type, reason)
}

// operation is the result of a combinational cell.
func (p *usage) operation(s *source) word.ID {
	op := p.f.operations[s.cell.Type]
	if op == nil {
		p.m.unsupported(s.cell)
		return p.f.b.Uint(0, s.width())
	}
	return p.f.b.Resize(op(p, s.cell, yWidth(s.cell)), s.width())
}

// bitwise computes some bits of an operation that works on each bit alone.
func (p *usage) bitwise(s *source, low, n int) word.ID { return p.each(s.cell, low, n, yWidth(s.cell)) }

// extended is a word with more bits, or fewer.
func extended(word []Bit, width int, signed bool) []Bit {
	fill := Zero
	if signed && len(word) > 0 {
		fill = word[len(word)-1]
	}
	out := append([]Bit{}, word[:min(len(word), width)]...)
	for len(out) < width {
		out = append(out, fill)
	}
	return out
}

// signedOperands reports how the operands of a cell are made wider.
func signedOperands(c *Cell) bool {
	if _, two := c.Connections["B"]; two {
		return bothSigned(c)
	}
	return c.flag("A_SIGNED")
}

// operand is the word at a port, as wide as the result.
func (p *usage) operand(c *Cell, port string, w int) word.ID {
	return p.word(extended(c.Connections[port], w, signedOperands(c)))
}

// each computes n bits, from low on, of a cell that works on each bit alone; its result has w bits.
func (p *usage) each(c *Cell, low, n, w int) word.ID {
	b := p.f.b
	part := func(bits []Bit) word.ID { return p.word(bits[low : low+n]) }
	switch c.Type {
	case "$mux":
		return b.Mux(p.word(c.Connections["S"]), part(c.Connections["B"]), part(c.Connections["A"]))
	case "$pmux":
		s, words := c.Connections["S"], c.Connections["B"]
		v := part(c.Connections["A"])
		for i := len(s) - 1; i >= 0; i-- {
			v = b.Mux(p.word(s[i:i+1]), part(words[i*w:(i+1)*w]), v)
		}
		return v
	}
	sign := signedOperands(c)
	x := part(extended(c.Connections["A"], w, sign))
	switch c.Type {
	case "$not":
		return b.Not(x)
	case "$pos":
		return x
	}
	y := part(extended(c.Connections["B"], w, sign))
	switch c.Type {
	case "$and":
		return b.And(x, y)
	case "$or":
		return b.Or(x, y)
	case "$xor":
		return b.Xor(x, y)
	}
	return b.Not(b.Xor(x, y))
}

// shifted is a shift by a count of any width.
func (p *usage) shifted(kind word.Kind, a, count word.ID) word.ID {
	b := p.f.b
	const most = 32
	if b.Width(count) <= most {
		return b.Binary(kind, a, count)
	}
	far := b.NonZero(b.Slice(count, most, b.Width(count)-most))
	return b.Binary(kind, a, b.Mux(far, b.Ones(most), b.Slice(count, 0, most)))
}

// shiftEither shifts right by a count that may be signed, and then left for counts below 0.
func (p *usage) shiftEither(c *Cell, w int) word.ID {
	b := p.f.b
	in := c.Connections["A"]
	a := p.word(extended(in, max(w, len(in)), c.flag("A_SIGNED") && c.Type == "$shift"))
	count := p.word(c.Connections["B"])
	right := b.Resize(p.shifted(word.LShr, a, count), w)
	if !c.flag("B_SIGNED") {
		return right
	}
	up := b.Sub(b.Uint(0, b.Width(count)), count)
	left := b.Resize(p.shifted(word.Shl, a, up), w)
	return b.Mux(b.Slice(count, b.Width(count)-1, 1), left, right)
}

// division divides, or gives the remainder; rounded down, or else toward zero.
func (p *usage) division(c *Cell, w int, quotient, floor bool) word.ID {
	b := p.f.b
	x, y := c.Connections["A"], c.Connections["B"]
	wide, sign := max(w, len(x), len(y)), bothSigned(c)
	n, d := p.word(extended(x, wide, sign)), p.word(extended(y, wide, sign))
	if !sign {
		kind := word.URem
		if quotient {
			kind = word.UDiv
		}
		return b.Resize(b.Binary(kind, n, d), w)
	}
	zero := b.Uint(0, wide)
	minus := func(v word.ID) word.ID { return b.Sub(zero, v) }
	below := func(v word.ID) word.ID { return b.Slice(v, wide-1, 1) }
	size := func(v word.ID) word.ID { return b.Mux(below(v), minus(v), v) }
	whole, rest := b.Binary(word.UDiv, size(n), size(d)), b.Binary(word.URem, size(n), size(d))
	differ := b.Xor(below(n), below(d))
	q, r := b.Mux(differ, minus(whole), whole), b.Mux(below(n), minus(rest), rest)
	if floor {
		down := b.And(b.And(differ, b.NonZero(r)), b.NonZero(d))
		q, r = b.Mux(down, b.Sub(q, b.Uint(1, wide)), q), b.Mux(down, b.Add(r, d), r)
	}
	v := r
	if quotient {
		v = q
	}
	return b.ResizeSigned(v, w)
}

// power is a product for each bit of the exponent.
func (p *usage) power(c *Cell, w int) word.ID {
	b := p.f.b
	exponent := c.Connections["B"]
	if bothSigned(c) && exponent[len(exponent)-1] != Zero || len(exponent) > numberBits && !allConstant(exponent) {
		p.fail(c, "a power with a signed exponent is not possible; make the exponent unsigned")
		return b.Uint(0, w)
	}
	square, v := p.word(extended(c.Connections["A"], w, bothSigned(c))), b.Uint(1, w)
	for i := range exponent {
		v = b.Mux(p.word(exponent[i:i+1]), b.Binary(word.Mul, v, square), v)
		if i+1 < len(exponent) {
			square = b.Binary(word.Mul, square, square)
		}
	}
	return v
}

// binaryChoice is $bmux: the word of A that the number S names.
func (p *usage) binaryChoice(c *Cell, w int) word.ID {
	a, s := c.Connections["A"], c.Connections["S"]
	if len(s) > 24 || len(a) != w<<len(s) {
		p.fail(c, "its words and its select input do not fit")
		return p.f.b.Uint(0, w)
	}
	var pick func(low, n int) word.ID
	pick = func(low, n int) word.ID {
		if n == 0 {
			return p.word(a[low*w : (low+1)*w])
		}
		return p.f.b.Mux(p.word(s[n-1:n]), pick(low+1<<(n-1), n-1), pick(low, n-1))
	}
	return pick(0, len(s))
}

// demultiplex is $demux: A at the place that S names, zeros elsewhere.
func (p *usage) demultiplex(c *Cell, w int) word.ID {
	b := p.f.b
	a, s := p.word(c.Connections["A"]), c.Connections["S"]
	each := b.Width(a)
	if len(s) > 24 || w != each<<len(s) {
		p.fail(c, "its words and its select input do not fit")
		return b.Uint(0, w)
	}
	bitsOfCount := mathbits.Len(uint(w)) + 1
	at := b.Binary(word.Mul, b.Resize(p.word(s), bitsOfCount), b.Uint(uint64(each), bitsOfCount))
	return b.Binary(word.Shl, b.Resize(a, w), at)
}

// lookup is $lut: the bit of a constant that the number A names.
func (p *usage) lookup(c *Cell, w int) word.ID {
	table, a := bitsOf(c.Parameters["LUT"]), c.Connections["A"]
	if len(a) > 16 {
		p.fail(c, "it has more than 16 inputs")
		return p.f.b.Uint(0, w)
	}
	t := word.LookupTable{Width: 1, Data: make([]circuit.Value, 1<<len(a))}
	for i := range t.Data {
		if i < len(table) && table[i] == One {
			t.Data[i] = circuit.Uint(1)
		}
	}
	return p.f.b.Resize(p.f.b.Lookup(p.f.b.Table(t), p.word(a)), w)
}
