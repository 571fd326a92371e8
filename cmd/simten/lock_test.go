package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/modules"
)

var lockedFiles = map[string]string{
	"node_modules/twice/package.json": `{"name":"twice","version":"1.2.3","main":"index.js"}`,
	"node_modules/twice/index.js":     "exports.twice = (x) => 2 * x\n",
	"a.circuit.ts":                    "import { twice } from 'twice'\nexport const A = circuit('A', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: twice(a) }) })\n",
	"a.test.ts":                       "import { simulate } from '@simten/core/sim'\nimport { A } from './a.circuit'\ntest('doubles', () => {\n  const s = simulate(A)\n  s.set({ a: 4 })\n  expect(s.get('y')).toBe(8)\n})\n",
	"plain.ts":                        "circuit('A', { outputs: { y: bit }, eval: () => ({ y: 0 }) })\n",
}

func TestLockCommand_A196(t *testing.T) {
	root := testFolder(t, lockedFiles)
	file, test := filepath.Join(root, "a.circuit.ts"), filepath.Join(root, "a.test.ts")
	everywhere := [][]string{{"check", file}, {"sim", file, "--ticks", "1"}, {"test", "--root", root, test}}

	code, out, errors := call(t, "lock", file)
	require.Equal(t, exitClean, code, out+errors)
	require.Equal(t, file+".lock: 1 package, 1 module\n", out)
	written, err := os.ReadFile(file + ".lock")
	require.NoError(t, err)
	var lock modules.Lock
	require.NoError(t, json.Unmarshal(written, &lock))
	require.Equal(t, map[string]string{"twice": "1.2.3"}, lock.Packages)
	require.True(t, lock.Valid())
	left, err := os.ReadDir(root)
	require.NoError(t, err)
	require.Len(t, left, len([]string{"node_modules", "a.circuit.ts", "a.circuit.ts.lock", "a.test.ts", "plain.ts"}))

	for _, args := range everywhere {
		code, out, errors := call(t, args...)
		require.Equal(t, exitClean, code, "%v: %s%s", args, out, errors)
		require.NotContains(t, errors, "simten lock")
	}

	// Locking again changes nothing.
	code, out, _ = call(t, "lock", file)
	require.Equal(t, exitClean, code)
	require.Equal(t, file+".lock: 1 package, 1 module, unchanged\n", out)
	again, err := os.ReadFile(file + ".lock")
	require.NoError(t, err)
	require.Equal(t, written, again)

	// A package that changed is refused everywhere, and by lock itself until it is told to forget.
	require.NoError(t, os.WriteFile(filepath.Join(root, "node_modules/twice/index.js"), []byte("exports.twice = (x) => 3 * x\n"), 0o600))
	for _, args := range append(everywhere, []string{"lock", file}) {
		code, out, errors := call(t, args...)
		require.Equal(t, exitErrors, code, args)
		require.Contains(t, out+errors, "error E015: ", args)
		require.Contains(t, out+errors, file+":1:", args)
	}
	code, out, errors = call(t, "lock", "--update", file)
	require.Equal(t, exitClean, code, out+errors)
	code, out, _ = call(t, "check", file)
	require.Equal(t, exitClean, code, out)
}

// A lock is replaced when everything went well; whatever else happens, it stays byte for byte, and nothing is left
// beside it.
func TestLockStaysWhenLockingFails_A196(t *testing.T) {
	for name, spoil := range map[string]struct{ file, text string }{
		"no package to be had":  {"node_modules/twice/index.js", "exports.twice = (\n"},
		"the package throws":    {"node_modules/twice/index.js", "throw new Error('new')\n"},
		"the circuit is broken": {"a.circuit.ts", "import { twice } from 'twice'\ncircuit('A', {\n"},
		"an import is unknown":  {"a.circuit.ts", "import { twice } from 'twice'\nimport x from 'https://example.org/x.js'\n"},
		"a wrong circuit":       {"a.circuit.ts", "import { twice } from 'twice'\ncircuit('A', { outputs: { y: bus(0) }, eval: () => ({ y: twice(0) }) })\n"},
	} {
		t.Run(name, func(t *testing.T) {
			root := testFolder(t, lockedFiles)
			file := filepath.Join(root, "a.circuit.ts")
			code, out, errors := call(t, "lock", file)
			require.Equal(t, exitClean, code, out+errors)
			before, err := os.ReadFile(file + ".lock")
			require.NoError(t, err)
			before = append(before, "\n \n"...) // still the lock, but not as it would be written
			require.NoError(t, os.WriteFile(file+".lock", before, 0o600))
			list := names(t, root)

			require.NoError(t, os.WriteFile(filepath.Join(root, spoil.file), []byte(spoil.text), 0o600))
			for _, args := range [][]string{{"lock", "--update", file}, {"lock", file}} {
				code, out, errors = call(t, args...)
				require.Equal(t, exitErrors, code, "%v: %s%s", args, out, errors)
				require.NotEmpty(t, out+errors)
				after, err := os.ReadFile(file + ".lock")
				require.NoError(t, err)
				require.Equal(t, string(before), string(after), args)
				require.Equal(t, list, names(t, root), args)
			}
		})
	}
}

// names are the names of a folder's files.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// --update forgets what was pinned, a text that is no lock included, and the lock of a file that imports nothing any
// more.
func TestLockUpdate(t *testing.T) {
	root := testFolder(t, lockedFiles)
	file := filepath.Join(root, "a.circuit.ts")
	require.NoError(t, os.WriteFile(file+".lock", []byte("x"), 0o600))
	code, _, errors := call(t, "lock", file)
	require.Equal(t, exitErrors, code)
	require.Contains(t, errors, "simten lock --update")
	code, out, errors := call(t, "lock", "--update", file)
	require.Equal(t, exitClean, code, out+errors)
	first, err := os.ReadFile(file + ".lock")
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(filepath.Join(root, "node_modules/twice/package.json"), []byte(`{"name":"twice","version":"1.2.4","main":"index.js"}`), 0o600))
	code, out, errors = call(t, "lock", "--update", file)
	require.Equal(t, exitClean, code, out+errors)
	require.Equal(t, file+".lock: 1 package, 1 module\n", out)
	second, err := os.ReadFile(file + ".lock")
	require.NoError(t, err)
	require.Equal(t, strings.Replace(string(first), `"1.2.3"`, `"1.2.4"`, 1), strings.ReplaceAll(string(second), "twice@1.2.4", "twice@1.2.3"))
	code, out, _ = call(t, "lock", "--update", file)
	require.Equal(t, exitClean, code)
	require.Equal(t, file+".lock: 1 package, 1 module, unchanged\n", out)

	require.NoError(t, os.WriteFile(file, []byte(lockedFiles["plain.ts"]), 0o600))
	code, out, _ = call(t, "lock", file)
	require.Equal(t, exitClean, code)
	require.Contains(t, out, "nothing to lock")
	require.FileExists(t, file+".lock")
	code, _, _ = call(t, "lock", "--update", file)
	require.Equal(t, exitClean, code)
	require.NoFileExists(t, file+".lock")
}

func TestLocksThatAreNone_A196(t *testing.T) {
	root := testFolder(t, lockedFiles)
	file := filepath.Join(root, "a.circuit.ts")
	for name, text := range map[string]string{
		"no JSON": "x", "another thing": `{"a":1}`, "a path out": `{"host":"https://esm.sh","packages":{},"modules":{"/../x":"` + strings.Repeat("a", 43) + `"}}`,
		"too large": strings.Repeat(" ", 1<<20+1),
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file+".lock", []byte(text), 0o600))
			for _, args := range [][]string{{"check", file}, {"test", "--root", root, filepath.Join(root, "a.test.ts")}} {
				code, out, errors := call(t, args...)
				require.Equal(t, exitErrors, code, args)
				require.Contains(t, out+errors, "a.circuit.ts.lock", args)
			}
		})
	}
}

func TestALockThatIsTooOldIsTold(t *testing.T) {
	root := testFolder(t, lockedFiles)
	file := filepath.Join(root, "a.circuit.ts")
	require.NoError(t, os.WriteFile(file+".lock", []byte(`{"host":"https://esm.sh","packages":{},"modules":{}}`), 0o600))
	code, out, errors := call(t, "check", file)
	require.Equal(t, exitClean, code, out)
	require.Contains(t, errors, "run: simten lock "+file)
	code, _, errors = call(t, "lock", file)
	require.Equal(t, exitClean, code, errors)
	_, _, errors = call(t, "check", file)
	require.NotContains(t, errors, "simten lock")

	code, out, _ = call(t, "lock", filepath.Join(root, "plain.ts"))
	require.Equal(t, exitClean, code)
	require.Contains(t, out, "nothing to lock")
	require.NoFileExists(t, filepath.Join(root, "plain.ts.lock"))
	code, _, errors = call(t, "lock", "-")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errors, "name a file")
}
