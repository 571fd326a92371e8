package realm

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// pushed describes an array after a push: what it returned or threw, and what the array is.
const pushed = `(make, list) => {
  const a = make(), log = []
  let result
  try { result = push.call(a, ...list) } catch (e) { result = e.name + ': ' + e.message }
  if (a === null || typeof a !== 'object') return String(result)
  const own = (a.length > 1000000 ? [] : Reflect.ownKeys(a)).slice(-50).map((k) => {
    const d = Object.getOwnPropertyDescriptor(a, k)
    return [String(k), String(d && d.value), d.writable, d.enumerable, d.configurable, typeof d.set].join(' ')
  })
  return [typeof result, String(result), String(a.length), ...own, ...(a.log ?? [])].join('\n')
}`

// TestPushDoesWhatPushDoes compares push with the interpreter's own, on arrays of all kinds.
func TestPushDoesWhatPushDoes(t *testing.T) {
	r, err := New(Options{})
	require.NoError(t, err)
	original := r.arrayPrototype.Get("push")
	taken := 0
	fast := r.native("push", func(call goja.FunctionCall) goja.Value {
		if length := r.push(call); length != nil {
			taken++
			return length
		}
		f, ok := goja.AssertFunction(original)
		require.True(t, ok)
		v, err := f(call.This, call.Arguments...)
		if err != nil {
			rethrow(err)
		}
		return v
	})
	run := func(push goja.Value, array, list string) string {
		v, err := r.vm.RunString("(push) => (" + pushed + ")(() => (" + array + "), " + list + ")")
		require.NoError(t, err)
		f, ok := goja.AssertFunction(v)
		require.True(t, ok)
		text, err := f(goja.Undefined(), push)
		require.NoError(t, err)
		return text.String()
	}
	changed := func(array, statements string) string {
		return "(() => { const a = " + array + "; " + statements + "; return a })()"
	}
	arrays := map[string]bool{ // whether push takes it
		"[]": true, "[1, 2]": true, "[, 1, ,]": true, "new Array(5)": true, "new Array(300)": true,
		"Array.from({ length: 300 }, (_, i) => i)":                                true,
		changed("[]", "a[100000] = 1"):                                            true,
		changed("[1]", "a.length = 5000; a[4999] = 1"):                            true,
		changed("[1]", "Object.defineProperty(a, '3', { set() {} })"):             true,
		changed("[1]", "a.extra = 1"):                                             true,
		"new Array(2 ** 31)":                                                      false,
		"new Array(2 ** 32 - 1)":                                                  false,
		"Object.freeze([1])":                                                      false,
		"Object.seal([1])":                                                        false,
		"Object.preventExtensions([])":                                            false,
		changed("[1]", "Object.defineProperty(a, 'length', { writable: false })"): false,
		"new (class extends Array {})()":                                          false,
		"new (class extends Array { set 0(v) { (this.log ??= []).push('set ' + v) } })()":                                        false,
		changed("[1]", "Object.setPrototypeOf(a, { __proto__: Array.prototype, set 1(v) { (a.log ??= []).push('set ' + v) } })"): false,
		changed("[1]", "Object.setPrototypeOf(a, null)"):                                                                         false,
		"new Proxy([1], {})":                       false,
		"({ length: 2 })":                          false,
		"({ length: 2 ** 53 - 1 })":                false,
		"new Uint8Array(2)":                        false,
		"(function () { return arguments })(1, 2)": false,
		"'text'": false, "5": false, "null": false, "undefined": false,
	}
	for array, takes := range arrays {
		for _, list := range []string{"[]", "[7]", "[undefined, 'b']", "[1, {}, 3n]"} {
			t.Run(fmt.Sprint(array, list), func(t *testing.T) {
				taken = 0
				want, got := run(original, array, list), run(fast, array, list)
				require.Equal(t, want, got)
				if list == "[7]" {
					require.Equal(t, takes, taken == 1)
				}
			})
		}
	}
}
