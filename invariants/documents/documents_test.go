package documents

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocumentsNameWhatExists(t *testing.T) {
	problems, err := Check(filepath.Join("..", ".."))
	require.NoError(t, err)
	require.Empty(t, problems, strings.Join(problems, "\n"))
}

// files is a small checkout that is in order.
var files = map[string]string{
	"Makefile":               "run: build\n\t@true\n",
	"package.json":           `{"scripts": {"check": "true"}}`,
	"e2e/package.json":       `{"scripts": {"figures": "true"}}`,
	"e2e/figures/a.spec.ts":  "// see docs/a.md\n",
	"cmd/simten/sim.go":      "// Command simten.\npackage main\n\nvar c = command{\n\tname:  \"sim\",\n\tusage: \"sim FILE [--ticks N]\",\n}\n\nfunc main() {\n\tswitch os.Args[1] {\n\tcase \"help\", \"-h\":\n\t}\n}\n",
	"bench/main.go":          "// Command bench.\npackage main\n\nvar seconds = flag.Float64(\"seconds\", 1, \"\")\n",
	"engine/x/x.go":          "// Package x.\npackage x\n",
	"engine/x/x_test.go":     "package x\n\nvar update = flag.Bool(\"update\", false, \"\")\n\nfunc TestOne(t *testing.T) {}\nfunc BenchmarkStep(b *testing.B) {}\n",
	"docs/a.md":              "# A page\n\nSee [b](b.md#part-two-bgo).\n",
	"docs/b.md":              "## Part two (`b.go`)\n",
	"docs/deep/node_modules": "",
}

func TestCheckFindsPlantedViolations(t *testing.T) {
	for name, c := range map[string]struct{ page, problem string }{
		"link":                      {"[x](gone.md)", "gone.md leads nowhere"},
		"link to a heading":         {"[x](b.md#part-three)", "no heading #part-three"},
		"link within the page":      {"[x](#nothing)", "no heading #nothing"},
		"link in order":             {"[x](a.md#a-page), [y](../engine/x/), [z](https://simten.example/gone.md)", ""},
		"no link":                   {"`a[i](x)` and\n\n    a[i](y)", ""},
		"path":                      {"`engine/y/y.go`", "no engine/y/y.go"},
		"pattern":                   {"`engine/x/y*.go`", "no engine/x/y*.go"},
		"path in order":             {"`engine/x/x*.go`, `engine/x/`, `left/right`, `e2e/dist/a.js`, `engine/x/NAME_test.go`", ""},
		"test":                      {"`TestTwo`", "no test TestTwo"},
		"test in order":             {"`TestOne`, `BenchmarkStep`", ""},
		"target":                    {"`make fly`", "no such target"},
		"target in order":           {"`make run`, `make`", ""},
		"code block":                {"Do:\n\n    make fly # now\n", "no such target"},
		"code block with fence":     {"```sh\nmake fly\n```", "no such target"},
		"block of another language": {"```ts\nmake fly\n```", ""},
		"subcommand":                {"`simten fly FILE`", "no such command"},
		"flag of a subcommand":      {"`build/simten sim FILE --tick 1`", "no flag --tick"},
		"subcommand in order":       {"`simten sim FILE --ticks 1 | head`, `build/simten help`, `simten FILE`", ""},
		"program":                   {"`go run ./benches`", "no package ./benches"},
		"flag of a program":         {"`go run ./bench -second 1`", "bench has no flag -second"},
		"over two lines":            {"`go run ./bench\n-second 1`", "bench has no flag -second"},
		"after another command":     {"`cd x && go run ./bench -second 1`", "bench has no flag -second"},
		"program in order":          {"`GOOS=js go run ./bench -seconds 1`", ""},
		"benchmark":                 {"`go test ./engine/x -run '^$' -bench Stop`", "no test there matches -bench Stop"},
		"flag of a test":            {"`go test ./engine/x -renew`", "no flag -renew"},
		"tests in order":            {"`go test ./engine/x -run One -update`, `go test ./engine/x -run 'TestOne|TestTwo'`, `go test -c -o p.test ./engine/x`, `go test ./... -count 2`", ""},
		"script":                    {"`npm run figures`", "no such script"},
		"file of a script":          {"`npm run figures -w e2e -- b.spec.ts`", "no b.spec.ts"},
		"script in order":           {"`npm run figures -w e2e -- a.spec.ts`, `npm run check`", ""},
		"test of the browser":       {"`npx vitest run e2e/figures/b.spec.ts`", "no e2e/figures/b.spec.ts"},
	} {
		t.Run(name, func(t *testing.T) {
			planted := maps.Clone(files)
			planted["docs/planted.md"] = c.page + "\n"
			requireProblem(t, planted, c.problem)
		})
	}
	t.Run("file of a guide without its folder", func(t *testing.T) {
		planted := maps.Clone(files)
		planted["CONTRIBUTING.md"] = "A fence with ```` ```ts ```` and a case in `x.go`, and one in `gone.go`.\n"
		requireProblem(t, planted, "there is no file gone.go")
	})
	for name, c := range map[string]struct{ cell, problem string }{
		"file of the glossary":       {"`x.go`, `x/gone.go`", "there is no x/gone.go"},
		"identifier of the glossary": {"`x.go` `other`, `x`", "there is no other"},
		"member of the glossary":     {"`x.Gone`", "there is no x.Gone"},
		"folder of the glossary":     {"`engine/x`, `engine/y`", "there is no engine/y"},
		"phrase of the glossary":     {"\"Package x\", \"a lost phrase\"", "there is no \"a lost phrase\""},
		"glossary in order":          {"`engine/x`, `x_test.go` `TestOne`, \"Package x\"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			planted := maps.Clone(files)
			planted[glossary] = "| term | definition | in the code |\n|---|---|---|\n| a | b | " + c.cell + " |\n"
			requireProblem(t, planted, c.problem)
		})
	}
	for name, c := range map[string]struct{ comment, problem string }{
		"no comment":       {"", "the package has no comment"},
		"wide comment":     {"// Package x is " + strings.Repeat("wide ", 22) + ".\n", "more than 120 columns"},
		"comment in order": {"//go:build js\n\n// Package x does\n// What a question? It is.\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			planted := maps.Clone(files)
			planted["engine/x/x.go"] = c.comment + "package x\n"
			requireProblem(t, planted, c.problem)
		})
	}
	t.Run("page in a comment", func(t *testing.T) {
		planted := maps.Clone(files)
		planted["engine/x/x.go"] = "// Package x: see docs/gone.md.\npackage x\n"
		requireProblem(t, planted, "engine/x/x.go: speaks of docs/gone.md")
	})
}

// requireProblem makes a checkout of files, and demands that it has this one problem, or none.
func requireProblem(t *testing.T, files map[string]string, problem string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		at := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
	}
	found, err := Check(root)
	require.NoError(t, err)
	if problem == "" {
		require.Empty(t, found)
		return
	}
	require.Len(t, found, 1)
	require.Contains(t, found[0], problem)
}
