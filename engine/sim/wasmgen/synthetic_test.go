package wasmgen

import (
	"math/rand"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// dense builds a module of 32-bit registers whose next values are random word-level expressions
// of each other, ops operations in all: the shape of a busy data path.
func dense(registers, ops int, seed int64) *netlist.Module {
	rnd := rand.New(rand.NewSource(seed))
	m := &netlist.Module{Name: "dense"}
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
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: 32, Start: circuit.Uint(uint64(rnd.Uint32())), Next: value})
		m.Nets = append(m.Nets, value)
	}
	for range m.Ops {
		m.Uses = append(m.Uses, netlist.InStep|netlist.InSettle)
	}
	return m
}

// gates builds a module of ops one-bit operations that are wired at random to recent ones and to registers, one for
// ten operations: nothing in it is regular, and it is deep levels that follow each other.
func gates(ops int, seed int64) *netlist.Module {
	rnd := rand.New(rand.NewSource(seed))
	m := &netlist.Module{Name: "gates"}
	bit := func(kind word.Kind, a, b word.ID, imm int) word.ID {
		m.Ops = append(m.Ops, word.Op{Kind: kind, Width: 1, Bits: 1, A: a, B: b, C: word.None, Imm: uint64(imm)})
		m.Uses = append(m.Uses, netlist.InStep|netlist.InSettle)
		return word.ID(len(m.Ops) - 1)
	}
	registers := max(ops/10, 2)
	for i := range registers {
		bit(word.Reg, word.None, word.None, i)
	}
	kinds := []word.Kind{word.And, word.Or, word.Xor}
	for i := range ops {
		// A value from near before, now and then a register from anywhere near.
		pick := func() word.ID {
			if i == 0 || rnd.Intn(4) == 0 {
				near := i / 10
				return word.ID(max(0, min(registers-1, near+rnd.Intn(65)-32)))
			}
			return word.ID(registers + max(0, i-1-rnd.Intn(200)))
		}
		id := bit(kinds[rnd.Intn(3)], pick(), pick(), 0)
		m.Nets = append(m.Nets, id)
	}
	for i := range registers {
		m.Registers = append(m.Registers, netlist.Register{
			Name: "r", Width: 1, Start: circuit.Uint(uint64(rnd.Intn(2))), Next: word.ID(registers + min(10*i+rnd.Intn(10), ops-1)),
		})
	}
	return m
}
