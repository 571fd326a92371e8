package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// D14: the exception that ends the file is told at the statement of the user's TypeScript.
func TestPlaceOfThrownErrors(t *testing.T) {
	tests := map[string]string{
		"top level":               "const a = 1\nthrow ‹new Error('x')",
		"call of undefined":       "const o: any = {}\n  o.‹missing()",
		"helper":                  "function f(x: number) {\n  if (x > 0) throw ‹new Error('x')\n}\nf(1)",
		"arrow helper":            "const f = (x: any): number =>\n   x.y.‹z()\nf({ y: {} })",
		"for loop":                "for (let i = 0; i < 3; i++) {\n  if (i === 2) { throw ‹new RangeError('x') }\n}",
		"loop without braces":     "let o: any\nfor (const x of [1, 2])\n   ‹o.f(x)",
		"while without braces":    "let o: any, n = 0\nwhile (true)\n   if (n++ > 1) ‹o.f(n)",
		"do without braces":       "let o: any\ndo ‹o.f(); while (true)",
		"nested loops":            "for (const a of [1]) for (const b of [2]) { for (;;) throw ‹new Error(`${a}${b}`) }",
		"eval lambda":             "const o = { eval: ({ a }: any) => ({ y: a.b.‹c() }) }\no.eval({ a: { b: {} } })",
		"onTick method":           "const o = {\n  onTick({ a }: any) { return a.‹c() } }\no.onTick({ a: {} })",
		"after enum":              "enum Op { Add, Sub = 'sub', Mul = 1 << 3 }\nconst enum Two { A }\nconst x: any = Op.Add + Two.A\nx.‹nope()",
		"after interface":         "interface A { a: number }\ntype B = A & { b: string }\ndeclare const z: number\nconst x = {} as unknown as B\n;(x as any).‹nope()",
		"after generics":          "function id<T extends object>(x: T): T { return x }\nid<any>({}).‹nope()",
		"satisfies":               "const x = { a: 1 } satisfies Record<string, number>\n;(x as any)!.‹nope()",
		"two byte characters":     "const größe = 'äöü'; (größe as any).‹nope()",
		"astral characters":       "const s = '😀😀'; /* 😀 */ (s as any).‹nope()",
		"in a comment line":       "// ünï — 😀\n/* 多行\n 注释 */ let x: any; ‹x.nope()",
		"windows line ends":       "const a = 1\r\nconst b: any = {}\r\n\r\n  b.‹nope()\r\n",
		"old mac line ends":       "const a = 1\rconst b: any = {}\r  b.‹nope()\r",
		"line separator in text":  "const a = '\u2028'\nconst b: any = {}; b.‹nope()",
		"separator outside":       "const a = 1\u2028const b: any = {}; b.‹nope()\n",
		"after template":          "const s = `line\n  ${1 + 1} more\n` as any\ns.‹nope()",
		"inside template":         "const b: any = {}\nconst s = `line\n  ${b.‹nope()} more\n`",
		"exported":                "export const a = 1\nexport default 2\nconst c: any = null\nexport const b = ‹c.nope()",
		"class method":            "class A<T> {\n  private x: T | undefined\n  m() { return (this.‹x as any).nope() }\n}\nnew A<number>().m()",
		"class field":             "class A {\n  x = (1 as any).‹nope()\n}\nnew A()",
		"static block":            "class A {\n  static { (1 as any).‹nope() }\n}",
		"getter":                  "const o = { get x() { throw ‹new Error('x') } }\no.x",
		"generator":               "function* g() { yield 1\n throw ‹new Error('x') }\nfor (const x of g());",
		"default parameter":       "function f(a = (1 as any).‹nope()) { return a }\nf()",
		"imported":                "import { And } from '@simten/core/std'\nimport type { T } from 'types'\n\nAnd(); (And as any).‹nope()",
		"long line":               "const a = [" + strings.Repeat("1, ", 5000) + "1]; (a as any).‹nope()",
		"new":                     "const x: any = 1\nconst y = ‹new x()",
		"use before definition":   "const f = () => ‹later\nf()\nconst later = 1",
		"undefined name":          "const x = 1 +\n  ‹nowhere",
		"assignment to a const":   "const x = 1\nfunction f() { ‹x = 2 }\nf()",
		"second line of a chain":  "const o: any = { a: () => o }\no.a()\n  .a()\n  .‹b()",
		"destructuring undefined": "const f = ‹({ a }: any) => a\nf(undefined)",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			text, want := marked(text)
			s := prepare(t, text)
			require.Equal(t, want, thrownAt(t, s), s.Code)
		})
	}
}

// An endless loop is told at the loop, an endless recursion at the function.
func TestPlaceOfInterrupt(t *testing.T) {
	tests := []string{
		"let n = 0\n  ‹while (true) { n++ }",
		"let n = 0\n  ‹for (;;) n++",
		"let n = 0\nif (n === 0)\n  ‹do n++; while (true)",
		"let n = 0\nfunction f() {\n  ‹for (const k of [1]) for (;;) n++ }\nf()",
		"const o = { eval: () => { ‹while (true); } }\no.eval()",
		"const f = (‹d: number): number => d ? f(d - 1) + f(d - 1) : 0\nf(90)",
	}
	for _, text := range tests {
		text, want := marked(text)
		if strings.Contains(text, "for (const k") {
			want.Column += len("for (const k of [1]) ")
		}
		s := prepare(t, text)
		require.Equal(t, want, thrownAt(t, s), s.Code)
	}
}

// Every position of the script leads to a position inside the text, or nowhere.
func TestPlaceIsTotal(t *testing.T) {
	for _, text := range corpus(t) {
		checkPlaces(t, prepare(t, text))
	}
}

func checkPlaces(t *testing.T, s *Script) {
	places := 0
	for line := 0; line <= len(s.code.starts)+1; line++ {
		for column := -1; column < 30000; column += 7 {
			p := s.Place(line, column)
			if p.IsZero() {
				continue
			}
			places++
			require.LessOrEqual(t, p.Line, len(s.text.editors))
			require.Positive(t, p.Column)
		}
	}
	require.Positive(t, places)
	require.Nil(t, s.CallAt(0, 0))
	require.Equal(t, circuit.Place{}, s.Place(-1, 5))
}

func TestCleanAndCodeOffsetsAgree(t *testing.T) {
	for _, text := range corpus(t) {
		checkOffsets(t, prepare(t, text))
	}
}

func checkOffsets(t *testing.T, s *Script) {
	clean := s.AST.File.Source()
	for offset := range clean {
		code := s.codeOffset(offset)
		if s.cleanOffset(code) != offset {
			// Only text that an edit replaced has no place in Code.
			removed := false
			for _, e := range s.edits {
				removed = removed || e.remove > 0 && offset >= e.at && offset < e.at+e.remove
			}
			require.Truef(t, removed, "offset %d %q", offset, clean[offset:min(len(clean), offset+20)])
			continue
		}
		require.Equal(t, clean[offset], s.Code[code])
	}
}
