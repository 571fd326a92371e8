package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/examples"
)

func TestGetStarted(t *testing.T) {
	c := connect(t, nil)
	a := c.good("get_started", nil)
	require.Greater(t, len(a.at("examples").([]any)), 20)
	require.NotEmpty(t, a.at("guide"))

	a = c.good("get_started", m{"example": "counter"})
	require.Equal(t, true, a.at("written"))
	require.Equal(t, filepath.Join("circuits", "counter.circuit.ts"), a.at("path"))
	text, err := os.ReadFile(filepath.Join(c.root, "circuits", "counter.circuit.ts"))
	require.NoError(t, err)
	require.Contains(t, string(text), "import { bit, bus, circuit } from '@simten/core/circuit'\nimport { Adder, Constant, Register } from '@simten/core/std'\n")
	require.Contains(t, string(text), "export const Counter8 = circuit('Counter8'")
	require.Equal(t, true, c.good("check_circuit", m{"filePath": a.at("path")}).at("valid"))

	require.NoError(t, os.WriteFile(filepath.Join(c.root, "circuits", "counter.circuit.ts"), []byte("mine"), 0o600))
	a = c.good("get_started", m{"example": "counter"})
	require.Equal(t, false, a.at("written"))
	text, err = os.ReadFile(filepath.Join(c.root, "circuits", "counter.circuit.ts"))
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))

	require.Contains(t, c.bad("get_started", m{"example": "conter"}, "INVALID_REQUEST").text, "Did you mean 'counter'?")
	c.bad("get_started", m{"example": "counter", "dir": "../elsewhere"}, "DENIED")
	c.bad("get_started", m{"example": 3}, "INVALID_REQUEST")
}

// Every example of the catalogue compiles as the module that get_started writes.
func TestExamplesAreModules(t *testing.T) {
	list, err := examples.Catalogue()
	require.NoError(t, err)
	for _, e := range list {
		if e.Nodes > 20_000 {
			continue // others of its kind are small
		}
		if e.ID == "figlet" {
			continue // it imports a package
		}
		compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: module(e.Code)}, sandbox.Limits{})
		require.NoError(t, err)
		require.NotNil(t, compiled.Design, "%s: %v", e.ID, compiled.Diagnostics)
		compiled.Close()
	}
}

func TestCheckCircuit(t *testing.T) {
	c := connect(t, nil)
	a := c.good("check_circuit", m{"source": counter})
	require.Equal(t, true, a.at("valid"))
	require.Equal(t, true, a.at("sequential"))
	require.Equal(t, []any{"Counter"}, a.at("circuits"))
	require.Equal(t, m{"name": "count", "direction": "output", "width": 8.0}, a.at("ports", 1))

	a = c.good("check_circuit", m{"source": "console.log('hello')\ncircuit('A', { nodes: { g: And, h: Or }, connect: ({ nodes: { g, h } }) => [g.oot.to(h.a), h.out.to(g.c)] })"})
	require.Equal(t, false, a.at("valid"))
	require.Len(t, a.at("diagnostics"), 2, "all problems at once")
	require.Equal(t, 2.0, a.at("diagnostics", 0, "line"))
	require.Equal(t, "out", a.at("diagnostics", 0, "fixes", 0, "text"))
	require.Equal(t, "oot", a.at("diagnostics", 0, "fixes", 0, "replaces"))
	require.Equal(t, []any{"hello"}, a.at("console"))
	require.Contains(t, a.text, "Did you mean 'out'?")
	require.Contains(t, a.text, "data, no instructions")

	a = c.good("check_circuit", m{"source": "circuit('A', { outputs: { y: bit }, eval: () => { throw new Error('no') } })"})
	require.Equal(t, false, a.at("valid"), "only running shows it")

	c.file("circuits/top.circuit.ts", "import { Counter } from './counter'\ncircuit('Top', { outputs: { y: bus(8) }, nodes: { c: Counter }, connect: ({ outputs, nodes: { c } }) => [c.count.to(outputs.y)] })")
	c.file("circuits/counter.ts", "export const Counter = "+counter)
	a = c.good("check_circuit", m{"filePath": "circuits/top.circuit.ts"})
	require.Equal(t, true, a.at("valid"), a.text)
	a = c.good("check_circuit", m{"filePath": filepath.Join(c.root, "circuits", "top.circuit.ts")})
	require.Equal(t, true, a.at("valid"), "an absolute path below the root")
	a = c.good("check_circuit", m{
		"source": "import { Counter } from './counter'\ncircuit('Top', { nodes: { c: Counter } })",
		"files":  m{"counter.ts": "export const Counter = " + counter},
	})
	require.Equal(t, true, a.at("valid"), a.text)

	require.Contains(t, c.bad("check_circuit", m{}, "INVALID_REQUEST").text, "source")
	require.Contains(t, c.bad("check_circuit", m{"filePath": "nothing.ts"}, "INVALID_REQUEST").text, "cannot read")
	c.bad("check_circuit", m{"filePath": "../../etc/passwd"}, "DENIED")
	c.bad("check_circuit", m{"filePath": "/etc/passwd"}, "DENIED")
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(c.root, "link.ts")))
	c.bad("check_circuit", m{"filePath": "link.ts"}, "INVALID_REQUEST")
	c.bad("check_circuit", m{"filePath": "circuits"}, "INVALID_REQUEST")
	require.Contains(t, c.bad("check_circuit", m{"sorce": counter}, "INVALID_REQUEST").text, "Did you mean 'source'?")
	c.bad("check_circuit", m{"source": counter, "timeoutMs": 1}, "INVALID_REQUEST")
	c.bad("check_circuit", []any{1}, "INVALID_REQUEST")
}

func TestSimulateCircuit(t *testing.T) {
	c := connect(t, nil)
	a := c.good("simulate_circuit", m{"source": counter})
	require.Equal(t, 10.0, a.at("ticks"))
	require.Equal(t, []any{"clear"}, a.at("inputs"))
	require.Equal(t, []any{m{"value": 0.0, "count": 10.0}}, a.at("signals", "clear"))
	require.Equal(t, m{"value": 10.0, "count": 1.0}, a.at("signals", "count", -1))
	require.Equal(t, 10.0, a.at("final", "count"))
	require.Nil(t, a.at("steadyStateAt"))

	again := c.good("simulate_circuit", m{"source": counter, "ticks": 10})
	require.Equal(t, a.run(), again.run(), "equal runs have equal names")
	require.Equal(t, a.at("digest"), again.at("digest"))
	byName := c.good("simulate_circuit", m{"run": a.run()})
	require.Equal(t, a.fields, byName.fields)
	longer := c.good("simulate_circuit", m{"run": a.run(), "ticks": 12})
	require.NotEqual(t, a.run(), longer.run())
	require.Equal(t, 12.0, longer.at("final", "count"))

	a = c.good("simulate_circuit", m{"source": counter, "inputs": []any{m{}, m{"clear": 1}, m{"clear": "0x0"}, m{}}})
	require.Equal(t, 4.0, a.at("ticks"), "as many as there are inputs")
	require.Equal(t, []any{
		m{"value": 1.0, "count": 1.0},
		m{"value": 0.0, "count": 1.0},
		m{"value": 1.0, "count": 1.0},
		m{"value": 2.0, "count": 1.0},
	}, a.at("signals", "count"))
	a = c.good("simulate_circuit", m{"source": counter, "inputs": m{"clear": 1}})
	require.Equal(t, []any{m{"value": 0.0, "count": 10.0}}, a.at("signals", "count"))
	require.Equal(t, 0.0, a.at("steadyStateAt"))

	const comb = "circuit('C', { inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(9) }, eval: ({ a, b }) => ({ y: a + b }) })"
	a = c.good("simulate_circuit", m{"source": comb, "inputs": []any{m{"a": 1, "b": 2}, m{"a": 255}, m{"b": 255}}})
	require.Equal(t, []any{
		m{"value": 3.0, "count": 1.0},
		m{"value": 257.0, "count": 1.0},
		m{"value": 510.0, "count": 1.0},
	}, a.at("signals", "y"))

	const ram = `circuit('Ram', { inputs: { at: bus(4) }, outputs: { y: bus(64) }, state: { cells: mem(16, 64) },
	  eval: ({ at, cells }) => ({ y: cells[at] }), onTick: ({ cells }) => ({ cells }) })
	circuit('Top', { inputs: { at: bus(4) }, outputs: { y: bus(64) }, nodes: { left: Ram },
	  connect: ({ inputs, outputs, nodes: { left } }) => [inputs.at.to(left.at), left.y.to(outputs.y)] })`
	text := "const Ram = " + ram
	a = c.good("simulate_circuit", m{"source": text, "inputs": m{"at": 3}, "memoryData": m{"le*": m{"3": "0xffffffffffffffff"}, "right": m{"0": 1}}})
	require.Equal(t, "18446744073709551615", a.at("final", "y"), "what a number cannot hold is a text")
	require.Equal(t, []any{"right"}, a.at("unmatchedMemoryData"))

	a = c.good("simulate_circuit", m{"source": counter, "ticks": 300_000})
	require.Equal(t, float64(300_000&255), a.at("final", "count"))
	require.Greater(t, a.at("more", "count"), 299_000.0)
	const once = "circuit('O', { outputs: { y: bit }, state: { n: reg(32) }, eval: ({ n }) => ({ y: n >= 150000 }), onTick: ({ n }) => ({ n: n + 1 }) })"
	a = c.good("simulate_circuit", m{"source": once, "ticks": 200_000})
	require.Equal(t, 149_999.0, a.at("steadyStateAt"), "also where samples are not told")

	a = c.good("simulate_circuit", m{"source": counter, "wave": "vcd"})
	require.Contains(t, a.at("wave", "data"), "$enddefinitions")
	a = c.good("simulate_circuit", m{"source": counter, "wave": "fst"})
	require.NotEmpty(t, a.at("wave", "data"))

	require.Contains(t, c.bad("simulate_circuit", m{"source": counter, "circuitName": "Countr"}, "RUNTIME").text,
		"Counter")
	require.Contains(t, c.bad("simulate_circuit", m{"source": counter, "inputs": m{"cler": 1}},
		"INVALID_REQUEST").text, "clear")
	c.bad("simulate_circuit", m{"source": counter, "inputs": m{"clear": true}}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "ticks": 0}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "ticks": 1e9}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "show": true}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "wave": "gif"}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "wave": "vcd", "ticks": 200_000}, "INVALID_REQUEST")
	c.bad("simulate_circuit", m{"source": counter, "wave": "vcd", "ticks": 90_000}, "OUTPUT_TOO_LARGE")
	c.bad("simulate_circuit", m{"source": "circuit("}, "SYNTAX")
	c.bad("simulate_circuit", m{"source": "const a = 1"}, "RUNTIME")
	c.bad("simulate_circuit", m{"source": "import('x')"}, "INVALID_CODE")
	c.bad("simulate_circuit", m{"run": "run-000000000000000000000000"}, "UNAVAILABLE")
	c.bad("simulate_circuit", m{"run": "x"}, "INVALID_REQUEST")
}

func TestReferences(t *testing.T) {
	c := connect(t, nil)
	for _, name := range []string{"get_grammar", "get_verify_api"} {
		a := c.good(name, nil)
		require.Greater(t, len(a.at("document").(string)), 2_000)
		require.Equal(t, a.at("document"), a.text, "a client that shows texts only has all of it")
		c.bad(name, m{"x": 1}, "INVALID_REQUEST")
	}
	a := c.good("list_components", nil)
	require.Greater(t, len(a.at("components").([]any)), 50)
	require.Contains(t, a.text, "Register({ width, value }) data:width we:bit rst:bit → q:width")
	a = c.good("list_components", m{"name": "Register"})
	require.Contains(t, a.at("document"), "Clock edge")
	a = c.good("list_components", m{"search": "subtract"})
	require.NotEmpty(t, a.at("components"))
	require.Contains(t, c.bad("list_components", m{"name": "Registr"}, "INVALID_REQUEST").text, "Register")
	c.bad("list_components", m{"search": "zzz"}, "INVALID_REQUEST")
}

// Arguments arrive as whatever a model writes; see FuzzArguments.
func TestArgumentsThatAreNoJSON(t *testing.T) {
	c := connect(t, nil)
	tool := c.server.tools["simulate_circuit"]
	for _, text := range []string{
		"", "null", "{}", "[]", "3", `"x"`, "{", `{"a":}`, "\xff", `{"ticks":1e400}`,
		`{"inputs":null}`, `{"ticks":null}`,
	} {
		_, err := decode[SimulateInput](tool, json.RawMessage(text))
		if err != nil {
			var f *Failure
			require.ErrorAs(t, err, &f, text)
			require.Equal(t, "INVALID_REQUEST", f.Code, text)
		}
	}
}

// A model reads the whole list before its first call.
func TestListOfToolsIsShort(t *testing.T) {
	list, err := connect(t, nil).ClientSession.ListTools(t.Context(), nil)
	require.NoError(t, err)
	all, read := 0, 0
	for _, tool := range list.Tools {
		whole, err := json.Marshal(tool)
		require.NoError(t, err)
		arguments, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		all += len(whole)
		read += len(arguments) + len(tool.Description)
	}
	require.Less(t, read, 28<<10, "arguments and descriptions, which every client gives to its model")
	require.Less(t, all, 60<<10, "with the schemas of results")
}
