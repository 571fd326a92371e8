package testbench

import (
	"fmt"
	"testing"
)

// simulateCircuit, checkCircuit and circuitToSource: circuits given as text.
func TestCircuitsAsText(t *testing.T) {
	prelude := fmt.Sprintf("import { simulateCircuit, checkCircuit, circuitToSource } from '@simten/core/api'\nconst text = %s\nconst half = %s\n%s",
		"`"+`circuit('Counter', { outputs: { count: bus(8) }, nodes: { r: Register({ width: 8 }), inc: Incrementer(), on: Constant({ value: 1 }) },
  connect: ({ outputs: o, nodes: n }) => [n.r.q.to(n.inc.in, o.count), n.inc.out.to(n.r.data), n.on.out.to(n.r.we)] })`+"`",
		"`"+`circuit('Half', { inputs: { a: bit, b: bit }, outputs: { sum: bit }, nodes: { x: Xor }, connect: ({ inputs: i, outputs: o, nodes: n }) => [i.a.to(n.x.a), i.b.to(n.x.b), n.x.out.to(o.sum)] })`+"`", circuits)
	for _, c := range []struct{ name, body string }{
		{"M63 a counter", `const r = simulateCircuit({ source: text }); check(r.ticks).toBe(10); check(r.circuit).toBe('Counter'); check(r.inputs).toEqual([]); check(r.outputs).toEqual(['count'])
			check(r.signals.count).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => ({ value, count: 1 }))); check('steadyStateAt' in r).toBe(false); check(r.vcd).toContain('$scope module Counter $end')`},
		{"M63 constant inputs", `const r = simulateCircuit({ source: half, inputs: { a: 1, b: 0 } }); check(Object.keys(r.signals)).toEqual(['a', 'b', 'sum']); check(r.signals.sum).toEqual([{ value: 1, count: 10 }]); check(r.steadyStateAt).toBe(0)
			check('steadyStateAt' in simulateCircuit({ source: half, ticks: 4 })).toBe(false); check(simulateCircuit({ source: half, ticks: 5 }).steadyStateAt).toBe(0)`},
		{"M64 which circuit", `check(simulateCircuit({ source: half + '\n' + text }).circuit).toBe('Counter'); check(simulateCircuit({ source: half + '\n' + text, circuitName: 'Half' }).circuit).toBe('Half')
			check(simulateCircuit({ source: half + '\n' + text, circuitName: 'X' }).error).toContain('Circuit "X" not found. Available: Half, Counter'); check(simulateCircuit({ source: '1' }).error).toContain('No circuits found')`},
		{"M63 what goes wrong while it runs is thrown", `check(() => simulateCircuit({ source: half, inputs: { c: 1 } })).toThrow("'c'"); check(() => simulateCircuit({ source: half, ticks: 0 })).toThrow('1 to 10000'); check(simulateCircuit({ source: '((' }).error).toBeTypeOf('string')`},
		{"M67 a source in order", `check(checkCircuit({ source: half + '\n' + text })).toEqual({ valid: true, canSimulate: true, diagnostics: [], analysis: { circuitsDefined: ['Half', 'Counter'], componentsUsed: ['Xor', 'Register', 'Incrementer', 'Constant'], unresolvedReferences: [] } })`},
		{"M67 a source with problems", `const r = checkCircuit({ source: "circuit('A', { nodes: { g: Andd } })" }); check(r.valid).toBe(false); check(r.canSimulate).toBe(false); check(r.diagnostics).toHaveLength(1)
			check(r.diagnostics[0]).toMatchObject({ phase: 'compilation', code: 'compile-error', severity: 'error', line: 1, column: 28, rule: 'E026' }); check(r.diagnostics[0].suggestions).toEqual(["Did you mean 'And'?"]); check(r.analysis).toEqual({ circuitsDefined: [], componentsUsed: [], unresolvedReferences: [] })`},
		{"D91 circuitToSource", `check(circuitToSource(Half)).toContain("const Half = circuit('Half', {"); let e; try { circuitToSource(Wide) } catch (x) { e = x } check(e.name).toBe('CircuitToSourceError'); check(e.message).toContain('Wide')`},
	} {
		t.Run(c.name, func(t *testing.T) { passes(t, prelude, c.body) })
	}
}
