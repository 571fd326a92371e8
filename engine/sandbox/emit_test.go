package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
)

// Circuits written back as source text: dsl.md section 13.1.
func TestSourceText(t *testing.T) {
	source := func(t *testing.T, text string) string {
		t.Helper()
		out, err := compile(t, text).Source()
		require.NoError(t, err)
		return out
	}
	t.Run("D89 dependencies first, no imports or exports", func(t *testing.T) {
		out := source(t, `import { And } from '@simten/core'
const Inner = circuit('Inner', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.n.in), nodes.n.out.to(outputs.y)] })
export const Outer = circuit('Outer', { inputs: { a: bit }, outputs: { y: bit }, nodes: { pair: [Inner, Inner] }, connect: ({ inputs: i, outputs: o, nodes: { pair } }) => [i.a.to(pair[0].a), pair[0].y.to(pair[1].a), pair[1].y.to(o.y)] })
`)
		require.Equal(t, lines(
			"const Inner = circuit('Inner', {",
			"  inputs: { a: bit },",
			"  outputs: { y: bit },",
			"  nodes: { n: Not },",
			"  connect: ({ inputs, outputs, nodes }) => [",
			"    inputs.a.to(nodes.n.in),",
			"    nodes.n.out.to(outputs.y),",
			"  ],",
			"});",
			"",
			"const Outer = circuit('Outer', {",
			"  inputs: { a: bit },",
			"  outputs: { y: bit },",
			"  nodes: { pair0: Inner, pair1: Inner },",
			"  connect: ({ inputs, outputs, nodes }) => [",
			"    inputs.a.to(nodes.pair0.a),",
			"    nodes.pair0.y.to(nodes.pair1.a),",
			"    nodes.pair1.y.to(outputs.y),",
			"  ],",
			"});",
		), out)
	})
	t.Run("D90 all targets of a source in one call", func(t *testing.T) {
		out := source(t, wrap("inputs: { a: bit }, outputs: { y: bit, z: bit }, nodes: { n: Not }, connect: ({ inputs: i, outputs: o, nodes }) => [i.a.to(nodes.n.in), nodes.n.out.to(o.y), i.a.to(o.z)]"))
		require.Contains(t, out, "    inputs.a.to(nodes.n.in, outputs.z),\n")
		require.Equal(t, 1, strings.Count(out, "inputs.a.to"))
	})
	t.Run("D91 options, and behaviour that cannot be written", func(t *testing.T) {
		out := source(t, wrap("outputs: { y: bus(8) }, nodes: { c: Constant({ value: 200, width: 8 }), m: ROM({ memory: { 0: 5, 3: 7 } }), r: Register(), t: Not }, connect: ({ outputs: o, nodes }) => [nodes.c.out.to(o.y)]"))
		require.Contains(t, out, "c: Constant({ value: 200, width: 8 })")
		require.Contains(t, out, `m: ROM({ memory: { 0: 5, 3: 7 } })`)
		require.Contains(t, out, "r: Register()")
		require.Contains(t, out, "t: Not")
		c := compile(t, "const Own = circuit('Own', { outputs: { y: bit }, eval: () => ({ y: 1 }) })\n"+wrap("nodes: { o: Own }"))
		_, err := c.Source()
		var refused *emit.Error
		require.True(t, errors.As(err, &refused))
		require.Equal(t, "Own", refused.Circuit)
		_, err = compile(t, "x").Source()
		require.ErrorIs(t, err, ErrNoDesign)
	})
	t.Run("D92 names that mean something else", func(t *testing.T) {
		for name, constant := range map[string]string{"top": "top_", "default": "default_", "Reg": "Reg", "half adder": "half_adder", "8bit": "_8bit", "Größe": "Gr__e"} {
			out := source(t, "circuit("+asJSON(t, name)+", { inputs: { a: bit } })")
			require.True(t, strings.HasPrefix(out, "const "+constant+" = circuit('"+name+"', {\n"), out)
			require.Equal(t, name, compile(t, out).Main)
		}
		out := source(t, "const A = circuit('Not', { inputs: { a: bit }, nodes: { g: Not }, connect: ({ inputs, nodes }) => [inputs.a.to(nodes.g.in)] })\n"+wrap("nodes: { a: A }"))
		require.Contains(t, out, "const Not_2 = circuit('Not', {")
		require.Contains(t, out, "nodes: { a: Not_2 }")
	})
	t.Run("state and meta", func(t *testing.T) {
		text := "circuit('S', { inputs: { a: bit }, state: { b: reg(1, 1), n: reg(8, 5), w: reg(70, 123456789012345678901n), t: 'it\\'s', m: mem(5, 8, new Map([[3, 9], [0, 1]])) }, meta: { icon: '⚙', tags: ['x'], synthesizable: false } })"
		out := source(t, text)
		require.Contains(t, out, "b: reg(1, 1)")
		require.Contains(t, out, "n: reg(8, 5)")
		require.Contains(t, out, "w: reg(70, 123456789012345678901n)")
		require.Contains(t, out, `t: "it's"`)
		require.Contains(t, out, "m: mem(5, 8, new Map([[0, 1], [3, 9]]))")
		require.Contains(t, out, "meta: { icon: '⚙', tags: ['x'], synthesizable: false }")
		require.Equal(t, asJSON(t, compile(t, text).Circuit), asJSON(t, compile(t, out).Circuit))
	})
}

// shape is what must be the same after a circuit was written and read again.
type shape struct {
	Inputs, Outputs []circuit.Port
	Nodes           []string // id, component, options
	Connections     []string
}

func shapeOf(c *circuit.Circuit) shape {
	s := shape{}
	strip := func(list []circuit.Port) []circuit.Port {
		list = slices.Clone(list)
		for i := range list {
			list[i].Place = circuit.Place{}
		}
		return list
	}
	s.Inputs, s.Outputs = strip(c.Inputs), strip(c.Outputs)
	for i := range c.Nodes {
		options, _ := c.Nodes[i].Arguments.MarshalJSON()
		s.Nodes = append(s.Nodes, fmt.Sprint(c.Nodes[i].ID, " ", c.Nodes[i].ComponentRef, " ", string(options)))
	}
	for i := range c.Connections {
		s.Connections = append(s.Connections, c.Connections[i].Source.String()+" > "+c.Connections[i].Target.String())
	}
	slices.Sort(s.Connections)
	return s
}

// shapes are the shapes of the main circuit and of all that it is made of, the library's left out.
func shapes(c *Compiled) map[string]shape {
	all := map[string]shape{c.Circuit.Name: shapeOf(c.Circuit)}
	for name, sub := range c.Library {
		if d := c.realm.Definition(sub.Definition); d == nil || !d.Library {
			all[name] = shapeOf(sub)
		}
	}
	return all
}

func TestExamplesComeBackFromSourceText_D89(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/*.circuit.ts")
	require.NoError(t, err)
	more, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	files = append(files, more...)
	require.Greater(t, len(files), 10)
	written := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		c, err := Compile(context.Background(), Source{Text: string(text), Grants: circuit.AllGrants()}, Limits{})
		require.NoError(t, err)
		if c.Circuit == nil || len(c.Needs) > 0 {
			continue
		}
		out, err := c.Source()
		var refused *emit.Error
		if errors.As(err, &refused) {
			continue // it has lambdas of its own
		}
		require.NoError(t, err, file)
		written++
		again := compile(t, out)
		require.NotNil(t, again.Circuit, "%s: %v", file, again.Diagnostics)
		require.Equal(t, shapes(c), shapes(again), file)
	}
	require.Greater(t, written, 5)
}

// randomName draws names that are awkward in a program, too.
func randomName(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z][a-z0-9]{0,4}`),
		rapid.SampledFrom([]string{"constructor", "toString", "top", "default", "a b", "x-1", "it's", "😀", "ß", "7", "Not", "back\\slash", "line\nbreak", "`", "${x}"}),
	).Draw(t, label)
}

// randomComposite writes a circuit of gates, bus components and earlier composites.
func randomComposite(t *rapid.T, name string, earlier []string) string {
	var b strings.Builder
	quote := func(s string) string {
		return strings.NewReplacer("\\", "\\\\", "'", "\\'", "\n", "\\n").Replace(s)
	}
	inputs := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return "i" + randomName(t, "input") }), 1, 4, rapid.ID).Draw(t, "inputs")
	outputs := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return "o" + randomName(t, "output") }), 1, 3, rapid.ID).Draw(t, "outputs")
	nodes := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return "n" + randomName(t, "node") }), 1, 6, rapid.ID).Draw(t, "nodes")
	list := func(names []string) string {
		var out []string
		for _, n := range names {
			out = append(out, "'"+quote(n)+"': bit")
		}
		return strings.Join(out, ", ")
	}
	fmt.Fprintf(&b, "{ const make = circuit('%s', { inputs: { %s }, outputs: { %s }, nodes: { ", quote(name), list(inputs), list(outputs))
	two := map[string]bool{"And": true, "Or": true, "Xor": true}
	var sinks, sources []string
	for _, in := range inputs {
		sources = append(sources, "i['"+quote(in)+"']")
	}
	for _, n := range nodes {
		kinds := []string{"And", "Or", "Xor", "Not", "DFlipFlop({ value: 1 })", "Not()"}
		for i := range earlier {
			kinds = append(kinds, fmt.Sprintf("made[%d]", i))
		}
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		at := "n['" + quote(n) + "']"
		fmt.Fprintf(&b, "'%s': %s, ", quote(n), kind)
		switch {
		case two[kind]:
			sinks = append(sinks, at+".a", at+".b")
			sources = append(sources, at+".out")
		case strings.HasPrefix(kind, "Not"):
			sinks = append(sinks, at+".in")
			sources = append(sources, at+".out")
		case strings.HasPrefix(kind, "DFlip"):
			sinks = append(sinks, at+".d")
			sources = append(sources, at+".q", at+".q_bar")
		}
	}
	for _, out := range outputs {
		sinks = append(sinks, "o['"+quote(out)+"']")
	}
	b.WriteString("}, connect: ({ inputs: i, outputs: o, nodes: n }) => [")
	for _, sink := range sinks {
		if rapid.Float64Range(0, 1).Draw(t, "wired") < 0.8 {
			fmt.Fprintf(&b, "%s.to(%s), ", rapid.SampledFrom(sources).Draw(t, "source"), sink)
		}
	}
	b.WriteString("] }); made.push(make) }\n")
	return b.String()
}

func TestRandomCircuitsComeBackFromSourceText_D89(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := "const made = []\n"
		names := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return "C" + randomName(t, "circuit") }), 1, 4, rapid.ID).Draw(rt, "circuits")
		for i, name := range names {
			text += randomComposite(rt, name, names[:i])
		}
		c := compile(t, text)
		if c.Circuit == nil {
			rt.Fatalf("%s\n%v", text, c.Diagnostics)
		}
		out, err := c.Source()
		require.NoError(rt, err)
		again := compile(t, out)
		if again.Circuit == nil {
			rt.Fatalf("%s\n%v", out, again.Diagnostics)
		}
		require.Equal(rt, shapes(c), shapes(again), out)
		twice, err := again.Source()
		require.NoError(rt, err)
		require.Equal(rt, out, twice)
	})
}

// A definition that leads back to itself can only come as data.
func TestSourceTextOfARecursion(t *testing.T) {
	loop := &circuit.Circuit{Name: "Loop", Nodes: []circuit.Node{{ID: "n", ComponentRef: "Loop"}}}
	_, err := emit.Program(loop, recursive{loop})
	require.ErrorContains(t, err, "contains itself")
	_, err = emit.Program(&circuit.Circuit{Name: "A", Nodes: []circuit.Node{{ID: "n", ComponentRef: "Gone"}}}, recursive{loop})
	require.ErrorContains(t, err, "refers to Gone")
}

type recursive struct{ only *circuit.Circuit }

func (r recursive) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit {
	if name == r.only.Name {
		return r.only
	}
	return nil
}
func (recursive) Standard(*circuit.Circuit) bool { return false }
func (recursive) Behaves(*circuit.Circuit) bool  { return false }
