package sandbox

import (
	"context"
	encoding "encoding/json"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// noLibrary knows no circuit.
type noLibrary struct{}

func (noLibrary) Resolve(circuit.DefinitionID, string) *circuit.Circuit { return nil }

// keys are the property names of a JSON object in the order in which they stand.
func keys(t *testing.T, text string) []string {
	t.Helper()
	d := encoding.NewDecoder(strings.NewReader(text))
	_, err := d.Token()
	require.NoError(t, err)
	var list []string
	for d.More() {
		key, err := d.Token()
		require.NoError(t, err)
		list = append(list, key.(string))
		var value encoding.RawMessage
		require.NoError(t, d.Decode(&value))
	}
	return list
}

// unknown is a circuit that came as data and refers to a component that does not exist.
const unknown = `{ "version": 1, "name": "Top", "inputs": [], "outputs": [], "clocks": [], "state": [],
  "nodes": [{ "id": "n", "componentRef": "Nothing", "arguments": {}, "inputs": [], "outputs": [], "clocks": [] }],
  "connections": [], "implementation": { "kind": "composite" }, "metadata": { "timing": "combinational" } }`

// The circuit as data: dsl.md sections 8, 10 and 11.
func TestRepresentation(t *testing.T) {
	const inverter = `const Inv = circuit('Inv', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })
`
	t.Run("D72 M61 a redefined name means the new circuit", func(t *testing.T) {
		gate := func(eval string) string {
			return "const G = circuit('G', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => ({ y: " + eval + " }) })\n"
		}
		use := wrap("inputs: { a: bit, b: bit }, outputs: { y: bit, z: bit }, nodes: { g: G, n: And }, connect: ({ inputs, outputs, nodes: { g, n } }) => [inputs.a.to(g.a, n.a), inputs.b.to(g.b, n.b), g.y.to(outputs.y), n.out.to(outputs.z)]")
		one := map[string]uint64{"a": 1}
		start(t, gate("a & b")+use).set(one).expect("y", 0).expect("z", 0)
		start(t, gate("a ^ b")+use).set(one).expect("y", 1).expect("z", 0)
		// within one source, with other ports and another onTick
		b := start(t, `circuit('C', { inputs: { up: bit }, outputs: { y: bus(8) }, state: { n: reg(8, 1) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ n: n + 1 }) })
const C = circuit('C', { outputs: { twice: bus(8) }, state: { n: reg(8, 1) }, eval: ({ n }) => ({ twice: n }), onTick: ({ n }) => ({ n: 2 * n }) })
`+wrap("outputs: { y: bus(8) }, nodes: { c: C }, connect: ({ outputs, nodes: { c } }) => [c.twice.to(outputs.y)]"))
		b.tick(3).expect("y", 8)
	})
	t.Run("D72 each node keeps the circuit it was made from", func(t *testing.T) { // differs on purpose
		part := func(name, eval string) string {
			return "const " + name + " = circuit('G', { outputs: { y: bus(8) }, eval: () => ({ y: " + eval + " }) })\n"
		}
		start(t, part("Old", "1")+part("New", "2")+wrap("outputs: { y: bus(8), z: bus(8) }, nodes: { o: Old, n: New }, connect: ({ outputs, nodes: { o, n } }) => [o.y.to(outputs.y), n.y.to(outputs.z)]")).
			expect("y", 1).expect("z", 2)
	})
	t.Run("D73 what a circuit depends on", func(t *testing.T) {
		c := start(t, inverter+"const Pair = circuit('Pair', { nodes: { p: Inv, q: Inv, f: DFlipFlop() } })\n"+wrap("nodes: { pair: Pair, again: Inv, g: And }")).c
		require.Equal(t, []string{"And", "DFlipFlop", "Inv", "Not", "Pair"}, slices.Sorted(maps.Keys(c.Library)))
		two := start(t, "const A = circuit('G', { outputs: { y: bit } })\nconst B = circuit('G', { outputs: { z: bit } })\n"+wrap("nodes: { a: A, b: B }")).c
		require.Equal(t, "y", two.Library["G"].Outputs[0].Name)
	})
	t.Run("D74 the fields of the IR and their order", func(t *testing.T) {
		c := start(t, inverter).c
		text := asJSON(t, c.Circuit)
		require.Equal(t, []string{"version", "name", "inputs", "outputs", "clocks", "state", "nodes", "connections", "implementation", "metadata"}, keys(t, text))
		require.Equal(t, `{"version":1,"name":"Inv","inputs":[{"name":"a","portType":{"kind":"bit"}}],"outputs":[{"name":"y","portType":{"kind":"bit"}}],`+
			`"clocks":[],"state":[],"nodes":[{"id":"n","componentRef":"Not","arguments":{},"inputs":[{"id":"n.in","name":"in","portType":{"kind":"bit"}}],`+
			`"outputs":[{"id":"n.out","name":"out","portType":{"kind":"bit"}}],"clocks":[]}],"connections":[`+
			`{"id":"conn_0","source":{"nodeId":"","portName":"a"},"target":{"nodeId":"n","portName":"in"},"portType":{"kind":"bit"}},`+
			`{"id":"conn_1","source":{"nodeId":"n","portName":"out"},"target":{"nodeId":"","portName":"y"},"portType":{"kind":"bit"}}],`+
			`"implementation":{"kind":"composite"},"metadata":{"timing":"combinational"}}`, text)
	})
	t.Run("D75 state blocks", func(t *testing.T) {
		c := compile(t, one("outputs: { y: bus(8) }, state: { n: reg(8, 3) }, eval: ({ n }) => ({ y: n })"))
		require.JSONEq(t, `[{"id":"P-n","name":"n","stateType":{"kind":"bus","width":8},"initialValue":3,"clockRef":"clk","edge":"rising"}]`, asJSON(t, c.Circuit.State))
	})
	t.Run("D76 D77 ends of connections", func(t *testing.T) {
		c := compile(t, wrap("inputs: { a: bus(4) }, nodes: { r: Register({ width: 8 }), s: Register({ width: 8 }) }, connect: ({ inputs, nodes: { r, s } }) => [inputs.a.to(r.data), r.q.to(s.data)]"))
		node := asJSON(t, c.Circuit.Nodes[0])
		require.Contains(t, node, `{"id":"r.data","name":"data","portType":{"kind":"bus","width":8}}`)
		require.Contains(t, node, `"clocks":[{"id":"r.clk","name":"clk"}]`)
		require.Equal(t, circuit.Endpoint{NodeID: "", PortName: "a"}, c.Circuit.Connections[0].Source)
		require.Equal(t, 4, c.Circuit.Connections[0].PortType.Width, "the source's type")
		require.Equal(t, circuit.Endpoint{NodeID: "r", PortName: "q"}, c.Circuit.Connections[1].Source)
	})
	t.Run("D78 metadata", func(t *testing.T) {
		meta := "meta: { description: 'd', category: 'c', icon: 'i', tags: ['t'], author: 'a', version: 'v', interactiveArg: 'k', synthesizable: false, other: 1, title: undefined }"
		require.JSONEq(t, `{"timing":"combinational","description":"d","category":"c","icon":"i","tags":["t"],"author":"a","version":"v","synthesizable":false,"interactiveArg":"k"}`,
			asJSON(t, compile(t, one(meta)).Circuit.Metadata))
		require.JSONEq(t, `{"timing":"combinational"}`, asJSON(t, compile(t, one("")).Circuit.Metadata))
		require.JSONEq(t, `{"timing":"sequential","description":"d"}`, asJSON(t, compile(t, wrap("nodes: { r: Register() }, meta: { description: 'd' }")).Circuit.Metadata))
	})
	t.Run("D79 JSON.stringify of a circuit", func(t *testing.T) {
		c := compile(t, inverter+"console.log(JSON.stringify(Inv))")
		require.Len(t, c.Console, 1)
		require.Equal(t, []string{"circuit", "_dependencies"}, keys(t, c.Console[0]))
		var got struct {
			Circuit      encoding.RawMessage `json:"circuit"`
			Dependencies map[string]struct {
				Circuit circuit.Circuit `json:"circuit"`
			} `json:"_dependencies"`
		}
		require.NoError(t, encoding.Unmarshal([]byte(c.Console[0]), &got))
		require.JSONEq(t, asJSON(t, c.Circuit), string(got.Circuit))
		require.Equal(t, "Not", got.Dependencies["Not"].Circuit.Name)
		require.Equal(t, circuit.Primitive, got.Dependencies["Not"].Circuit.Implementation.Kind)
	})
	t.Run("D81 M7 an unknown component", func(t *testing.T) {
		var top circuit.Circuit
		require.NoError(t, encoding.Unmarshal([]byte(unknown), &top))
		design, problems := elaborate.Elaborate(&top, noLibrary{}, elaborate.Limits{})
		require.Nil(t, design)
		require.Len(t, problems, 1)
		require.Equal(t, circuit.CodeUnknownComponent, problems[0].Code)
		require.Contains(t, problems[0].Message, "Unknown component: Nothing (referenced by node n)")
		outer := circuit.Circuit{Version: 1, Name: "Outer", Implementation: circuit.Implementation{Kind: circuit.Composite}, Nodes: []circuit.Node{{ID: "u", ComponentRef: "Top"}}}
		_, problems = elaborate.Elaborate(&outer, onlyOne{&top}, elaborate.Limits{})
		require.Contains(t, problems[0].Message, "(referenced by node u.n)")
	})
	t.Run("D103 an argument for the user to change", func(t *testing.T) {
		b := start(t, `const Dial = circuit('Dial', (o = {}) => ({ outputs: { y: bus(8) }, eval: ({ level = 1 }) => ({ y: level }), meta: { interactiveArg: 'level' } }))
`+wrap("outputs: { y: bus(8), z: bus(8) }, nodes: { a: Dial({ level: 7 }), b: Dial() }, connect: ({ outputs, nodes: { a, b } }) => [a.y.to(outputs.y), b.y.to(outputs.z)]"))
		b.expect("y", 7).expect("z", 1)
		snapshot, err := b.m.Snapshot()
		require.NoError(t, err)
		b.set(map[string]uint64{"a": 9, "b": 3}).expect("y", 9).expect("z", 3)
		require.NoError(t, b.m.Restore(context.Background(), snapshot))
		b.expect("y", 7).expect("z", 1)
	})
}

// onlyOne is a library of one circuit.
type onlyOne struct{ c *circuit.Circuit }

func (l onlyOne) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit {
	if name == l.c.Name {
		return l.c
	}
	return nil
}

// The harness: dsl.md section 12.
func TestHarness(t *testing.T) {
	ports := func(width string) string {
		return wrap("inputs: { a: bit, d: " + width + " }, outputs: { y: bit, q: " + width + " }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y), inputs.d.to(outputs.q)]")
	}
	harness := func(t *testing.T, text string) *Compiled {
		c, err := Compile(context.Background(), Source{Text: text, Harness: true}, Limits{})
		require.NoError(t, err)
		require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
		return c
	}
	t.Run("D84 without ports it is the circuit itself", func(t *testing.T) {
		c := harness(t, wrap("nodes: { s: Switch, l: Led }, connect: ({ nodes: { s, l } }) => [s.out.to(l.in)]"))
		require.Equal(t, "Top", c.Circuit.Name)
		require.Same(t, c.Circuit, circuit.Harness(c.Circuit, noLibrary{}, nil))
	})
	t.Run("D85 D86 nodes, in order", func(t *testing.T) {
		c := harness(t, ports("bus(16)"))
		require.Equal(t, "TopDemo", c.Circuit.Name)
		var list []string
		for _, n := range c.Circuit.Nodes {
			list = append(list, n.ID+" "+n.Label+" "+n.ComponentRef+" "+asJSON(t, n.Arguments))
		}
		require.Equal(t, []string{"dut  Top {}", "a a Switch {}", `d d Input {"width":16}`, "y y Led {}", `q q HexDisplay {"width":16}`}, list)
		require.Equal(t, "c0", c.Circuit.Connections[0].ID)
		require.Len(t, c.Circuit.Connections, 4)
		require.Empty(t, c.Circuit.Inputs)
	})
	t.Run("D87 values to start with", func(t *testing.T) {
		top := compile(t, ports("bus(16)")).Circuit
		h := circuit.Harness(top, noLibrary{}, map[string]circuit.Value{"d": circuit.Uint(513), "a": circuit.Uint(1)})
		require.JSONEq(t, `{"value":1}`, asJSON(t, h.Nodes[1].Arguments))
		require.JSONEq(t, `{"width":16,"value":513}`, asJSON(t, h.Nodes[2].Arguments))
		require.JSONEq(t, `{}`, asJSON(t, h.Nodes[3].Arguments))
	})
	t.Run("D88 an edited circuit has an edited harness", func(t *testing.T) {
		for _, width := range []int{4, 12} {
			c := harness(t, ports("bus("+string(asJSON(t, width))+")"))
			require.Equal(t, width, c.Circuit.Nodes[0].Inputs[1].PortType.Width)
			require.Equal(t, width, c.Library["Top"].Inputs[1].PortType.Width)
		}
	})
}

// The messages of a compile.
func TestReports(t *testing.T) {
	t.Run("D94 M67 every problem has its own code and place", func(t *testing.T) { // differs on purpose
		c := compile(t, "circuit('A', { inputs: { a: bus(0) } })\ncircuit('B', { nodes: { inputs: Not } })\n")
		require.True(t, circuit.HasErrors(c.Diagnostics))
		for _, d := range c.Diagnostics {
			require.NotEqual(t, "compile-error", string(d.Code))
			require.NotZero(t, d.Line)
		}
		require.Nil(t, c.Circuit)
		require.Nil(t, c.Design)
	})
	t.Run("D95 M67 circuits and components of a good source", func(t *testing.T) {
		c := compile(t, "circuit('A', {})\n"+gate)
		require.False(t, circuit.HasErrors(c.Diagnostics))
		require.Equal(t, []string{"A", "Top"}, c.Circuits)
		require.Equal(t, []string{"Not"}, slices.Collect(maps.Keys(c.Library)))
	})
	t.Run("D96 recursion is found by compiling", func(t *testing.T) { // differs on purpose
		require.Equal(t, circuit.CodeRecursion, only(t, "const A = circuit('A', { nodes: { g: Not } })\ncircuit('A', { nodes: { a: A } })").Code)
	})
	t.Run("D97 a compile that takes too long ends", func(t *testing.T) {
		began := time.Now()
		c, err := Compile(context.Background(), Source{Text: "circuit('A', {})\nlet n = 0\nwhile (true) n++"}, Limits{RunTime: 50 * time.Millisecond})
		require.NoError(t, err)
		require.Less(t, time.Since(began), 30*time.Second)
		require.Equal(t, circuit.CodeTimeLimit, c.Diagnostics[0].Code)
		require.Equal(t, 3, c.Diagnostics[0].Line)
		require.Nil(t, c.Design)
		start(t, gate).expect("y", 1)
	})
	t.Run("M64 the circuit that was asked for", func(t *testing.T) {
		text := "circuit('A', {})\ncircuit('B', {})\n"
		require.Equal(t, "B", compile(t, text).Main)
		c, err := Compile(context.Background(), Source{Text: text, Circuit: "A"}, Limits{})
		require.NoError(t, err)
		require.Equal(t, "A", c.Main)
		c, err = Compile(context.Background(), Source{Text: text, Circuit: "X"}, Limits{})
		require.NoError(t, err)
		require.Equal(t, `Circuit "X" not found. Available: A, B`, c.Diagnostics[0].Message)
	})
}

func TestMemoryIsNotCopied_D65(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: one(`inputs: { addr: bus(16) }, outputs: { y: bus(8) },
  state: { m: mem(65536, 8, new Map(Array.from({ length: 60000 }, (_, i) => [i, 1 + i % 250]))) },
  eval: ({ m, addr }) => ({ y: m[addr] }), onTick: ({ m }) => ({ m })`)}, Limits{})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
	for _, backend := range []Backend{Closures, Interpreter} {
		m, err := c.NewMachineOn(context.Background(), backend)
		require.NoError(t, err)
		step := func(n int) {
			done, err := m.Step(context.Background(), n)
			require.NoError(t, err)
			require.Equal(t, n, done)
		}
		step(1)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		step(100)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*60000), "%s: less than one byte for each cell and cycle", backend)
	}
}
