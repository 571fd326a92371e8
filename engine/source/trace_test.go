package source

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// A traced script computes what the plain one does; it tells of each statement.
func TestTracedScriptsDoTheSame(t *testing.T) {
	programs := map[string]int{ // statements that run
		"log(1); log(2)":                                                                                                      2,
		"let a = 1\n;(a as any)++, log(a)":                                                                                    2,
		"for (let i = 0; i < 3; i++) { log(i); if (i) log(-i) }":                                                              7,
		"if (1) log(1); else log(2)":                                                                                          1,
		"do log(1); while (0)\ndo { log(2) } while (0)":                                                                       3,
		"switch (2) { case 1: log(1); case 2: log(2); log(3); break; default: log(4) }":                                       4,
		"a: for (;;) { b: { break b }\nbreak a }":                                                                             4,
		"try { throw 1 } catch (e) { log(e) } finally { log(2) }":                                                             4,
		"const f = function () { return 3 }, g = () => { log(4); return 5 }; log(f(), g())":                                   5,
		"function h() { return 1 }\nlog(h())":                                                                                 2,
		"class A { static { log(1) } x = 2; m() { return this.x } }\nlog(new A().m())":                                        4,
		"`a${1}`.length; [1].map((x) => log(x)); ({ a: 1 }).a; (() => { log(2) })(); !function () { log(3) }()":               7,
		"async function f() { await 0; log(1) }\nf(); (async () => { log(2) })()":                                             5,
		"function* g() { yield 1; yield 2 }\nlog([...g()].join())":                                                            3,
		"const { a, b = 2 } = { a: 1 } as any; log(a + b); -a; +b; typeof a; void 0; new Date(0); /x/.test('x'); (a, b); [a]": 9,
		"label: while (true) { if (1) break label }":                                                                          2,
		"enum E { A } namespace N { export const x = E.A }\nlog(N.x)":                                                         -1,
	}
	for text, want := range programs {
		t.Run(text, func(t *testing.T) {
			run := func(trace bool) ([]string, int) {
				s, list := Prepare("test.ts", "declare const log: any\n"+text, Options{Library: testLibrary, Trace: trace})
				require.NotNil(t, s, "%v", list)
				require.Equal(t, trace, strings.Contains(s.Code, HookTrace))
				r := newRealmStub(1000)
				return r.run(s.Program), r.traced
			}
			plain, none := run(false)
			traced, told := run(true)
			require.Zero(t, none)
			require.Equal(t, plain, traced)
			if want >= 0 {
				require.Equal(t, want, told)
			}
		})
	}
}

// Tracing keeps nothing from being stopped.
func TestEndlessProgramsAreStoppedWhileTraced(t *testing.T) {
	for _, text := range endless {
		s, list := Prepare("test.ts", "declare const log: any\n"+text, Options{Library: testLibrary, Trace: true})
		require.NotNil(t, s, "%s: %v", text, list)
		r := newRealmStub(3)
		_, err := r.vm.RunProgram(s.Program)
		var interrupted *goja.InterruptedError
		require.ErrorAs(t, err, &interrupted, text)
		require.Empty(t, r.log, text)
	}
}
