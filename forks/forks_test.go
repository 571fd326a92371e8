package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/forks/patch"
)

const top = ".."

// checkoutOf copies what the forks are made from to a folder.
func checkoutOf(t *testing.T) string {
	root := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(top, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(root, name), text, 0o600))
	}
	require.NoError(t, os.CopyFS(filepath.Join(root, "forks"), os.DirFS(filepath.Join(top, "forks"))))
	return root
}

// replaceIn changes a file.
func replaceIn(t *testing.T, file, old, with string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), old, with, 1)), 0o600))
}

// TestAnEditThatDoesNotApplyFailsTheBuild: with the module, its version, the file, the edit, its reason and the count.
// An earlier module stays, and nothing is made without the edit.
func TestAnEditThatDoesNotApplyFailsTheBuild(t *testing.T) {
	root := checkoutOf(t)
	require.NoError(t, makeForks(root, usual, patch.Lanes()))
	workspace, err := os.ReadFile(filepath.Join(root, "go.work"))
	require.NoError(t, err)
	require.Contains(t, string(workspace), "github.com/dop251/goja => ./build/forks/goja\n")

	replaceIn(t, filepath.Join(root, "forks", "goja", "security.edits"), "\n type regexpPattern struct {\n", "\n type regexpPatterns struct {\n")
	replaceIn(t, filepath.Join(root, "forks", "regexp2", "security.edits"), "\n type Runner struct {\n", "\n }\n")
	err = makeForks(root, usual, patch.Lanes())
	for _, part := range []string{
		"1 of the edits of github.com/dop251/goja v0.0.0-", "1 of the edits of github.com/dlclark/regexp2/v2 v2.",
		"forks/goja/security.edits:", "edit effort-of-matches (security) does not apply to regexp.go: its anchor is found 0 times, not 1",
		"reason for the edit: Regular expressions run in Go", "anchor: type regexpPatterns struct {",
		"does not apply to runner.go: its anchor is found ",
	} {
		require.ErrorContains(t, err, part)
	}
	require.NoFileExists(t, filepath.Join(root, "build", "forks", stampFile+"x"))
	again := makeForks(root, usual, patch.Lanes())
	require.EqualError(t, again, err.Error(), "a build that failed is not taken for one that is up to date")

	root = checkoutOf(t)
	replaceIn(t, filepath.Join(root, "forks", "pprof", "speed.edits"), "!lazy ", "!lazy 1")
	require.ErrorContains(t, makeForks(root, usual, patch.Lanes()), "tables and regular expressions are found, not 1")
	require.NoFileExists(t, filepath.Join(root, "go.work"))
	without, err := choose(join(patch.Lanes()), "speed")
	require.NoError(t, err)
	require.NoError(t, makeForks(root, usual, without), "the lane of the edit is left out")
}

// TestAnotherVersionIsNotEdited: the edits are for one version, which must be that of go.mod.
func TestAnotherVersionIsNotEdited(t *testing.T) {
	root := checkoutOf(t)
	replaceIn(t, filepath.Join(root, "forks", "goja", "fork.txt"), "version: v0", "version: v9")
	err := makeForks(root, usual, patch.Lanes())
	require.ErrorContains(t, err, "the edits in forks/goja are for github.com/dop251/goja v9")
	require.ErrorContains(t, err, "-try github.com/dop251/goja@v0")
}

func TestForksThatAreNotWhole(t *testing.T) {
	for _, c := range []struct{ file, old, with, message string }{
		{"goja/fork.txt", "module:", "modul:", "none of module, version and edits"},
		{"goja/fork.txt", "edits: ", "edits: none.edits, ", "no such file"},
		{"goja/fork.txt", "security.edits, ", "security.edits, security.edits, ", "two edits effort-of-matches"},
		{"goja/fork.txt", "properties.edits, speed.edits", "speed.edits, properties.edits", "needs properties-in-lists, which does not come before it"},
		{"goja/security.edits", "lane: security", "lane: safety", "no lane"},
		{"goja/security.edits", "add: effort.go, ", "add: ", "_files/effort.go is added by no edit"},
	} {
		root := checkoutOf(t)
		replaceIn(t, filepath.Join(root, "forks", filepath.FromSlash(c.file)), c.old, c.with)
		require.ErrorContains(t, makeForks(root, usual, patch.Lanes()), c.message)
	}
	_, err := choose("speed,fast", "")
	require.ErrorContains(t, err, `no lane "fast"`)
	forks, err := readForks(filepath.Join(top, "forks"))
	require.NoError(t, err)
	i := slices.IndexFunc(forks, func(f fork) bool { return f.name == "goja" })
	_, err = forks[i].chosen([]patch.Lane{patch.Security, patch.Speed})
	require.ErrorContains(t, err, "which is in a lane that is left out")
}

// TestForksAreWrittenOnce: nothing is written when nothing has changed; what somebody changed there is written anew,
// and so is a file that is missing; what does not belong there goes. Several processes do not disturb each other.
func TestForksAreWrittenOnce(t *testing.T) {
	root := checkoutOf(t)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if err := makeForks(root, usual, patch.Lanes()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	out := filepath.Join(root, "build", "forks")
	stamp := func() int64 {
		file, err := os.Stat(filepath.Join(out, stampFile))
		require.NoError(t, err)
		return file.ModTime().UnixNano()
	}
	before := stamp()
	require.NoError(t, makeForks(root, usual, patch.Lanes()))
	require.Equal(t, before, stamp())

	vm := filepath.Join(out, "goja", "vm.go")
	right, err := os.ReadFile(vm)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(vm, []byte("package goja\n"), 0o600))
	require.NoError(t, os.Remove(filepath.Join(root, "go.work")))
	require.NoError(t, os.WriteFile(filepath.Join(out, "goja", "old.go"), nil, 0o600))
	require.NoError(t, makeForks(root, usual, patch.Lanes()))
	text, err := os.ReadFile(vm)
	require.NoError(t, err)
	require.Equal(t, string(right), string(text))
	require.FileExists(t, filepath.Join(root, "go.work"))
	require.NoFileExists(t, filepath.Join(out, "goja", "old.go"))
	before = stamp()
	require.NoError(t, makeForks(root, usual, []patch.Lane{patch.Security}))
	require.NotEqual(t, before, stamp(), "other lanes")
	text, err = os.ReadFile(filepath.Join(out, "goja", "fork.go"))
	require.NoError(t, err)
	require.Contains(t, string(text), `"security"`)
}

// TestEveryEditHasItsTest: the tests that edits name are there. "own tests" are those of the dependency, which make
// test runs on the forks.
func TestEveryEditHasItsTest(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	known := map[string]bool{}
	for _, folder := range []string{"engine", "forks", "invariants", "process"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(top, folder), func(name string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := os.ReadFile(name)
			for _, found := range declared.FindAllSubmatch(text, -1) {
				known[string(found[1])] = true
			}
			return err
		}))
	}
	forks, err := readForks(filepath.Join(top, "forks"))
	require.NoError(t, err)
	for _, f := range forks {
		for _, e := range f.edits {
			require.True(t, known[e.Test] || e.Test == "own tests", "%s:%d: there is no %s", e.File, e.Line, e.Test)
			require.Regexp(t, "^(yes|no)[:,] ", e.Upstream, "%s:%d", e.File, e.Line)
		}
	}
}

// goCommand runs the go command in the checkout, with the forks that this test itself is built with.
func goCommand(t *testing.T, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = top
	output, err := c.CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// needForks ends a test that is of no use without go.work.
func needForks(t *testing.T) {
	if _, err := os.Stat(filepath.Join(top, "go.work")); err != nil || os.Getenv("GOWORK") == "off" {
		t.Fatal("there is no go.work, so the go command takes the published modules: run `make forks` first")
	}
}

// TestForkedPackagesCompile: all that the forks change compiles, also for the browser.
func TestForkedPackagesCompile(t *testing.T) {
	needForks(t)
	packages := []string{
		"github.com/dop251/goja", "github.com/dlclark/regexp2/v2", "github.com/evanw/esbuild/pkg/api", "github.com/google/pprof/profile",
	}
	goCommand(t, append([]string{"build"}, packages...)...)
	t.Setenv("GOOS", "js")
	t.Setenv("GOARCH", "wasm")
	goCommand(t, append([]string{"build"}, packages...)...)
}
