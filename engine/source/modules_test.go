package source

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// modules runs files that import each other: the first one, with what it asks for.
func modules(t *testing.T, files map[string]string, main string) (*realmStub, *goja.Object, error) {
	t.Helper()
	r := newRealmStub(1000)
	var run func(name string) (goja.Value, error)
	run = func(name string) (goja.Value, error) {
		s, list := Prepare(name, files[name], Options{
			Library: testLibrary, Exports: true, PlaceFile: name,
			Module: func(specifier string) bool { return files[strings.TrimPrefix(specifier, "./")] != "" },
		})
		require.Empty(t, list)
		exports := goja.Undefined()
		require.NoError(t, r.vm.Set(HookExports, func(call goja.FunctionCall) goja.Value {
			exports = call.Argument(0)
			return goja.Undefined()
		}))
		require.NoError(t, r.vm.Set(HookModule, func(call goja.FunctionCall) goja.Value {
			v, err := run(strings.TrimPrefix(call.Argument(0).String(), "./"))
			if err != nil {
				panic(err)
			}
			return v
		}))
		_, err := r.vm.RunProgram(s.Program)
		return exports, err
	}
	v, err := run(main)
	o, _ := v.(*goja.Object)
	return r, o, err
}

func TestModules(t *testing.T) {
	files := map[string]string{
		"main.ts": `import both, { add as plus } from './lib'; import * as all from './lib'
import { And } from '@simten/core'
export const result: number = plus(1, 2) + both.two + all.three()
log(result); And`,
		"lib": `export function add(a: number, b: number) { return a + b }
const two = 2; export default { two }
export const three = () => 3`,
		"plain": `log('side effect')`,
		"user":  `import './plain'; log('user')`,
	}
	r, exports, err := modules(t, files, "main.ts")
	require.NoError(t, err)
	require.Equal(t, []string{"8"}, r.log)
	require.Equal(t, int64(8), exports.Get("result").ToInteger())

	r, _, err = modules(t, files, "user")
	require.NoError(t, err)
	require.Equal(t, []string{"side effect", "user"}, r.log)
}

func TestModuleImportsAndPlaces(t *testing.T) {
	text := "import { a } from './a'\nimport b from 'b'\nimport * as c from './a'\nexport const x = [a, b, c,\n  y]\n"
	o := Options{Library: testLibrary, Exports: true, PlaceFile: "x.ts", Module: func(string) bool { return true }}
	s, list := Prepare("x.ts", text, o)
	require.Empty(t, list)
	require.Equal(t, []ModuleImport{
		{"./a", circuit.Place{Line: 1, Column: 19, File: "x.ts"}},
		{"b", circuit.Place{Line: 2, Column: 15, File: "x.ts"}},
	}, s.Modules)

	_, list = Prepare("x.ts", "const = 1", o)
	require.Len(t, list, 1)
	require.Equal(t, "x.ts", list[0].File)

	_, list = Prepare("x.ts", "return 1", o)
	require.Len(t, list, 1)
	require.Equal(t, circuit.CodeTopLevelReturn, list[0].Code)

	_, list = Prepare("x.ts", text, Options{Library: testLibrary})
	require.Len(t, list, 2, "%v", list) // the third is a package
}
