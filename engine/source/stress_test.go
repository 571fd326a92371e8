package source

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestStressExplore(t *testing.T) {
	rep := strings.Repeat
	nest := func(open, mid, close string, n int) string { return rep(open, n) + mid + rep(close, n) }
	cases := map[string]string{}
	for _, n := range []int{10, 20, 24, 150} {
		cases[fmt.Sprint("arrowparams", n)] = "x=" + nest("(a=", "0", ")=>0", n)
		cases[fmt.Sprint("arrowparams-async", n)] = "x=" + nest("async(a=", "0", ")=>0", n)
		cases[fmt.Sprint("parens", n)] = "x=" + nest("(", "0", ")", n)
		cases[fmt.Sprint("patterns", n)] = "x=" + nest("([", "a", "])=>0", n)
		cases[fmt.Sprint("patternobj", n)] = "x=" + nest("({a:", "b", "})", n) + "=>0"
		cases[fmt.Sprint("objdefault", n)] = "({" + nest("a:{b=", "0", "}", n) + "}=1)"
		cases[fmt.Sprint("ctype", n)] = "type T=" + nest("A extends (infer U extends ", "B", ")?1:2", n)
		cases[fmt.Sprint("arrowtype", n)] = "let x:" + nest("(a:", "b", ")=>c", n)
		cases[fmt.Sprint("cond-arrow", n)] = "x=" + rep("a?(b):(c)=>", n) + "1"
		cases[fmt.Sprint("cond-arrow2", n)] = "x=" + rep("a?(b,", n) + "1" + rep("):c=>1:2", n)
		cases[fmt.Sprint("generic", n)] = "x=" + rep("a<b>(", n) + "1" + rep(")", n)
		cases[fmt.Sprint("genericopen", n)] = "x=" + rep("a<(", n) + "1" + rep(")", n)
		cases[fmt.Sprint("genericarrow", n)] = "x=" + rep("<T>(a=", n) + "1" + rep(")=>1", n)
		cases[fmt.Sprint("yield", n)] = "function*f(){" + rep("yield(", n) + "1" + rep(")", n) + "}"
		cases[fmt.Sprint("classes", n)] = rep("class A{#a=", n) + "1" + rep("}", n)
		cases[fmt.Sprint("funcs", n)] = rep("function f(){", n) + rep("}", n)
		cases[fmt.Sprint("arrows", n)] = "x=" + rep("a=>", n) + "1"
		cases[fmt.Sprint("arrowblocks", n)] = "x=" + rep("(a)=>{return ", n) + "1" + rep("}", n)
		cases[fmt.Sprint("templ", n)] = "x=" + rep("`${", n) + "1" + rep("}`", n)
	}
	cases["plus"] = "x=" + rep(`"a"+`, 200000) + `"a"`
	cases["plus4k"] = "x=" + rep(`"a"+`, 3900) + `"a"`
	cases["plusn"] = "x=" + rep(`a+`, 3900) + `a`
	cases["comma"] = "x=(" + rep(`a,`, 300000) + `a)`
	cases["else"] = rep("if(a)b;else ", 490) + "c"
	cases["cond"] = "x=" + rep("a?b:", 490) + "c"
	cases["dots"] = "x=a" + rep(".b", 3900)
	cases["calls"] = "x=a" + rep("()", 1900)
	cases["callsbig"] = "x=a" + rep("()", 100000)
	cases["unary"] = "x=" + rep("!", 900) + "1"
	cases["unarybig"] = "x=" + rep("!", 100000) + "1"
	cases["typeofbig"] = "x=" + rep("typeof ", 100000) + "1"
	cases["assign"] = rep("a=", 900) + "1"
	cases["assignbig"] = rep("a=", 100000) + "1"
	cases["labels"] = rep("a:", 100000) + "1"
	cases["labels2"] = func() string {
		var b strings.Builder
		for i := 0; i < 900; i++ {
			fmt.Fprintf(&b, "a%d:", i)
		}
		return b.String() + "1"
	}()
	cases["forof"] = rep("for(a of b)", 49) + "c"
	cases["enum"] = "enum E{A='abcdefghijklmnop'" + func() string {
		s := ""
		for i := 1; i < 60; i++ {
			p := fmt.Sprintf("A%d", i-1)
			if i == 1 {
				p = "A"
			}
			s += fmt.Sprintf(",A%d=%s+%s", i, p, p)
		}
		return s
	}() + "}"
	cases["enum2"] = "enum E{A='abcdefghijklmnop'" + func() string {
		s := ""
		for i := 1; i < 60; i++ {
			p := fmt.Sprintf("A%d", i-1)
			if i == 1 {
				p = "A"
			}
			s += fmt.Sprintf(",A%d=`${%s}${%s}`", i, p, p)
		}
		return s
	}() + "}"
	cases["enumsplit"] = func() string {
		s := "enum E{A0='abcdefghijklmnop'}"
		for i := 1; i < 60; i++ {
			s += fmt.Sprintf("enum E{A%d=E.A%d+E.A%d}", i, i-1, i-1)
		}
		return s
	}()
	cases["enumsplit2"] = func() string {
		s := "enum E0{A='abcdefghijklmnop'}"
		for i := 1; i < 60; i++ {
			s += fmt.Sprintf("enum E%d{A=E%d.A+E%d['A']}", i, i-1, i-1)
		}
		return s
	}()
	cases["bigints"] = "x=" + rep("9", 900000) + "n"
	cases["num"] = "x=" + rep("9", 900000)
	cases["ident"] = "x=" + rep("a", 900000)
	cases["dups"] = "x={" + rep("a:1,", 100000) + "}"
	cases["lets"] = func() string {
		var b strings.Builder
		for i := 0; i < 30000; i++ {
			fmt.Fprintf(&b, "let a%d=%d;", i, i)
		}
		return b.String()
	}()
	cases["fns"] = rep("()=>{},", 100000) + "1"
	cases["regex"] = "x=/" + rep("(", 1000) + rep(")", 1000) + "/"
	cases["regexbig"] = "x=/" + rep("(", 100000) + rep(")", 100000) + "/"
	cases["newlines"] = rep("\n", 1000000)
	cases["comments"] = rep("/**/", 200000)
	cases["namespace"] = "namespace a" + rep(".b", 45) + "{export const x=1}"
	cases["nsnest"] = rep("namespace a{", 150) + rep("export namespace b{", 40) + "export let x=1" + rep("}", 190)
	cases["decor"] = rep("@a ", 100000) + "class A{}"
	cases["ltgt"] = "x=" + rep("<a>", 100000) + "1"
	cases["types"] = "let x:" + rep("A<", 100000) + "B" + rep(">", 100000)
	cases["unions"] = "let x:" + rep("A|", 100000) + "B"
	cases["keyof"] = "let x:" + rep("keyof ", 100000) + "B"
	cases["exps"] = "x=" + rep("a**", 900) + "1"
	cases["exports"] = func() string {
		var b strings.Builder
		for i := 0; i < 20000; i++ {
			fmt.Fprintf(&b, "export let a%d=%d;", i, i)
		}
		return b.String()
	}()
	cases["private"] = func() string {
		var b strings.Builder
		b.WriteString("class A{")
		for i := 0; i < 20000; i++ {
			fmt.Fprintf(&b, "#a%d=%d;", i, i)
		}
		return b.String() + "}"
	}()
	cases["optional"] = "x=a" + rep("?.b", 3900)
	cases["nullish"] = "x=" + rep("a??", 3900) + "1"
	for _, n := range []int{100, 1000, 5000, 20000} {
		var b strings.Builder
		for i := 0; i < n; i++ {
			fmt.Fprintf(&b, "case %d:b;", i)
		}
		cases[fmt.Sprint("casesd", n)] = "switch(a){" + b.String() + "}"
	}
	cases["cases"] = "switch(a){" + rep("case 1:b;", 50000) + "}"
	if os.Getenv("CASE") == "" {
		for name := range cases {
			fmt.Println("CASE", name)
		}
		return
	}
	for name, src := range cases {
		if name != os.Getenv("CASE") {
			continue
		}
		_ = time.Now
		done := make(chan string, 1)
		start := time.Now()
		go func() {
			s, l := Prepare("a.ts", src, Options{})
			r := fmt.Sprint(s != nil)
			if len(l) > 0 {
				r += " " + string(l[0].Code) + " " + l[0].Message[:min(90, len(l[0].Message))]
			}
			done <- r
		}()
		select {
		case r := <-done:
			d := time.Since(start)
			mark := ""
			if d > 300*time.Millisecond {
				mark = "SLOW"
			}
			fmt.Println(mark, name, len(src), d.Round(time.Millisecond), r)
		case <-time.After(6 * time.Second):
			fmt.Println("SLOW>6s", name, len(src))
		}
	}
}
