package check

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
)

// TestDrivenPorts compares which ports are driven with a set of all ends of connections. The notes of connections about
// their nodes may be right, wrong or missing.
func TestDrivenPorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &circuit.Circuit{}
		var ends []circuit.Endpoint
		for i := range rapid.IntRange(0, 20).Draw(t, "nodes") {
			n := circuit.Node{ID: fmt.Sprint("n", i)}
			for k := range rapid.SampledFrom([]int{0, 1, 2, 3, fewPorts, fewPorts + 1, 40}).Draw(t, "inputs") {
				n.Inputs = append(n.Inputs, circuit.Pin{Name: fmt.Sprint("p", k)})
				ends = append(ends, circuit.Endpoint{NodeID: n.ID, PortName: fmt.Sprint("p", k)})
			}
			c.Nodes = append(c.Nodes, n)
		}
		for k := range rapid.IntRange(0, 20).Draw(t, "outputs") {
			c.Outputs = append(c.Outputs, circuit.Port{Name: fmt.Sprint("p", k)})
			ends = append(ends, circuit.Endpoint{PortName: fmt.Sprint("p", k)})
		}
		ends = append(ends, circuit.Endpoint{NodeID: "n1", PortName: "none"}, circuit.Endpoint{NodeID: "none", PortName: "p0"}, circuit.Endpoint{PortName: "none"})
		set := map[circuit.Endpoint]bool{}
		for range rapid.IntRange(0, 60).Draw(t, "connections") {
			w := circuit.Connection{Target: rapid.SampledFrom(ends).Draw(t, "target"), TargetNode: int32(rapid.IntRange(-1, len(c.Nodes)+1).Draw(t, "noted"))}
			set[w.Target] = true
			c.Connections = append(c.Connections, w)
		}
		got := drivenBy(c)
		for i := range c.Nodes {
			for k, p := range c.Nodes[i].Inputs {
				require.Equal(t, set[circuit.Endpoint{NodeID: c.Nodes[i].ID, PortName: p.Name}], got.input(i, k), "%s.%s", c.Nodes[i].ID, p.Name)
			}
		}
		for k, p := range c.Outputs {
			require.Equal(t, set[circuit.Endpoint{PortName: p.Name}], got.output(k), p.Name)
		}
	})
}
