package testbench

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// fastCheckPackage is fast-check as the command has it, for the tests that import it.
func fastCheckPackage(t *testing.T, test string) []Package {
	t.Helper()
	if !strings.Contains(test, "fast-check") {
		return nil
	}
	text, err := os.ReadFile("../../cmd/simten/fastcheck/data/fast-check.js")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("`go generate ./cmd/simten/fastcheck` makes the module that this test imports")
	}
	require.NoError(t, err)
	return []Package{{Name: "fast-check", Text: string(text)}}
}

// with runs a file; files are what it can import.
func with(t *testing.T, o Options, text string, files map[string]string) *Report {
	t.Helper()
	root := fstest.MapFS{"a.test.ts": {Data: []byte(text)}}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	o.Root, o.File, o.Packages = root, "a.test.ts", fastCheckPackage(t, text)
	if o.Seed == 0 {
		o.Seed = 1
	}
	r, err := Run(context.Background(), o)
	require.NoError(t, err)
	return r
}

// run runs a file by itself.
func run(t *testing.T, text string) *Report {
	t.Helper()
	return with(t, Options{}, text, nil)
}

// failures are the tests that failed, by name.
func failures(r *Report) map[string]*Failure {
	list := map[string]*Failure{}
	for _, test := range r.Tests {
		if test.Failure != nil {
			list[test.Name] = test.Failure
		}
	}
	return list
}

// passes runs the body of one test after some circuits, and asserts that it makes checks and passes.
func passes(t *testing.T, circuits, body string) {
	t.Helper()
	r := run(t, circuits+"\ntest('it', async () => { let checks = 0; const check = (v: unknown) => { checks++; return expect(v) };\n"+body+
		"\nif (checks === 0) throw new Error('no check was made') })\n")
	require.Empty(t, r.Diagnostics)
	require.Len(t, r.Tests, 1)
	if f := r.Tests[0].Failure; f != nil {
		t.Fatalf("line %d: %s", f.Place.Line, f.Message)
	}
}

func errorsOf(r *Report) []circuit.Diagnostic {
	var list []circuit.Diagnostic
	for _, d := range r.Diagnostics {
		if d.Severity == circuit.Error {
			list = append(list, d)
		}
	}
	return list
}
