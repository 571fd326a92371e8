package source

import (
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// endless are programs that never end by themselves. Several catch everything they can.
var endless = []string{
	"while (true);",
	"while (true) {}",
	"while (1) 1",
	"for (;;);",
	"for (;;) {}",
	"for (let i = 0; ; i++);",
	"for (let i = 0; i >= 0; i++) i",
	"for (var i = 0, j = 1; i < j; i++, j++);",
	"do {} while (true)",
	"do ; while (true)",
	"let n = 0; do n++; while (n)",
	"for (const x of (function* () { while (true) yield 1 })());",
	"for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }) {}",
	"for (const x of { [Symbol.iterator]() { return { next() { return { done: false, value: 1 } } } } }) x",
	"const [...all] = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }",
	"const all = [...{ [Symbol.iterator]: () => ({ next: function () { return { done: false, value: 1 } } }) }]",
	"const a = [1]; for (const x of a) a.push(x)",
	"a: while (true) continue a",
	"a: for (;;) { b: for (;;) { continue a } }",
	"if (1) for (;;) if (0) break; else; else 1",
	"while (true) { try { throw 1 } catch {} }",
	"while (true) try { continue } finally { continue }",
	"try { while (true); } catch { while (true); } finally { while (true); }",
	"for (;;) { try { for (;;); } finally { for (;;); } }",
	"switch (1) { case 1: for (;;); }",
	"const f = (d: number): number => d ? f(d - 1) + f(d - 1) : 0; f(99)",
	"function f(d: number): number { return d ? f(d - 1) + f(d - 1) : 0 } f(99)",
	"const o = { f(d: number): number { return d ? this.f(d - 1) + this.f(d - 1) : 0 } }; o.f(99)",
	"const o: any = { d: 99, get x() { if (this.d-- <= 0) { this.d++; return 0 } const y = this.x + this.x; this.d++; return y } }; o.x",
	"class A { static f(d: number): number { return d ? A.f(d - 1) + A.f(d - 1) : 0 } } A.f(99)",
	"class A { x: number; constructor(d: number) { this.x = d ? new A(d - 1).x + new A(d - 1).x : 0 } } new A(99)",
	"let d = 0; class A { x: any = d < 90 ? (d++, new A(), new A(), d--) : 0 } new A()",
	"let d = 0; class A { static #y = 0; #x: any = d < 90 ? (d++, new A(), new A(), d--) : 0 } new A()",
	"class A { static { while (true); } }",
	"class A { static x = (() => { for (;;); })() }",
	"class A { get x(): any { for (;;); } } new A().x",
	"class A { set x(v) { do ; while (v) } } new A().x = 1",
	"class A { static async f() { while (true) await 0 } } A.f()",
	"(async () => { for (;;) await null })()",
	"async function f() { while (true) { try { await Promise.reject(1) } catch {} } } f()",
	"async function* g() { while (true) yield 1 } (async () => { for await (const x of g()); })()",
	"const loop = (): any => Promise.resolve().then(loop); loop()",
	"const g = (function* (): any { for (;;) yield 1 })(); while (!g.next().done);",
	"const f = (d: number, a = d ? f(d - 1) : 0, b = d ? f(d - 1) : 0): any => 0; f(99)",
	"const f = ({ d, a = d ? f({ d: d - 1 }) : 0, b = d ? f({ d: d - 1 }) : 0 }: any): any => 0; f({ d: 99 })",
	"const t = (s: any, d: number): any => d ? t`${d - 1}` + t`${d - 1}` : 0; t`${99}`",
	"const m = Array.from({ length: 9000 }, (_, i) => i); while (true) m.sort(() => Math.random() - 0.5)",
	"enum E { A } while (E.A === 0);",
	"namespace N { for (;;); }",
	"const p = new Proxy({}, { get: (t, k, r) => { for (;;); } }) as any; p.x",
	"const o = { eval: () => { while (true); } }; o.eval()",
	"const o = { onTick() { for (;;) 1 } }; try { o.onTick() } catch {} finally { log('finally') }",
	"const o = { eval: function f(d: any): any { return d ? f(d - 1) + f(d - 1) : 0 } }; o.eval(99)",
	"while (true) { const F = 1, R = () => {}; { let $0F = 1, $0R = () => {} } }",
	"let $0F = 1e9; while ($0F > 0) { $0F = 1e9 }",
	"label: { while (true) { try { break label } finally { continue } } }",
}

// The refill stops every one of them, and nothing in the program survives it.
func TestEndlessProgramsAreStopped(t *testing.T) {
	for _, text := range endless {
		t.Run(text, func(t *testing.T) {
			s := prepare(t, "declare const log: any\n"+text)
			r := newRealmStub(3)
			// The program must be stopped by its fuel: this only keeps a failing test from hanging.
			timer := time.AfterFunc(20*time.Second, func() { r.vm.Interrupt("the fuel did not stop it") })
			defer timer.Stop()
			_, err := r.vm.RunProgram(s.Program)
			var interrupted *goja.InterruptedError
			require.True(t, errors.As(err, &interrupted), "%v", err)
			require.Equal(t, "out of time", interrupted.Value())
			require.Equal(t, 4, r.refills, "no code may run after the interrupt")
			require.Empty(t, r.log)
		})
	}
}

// The first check asks for fuel, and the host is asked again after as many steps as it gave.
func TestFuelIsCounted(t *testing.T) {
	s := prepare(t, "for (let i = 0; i < 4500; i++);")
	r := newRealmStub(1000)
	require.Empty(t, r.run(s.Program))
	require.Equal(t, 5, r.refills)
}

// The names of the fuel do not occur in the text, so the text can neither read nor write them.
func TestHiddenNames(t *testing.T) {
	text := "const $0 = 1, $1F = 2, $3 = 5; const s = '$2R'; log(typeof $0, typeof $1F, s, typeof $0F, typeof $4F)"
	s := prepare(t, text)
	names := chooseNames(s.AST.File.Source())
	require.Equal(t, "$5F", names.fuel)
	require.Equal(t, []string{"number number $2R undefined undefined"}, newRealmStub(10).run(s.Program))
}
