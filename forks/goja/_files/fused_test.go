package goja

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja/unistring"
)

// plainly compiles a program without fused instructions.
func plainly(source string) (*Program, error) {
	parsed, err := Parse("plain.js", source)
	if err != nil {
		return nil, err
	}
	c := newCompiler()
	c.compile(parsed, false, true, nil)
	return c.p, nil
}

// bothWays compiles a program without fused instructions, and with them.
func bothWays(t *testing.T, source string) (plain, fused *Program) {
	t.Helper()
	plain, err := plainly(source)
	if err == nil {
		fused, err = Compile("plain.js", source, false)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return plain, fused
}

// host is an object of a host.
type host struct{ asked []string }

func (h *host) Get(key string) Value {
	h.asked = append(h.asked, key)
	switch key {
	case "a":
		return asciiString("A")
	case "n1":
		return intToValue(int64(len(h.asked)))
	case "0":
		return intToValue(7)
	}
	return nil
}

func (h *host) Set(string, Value) bool { return false }
func (h *host) Has(key string) bool    { return key == "a" }
func (h *host) Delete(string) bool     { return false }
func (h *host) Keys() []string         { return []string{"a"} }

// keeper is a host of which properties stay, once they were read.
type keeper struct{ values map[string]Value }

func (k *keeper) Get(key string) Value {
	if k.values == nil {
		k.values = map[string]Value{}
	}
	if k.values[key] == nil && strings.HasPrefix(key, "n") {
		k.values[key] = intToValue(int64(len(k.values)))
	}
	return k.values[key]
}
func (k *keeper) PropertiesLast()        {}
func (k *keeper) Set(string, Value) bool { return false }
func (k *keeper) Has(key string) bool    { return k.values[key] != nil }
func (k *keeper) Delete(string) bool     { return false }
func (k *keeper) Keys() []string         { return nil }

func outcome(p *Program) string {
	r := New()
	h := &host{}
	dynamic := r.NewDynamicObject(h)
	_ = r.Set("kept", r.NewDynamicObject(&keeper{}))
	_ = r.Set("other", r.NewDynamicObject(&keeper{values: map[string]Value{"n1": asciiString("its own")}}))
	prototype := r.NewObject()
	_ = prototype.Set("f", func(call FunctionCall) Value { return call.Argument(0) })
	_ = dynamic.SetPrototype(prototype)
	_ = r.Set("dynamic", dynamic)
	_ = r.Set("attached", r.NewAttached(func(call FunctionCall) Value {
		if o, ok := call.Argument(0).(*Object); ok {
			text := "described "
			for _, k := range o.Keys() {
				text += k + "=" + asciiString(o.Get(k).String()).String() + ","
			}
			return r.ToValue(text)
		}
		return call.Argument(0)
	}, asciiString("attached"), r.NewObject(), h))
	r.OnDescribed(func(attached any, names []string, values []Value) Value {
		if attached.(*host) != h || len(names) == 3 { // as any other call
			return nil
		}
		text := "described "
		for i, name := range names {
			text += name + "=" + values[i].String() + ","
		}
		return r.ToValue(text)
	})
	v, err := r.RunProgram(p)
	if err != nil {
		return "error: " + err.Error()
	}
	return v.String() + strings.Join(h.asked, " ")
}

// kinds notes the types of the instructions of a program.
func kinds(p *Program, seen map[reflect.Type]bool) {
	for _, in := range p.code {
		seen[reflect.TypeOf(in)] = true
		if f, ok := in.(newFuncInstruction); ok {
			kinds(f.getPrg(), seen)
		}
	}
}

// TestFusedInstructionsDoTheSame: random programs say the same with fused instructions and without them.
func TestFusedInstructionsDoTheSame(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for seed := range uint64(900) {
		source := (&author{rand: rand.New(rand.NewPCG(seed, 4))}).program()
		plain, fused := bothWays(t, source)
		kinds(fused, seen)
		if want, got := outcome(plain), outcome(fused); got != want {
			t.Fatalf("seed %d:\nfused %s\nplain %s\n%s", seed, got, want, source)
		}
	}
	for _, in := range []instruction{&countedDown{}, &notBigInt{}, &branch{}, &increment{}, &text{}, &literal{}, &loads{}, &arithmetic{}, &directCall{}, &element{}, &getField{}, &declared{}, &entered{}, &opened{}, &left{}, &returned{}, &pattern{}, &member{}, &setElement{}, &read{}, &readCallee{}, &handed{}, &described{}, &fixedGlobal{}, &fixedMethod{}} {
		if !seen[reflect.TypeOf(in)] {
			t.Errorf("no program has a %T", in)
		}
	}
}

// author writes random programs of what is fused, with values for which it is and for which it is not.
type author struct {
	rand  *rand.Rand
	depth int
	names []string // of variables in reach
	loops int
}

func (a *author) one(of ...string) string { return of[a.rand.IntN(len(of))] }

func (a *author) variable() string { return a.one(a.names...) }

func (a *author) constant() string {
	return a.one("0", "1", "-1", "2", "7", "255", "1023", "1024", "-256", "2147483647", "9007199254740990", "9007199254740991", "-9007199254740991", "1.5", "-0", "NaN",
		"'s'", "'ü'", "''", "'"+strings.Repeat("long ", 9)+"'", "5n", "undefined", "null", "true", "false", "Symbol.iterator")
}

func (a *author) value() string {
	if a.rand.IntN(3) == 0 {
		return a.constant()
	}
	return a.variable()
}

// arithmetic is of integers mostly.
func (a *author) arithmetic(depth int) string {
	if depth == 0 || a.rand.IntN(5) == 0 {
		if a.rand.IntN(3) > 0 {
			return a.variable()
		}
		return a.one("0", "1", "2", "3", "7", "31", "32", "255", "65535", "2147483647", "4294967295", "9007199254740991", "0.5", "1n", "'1'")
	}
	x, y := a.arithmetic(depth-1), a.arithmetic(a.rand.IntN(depth))
	switch a.rand.IntN(8) {
	case 0:
		return "~" + x
	case 1:
		return "Math." + a.one("imul(", "min(", "max(", "floor(", "ceil(", "imul(1, ") + x + a.one("", ", "+y, ", "+y) + ")"
	case 2:
		return "inner(" + x + ")"
	}
	return "(" + x + a.one(" + ", " - ", " * ", " % ", " & ", " | ", " ^ ", " << ", " >> ", " >>> ") + y + ")"
}

func (a *author) comparison() string {
	if a.rand.IntN(3) == 0 {
		return a.arithmetic(2) + a.one(" < ", " >= ", " === ", " !== ") + a.arithmetic(1)
	}
	return a.value() + a.one(" < ", " <= ", " > ", " >= ", " == ", " === ", " != ", " !== ") + a.value()
}

func (a *author) expression() string {
	switch a.rand.IntN(18) {
	case 15:
		return a.one("several", "several", "list", a.variable()) + "[" + a.one("0", "1", "2", "3", "3", a.value()) + "](" + a.one("", a.value(), a.value()+", "+a.value()) + ")"
	case 16:
		return a.one("dynamic", "dynamic", "kept", "kept", "parts", a.variable()) + a.one("[`a`]", "[`n${"+a.value()+"}`]", "[`n${"+a.value()+"}_${"+a.value()+"}`]", ".n1") + a.one("", ".a", ".length", ".a.f(1)", ".length.toString()", ".at(0)")
	case 17:
		return a.one("inner", "plain", "parts", "calls", "list", "dynamic", "attached", "attached", a.variable()) + a.one(".call", ".push", ".f", ".at", "", "", "") + "({ " + a.fields() + " }" + a.one("", "", ", "+a.value()) + ")"
	case 12:
		return a.one("list", "list", "bag", a.variable()) + "[" + a.one(a.value(), a.value(), a.arithmetic(1)) + "]"
	case 13:
		return "[list, bag]" + "[" + a.value() + "][" + a.arithmetic(1) + "]"
	case 14:
		return a.one("inner", "plain", "counted", "Math.abs", "bound", "f", a.variable()) + "(" + a.one("", a.value(), a.value()+", "+a.value(), a.variable()+".length", "list[1], "+a.variable()+".a") + ")"
	case 8, 9:
		return a.arithmetic(3)
	case 0:
		return "`" + a.one("", "n", "ü") + "${" + a.value() + "}" + a.one("", "_", "é") + "${" + a.value() + "}`"
	case 1:
		return "{" + a.fields() + "}"
	case 2:
		return "(" + a.comparison() + " ? " + a.value() + " : " + a.value() + ")"
	case 3:
		return a.value() + a.one(" + ", " - ", " % ", " & ") + a.value()
	case 4:
		return a.variable() + "." + a.one("a", "b", "length", "x1")
	case 5:
		return a.variable() + "." + a.one("toString", "at", "f") + "(" + a.one("", a.value(), a.value()+", "+a.value()) + ")"
	case 6:
		return "(held = " + a.value() + ", typeof held == \"bigint\" && big(held), held)"
	case 7:
		return "[" + a.value() + ", " + a.value() + "]"
	}
	return a.value()
}

func (a *author) fields() string {
	var fields []string
	for range a.rand.IntN(10) {
		fields = append(fields, a.one("a", "b", "c", "1", "0", "x1", "x2", "x3", "x4", "x5", "x6", "'é'")+": "+a.value())
	}
	return strings.Join(fields, ", ")
}

func (a *author) statements(n int) string {
	var s strings.Builder
	for range n {
		s.WriteString(a.statement())
	}
	return s.String()
}

func (a *author) block() string {
	a.depth++
	defer func(names []string) { a.depth--; a.names = names }(a.names)
	return "{ " + a.statements(1+a.rand.IntN(3)) + "}\n"
}

func (a *author) statement() string {
	switch a.rand.IntN(26) {
	case 20, 21:
		set := func() string {
			return "try { big[" + a.one("`k${"+a.value()+"}`", "'k30'", "'toString'", "'x'", a.value(), "'k3'", "'__proto__'") + "] = " + a.value() + " } catch (e) { say(e.name) }\n"
		}
		return "{ const big = " + a.one("{}", "made(1, 2)", "new Held(1)", "Object.create(list)") + "; for (let i = 0; i < 20; i++) big[`k${i}`] = i\n" + set() + set() +
			a.one("", "delete big.k3; delete big.k19\n", "Object.freeze(big)\n", "Object.defineProperty(big, 'k3', { writable: false })\n", "Object.preventExtensions(big)\n") + set() + set() + "say(big) }\n"
	case 16, 17:
		from := a.one("made("+a.value()+", "+a.value()+")", a.variable(), "list", "bag", "new Held("+a.value()+")", "dynamic")
		return "{ const { a, b: z, x1 = " + a.value() + ", length } = " + from + "; say(a); say(z); say(x1); say(length) }\n"
	case 23:
		return "for (const [i, x] of [made(1, 2), " + a.variable() + ", parts.n1].entries()) { --fuel; fuel || more(); const id = `n${i}`; say(id); const of = " + a.one("dynamic", "parts", "kept", a.variable()) + "[`n${i}`]; say(of); try { say((({ a, length, b = " + a.value() + " }) => { const c = a; return [c, length, b, i] })(x)); (({ a, length }) => { say(a); say(length); calls.push(() => i) })(x) } catch (e) { say(e.message) } }\n"
	case 18:
		return "say((({ a, b }, c) => { --fuel, fuel || more(); return " + a.one("a", "b", "c", "[a, c]") + " })(" + a.one("made(1, 2)", a.variable(), "dynamic") + ", " + a.value() + "))\n"
	case 19:
		return "say(" + a.one("list", "bag", "dynamic", a.variable()) + "[`" + a.one("", "", "a", "n", "ü") + "${" + a.value() + "}`]); say(dynamic." + a.one("a", "b", "none", "f("+a.value()+")", "toString()", "none()") + ")\n"
	case 12:
		return "{ const c = " + a.arithmetic(2) + "; say(c) }\n"
	case 13:
		return "calls.push(() => " + a.arithmetic(2) + ")\n"
	case 14:
		return "try { say(late); let late = " + a.arithmetic(1) + "; late = late + 1; say(late) } catch (e) { say(e.name) }\n"
	case 15:
		return "try { later = " + a.arithmetic(1) + "; let later = 1; say(later) } catch (e) { say(e.name) }\n"
	case 0, 1:
		return a.variable() + " = " + a.bracketed() + "\n"
	case 2:
		return a.variable() + a.one("++", "--") + "\n"
	case 3:
		return "--fuel; fuel || more()\n"
	case 4, 5:
		if a.depth < 3 {
			return "if (" + a.comparison() + ") " + a.block() + a.one("", "else "+a.block())
		}
	case 6, 7:
		if a.depth < 3 && a.loops < 6 {
			a.loops++
			i := fmt.Sprintf("i%d", a.loops)
			all := a.names
			a.names = append(append([]string{}, all...), i)
			defer func() { a.names = all }()
			return fmt.Sprintf("for (let %s = 0, n = 0; %s < %d && n++ < 9; %s++) { --fuel; fuel || more(); say(`${%s}`); %s }\n", i, i, 1+a.rand.IntN(5), i, i, strings.TrimSpace(a.block()))
		}
	case 8:
		return "try { " + a.statements(2) + "say(late); let late = " + a.value() + "; say(late) } catch (e) { say(e.name) }\n"
	case 22:
		return a.one("list", "list", "calls", "frozen", "sparse", "Array.prototype", a.variable()) + ".push(" + a.one("", a.value(), a.value()+", "+a.value()) + ")\nsay(list.length + sparse.length)\n"
	case 9:
		return "calls.push(() => " + a.variable() + ")\n"
	case 10:
		return "say(Object.keys(made(" + a.value() + ", " + a.value() + ")))\n"
	case 11:
		return "{ const o = made(" + a.value() + ", " + a.value() + "); o.b = 1; delete o.a; o[0] = 2; say(JSON.stringify(Object.keys(o))) }\n"
	}
	return "say(" + a.bracketed() + ")\n"
}

func (a *author) bracketed() string {
	e := a.expression()
	if strings.HasPrefix(e, "{") {
		return "(" + e + ")"
	}
	return e
}

func (a *author) program() string {
	a.names = []string{"v0", "v1", "v2", "p0", "p1"}
	body := a.statements(4 + a.rand.IntN(8))
	inner := a.statements(2)
	return `(function () { ` + a.one("", "'use strict'; ") + a.one("", "", "for (const f of ['imul', 'min', 'max', 'floor']) Object.defineProperty(Math, f, { writable: false, configurable: false }); Object.defineProperty(globalThis, 'Math', { writable: false, configurable: false })",
		"Math.imul = () => 77; for (const f of ['imul', 'min']) Object.defineProperty(Math, f, { writable: false, configurable: false }); Object.defineProperty(globalThis, 'Math', { writable: false, configurable: false })", "const Math = { imul: (x) => x }") + `
let told = '', fuel = ` + a.one("3", "5", "40") + `, calls = []
function say(v) {
  let s
  try { s = typeof v + ' ' + (Object.is(v, -0) ? '-0' : typeof v == 'object' && v ? Object.keys(v) + '=' + Object.values(v).map(String) : String(v)) } catch (e) { s = e.name }
  told += s + ';'
}
function more() { fuel = 4; say('more') }
function inner(x) { return x }
const plain = (x, y) => y === undefined ? x : y, bound = inner.bind(null)
const counted = (x) => { --fuel; fuel || more(); return x }
class Held { constructor(x) { this.a = x; Object.defineProperty(this, 'b', { get() { return 'got ' + x } }) } get x1() { return 'x' } }
const frozen = Object.freeze([1]), sparse = [1, , 3]; sparse.length = 5
const several = [inner, counted, , function (x) { return this === several ? x : 'other' }], parts = { n1: { a: 'text', length: 3 }, n2_1: [1, 2], f: inner }
const list = [1, 'two', , 4, undefined], bag = { 0: 'zero', 1: 1, '-1': 'minus' }
Object.defineProperty(list, 5, { get() { return 'got' } }); Object.prototype[7] = 'inherited'
` + a.one("", "Object.preventExtensions(Object.prototype)", "Object.defineProperty(Object.prototype, 'k30', { set(v) { say('set ' + String(v)) }, configurable: true }); Object.preventExtensions(Object.prototype)") + `
function big(v) { say('big') }
const made = (x, y) => ({ ` + a.one("a: x, b: y", "b: x, 1: y, 0: x", "a: x, a: y", "a: x, b: y, c: 1, d: 2, e: 3, f: 4, g: 5, h: 6, i: 7") + ` })
let deep = 0
function f(p0, p1) {
  if (++deep > 4) return deep
  let v0 = ` + a.constant() + `, v1 = ` + a.constant() + `, v2 = ` + a.constant() + `, held
  const within = () => { try { ` + inner + ` } catch (e) { say(e.name) } }
  try { ` + body + ` } catch (e) { say(e.name + e.message) }
  within()
  say(v0); say(v1); say(v2); say(p0); say(p1)
}
f(` + a.constant() + `, ` + a.constant() + `); f(` + a.constant() + `); f()
for (const c of calls.slice(0, 20)) say(typeof c == 'function' ? c() : c)
delete Object.prototype[7]; Array.prototype.length = 0; delete Object.prototype.k30; return told })()`
}

// TestEffectsWithinOneInstruction: what comes behind the first part of a fused instruction is as it would be alone.
func TestEffectsWithinOneInstruction(t *testing.T) {
	const setup = `
		let told = '', fuel = 5
		const tell = (x) => { told += typeof x + String(x) + ' ' }, more = () => { fuel = 3 }
		const attempt = (f) => { try { tell(f()) } catch (e) { tell(e) } }
	`
	for _, program := range []string{
		// variables of a loop, one for each round
		"const calls = []; for (let i = 0; i < 7; i++) { --fuel; fuel || more(); const c = i * 10; if (i == 4) continue; calls.push(() => i + c); if (i == 2) i++ } for (const c of calls) tell(c()); told",
		"for (let i = 0; i < 7; i++) { --fuel; fuel || more(); const c = i; if (c == 3) continue; tell(c) } told",
		"for (let i = 0; i < 3; i++) { const c = i; for (let k = 5; k > 2; k--) { const d = k; tell(c + d) } } told",
		// a method of a list, whose this it is
		"const list = [function (x) { return this === list ? x : 'other' }, , 7]; for (const i of [0, 0, 1, 2, 0]) attempt(() => list[i](5)); attempt(() => list[0]()); const at = (l) => l[0](6); for (const l of [list, [(x) => -x], { 0: (x) => 'plain' + x }, null, 'text']) attempt(() => at(l)); told",
		// an object for a function of the host
		"attempt(() => attached({ a: 1, 1: 2, 0: 3, b: 4 })); attempt(() => attached({ a: 1, b: 2, c: 3 })); attempt(() => attached({ a: told })); attempt(() => attached({ a: 1, a: 2 })); told",
		"attempt(() => { const x = attached({ a: late }); let late = 1; return x }); told",
		"const attach = (f, x) => f({ a: x, b: 1 }); for (const f of [attached, (o) => Object.keys(o), attached, null, { f: attached }.f, Object.keys, (o) => attached(o)]) attempt(() => attach(f, 3)); told",
		// what is kept with a name
		"for (let i = 0; i < 6; i++) for (const o of [kept, other, dynamic, kept, { n1: 'plain' }, null]) attempt(() => o[`n${one}`]); told",
		"const d = dynamic; for (let i = 0; i < 5; i++) tell(d[`n${one}`]); told",
		"for (let i = 0; i < 4; i++) for (const o of [kept, other]) { const v = o[`n${i}`]; tell(v); const w = o[`m${i}`]; tell(w) } told",
		"for (let i = 0; i < 4; i++) for (const o of [kept, { n2: 'plain' }, undefined]) attempt(() => { try { return o[`n${two}`].length.toString() } catch (e) { return 'caught ' + e.name } }); told",
		"for (const o of [dynamic, null, { n1: { a: { f: (x) => x } } }, kept]) attempt(() => { try { o[`n${one}`].a.f(1) } catch (e) { return e.name } finally { tell('finally') } return 'none' }); told",
		// a call that is not reached
		"for (const o of [[], undefined, null, 5, { push: (x) => Object.keys(x) }, { get push() { throw 'got' } }, Object.freeze([])]) attempt(() => { try { o.push({ a: 1, b: 2 }) } catch (e) { tell('caught ' + (e.name ?? e)) } return 'after' }); told",
		"attempt(() => { try { [].push({ a: late }) } catch (e) { tell(e.name) } let late = 1; return late }); told",
		// objects taken apart
		"const take = ({ a, length }, k) => { --fuel; fuel || more(); const c = a, d = k; let e; return [c, d, e, length].join() }; for (const o of [{ a: 1, length: 2 }, dynamic, [1, 2], 'text', 7, null, undefined, { get a() { tell('got'); return 1 } }, { a: 1, get length() { return 'late' } }, take]) attempt(() => take(o, 9)); told",
		"const take = ({ a }) => a, both = ({ a, b }) => { const c = [a, b]; return c.join() }; for (const o of [{ a: 1, b: 2 }, { a: undefined }, {}, dynamic, null]) { attempt(() => take(o)); attempt(() => both(o)) } told",
	} {
		source := setup + "(() => { const one = 1, two = 2; " + strings.TrimSuffix(program, "told") + "})(); told"
		plain, fused := bothWays(t, source)
		if want, got := outcome(plain), outcome(fused); got != want || strings.HasPrefix(got, "error") {
			t.Errorf("%s\nfused %s\nplain %s", program, got, want)
		}
	}
}

// TestFixedProperties: an instruction that remembers a property finds the same one as an instruction that searches.
func TestFixedProperties(t *testing.T) {
	const setup = `
		const fix = (o, name) => Object.defineProperty(o, name, { value: o[name], writable: false, configurable: false })
		fix(Array.prototype, 'push'); fix(Math, 'imul'); fix(globalThis, 'Math')
		let told = ''
		const tell = (x) => { told += x + ' ' }
	`
	for _, program := range []string{
		"for (const a of [[1], [2, 3]]) { tell(a.push(9)); tell(a) } told",
		"const own = [1]; own.push = () => 'own'; for (const a of [[], own, [], own]) tell(a.push(1)); told",
		"const bare = []; Object.setPrototypeOf(bare, { push() { return 'other' } }); for (const a of [[], bare, [], bare]) tell(a.push(1)); told",
		"const none = []; Object.setPrototypeOf(none, null); for (const a of [[], none]) try { tell(a.push(1)) } catch (e) { tell(e) } told",
		"class L extends Array { push(x) { return 'L' + super.push(x) } } for (const a of [[], new L(), [], new L()]) tell(a.push(1)); told",
		"for (const o of [[], { push: (x) => 'plain' + x }, 'text', 7]) try { tell(o.push(3)) } catch (e) { tell(e) } told",
		"for (const o of [Math, { imul: () => 'plain' }, Math]) tell(o.imul(3, 5)); told",
		"for (let i = 0; i < 3; i++) { tell(Math.imul(i, 3)); tell(Math.max(i, 2)); if (i == 1) Math.max = () => 'changed' } told",
		"for (let i = 0; i < 3; i++) { tell([2, 1].sort()); if (i == 1) Array.prototype.sort = () => 'changed' } told",
		"for (let i = 0; i < 3; i++) { const Math = { imul: () => 'inner' }; tell(Math.imul()) } told",
		"const f = (code) => { const g = () => Math.imul(2, 3); tell(g()); eval(code); return g() }; tell(f('0')); told",
		"function f(code) { const g = () => Math.imul(2, 3); tell(g()); eval(code); return g() } tell(f('0')); tell(f('var Math = { imul: () => 1 }')); tell(f('0')); told",
		"const codes = ['0', 'var Math = { imul: () => 1 }', '0']; const f = () => { while (codes.length) { tell(Math.imul(2, 3)); eval(codes.shift()) } }; f(); told",
		"function f(o) { with (o) { return Math.imul(2, 3) } } for (const o of [{}, { Math: { imul: () => 'with' } }, {}]) tell(f(o)); told",
		"for (let i = 0; i < 3; i++) try { tell(typeof later); tell(later) } catch (e) { tell(e); globalThis.later = i } told",
		"Object.defineProperty(Object.prototype, 'k30', { set(v) { tell('set' + v) } }); Object.preventExtensions(Object.prototype); (() => { 'use strict'; const o = {}; for (let i = 0; i < 40; i++) o[`k${i}`] = i; tell(Object.keys(o)) })(); told",
		"Object.defineProperty(globalThis, 'g', { value: 1, writable: true, configurable: true }); for (let i = 0; i < 9; i++) try { tell(g); if (i == 1) g = 2; if (i == 2) globalThis.g = 3; if (i == 3) Object.defineProperty(globalThis, 'g', { value: 4 }); if (i == 4) Object.defineProperty(globalThis, 'g', { get() { return 5 } }); if (i == 6) delete globalThis.g } catch (e) { tell(e); globalThis.g = i } told",
		"Object.defineProperty(globalThis, 'g', { value: (x) => x, writable: true, configurable: true }); for (let i = 0; i < 6; i++) { tell(g(i)); if (i == 1) g = (x) => -x; if (i == 3) (0, eval)('var g = (x) => x * 100') } told",
		"for (let i = 0; i < 4; i++) { tell(undefined); tell(NaN) } told",
		"for (let i = 0; i < 5; i++) { tell(Math.imul(i, 3) + 1); tell(Math.imul(i, 5) ^ 1) } told",
	} {
		plain, fused := bothWays(t, setup+program)
		want := outcome(plain)
		for range 2 { // another runtime finds its own
			if got := outcome(fused); got != want {
				t.Errorf("%s\nfused %s\nplain %s", program, got, want)
			}
		}
	}
}

// TestMathOfAnother: what stands for a function of Math is not remembered when Math itself may be another.
func TestMathOfAnother(t *testing.T) {
	const program = `Object.defineProperty(Math, 'imul', { writable: false, configurable: false }); let told = ''
		for (let i = 0; i < 20; i++) globalThis['v' + i] = i
		for (let i = 0; i < 6; i++) { told += (Math.imul(i, 3) + 1) + ' '; if (i == 2) globalThis.Math = { imul: () => 100 } } told`
	plain, fused := bothWays(t, program)
	if want, got := outcome(plain), outcome(fused); got != want {
		t.Errorf("fused %s\nplain %s", got, want)
	}
}

// TestTextsOfNumbers: the digits of an index are those that Go writes.
func TestTextsOfNumbers(t *testing.T) {
	for n := int64(-2); n < 20_000; n++ {
		if got, want := string(appendInt(nil, n)), fmt.Sprint(n); got != want {
			t.Fatalf("%s instead of %s", got, want)
		}
	}
}

// TestTextsWithNumbers: a text that is found by its numbers is the same as a text that is made of them.
func TestTextsWithNumbers(t *testing.T) {
	const program = `
		let wrong = 0
		const same = (a, b) => { if (a !== b) wrong++ }
		for (let round = 0; round < 3; round++) {
			for (let i = 0; i < 300; i++) {
				same(` + "`n${i}`" + `, 'n' + String(i))
				for (let k = -2; k < 90; k++) {
					same(` + "`n${i}_${k}`" + `, 'n' + String(i) + '_' + String(k))
					same(` + "`n${k}_${i}`" + `, 'n' + String(k) + '_' + String(i))
					same(` + "`n${i}${k}`" + `, 'n' + String(i) + String(k))
				}
			}
			for (const big of [4294967295, 4294967296, 4294967297, 1, 0, '1', '0', -0, 1.5, 'é', null]) same(` + "`n${big}`" + `, 'n' + String(big))
			for (const one of [1, 2, 1]) same(` + "`${one} of forty characters and more than are kept ${one}`" + `, String(one) + ' of forty characters and more than are kept ' + String(one))
		}
		String(wrong)`
	fused, err := Compile("texts.js", program, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(fused); got != "0" {
		t.Fatal(got)
	}
}

// TestGlobalsOfOtherScripts: a name that a later script declares is no property of the global object any more.
func TestGlobalsOfOtherScripts(t *testing.T) {
	r := New()
	for _, script := range []struct{ text, want string }{
		{"Object.defineProperty(globalThis, 'g', { value: 1, writable: true, configurable: true }); const read = () => g; for (let i = 0; i < 20; i++) globalThis['v' + i] = i; read() + read()", "2"},
		{"let other = 5; read()", "1"},
		{"let g = 7; read()", "7"},
	} {
		v, err := r.RunString(script.text)
		if err != nil {
			t.Fatal(err)
		}
		if v.String() != script.want {
			t.Errorf("%s: %s", script.text, v)
		}
	}
}

// TestArrowFunctions: one in one piece of memory has the properties of one in several, also when they change.
func TestArrowFunctions(t *testing.T) {
	r := New()
	tell := func(f *arrowFuncObject) string {
		f.prg = &Program{}
		_ = r.Set("f", f.val)
		v, err := r.RunString(`(() => {
			const all = () => Object.entries(Object.getOwnPropertyDescriptors(f)).map(([k, d]) => k + JSON.stringify(d)).join() + Reflect.ownKeys(f).map(String) + Object.isExtensible(f) + (Object.getPrototypeOf(f) === Function.prototype) + typeof f + ('prototype' in f)
			let told = all()
			f.name = 'other'; f.length = 9; f.own = 1; f[3] = 2; told += all()
			Object.defineProperty(f, 'name', { value: 'set', writable: true }); f.name += '!'; delete f.length; told += all()
			delete f.name; Object.freeze(f); f.later = 1; told += all()
			return told })()`)
		if err != nil {
			return err.Error()
		}
		return v.String()
	}
	// Twice each: what one function changed in the list of names would show in the next.
	for _, name := range []unistring.String{"", "named", "ü"} {
		for range 2 {
			want, got := tell(r.newSeparateArrow(name, 2, false)), tell(r.newWholeArrow(name, 2, false))
			if got != want {
				t.Fatalf("%s\ninstead of\n%s", got, want)
			}
		}
	}
}
