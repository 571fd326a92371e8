package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// D1, D2, D5, D15 and the import forms that public Simten leaves undefined.
func TestProgramsThatRun(t *testing.T) {
	tests := []struct{ name, text, log string }{
		{"D1 import", "import { And } from '@simten/core/std'\nlog(And('x'))", "And:x"},
		{"D1 several lines", "import {\n  And,\n  Or,\n} from \"@simten/core/std\";\nlog(And('x'), Or('y'))", "And:x Or:y"},
		{"D1 any sub-path", "import { And } from '@simten/no/such/path'\nlog(And('x'))", "And:x"},
		{"D1 unused names are not checked", "import { Nope, type Circuit } from '@simten/core'\nlog(1)", "1"},
		{"D1 types", "import type { Circuit } from '@simten/core'\nlet c: Circuit\nlog(typeof c)", "undefined"},
		{"D1 side effect", "import '@simten/core'\nlog(1)", "1"},
		{"D2 no import", "log(And('x'), typeof circuit, typeof component, typeof bit, typeof bus, typeof reg, typeof mem)", "And:x function function function function function function"},
		{"alias", "import { And as G } from '@simten/core/std'\nlog(G('x'), And('y'))", "And:x And:y"},
		{"namespace", "import * as std from '@simten/core/std'\nlog(std.And('x'), std['Or']('y'), 'Not' in std)", "And:x Or:y true"},
		{"default", "import simten from '@simten/core'\nlog(simten.And('x'), typeof simten)", "And:x object"},
		{"default and named", "import simten, { Or as O } from '@simten/core'\nlog(simten.And('x'), O('y'))", "And:x Or:y"},
		{"import equals", "import std = require('@simten/core/std')\nlog(std.And('x'))", "And:x"},
		{"re-export", "export * from '@simten/core/std'\nexport { And as G } from '@simten/core'\nlog(1)", "1"},
		{"namespace is not a library object", "import * as std from '@simten/core'\nlog('constructor' in std, 'toString' in std)", "false false"},
		{"D5 export const", "export const C = circuit('C')\nlog(C)", "circuit:C"},
		{"D5 export default", "export default circuit('C')\nlog(1)", "1"},
		{"D5 export list", "const C = circuit('C')\nexport { C, C as D }\nlog(C)", "circuit:C"},
		{"D5 export function and class", "export function f() { return 1 }\nexport class K {}\nexport enum E { A }\nlog(f(), typeof K, E.A)", "1 function 0"},
		{"D15 own name", "const And = (x: string) => 'own ' + x\nlog(And('x'))", "own x"},
		{"D15 own name instead of the import", "import { And, Or } from '@simten/core/std'\nconst And = (x: string) => 'own ' + x\nlog(And('x'), Or('y'))", "own x Or:y"},
		{"D15 alias and own name", "import { And as G } from '@simten/core/std'\nconst And = (x: any) => 'own ' + G(x)\nlog(And('x'))", "own And:x"},
		{"D15 own circuit", "const circuit = (n: string) => 'mine ' + n\nlog(circuit('x'))", "mine x"},
		{"strict mode", "log((function (this: any) { return this === undefined })())", "true"},
		{"top-level this is not the global object", "log((this as any) === globalThis)", "false"},
		{"D7 in a string", "const s = 'import(\"x\")' // import('y')\n/* import('z') */ log(s, `import(${1})`)", "import(\"x\") import(1)"},
		{"D7 as a property", "const o: any = { import(x: any) { return x } }\nlog(o.import(1))", "1"},
		{"byte order mark", "\uFEFFlog(1)", "1"},
		{"hashbang", "#!/usr/bin/env node\nlog(1)", "1"},
		{"empty", "", ""},
		{"only comments", "// nothing\n/* here */", ""},
		{"source map comment", "log(1)\n//# sourceMappingURL=file:///etc/passwd\n", "1"},
		{"decorators", "const d = (v: any, c: any) => { log(c.kind) }\n@d class A { @d m() {} }", "method\nclass"},
		{"using", "{ using x = { [Symbol.dispose ?? 'd']() { log('gone') } } as any }", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := prepare(t, test.text)
			require.NotContains(t, s.Code, "sourceMappingURL")
			log := newRealmStub(100).run(s.Program)
			if test.name == "using" {
				return // goja has no Symbol.dispose; that it compiles is enough
			}
			joined := ""
			for i, line := range log {
				if i > 0 {
					joined += "\n"
				}
				joined += line
			}
			require.Equal(t, test.log, joined)
		})
	}
}

// D7, D9 and every other text that is refused: code, place and a part of the message or suggestion.
func TestRefusedPrograms(t *testing.T) {
	tests := []struct {
		name, text string // ‹ marks the place
		code       circuit.Code
		says       string
	}{
		{"D7 dynamic import", "const m = ‹import('x')", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 awaited", "async function f() {\n  return await ‹import('@simten/core')\n}", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 computed", "const n = 'x'\nconst m = ‹import(n + 'y')", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 with a comment", "const m = ‹import/* */(/* x */ 'x')", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 over lines", "const m = ‹import\n(\n'x')", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 in a template", "const m = `${‹import('x')}`", circuit.CodeDynamicImport, "Dynamic import()"},
		{"D7 in eval", "circuit('X', { eval: () => ‹import('x') })", circuit.CodeDynamicImport, "Dynamic import()"},
		{"require computed", "declare const require: any\nconst n = 'x'\nconst m = ‹require(n)", circuit.CodeDynamicImport, "static import"},
		{"D9 relative", "import { alu } from ‹'./alu'\nalu()", circuit.CodeRelativeImport, "one file"},
		{"D9 parent", "import { alu } from ‹'../alu'\nalu()", circuit.CodeRelativeImport, "../alu"},
		{"D9 absolute", "import { alu } from ‹'/alu'\nalu()", circuit.CodeRelativeImport, "/alu"},
		{"unknown name", "import { And, ‹Ader } from '@simten/core/std'\nAnd(); Ader()", circuit.CodeUnknownImport, `Did you mean "Adder"?`},
		{"unknown alias", "import { ‹Regster as R } from '@simten/core/std'\nR()", circuit.CodeUnknownImport, `Did you mean "Register"?`},
		{"unknown in a namespace", "import * as std from '@simten/core/std'\nstd.And();\n  ‹std.Nand()", circuit.CodeUnknownImport, `Did you mean "And"?`},
		{"D4 host function", "import { circuit } from '@simten/core/circuit'\nimport { ‹simulate } from '@simten/core/sim'\nsimulate(circuit('X'))", circuit.CodeHostImport, "not available in circuit source"},
		{"D4 exportVerilog", "import { ‹exportVerilog as v } from '@simten/core/verilog'\nv()", circuit.CodeHostImport, "not available in circuit source"},
		{"top-level return", "const a = 1\n‹return a", circuit.CodeTopLevelReturn, "remove it"},
		{"return in a block", "if (1) { for (;;) { ‹return } }", circuit.CodeTopLevelReturn, "remove it"},
		{"top-level await", "const a = 1\nconst b = ‹await a", circuit.CodeTopLevelAwait, "remove it"},
		{"top-level for await", "for ‹await (const x of []) ;", circuit.CodeTopLevelAwait, "remove it"},
		{"import.meta", "const u = ‹import.meta.url", circuit.CodeUnsupportedSyntax, "import.meta"},
		{"regular expression flag v", "const r = ‹/[a--b]/v", circuit.CodeUnsupportedSyntax, "flags d and v"},
		{"regular expression flag d", "const r = ‹/a/d", circuit.CodeUnsupportedSyntax, "flags d and v"},
		{"bad regular expression", "const r = ‹/(/", circuit.CodeSyntax, "Unterminated group"},
		{"syntax", "const a = ‹;", circuit.CodeSyntax, `";" cannot follow "="`},
		{"syntax after wide characters", "const s = '😀ü'; const a = ‹;", circuit.CodeSyntax, `";" cannot follow "="`},
		{"syntax after Windows line ends", "const s = 1\r\n\r\nconst a = ‹;\r\n", circuit.CodeSyntax, `";" cannot follow "="`},
		{"unclosed", "circuit('A', {\n  inputs: { a: bit },\n  eval: () => ({\n‹", circuit.CodeSyntax, `the "{" in line 3 is never closed`},
		{"unclosed string", "const a = ‹'x\n", circuit.CodeSyntax, "is not closed in its line"},
		{"redeclared", "const a = 1\nconst ‹a = 2", circuit.CodeSyntax, "already been declared"},
		{"with", "‹with ({}) { }", circuit.CodeSyntax, ""},
		{"delete a name", "let a = 1; delete ‹a", circuit.CodeSyntax, "elete"},
		{"eval as a name", "const f = (‹eval: any) => 1", circuit.CodeSyntax, "eval"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text, want := marked(test.text)
			s, list := Prepare("test.ts", text, Options{Library: testLibrary})
			require.Nil(t, s)
			require.NotEmpty(t, list)
			var d circuit.Diagnostic
			for _, d = range list {
				if d.Severity == circuit.Error {
					break
				}
			}
			require.Equal(t, circuit.StageSource, d.Stage)
			require.Equal(t, test.code, d.Code, d.Error())
			require.Equal(t, want, circuit.Place{Line: d.Line, Column: d.Column}, d.Error())
			require.Contains(t, d.Message+" "+d.Suggestion, test.says)
		})
	}
}

// D6: type errors do not stop a file.
func TestTypeErrorsDoNotStop(t *testing.T) {
	s := prepare(t, "const n: number = 'text'\ninterface A { x: Missing }\nlog(n, (1 as string).length)\nlet v = <unknown>n satisfies never")
	require.Equal(t, []string{"text undefined"}, newRealmStub(10).run(s.Program))
}

func TestAllImportErrorsAreReported(t *testing.T) {
	_, list := Prepare("test.ts", "import { b } from './y'\nimport { Adn } from '@simten/core'\nb(); Adn(); Adn()", Options{Library: testLibrary})
	require.Len(t, list, 2)
	require.Equal(t, circuit.CodeRelativeImport, list[0].Code)
	require.Equal(t, circuit.CodeUnknownImport, list[1].Code)
}

func TestWarnings(t *testing.T) {
	s, list := Prepare("test.ts", "const nodes = { a: And, b: Or, a: Or }\n", Options{Library: testLibrary})
	require.NotNil(t, s)
	require.Len(t, list, 1)
	d := list[0]
	require.Equal(t, circuit.CodeDoubtfulSource, d.Code)
	require.Equal(t, circuit.Warning, d.Severity)
	require.Equal(t, circuit.Diagnostic{Line: 1, Column: 32, EndLine: 1, EndColumn: 33}, circuit.Diagnostic{Line: d.Line, Column: d.Column, EndLine: d.EndLine, EndColumn: d.EndColumn})
}

// An await at the top ends esbuild's work; what is wrong besides shows all the same.
func TestAwaitHidesNothing(t *testing.T) {
	_, list := Prepare("a.ts", "import { a } from './a'\nconst x = await a\nconst y = await import('b')\n", Options{})
	var codes []circuit.Code
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	require.ElementsMatch(t, []circuit.Code{
		circuit.CodeTopLevelAwait, circuit.CodeTopLevelAwait, circuit.CodeRelativeImport, circuit.CodeDynamicImport,
	}, codes)
}
