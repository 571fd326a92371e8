package goja

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrderOfSorting: items are read first and written back afterwards, and a comparison is asked in the order of other
// engines.
func TestOrderOfSorting(t *testing.T) {
	const asked = "let l = ''; const by = (x, y) => { l += x + '' + y + ' '; return x - y }; "
	for program, want := range map[string]string{
		asked + "[5, 4, 4, 1, 9, 3].sort(by); l.trim()":                                                                   "45 44 45 44 14 14 94 95 34 34 31",
		asked + "[0, 2, 4, 1, 3].toSorted(by); l.trim()":                                                                  "20 42 14 12 10 32 34",
		"[3, 'x', 1].sort((x, y) => y - x).join() + [1, 'x', 0].sort((x, y) => x - y).join()":                             "3,x,11,x,0",
		"const a = [3, 2, 1]; try { a.sort(() => { throw 1 }) } catch { } a.join()":                                       "3,2,1",
		"const a = [3, 2, 1]; let s = ''; a.sort((x, y) => { s += a.join(''); return x - y }); s + a.join('')":            "321321123",
		"const o = { length: 4, 0: undefined, 1: 'z', 3: 'a' }; [].sort.call(o); JSON.stringify(o) + (2 in o) + (3 in o)": `{"0":"a","1":"z","length":4}truefalse`,
		"[2, , undefined, 1].sort().length + [, undefined, 1].sort().findIndex((x) => x === undefined)":                   "5",
		"[1, 2].sort(() => -0).join() + [1, 2, 3].sort(() => NaN).join()":                                                 "1,21,2,3",
		"const a = [2, 1]; a.sort((x, y) => { a.length = 0; return x - y }); a.join()":                                    "1,2",
	} {
		evaluate(t, program, want)
	}
	r := New()
	for _, n := range []int{1, 2, 63, 64, 65, 127, 128, 129, 1000, 4097} {
		list, want := make([]Value, n), make([]int64, n)
		for i := range list {
			want[i] = rand.Int64N(50) << 32 //nolint:gosec // any order will do
			want[i] += int64(i)
			list[i] = intToValue(want[i])
		}
		slices.Sort(want)
		high := r.ToValue(func(call FunctionCall) Value {
			return intToValue(call.Argument(0).ToInteger()>>32 - call.Argument(1).ToInteger()>>32)
		})
		compare, _ := high.(*Object).self.assertCallable()
		sortValues(list, compare)
		for i := range list {
			if list[i].ToInteger() != want[i] {
				t.Fatal(n, "items are not in order, or equal ones have changed places")
			}
		}
	}
}
