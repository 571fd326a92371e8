package sandbox

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// TestCells holds the fast way to read a memory equal to the plain one, on every backend, for cells of
// every machine word and for lambdas that are not compiled.
func TestCells(t *testing.T) {
	memory := func(width int, lambda string) string {
		data := "d"
		if width > 53 { // wide values are bigints
			data = "BigInt.asUintN(" + fmt.Sprint(width) + ", d * 0x123456789abcdefn)"
		}
		return fmt.Sprintf(`circuit('M', { inputs: { d: bus(%d), a: bus(4) }, outputs: { q: bus(%d) }, state: { cells: mem(11, %d), n: reg(8) },
			eval: ({ cells, a }) => ({ q: cells[a] }),
			onTick: ({ cells, n, d }) => { %s; cells[n %% 11] = %s; return { cells, n: n + 1 } } })`, width, width, width, lambda, data)
	}
	for name, text := range map[string]string{
		"1 bit": memory(1, ""), "8 bits": memory(8, ""), "12 bits": memory(12, ""), "16 bits": memory(16, ""), "32 bits": memory(32, ""),
		"33 bits": memory(33, ""), "64 bits": memory(64, ""), "65 bits": memory(65, ""), "200 bits": memory(200, ""),
		"not compiled": memory(16, "new Date()"),
	} {
		for _, backend := range []Backend{Closures, Interpreter, WebAssembly} {
			t.Run(name+" "+string(backend), func(t *testing.T) {
				ctx := context.Background()
				c, err := Compile(ctx, Source{Text: text, Grants: circuit.AllGrants()}, Limits{})
				require.NoError(t, err)
				require.NotNil(t, c.Design, "%v", c.Diagnostics)
				m, err := c.NewMachineOn(ctx, backend)
				require.NoError(t, err)
				defer m.Close()
				controls := NewControls(c.Design)
				for i := range 9 {
					require.NoError(t, controls.Set(m, map[string]circuit.Value{"d": circuit.Uint(0xedcba9876543211 * uint64(i+1))}))
					_, err = m.Step(ctx, 1)
					require.NoError(t, err)
				}
				count, width := sim.MemoryShape(c.Design.Node(0).State[0])
				require.Equal(t, uint64(11), count)
				state := m.State(0, 0)
				require.NotEmpty(t, state.Memory)
				size := sim.CellBytes(width)
				for _, span := range [][2]int{{0, 11}, {0, 1}, {3, 4}, {8, 9}, {20, 2}} { // the last two reach beyond the memory
					want, got := make([]byte, span[1]*size), make([]byte, span[1]*size)
					for i := range got {
						got[i] = 0xaa
					}
					for k := range span[1] {
						sim.PutCell(want[k*size:], state.Memory[uint64(span[0]+k)], width)
					}
					m.Cells(0, 0, uint64(span[0]), got)
					require.Equal(t, want, got, "cells from %d", span[0])
				}
			})
		}
	}
}
