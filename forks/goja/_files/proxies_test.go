package goja

import "testing"

// TestQuestionsToProxies: built-in functions ask a Proxy what the language says.
func TestQuestionsToProxies(t *testing.T) {
	const told = "let l = ''; const told = (o) => new Proxy(o, new Proxy({}, { get: (_, trap) => (...a) => { l += trap[0] + (typeof a[1] === 'string' ? a[1][0] : '') + ' '; return Reflect[trap](...a) } })), p = told([1, , 2]);"
	for program, want := range map[string]string{
		"[].map.call(p, (x) => x); l":                                                          "gl gc h0 g0 h1 h2 g2 ",
		"[].filter.call(p, (x) => x); l":                                                       "gl gc h0 g0 h1 h2 g2 ",
		"[].forEach.call(p, (x) => x); l":                                                      "gl h0 g0 h1 h2 g2 ",
		"[].every.call(p, (x) => x); l":                                                        "gl h0 g0 h1 h2 g2 ",
		"[].some.call(p, (x) => !x); l":                                                        "gl h0 g0 h1 h2 g2 ",
		"[].reduce.call(p, (a, b) => a + b); l":                                                "gl h0 g0 h1 h2 g2 ",
		"[].reduceRight.call(p, (a, b) => a); l":                                               "gl h2 g2 h1 h0 g0 ",
		"[].slice.call(p, 1); l":                                                               "gl gc h1 h2 g2 ",
		"[].concat(p).length + l":                                                              "3g gl h0 g0 h1 h2 g2 ",
		"[].map.call(p, (x) => 1).join()":                                                      "1,,1",
		"[].forEach.call(new Proxy([, 1], {}), (x) => { l += x }); l":                          "1",
		"try { Promise.prototype.then.call(p) } catch (e) { e.name + l }":                      "TypeError",
		"try { new Map().get.call(p) } catch (e) { e.name + l }":                               "TypeError",
		"Object.keys(told(told({ a: 1 }))); l":                                                 "o o i o ga ga ga ga i ",
		"Object.preventExtensions(told(told({}))); l":                                          "p p i ",
		"Reflect.deleteProperty(new Proxy(told({}), { deleteProperty: () => false }), 'a'); l": "",
		"Promise.resolve(p); l":                                                                "gt ",
		"Promise.resolve(told(Promise.resolve())); l":                                          "gt ",
		"const q = Promise.resolve(1); Promise.resolve(q) === q":                               "true",
		"[] instanceof told(Array) ? l : ''":                                                   "g gp ",
		"try { [] instanceof told({}) } catch (e) { e.name + l }":                              "TypeErrorg ",
	} {
		r := New()
		got, err := r.RunString(told + program)
		if err != nil || got.String() != want {
			t.Errorf("%s: %q, want %q, %v", program, got, want, err)
		}
	}
}
