package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
	"simten.dev/engine/protocol/protocoltest"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/std"
)

// page is the client's own reader of tables, which runs here in goja.
type page struct {
	vm     *goja.Runtime
	unfold goja.Callable
}

// The entry: what a page makes of a result and its tables. It finds each signal by its path, before the list is made,
// and looks at every list twice.
const pageScript = `
import { unfold } from './tables'
import { lookupOf } from './signals'
import { InvalidMessage } from './validate'
globalThis.unfolded = (text, bytes, paths) => {
  try {
    const result = unfold({ ...JSON.parse(text), tables: new Uint8Array(bytes) })
    const find = lookupOf(result.design)
    const found = JSON.parse(paths).map((path) => find(path) ?? null)
    const once = JSON.stringify(result)
    if (JSON.stringify(result) !== once) throw new Error('it changes')
    return JSON.stringify({ result, found })
  } catch (error) {
    if (error instanceof InvalidMessage) return error.message
    throw error
  }
}
`

func newPage(t testing.TB) *page {
	t.Helper()
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: pageScript, ResolveDir: "../../embed/client/src", Loader: api.LoaderTS},
		Bundle: true, Format: api.FormatIIFE, Target: api.ES2017,
		Supported: map[string]bool{"regexp-unicode-property-escapes": false},
	})
	require.Empty(t, built.Errors)
	script := strings.Replace(string(built.OutputFiles[0].Contents), `new RegExp("\\p{Surrogate}", "u")`, `/[\ud800-\udfff]/`, 1)
	vm := goja.New()
	require.NoError(t, vm.Set("decodeUTF8", func(bytes []byte) (string, error) {
		if !utf8.Valid(bytes) {
			return "", fmt.Errorf("not UTF-8")
		}
		return string(bytes), nil
	}))
	_, err := vm.RunString(`globalThis.TextDecoder = class { decode(b) { return decodeUTF8(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)) } }`)
	require.NoError(t, err)
	_, err = vm.RunString(script)
	require.NoError(t, err)
	unfold, ok := goja.AssertFunction(vm.Get("unfolded"))
	require.True(t, ok)
	return &page{vm, unfold}
}

// read is what the page has in the end, or why it refused it.
func (p *page) read(t testing.TB, piece protocol.Piece, paths []string) string {
	t.Helper()
	var reply struct{ Compile json.RawMessage }
	require.NoError(t, json.Unmarshal(piece.Text, &reply))
	asked, err := json.Marshal(paths)
	require.NoError(t, err)
	answer, err := p.unfold(nil, p.vm.ToValue(string(reply.Compile)), p.vm.ToValue(p.vm.NewArrayBuffer(piece.Bytes)), p.vm.ToValue(string(asked)))
	require.NoError(t, err)
	return answer.String()
}

// both describes a program in two ways: plainly, and with tables as they travel.
func both(t testing.TB, p Program, limits protocol.Limits) (plain *protocol.CompileResult, folded protocol.Piece) {
	t.Helper()
	whole, tables := p.Result(), p.Result()
	whole.Design = sandbox.Describe(p.Design())
	require.NoError(t, sandbox.EncodeColumns(&tables, p.Design()))
	pieces, err := protocol.EncodeReply(&protocol.Reply{ID: 1, Compile: &tables}, limits)
	require.NoError(t, err)
	require.Len(t, pieces, 1)
	return &whole, pieces[0]
}

// agree compares what a page and a program in Go make of tables with the plain description.
func agree(t *testing.T, reader *page, p Program) {
	t.Helper()
	limits := protocol.DefaultLimits
	limits.ResultBytes = limits.MessageBytes
	plain, folded := both(t, p, limits)
	require.Nil(t, plain.Tables)
	paths := []string{"", ".", "__top__.", "nothing.like.it", "__top__"}
	want := make([]any, len(paths))
	for _, s := range plain.Design.Signals {
		paths = append(paths, s.Path)
		want = append(want, map[string]any{"net": s.Net, "driven": s.Driven})
	}
	_, err := protocol.Encode(plain) // lists that are not there are empty
	require.NoError(t, err)
	text, err := json.Marshal(map[string]any{"result": plain, "found": want})
	require.NoError(t, err)
	same(t, string(text), reader.read(t, folded, paths))

	var reply protocol.Reply
	require.NoError(t, json.Unmarshal(folded.Text, &reply))
	reply.Compile.Tables = folded.Bytes
	require.NoError(t, protocoltest.Unfold(reply.Compile))
	got, err := protocol.Encode(reply.Compile)
	require.NoError(t, err)
	wantText, err := json.Marshal(plain)
	require.NoError(t, err)
	same(t, string(wantText), string(got))
}

// same compares JSON, and says of long ones where they differ.
func same(t *testing.T, want, got string) {
	t.Helper()
	var a, b any
	require.NoError(t, json.Unmarshal([]byte(want), &a))
	require.NoError(t, json.Unmarshal([]byte(got), &b), "%.300s", got)
	if at := difference("", a, b); at != "" {
		t.Fatal(at)
	}
}

func difference(path string, a, b any) string {
	switch x := a.(type) {
	case map[string]any:
		y, _ := b.(map[string]any)
		for key := range x {
			if d := difference(path+"."+key, x[key], y[key]); d != "" {
				return d
			}
		}
		if len(x) != len(y) {
			return fmt.Sprintf("%s has %d keys, not %d", path, len(y), len(x))
		}
		return ""
	case []any:
		y, _ := b.([]any)
		if len(x) != len(y) {
			return fmt.Sprintf("%s has %d elements, not %d", path, len(y), len(x))
		}
		for i := range x {
			if d := difference(fmt.Sprint(path, "[", i, "]"), x[i], y[i]); d != "" {
				return d
			}
		}
		return ""
	}
	if a != b {
		return fmt.Sprintf("%s is %v, not %v", path, b, a)
	}
	return ""
}

// compiled compiles a source; nil when it has errors.
func compiled(t testing.TB, source, name string) Program {
	t.Helper()
	p, err := Native(protocol.DefaultLimits, "", Signs{}).Compile(t.Context(), protocol.CompileRequest{Source: source, Circuit: name, Harness: true}, nil)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	if p.Design() == nil {
		return nil
	}
	return p
}

// A page reads the plain description from the tables, for every example and every component of the library.
func TestTablesAreTheDescription(t *testing.T) {
	reader := newPage(t)
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	read := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(text), "\nimport ") {
			continue // its packages are not at hand here
		}
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			p := compiled(t, string(text), "")
			require.NotNil(t, p)
			agree(t, reader, p)
			read++
		})
	}
	require.Greater(t, read, 20)
	components := 0
	for _, c := range std.Components() {
		use := c.Name
		if c.Factory {
			use += "()"
		}
		p := compiled(t, "circuit('Top', { nodes: { u: "+use+", v: "+use+" } })", "")
		if p == nil {
			continue // it needs options
		}
		t.Run(c.Name, func(t *testing.T) { agree(t, reader, p) })
		components++
	}
	require.Greater(t, components, 90)
}

// Names and options that a description may have.
func TestTablesCarryWhatIsUnusual(t *testing.T) {
	reader := newPage(t)
	for name, source := range map[string]string{
		"nothing":   "circuit('Top', {})",
		"own ports": "circuit('Top', { inputs: { a: bit, b: bus(1) }, outputs: { y: bus(70) }, eval: () => ({ y: 0 }) })",
		"options": `const F = (o = {}) => circuit('F', { inputs: { a: bit }, eval: () => ({}) })
			circuit('Top', { nodes: { a: F({ x: -0, y: 1.5, z: 1e300, big: 12345678901234567890n, t: 'é"\\<😀', n: null, b: true, __proto__: 1, l: [1, { k: [] }] }), b: F({ x: -7 }), c: F() } })`,
		"labels": "circuit('Top', { nodes: { a: Not.label?.('x') ?? Not, list: [Not, Not] } })",
		"clocks": "circuit('Top', { nodes: { r: Register({ width: 1 }), q: DFlipFlop } })",
	} {
		t.Run(name, func(t *testing.T) {
			p := compiled(t, source, "")
			require.NotNil(t, p)
			agree(t, reader, p)
		})
	}
}

// Nodes stand in the line of their entry, and those that a list makes all in one.
func TestTablesTellTheLinesOfNodes(t *testing.T) {
	p := compiled(t, `circuit('Top', {
	inputs: { a: bit },
	nodes: {
		one: Not,
		list: Array.from({ length: 2 }, () =>
			Not),
	},
})`, "")
	require.NotNil(t, p)
	r := p.Result()
	require.NoError(t, protocoltest.Unfold(&r))
	lines := map[string]int{}
	for _, c := range []*circuit.Circuit{r.Circuit, r.Library["Top"]} {
		for i := range c.Nodes {
			lines[c.Nodes[i].ID] = c.Nodes[i].Place.Line
		}
	}
	require.Equal(t, map[string]int{"a": 2, "dut": 1, "one": 4, "list0": 5, "list1": 5}, lines)
}

// built is a program that no source gives: its circuit is made by hand.
type built struct {
	Program
	result protocol.CompileResult
	design *elaborate.Design
}

func (b built) Result() protocol.CompileResult { return b.result }
func (b built) Design() *elaborate.Design      { return b.design }

// Ids of nodes with dots in them, ids of connections of one's own, labels, texts that are not Unicode.
func TestTablesCarryAnyCircuit(t *testing.T) {
	reader := newPage(t)
	r := rand.New(rand.NewPCG(3, 1))
	names := []string{"a", "b", "a.b", "b.a", "a.a.b", "__top__", "__proto__", "0", "1", "c0", "😀", "\xff", "length", "é"}
	for seed := range 40 {
		bit := circuit.PortType{Kind: circuit.Bit}
		port := func(name string) []circuit.Port { return []circuit.Port{{Name: name, PortType: bit}} }
		pick := func() string { return names[r.IntN(len(names))] }
		library := parts{}
		kinds := []*circuit.Circuit{{Name: "Leaf", Inputs: port(pick()), Outputs: port("out")}}
		for level := range 3 {
			c := &circuit.Circuit{Name: fmt.Sprint("Level", level), Inputs: port(pick()), Outputs: port(pick())}
			seen := map[string]bool{}
			for range 1 + r.IntN(6) {
				of := kinds[r.IntN(len(kinds))]
				n := circuit.Node{ID: pick(), ComponentRef: of.Name, Inputs: circuit.Pins(of.Inputs), Outputs: circuit.Pins(of.Outputs)}
				if seen[n.ID] {
					continue
				}
				seen[n.ID] = true
				if r.IntN(3) == 0 {
					n.Label = pick()
				}
				c.Nodes = append(c.Nodes, n)
				c.Connections = append(c.Connections, circuit.Connection{
					ID: pick(), Source: circuit.Endpoint{PortName: c.Inputs[0].Name},
					Target: circuit.Endpoint{NodeID: n.ID, PortName: of.Inputs[0].Name}, PortType: bit,
				})
			}
			kinds = append(kinds, c)
		}
		for _, c := range kinds {
			library[c.Name] = c
		}
		top := kinds[len(kinds)-1]
		design, problems := elaborate.Elaborate(top, library, elaborate.Limits{})
		if design == nil {
			require.NotEmpty(t, problems)
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := built{result: protocol.CompileResult{Circuit: top, Library: library}, design: design}
			plain, folded := both(t, p, protocol.DefaultLimits)
			var answer struct {
				Result json.RawMessage
				Found  []any
			}
			byPath := map[string]any{}
			var paths []string
			for _, s := range plain.Design.Signals {
				byPath[strings.ToValidUTF8(s.Path, "\ufffd")] = map[string]any{"net": float64(s.Net), "driven": s.Driven}
				paths = append(paths, s.Path)
			}
			require.NoError(t, json.Unmarshal([]byte(reader.read(t, folded, paths)), &answer))
			for i, path := range paths {
				require.Equal(t, byPath[strings.ToValidUTF8(path, "\ufffd")], answer.Found[i], "%q: of several the last", path)
			}
			want, err := protocol.Encode(plain)
			require.NoError(t, err)
			same(t, string(want), string(answer.Result))
		})
	}
}

// A design of very many signals is told down to some level; deeper there is nothing.
func TestTablesEndAtALevel(t *testing.T) {
	p := compiled(t, manyInside, "")
	require.NotNil(t, p)
	agree(t, newPage(t), p)
}

// Tables that are not what they should be are refused with a reason, and cost no more than their size.
func FuzzTables(f *testing.F) {
	reader := newPage(f)
	p := compiled(f, "circuit('Top', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not, r: Register({ width: 4 }) }, connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.in), g.out.to(outputs.y)] })", "")
	require.NotNil(f, p)
	_, folded := both(f, p, protocol.DefaultLimits)
	for i := range folded.Bytes {
		changed := slices.Clone(folded.Bytes)
		changed[i] ^= 3
		f.Add(changed)
	}
	f.Add(folded.Bytes)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		answer := reader.read(t, protocol.Piece{Text: folded.Text, Bytes: bytes}, []string{"a", "__top__.a"})
		if !strings.HasPrefix(answer, "{") {
			require.NotEmpty(t, answer)
			return
		}
		// A program in Go reads the same tables as a page.
		var reply protocol.Reply
		require.NoError(t, json.Unmarshal(folded.Text, &reply))
		reply.Compile.Tables = bytes
		require.NoError(t, protocoltest.Unfold(reply.Compile))
	})
}
