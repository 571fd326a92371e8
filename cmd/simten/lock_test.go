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
	code, _, _ = call(t, "lock", file)
	require.Equal(t, exitClean, code)
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
