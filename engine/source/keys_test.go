package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNamesByKeys: functions in objects have the names of their keys, whatever these are, and a key is converted once.
func TestNamesByKeys(t *testing.T) {
	for text, want := range map[string]string{
		"const o = { ['h' + 1]: () => 1, 'x-y': () => 2, 7: () => 3, ['lit']: function () {}, k: () => 4 }; log(o.h1.name, o['x-y'].name, o[7].name, o.lit.name, o.k.name)":     "h1 x-y 7 lit k",
		"const s = Symbol('d'), e = Symbol(), o = { [s]: () => 1, [e]: function () {}, [1 + 1]: () => 2, [(0, 'q')]: () => 3 }; log(o[s].name, o[e].name, o[2].name, o.q.name)": "[d]  2 q",
		"let n = 0; const k = { toString() { n++; return 'a' + n } }, o = { [k]: () => 1 }; log(Object.keys(o).join(), o.a1.name, n)":                                           "a1 a1 1",
		"const o = { ['__proto__']: () => 1 }; log(Object.keys(o).join(), o['__proto__'].name)":                                                                                 "__proto__ __proto__",
		"const o = { ['a']: { ['b' + 1]: () => 1 }, [((x) => 'c' + x)(2)]: ({ a }) => a }; log(o.a.b1.name, o.c2.name, o.c2({ a: 5 }))":                                         "b1 c2 5",
		"const o = { [null]: () => 1, [undefined]: () => 2, [true]: () => 3, [1e21]: () => 4 }; log(Object.keys(o).join(), o.null.name, o['1e+21'].name)":                       "null,undefined,true,1e+21 null 1e+21",
		"class A { ['x' + 1] = ({ a }) => a; static ['y'] = () => 1 } log(new A().x1.name, A.y.name)":                                                                           "x1 y",
	} {
		require.Equal(t, []string{want}, newRealmStub(10000).run(prepare(t, text).Program), text)
	}
}
