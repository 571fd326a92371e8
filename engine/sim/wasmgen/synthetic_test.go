package wasmgen

import (
	"math/rand"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
)

// dense builds a module of 32-bit registers whose next values are random word-level expressions
// of each other, ops operations in all: the shape of a busy data path.
func dense(registers, ops int, seed int64) *rtl.Module {
	rnd := rand.New(rand.NewSource(seed))
	m := &rtl.Module{Name: "dense"}
	add := func(op word.Op) word.ID {
		m.Ops = append(m.Ops, op)
		return word.ID(len(m.Ops) - 1)
	}
	for i := range registers {
		add(word.Op{Kind: word.Reg, Width: 32, Bits: 32, A: word.None, B: word.None, C: word.None, Imm: uint64(i)})
	}
	five := add(word.Op{Kind: word.Const, Width: 32, Bits: 3, A: word.None, B: word.None, C: word.None, Imm: 5})
	each := ops / registers
	for i := range registers {
		value := word.ID(i)
		for k := range each {
			other := word.ID(rnd.Intn(registers))
			op := word.Op{Width: 32, Bits: 32, A: value, B: other, C: word.None}
			switch (k + rnd.Intn(3)) % 8 {
			case 0, 1:
				op.Kind = word.Add
			case 2:
				op.Kind = word.Xor
			case 3:
				op.Kind = word.And
			case 4:
				op.Kind = word.Or
			case 5:
				op.Kind = word.Sub
			case 6:
				op.Kind, op.B = word.LShr, five
			case 7:
				op.Kind = word.Shl
				op.B = five
			}
			if k == each-1 {
				op.Kind, op.B = word.Add, other
			}
			value = add(op)
		}
		m.Registers = append(m.Registers, rtl.Register{Name: "r", Width: 32, Start: circuit.Uint(uint64(rnd.Uint32())), Next: value})
		m.Nets = append(m.Nets, value)
	}
	for range m.Ops {
		m.Uses = append(m.Uses, rtl.InStep|rtl.InSettle)
	}
	return m
}
