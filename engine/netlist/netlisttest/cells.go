package netlisttest

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Cells makes a module as people build them of gates: rows of flip-flops whose next values are shifts, choices,
// cells of an automaton, polynomials, adders and counters made of gates of several styles, some lanes of which are
// something else. The random modules of Module seldom have two gates in a row.
func (r *Random) Cells() *netlist.Module {
	c := &cells{r: r, b: word.NewBuilder(), m: &netlist.Module{Name: "cells"}}
	for range 1 + r.Intn(3) {
		w := []int{1, 1, 8, 32, 64}[r.Intn(5)]
		c.m.Inputs = append(c.m.Inputs, netlist.Input{Kind: netlist.TopInput, Width: w, Index: len(c.m.Inputs), Name: "i", Start: r.Value(w)})
		id := c.b.Leaf(word.Param, w, uint64(len(c.m.Inputs)-1))
		for k := range w {
			c.bits = append(c.bits, c.b.Slice(id, k, 1))
		}
	}
	var rows [][]word.ID
	for k := range 1 + r.Intn(4) {
		n := []int{1, 5, 8, 12, 32, 63, 64, 65, 70, 130}[r.Intn(10)]
		row := make([]word.ID, n)
		for i := range row {
			row[i] = c.b.Leaf(word.Reg, 1, uint64(len(c.m.Registers)))
			c.m.Registers = append(c.m.Registers, netlist.Register{Name: fmt.Sprintf("row%c%d.q", 'a'+k, i), Width: 1, Start: circuit.Uint(uint64(r.Intn(2)))})
		}
		rows = append(rows, row)
		c.bits = append(c.bits, row...)
	}
	first := 0
	c.rows = append(c.rows, rows...)
	for _, row := range rows {
		next := c.row(len(row), 1+r.Intn(4))
		for range r.Intn(3) { // a lane that is something else
			next[r.Intn(len(next))] = c.bit()
		}
		for i := range row {
			c.m.Registers[first+i].Next = next[i]
		}
		first += len(row)
	}
	for range 1 + r.Intn(3) { // and a register that looks at the bits as a word
		w := 2 + r.Intn(40)
		joined := c.join(c.row(w, 1))
		state := c.b.Leaf(word.Reg, w, uint64(len(c.m.Registers)))
		c.m.Registers = append(c.m.Registers, netlist.Register{Name: "w", Width: w, Next: c.b.Add(state, joined)})
		c.bits = append(c.bits, c.b.Slice(state, r.Intn(w), 1))
	}
	for id := range c.b.Ops {
		if r.Intn(3) == 0 {
			c.m.Nets = append(c.m.Nets, word.ID(id))
		}
	}
	netlist.Finish(c.m, c.b, nil)
	return c.m
}

type cells struct {
	r    *Random
	b    *word.Builder
	m    *netlist.Module
	bits []word.ID
	rows [][]word.ID
}

// bit is any bit.
func (c *cells) bit() word.ID {
	if c.r.Intn(10) == 0 {
		return c.b.Uint(uint64(c.r.Intn(2)), 1)
	}
	return c.bits[c.r.Intn(len(c.bits))]
}

// operand is a row of n bits: a row that there is, shifted, turned or stretched; one bit; or any bits.
func (c *cells) operand(n int) []word.ID {
	row := make([]word.ID, n)
	from, shift := c.rows[c.r.Intn(len(c.rows))], c.r.Intn(5)-2
	same, style := c.bit(), c.r.Intn(8)
	for i := range row {
		switch k := i + shift; style {
		case 0:
			row[i] = same
		case 1:
			row[i] = c.bit()
		case 2: // cut off at the ends
			row[i] = c.b.Uint(0, 1)
			if k >= 0 && k < len(from) {
				row[i] = from[k]
			}
		case 3: // the other way round
			row[i] = from[(len(from)-1-i%len(from)+len(from))%len(from)]
		default:
			row[i] = from[(k+4*len(from))%len(from)]
		}
	}
	return row
}

// row makes a row of n bits, some operations deep.
func (c *cells) row(n, depth int) []word.ID {
	if depth == 0 {
		return c.operand(n)
	}
	x, y := c.row(n, depth-1), c.row(n, c.r.Intn(depth))
	out := make([]word.ID, n)
	style, sel, k := c.r.Intn(9), c.bit(), word.Kind(0)
	for i := range out {
		switch style {
		case 0, 1, 2:
			k = [...]word.Kind{word.And, word.Or, word.Xor}[style]
			out[i] = c.b.Binary(k, x[i], y[i])
		case 3:
			out[i] = c.b.Mux(sel, x[i], y[i])
		case 4:
			out[i] = c.b.Mux(x[i], y[i], x[(i+1)%n])
		case 5: // a polynomial
			out[i] = x[i]
			if c.r.Intn(2) == 0 {
				out[i] = c.b.Xor(x[i], sel)
			}
		case 6:
			out[i] = c.b.Not(x[i])
			if c.r.Intn(2) == 0 {
				out[i] = c.b.And(out[i], y[i])
			}
		}
	}
	if style > 6 {
		out = c.adder(x, y)
	}
	c.rows = append(c.rows, out)
	c.bits = append(c.bits, out...)
	return out
}

// adder adds two rows, subtracts, or counts, with cells of one of several styles.
func (c *cells) adder(x, y []word.ID) []word.ID {
	b := c.b
	carry := []word.ID{b.Uint(0, 1), b.Uint(1, 1), c.bit()}[c.r.Intn(3)]
	subtract, count := c.r.Intn(3) == 0, c.r.Intn(4) == 0
	second := make([]word.ID, len(y))
	for i, q := range y {
		if subtract {
			q = b.Not(q)
		}
		if count {
			q = b.Uint(0, 1)
		}
		second[i] = q
	}
	out, carry := RippleAdder(b, c.r.Intn(AdderStyles), x, second, carry)
	c.bits = append(c.bits, carry)
	return out
}

// AdderStyles is the number of ways in which RippleAdder makes its cells.
const AdderStyles = 5

// RippleAdder adds two rows of bits, and a carry, with cells made of gates. The last style subtracts: its carry is a
// borrow.
func RippleAdder(b *word.Builder, style int, x, y []word.ID, carry word.ID) (sum []word.ID, out word.ID) {
	nand := func(p, q word.ID) word.ID { return b.Not(b.And(p, q)) }
	sum = make([]word.ID, len(x))
	for i, p := range x {
		q := y[i]
		half := b.Xor(p, q)
		switch style {
		case 0:
			sum[i], carry = b.Xor(half, carry), b.Or(b.And(p, q), b.And(half, carry))
		case 1:
			sum[i], carry = b.Xor(half, carry), b.Or(b.Or(b.And(p, q), b.And(p, carry)), b.And(q, carry))
		case 2:
			sum[i], carry = b.Xor(half, carry), b.Mux(half, carry, p)
		case 3: // nine gates of one kind
			n := nand(p, q)
			h := nand(nand(p, n), nand(q, n))
			g := nand(h, carry)
			sum[i], carry = nand(nand(h, g), nand(carry, g)), nand(n, g)
		case 4:
			sum[i], carry = b.Xor(half, carry), b.Or(b.And(b.Not(p), q), b.And(b.Not(half), carry))
		}
	}
	return sum, carry
}

// join makes a word of bits.
func (c *cells) join(row []word.ID) word.ID {
	w := len(row)
	out := c.b.ZExt(row[0], w)
	for i := 1; i < w; i++ {
		out = c.b.Or(out, c.b.Binary(word.Shl, c.b.ZExt(row[i], w), c.b.Uint(uint64(i), 32)))
	}
	return out
}
