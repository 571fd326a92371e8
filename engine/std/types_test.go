package std_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/std"
	"simten.dev/engine/std/bundle"
)

// typescript is the TypeScript compiler, installed by npm at the top of the repository.
func typescript(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../node_modules/.bin/tsc")
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Skip("needs the TypeScript compiler: run npm ci at the top of the repository")
	}
	return path
}

// TestDeclarations compiles samples against the editor's declarations: circuits that are right, and
// circuits with mistakes, each of which must be found.
func TestDeclarations(t *testing.T) {
	tsc := typescript(t)
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("language.d.ts", std.Declarations())
	write("tsconfig.json", `{ "compilerOptions": { "target": "ES2023", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ES2023"],
		"types": [], "strict": true, "noEmit": true, "moduleDetection": "force" }, "include": ["*.ts"] }`)
	samples, err := filepath.Glob("testdata/types/*.ts")
	require.NoError(t, err)
	require.NotEmpty(t, samples)
	for _, sample := range samples {
		text, err := os.ReadFile(sample)
		require.NoError(t, err)
		write(filepath.Base(sample), string(text))
	}
	out, err := exec.Command(tsc, "-p", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestTestingDeclarations compares the declarations for tests with what the test bench gives: a check, a method or an
// export that one of them lacks is found here.
func TestTestingDeclarations(t *testing.T) {
	declared := std.Testing()
	names := func(text, pattern string) []string {
		var list []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if !slices.Contains(list, m[1]) {
				list = append(list, m[1])
			}
		}
		return list
	}
	file := func(name string) string {
		text, err := os.ReadFile("../testbench/" + name)
		require.NoError(t, err)
		return string(text)
	}
	part := func(from, to string) string {
		_, rest, ok := strings.Cut(declared, from)
		require.True(t, ok, from)
		rest, _, ok = strings.Cut(rest, to)
		require.True(t, ok, to)
		return rest
	}
	require.ElementsMatch(t, names(file("runtime/expect.ts"), `(?m)^  (to\w+): \(`), names(part("interface Checks", "interface Expectation"), `(?m)^    (to\w+)\(`))

	method := `(?:method|action|getter)\("(\w+)"`
	handle, _, _ := strings.Cut(file("simulation.go"), "return o")
	past := file("past.go")
	history, session, ok := strings.Cut(past, "func (s *simulation) session()")
	require.True(t, ok)
	member := `(?m)^    (?:readonly )?(\w+)[<(:]`
	require.ElementsMatch(t, append(names(handle, method), names(history, method)...), names(part("interface Simulation<", "interface Session"), member))
	require.ElementsMatch(t, append(names(session, method), names(history, method)...), names(part("interface Session", "type Thrown"), member))

	for module, runtime := range map[string]string{"@simten/test": "runtime/suite.ts", "@simten/core/verify": "runtime/verify.ts"} {
		exports := names(file(runtime), `(?m)^export (?:const|function) (\w+)`)
		if module == "@simten/test" {
			exports = append(exports, "expect")
			exports = slices.DeleteFunc(exports, func(name string) bool { // what only the engine calls
				return slices.Contains([]string{"list", "describeFailure"}, name)
			})
		}
		require.ElementsMatch(t, exports, names(part("declare module '"+module+"' {", "\n}"), `export (?:const|function) (\w+)`), module)
	}
}

// TestEditorDeclarations fails when the page's copies of the declarations and of the reference are older than the
// sources: run go generate ./engine/std.
func TestEditorDeclarations(t *testing.T) {
	copied, err := os.ReadFile("../../app-site/src/language/language.gen.txt")
	require.NoError(t, err)
	require.Equal(t, std.Declarations(), string(copied))
	reference, err := std.Reference()
	require.NoError(t, err)
	copied, err = os.ReadFile("../../app-site/src/components/components.gen.json")
	require.NoError(t, err)
	require.Equal(t, string(reference), string(copied))
}

// TestSources checks the types of the library itself.
func TestSources(t *testing.T) {
	out, err := exec.Command(typescript(t), "-p", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestBundle fails when the generated script is older than the sources: run go generate ./engine/std.
func TestBundle(t *testing.T) {
	library, err := bundle.Build(std.Index, func(name string) ([]byte, error) { return os.ReadFile(name) })
	require.NoError(t, err)
	require.Equal(t, library.Names, std.Exports())
	for part, code := range library.Parts {
		current, err := std.Part(part)
		require.NoError(t, err)
		require.Equal(t, code, current, part)
	}
	var onDisk []string
	files, err := filepath.Glob("*.ts")
	require.NoError(t, err)
	for _, name := range files {
		if name != "ambient.d.ts" && name != "testing.d.ts" {
			onDisk = append(onDisk, name)
		}
	}
	require.ElementsMatch(t, onDisk, std.FileNames)
	for _, name := range std.FileNames {
		require.NotEmpty(t, std.Read(name), name)
	}
}
