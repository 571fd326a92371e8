package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// suiteVariable names a folder with a checkout of the language's suite, which is not part of this repository.
const suiteVariable = "SIMTEN_TEST262"

// No test of the language's suite fails that passed before.
func TestSuite(t *testing.T) {
	folder := os.Getenv(suiteVariable)
	if folder == "" {
		t.Skipf("set %s to a checkout of github.com/tc39/test262", suiteVariable)
	}
	require.NoError(t, runSuite(t.Context(), t.Output(), folder, "", ""))
}

// Tests of a suite are read, run and compared with the list: here those of a small suite of our own.
func TestSuiteOfOurOwn(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{
		"harness/sta.js":            "function Test262Error(message) { this.message = message }\n",
		"harness/assert.js":         "const assert = (ok, message) => { if (ok !== true) throw new Test262Error(message) }\n",
		"harness/more.js":           "const two = 2\n",
		"test/language/a/passes.js": "/*---\ndescription: x\nincludes: [more.js]\nfeatures:\n  - let\n---*/\nassert(two === 2)\n",
		"test/language/a/fails.js":  "/*---\ndescription: x\n---*/\nassert(1 === 2, 'not equal')\n",
		"test/language/a/async.js":  "/*---\nflags: [async]\nincludes: [more.js]\n---*/\nPromise.resolve().then(() => assert(two === 2)).then($DONE, $DONE)\n",
		"test/language/a/never.js":  "/*---\nflags: [async]\n---*/\n",
		"test/language/a/wrong.js":  "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet a = ;\n",
		"test/language/a/right.js":  "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet a = 1;\n",
		"test/language/a/throws.js": "/*---\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\nnull.x\n",
		"test/language/a/sloppy.js": "/*---\nflags: [noStrict]\n---*/\nassert(false)\n",
		"test/built-ins/b/bad.js":   "/*---\n---*/\nthis is refused\n",
	}
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	var out strings.Builder
	require.Error(t, runSuite(t.Context(), &out, folder, "", ""))
	require.Contains(t, out.String(), "language/a/fails.js: Test262Error: not equal\n")
	require.Contains(t, out.String(), "language/a/never.js: never done\n")
	require.Contains(t, out.String(), "language/a/right.js: not refused\n")
	require.Contains(t, out.String(), "built-ins/b/bad.js: refused E001")
	require.Contains(t, out.String(), "1 left out: sloppy mode")
	require.Contains(t, out.String(), "8 tests")
	require.Contains(t, out.String(), "4 pass, 4 fail, of which 4 were not expected to; 0 pass unexpectedly")
	list := filepath.Join(folder, "list.txt")
	require.NoError(t, runSuite(t.Context(), &out, folder, "", list))
	written, err := os.ReadFile(list)
	require.NoError(t, err)
	got := reasonsOf(string(written))
	require.Len(t, got, 4)
	require.Equal(t, "an early error that is not reported: the program is not refused", got["language/a/right.js"])
	require.Equal(t, "a defect, open: language/a", got["language/a/fails.js"])
}

// Every path of the list stands under one reason, which says why the test fails.
func TestExpectedFailuresHaveReasons(t *testing.T) {
	got := reasonsOf(expectedFailures)
	require.Equal(t, len(got), strings.Count(expectedFailures, ".js\n"))
	known := regexp.MustCompile(`^(on purpose|newer than ECMAScript 2023|not supported|open|a defect, open): |^an early error that is not reported`)
	for path, why := range got {
		require.Regexp(t, known, why, path)
	}
}
