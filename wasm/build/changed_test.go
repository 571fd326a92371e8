package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The packages that are counted are arranged as the edits expect, and compile with them; otherwise the module would
// silently be built without.
func TestCountedPackagesCompile(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	folder := t.TempDir()
	gomod, err := writeLazy(folder)
	require.NoError(t, err)
	require.NoError(t, writeChanged(folder))
	for _, c := range counted {
		_, err = goTool("build", "-modfile", gomod, c.pkg)
		require.NoError(t, err)
		listed, err := goTool("list", "-modfile", gomod, "-f", "{{join .Imports \" \"}}", c.pkg)
		require.NoError(t, err)
		require.Contains(t, string(listed), "simten.dev/engine/effort")
	}
}

// elements is a test in the interpreter's own package: elements that a program gives the prototypes of arrays count.
const elements = `package goja

import "testing"

func TestElementsOfPrototypes(t *testing.T) {
	got, err := New().RunString("let told = ''\n" +
		"for (const proto of [Array.prototype, Object.prototype]) {\n" +
		"  const a = [1, 2000]\n" +
		"  Object.defineProperty(proto, 2, { set(v) { told += v + ' ' }, configurable: true })\n" +
		"  a.push('seen'); a.push('kept')\n" +
		"  told += a.length + ' ' + a[2] + ' ' + a[3] + ' '\n" +
		"  delete proto[2]\n" +
		"  a[4] = 7\n" +
		"  told += a[4] + ' ' + (2 in a) + ' '\n" +
		"}\n" +
		"for (const n of [0, 1023, 1024, -1]) told += [5, 6][n] + ' ' + n + 'n '\n" +
		"told + ('0x1ffffffff' >> 0) + ' ' + (4294967297.5 >>> 0) + ' ' + (-1 >>> 0)")
	if err != nil {
		t.Fatal(err)
	}
	if want := "seen 4 undefined kept 7 false seen 4 undefined kept 7 false 5 0n undefined 1023n undefined 1024n undefined -1n -1 1 4294967295"; got.String() != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
`

// TestTheChangedInterpreter: what makes it cheaper and what counts its work changes nothing that it does, whatever runs on it. Its
// own tests pass, but for that of the profiler, which it has no more.
func TestTheChangedInterpreter(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	folder := t.TempDir()
	gomod, err := writeLazy(folder)
	require.NoError(t, err)
	require.NoError(t, writeChanged(folder))
	listed, err := goTool("list", "-modfile", gomod, "-f", "{{.Dir}}", interpreter)
	require.NoError(t, err)
	dir := strings.TrimSpace(string(listed))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "elements_test.go"), []byte(elements), 0o600))
	for _, name := range []string{"fused_test.go", "properties_test.go"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text("_goja/"+name)), 0o600))
	}
	output, err := exec.Command("go", "test", "-modfile", gomod, "-skip", "^TestProfiler$",
		interpreter, compiler+"/internal/js_parser", compiler+"/internal/js_printer", "./engine/source", "./engine/realm", "./engine/behavior", "./invariants/behaviours", "./invariants/attacks").CombinedOutput()
	require.NoError(t, err, "%s", output)
}

func TestRewriteAll(t *testing.T) {
	text, err := rewriteAll([]byte("a[1] = b; a[2] = c"), [][2]string{{`a\[(\d)\] = (\w)`, "a.set($1, $2)"}})
	require.NoError(t, err)
	require.Equal(t, "a.set(1, b); a.set(2, c)", string(text))
	_, err = rewriteAll([]byte("a"), [][2]string{{"b", "c"}})
	require.ErrorContains(t, err, "nothing is like b")
	_, err = rewriteAll([]byte("a"), [][2]string{{"(", "c"}})
	require.Error(t, err)
}

func TestReplaceOnce(t *testing.T) {
	text, err := replaceOnce([]byte("a b c"), [][2]string{{"b", "b b"}, {"c", "d"}})
	require.NoError(t, err)
	require.Equal(t, "a b b d", string(text))
	_, err = replaceOnce([]byte("a b b"), [][2]string{{"b", "c"}})
	require.ErrorContains(t, err, "2 times")
}
