package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The inserted text changes nothing but the fuel: each program logs the same with and without it.
func TestSemanticsUnchanged(t *testing.T) {
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			s := prepare(t, text)
			want := runClean(t, s)
			require.NotEmpty(t, want)
			for _, line := range want {
				require.NotContains(t, line, "throws")
				require.NotContains(t, line, "stopped")
			}
			require.Equal(t, want, newRealmStub(1000).run(s.Program))
		})
	}
}

// Programs put together at random from statements and expressions behave the same too.
func TestSemanticsOfRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomProgram(t)
		s, list := Prepare("random.ts", text, Options{Library: testLibrary})
		if s == nil {
			t.Fatalf("%v\n%s", list, text)
		}
		want := runCleanRapid(t, s)
		got := newRealmStub(1000).run(s.Program)
		if strings.Join(want, "\n") != strings.Join(got, "\n") {
			t.Fatalf("want %q\ngot %q\n%s\n%s", want, got, text, s.Code)
		}
	})
}

// randomProgram nests loops, functions and expressions without a bound on how they combine.
func randomProgram(t *rapid.T) string {
	var statement func(depth int) string
	var expression func(depth int) string
	pick := func(options ...string) string { return rapid.SampledFrom(options).Draw(t, "pick") }
	expression = func(depth int) string {
		if depth <= 0 {
			return pick("1", "n", "'s'", "[1,2]", "({a:1})", "/x/g", "`t`", "m.k", "u?.v")
		}
		e := func() string { return expression(depth - 1) }
		switch rapid.IntRange(0, 18).Draw(t, "expression") {
		case 0:
			return e() + pick("+", "*", "&&", "||", "===", ",", "<7&&") + e() // not two of < after each other, which the script as it was gets wrong
		case 1:
			return "(" + e() + ")"
		case 2:
			return "((x) => " + pick("("+e()+")", "[x,("+e()+")]", "({y:("+e()+")})") + ")(" + "(" + e() + ")" + ")"
		case 3:
			return "(function(x){" + statement(depth-1) + " return (" + e() + ")})(1)"
		case 4:
			return "({eval:({a}) => ({y:(" + e() + ")}), onTick(){" + statement(depth-1) + "return n}}).eval({a:1}).y"
		case 5:
			return "({eval:(" + "(a) => (" + e() + "))}).eval(1)"
		case 6:
			return "(" + e() + ") ? (" + e() + ") : (" + e() + ")"
		case 7:
			return "`a${" + e() + "}b`"
		case 8:
			return "new (class { x = (" + e() + "); m(){ return this.x } })().m()"
		case 9:
			return "[...[" + "(" + e() + ")" + "]].map((x) => x)"
		case 10:
			return "typeof (" + e() + ")"
		case 11:
			return "(() => () => (" + e() + "))()()"
		case 12:
			return "[...(function*(){ yield (" + e() + ") })()][0]"
		case 13:
			return "(({a}) => (" + e() + "))({a:" + "(" + e() + ")" + "})"
		case 14:
			return "(({a}) => ({b}) => ({y:(" + e() + ")}))({a:1})({b:2}).y"
		case 15:
			return "(n ? ({a}) => (" + e() + ") : ({a}) => [(" + e() + ")])({a:1})"
		case 16:
			return "(() => { return ({a}) => (" + e() + ") })()({a:1})"
		case 17:
			return "((f = ({a}) => (" + e() + ")) => [f({a:1})])()"
		}
		return "(n += 1, " + e() + ")"
	}
	statement = func(depth int) string {
		if depth <= 0 {
			return pick("n++;", "log(n);", ";", "log(("+expression(1)+"));", "{}")
		}
		s := func() string { return statement(depth - 1) }
		e := func() string { return "(" + expression(depth-1) + ")" }
		switch rapid.IntRange(0, 12).Draw(t, "statement") {
		case 0:
			return "for (let i = 0; i < 2; i++) " + s()
		case 1:
			return "for (const x of [1,2]) " + s()
		case 2:
			return "for (const k in {a:1}) " + s()
		case 3:
			return "{ let w = 0; while (w++ < 2) " + s() + " }"
		case 4:
			return "{ let w = 0; do " + s() + " while (w++ < 1) }"
		case 5:
			return "if " + e() + " " + s() + " else " + s()
		case 6:
			return "if " + e() + " " + s()
		case 7:
			return "{" + s() + s() + "}"
		case 8:
			return "try {" + s() + "throw 1 } catch (x) {" + s() + "} finally {" + s() + "}"
		case 9:
			return "switch " + e() + " { case 1: " + s() + " default: " + s() + " }"
		case 10:
			return "{ const f = (p = " + e() + ") => " + e() + "; log(f()); }"
		case 11:
			label := "l" + itoa(depth)
			return label + ": for (;;) { " + s() + " break " + label + " }"
		}
		return "log(" + e() + ");"
	}
	return "let n = 0; const m: any = {k: 1}, u: any = undefined;\n" + statement(4) + "\n" + statement(3) + "\nlog(n)"
}

func runCleanRapid(t *rapid.T, s *Script) []string {
	r := newRealmStub(1000)
	program, err := compile("clean", `"use strict";`+s.AST.File.Source())
	if err != nil {
		t.Fatal(err)
	}
	return r.run(program)
}
