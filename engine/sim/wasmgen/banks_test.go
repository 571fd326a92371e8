package wasmgen

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
)

// plainBanks has banks that change places, and reads each value once in a function.
var plainBanks = func() tuning {
	t := forWazero
	t.farUses, t.sweepOps = 1<<30, -1
	return t
}()

// TestBanks compares what is made for browsers and for wazero, of designs whose step is several functions, with the
// plain way. The bank of the words is copied by one instruction, that of the gates piece by piece.
func TestBanks(t *testing.T) {
	for name, m := range map[string]*netlist.Module{"words": dense(1024, 8192, 3), "gates": gates(6_000, 3)} {
		require.NoError(t, m.Check())
		for way, tune := range map[string]tuning{"browsers": forBrowsers, "wazero": forWazero} {
			t.Run(fmt.Sprint(name, "/", way), func(t *testing.T) {
				h, want := startHarness(t, m, tune), startHarness(t, m, plainBanks)
				for _, cycles := range []uint32{1, 2, 5, 30} {
					for _, x := range []*harness{h, want} {
						done, err := x.i.step(cycles)
						require.NoError(t, err)
						require.Equal(t, cycles, done)
					}
					for k := range m.Registers {
						require.Equal(t, want.get(want.p.layout.bankA, want.p.layout.registers[k]), h.get(h.p.layout.bankA, h.p.layout.registers[k]), "register %d", k)
					}
				}
				require.NoError(t, h.i.close())
				require.NoError(t, want.i.close())
			})
		}
	}
}

// TestBanksStay has the steps whose banks stay where they are: large ones, and in browsers only.
func TestBanksStay(t *testing.T) {
	stay := func(m *netlist.Module, tune tuning) bool {
		l, err := newLayout(m, nil)
		require.NoError(t, err)
		return newPlan(m, step, l, nil, tune).banksStay
	}
	small, large := dense(64, 1024, 1), dense(512, 8192, 1)
	require.False(t, stay(small, forBrowsers))
	require.True(t, stay(large, forBrowsers))
	require.False(t, stay(large, forWazero))
}

// TestStoresAside has the steps whose stores have a base of their own: those whose banks stay.
func TestStoresAside(t *testing.T) {
	for _, c := range []struct {
		registers, ops int
		tune           tuning
		want           bool
	}{{512, 8192, forBrowsers, true}, {64, 3500, forBrowsers, true}, {64, 1024, forBrowsers, false}, {512, 8192, forWazero, false}} {
		m := dense(c.registers, c.ops, 1)
		g, err := newGenerator(m, c.tune)
		require.NoError(t, err)
		f := g.newStep(newPlan(m, step, g.layout, nil, c.tune))
		base, at := f.storeBase(f.next, g.layout.registers[0])
		require.Equal(t, c.want, base == f.aside, "%d operations", c.ops)
		require.Equal(t, c.want, at.offset == g.layout.registers[0].offset+g.layout.bankB)
	}
}
