package sandbox

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
)

// docs/diagnostics.md is made from the code constants, the sources in testdata/problems and what the
// engine says to them. It is the snapshot of all messages.
//
//	go test ./engine/sandbox -run TestProblems -update
var update = flag.Bool("update", false, "write docs/diagnostics.md")

const problemsPage = "../../docs/diagnostics.md"

// withoutExample are codes that no circuit text can provoke.
var withoutExample = map[circuit.Code]string{
	circuit.CodeSourceInternal:   "means a defect of the engine",
	circuit.CodeUnknownComponent: "is for circuits that come as data, not as source text",
	circuit.CodeFlatDrivers:      "is for circuits that come as data, not as source text",
	circuit.CodeUnknownSignal:    "is the answer to a request that sets or reads an unknown name",
	circuit.CodeMemory:           "is for what the checks of the built-in functions do not see before memory ends",
	circuit.CodeNoTests:          "is for files that are run as tests",
	circuit.CodePartNotAllowed:   "is for submissions to levels; engine/grade tests it",
	circuit.CodeBadSnapshot:      "is the answer to restoring a snapshot of another circuit",
	circuit.CodeNoVerilog:        "is the answer to an export, see docs/hardware.md",
	circuit.CodeVerilogDiffers:   "is the answer to an export, see docs/hardware.md",
	circuit.CodeDeposit:          "is the answer to a request that overwrites a register or memory",
	circuit.CodeQuestion:         "is the answer to a question, such as `simten find FILE --when 'sum ==='`",
}

// codeDoc is one code constant with its comment.
type codeDoc struct {
	code circuit.Code
	text string
}

// codeDocs reads the constants of engine/circuit.
func codeDocs(t *testing.T) []codeDoc {
	t.Helper()
	var list []codeDoc
	for _, file := range []string{"../circuit/codes.go", "../circuit/codes_source.go"} {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, decl := range tree.Decls {
			constants, ok := decl.(*ast.GenDecl)
			if !ok || constants.Tok != token.CONST {
				continue
			}
			for _, spec := range constants.Specs {
				value := spec.(*ast.ValueSpec)
				code, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				require.NotNil(t, value.Doc, code)
				_, text, ok := strings.Cut(strings.Join(strings.Fields(value.Doc.Text()), " "), ": ")
				require.True(t, ok, "the comment of %s", code)
				list = append(list, codeDoc{circuit.Code(code), text})
			}
		}
	}
	order := strings.NewReplacer("E", "0", "W", "1", "I", "2")
	sort.Slice(list, func(i, j int) bool { return order.Replace(string(list[i].code)) < order.Replace(string(list[j].code)) })
	return list
}

var (
	limitLine   = regexp.MustCompile(`(?m)^// limit: (\w+) (\d+)`)
	circuitLine = regexp.MustCompile(`(?m)^// circuit: (\w+)`)
)

// provoke compiles an example, starts it and runs two cycles; it collects everything the engine says.
func provoke(t *testing.T, text string) []circuit.Diagnostic {
	t.Helper()
	limits := Limits{Steps: 50_000, RunTime: time.Hour} // so that a slow machine tells the same
	for _, m := range limitLine.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		switch m[1] {
		case "nodes":
			limits.Nodes = n
		case "source":
			limits.SourceBytes = n
		}
	}
	s := Source{Text: text, Grants: circuit.AllGrants(), Modules: tinyHost()}
	if strings.Contains(text, "// the lock ") {
		s.Lock = &modules.Lock{Host: s.Modules.Host(), Packages: map[string]string{"tiny": "1.0.0"}, Modules: map[string]string{
			"/tiny@1.0.0?target=es2022": strings.Repeat("A", 43),
		}}
	}
	if m := circuitLine.FindStringSubmatch(text); m != nil {
		s.Circuit = m[1]
	}
	c, err := Compile(context.Background(), s, limits)
	require.NoError(t, err)
	list := c.Diagnostics
	if c.Design == nil {
		return list
	}
	collect := func(err error) {
		var d *circuit.Diagnostic
		if errors.As(err, &d) {
			list = circuit.Join(list, *d)
		}
	}
	m, err := c.NewMachineOn(context.Background(), Closures)
	if err != nil {
		collect(err)
		return list
	}
	if c.Design.Sequential {
		_, err = m.Step(context.Background(), 2)
		collect(err)
	}
	return append(list, m.Warnings()...)
}

func TestProblems(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Diagnostics\n\nEvery problem that Simten reports has a stable code: `E…` stops the circuit, `W…` is a warning, `I…` is a hint.\n" +
		"Each example below is compiled by a test; the lines under it are what the engine says.\n\n" +
		"<!-- generated: go test ./engine/sandbox -run TestProblems -update -->\n")
	known := map[string]bool{}
	for _, doc := range codeDocs(t) {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", doc.code, capital(doc.text))
		if why, ok := withoutExample[doc.code]; ok {
			fmt.Fprintf(&page, "\nThere is no example: this code %s.\n", why)
			continue
		}
		file := string(doc.code) + ".ts"
		known[file] = true
		text, err := os.ReadFile(filepath.Join("testdata/problems", file))
		require.NoError(t, err, "every code has an example")
		found := false
		fmt.Fprintf(&page, "\n```ts\n%s```\n\n", shorten(string(text)))
		for _, d := range provoke(t, string(text)) {
			found = found || d.Code == doc.code
			line := d.Text()
			fmt.Fprintf(&page, "- `%s`", d.Code)
			if d.Line > 0 {
				fmt.Fprintf(&page, " line %d, column %d", d.Line, d.Column)
			}
			fmt.Fprintf(&page, ": %s", line)
			for _, f := range d.Fixes {
				fmt.Fprintf(&page, " **Fix:** `%s` at %d:%d.", f.Text, f.Line, f.Column)
				fixed, err := apply(string(text), f)
				require.NoError(t, err)
				require.NotContains(t, messages(provoke(t, fixed)), d.Message, "the fix takes the problem away")
			}
			page.WriteByte('\n')
			if d.Severity == circuit.Error {
				require.NotEmpty(t, d.Message)
			}
		}
		require.True(t, found, "%s: the example does not give this code:\n%s", doc.code, page.String()[max(0, page.Len()-600):])
	}
	files, err := os.ReadDir("testdata/problems")
	require.NoError(t, err)
	for _, f := range files {
		require.True(t, known[f.Name()], "%s is the example of no code", f.Name())
	}
	if *update {
		require.NoError(t, os.WriteFile(problemsPage, []byte(page.String()), 0o644))
		return
	}
	old, err := os.ReadFile(problemsPage)
	require.NoError(t, err)
	require.Equal(t, string(old), page.String(), "run go test ./engine/sandbox -run TestProblems -update")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// shorten keeps very long lines of examples readable.
func shorten(s string) string {
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		if len(l) > 160 {
			lines[i] = l[:60] + " … " + l[len(l)-20:]
		}
	}
	return strings.Join(lines, "")
}
