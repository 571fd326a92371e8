package patch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The cases in this text return, break and jump in every way that a case can.
const cases = `package sample

import "fmt"

func two(n int) (string, error) { return fmt.Sprint("two ", n), nil }

func Kinds(v any, n int) (string, error) {
	log := "log"
	switch v := v.(type) {
	case int:
		if v > 3 {
			log += " large"
			return log, nil
		}
		if v == 3 {
			break
		}
		for i := 0; ; i++ {
			if i == v {
				break
			}
			if i == 7 {
				continue
			}
			log += " i"
		}
		log += " small"
	case string:
		if v == "two" {
			return two(n)
		}
		f := func() string {
			switch v {
			case "a":
				return "inner"
			}
			return "other"
		}
		log += f()
		n++
		if v == "b" {
			return log, fmt.Errorf("%d", n)
		}
	case bool:
		log += " short"
	case []int:
		n *= 2
	outer:
		for _, x := range v {
			for range x {
				if x == 2 {
					continue outer
				}
				if x == 3 {
					break outer
				}
				log += "."
			}
		}
		switch n {
		case 2:
			log += " n is 2"
			break
		default:
			log += " n is not 2"
		}
	}
	return log + fmt.Sprint(n), nil
}

func Every(n int) (int, string) {
	switch {
	case n > 2:
		n++
		if n > 5 {
			return n, "large"
		}
		n++
		return n, "middle"
	default:
		n--
		if n < -5 {
			return n, "negative"
		}
		n--
		return n, "small"
	}
}

func Nothing(n int, out *[]int) {
	for i := 0; i < 3; i++ {
		switch i {
		case n:
			*out = append(*out, i)
			if n == 2 {
				return
			}
			*out = append(*out, -i)
			*out = append(*out, 10*i)
			*out = append(*out, n)
		case n + 1:
			*out = append(*out, 77)
			if len(*out) > 2 {
				continue
			}
			*out = append(*out, 78)
			*out = append(*out, 79)
			*out = append(*out, 80)
		case n - 1:
			*out = append(*out, 1)
			*out = append(*out, 2)
			*out = append(*out, 3)
			*out = append(*out, 4)
			fallthrough
		default:
			*out = append(*out, 99)
		}
		*out = append(*out, 100)
	}
}
`

const compareCases = `package main

import (
	"fmt"
	"os"

	a "sample/plain"
	b "sample/split"
)

func main() {
	for n := range 5 {
		for _, v := range []any{0, 1, 3, 4, 9, "a", "b", "two", true, []int{1, 2, 3, 1}, []int{1}, nil} {
			x, errX := a.Kinds(v, n)
			y, errY := b.Kinds(v, n)
			same(x, y)
			same(fmt.Sprint(errX), fmt.Sprint(errY))
		}
	}
	for n := -9; n < 9; n++ {
		x, sx := a.Every(n)
		y, sy := b.Every(n)
		same(x, y)
		same(sx, sy)
		var p, q []int
		a.Nothing(n, &p)
		b.Nothing(n, &q)
		same(fmt.Sprint(p), fmt.Sprint(q))
	}
	fmt.Println("same")
}

func same(a, b any) {
	if a != b {
		fmt.Println(a, "is not", b)
		os.Exit(1)
	}
}
`

func TestCasesAsFunctionsDoTheSame(t *testing.T) {
	files := Files{"a.go": []byte(cases)}
	require.NoError(t, Split{[]FunctionCases{{"Kinds", 3}, {"Every", 2}, {"Nothing", 1}}}.apply(files, "a.go"))
	split := files["a.go"]
	// All of the long cases but those that lead to a loop around them or to the next case.
	require.Equal(t, 3+2+1, strings.Count(string(split), "caseReturns {"))
	folder := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module sample\n\ngo 1.24\n", "main.go": compareCases, "plain/a.go": cases, "split/a.go": string(split)} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	run := exec.Command("go", "run", ".")
	run.Dir, run.Env = folder, append(os.Environ(), "GOWORK=off")
	output, err := run.CombinedOutput()
	require.NoError(t, err, "%s\n%s", output, split)
	require.Equal(t, "same\n", string(output))
}

func TestCasesThatCannotBeFunctions(t *testing.T) {
	for text, message := range map[string]string{
		"func g() {}": "no such function",
		"func f() {}": "no switch",
		"func f() (n int) { switch { }; return }": "have names",
		"func f() { switch { case true: }}":       "0 cases can be split, not 1",
	} {
		files := Files{"a.go": []byte("package p\n" + text)}
		require.ErrorContains(t, Split{[]FunctionCases{{"f", 1}}}.apply(files, "a.go"), message, text)
		require.Equal(t, "package p\n"+text, string(files["a.go"]))
	}
	require.Error(t, Split{[]FunctionCases{{"f", 1}}}.apply(Files{"a.go": []byte("no Go")}, "a.go"))
	require.Error(t, Split{[]FunctionCases{{"f", 1}}}.apply(Files{}, "a.go"))
}
