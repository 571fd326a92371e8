package elaborate

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
)

// hierarchy draws primitives and composites of them, of which each may hold those before; the last is the top.
// Names may hold dots, so that one path can mean two places; places may be empty, or pass a wire on.
func hierarchy(t *rapid.T) (*circuit.Circuit, parts) {
	library := parts{}
	var names []string
	kind := rapid.Custom(func(t *rapid.T) circuit.PortType {
		w := rapid.SampledFrom([]int{0, 1, 4, 8, 70}).Draw(t, "width")
		if w == 0 {
			return circuit.PortType{Kind: circuit.Bit}
		}
		return circuit.PortType{Kind: circuit.Bus, Width: w}
	})
	ports := func(prefix string) (list []circuit.Port) {
		limit := rapid.SampledFrom([]int{0, 1, 1, 2, 2, 3, 3, few + 3}).Draw(t, prefix+"s")
		for k := range limit {
			list = append(list, circuit.Port{Name: fmt.Sprint(prefix, k), PortType: kind.Draw(t, "type")})
		}
		return list
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "primitives") {
		c := &circuit.Circuit{Name: fmt.Sprint("P", i), Inputs: ports("i"), Outputs: ports("o")}
		if rapid.IntRange(0, 5).Draw(t, "clocked") == 0 {
			c.Clocks = []circuit.Clock{{Name: "clk"}}
		}
		library[c.Name] = c
		names = append(names, c.Name)
	}
	line := 0
	var c *circuit.Circuit
	for i := range rapid.IntRange(1, 6).Draw(t, "composites") {
		c = &circuit.Circuit{Name: fmt.Sprint("C", i), Inputs: ports("i"), Outputs: ports("o")}
		type end struct {
			at        circuit.Endpoint
			after     int // a wire from here may go to children from this one on: wires alone make no loop
			component bool
		}
		var sources, targets []end
		for _, p := range c.Inputs {
			sources = append(sources, end{at: circuit.Endpoint{PortName: p.Name}})
		}
		ids := rapid.Permutation([]string{"a", "b", "a.b", "a.b.a", "c[0]", "c[1]", "c", "i0", "b.i0", "__top__", "x y", "b.a"}).Draw(t, "ids")
		for k := range rapid.SampledFrom([]int{0, 1, 2, 3, 4, few + 2}).Draw(t, "nodes") {
			line++
			n := circuit.Node{ID: ids[k], ComponentRef: rapid.SampledFrom(names).Draw(t, "component"), Place: circuit.Place{Line: line}}
			n.Arguments.Set("line", float64(line))
			of := library[n.ComponentRef]
			if rapid.IntRange(0, 3).Draw(t, "retyped") == 0 {
				n.Inputs, n.Outputs = circuit.Pins(of.Inputs), circuit.Pins(of.Outputs)
				for _, pins := range [][]circuit.Pin{n.Inputs, n.Outputs} {
					for j := range pins {
						other := kind.Draw(t, "other type")
						pins[j].PortType = &other
					}
				}
			}
			c.Nodes = append(c.Nodes, n)
			for _, p := range of.Inputs {
				targets = append(targets, end{at: circuit.Endpoint{NodeID: n.ID, PortName: p.Name}, after: k})
			}
			for _, p := range of.Outputs {
				sources = append(sources, end{
					at: circuit.Endpoint{NodeID: n.ID, PortName: p.Name}, after: k + 1,
					component: len(of.Nodes)+len(of.Connections) == 0,
				})
			}
		}
		for _, p := range c.Outputs {
			targets = append(targets, end{at: circuit.Endpoint{PortName: p.Name}, after: len(c.Nodes)})
		}
		for _, target := range targets {
			var from []end
			for _, s := range sources {
				if s.component || s.after <= target.after {
					from = append(from, s)
				}
			}
			if len(from) > 0 && rapid.IntRange(0, 4).Draw(t, "wired") > 0 {
				s := rapid.SampledFrom(from).Draw(t, "source")
				c.Connections = append(c.Connections, circuit.Connection{Source: s.at, Target: target.at})
			}
		}
		library[c.Name] = c
		names = append(names, c.Name)
	}
	return c, library
}

// A design says of every node, net and signal what flattening with one object for each place says.
func TestADesignIsWhatPlainFlatteningGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top, library := hierarchy(t)
		if len(top.Nodes)+len(top.Connections) == 0 {
			t.Skip("a primitive is a table test")
		}
		d, problems := Elaborate(top, library, Limits{})
		require.NotNil(t, d, "%v", problems)
		require.Empty(t, problems)
		requireModel(t, d, flatten(top, library))
	})
}

// requireModel compares a design with the model, by every way of asking it.
func requireModel(t require.TestingT, d *Design, m *model) {
	require.Equal(t, len(m.nodes), d.NodeCount())
	require.Equal(t, len(m.signals), d.SignalCount())
	require.Equal(t, m.sequential, d.Sequential)

	paths := map[string][]int{}
	for i, want := range m.nodes {
		paths[want.path] = append(paths[want.path], i)
		require.Equal(t, want.path, d.Path(i))
		require.Equal(t, want.record.Place, d.Place(i))
		n := d.Node(i)
		require.Equal(t, want.path, n.Path)
		require.Equal(t, want.of.Name, n.Component)
		require.Equal(t, want.record.Arguments, n.Arguments)
		require.Equal(t, want.record.Place, n.Place)
		pins(t, d, want.inputs, n.Inputs, want.path)
		pins(t, d, want.outputs, n.Outputs, want.path)
	}
	for path, want := range paths {
		require.Contains(t, want, d.NodeIndex(path), path)
	}
	require.Equal(t, -1, d.NodeIndex("nowhere"))

	visited := 0
	for i, n := range d.Nodes() {
		require.Equal(t, visited, i)
		require.Equal(t, d.Node(i), n)
		visited++
	}
	require.Equal(t, len(m.nodes), visited)
	visited = 0
	for i, p := range d.Each() {
		require.Equal(t, visited, i)
		want := m.nodes[i]
		require.Same(t, want.of, p.Circuit())
		require.Equal(t, want.record.Arguments, p.Arguments())
		for k, port := range want.inputs {
			require.Equal(t, port.kind.Wires(), p.InputWidth(k))
			require.Equal(t, port.trace(), trace(d, p.Input(k)))
			require.Equal(t, port.trace()[len(port.trace())-1] != "nothing", p.Connected(k))
		}
		for k, port := range want.outputs {
			require.Equal(t, port.kind.Wires(), p.OutputWidth(k))
			require.Equal(t, port.trace(), trace(d, p.Output(k)))
		}
		visited++
	}
	require.Equal(t, len(m.nodes), visited)

	signals := map[string][]Signal{}
	visited = 0
	for s := range d.Signals() {
		want := m.signals[visited]
		require.Equal(t, want.path, s.Path)
		require.Equal(t, want.kind, s.Type)
		require.Equal(t, want.input, s.Input)
		require.Equal(t, want.trace(), trace(d, s.Net), s.Path)
		signals[s.Path] = append(signals[s.Path], s)
		visited++
	}
	require.Equal(t, len(m.signals), visited)
	for path, want := range signals {
		s, ok := d.Signal(path)
		require.True(t, ok, path)
		require.Equal(t, want, []Signal{s}, "one path, one signal: %s", path)
	}
	_, ok := d.Signal("nowhere.at")
	require.False(t, ok)

	var inScopes []int
	var scopes func(Scope)
	scopes = func(s Scope) {
		inScopes = append(inScopes, s.Nodes...)
		for _, below := range s.Children {
			scopes(below)
		}
	}
	scopes(d.Root())
	slices.Sort(inScopes)
	for i, n := range inScopes {
		require.Equal(t, i, n)
	}
	require.Len(t, inScopes, len(m.nodes))
}

func pins(t require.TestingT, d *Design, want []*modelPort, got []Pin, path string) {
	require.Len(t, got, len(want))
	for k, p := range want {
		require.Equal(t, p.path, circuit.AppendPath(path, got[k].Name))
		require.Equal(t, p.kind, got[k].Type)
		require.Equal(t, p.trace(), trace(d, got[k].Net), p.path)
		if p.input {
			require.Equal(t, p.trace()[len(p.trace())-1] != "nothing", got[k].Connected, p.path)
		}
	}
}
