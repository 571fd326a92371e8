package source

import (
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// TestBehaviorElsewhere checks that functions which become a behaviour on a detour are marked, keep
// what they compute, and give the values of their variables.
func TestBehaviorElsewhere(t *testing.T) {
	for name, text := range map[string]string{
		"chosen":      `const k = 40; globalThis.f = { eval: k > 1 ? (({ a }) => ({ out: (a + k) })) : ({ a }) => ({ out: a }) }.eval`,
		"nested":      `const k = 40; globalThis.f = { eval: k < 1 ? ({ a }) => a : (k > 1 ? ({ a }) => (({ out: ((a) + (k)) })) : ({ a }) => a) }.eval`,
		"returned":    `function make(k) { return ({ a }) => ({ out: a + k }) }; globalThis.f = make(40)`,
		"constant":    `const k = 40; const ev = ({ a }) => { return { out: a + k } }; globalThis.f = ev`,
		"function":    `const k = 40; const ev = function ({ a }) { return { out: a + k } }; globalThis.f = ev`,
		"declared":    `const k = 40; function ev({ a }) { return { out: a + k } }; globalThis.f = ev`,
		"used before": `globalThis.f = ev; const k = 40; function ev({ a }) { return { out: a + k } }`,
		"declared in": `function make(k) { return ev; function ev({ a }) { return { out: a + k } } }; globalThis.f = make(40)`,
		"by name":     `const k = 40; const ev = (s) => ({ out: s.a + k }); globalThis.f = { eval: ev }.eval`,
		"by its name": `const k = 40; function ev(s) { return { out: s.a + k } }; globalThis.f = { "eval" : ev }.eval`,
		"shorthand":   `const k = 40; const { a: z, eval: ev } = ((eval_) => ({ a: 1, eval: ({ a }) => ({ out: a + k }) }))(); globalThis.f = ev`,
		"a method":    `const k = 40; globalThis.f = { go({ a }) { return { out: a + k } } }.go`,
		"given on":    `const k = 40; const same = (f) => f; globalThis.f = same(({ a }) => ({ out: a + k }))`,
		"tick":        `const k = 40; function onTick(s) { return { out: s.a + k } }; globalThis.f = ({ onTick }).onTick`,
		"parenthesis": `const k = 40; const ev = (({ a }) => (({ out: a + k }))); globalThis.f = (ev)`,
	} {
		t.Run(name, func(t *testing.T) {
			s, list := Prepare("a.ts", text, Options{})
			require.NotNil(t, s, "%v", list)
			stub := newRealmStub(1 << 30)
			_, err := stub.vm.RunProgram(s.Program)
			require.NoError(t, err)
			f, ok := goja.AssertFunction(stub.vm.Get("f"))
			require.True(t, ok)
			arg := stub.vm.NewObject()
			require.NoError(t, arg.Set("a", 2))
			out, err := f(goja.Undefined(), arg)
			require.NoError(t, err)
			require.Equal(t, int64(42), out.ToObject(stub.vm).Get("out").ToInteger())
			found := false
			for id, marked := range stub.functions {
				if !marked.StrictEquals(stub.vm.Get("f")) {
					continue
				}
				found = true
				for _, c := range s.Function(id).Captured {
					v, err := stub.values[id](goja.Undefined(), stub.vm.ToValue(c.Index))
					require.NoError(t, err)
					require.Equal(t, int64(40), v.ToInteger(), c.Name)
				}
				require.NotEmpty(t, s.Function(id).Captured)
			}
			require.True(t, found)
		})
	}
}
