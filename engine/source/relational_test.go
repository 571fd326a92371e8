package source

import (
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// TestRelationalOperatorsGoFromTheLeft: a < b < c is (a < b) < c, which the interpreter's parser does not know.
func TestRelationalOperatorsGoFromTheLeft(t *testing.T) {
	for text, want := range map[string]any{
		"5 > 4 > 3":                          false,
		"(5 > 4) > 3":                        false,
		"5 > (4 > 3)":                        true,
		"3 < 2 < 1":                          true,
		"3 < 2 < 1 < 1":                      false,
		"(3 < 2 < 1) < 1":                    false,
		"3 < (2 < 1) < 1":                    true,
		"3 < ((2 < 1) < 1)":                  false,
		"3 < (2 < (1 < 1))":                  false,
		"3 < (2, 1) < 1":                     true,
		"(1, 3) < (0 ? 1 : 2) < 1":           true,
		"3 < f('(') <= 0":                    true,
		"-3 < [0][0] >= 1 | 0":               1,
		"f(3 < 2 < 1) >= f(1) >= 1":          true,
		"'a' in { a: 1 } in { true: 1 }":     true,
		"[] instanceof Array instanceof f":   false,
		"'a' in { a: 1 } instanceof f":       false,
		"(x => x < 2 < 1)(3)":                true,
		"2 * 3 ** 20 * 3 ** 20 | 0 < 1 >= 1": 1379913729,
		"3 < 2 < 1 === true":                 true,
		"1 < 2 ? 3 < 2 < 1 : 0":              true,
		"`${3 < 2 < 1}`":                     "true",
	} {
		s, list := Prepare("chain.ts", "const f = function (x: any) { return x === '(' ? 1 : x } as any\n(globalThis as any).result = "+text, Options{Library: testLibrary})
		require.NotNil(t, s, "%v", list)
		vm := goja.New()
		require.NoError(t, vm.Set("__simten_function", func(c goja.FunctionCall) goja.Value { return c.Argument(1) }))
		for _, name := range []string{"__simten_bound", "__simten_made"} {
			require.NoError(t, vm.Set(name, func(c goja.FunctionCall) goja.Value { return c.Argument(0) }))
		}
		require.NoError(t, vm.Set("__simten_refill", func() int { return 1000 }))
		_, err := vm.RunProgram(s.Program)
		require.NoError(t, err, text)
		require.EqualValues(t, want, vm.Get("result").Export(), "%s\n%s", text, s.Code)
	}
}
