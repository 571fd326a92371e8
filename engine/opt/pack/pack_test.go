package pack

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestPackedModulesShowTheSame compares modules with what is made of them, operation by operation.
func TestPackedModulesShowTheSame(t *testing.T) {
	packed := 0
	one := func(t require.TestingT, seed int64) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))}
		m := r.Cells()
		require.NoError(t, m.Check())
		if check(t, r, m, always) {
			packed++
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		for k := range int64(5) {
			one(t, seed+k)
		}
	})
	require.Positive(t, packed)
	one(t, 5269) // an or of two values stood beside an adder of these and a third, and was taken for its sum
}

// check runs a module and what is made of it side by side, and reports whether anything was packed.
func check(t require.TestingT, r *netlisttest.Random, m *netlist.Module, limit int) bool {
	p, where := module(m, limit, nil)
	if where == nil {
		require.Same(t, m, p)
		return false
	}
	require.NoError(t, netlisttest.Alike(r, m, p, 20, 5, func(made *netlisttest.Model, k int) circuit.Value {
		v := made.Registers[where[k].Register]
		if bit := where[k].Bit; bit >= 0 {
			v = circuit.Uint(v.Lo >> bit & 1)
		}
		return v
	}))
	return true
}

// TestAddersOfAnyGatesBecomeAdditions: 40 flip-flops to which 40 others are added, cell by cell, take few operations.
func TestAddersOfAnyGatesBecomeAdditions(t *testing.T) {
	const bits = 40
	for style := range netlisttest.AdderStyles {
		b, m := word.NewBuilder(), &netlist.Module{Name: "adder"}
		row := func(name string) []word.ID {
			list := make([]word.ID, bits)
			for i := range list {
				list[i] = b.Leaf(word.Reg, 1, uint64(len(m.Registers)))
				m.Registers = append(m.Registers, netlist.Register{Name: fmt.Sprint(name, i), Width: 1, Start: circuit.Uint(uint64(i*i+len(name)) & 1)})
			}
			return list
		}
		x, y := row("x"), row("yy")
		sum, carry := netlisttest.RippleAdder(b, style, x, y, b.Uint(0, 1))
		for i := range bits {
			m.Registers[i].Next = sum[i]
			m.Registers[bits+i].Next = y[(i+1)%bits]
		}
		m.Nets = append(append(m.Nets, sum...), carry)
		netlist.Finish(m, b, nil)
		require.Greater(t, weight(m), 4*bits)
		packed, _ := Module(m, nil)
		require.Lessf(t, weight(packed), bits, "style %d\n%s", style, packed)
		require.True(t, check(t, nil, m, gain))
	}
}

// TestRandomGatesStaySingle: a netlist without rows is left as it is.
func TestRandomGatesStaySingle(t *testing.T) {
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(3))}
	b, m := word.NewBuilder(), &netlist.Module{Name: "random"}
	var bits []word.ID
	for i := range 32 {
		m.Registers = append(m.Registers, netlist.Register{Name: fmt.Sprint("r", i), Width: 1, Start: circuit.Uint(uint64(i & 1))})
		bits = append(bits, b.Leaf(word.Reg, 1, uint64(i)))
	}
	for range 500 {
		kind := []word.Kind{word.And, word.Or, word.Xor}[r.Intn(3)]
		bits = append(bits, b.Binary(kind, bits[r.Intn(len(bits))], bits[r.Intn(len(bits))]))
	}
	for i := range m.Registers {
		m.Registers[i].Next = bits[len(bits)-1-r.Intn(300)]
	}
	netlist.Finish(m, b, nil)
	packed, where := Module(m, nil)
	require.Same(t, m, packed)
	require.Nil(t, where)
}
