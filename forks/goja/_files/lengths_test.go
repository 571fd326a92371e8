package goja

import (
	"fmt"
	"testing"
)

// TestCallees: what is called is looked up before the arguments, and no message runs code of the program.
func TestCallees(t *testing.T) {
	for program, want := range map[string]string{
		"let n = 0; try { missing(n++) } catch (e) { n + e.name }":                                                        "0ReferenceError",
		"let n = 0; try { missing`${n++}` } catch (e) { n + e.name }":                                                     "0ReferenceError",
		"let n = 0; try { new missing(n++) } catch (e) { n + e.name }":                                                    "0ReferenceError",
		"let n = 0; try { ({}).missing(n++) } catch (e) { n + e.name }":                                                   "1TypeError",
		"typeof missing + typeof globalThis.missing + (globalThis.late = () => 5, late())":                                "undefinedundefined5",
		"let n = 0; const o = { toString() { n++; return '' } }; try { 1 instanceof o } catch (e) { n + e.name }":         "0TypeError",
		"let n = 0; try { 1 instanceof { toString() { n++ }, [Symbol.toPrimitive]() { n++ } } } catch (e) { n + e.name }": "0TypeError",
	} {
		evaluate(t, program, want)
	}
}

// TestLengthsAreReadOnce: a built-in function reads a length once, and the host hears of it before it goes on.
func TestLengthsAreReadOnce(t *testing.T) {
	for _, call := range []string{
		"a.concat.call([], o)", "a.map.call(o, String)", "a.sort.call(o)", "a.toSorted.call(o)", "a.join.call(o)", "a.fill.call(o, 1)", "a.includes.call(o, 7)",
		"a.flat.call(o)", "Array.from(o)", "Reflect.apply(Math.max, null, o)", "new Uint8Array(o)", "new Uint8Array(9).set(o)", "JSON.stringify(new Proxy(Object.assign([1, 2], {}), h))",
		"JSON.stringify(1, new Proxy(['a', 'b'], h))", "String.raw({ raw: o })", "a.splice.call(o, 0, 1)", "a.reverse.call(o)", "a.indexOf.call(o, 5)",
	} {
		r := New()
		heard := ""
		r.OnLength(func(_ *Object, n int64) { heard += fmt.Sprint(n) })
		got, err := r.RunString("let n = 0; const a = [], h = { get(o, k) { if (k === 'length') n++; return o[k] } }, o = { get length() { n++; return 2 }, set length(v) {}, 0: 1, 1: 2, [Symbol.isConcatSpreadable]: true };" + call + "; n")
		if err != nil || got.String() != "1" || heard != "2" && heard != "02" {
			t.Errorf("%s: read %v times, heard %s, %v", call, got, heard, err)
		}
	}
	r := New()
	written := 0
	r.OnWritten(func(*Object, Value) { written++ })
	got, err := r.RunString("JSON.stringify({ a: 1, 1: 2, b: [3, { a: 4, c: 5 }] }, ['b', 'a', 1, 'c'], '\u00e4'.repeat(11)).length")
	if err != nil || got.String() != "210" || written != 11 {
		t.Error(got, err, written)
	}
	evaluate(t, "JSON.stringify({ a: 1, 1: 2, b: 3 }, ['b', 'a', 1, 'b'])", `{"b":3,"a":1,"1":2}`)
}
