package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/grade"
)

const gradedInverter = `circuit('Inverter', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })`

const invertedTests = `test.each([[0, 1], [1, 0]])('a = %d', (a, y) => {
  const s = simulate(submission)
  s.set({ a })
  expect(s.get('y')).toBe(y)
})`

func TestGradeCommand(t *testing.T) {
	root := testFolder(t, map[string]string{
		"level/level.test.ts":        invertedTests,
		"level/level.json":           `{"title": "NOT", "parts": ["Not", "Nand"], "par": {"gates": 1, "depth": 1}}`,
		"in/ann.ts":                  gradedInverter,
		"in/bob/circuit.ts":          "circuit('X', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)] })",
		"in/eve/circuit.ts":          "globalThis.expect = () => ({ toBe() {} })\ncircuit('X', { inputs: { a: bit }, outputs: { y: bit }, eval: () => ({ y: 1 }) })",
		"in/node_modules/x/other.ts": "while (true) {}",
	})
	level := filepath.Join(root, "level")
	code, out, problems := call(t, "grade", filepath.Join(root, "in"), "--level", level, "--json")
	require.Equal(t, exitErrors, code, problems)
	var report gradeReport
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Equal(t, par{Gates: 1, Depth: 1}, report.Par)
	require.Equal(t, 1, report.Passed)
	require.Len(t, report.Submissions, 3)
	verdicts := map[string]grade.Verdict{}
	for _, s := range report.Submissions {
		verdicts[s.File] = s.Verdict
	}
	require.Equal(t, map[string]grade.Verdict{"ann.ts": grade.Passed, "bob/circuit.ts": grade.Failed, "eve/circuit.ts": grade.Refused}, verdicts)
	require.True(t, report.Submissions[0].WithinPar)

	code, out, _ = call(t, "grade", filepath.Join(root, "in"), "--level", level)
	require.Equal(t, exitErrors, code)
	require.Contains(t, out, "passed *")
	require.Contains(t, out, "a = 0: expected 0 to be 1")
	require.Contains(t, out, "1 of 3 passed")

	// A file of tests is a level, too, which allows every part.
	code, _, problems = call(t, "grade", filepath.Join(root, "in", "eve"), "--level", filepath.Join(level, "level.test.ts"))
	require.Equal(t, exitErrors, code, problems)
	for name, args := range map[string][]string{
		"no level":       {"grade", filepath.Join(root, "in")},
		"no submissions": {"grade", level},
		"two folders":    {"grade", level, level},
		"a child alone":  {"grade", "--one"},
		"no time":        {"grade", level, "--timeout", "0"},
	} {
		code, _, _ := call(t, args...)
		require.Equal(t, exitUsage, code, name)
	}
}

// One submission that ends its process, or does not end, costs the others nothing.
func TestGradeOutlivesItsSubmissions(t *testing.T) {
	root := testFolder(t, map[string]string{
		"level.test.ts": invertedTests,
		"a-loop.ts":     "while (true) {}",
		"b-memory.ts":   "const a = []; while (true) a.push(new ArrayBuffer(1e6))",
		"c-deep.ts":     "let f = (x) => x\nfor (let i = 0; i < 1e5; i++) f = f.bind(null)\nf(1)",
		"d-good.ts":     gradedInverter,
	})
	code, out, problems := call(t, "grade", root, "--json")
	require.Equal(t, exitLimit, code, problems)
	var report gradeReport
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Len(t, report.Submissions, 4)
	for _, s := range report.Submissions[:3] {
		require.NotEqual(t, grade.Passed, s.Verdict, s.File)
		require.NotEmpty(t, s.Diagnostics, s.File)
		require.NotEmpty(t, s.Diagnostics[0].Message, s.File)
	}
	require.Equal(t, grade.Stopped, report.Submissions[0].Verdict)
	require.Equal(t, grade.Stopped, report.Submissions[1].Verdict)
	require.Equal(t, grade.Passed, report.Submissions[3].Verdict)
}
