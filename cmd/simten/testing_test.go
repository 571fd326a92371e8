package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/fastcheck"
	"simten.dev/engine/testbench"
)

// testFolder writes files below a new folder.
func testFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return root
}

// needsFastCheck skips a test of properties where fast-check was not made.
func needsFastCheck(t *testing.T) {
	t.Helper()
	if _, err := fastcheck.Module(); errors.Is(err, fastcheck.ErrNotBuilt) {
		t.Skip("`go generate ./cmd/simten/fastcheck` makes the module that this test imports")
	}
}

var counterFiles = map[string]string{
	"counter.circuit.ts": `export const Counter = circuit('Counter', {
  outputs: { count: bus(8) },
  nodes: { r: Register({ width: 8 }), inc: Incrementer(), on: Constant({ value: 1 }) },
  connect: ({ outputs, nodes: { r, inc, on } }) => [r.q.to(inc.in, outputs.count), inc.out.to(r.data), on.out.to(r.we)],
})
`,
	"test/counter.test.ts": `import { simulate } from '@simten/core/sim'
import fc from 'fast-check'
import { Counter } from '../counter.circuit'

test('counts', () => {
  const sim = simulate(Counter)
  sim.tickN(3)
  expect(sim.get('count')).toBe(3)
})
test('never wraps', () => {
  fc.assert(fc.property(fc.nat(1000), (n) => {
    const sim = simulate(Counter)
    sim.tickN(n)
    expect(sim.get('count')).toBe(n)
  }))
})
`,
	"test/ok.test.ts": "console.log('hello')\ntest('fine', () => {})\ntest.skip('not now', () => {})\n",
	"none.ts":         "circuit('A', { inputs: { a: bit } })\n",
}

func TestTestCommand(t *testing.T) {
	needsFastCheck(t)
	root := testFolder(t, counterFiles)
	code, out, problems := call(t, "test", root)
	require.Equal(t, exitErrors, code, problems)
	file := filepath.Join(root, "test", "counter.test.ts")
	for _, part := range []string{
		file + "\n  ok       counts\n  FAILED   never wraps\n",
		"expected 0 to be 256\n", "counterexample: [256] (", ", seed 1, path \"", "at " + file + ":14:30\n",
		"  | hello\n  ok       fine\n  skipped  not now\n", "2 passed, 1 failed, 1 skipped\n",
	} {
		require.Contains(t, out, part)
	}

	code, out, _ = call(t, "test", "--json", "--filter", "wraps", "--root", root, file)
	require.Equal(t, exitErrors, code)
	var report testReport
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Equal(t, []int{0, 1, 1}, []int{report.Passed, report.Failed, report.Skipped})
	failure := report.Files[0].Tests[1].Failure
	require.Equal(t, 14, failure.Place.Line)
	require.JSONEq(t, "[256]", string(failure.Counterexample.Inputs))
	require.Equal(t, testbench.Skipped, report.Files[0].Tests[0].Status)

	code, out, _ = call(t, "test", filepath.Join(root, "test/ok.test.ts"))
	require.Equal(t, exitClean, code, out)

	// Its import leaves the folder of the file, and nothing says that it may.
	code, out, _ = call(t, "test", file)
	require.Equal(t, exitErrors, code)
	require.Contains(t, out, file+":3:25: error E007: '../counter.circuit' cannot be imported: it is outside of the folder of the tests. Name a folder around both with --root")

	code, out, _ = call(t, "test", filepath.Join(root, "none.ts"))
	require.Equal(t, exitErrors, code)
	require.Contains(t, out, "E028: No tests found")
}

func TestTestsImportTheExamples(t *testing.T) {
	root := testFolder(t, map[string]string{"a.test.ts": `
		import { EXAMPLES } from '@simten/core/examples'
		test('the adder adds', async () => {
			const adder = EXAMPLES.find((e) => e.id === 'half-adder')!
			expect([adder.title, adder.category, adder.nodes]).toEqual(['Half adder', 'basics', 2])
			expect(adder.code).toContain("circuit('HalfAdder'")
			expect(EXAMPLES.map((e) => e.id)).toEqual([...EXAMPLES.map((e) => e.id)].sort())
			expect(EXAMPLES.length).toBeGreaterThan(20)
		})`})
	code, out, problems := call(t, "test", root)
	require.Equal(t, exitClean, code, out+problems)
}

func TestTestCommandLine(t *testing.T) {
	root := testFolder(t, map[string]string{"a.ts": ""})
	for name, args := range map[string][]string{
		"nothing":      {"test"},
		"no such file": {"test", filepath.Join(root, "b.test.ts")},
		"no tests":     {"test", root},
		"time":         {"test", "--timeout", "0", filepath.Join(root, "a.ts")},
		"root":         {"test", "--root", filepath.Join(root, "c"), filepath.Join(root, "a.ts")},
		"verify":       {"verify"},
		"verify dir":   {"verify", root},
	} {
		code, out, problems := call(t, args...)
		require.Equal(t, exitUsage, code, name)
		require.Empty(t, out, name)
		require.Contains(t, problems, "Usage: simten ", name)
	}
}

// Nothing outside of the root is read: not by a name that leads up, and not by a link.
func TestTestsReadNothingOutside(t *testing.T) {
	outside := testFolder(t, map[string]string{"secret.ts": "export const secret = 'found'", "folder/x.ts": "export const secret = 'found'"})
	root := testFolder(t, map[string]string{
		"link.test.ts":   "import { secret } from './link'\ntest('x', () => { console.log(secret) })",
		"folder.test.ts": "import { secret } from './folder/x'\ntest('x', () => { console.log(secret) })",
		"up.test.ts":     "import { secret } from './a/../../" + filepath.Base(outside) + "/secret'\ntest('x', () => { console.log(secret) })",
	})
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.ts"), filepath.Join(root, "link.ts")))
	require.NoError(t, os.Symlink(filepath.Join(outside, "folder"), filepath.Join(root, "folder")))
	code, out, _ := call(t, "test", root)
	require.Equal(t, exitErrors, code)
	require.NotContains(t, out, "found")
	require.Equal(t, 3, strings.Count(out, "error E007"), out)
}

func TestTestLimitsEndTheCommandWithTheirCode(t *testing.T) {
	root := testFolder(t, map[string]string{"a.test.ts": "test('endless', () => { for (;;) {} })\ntest('next', () => {})"})
	code, out, _ := call(t, "test", "--timeout", "0.2", root)
	require.Equal(t, exitLimit, code)
	require.Contains(t, out, "a.test.ts:1:25")
	require.Contains(t, out, "1 passed, 1 failed")
}

func TestVerifyCommand_M71_M72(t *testing.T) {
	head := "import { declareOracle, verify } from '@simten/core/verify'\n"
	oracle := "declareOracle({ tier: 'C', type: 'invariant', independence_basis: 'none' })\n"
	files := map[string]string{
		"good.ts":  head + oracle + "verify.exhaustive('two', [2], () => true)\nverify.run()",
		"bad.ts":   head + oracle + "verify.exhaustive('two', [2], (n) => n === 0)\nverify.run()",
		"open.ts":  head + "verify.exhaustive('two', [2], () => true)\nverify.run()",
		"not.ts":   "circuit('A', { inputs: { a: bit } })",
		"error.ts": head + "verify.exhaustiv()",
	}
	root := testFolder(t, files)
	result := func(out string) map[string]any {
		_, rest, ok := strings.Cut(out, "--- BEGIN JSON ---\n{\n  ")
		require.True(t, ok, out)
		text, _, ok := strings.Cut("{"+rest, "\n--- END JSON ---\n")
		require.True(t, ok, out)
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &v))
		return v
	}
	for name, c := range map[string]struct {
		oracle string
		code   int
		passed any
	}{
		"good.ts": {"", exitClean, true},
		"bad.ts":  {"", exitErrors, false},
		"open.ts": {"", exitErrors, nil},
	} {
		code, out, _ := call(t, "verify", filepath.Join(root, name))
		require.Equal(t, c.code, code, name)
		require.Equal(t, c.passed, result(out)["testbench_passed"], name)
	}
	t.Setenv(oracleVariable, `{"tier":"A","type":"vectors","independence_basis":"standard"}`)
	code, out, _ := call(t, "verify", filepath.Join(root, "open.ts"))
	require.Equal(t, exitClean, code)
	require.Equal(t, "A", result(out)["oracle"].(map[string]any)["tier"])

	code, out, problems := call(t, "verify", filepath.Join(root, "not.ts"))
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, problems, "checks nothing")
	code, out, problems = call(t, "verify", filepath.Join(root, "error.ts"))
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, problems, "error.ts:2:")
}

func TestSourceCommand_D89(t *testing.T) {
	root := testFolder(t, counterFiles)
	file := filepath.Join(root, "counter.circuit.ts")
	code, out, problems := call(t, "source", file)
	require.Equal(t, exitClean, code, problems)
	require.True(t, strings.HasPrefix(out, "const Counter = circuit('Counter', {\n"), out)
	require.NoError(t, os.WriteFile(file, []byte("circuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })"), 0o600))
	code, out, problems = call(t, "source", file)
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, problems, "CircuitToSourceError: A cannot be written")
}

func TestCheckReport_M67(t *testing.T) {
	root := testFolder(t, counterFiles)
	report := func(name string) (r checkReport) {
		_, out, _ := call(t, "check", "--json", filepath.Join(root, name))
		require.NoError(t, json.Unmarshal([]byte(out), &r), out)
		return r
	}
	r := report("counter.circuit.ts")
	require.True(t, r.Valid && r.CanSimulate)
	require.Equal(t, []string{"Counter"}, r.Analysis.CircuitsDefined)
	require.Equal(t, []string{"Register", "Incrementer", "Constant"}, r.Analysis.ComponentsUsed)
	require.Equal(t, []string{}, r.Analysis.UnresolvedReferences)
	require.NoError(t, os.WriteFile(filepath.Join(root, "says.ts"), []byte("console.log('hello', 1)\ncircuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })\n"), 0o600))
	require.Equal(t, []string{"hello 1"}, report("says.ts").Console)
	_, out, _ := call(t, "check", filepath.Join(root, "says.ts"))
	require.Contains(t, out, "  | hello 1\n")
	require.NoError(t, os.WriteFile(filepath.Join(root, "bad.ts"), []byte("circuit('Half', {\n"), 0o600))
	r = report("bad.ts")
	require.False(t, r.Valid || r.CanSimulate)
	require.Equal(t, []string{}, r.Analysis.CircuitsDefined)
	require.Equal(t, "compilation", r.Diagnostics[0].Phase)
	require.Equal(t, "Half", r.Names[0].Name, "D93: titles of a text that does not compile")
}

// The tests that examples come with pass, and notice when the circuit is another one.
func TestExamplesPassTheirTests(t *testing.T) {
	needsFastCheck(t)
	const examples = "../../examples"
	tests, err := filepath.Glob(examples + "/*/*.test.ts")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(tests), 3)
	code, out, problems := call(t, "test", examples)
	require.Equal(t, exitClean, code, out+problems)
	require.Contains(t, out, " 0 failed, 0 skipped")

	for name, change := range map[string][2]string{
		"ripple-adder": {"passed.out.to(carry.b)", "half.out.to(carry.b)"},
		"alu":          {"n.and.out.to(n.andOr.in0)", "n.or.out.to(n.andOr.in0)"},
		"crc32":        {"0xedb88320", "0xedb88321"},
	} {
		files := map[string]string{}
		for _, file := range []string{"circuit.ts", "circuit.test.ts"} {
			text, err := os.ReadFile(filepath.Join(examples, name, file))
			require.NoError(t, err)
			files[file] = string(text)
		}
		require.Equal(t, 1, strings.Count(files["circuit.ts"], change[0]), name)
		files["circuit.ts"] = strings.Replace(files["circuit.ts"], change[0], change[1], 1)
		code, out, problems := call(t, "test", testFolder(t, files))
		require.Equal(t, exitErrors, code, name+out+problems)
		require.NotContains(t, out, " 0 failed", name)
	}
}
