package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNestedDefaults: a default in a list that has a default itself is read where the interpreter's parser does not.
func TestNestedDefaults(t *testing.T) {
	for text, want := range map[string]string{
		"const f = (p, [q = 1] = []) => q + p; log(f(1), f(1, [5]), f(1, new Set([7])))":                                              "2 6 8",
		"const f = ({ a: [q = 1] = [] }, k) => q; log(f({}), f({ a: [3] }))":                                                          "1 3",
		"const f = (p, [, q = 1, , r = 2] = []) => q * 10 + r; log(f(), f(0, [3, 4, 5, 6]))":                                          "12 46",
		"const f = (p, [q, [r = 2]] = [1, []]) => q * 10 + r; log(f(), f(0, [3, [4]]))":                                               "12 34",
		"const f = (p, [{ q = 4, s: [t = 5] = [] }] = [{}], k = 3) => [q, t, k]; log(f().join(), f(0, [{ q: 1, s: [2] }], 9).join())": "4,5,3 1,2,9",
		"let x, y; ({ x, r: [y = 8] = [] } = { x: 3 }); log(x, y)":                                                                    "3 8",
		"const f = (p, [q = [p = 4], r = (a, [b = 2] = []) => a + b + p] = []) => q[0] + r(1); log(f(9))":                             "11",
		"const z = [4, 5]; let x = 0; const f = (p, [q = z[x = 1]] = []) => q + x; z[x] = 6; log(f(0), z.join())":                     "6 6,5",
		"const f = (p, [q = '[a = 1] = ', r = /[=],[a=1]/.test('=,1')] = [], s = `${[1][0]}] = `) => q + r + s; log(f())":             "[a = 1] = true1] = ",
		"const f = async (p, [q = 1] = []) => q; const g = ({ a: [q = 1] = [] }) => q; log(typeof f, g({}))":                          "function 1",
		"const f = (p, [\n  // the first\n  q = 1,\n  r = 2,\n] = []) => q + r; log(f())":                                             "3",
	} {
		s := prepare(t, text)
		require.Equal(t, []string{want}, newRealmStub(1000).run(s.Program), text)
	}
}

// TestPlacesBehindNestedDefaults: what follows in the line keeps its place.
func TestPlacesBehindNestedDefaults(t *testing.T) {
	for _, text := range []string{
		"const f = (p, [q = 1] = []) => q; const g: any = {}; g.‹nope(f)",
		"const f = (p, [q = 1, , r = 2] = []) => q; const g = (p, [q = 1] = [], o: any = {}) => o.‹nope(f); g(1)",
	} {
		text, want := marked(text)
		require.Equal(t, want, thrownAt(t, prepare(t, text)), text)
	}
}

// TestNestedDefaultsWithARest stay what the parser does not read.
func TestNestedDefaultsWithARest(t *testing.T) {
	_, list := Prepare("a.ts", "const f = (p, [q = 1, ...r] = []) => q + r.length", Options{})
	require.Len(t, list, 1)
	require.Equal(t, "A default in a list with a rest that has a default itself is not supported by the interpreter; take the list apart in a statement, const [a = 1, ...rest] = list.", list[0].Message)
	require.Equal(t, strings.Index("const f = (p, [q = 1", "q")+1, list[0].Column)
}
