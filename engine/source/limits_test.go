package source

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// each joins f(0) … f(n-1).
func each(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

func nest(open, middle, closing string, n int) string {
	return strings.Repeat(open, n) + middle + strings.Repeat(closing, n)
}

// Short texts that make a parser recurse, backtrack or write without bound are refused at a place.
func TestHostileTextIsRefused(t *testing.T) {
	rep := strings.Repeat
	tests := []struct {
		name, text string
		code       circuit.Code
	}{
		{"parentheses", "x=" + nest("(", "0", ")", 100000), circuit.CodeNestedTooDeeply},
		{"brackets", "x=" + nest("[", "0", "]", 100000), circuit.CodeNestedTooDeeply},
		{"objects", "x=" + nest("{a:", "0", "}", 100000), circuit.CodeNestedTooDeeply},
		{"blocks", nest("{", "0", "}", 100000), circuit.CodeNestedTooDeeply},
		{"functions", nest("function f(){", "", "}", 300), circuit.CodeNestedTooDeeply},
		{"never closed", rep("[", 500000), circuit.CodeNestedTooDeeply},
		{"templates", "x=" + nest("`${", "1", "}`", 5000), circuit.CodeNestedTooDeeply},
		{"calls in calls", "x=" + nest("f(", "1", ")", 201), circuit.CodeNestedTooDeeply},
		{"classes", "x=" + nest("class{#a=", "1", "}", 201), circuit.CodeNestedTooDeeply},
		{"patterns", "x=" + nest("([", "a", "])=>0", 200), circuit.CodeNestedTooDeeply},
		{"arrows", "x=" + rep("a=>", 400) + "1", circuit.CodeNestedTooDeeply},
		{"arrows with blocks", "x=" + nest("(a)=>{return ", "1", "}", 150), circuit.CodeNestedTooDeeply},
		{"default parameters", "x=" + nest("(a=", "0", ")=>0", 24), circuit.CodeNestedTooDeeply},
		{"default parameters, async", "x=" + nest("async(a=", "0", ")=>0", 24), circuit.CodeNestedTooDeeply},
		{"default parameters, generic", "x=" + nest("<T>(a=", "0", ")=>0", 24), circuit.CodeNestedTooDeeply},
		{"default patterns", "x=" + nest("({a=", "0", "})=>0", 24), circuit.CodeNestedTooDeeply},
		{"operators", "x=" + rep(`"a"+`, 200000) + `"a"`, circuit.CodeNestedTooDeeply},
		{"members", "x=a" + rep(".b", 100000), circuit.CodeNestedTooDeeply},
		{"call chain", "x=a" + rep("()", 100000), circuit.CodeNestedTooDeeply},
		{"prefixes", "x=" + rep("!", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"prefix words", "x=" + rep("typeof ", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"new", "x=" + rep("new ", 100000) + "A", circuit.CodeNestedTooDeeply},
		{"assignments", rep("a=", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"conditions", "x=" + rep("a?b:", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"powers", "x=" + rep("a**", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"labels", each(20000, func(i int) string { return fmt.Sprintf("l%d:", i) }) + "1", circuit.CodeNestedTooDeeply},
		{"else-ifs", rep("if(a)b;else ", 50000) + "c", circuit.CodeNestedTooDeeply},
		{"else-ifs with braces", rep("if(a){b}else ", 50000) + "c", circuit.CodeNestedTooDeeply},
		{"ifs", rep("if(a)", 100000) + "c", circuit.CodeNestedTooDeeply},
		{"loops", rep("for(a of b)", 50000) + "c", circuit.CodeNestedTooDeeply},
		{"dos", nest("do ", "c", " while(0)", 1000), circuit.CodeNestedTooDeeply},
		{"sequence", "x=(" + rep("a,", 300000) + "a)", circuit.CodeNestedTooDeeply},
		{"sequence of functions", rep("()=>{},", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"sequence in a block", "function f(){" + rep("a,", 100000) + "1}", circuit.CodeNestedTooDeeply},
		{"type arguments", "let x:" + nest("A<", "B", ">", 100000), circuit.CodeNestedTooDeeply},
		{"conditional types", "type T=" + rep("A extends B?C:", 50000) + "D", circuit.CodeNestedTooDeeply},
		{"assertions", "x=" + rep("<a>", 100000) + "1", circuit.CodeNestedTooDeeply},
		{"namespace", "namespace a" + rep(".b", 1000) + "{export const x=1}", circuit.CodeNestedTooDeeply},
		{"number", "x=" + rep("9", 900000) + "n", circuit.CodeNestedTooDeeply},
		{"enum", "enum E{A0='abcdefghijklmnop'" + each(40, func(i int) string { return fmt.Sprintf(",A%d=A%d+A%d", i+1, i, i) }) + "}", circuit.CodeExpansion},
		{"enum with templates", "enum E{A0='abcdefghijklmnop'" + each(40, func(i int) string { return fmt.Sprintf(",A%d=`${A%d}${A%d}`", i+1, i, i) }) + "}", circuit.CodeExpansion},
		{"enums", "enum E0{A='abcdefghijklmnop'}" + each(40, func(i int) string { return fmt.Sprintf("enum E%d{A=E%d.A+E%d['A']}", i+1, i, i) }), circuit.CodeExpansion},
		{"too large", rep("\n", limits.Default.SourceBytes+1), circuit.CodeSourceTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			s, list := Prepare("test.ts", test.text, Options{})
			require.Nil(t, s)
			require.Len(t, list, 1)
			require.Equal(t, test.code, list[0].Code, list[0].Message)
			require.Less(t, time.Since(start), 30*time.Second)
			if test.code != circuit.CodeSourceTooLarge {
				require.Positive(t, list[0].Line)
			}
		})
	}
}

// Large texts that a generator could write are fine, and take time in proportion.
func TestLargeTextIsAccepted(t *testing.T) {
	rep := strings.Repeat
	tests := map[string]string{
		"no semicolons":      each(8000, func(i int) string { return fmt.Sprintf("const a%d = 1 + 2 * 3\nlog(a%d)\n", i, i) }),
		"table":              "const t = [" + rep("[1, 2, 3], ", 20000) + "]",
		"object":             "const t = {" + each(20000, func(i int) string { return fmt.Sprintf("k%d: { a: 1 },", i) }) + "}",
		"arguments":          "log(" + rep("1, ", 20000) + "1)",
		"xor":                "const x = " + rep("1 ^ ", 1400) + "1",
		"chain":              "const o: any = () => o\no.to = o\no" + rep("\n  .to(1)", 400),
		"lookup":             "const f = (a: number) =>\n" + each(250, func(i int) string { return fmt.Sprintf("  a === %d ? %d :\n", i, i*i) }) + "  0",
		"decoder":            "const f = (a: number) => {\n" + each(300, func(i int) string { return fmt.Sprintf("if (a === %d) { return 1 } else ", i) }) + "{ return 0 } }",
		"cases":              "const f = (a: number) => { switch (a) {" + each(5000, func(i int) string { return fmt.Sprintf("case %d: return %d\n", i, i) }) + "} }",
		"number enum":        "enum E { A0 = 1" + each(60, func(i int) string { return fmt.Sprintf(", A%d = A%d + A%d", i+1, i, i) }) + "}",
		"text enum":          "enum E { A = 'a', B = A + 'b', C = `${B}c`, D = C + B + A }",
		"one line":           rep("log();", 50000),
		"comments":           rep("/* ( [ { ` */ // \" ' `\n", 20000),
		"brackets in text":   "const s = " + quoted(rep("([{", 10000)) + ", r = /[({[]+/, t = `" + rep("({[", 1000) + "`",
		"wide constant":      "const x = 0x" + rep("f", 16384) + "n",
		"duplicate keys":     "const o = {" + rep("a: 1, ", 5000) + "}",
		"union type":         "type T = " + rep("'a' | ", 1400) + "'b'",
		"nested connections": "circuit('A', { connect: ({ nodes: { a, b } }: any) => [" + rep("a.y.to(b.x[0], b.z),\n", 5000) + "] })",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			s, list := Prepare("test.ts", text, Options{Library: testLibrary})
			require.NotNil(t, s, "%v", list)
			require.Less(t, time.Since(start), 30*time.Second)
		})
	}
}

func TestMaxBytes(t *testing.T) {
	_, list := Prepare("test.ts", "const a = 1", Options{MaxBytes: 10})
	require.Len(t, list, 1)
	require.Equal(t, circuit.CodeSourceTooLarge, list[0].Code)
	require.Contains(t, list[0].Message, "11 bytes")
	s, _ := Prepare("test.ts", "const a = 1", Options{MaxBytes: 11})
	require.NotNil(t, s)
}

// esbuild tells every repetition of a member and takes the longer for each the more there are: 100,000 took minutes.
func TestRepeatedEnumMembersAreToldOnce(t *testing.T) {
	start := time.Now()
	_, list := Prepare("a.ts", "enum E { "+strings.Repeat("A = 'a', ", 1e5)+"}", Options{})
	require.Less(t, time.Since(start), 20*time.Second)
	require.NotEmpty(t, list)
	require.Equal(t, circuit.CodeSyntax, list[0].Code)
	require.Contains(t, list[0].Message, "stands in this enum already")
	_, list = Prepare("a.ts", "enum E { A = 1, B = A | 2, 'C' = 3 }\nenum F { A, B }\nconsole.log(E, F)", Options{})
	require.Empty(t, list)
}

// Thousands of repeated declarations are told at the first hundred: esbuild tells each, and looks through all before.
func TestRepeatedDeclarations(t *testing.T) {
	for _, part := range []string{"let a;", "let a\n", "const a = 1;", "class a {}", "class a {}\n", "export let a;", "{}let a;"} {
		for _, around := range [][2]string{{"", ""}, {"const f = () => {", "}"}, {"if (1) {", "}"}, {"class B { m() {", "} }"}} {
			s, list := Prepare("a.ts", around[0]+strings.Repeat(part, 30_000)+around[1], Options{})
			require.Nil(t, s, part)
			require.Len(t, list, 1, part)
			require.Equal(t, circuit.CodeSyntax, list[0].Code, part)
			require.Equal(t, "The name a is declared in this block already.", list[0].Message, part)
			require.Positive(t, list[0].Line, part)
		}
	}
	for _, legal := range []string{
		"{ let a = 1; a }", "for (let a = 0; a < 1; a++);", "for (const a of []);", "const enum E { A }\n{ const enum F { A } }", "{ const x = [1] as const\nx }",
		"(class a {});", "var a = class a {}", "function a() { let a }", "declare const z: any;", "{ let m: Map<string, number> = new Map(); m }", "label: { let a }",
		"switch (1) { case 1: { let a } }", "type T = { let: 1, const: 2, class: 3 }\nvar t: T", "`${(() => { let a; return a })()}`;",
	} {
		text := strings.Repeat(legal+"\n", 300)
		text = strings.ReplaceAll(text, "type T =", "{ type T =")
		if strings.HasPrefix(legal, "type") {
			text = strings.ReplaceAll(text, "var t: T", "var t: T }")
		}
		s, list := Prepare("a.ts", text, Options{})
		require.NotNil(t, s, "%s: %v", legal, list)
	}
}
