package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var projectFiles = map[string]string{
	"main.ts": "import { Inv } from './parts'\nimport { twice } from 'twice'\nimport { one } from './one'\n" +
		"circuit('Top', { outputs: { q: bit, n: bus(8) }, nodes: { i: Inv, c: Constant({ value: twice(one), width: 8 }), z: Constant({ value: 0, width: 1 }) },\n" +
		"  connect: ({ outputs, nodes: { i, c, z } }) => [z.out.to(i.a), i.q.to(outputs.q), c.out.to(outputs.n)] })\n",
	"one.ts":                          "import { four } from 'four'\nexport const one = four - 3\n",
	"parts/index.ts":                  "export * from './inv'\n",
	"parts/inv.ts":                    "export const Inv = circuit('Inv', { inputs: { a: bit }, outputs: { q: bit }, eval: ({ a }) => ({ q: a ^ 1 }) })\n",
	"parts/deep.ts":                   "import { one } from '../one'\ncircuit('D', { outputs: { q: bit }, eval: () => ({ q: one }) })\n",
	"broken/circuit.ts":               "import './part'\n",
	"broken/part.ts":                  "\nfoo()\n",
	"node_modules/twice/package.json": `{"name":"twice","version":"1.2.3","main":"index.js"}`,
	"node_modules/twice/index.js":     "exports.twice = (x) => 2 * x\n",
	"node_modules/four/package.json":  `{"name":"four","version":"4.0.0","main":"index.js"}`,
	"node_modules/four/index.js":      "exports.four = 4\n",
}

func TestProjectsOnTheCommandLine(t *testing.T) {
	root := testFolder(t, projectFiles)
	for _, operand := range []string{root, filepath.Join(root, "main.ts")} {
		code, out, errors := call(t, "sim", operand, "--ticks", "1")
		require.Equal(t, exitClean, code, out+errors)
		require.JSONEq(t, `{"step":0,"cycle":0,"values":{"q":1,"n":2}}`, out)
		code, out, errors = call(t, "check", operand)
		require.Equal(t, exitClean, code, out+errors)
		require.Contains(t, out, operand+": 2 circuits, no errors")
	}
	code, out, errors := call(t, "check", filepath.Join(root, "broken"))
	require.Equal(t, exitErrors, code, errors)
	require.Contains(t, out, filepath.Join(root, "broken", "part.ts")+":2:1: error E026")

	code, out, _ = call(t, "check", filepath.Join(root, "parts", "deep.ts"))
	require.Equal(t, exitErrors, code)
	require.Contains(t, out, "outside of the project's folder")

	code, _, errors = call(t, "check", filepath.Join(root, "node_modules"))
	require.Equal(t, exitUsage, code)
	require.Contains(t, errors, "has no file circuit.ts, main.ts, index.ts with which its program begins")

	code, out, errors = call(t, "lock", root)
	require.Equal(t, exitClean, code, out+errors)
	require.Equal(t, filepath.Join(root, "main.ts.lock")+": 2 packages, 2 modules\n", out)
}

func TestLinksDoNotLeadOutOfAProject(t *testing.T) {
	secret := filepath.Join(testFolder(t, map[string]string{"s.ts": "export const secret = 7\n"}), "s.ts")
	root := testFolder(t, map[string]string{"circuit.ts": "import { secret } from './link'\ncircuit('A', { outputs: { n: bus(8) }, eval: () => ({ n: secret }) })\n"})
	require.NoError(t, os.Symlink(secret, filepath.Join(root, "link.ts")))
	code, out, _ := call(t, "check", root)
	require.Equal(t, exitErrors, code, out)
	require.Contains(t, out, "'./link' cannot be imported: path escapes from parent")
}
