package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// javaScriptCase is one program of testdata/javascript: an expression, or the body of a function, and the text of its
// value.
type javaScriptCase struct{ program, want string }

const (
	// resultMark begins the line with the value of the program above it.
	resultMark = "//=> "
	// newerThanNode begins a file of which Node 20 does not have everything.
	newerThanNode = "// newer than Node 20\n"
)

// javaScriptFiles reads testdata/javascript. The values are those of Node, which TestJavaScriptValuesAreThoseOfNode
// holds.
func javaScriptFiles(t *testing.T) map[string][]javaScriptCase {
	t.Helper()
	names, err := filepath.Glob("testdata/javascript/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	files := map[string][]javaScriptCase{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		var program strings.Builder
		for line := range strings.Lines(string(data)) {
			want, ok := strings.CutPrefix(line, resultMark)
			if !ok {
				program.WriteString(line)
				continue
			}
			files[name] = append(files[name], javaScriptCase{program.String(), strings.TrimSuffix(want, "\n")})
			program.Reset()
		}
		require.NotEmpty(t, files[name], name)
		require.Empty(t, strings.TrimSpace(program.String()), "%s ends without a value", name)
	}
	return files
}

// javaScriptProgram is a program that prints "#n value" for each case.
func javaScriptProgram(t *testing.T, cases []javaScriptCase) string {
	t.Helper()
	show, err := os.ReadFile("testdata/javascript/show.js")
	require.NoError(t, err)
	var b strings.Builder
	b.Write(show)
	for i, c := range cases {
		body := c.program
		if !strings.Contains(body, "return") {
			body = "return (" + body + ")"
		}
		fmt.Fprintf(&b, "run(%d, () => {%s\n})\n", i, body)
	}
	return b.String()
}

func requireJavaScript(t *testing.T, cases []javaScriptCase, lines []string) {
	t.Helper()
	got := map[int]string{}
	for _, line := range lines {
		number, value, _ := strings.Cut(strings.TrimPrefix(line, "#"), " ")
		if i, err := strconv.Atoi(number); err == nil {
			got[i] = value
		}
	}
	for i, c := range cases {
		require.Equal(t, c.want, got[i], c.program)
	}
}

// TestJavaScriptAsInNode runs small programs of the plain language. Each case is an edge at which an interpreter has
// been wrong.
func TestJavaScriptAsInNode(t *testing.T) {
	for name, cases := range javaScriptFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			compiled, err := Compile(context.Background(), Source{Text: javaScriptProgram(t, cases), Grants: circuit.AllGrants()},
				Limits{ConsoleCalls: 10_000, ConsoleBytes: 1 << 22})
			require.NoError(t, err)
			defer compiled.Close()
			requireJavaScript(t, cases, compiled.Console)
		})
	}
}

// TestJavaScriptValuesAreThoseOfNode holds the values in testdata/javascript against Node, where it is installed.
func TestJavaScriptValuesAreThoseOfNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	for name, cases := range javaScriptFiles(t) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		if strings.HasPrefix(string(data), newerThanNode) {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cases.js")
			require.NoError(t, os.WriteFile(file, []byte(javaScriptProgram(t, cases)), 0o600))
			out, err := exec.Command(node, file).CombinedOutput()
			require.NoError(t, err, string(out))
			requireJavaScript(t, cases, strings.Split(string(out), "\n"))
		})
	}
}

// TestThrownProxies: a Proxy that is thrown is told at its place, without running its traps.
func TestThrownProxies(t *testing.T) {
	for _, text := range []string{
		"const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy",
		"throw new Proxy({}, { getPrototypeOf() { for (;;); }, get() { for (;;); } })",
		"setTimeout(() => { throw new Proxy(() => 1, {}) })",
	} {
		compiled, err := Compile(context.Background(), Source{Text: text, Grants: circuit.AllGrants()}, Limits{})
		require.NoError(t, err)
		require.Len(t, compiled.Diagnostics, 1)
		require.Equal(t, "The program threw a Proxy, which tells nothing.", compiled.Diagnostics[0].Message)
		require.Equal(t, 1, compiled.Diagnostics[0].Line)
		compiled.Close()
	}
}

// TestDeclare: an enum with declare is made here, all else is told to be nothing.
func TestDeclare(t *testing.T) {
	compiled, err := Compile(context.Background(), Source{
		Text:   "declare const enum E { A = 1, B }\nexport declare enum F { C = 'c' }\nconst declare = 5\nconsole.log(E.B, F.C, declare)",
		Grants: circuit.AllGrants(),
	}, Limits{})
	require.NoError(t, err)
	require.Equal(t, []string{"2 c 5"}, compiled.Console)
	compiled.Close()
	for declaration, use := range map[string]string{
		"declare const x: number": "x", "declare function x(): void": "x()", "declare abstract class x { a: 1 }": "new x()", "declare namespace x { const a: 1 }": "x.a",
	} {
		compiled, err := Compile(context.Background(), Source{Text: declaration + "\nconsole.log(" + use + ")", Grants: circuit.AllGrants()}, Limits{})
		require.NoError(t, err)
		require.Len(t, compiled.Diagnostics, 1)
		require.Contains(t, compiled.Diagnostics[0].Message, "'x' is declared with 'declare ")
		compiled.Close()
	}
}
