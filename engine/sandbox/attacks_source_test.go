package sandbox

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

func TestAttacksSource(t *testing.T) {
	rep := strings.Repeat
	each := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	deep := circuit.CodeNestedTooDeeply
	var attacks []attack
	for _, c := range []struct{ name, open, middle, closing string }{
		{"parentheses", "(", "0", ")"},
		{"brackets", "[", "0", "]"},
		{"objects", "({a:", "0", "})"},
		{"templates", "`${", "1", "}`"},
		{"signs", "- ", "1", ""},
		{"arrows", "a=>", "1", ""},
		{"functions", "(function(){return ", "1", "})"},
		{"ifs", "if(1)", ";", ""},
		{"else-ifs", "if(0);else ", ";", ""},
		{"conditions", "1?", "1", ":1"},
		{"patterns", "([", "a", "])=>0"},
		{"new", "new ", "A", ""},
		{"members", "", "a", ".b"},
		{"sums", "1+", "1", ""},
		{"classes", "class{a(){", "", "}}"},
		{"calls", "f(", "1", ")"},
	} {
		for _, n := range []int{10_000, 100_000} {
			text := rep(c.open, n) + c.middle + rep(c.closing, n)
			if !strings.HasPrefix(c.open, "if") {
				text = "x=" + text
			}
			if len(text) > 1<<20 {
				continue // refused for its size, as in A161
			}
			attacks = append(attacks, attack{name: fmt.Sprintf("A162 %s, %d deep", c.name, n), text: text, want: deep})
		}
	}
	for name, text := range map[string]string{
		"A163 type arguments": "let x:" + rep("A<", 1e5) + "B" + rep(">", 1e5), "A163 conditional types": "type T=" + rep("A extends B?C:", 5e4) + "D",
		"A163 function types": "type T=" + rep("(a:", 1e5) + "B" + rep(")=>C", 1e5), "A163 inference": "type T=" + rep("A extends infer B?", 3e4) + "C" + rep(":D", 3e4),
		"A165 many arrows": "x=" + rep("a=>", 1600) + "1", "A165 many arrows in parentheses": "x=" + rep("(x)=>", 1600) + "1", "A165 arrows in conditions": "x=" + rep("c?(x)=>(", 1600) + "1" + rep("):1", 1600),
		"A166 private names": rep("class A{#a;b(){", 400) + rep("}}", 400), "A166 namespaces": "namespace a" + rep(".a", 1000) + "{export const x=1}", "A166 texts added": "x=" + rep(`"a"+`, 1e5) + `"a"`,
		"A166 labels": each(1e5, func(i int) string { return fmt.Sprintf("l%d:", i) }) + "1", "A166 loops in loops": rep("for(x of y)", 5e4) + "1",
		"A167 destructuring": rep("({a:", 1e5) + "b" + rep("}=c)", 1e5), "A167 defaults": rep("[a=", 1e5) + "b" + rep("]=c", 1e5),
	} {
		attacks = append(attacks, attack{name: name, text: text, want: deep})
	}
	attacks = append(attacks,
		attack{name: "A161 one byte too many", text: rep("\n", 1<<20+1), want: circuit.CodeSourceTooLarge},
		attack{name: "A161 sixteen megabytes", text: rep("//\n", 16<<20/3), want: circuit.CodeSourceTooLarge},
		attack{name: "A161 nothing", text: "", want: circuit.CodeNoCircuits},
		attack{name: "A161 blanks", text: " \n\t\r\n", want: circuit.CodeNoCircuits},
		attack{name: "A164 an enum that doubles", text: "enum E{A0='abcdefghijklmnop'" + each(30, func(i int) string { return fmt.Sprintf(",A%d=A%d+A%d", i+1, i, i) }) + "}", want: circuit.CodeExpansion},
		attack{name: "A164 the same in templates", text: "enum E{A0='abcdefghijklmnop'" + each(30, func(i int) string { return fmt.Sprintf(",A%d=`${A%d}${A%d}`", i+1, i, i) }) + "}", want: circuit.CodeExpansion},
		attack{name: "A169 a long name", text: "const " + rep("a", 5e5) + " = 1\n" + aCircuit},
		attack{name: "A169 a long text", text: "const s = '" + rep("a", 9e5) + "'\n" + aCircuit},
		attack{name: "A169 many variables", text: each(3e4, func(i int) string { return fmt.Sprintf("let a%d=%d;", i, i) }) + aCircuit},
		attack{name: "A169 many lines", text: rep("\n", 1e6) + aCircuit},
		attack{name: "A169 many comments", text: rep("/**/", 2e5) + "\n" + aCircuit},
		attack{name: "A169 a long number", text: "x=" + rep("9", 9e5), want: deep},
		attack{name: "A170 bytes that are no UTF-8", text: "const s = '\xff\xfe'\n" + aCircuit},
		attack{name: "A170 an error after every kind of line end", text: "const a = 1\r\nconst b = 2\rconst c = 3\u2028const d = 4\nconst e = ;", want: circuit.CodeSyntax},
		attack{name: "A170 zero bytes", text: "const a = 1\x00\n", want: circuit.CodeSyntax},
		attack{name: "A172 eval with an escape", text: "\\u0065val('1')", want: circuit.CodeDenied},
		attack{name: "A172 import with an escape", text: "\\u{69}mport('x')", want: circuit.CodeSyntax},
		attack{name: "A172 constructor with an escape", text: "(() => {}).con\\u0073tructor('1')", want: circuit.CodeDenied},
		attack{name: "A173 comments of HTML", text: "export let x = 1 <!-- 2\n", want: circuit.CodeSyntax},
		attack{name: "A173 a line for a shell, and asm", text: "#!/bin/sh\n'use asm'\n" + aCircuit},
		attack{name: "A173 legacy octal digits", text: "export const x = 010", want: circuit.CodeSyntax},
		attack{name: "A173 an escape of eight", text: "export const x = '\\8'", want: circuit.CodeSyntax},
		attack{name: "A174 a text without end", text: "const s = 'abc\n", want: circuit.CodeSyntax},
		attack{name: "A174 a template without end", text: "const s = `abc", want: circuit.CodeSyntax},
		attack{name: "A174 a comment without end", text: "/* abc", want: circuit.CodeSyntax},
		attack{name: "A174 a pattern without end", text: "const r = /abc", want: circuit.CodeSyntax},
		attack{name: "A176 directives of other tools", text: "//# sourceURL=../../x\n//@ ts-nocheck\n/// <reference path=\"/etc/passwd\" />\n/** @jsx h */ /* @jsxImportSource evil */\n" + aCircuit},
		attack{name: "A176 import equals", text: "import x = require('fs')\nx.readFileSync", want: circuit.CodePackageImport},
		attack{name: "A177 a source map of one's own", text: "throw new Error('here')\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImV2aWwudHMiXSwibWFwcGluZ3MiOiJBQUFBIn0=", want: circuit.CodeException, says: "here"},
		attack{name: "A178 syntax that is lowered", text: `declare const q: any; namespace N { export const a = 1 } namespace N { export const b = 2 }
			const enum E { A = 1 } class P { constructor(public x: number, private y = 2) {} accessor z = 3 } const d = (v: any) => v
			@d class D { @d m() {} } abstract class B { abstract f(): void } let u = <any>1, w = u!, v = u satisfies any
			console.log(N.a + N.b, E.A, new P(1).x, new P(1).z, typeof D)
			` + aCircuit, prints: []string{"3 1 1 3 function"}},
	)
	withstand(t, attacks)
}

// Each refusal takes time in proportion to the text, far from a second.
func TestAttackTranspilerTime_A129_A168_A179(t *testing.T) {
	for name, text := range map[string]string{
		"arrows": "x=" + strings.Repeat("a=>", 3e5), "enums": "enum E{" + strings.Repeat("A='a'+'b',", 1e5) + "}", "blanks": strings.Repeat(" ", 1e6), "comments": strings.Repeat("/*", 5e5),
		"imports": strings.Repeat("import ", 1e5), "quotes": strings.Repeat("'", 1e6), "templates": strings.Repeat("`${", 3e5), "patterns": strings.Repeat("/[", 5e5), "types": "type A=" + strings.Repeat("{a:", 3e5),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, list := source.Prepare("a.ts", text, source.Options{})
			require.Less(t, time.Since(start), 20*time.Second, "on a busy machine")
			for _, d := range list {
				require.NotEqual(t, circuit.CodeSourceInternal, d.Code, d.Message)
				require.Less(t, len(d.Message), 1000)
			}
			require.LessOrEqual(t, len(list), 60)
		})
	}
}

// Characters that change how a text looks are told, whatever they stand in.
func TestAttackInvisibleCharacters_A171(t *testing.T) {
	for name, r := range map[string]rune{"right to left": 0x202e, "isolate": 0x2066, "zero width": 0x200b, "soft hyphen": 0xad, "word joiner": 0x2060, "Hangul filler": 0x3164} {
		for place, text := range map[string]string{
			"in a comment": "// a" + string(r) + "b\n" + aCircuit, "in a text": "const s = 'a" + string(r) + "b'\n" + aCircuit,
		} {
			t.Run(name+" "+place, func(t *testing.T) {
				c := compile(t, text)
				d := find(t, c, circuit.CodeInvisible)
				require.Equal(t, 1, d.Line)
				require.Contains(t, d.Message, fmt.Sprintf("U+%04X", r))
				require.Nil(t, firstError(c))
			})
		}
	}
	require.Empty(t, compile(t, "// größer, 語, 😀, e\u0301\n"+aCircuit).Diagnostics)
}

// Nothing in a text makes the engine open a file; the fifo in the test of the source stage would block.
func TestAttackSourceMapComments_A175(t *testing.T) {
	for _, url := range []string{"file:///etc/hostname", "../../etc/hostname", "/dev/zero", "/dev/stdin", "data:application/json,{}"} {
		c := compile(t, aCircuit+"//# sourceMappingURL="+url)
		require.Empty(t, c.Diagnostics)
		require.Equal(t, circuit.CodeDenied, only(t, "new Function('1\\n//# sourceMappingURL="+url+"')").Code)
		require.Equal(t, circuit.CodeDenied, only(t, "eval('1\\n//# sourceMappingURL="+url+"')").Code)
	}
}

func TestAttacksImports(t *testing.T) {
	var attacks []attack
	for i, spelling := range []string{
		"import('x')", "import ('x')", "import/**/('x')", "import//c\n('x')", "import\n('x')", "import(`x`)", "import('x', { with: { type: 'json' } })", "(import('x'))", "void import('x')",
		"const o: any = { [import('x') as any]: 1 }", "`${import('x')}`", "(() => import('x'))()", "async () => { await import('x') }", "import((0, 'x'))", "import('a' + 'b')", "[import('x')]",
		"class A { static x = import('x') }", "circuit('B', { eval: () => import('x') as any })", "import('@simten/core')", "const f = async () => (await import('x')).default", "import(import('x') as any)", "new (import('x') as any)",
		"const d: any = 1; @d(import('x')) class A {}", "enum E { A = import('x') as any }",
	} {
		attacks = append(attacks, attack{name: fmt.Sprintf("A181 a dynamic import, spelling %d", i+1), text: spelling, want: circuit.CodeDynamicImport})
	}
	attacks = append(attacks,
		attack{name: "A181 import.defer", text: "import.defer('x')", want: circuit.CodeDynamicImport},
		attack{name: "A181 import.source", text: "import.source('x')", want: circuit.CodeDynamicImport},
	)
	for i, spelling := range []string{"new import('x')", "im\\u0070ort('x')", "import?.('x')", "import\u00a0.('x')", "import"} {
		attacks = append(attacks, attack{name: fmt.Sprintf("A181 a newer import, spelling %d", i+1), text: spelling, want: circuit.CodeSyntax})
	}
	attacks = append(attacks,
		attack{name: "A182 import in a Function", text: "new Function(\"return imp\" + \"ort('x')\")", want: circuit.CodeDenied},
		attack{name: "A182 import in eval", text: "eval(\"imp\" + \"ort('x')\")", want: circuit.CodeDenied},
		attack{name: "A183 the word where it imports nothing", text: "const s = 'import(\"x\")', r = /import\\(/, o: any = { import(x: any) { return x } } // import('x')\n/* import('y') */ o.import(1); o['import'](2)\n" + aCircuit},
		attack{name: "A184 import.meta", text: "import.meta.url", want: circuit.CodeUnsupportedSyntax},
		attack{name: "A184 import.meta.resolve", text: "import.meta.resolve('x')", want: circuit.CodeUnsupportedSyntax},
		attack{name: "A191 a file", text: "import p from '/etc/passwd'\np.x", want: circuit.CodeRelativeImport},
		attack{name: "A191 a file above", text: "import j from '../../package.json'\nj.x", want: circuit.CodeRelativeImport},
		attack{name: "A191 a native module", text: "import x from './x.node'\nx.y", want: circuit.CodeRelativeImport},
		attack{name: "A193 odd layouts", text: "const a = 1;import{And as G,\nOr\n,\n\nNot}from\"@simten/core\";/*c*/import/*c*/*/*c*/as/*c*/s/*c*/from/*c*/'@simten/x'\nconst t = `\nimport x from 'y'`; console.log(typeof G, typeof Or, typeof s.And)\n" + aCircuit, prints: []string{"function function function"}},
	)
	withstand(t, attacks)
	for _, specifier := range []string{
		"data:text/javascript,1", "blob:http://localhost/x", "javascript:1", "file:///etc/passwd", "http://esm.sh/x", "ftp://x/y", "ws://x", "about:blank", "chrome-extension://x/y", "fs", "node:fs", "npm:x", "jsr:@a/b", "//host/x.js", "\\\\host\\x.js",
		"https:\\\\host/x", "https:host", "ht\ttps://h", " x", "x\x00", "https://esm.sh@evil.example/x", "https://user:pw@esm.sh/x", "https://esm.sh.evil.example/x", "https://evil.example/https://esm.sh/", "https://esm.sh:444/x", "https://esm.sh./x",
		"HTTPS://ESM.SH/x", "https://\u0435sm.sh/x", "https://xn--sm-vfb.sh/x", "https://esm\u3002sh/x", "https://esm.sh%2eevil.example/x", "x/../../y", "@a/..%2f..", "x?leak=secret", "x#f", "X", strings.Repeat("a", 10_000), "__proto__", "constructor", "",
	} {
		t.Run("A186 A187 A188 A189 A190 "+strings.ToValidUTF8(specifier[:min(20, len(specifier))], ""), func(t *testing.T) {
			for _, form := range []string{"import x from %q\nx.y", "import %q", "export * from %q", "import x = require(%q)\nx.y", "export { a } from %q"} {
				c := compile(t, fmt.Sprintf(form, specifier)+"\n"+aCircuit)
				d := firstError(c)
				require.NotNil(t, d, form)
				refused := []circuit.Code{circuit.CodePackageImport, circuit.CodeRelativeImport, circuit.CodeSyntax}
				if specifier == "constructor" || specifier == "X" {
					refused = []circuit.Code{circuit.CodeModuleUnavailable} // names of packages, and nobody to ask
				}
				require.Contains(t, refused, d.Code, d.Message)
				require.Positive(t, d.Line)
				require.Less(t, len(d.Message), 20_000)
			}
			require.Empty(t, compile(t, fmt.Sprintf("import type { T } from %q\nexport type { U } from %q\n", specifier, specifier)+aCircuit).Diagnostics, "A192 types import nothing")
		})
	}
}

func TestAttacksTime(t *testing.T) {
	const now = "1767225600000"
	withstand(t, []attack{
		{
			name: "A232 one virtual time from every clock", text: probe("Date.now()", "new Date().getTime()", "+new (new Date(0).constructor as any)()", "(Date.prototype.constructor as any).now()", "Reflect.construct(Date, []).getTime()", "+new (class extends Date {})()"),
			prints: same(now, 6),
		},
		{name: "A232 as text", text: probe("(Date as any)()", "new Date().toLocaleTimeString()", "new Date().toString()"), prints: []string{"Thu Jan 01 2026 00:00:00 GMT+0000 (UTC)", "00:00:00", "Thu Jan 01 2026 00:00:00 GMT+0000 (UTC)"}},
		{name: "A210 A232 the clock does not move", text: "const a = Date.now(), p = performance.now(); for (let i = 0; i < 1e5; i++); console.log(Date.now() - a, performance.now() - p)\n" + aCircuit, prints: []string{"0 0"}},
		{name: "A233 one sequence of random numbers", text: "let s = 0; for (let i = 0; i < 1000; i++) s = (s * 31 + Math.floor(Math.random() * 1e6)) % 1e9; console.log(s, Math.random.call(null) < 1)\n" + aCircuit, prints: []string{"769591947 true"}},
		{
			name: "A236 what can be probed is the same everywhere", text: `let depth = 0; const f = (n: number): number => n ? f(n - 1) : 0; console.log(f(700), Object.keys({ b: 1, a: 2, 1: 3 }).join(), [...new Set([3, 1, 2])].join(), (null as any ?? 'x'))
				try { (null as any).x } catch (e) { console.log((e as any).message) }
				` + aCircuit, prints: []string{"0 1,b,a 3,1,2 x", "Cannot read property 'x' of undefined"},
		},
		{
			// A NaN has one form in memory: 7ff8000000000000, which is what V8 writes for NaN and 0 / 0. V8 writes
			// fff8000000000000 for -NaN, and one or the other for those that are computed, by the machine's arithmetic: a bit
			// that a program could tell machines apart by. Go's own NaN, 7ff8000000000001, is no engine's.
			name: "A237 bits of numbers that are none", text: `const f = new Float64Array([NaN, -NaN, 0 / 0, -0, 5e-324]), b = new BigUint64Array(f.buffer)
				console.log([...b].map((x) => x.toString(16)).join(), new Uint32Array(new Float32Array([NaN, 1e-45]).buffer).join())
				` + aCircuit, prints: []string{"7ff8000000000000,7ff8000000000000,7ff8000000000000,8000000000000000,1 2143289344,1"},
		},
		{
			name: "A238 functions of numbers and texts", text: probe("Math.sin(1)", "Math.pow(2, 0.5)", "Math.exp(1)", "Math.cbrt(2)", "Math.hypot(1, 2, 3)", "(0.1).toString(36)", "(1.005).toFixed(2)", "[[2, 'a'], [1, 'b'], [2, 'c'], [1, 'd']].sort((a: any, b: any) => a[0] - b[0]).map((x) => x[1]).join('')",
				"new Date(2026, 6, 1).toISOString()", "'ß'.toUpperCase()", "['b', 'a', 'C'].sort((a, b) => a.localeCompare(b)).join()"),
			prints: []string{"0.8414709848078965", "1.4142135623730951", "2.718281828459045", "1.2599210498948732", "3.741657386773941", "0.3lllllllllm", "1.00", "bdac", "2026-07-01T00:00:00.000Z", "SS", "a,b,C"},
		},
		{name: "A239 no locale and no time zone of the machine", text: probe("new Date(0).getTimezoneOffset()", "new Date(0).toLocaleString()", "'i'.toUpperCase()", "(1234.5).toLocaleString()", "new Date(0).getHours()"), prints: []string{"0", "01/01/1970, 00:00:00", "I", "1234.5", "0"}},
	})
}

// Steps decide before the clock, so a verdict is the same on every run.
func TestAttackVerdictsRepeat_A241(t *testing.T) {
	var first circuit.Diagnostic
	for i := range 30 {
		c, err := Compile(context.Background(), Source{Text: "let n = 0\nfor (let i = 0; ; i++) {\n  n += [1, 2].map((x) => x * i).length\n}", Grants: circuit.AllGrants()}, hostile)
		require.NoError(t, err)
		if i == 0 {
			first = *firstError(c)
		}
		require.Equal(t, first, *firstError(c))
	}
	require.Contains(t, first.Message, "200,000 steps")
}
