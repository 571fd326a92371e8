package wasmgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
)

func TestBankOrder(t *testing.T) {
	for name, c := range map[string]struct{ registers, want []string }{
		"lists within one node are rows": {
			[]string{"rob.v0", "rob.n0", "rob.v1", "rob.n1", "rob.head"},
			[]string{"rob.v0", "rob.v1", "rob.n0", "rob.n1", "rob.head"},
		},
		"nodes of one register each are a row": {
			[]string{"r0.q", "s0.q", "r1.q", "s1.q"},
			[]string{"r0.q", "r1.q", "s0.q", "s1.q"},
		},
		"nodes of several registers stay together": {
			[]string{"c0.a", "c0.b", "c1.a", "c1.b"},
			[]string{"c0.a", "c0.b", "c1.a", "c1.b"},
		},
		"at any depth": {
			[]string{"x.c0.a", "x.c0.b", "x.r0.q", "x.c1.a", "x.c1.b", "x.r1.q"},
			[]string{"x.c0.a", "x.c0.b", "x.r0.q", "x.r1.q", "x.c1.a", "x.c1.b"},
		},
		"names without a node": {
			[]string{"v0", "n0", "v1", "n1"},
			[]string{"v0", "v1", "n0", "n1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := &netlist.Module{}
			for _, r := range c.registers {
				m.Registers = append(m.Registers, netlist.Register{Name: r, Width: 8})
			}
			var got []string
			for _, i := range bankOrder(m, nil) {
				got = append(got, c.registers[i])
			}
			require.Equal(t, c.want, got)
		})
	}
}
