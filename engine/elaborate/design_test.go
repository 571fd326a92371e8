package elaborate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// made reads circuits from lines such as "Top(a:8 > y:4) g=Gate h=Gate | a>g.x g.y>y", the last of which is the top.
// Names of nodes may hold dots: a wire names a port by what comes after the last one.
func made(t *testing.T, lines ...string) (*circuit.Circuit, parts) {
	t.Helper()
	library := parts{}
	var c *circuit.Circuit
	for number, line := range lines {
		head, body, ok := strings.Cut(line, ")")
		require.True(t, ok)
		nodes, wires, _ := strings.Cut(body, "|")
		name, signature, _ := strings.Cut(head, "(")
		inputs, outputs, _ := strings.Cut(signature, ">")
		c = &circuit.Circuit{Name: name, Inputs: portsOf(t, inputs), Outputs: portsOf(t, outputs)}
		for column, node := range strings.Fields(nodes) {
			id, of, _ := strings.Cut(node, "=")
			c.Nodes = append(c.Nodes, circuit.Node{ID: id, ComponentRef: of, Place: circuit.Place{Line: number + 1, Column: column + 1}})
		}
		for _, wire := range strings.Fields(wires) {
			from, to, _ := strings.Cut(wire, ">")
			c.Connections = append(c.Connections, circuit.Connection{Source: endOf(from), Target: endOf(to), Place: circuit.Place{Line: number + 1}})
		}
		library[name] = c
	}
	return c, library
}

func portsOf(t *testing.T, text string) []circuit.Port {
	t.Helper()
	var list []circuit.Port
	for _, f := range strings.Fields(text) {
		name, width, _ := strings.Cut(f, ":")
		p := circuit.Port{Name: name, PortType: circuit.PortType{Kind: circuit.Bus}}
		_, err := fmt.Sscan(width, &p.PortType.Width)
		require.NoError(t, err)
		list = append(list, p)
	}
	return list
}

func endOf(text string) circuit.Endpoint {
	at := strings.LastIndex(text, ".")
	if at < 0 {
		return circuit.Endpoint{PortName: text}
	}
	return circuit.Endpoint{NodeID: text[:at], PortName: text[at+1:]}
}

const gate = "Gate(x:8 > y:8)"

func TestNodesAndNetsOfADesign(t *testing.T) {
	for name, c := range map[string]struct {
		lines  []string
		nodes  []string
		reads  map[string][]any // signal → what it reads
		places []int            // columns of the nodes' declarations
	}{
		"M1 nodes are numbered in declaration order, depth first": {
			lines: []string{
				gate, "Pair(x:8 > y:8) p=Gate q=Gate | x>p.x p.y>q.x q.y>y",
				"Top(a:8 > y:8) first=Gate pair=Pair last=Gate | a>first.x first.y>pair.x pair.y>last.x last.y>y",
			},
			nodes:  []string{"first", "pair.p", "pair.q", "last"},
			places: []int{1, 1, 2, 3},
			reads: map[string][]any{
				"first.x": {8, "input 0"}, "pair.p.x": {8, "node 0 output 0"}, "last.x": {8, "node 2 output 0"},
				"pair.y": {8, "node 2 output 0"}, "__top__.y": {8, "node 3 output 0"},
			},
		},
		"3.8 a primitive as the top is one node, called like the circuit": {
			lines: []string{gate},
			nodes: []string{"Gate"},
			reads: map[string][]any{"Gate.x": {8, "input 0"}, "__top__.y": {8, "node 0 output 0"}},
		},
		"names with dots": {
			lines: []string{
				gate, "Box(x:8 > y:8) b=Gate | x>b.x b.y>y",
				"Top(a:8 >) u.v=Box u.w=Gate | a>u.v.x u.v.y>u.w.x",
			},
			nodes: []string{"'u.v'.b", "'u.w'"},
			reads: map[string][]any{"u.v.b.x": {8, "input 0"}, "u.v.y": {8, "node 0 output 0"}, "u.w.x": {8, "node 0 output 0"}},
		},
		"an array of nodes": {
			lines: []string{gate, "Top(a:8 > y:8) g0=Gate g1=Gate g2=Gate | a>g0.x g0.y>g1.x g1.y>g2.x g2.y>y"},
			nodes: []string{"g0", "g1", "g2"},
			reads: map[string][]any{"g2.x": {8, "node 1 output 0"}, "__top__.y": {8, "node 2 output 0"}},
		},
		"places without nodes have the number of the next": {
			lines: []string{
				gate, "Wire(x:8 > y:8) | x>y",
				"Top(a:8 > y:8) w=Wire g=Gate v=Wire h=Gate u=Wire | a>w.x w.y>g.x g.y>v.x v.y>h.x h.y>u.x u.y>y",
			},
			nodes:  []string{"g", "h"},
			places: []int{2, 4},
			reads: map[string][]any{
				"w.y": {8, "input 0"}, "g.x": {8, "input 0"}, "h.x": {8, "node 0 output 0"},
				"u.x": {8, "node 1 output 0"}, "__top__.y": {8, "node 1 output 0"},
			},
		},
		"a design of wires alone": {
			lines: []string{"Wire(x:8 > y:8) | x>y", "Top(a:8 > y:8 z:8) w=Wire | a>w.x w.y>y"},
			nodes: nil,
			reads: map[string][]any{"__top__.y": {8, "input 0"}, "__top__.z": {8, "nothing"}},
		},
		"8.2 a wire seen at another width is a view, through composites too": {
			lines: []string{
				"Narrow(x:4 > y:4) | x>y", "Wide(x:70 > y:70) | x>y", gate,
				"Top(a:8 > y:8) n=Narrow w=Wide g=Gate | a>n.x n.y>w.x w.y>g.x g.y>y",
			},
			nodes: []string{"g"},
			reads: map[string][]any{"n.y": {4, 8, "input 0"}, "w.y": {70, 4, 8, "input 0"}, "g.x": {8, 70, 4, 8, "input 0"}},
		},
		"an undriven net": {
			lines: []string{gate, "Box(x:8 > y:8) g=Gate | x>g.x", "Top(> y:8) b=Box | b.y>y"},
			nodes: []string{"b.g"},
			reads: map[string][]any{"b.g.x": {8, "nothing"}, "b.y": {8, "nothing"}, "__top__.y": {8, "nothing"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			top, library := made(t, c.lines...)
			d, problems := Elaborate(top, library, Limits{})
			require.Empty(t, problems)
			require.NotNil(t, d)
			var paths []string
			for i, n := range d.Nodes() {
				require.Equal(t, n.Path, d.Path(i))
				require.Equal(t, i, d.NodeIndex(n.Path))
				paths = append(paths, n.Path)
				if c.places != nil {
					require.Equal(t, c.places[i], d.Place(i).Column, n.Path)
				}
			}
			require.Equal(t, c.nodes, paths)
			for path, want := range c.reads {
				s, ok := d.Signal(path)
				require.True(t, ok, path)
				require.Equal(t, want, trace(d, s.Net), path)
			}
			if len(top.Nodes)+len(top.Connections) > 0 {
				requireModel(t, d, flatten(top, library))
			}
		})
	}
}

// Names with dots stand in quotes, so every place has a path of its own. Without quotes a path is understood when it
// can mean one place only.
func TestPathsOfNamesWithDots(t *testing.T) {
	top, library := made(t, gate, "Box(>) c=Gate b.c=Gate", "Top(>) a.b=Box a=Box")
	d, problems := Elaborate(top, library, Limits{})
	require.Empty(t, problems)
	var paths []string
	for i := range d.NodeCount() {
		paths = append(paths, d.Path(i))
	}
	require.Equal(t, []string{"'a.b'.c", "'a.b'.'b.c'", "a.c", "a.'b.c'"}, paths)
	for i, path := range paths {
		require.Equal(t, i, d.NodeIndex(path))
		signal, ok := d.Signal(path + ".x")
		require.True(t, ok)
		require.Equal(t, d.Node(i).Inputs[0].Net, signal.Net)
	}
	require.Equal(t, 2, d.NodeIndex("'a'.'c'"), "quotes that are not needed")
	require.Equal(t, -1, d.NodeIndex("a.b.c"), "'a.b'.c or a.'b.c'")
	require.Equal(t, 1, d.NodeIndex("a.b.b.c"))
	require.Equal(t, -1, d.NodeIndex("a.b"), "a composite is no node")
	require.Equal(t, -1, d.NodeIndex(""))
}

// Each and Signals end when their reader has enough, at any depth.
func TestVisitsEndEarly(t *testing.T) {
	top, library := made(t, gate, "Pair(x:8 > y:8) p=Gate q=Gate", "Top(a:8 >) u=Pair v=Pair w=Gate")
	d, _ := Elaborate(top, library, Limits{})
	for stop := range d.NodeCount() {
		seen := 0
		for i := range d.Each() {
			seen++
			if i == stop {
				break
			}
		}
		require.Equal(t, stop+1, seen)
	}
	for stop := range d.SignalCount() {
		seen := 0
		for range d.Signals() {
			if seen++; seen == stop+1 {
				break
			}
		}
		require.Equal(t, stop+1, seen)
	}
}

// A chain of composites as deep as allowed, and one too deep.
func TestADeepHierarchy(t *testing.T) {
	lines := []string{gate}
	below := "Gate"
	for i := range maxDepth {
		name := fmt.Sprint("L", i)
		lines = append(lines, fmt.Sprintf("%s(x:8 > y:8) n=%s | x>n.x n.y>y", name, below))
		below = name
	}
	top, library := made(t, lines...)
	d, problems := Elaborate(top, library, Limits{})
	require.Empty(t, problems)
	path := strings.Repeat("n.", maxDepth-1) + "n"
	require.Equal(t, path, d.Path(0))
	require.Equal(t, 0, d.NodeIndex(path))
	require.Equal(t, 2*(maxDepth+1), d.SignalCount())
	require.Len(t, d.Nets, 2, "boundary ports cost no nets")
	s, ok := d.Signal(path + ".x")
	require.True(t, ok)
	require.Equal(t, []any{8, "input 0"}, trace(d, s.Net))

	top, library = made(t, append(lines, fmt.Sprintf("Top(>) n=%s", below))...)
	d, problems = Elaborate(top, library, Limits{})
	require.Nil(t, d)
	require.Equal(t, circuit.CodeTooLarge, problems[0].Code)
}

// A hundred thousand nodes of a few circuits, found by number and by path.
func TestADesignOfFewCircuitsInManyPlaces(t *testing.T) {
	lines := []string{gate}
	below := "Gate"
	for i := range 5 { // 10^5 gates in five levels
		var nodes, wires []string
		for k := range 10 {
			nodes = append(nodes, fmt.Sprintf("n%d=%s", k, below))
			if k > 0 {
				wires = append(wires, fmt.Sprintf("n%d.y>n%d.x", k-1, k))
			}
		}
		wires = append(wires, "x>n0.x", "n9.y>y")
		below = fmt.Sprint("L", i)
		lines = append(lines, fmt.Sprintf("%s(x:8 > y:8) %s | %s", below, strings.Join(nodes, " "), strings.Join(wires, " ")))
	}
	top, library := made(t, lines...)
	d, problems := Elaborate(top, library, Limits{})
	require.Empty(t, problems)
	require.Equal(t, 100_000, d.NodeCount())
	for _, i := range []int{0, 1, 9, 10, 12_345, 99_999} {
		digits := fmt.Sprintf("%05d", i)
		path := "n" + strings.Join(strings.Split(digits, ""), ".n")
		require.Equal(t, path, d.Path(i))
		require.Equal(t, i, d.NodeIndex(path))
		n := d.Node(i)
		want := []any{8, "input 0"}
		if i > 0 {
			want = []any{8, fmt.Sprintf("node %d output 0", i-1)}
		}
		require.Equal(t, want, trace(d, n.Inputs[0].Net), "a chain through all levels")
	}
	require.Len(t, d.Nets, 100_001)
}

// SignalsWithin gives the upper levels only, LevelsWithin how many fit.
func TestUpperLevels(t *testing.T) {
	top, library := made(
		t, gate, "Pair(x:8 > y:8) p=Gate q=Gate",
		"Top(a:8 > y:8) u=Pair v=Gate",
	)
	d, problems := Elaborate(top, library, Limits{})
	require.Empty(t, problems)
	upper := []string{"__top__.a", "__top__.y"}
	nodes := []string{"u.x", "u.y", "v.x", "v.y"}
	inside := []string{"u.p.x", "u.p.y", "u.q.x", "u.q.y"}
	within := func(levels int) (paths []string) {
		for s := range d.SignalsWithin(levels) {
			paths = append(paths, s.Path)
		}
		return paths
	}
	require.Equal(t, upper, within(0))
	require.Equal(t, slices.Concat(upper, nodes), within(1))
	require.ElementsMatch(t, slices.Concat(upper, nodes, inside), within(2))
	for limit, want := range map[int]struct {
		levels int
		all    bool
	}{5: {0, false}, 6: {1, false}, 9: {1, false}, 10: {2, true}, 1000: {2, true}} {
		levels, all := d.LevelsWithin(limit)
		require.Equal(t, want.all, all, "at most %d", limit)
		require.Equal(t, want.levels, levels, "at most %d", limit)
	}
}
