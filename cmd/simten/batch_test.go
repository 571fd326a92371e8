package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// row is one line of --batch.
type row struct {
	Vector         int
	Inputs, Values map[string]circuit.Value
}

func batchRows(t *testing.T, args ...string) (rows []row, problems string) {
	t.Helper()
	code, out, problems := call(t, append([]string{"sim"}, args...)...)
	require.Equal(t, exitClean, code, problems)
	for line := range strings.Lines(out) {
		var r row
		require.NoError(t, json.Unmarshal([]byte(line), &r), line)
		require.Equal(t, len(rows), r.Vector)
		rows = append(rows, r)
	}
	return rows, problems
}

// circuitFile writes a circuit to a file of its own.
func circuitFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "circuit.ts")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestBatchGoesThroughAllVectors(t *testing.T) {
	file := circuitFile(t, `circuit('Add', { inputs: { a: bus(6), b: bus(6), c: bit }, outputs: { sum: bus(7) }, eval: ({ a, b, c }) => ({ sum: a + b + c }) })`)
	rows, problems := batchRows(t, file, "--batch", "all")
	require.Empty(t, problems)
	require.Len(t, rows, 1<<13)
	for i, r := range rows {
		a, b, c := r.Inputs["a"].Lo, r.Inputs["b"].Lo, r.Inputs["c"].Lo
		require.EqualValues(t, i, a<<7|b<<1|c)
		require.Equal(t, a+b+c, r.Values["sum"].Lo)
	}
}

// TestBatchOfClosures has the same answers one vector after the other.
func TestBatchOfClosures(t *testing.T) {
	text := `circuit('Mix', { inputs: { a: bus(8), b: bus(40) }, outputs: { x: bus(8), y: bus(8) }, state: { n: reg(8, 3) },
		eval: ({ a, b, n }) => ({ x: OPAQUE((a * 3 + Number(b % 11n) + n) & 255), y: n }), onTick: ({ n, a }) => ({ n: (n + a) & 255 }) })`
	compiled := circuitFile(t, strings.ReplaceAll(text, "OPAQUE", ""))
	opaque := circuitFile(t, strings.ReplaceAll(text, "OPAQUE", "JSON.parse('1') * "))
	together, problems := batchRows(t, compiled, "--batch", "random", "--count", "40", "--seed", "5", "--ticks", "3", "--ports", "all")
	require.Empty(t, problems)
	inTurn, problems := batchRows(t, opaque, "--batch", "random", "--count", "40", "--seed", "5", "--ticks", "3", "--ports", "all")
	require.Contains(t, problems, "one after the other")
	require.Equal(t, together, inTurn)
	other, _ := batchRows(t, compiled, "--batch", "random", "--count", "40", "--seed", "6")
	require.NotEqual(t, together[7].Inputs, other[7].Inputs)
}

// Long vectors run in generated code, each for itself, and give what they give together, in the same order.
func TestBatchOfLongVectors(t *testing.T) {
	file := circuitFile(t, `circuit('Mix', { inputs: { a: bus(8), b: bus(40) }, outputs: { x: bus(8), y: bus(40) }, state: { n: reg(8, 3), m: reg(40) },
		eval: ({ n, m }) => ({ x: n, y: m }), onTick: ({ n, m, a, b }) => ({ n: (n * 5 + a) & 255, m: m ^ (b + BigInt(n)) }) })`)
	const cycles = 700
	rows, problems := batchRows(t, file, "--batch", "random", "--count", "37", "--ticks", strconv.Itoa(cycles))
	require.Empty(t, problems)
	require.Len(t, rows, 37)
	for _, r := range rows {
		n, m := uint64(3), uint64(0)
		for range cycles {
			n, m = (n*5+r.Inputs["a"].Lo)&255, m^(r.Inputs["b"].Lo+n)&(1<<40-1)
		}
		require.Equal(t, []uint64{n, m}, []uint64{r.Values["x"].Lo, r.Values["y"].Lo}, "vector %d", r.Vector)
	}
	throws := circuitFile(t, `circuit('Throws', { inputs: { a: bus(4) }, outputs: { y: bus(16) }, state: { n: reg(16) },
		eval: ({ n }) => ({ y: n }), onTick: ({ n, a }) => { if (n > 900 && a === 9) throw new Error('too far'); return { n: n + a } } })`)
	code, out, problems := call(t, "sim", throws, "--batch", "all", "--ticks", "1000")
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "vector 9 failed")
	require.Contains(t, problems, "too far")
	require.Equal(t, 9, strings.Count(out, "\n"))
}

func TestBatchOfListedVectors(t *testing.T) {
	file := circuitFile(t, `circuit('Count', { inputs: { step: bus(8) }, outputs: { y: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ y: n }), onTick: ({ n, step }) => ({ n: n + step }) })`)
	list := filepath.Join(t.TempDir(), "vectors.json")
	require.NoError(t, os.WriteFile(list, []byte(`[{"step": 1}, {}, {"step": "0x11"}]`), 0o600))
	rows, _ := batchRows(t, file, "--batch", list, "--ticks", "4")
	require.Len(t, rows, 3)
	for i, want := range []uint64{4, 0, 68} {
		require.Equal(t, want, rows[i].Values["y"].Lo)
	}
}

func TestBatchProblems(t *testing.T) {
	wide := circuitFile(t, `circuit('Wide', { inputs: { a: bus(40) }, outputs: { y: bit }, eval: ({ a }) => ({ y: a === 1n }) })`)
	loop := circuitFile(t, `circuit('Loop', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Nand }, connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), g.out.to(g.b, outputs.y)] })`)
	list := filepath.Join(t.TempDir(), "vectors.json")
	require.NoError(t, os.WriteFile(list, []byte(`[{"b": 1}]`), 0o600))
	for name, c := range map[string]struct {
		args []string
		code int
		err  string
	}{
		"too many inputs": {[]string{"sim", wide, "--batch", "all"}, exitUsage, "40 bits"},
		"unknown name":    {[]string{"sim", wide, "--batch", list}, exitErrors, "'b'"},
		"no such file":    {[]string{"sim", wide, "--batch", "none.json"}, exitUsage, "none.json"},
		"with inputs":     {[]string{"sim", wide, "--batch", "all", "--inputs", list}, exitUsage, "--inputs"},
		"oscillation":     {[]string{"sim", loop, "--batch", "all"}, exitErrors, "vector 1 failed"},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, problems := call(t, c.args...)
			require.Equal(t, c.code, code, problems)
			require.Contains(t, problems, c.err)
		})
	}
}

func TestBench(t *testing.T) {
	for name, text := range map[string]string{
		"sequential":    `circuit('A', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ q: n }), onTick: ({ n, d }) => ({ n: n + d }) })`,
		"combinational": `circuit('A', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, eval: ({ d }) => ({ q: d + 1 }) })`,
	} {
		t.Run(name, func(t *testing.T) {
			code, out, problems := call(t, "bench", circuitFile(t, text), "--seconds", "0.02", "--json")
			require.Equal(t, exitClean, code, problems)
			var r benchReport
			require.NoError(t, json.Unmarshal([]byte(out), &r))
			require.Len(t, r.Rates, 2)
			require.NotEmpty(t, r.Batch)
			for _, x := range r.Rates {
				require.Positive(t, x.PerSecond)
			}
			require.Positive(t, r.Batch[0].PerSecond)
		})
	}
	code, out, _ := call(t, "bench", circuitFile(t, `circuit('A', { outputs: { q: bit }, eval: () => ({ q: 1 }) })`), "--seconds", "0.01")
	require.Equal(t, exitClean, code)
	require.Contains(t, out, "settles/s")
	require.Contains(t, out, "vectors/s")
}
