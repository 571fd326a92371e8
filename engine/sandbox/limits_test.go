package sandbox

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
)

// under compiles a source under limits and gives its only error.
func under(t *testing.T, text string, l Limits) circuit.Diagnostic {
	t.Helper()
	c, err := Compile(context.Background(), Source{Text: text}, l)
	require.NoError(t, err)
	var errors []circuit.Diagnostic
	for _, d := range c.Diagnostics {
		if d.Severity == circuit.Error {
			errors = append(errors, d)
		}
	}
	require.Len(t, errors, 1, "%+v", errors)
	return errors[0]
}

const aCircuit = "circuit('A', { outputs: { y: bit }, eval: () => ({ y: 0 }) })\n"

func TestLimit_sourceBytes(t *testing.T) {
	require.Equal(t, circuit.CodeSourceTooLarge, under(t, aCircuit, Limits{SourceBytes: len(aCircuit) - 1}).Code)
	c, err := Compile(context.Background(), Source{Text: aCircuit}, Limits{SourceBytes: len(aCircuit)})
	require.NoError(t, err)
	require.Empty(t, c.Diagnostics)
	require.Equal(t, circuit.CodeSourceTooLarge, under(t, strings.Repeat("\n", limits.Default.SourceBytes+1), Limits{}).Code)
}

func TestLimit_runMilliseconds(t *testing.T) {
	d := under(t, "const x = 1\nwhile (true);\n", Limits{RunTime: 30 * time.Millisecond, Steps: 1e9})
	require.Equal(t, circuit.CodeTimeLimit, d.Code)
	require.Equal(t, 2, d.Line)
	require.Contains(t, d.Message, "more than 30 ms and")
	require.True(t, d.Again, "a clock ended it")
}

// stuck is a clock that stands still, so that only steps can end a program.
func stuck() time.Time { return time.Unix(0, 0) }

func TestLimit_stepsPerCall(t *testing.T) {
	for _, steps := range []int{1, 1_999, 2_000, 2_001, 100_000} {
		d := under(t, "let n = 0\nwhile (true)\n  n++\n", Limits{Steps: steps, Now: stuck})
		require.Equal(t, circuit.CodeTimeLimit, d.Code)
		require.Equal(t, 2, d.Line)
		require.Contains(t, d.Message, fmt.Sprintf("more than %v steps", limits.Count(steps)))
		require.False(t, d.Again, "another try ends at the same step")
	}
	// The number of rounds that pass is exact.
	rounds := func(n int) string { return fmt.Sprintf("for (let i = 0; i < %d; i++);\n", n) + aCircuit }
	c, err := Compile(context.Background(), Source{Text: rounds(5_000)}, Limits{Steps: 5_001, Now: stuck})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
	under(t, rounds(5_010), Limits{Steps: 5_001, Now: stuck})
}

// Each call of a lambda has the whole budget, however many calls a step makes. Wiring a circuit of many thousand nodes
// takes long because of the circuit, and the advice says what to do about it.
func TestLimit_stepsPerCall_largeCircuit(t *testing.T) {
	d := under(t, `const nodes: any = {}
for (let i = 0; i < 12000; i++) nodes['n' + i] = Not
circuit('Large', {
  inputs: { a: bit }, nodes,
  connect: ({ inputs, nodes: n }: any) => {
    const wires = []
    for (let i = 0; i < 12000; i++) wires.push(inputs.a.to(n['n' + i].in))
    return wires
  },
})
`, Limits{Steps: 20_000, Now: stuck})
	require.Equal(t, circuit.CodeTimeLimit, d.Code)
	require.Equal(t, 7, d.Line)
	require.Equal(t, "Large has 12,000 nodes, and connecting them took more than 20,000 steps; it was stopped here.", d.Message)
	require.Contains(t, d.Suggestion, "Build it of parts")

	// A loop after it is a loop again.
	d = under(t, `const nodes: any = {}
for (let i = 0; i < 12000; i++) nodes['n' + i] = Not
circuit('Large', { inputs: { a: bit }, nodes, connect: () => [] })
for (;;);
`, Limits{Steps: 20_000, Now: stuck})
	require.Equal(t, 4, d.Line)
	require.Contains(t, d.Message, "a loop that does not end")
}

func TestLimit_stepsPerCallOfALambda(t *testing.T) {
	text := func(rounds int) string {
		return fmt.Sprintf("circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => {\n  const m = new Map()\n  for (let i = 0; i < %d; i++)\n    m.set(i, a)\n  return { y: m.size & 255 }\n} })", rounds)
	}
	c, err := Compile(context.Background(), Source{Text: text(9_000)}, Limits{Steps: 10_000, Now: stuck})
	require.NoError(t, err)
	m, err := c.NewMachineOn(context.Background(), Closures)
	require.NoError(t, err)
	for i := range 20 {
		m.Set(0, circuit.Uint(uint64(i)))
		require.NoError(t, m.Settle(context.Background()))
	}
	c, err = Compile(context.Background(), Source{Text: text(13_000)}, Limits{Steps: 10_000, Now: stuck})
	require.NoError(t, err)
	_, err = c.NewMachineOn(context.Background(), Closures)
	var d *circuit.Diagnostic
	require.ErrorAs(t, err, &d)
	require.Equal(t, circuit.CodeLambdaTime, d.Code)
	require.Equal(t, "A", d.Circuit)
	require.Equal(t, 3, d.Line)
}

func TestLimit_callDepth(t *testing.T) {
	text := "const f = (n) => n ? f(n - 1) : 0\nf(%d)\n" + aCircuit
	c, err := Compile(context.Background(), Source{Text: fmt.Sprintf(text, 40)}, Limits{CallDepth: 50})
	require.NoError(t, err)
	require.Empty(t, c.Diagnostics)
	d := under(t, fmt.Sprintf(text, 60), Limits{CallDepth: 50})
	require.Equal(t, 1, d.Line)
	require.Contains(t, d.Message, "more than 50 levels")
	under(t, fmt.Sprintf(text, limits.Default.CallDepth), Limits{})
}

func TestLimit_consoleCalls_A294(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: "for (let i = 0; i < 9; i++) console.log(i)\n" + aCircuit, Grants: circuit.AllGrants()}, Limits{ConsoleCalls: 3})
	require.NoError(t, err)
	require.Equal(t, []string{"0", "1", "2", "… and 6 more that the limit of the console left out (3 lines, 3 bytes are shown)."}, c.Console)
	c = compile(t, fmt.Sprintf("for (let i = 0; i < %d; i++) console.log(i)\n", limits.Default.ConsoleCalls+1)+aCircuit)
	require.Len(t, c.Console, limits.Default.ConsoleCalls+1)
}

func TestLimit_consoleBytes_A294(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: "console.log('é'.repeat(4)); console.log('xyz'); console.log('')\n" + aCircuit, Grants: circuit.AllGrants()}, Limits{ConsoleBytes: 10})
	require.NoError(t, err)
	require.Equal(t, []string{"éééé", "… and 2 more that the limit of the console left out (1 lines, 8 bytes are shown)."}, c.Console, "nothing after the gap")
	c = compile(t, "for (let i = 0; i < 999; i++) console.log('x'.repeat(3000))\n"+aCircuit)
	require.Less(t, len(strings.Join(c.Console, "")), limits.Default.ConsoleBytes+200)
}

func TestLimit_circuitsPerFile(t *testing.T) {
	d := under(t, "for (let i = 0; i < 9; i++) circuit('A' + i, {})", Limits{Circuits: 8})
	require.Contains(t, d.Message, "more than 8 circuits")
}

func TestLimit_nodesPerCircuit(t *testing.T) {
	text := "circuit('A', { nodes: { g: Array.from({ length: 9 }, () => And()) } })"
	d := under(t, text, Limits{Nodes: 8})
	require.Equal(t, circuit.CodeTooLarge, d.Code)
	require.Contains(t, d.Message, "8 primitives")
	c, err := Compile(context.Background(), Source{Text: text}, Limits{Nodes: 9})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(c.Diagnostics))
}

func TestLimit_stateBytes(t *testing.T) {
	text := "circuit('A', { outputs: { y: bit }, state: { r: reg(9), m: mem(1024, 8, new Map([[1, 5], [2, 6]])) }, eval: () => ({ y: 0 }), onTick: () => ({}) })"
	d := under(t, text, Limits{StateBytes: 19}) // two bytes of r, two cells of one byte with their addresses
	require.Equal(t, circuit.CodeTooLarge, d.Code)
	require.Equal(t, "A", d.Circuit)
	c, err := Compile(context.Background(), Source{Text: text}, Limits{StateBytes: 20})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
}

// packages is a module host on which every package imports the next one.
type packages struct{}

func (packages) Host() string { return "https://modules.example" }

func (packages) Load(_ context.Context, paths []string) []modules.Answer {
	list := make([]modules.Answer, len(paths))
	for i, path := range paths {
		n := 0
		_, _ = fmt.Sscanf(path, "/p%d@", &n)
		text := fmt.Sprintf("import { v as w } from '/p%d@1.0.0'\nexport const v = w + 1", n+1)
		if n == 4 {
			text = "export const v = 0"
		}
		list[i] = modules.Answer{Path: path, Type: "application/javascript", Text: []byte(text)}
	}
	return list
}

const importing = "import { v } from 'p0@1.0.0'\ncircuit('A', { outputs: { y: bus(4) }, eval: () => ({ y: v }) })"

// loading compiles a source that imports five modules.
func loading(t *testing.T, l Limits) []circuit.Diagnostic {
	t.Helper()
	c, err := CompileLoading(t.Context(), Source{Text: importing, Grants: circuit.AllGrants()}, l, packages{})
	require.NoError(t, err)
	return c.Diagnostics
}

func TestLimit_maxModules(t *testing.T) {
	require.False(t, circuit.HasErrors(loading(t, Limits{Modules: modules.Limits{Modules: 5, Bytes: 1000}})))
	list := loading(t, Limits{Modules: modules.Limits{Modules: 4, Bytes: 1000}})
	require.True(t, circuit.HasErrors(list))
	require.Contains(t, list[0].Message, "more than 4 modules")
}

func TestLimit_maxModuleBytes(t *testing.T) {
	list := loading(t, Limits{Modules: modules.Limits{Modules: 5, Bytes: 100}})
	require.True(t, circuit.HasErrors(list))
	require.Contains(t, list[0].Message, "100 bytes")
}
