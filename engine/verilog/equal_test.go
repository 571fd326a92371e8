package verilog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/std"
	"simten.dev/engine/verilog"
	"simten.dev/invariants/icarus"
	"simten.dev/invariants/thorough"
)

// steps is how many random steps are compared.
func steps() int {
	if thorough.On() {
		return 10_000
	}
	return 200
}

// compile compiles a circuit; nil when it needs a package, which is not fetched here.
func compile(t *testing.T, text, name string) *sandbox.Compiled {
	t.Helper()
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: text, Circuit: name, Grants: circuit.AllGrants()}, sandbox.Limits{})
	require.NoError(t, err)
	if len(c.Diagnostics) > 0 && c.Diagnostics[0].Code == circuit.CodeModuleUnavailable {
		return nil
	}
	require.False(t, circuit.HasErrors(c.Diagnostics), "%s\n%v", text, c.Diagnostics)
	return c
}

// export writes a circuit, with a prefix for all its modules.
func export(t *testing.T, c *sandbox.Compiled, prefix string, o verilog.Options) *verilog.Result {
	t.Helper()
	o.Prefix = strings.NewReplacer("-", "_", "/", "_").Replace(prefix) + "__"
	r, err := c.Verilog(context.Background(), o)
	require.NoError(t, err)
	if keep := os.Getenv("SIMTEN_KEEP_VERILOG"); keep != "" { // a folder, to look at what is written
		require.NoError(t, os.WriteFile(filepath.Join(keep, o.Prefix+".v"), []byte(r.Text), 0o600))
	}
	return r
}

// record runs a circuit with random inputs.
func record(t *testing.T, c *sandbox.Compiled, r *verilog.Result) []verilog.Step {
	t.Helper()
	run, err := c.VerilogRun(context.Background(), r, steps(), r.Random(1))
	require.NoError(t, err)
	return run
}

// examples visits the examples that need no package.
func examples(t *testing.T, visit func(name string, c *sandbox.Compiled)) {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		c := compile(t, string(text), "")
		if c == nil {
			t.Logf("%s needs a package, so it is not exported here", name)
			continue
		}
		visit(name, c)
	}
}

// byHand puts what one would write by hand into black boxes.
var byHand = strings.NewReplacer(
	"    output wire [31:0] read_data\n);\nendmodule",
	"    output wire [31:0] read_data\n);\n    assign read_data = {31'd0, mem_read};\nendmodule",
	"    output logic [31:0] read_data\n);\nendmodule",
	"    output logic [31:0] read_data\n);\n    assign read_data = {31'd0, mem_read};\nendmodule",
)

// TestExamplesRunEqual plays random steps of all examples in Icarus. Parts that have no form are black boxes that only
// take what they are given.
func TestExamplesRunEqual(t *testing.T) {
	b := icarus.New(t)
	examples(t, func(name string, c *sandbox.Compiled) {
		r := export(t, c, name, verilog.Options{BlackBoxes: true})
		for i := range r.Diagnostics {
			t.Logf("%s: %s", name, r.Diagnostics[i].Error())
		}
		require.NotEmpty(t, r.Text, name)
		r.Text = byHand.Replace(r.Text)
		b.Add(r, record(t, c, r))
	})
	for name, why := range b.Run() {
		t.Errorf("%s: %s", name, why)
	}
}

// few is which of the designs run in Verilator when not all do: building C++ of all of them takes minutes.
const few = 8

// TestRunEqualInVerilator plays random steps of the examples and the components in Verilator: of all when the test is
// thorough, else of one in eight, and of the small ones of these.
func TestRunEqualInVerilator(t *testing.T) {
	icarus.Tool(t, "verilator")
	b := icarus.New(t)
	seen := map[string]bool{}
	number := 0
	add := func(name, prefix string, c *sandbox.Compiled) {
		r := export(t, c, prefix, verilog.Options{BlackBoxes: true})
		text := strings.ReplaceAll(r.Text, name, "")
		if r.Text == "" || len(r.Outputs) == 0 || seen[text] {
			return
		}
		seen[text] = true
		if number++; thorough.On() || number%few == 0 && len(r.Text) < 12_000 {
			r.Text = byHand.Replace(r.Text)
			b.Add(r, record(t, c, r))
		}
	}
	examples(t, func(name string, c *sandbox.Compiled) { add(name, "run_"+name, c) })
	components(t, func(name string, c *sandbox.Compiled) { add(name, "run_part_"+name, c) })
	require.Greater(t, b.Designs(), 20)
	if !thorough.On() {
		t.Logf("%d of %d designs run in Verilator; SIMTEN_THOROUGH=1 runs all", b.Designs(), number)
	}
	for name, why := range b.RunVerilated() {
		t.Errorf("%s: %s", name, why)
	}
}

// withoutForm are the components that have no form in Verilog.
var withoutForm = map[string]bool{"Console": true, "UART_TX": true}

// components visits all components of the library, at some widths, each alone in a circuit with its ports.
func components(t *testing.T, visit func(name string, c *sandbox.Compiled)) {
	t.Helper()
	for _, component := range std.Names() {
		if first := component[0]; first < 'A' || first > 'Z' || component == std.Aggregate {
			continue
		}
		for _, options := range []string{"", "{ width: 1 }", "{ width: 13 }", "{ width: 32 }", "{ width: 64 }", "{ width: 100 }"} {
			call := component
			if options != "" {
				call += "(" + options + ")"
			}
			alone, err := sandbox.Compile(context.Background(), sandbox.Source{Text: "circuit('Alone', { nodes: { part: " + call + " } })", Grants: circuit.AllGrants()}, sandbox.Limits{})
			require.NoError(t, err)
			if circuit.HasErrors(alone.Diagnostics) || alone.Circuit == nil || options != "" && !takesWidth(alone) {
				continue
			}
			c := alone.Library[alone.Circuit.Nodes[0].ComponentRef]
			var in, out, connect []string
			port := func(p circuit.Port) string {
				if p.PortType.Kind == circuit.Bit {
					return fmt.Sprintf("%s: bit", p.Name)
				}
				return fmt.Sprintf("%s: bus(%d)", p.Name, p.PortType.Width)
			}
			for _, p := range c.Inputs {
				in = append(in, port(p))
				connect = append(connect, fmt.Sprintf("inputs.%s.to(nodes.part.%s)", p.Name, p.Name))
			}
			for _, p := range c.Outputs {
				p.Name += "_given"
				out = append(out, port(p))
				connect = append(connect, fmt.Sprintf("nodes.part.%s.to(outputs.%s)",
					strings.TrimSuffix(p.Name, "_given"), p.Name))
			}
			text := fmt.Sprintf("circuit('Top', {\n inputs: { %s },\n outputs: { %s },\n nodes: { part: %s },\n connect: ({ inputs, outputs, nodes }) => [%s],\n})",
				strings.Join(in, ", "), strings.Join(out, ", "), call, strings.Join(connect, ", "))
			name := component
			if options != "" {
				name += "_" + strings.Trim(options, "{ width:}")
			}
			visit(name, compile(t, text, ""))
		}
	}
}

// takesWidth reports whether the part has an option width that it did not ignore.
func takesWidth(c *sandbox.Compiled) bool {
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Code == circuit.CodeUnknownOption {
			return false
		}
	}
	return true
}

// TestComponentsRunEqual plays random steps of all components of the library in Icarus.
func TestComponentsRunEqual(t *testing.T) {
	b := icarus.New(t)
	refused, seen := map[string]bool{}, map[string]bool{}
	components(t, func(name string, c *sandbox.Compiled) {
		r := export(t, c, "part_"+name, verilog.Options{})
		if r.Text == "" {
			refused[name] = true
			require.True(t, withoutForm[strings.TrimRight(name, "_0123456789")], "%s: %v", name, r.Diagnostics)
			return
		}
		if name == "Divider_100" || name == "Modulo_100" {
			return // Icarus 11 says that numbers of more than 64 bits, divided by 1, are 0
		}
		if text := strings.ReplaceAll(r.Text, name, ""); len(r.Outputs) > 0 && !seen[text] { // some have no option width
			seen[text] = true
			b.Add(r, record(t, c, r))
		}
	})
	require.GreaterOrEqual(t, len(refused), len(withoutForm))
	require.Greater(t, b.Designs(), 150)
	for name, why := range b.Run() {
		t.Errorf("%s: %s", name, why)
	}
}
