package mcp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ten tasks as an assistant meets them, done by the tools alone: each test takes from an answer what its next call
// needs, and judges the result by a tool that was not used to make it.

// edited is a text after the first fix of a diagnostic.
func edited(t *testing.T, text string, a answer, n int) string {
	t.Helper()
	fix, ok := a.at("diagnostics", n, "fixes", 0).(m)
	require.True(t, ok, a.text)
	lines := strings.Split(text, "\n")
	at := func(name string) int { return int(fix[name].(float64)) }
	require.Equal(t, at("line"), at("endLine"))
	line := lines[at("line")-1]
	require.Equal(t, fix["replaces"], line[at("column")-1:at("endColumn")-1])
	lines[at("line")-1] = line[:at("column")-1] + fix["text"].(string) + line[at("endColumn")-1:]
	return strings.Join(lines, "\n")
}

func TestTaskMendAMisspeltCircuit(t *testing.T) {
	c := connect(t, nil)
	text := "circuit('Half', {\n  inputs: { a: bit, b: bit },\n  outputs: { sum: bit, carry: bit },\n  nodes: { x: Xorr, n: And },\n" +
		"  connect: ({ inputs, outputs, nodes: { x, n } }) => [\n    inputs.a.to(x.a, n.a), inputs.b.to(x.b, n.b),\n    x.ot.to(outputs.sum), n.out.to(outputs.cary),\n  ],\n})"
	for range 5 {
		a := c.good("check_circuit", m{"source": text})
		if a.at("valid") == true {
			break
		}
		text = edited(t, text, a, 0)
	}
	a := c.good("simulate_circuit", m{"source": text, "inputs": []any{m{"a": 0, "b": 0}, m{"a": 1}, m{"b": 1}}})
	require.Equal(t, []any{
		m{"value": 0.0, "count": 1.0},
		m{"value": 1.0, "count": 1.0},
		m{"value": 0.0, "count": 1.0},
	}, a.at("signals", "sum"))
	require.Equal(t, 1.0, a.at("final", "carry"))
}

func TestTaskMakeTheCounterSaturate(t *testing.T) {
	c := connect(t, nil)
	before := c.good("run_until", m{"source": counter, "until": "count === 0 && prev(count) === 255"})
	require.Equal(t, true, before.at("reached"), "it wraps")
	text := strings.Replace(counter, "(n + 1) & 255", "Math.min(n + 1, 255)", 1)
	require.Equal(t, true, c.good("check_circuit", m{"source": text}).at("valid"))
	a := c.good("compare", m{"source": counter, "ticks": 1000, "other": m{"source": text}})
	require.Equal(t, before.at("cycle"), a.at("cycle"), "it differs where it wrapped, and not before")
	a = c.good("query_run", m{"source": text, "ticks": 1000, "code": "(run) => run.fold('count', (s, v, cycle) => ({ last: v.count, falls: s.falls + (v.count < s.last) }), { last: 0, falls: 0 })"})
	require.Equal(t, m{"last": 255.0, "falls": 0.0}, a.at("result"))
}

// lost loses every fourth word: its pointer wraps at 3.
const lost = `circuit('Ring', {
  inputs: { push: bit, data: bus(8) },
  outputs: { last: bus(8), at: bus(2) },
  state: { cells: mem(4, 8), p: reg(2) },
  eval: ({ cells, p }) => ({ last: cells[(p + 3) & 3], at: p }),
  onTick: ({ cells, p, push, data }) => {
    if (push) cells[p] = data
    return { cells, p: push ? (p + 1) % 3 : p }
  },
})`

func TestTaskFindTheBugThatLosesAWord(t *testing.T) {
	c := connect(t, nil)
	inputs := []any{}
	for i := range 6 {
		inputs = append(inputs, m{"push": 1, "data": 10 + i})
	}
	run := c.good("simulate_circuit", m{"source": lost, "inputs": inputs}).run()
	// After three words the pointer should be 3; find where it is 0 instead.
	a := c.good("find", m{"run": run, "when": "at === 0 && prev(at) === 2"})
	require.Equal(t, 3.0, a.at("cycles", 0))
	a = c.good("why", m{"run": run, "signal": "at", "cycle": 3, "steps": 10})
	require.Contains(t, a.text, "p became 0 at the clock edge after cycle 2")
	text := strings.Replace(lost, "% 3", "% 4", 1)
	a = c.good("query_run", m{"source": text, "inputs": inputs, "code": "(run) => Array.from(run.values('last'))"})
	require.Equal(t, []any{0.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0}, a.at("result"))
}

func TestTaskExplainAValue(t *testing.T) {
	c := connect(t, nil)
	started := c.good("get_started", m{"example": "counter"})
	run := c.good("simulate_circuit", m{"filePath": started.at("path"), "ticks": 20, "inputs": []any{
		m{},
		m{},
		m{"clear": 1},
		m{"clear": 0},
	}}).run()
	a := c.good("why", m{"run": run, "signal": "count", "cycle": 3})
	require.Equal(t, 0.0, a.at("steps", 0, "value"))
	require.Contains(t, a.text, "clear = 1", "the chain reaches the input that did it")
}

func TestTaskMeasureAPeriod(t *testing.T) {
	c := connect(t, nil)
	const lfsr = `circuit('Lfsr', {
  outputs: { x: bus(16) }, state: { x: reg(16, 1) }, eval: ({ x }) => ({ x }),
  onTick: ({ x }) => ({ x: (x >> 1) ^ ((x & 1) ? 0xb400 : 0) }),
})`
	text := strings.Replace(strings.Replace(lfsr, "state: { x", "state: { r", 1), "eval: ({ x }) => ({ x })",
		"eval: ({ r }) => ({ x: r })", 1)
	text = strings.Replace(text, "({ x }) => ({ x: (x >> 1) ^ ((x & 1)", "({ r }) => ({ r: (r >> 1) ^ ((r & 1)", 1)
	require.Contains(t, c.bad("simulate_circuit", m{"source": lfsr}, "RUNTIME").text, "Rename the state field",
		"a field has a name of its own")
	a := c.good("run_until", m{"source": text, "until": "x === 1", "on": "rise", "hit": 2})
	require.Equal(t, 65535.0, a.at("cycle"))
	a = c.good("query_run", m{"source": text, "ticks": 65534, "code": "(run) => new Set(run.values('x')).size"})
	require.Equal(t, 65535.0, a.at("result"), "all states but zero")
}

func TestTaskVerifyAtATier(t *testing.T) {
	c := connect(t, nil)
	c.good("setup_project", nil)
	c.file("circuits/adder.circuit.ts", strings.Replace(adder, ">> 4", ">> 5", 1))
	c.file("circuits/adder.verify.ts", exhaustive)
	a := c.bad("verify_circuit", m{"testbench": "circuits/adder.verify.ts", "oracle": oracle}, "RUNTIME")
	wrong := a.at("failures", 0, "counterexample", "inputs").([]any)
	a = c.good("simulate_circuit", m{"filePath": "circuits/adder.circuit.ts", "ticks": 1, "inputs": m{
		"a": wrong[0],
		"b": wrong[1],
	}})
	require.Equal(t, 0.0, a.at("final", "carry"))
	require.GreaterOrEqual(t, wrong[0].(float64)+wrong[1].(float64), 16.0)
	c.file("circuits/adder.circuit.ts", adder)
	require.Equal(t, true, c.good("verify_circuit", m{
		"testbench": "circuits/adder.verify.ts",
		"oracle":    oracle,
	}).at("testbench_passed"))
}

func TestTaskBuildFromParts(t *testing.T) {
	c := connect(t, nil)
	a := c.good("list_components", m{"search": "mux"})
	require.NotEmpty(t, a.at("components"))
	name := a.at("components", 0, "name").(string)
	require.Contains(t, c.good("list_components", m{"name": name}).at("document"), "Inputs")
	a = c.good("list_components", m{"name": "Register"})
	require.Contains(t, a.text, "`we`")
	const held = `circuit('Sample', {
  inputs: { x: bus(8), take: bit }, outputs: { y: bus(8) }, nodes: { r: Register({ width: 8 }) },
  connect: ({ inputs, outputs, nodes: { r } }) => [inputs.x.to(r.data), inputs.take.to(r.we), r.q.to(outputs.y)],
})`
	a = c.good("simulate_circuit", m{"source": held, "inputs": []any{
		m{"x": 7, "take": 1},
		m{"x": 9, "take": 0},
		m{"take": 1},
	}})
	require.Equal(t, []any{m{"value": 7.0, "count": 2.0}, m{"value": 9.0, "count": 1.0}}, a.at("signals", "y"))
}

func TestTaskFindARareEventInAMillionCycles(t *testing.T) {
	c := connect(t, nil)
	const rare = `circuit('Rare', {
  outputs: { alarm: bit, x: bus(32) }, state: { s: reg(32, 7) }, eval: ({ s }) => ({ alarm: (s >>> 8) === 0x123456, x: s }),
  onTick: ({ s }) => ({ s: (Math.imul(s, 1664525) + 1013904223) >>> 0 }),
})`
	a := c.good("run_until", m{"source": rare, "until": "alarm"})
	if a.at("reached") == true {
		at := a.at("cycle").(float64)
		b := c.good("find", m{"source": rare, "ticks": int(at), "when": "alarm"})
		require.Equal(t, []any{at}, b.at("cycles"), "two ways find the same")
		require.Equal(t, float64(0x123456), float64(int(c.good("wave", m{
			"run": a.run(), "signals": []any{"x"},
			"from": int(at),
		}).at("rows", 0, "values", 0, "value").(float64))>>8))
		return
	}
	require.Equal(t, 0.0, c.good("find", m{
		"source": rare, "ticks": mostTicks, "when": "alarm",
		"count": true,
	}).at("count"))
}

func TestTaskLoadAProgramAndRunIt(t *testing.T) {
	c := connect(t, nil)
	const machine = `circuit('Machine', {
  outputs: { acc: bus(8), halted: bit }, state: { code: mem(16, 8), pc: reg(4), a: reg(8) },
  eval: ({ code, pc, a }) => ({ acc: a, halted: code[pc] >> 4 === 15 }),
  onTick: ({ code, pc, a }) => {
    const word = code[pc], op = word >> 4, n = word & 15
    if (op === 15) return {}
    return { pc: op === 2 && a !== 0 ? n : (pc + 1) & 15, a: op === 0 ? n : op === 1 ? (a - n) & 255 : a }
  },
})
circuit('Top', { outputs: { acc: bus(8), halted: bit }, nodes: { cpu: Machine },
  connect: ({ outputs, nodes: { cpu } }) => [cpu.acc.to(outputs.acc), cpu.halted.to(outputs.halted)] })`
	text := "const Machine = " + machine
	program := m{"cpu": m{"0": "0x09", "1": "0x11", "2": "0x21", "3": "0xf0"}} // a = 9; do a -= 1 while a; halt
	a := c.good("run_until", m{"source": text, "memoryData": program, "until": "halted"})
	require.Equal(t, 19.0, a.at("cycle"))
	require.Equal(t, m{"signal": "acc", "value": 0.0, "output": true}, a.at("values", 0))
	a = c.good("changes", m{"run": a.run(), "from": 1, "to": 19})
	require.Contains(t, a.text, "cpu.pc: 1 → 3")
	a = c.good("query_run", m{"source": text, "memoryData": program, "ticks": 19, "code": "(run) => run.count('cpu.pc === 2', { on: 'rise' })"})
	require.Equal(t, 9.0, a.at("result"), "rounds of the loop")
}

func TestTaskReviewAnEditOfSomebodyElse(t *testing.T) {
	c := connect(t, nil)
	c.file("circuits/a.circuit.ts", "export "+strings.Replace(counter, "circuit(", "const A = circuit(", 1))
	c.file("circuits/b.circuit.ts", "export "+strings.Replace(strings.Replace(counter, "circuit(",
		"const A = circuit(", 1), "clear ? 0 : (n + 1)", "clear ? 1 : (n + 1)", 1))
	args := func(inputs any) m {
		return m{
			"filePath": "circuits/a.circuit.ts", "ticks": 50, "inputs": inputs,
			"other": m{"filePath": "circuits/b.circuit.ts"}, "all": true,
		}
	}
	require.Equal(t, true, c.good("compare", args(m{})).at("equal"), "without clear nothing shows")
	inputs := make([]any, 50)
	for i := range inputs {
		inputs[i] = m{"clear": 0}
	}
	inputs[20] = m{"clear": 1}
	a := c.good("compare", args(inputs))
	require.Equal(t, false, a.at("equal"))
	require.Equal(t, 21.0, a.at("cycle"))
	require.Equal(t, []any{0.0, 1.0}, []any{a.at("signals", 0, "left"), a.at("signals", 0, "right")})
}
