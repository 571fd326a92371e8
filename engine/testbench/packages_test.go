package testbench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
)

// onePackage is a module host that has one package.
type onePackage struct{}

func (onePackage) Host() string { return "https://modules.example" }

func (onePackage) Load(_ context.Context, paths []string) []modules.Answer {
	var list []modules.Answer
	for _, path := range paths {
		a := modules.Answer{Path: path, Type: "application/javascript", Failure: "it is not there"}
		if len(path) > 5 && path[:5] == "/tiny" {
			a.Failure, a.Text = "", []byte("export const add = (a, b) => a + b\nexport function fail() { throw new Error('inside') }\n")
		}
		list = append(list, a)
	}
	return list
}

func TestPackagesOfNpm(t *testing.T) {
	files := map[string]string{"sum.ts": "import { add } from 'tiny@1.0.0'\nexport const sum = (a: number, b: number) => add(a, b)"}
	text := "import { fail } from 'tiny@1.0.0'\nimport { sum } from './sum'\ntest('adds', () => expect(sum(1, 2)).toBe(3))\ntest('fails', () => {\n  fail()\n})"
	r := with(t, Options{Loader: onePackage{}}, text, files)
	require.Empty(t, errorsOf(r))
	require.Equal(t, 1, r.Passed)
	f := failures(r)["fails"]
	require.Contains(t, f.Message, "inside")
	require.Equal(t, 5, f.Place.Line)

	r = with(t, Options{Loader: onePackage{}}, "import './lib'", map[string]string{"lib.ts": "import { x } from 'nothing'\nexport const y = x"})
	require.Len(t, errorsOf(r), 1)
	require.Equal(t, "lib.ts", errorsOf(r)[0].File)
	require.Equal(t, circuit.CodeModuleUnavailable, errorsOf(r)[0].Code)

	r = with(t, Options{}, text, files)
	require.Len(t, errorsOf(r), 2)
}
