package sandbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/project"
)

var parts = project.Map{
	"parts/index.ts": "export * from './half'\nexport { Full as FullAdder } from './full.ts'\n",
	"parts/half.ts": `export const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { s: bit, c: bit },
  eval: ({ a, b }) => ({ s: a ^ b, c: a & b }),
})
`,
	"parts/full.ts": `import { Half } from './half.js'
export const Full = circuit('Full', {
  inputs: { a: bit, b: bit, ci: bit }, outputs: { s: bit, co: bit },
  nodes: { x: Half, y: Half, o: Or() },
  connect: ({ inputs, outputs, nodes: { x, y, o } }) => [
    inputs.a.to(x.a), inputs.b.to(x.b), x.s.to(y.a), inputs.ci.to(y.b), y.s.to(outputs.s),
    x.c.to(o.a), y.c.to(o.b), o.out.to(outputs.co),
  ],
})
`,
	"my/count.ts":  "export const Count = circuit('Count', {\n  outputs: { n: bus(8) }, state: { v: reg(8) },\n  eval: ({ v }) => ({ n: v }),\n  onTick: ({ v }) => ({ v: v + step.by }),\n})\nconst step = { by: 1 }\n",
	"program.json": "[3, 5]",
}

const adderText = `import { Half, FullAdder } from './parts'
import program from './program.json'
import { Count } from 'my/count'
const Adder2 = circuit('Adder2', {
  outputs: { s: bit, r: bit, n: bus(8), k: bus(8) },
  nodes: { h: Half, f: FullAdder, one: Constant({ value: 1, width: 1 }), c: Count, k: Constant({ value: program[1], width: 8 }) },
  connect: ({ outputs, nodes: { h, f, one, c, k } }) => [
    one.out.to(h.a, h.b, f.a, f.b), h.c.to(f.ci), h.s.to(outputs.s), f.s.to(outputs.r),
    c.n.to(outputs.n), k.out.to(outputs.k),
  ],
})
`

func compileProject(t *testing.T, s Source) *Compiled {
	t.Helper()
	s.Grants = circuit.AllGrants()
	c, err := Compile(context.Background(), s, Limits{})
	require.NoError(t, err)
	return c
}

func TestAProjectOfSeveralFilesRuns(t *testing.T) {
	folder := fstest.MapFS{}
	for name, text := range parts {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, s := range map[string]Source{
		"files":       {Text: adderText, Files: parts},
		"one text":    {Text: project.Join("circuit.ts", adderText, parts)},
		"a folder":    {Text: adderText, Folder: project.Folder{FS: folder}},
		"named entry": {Text: project.Join("main.ts", adderText, parts)},
	} {
		c := compileProject(t, s)
		require.False(t, circuit.HasErrors(c.Diagnostics), "%s: %v", name, c.Diagnostics)
		require.Equal(t, "Adder2", c.Main)
		require.Equal(t, []string{"Half", "Full", "Count", "Adder2"}, c.Circuits)
		for _, kind := range []Backend{Interpreter, Closures, WebAssembly} {
			m, err := c.NewMachineOn(context.Background(), kind)
			require.NoError(t, err)
			_, err = m.Step(context.Background(), 3)
			require.NoError(t, err)
			var got []string
			for _, o := range c.Design.Outputs {
				got = append(got, fmt.Sprint(o.Name, " ", m.Peek(o.Net)))
			}
			require.Equal(t, []string{"s 0", "r 1", "n 3", "k 5"}, got, name)
			require.NoError(t, m.Close())
		}
		require.Equal(t, circuit.Place{File: "my/count.ts", Line: 4, Column: 11}, c.Place(c.Design.NodeIndex("c"), true), name)
		x, ok := c.Design.Declared("f.y")
		require.True(t, ok)
		require.Equal(t, "parts/full.ts", x.File)
		c.Close()
	}
}

func TestProblemsOfAProjectHaveTheirFile(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string // file:line:column code
		says string
	}{
		"a missing file": {"import { A } from './aluu'\nA\n// @filename: alu.ts\n", ":1:19 E007", "Did you mean './alu'?"},
		"no such file":   {"import { A } from './zz'\nA", ":1:19 E007", "Add a file zz.ts to the project"},
		"outside":        {"import { A } from '../a'\nA", ":1:19 E007", "outside of the project"},
		"absolute":       {"import { A } from '/a'\nA", ":1:19 E007", "begins with ./"},
		"of a library":   {"import { A } from 'my/a'\nA", ":1:19 E007", "folder 'my'"},
		"inside another": {"import './b'\n// @filename: b.ts\n\nimport { x } from './c'\nx", "b.ts:2:19 E007", "there is no file c.ts"},
		"syntax":         {"import './b'\n// @filename: b.ts\nconst = 1", "b.ts:1:7 E001", ""},
		"thrown":         {"import './b'\n// @filename: b.ts\n\nthrow new Error('no')", "b.ts:2:7 E020", "no"},
		"undefined":      {"import './b'\n// @filename: b.ts\n\nfoo()", "b.ts:2:1 E026", "foo"},
		"connection":     {"import './b'\n// @filename: b.ts\ncircuit('T', { outputs: { q: bit }, nodes: { a: And() }, connect: ({ nodes, outputs }) => [nodes.a.oot.to(outputs.q)] })", "b.ts:1:100 E035", "out"},
		"a circle":       {"import { b } from './b'\nexport const a = 1\nb\n// @filename: b.ts\nimport { a } from './circuit'\nexport const b = a", "b.ts:1:19 E017", "circuit.ts → b.ts → circuit.ts"},
		"json":           {"import j from './t.json'\nj\n// @filename: t.json\n{ 1 }", ":1:15 E007", "line 1 of t.json is no JSON"},
		"a bad path":     {"a\n// @filename: ../b.ts\n", ":0:0 E007", "below a folder"},
	} {
		compiled := compileProject(t, Source{Text: c.text})
		var errors []string
		for _, d := range compiled.Diagnostics {
			if d.Severity == circuit.Error {
				errors = append(errors, fmt.Sprintf("%s:%d:%d %s %s", d.File, d.Line, d.Column, d.Code, d.Text()))
			}
		}
		require.NotEmpty(t, errors, name)
		require.True(t, strings.HasPrefix(errors[0], c.want+" "), "%s: %v", name, errors)
		require.Contains(t, errors[0], c.says, name)
		compiled.Close()
	}
}

func TestTypesMayBeImportedInACircle(t *testing.T) {
	c := compileProject(t, Source{Text: "import { b } from './b'\nexport type T = number\ncircuit('A', { outputs: { q: bit }, eval: () => ({ q: b }) })\n// @filename: b.ts\nimport type { T } from './circuit'\nexport const b: T = 1"})
	defer c.Close()
	require.False(t, circuit.HasErrors(c.Diagnostics), "%v", c.Diagnostics)
}

func TestFixesOfAnotherFile(t *testing.T) {
	c := compileProject(t, Source{Text: "import './b'\n// @filename: b.ts\n\nimport { Nandd } from '@simten/core/std'\nNandd()"})
	defer c.Close()
	require.Equal(t, "b.ts", c.Diagnostics[0].File)
	require.Equal(t, []circuit.Fix{{Line: 2, Column: 10, EndLine: 2, EndColumn: 15, Replaces: "Nandd", Text: "Nand as Nandd"}}, c.Diagnostics[0].Fixes)
}

func TestLimit_filesPerProgram(t *testing.T) {
	files := project.Map{}
	var text strings.Builder
	for i := range 6 {
		fmt.Fprintf(&text, "import './f%d'\n", i)
		files[fmt.Sprintf("f%d.ts", i)] = "1"
	}
	text.WriteString("circuit('A', { outputs: { q: bit }, eval: () => ({ q: 1 }) })")
	for limit, ok := range map[int]bool{7: true, 6: false} {
		c, err := Compile(context.Background(), Source{Text: text.String(), Files: files}, Limits{Files: limit})
		require.NoError(t, err)
		require.Equal(t, ok, !circuit.HasErrors(c.Diagnostics), "%d: %v", limit, c.Diagnostics)
		c.Close()
	}
	c, err := Compile(context.Background(), Source{Text: "import './f0'\ncircuit('A', {})", Files: project.Map{"f0.ts": strings.Repeat("/", 1000)}}, Limits{SourceBytes: 900})
	require.NoError(t, err)
	require.Contains(t, c.Diagnostics[0].Message, "more than the limit of 900")
}

// TestImportsInLambdasAreLowered compares what lambdas read of other files, lowered, with what the interpreter reads.
func TestImportsInLambdasAreLowered(t *testing.T) {
	files := project.Map{
		"data.json":  `{ "list": [3, 1, 4, 1], "deep": { "n": 9 }, "name": "pi" }`,
		"step.json":  "7",
		"ops.ts":     "import step from './step.json'\nexport const three = 3\nexport const table = [5, 6, 7, 8]\nexport const twice = (v: number) => v * 2 + step\nexport function thrice(v: number) { return v * three }\nexport enum Op { Add = 4, Sub = 9 }\nexport default 11\n",
		"again.ts":   "export * from './ops'\nexport { twice as double } from './ops'\nexport * as all from './ops'\n",
		"changes.ts": "export let n = 1\nexport const count = () => { n++; return n }\n",
	}
	imports := "import data from './data.json'\nimport * as ops from './ops'\nimport seven, { three, twice, Op } from './ops'\nimport { double, table, all } from './again'\nimport * as again from './again'\nimport step from './step.json'\nimport { n, count } from './changes'\n" +
		"const around = Object.defineProperty({ n: 5 }, 'self', { get: () => around, enumerable: true })\n" +
		"let times = 0\nObject.defineProperty(around, 'counted', { get() { return ++times }, enumerable: true })\n"
	for text, lowered := range map[string]bool{
		"a + step": true, "data.list[a & 3]": true, "data.deep.n + data.list.length": true, "data.name.length + a": true,
		"ops.three + a": true, "ops.twice(a)": true, "ops.thrice(a)": true, "ops.table[a & 3]": true, "ops.default + a": true,
		"ops.Op.Sub - ops.Op.Add + a": true, "seven + a": true, "three * a": true, "twice(a)": true, "Op.Sub + a": true,
		"double(a)": true, "table[a & 3]": true, "all.three + a": true, "again.all.twice(a)": true, "again.table[a & 1]": true,
		"Object.keys(data).length + a": true, "'three' in ops ? a : 0": true,
		"around.self.self.n + a": true, "around.self.counted + a": false, "n + a": false, "count() + a": false,
	} {
		source := imports + "circuit('T', { inputs: { a: bus(8) }, outputs: { x: bus(8) }, eval: ({ a }) => ({ x: " + text + " }) })\n"
		c := compileProject(t, Source{Text: source, Files: files})
		require.False(t, circuit.HasErrors(c.Diagnostics), "%s: %v", text, c.Diagnostics)
		hint := slices.ContainsFunc(c.Diagnostics, func(d circuit.Diagnostic) bool { return d.Code == circuit.CodeOpaque })
		require.Equal(t, lowered, !hint, "%s: %v", text, c.Diagnostics)
		var want []string
		for _, kind := range []Backend{Closures, Interpreter, WebAssembly} {
			m, err := c.NewMachineOn(context.Background(), kind)
			require.NoError(t, err)
			var got []string
			for a := range uint64(12) {
				require.NoError(t, NewControls(c.Design).Set(m, map[string]circuit.Value{"a": circuit.Uint(a * 37 % 256)}))
				require.NoError(t, m.Settle(context.Background()))
				got = append(got, fmt.Sprint(m.Peek(c.Design.Outputs[0].Net)))
			}
			if want == nil {
				want = got
			}
			if lowered {
				require.Equal(t, want, got, text)
			}
		}
	}
}
