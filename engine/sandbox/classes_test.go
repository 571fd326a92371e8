package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
)

const classes = `class Base { static readonly w = 9; static shared = 4 }
class Colour extends Base {
  static readonly ball = 0xfc; static readonly wall = 0x1f; static names = ['a', 'b']; static table = [3, 1, 4]
  static rot(x: number) { return x << 1 }
  static get computed() { return 3 }
  static count = 0
  static bump() { return ++Colour.count }
}
function Old(this: any) { this.x = 1 }
;(Old as any).limit = 12
const { wall } = Colour
const later = () => { Colour.names = ['a'] }
`

// TestConstantsOfClasses has lambdas that use classes from outside. Their constants are compiled; whatever else is used
// of a class, all backends give what the closures give.
func TestConstantsOfClasses(t *testing.T) {
	compareClasses(t, classes, []classCase{
		{"x & 1 ? Colour.ball : Colour.wall", true},
		{"Colour.table[x & 1] + Colour.names.length + wall", true},
		{"Colour['ball']", true},
		{"Old.limit", false},
		{"typeof Colour === 'function' ? 1 : 0", true},
		{"(Colour ? 5 : 0) + (Colour === Colour ? 1 : 0)", true},
		{"(() => { const { ball } = Colour; return ball })()", true},
		{"(() => { const c = Colour; return c.ball })()", true},
		{"Colour.w", true},
		{"Colour.shared + Base.shared", true},
		{"Colour.nosuch ?? 3", false},
		{"Colour.rot(x)", true},
		{"Colour.computed", true},
		{"Colour.name.length", false},
		{"Object.keys(Colour).length", false},
		{"'ball' in Colour ? 1 : 0", false},
		{"(() => { const { ball, nosuch = 3 } = Colour; return ball + nosuch })()", false},
		{"({ ...Colour }).ball", false},
		{"[Colour].length + [Colour][0].ball", true},
		{"(() => { let n = 0; for (const k in Colour) n += k.length; return n })()", false},
		{"new Colour() ? 2 : 1", true},
		{"`${Colour}`.length", false},
		{"Colour == 3 ? 1 : 0", false},
		{"Colour + 1 ? 2 : 3", false},
		{"Colour.bump()", false},
		{"(Colour.bump(), Colour.ball)", false},
		{"(later(), Colour.names.length)", false},
	})
}

// classCase is an expression of a number x, and whether a lambda with it is compiled.
type classCase struct {
	value    string
	compiled bool
}

// compareClasses runs such expressions on all backends, with classes before them.
func compareClasses(t *testing.T, classes string, list []classCase) {
	for _, c := range list {
		t.Run(c.value, func(t *testing.T) {
			text := classes + fmt.Sprintf(`circuit('C', { outputs: { o: bus(32), n: bus(32) }, state: { x: reg(32) },
  eval: ({ x }) => ({ o: x, n: Colour.count }), onTick: ({ x }) => ({ x: x + (%s) + 1 }) })`, c.value)
			agreeOnBackends(t, text, c.compiled)
		})
	}
}

// agreeOnBackends gives the outputs of a circuit and the error after each of some cycles, which must be the same on all
// backends. compiled says that none of its lambdas stays interpreted.
func agreeOnBackends(t *testing.T, text string, compiled bool) (want [][]string) {
	t.Helper()
	for i, backend := range backends {
		x, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
		require.NoError(t, err)
		defer x.Close()
		module, _, err := x.Lower(t.Context())
		require.NoError(t, err)
		require.Equal(t, compiled, module.OpaqueCalls() == 0)
		m, err := x.NewMachineOn(t.Context(), backend)
		require.NoError(t, err)
		defer func() { require.NoError(t, m.Close()) }()
		var got [][]string
		for range 6 {
			_, err := m.Step(t.Context(), 1)
			var cycle []string
			for _, o := range x.Design.Outputs {
				cycle = append(cycle, fmt.Sprint(m.Peek(o.Net)))
			}
			got = append(got, append(cycle, fmt.Sprint(err)))
		}
		if i == 0 {
			want = got
		}
		require.Equal(t, want, got, "%s", backend)
	}
	return want
}

const instances = `class Fixed {
  static ONE = 256
  static made = [1, 2]
  kind = 'fixed'
  #seen = 3
  extra
  constructor(public raw: number, private scale = 8) { if (raw > 60000) { this.raw = 60000; this.extra = 1 } }
  static from(n: number) { return new Fixed(n << 8) }
  static zero() { return new this(0) }
  static sum(list: Fixed[]) { return list.reduce((s, f) => s.add(f), Fixed.zero()) }
  static get half() { return Fixed.ONE / 2 }
  get whole() { return this.raw >> this.scale }
  get #secret() { return this.#seen + this.whole }
  add(o: Fixed) { return new Fixed(this.raw + o.raw) }
  mul(o: Fixed) { return new Fixed((this.raw * o.raw) >> 8) }
  inc() { this.raw++; return this }
  bump(by = 1) { this.#seen += by; return this.#twice(by) }
  #twice(n: number) { return n * 2 + this.#seen }
  secret() { return this.#secret }
  each(f) { return [1, 2].map((n) => f(n + this.raw)) }
  less(o: Fixed) { if (this.raw < o.raw) return this; return o }
}
const Stack = class {
  items: number[] = []
  depth = 0
  push(v: number) { this.items[this.depth++] = v; return this }
  pop() { return this.items[--this.depth] }
}
class Point { x = 0; y = 0; at(x, y) { this.x = x; this.y = y; return this } get sum() { return this.x * 3 + this.y } }
class Ticket {
  static given = 0
  n = 0
  constructor(n) { this.n = n }
  get next() { this.n++; return this.n }
  get half() { if (this.n > 3) throw new Error('many'); return this.n / 2 | 0 }
  static get kind() { return 1 }
}
class Voucher { n = 5; get next() { return this.n * 2 } static get kind() { return 2 } }
class Odd { constructor() { return { x: 5 } } }
class Set1 { set v(n) { this.w = n } }
class Deep extends Point { constructor() { super(); this.x = 3 } }
class Patched { go() { return 1 } }
;(Patched.prototype as any).more = () => 2
class Given { v = later }
class Args { sum() { return arguments.length } }
class Same { constructor(public v) {} static eq(a, b) { return a === b } }
class Cell { v = 0; put(v) { this.v = v & 15; return this } }
class Cells {
  all = [new Cell(), new Cell(), new Cell(), new Cell()]
  more = new Array(later).fill(later)
  sum = this.more.reduce((a, b) => a + b + later)
  scale = (n) => n * later + this.sum
  byte = function (n) { return n * later + this.sum }
  at(i) { return this.all[i & 3] }
}
class Counted { id = given.push(1) }
const given = [1]
const later = 4, list = [Point]
`

// TestInstancesOfClasses has lambdas that make instances of classes and call their methods. Lambdas that are not
// compiled give the same.
func TestInstancesOfClasses(t *testing.T) {
	compareClasses(t, instances+"const Colour = { count: 0 }\n", []classCase{
		{"new Fixed(x & 255).raw", true},
		{"Fixed.from(x & 255).mul(new Fixed(300)).add(new Fixed(128)).raw & 0xffff", true},
		{"new Fixed(x * 30000).raw + (new Fixed(x * 30000).extra ?? 7)", true},
		{"new Fixed((x & 7) << 8).whole", true},
		{"new Fixed(5, x & 3).whole", true},
		{"Fixed.zero().inc().inc().raw", true},
		{"Fixed.sum([new Fixed(x & 7), Fixed.from(2), Fixed.zero()]).raw", true},
		{"Fixed.ONE + Fixed.made.length", true},
		{"Fixed.half", true},
		{"new Fixed(x & 15).secret()", true},
		{"(() => { const f = new Fixed(4); return f.bump() + f.bump(x & 3) * 10 + f.secret() * 100 })()", true},
		{"new Fixed(x & 7).each((n) => n * 2).reduce((a, b) => a + b)", true},
		{"new Fixed(x & 7).less(new Fixed(4)).raw", true},
		{"new Fixed(x & 7).less(new Fixed(4)).inc().raw", true},
		{"new Fixed(3).kind.length + (new Fixed(3).kind === 'fixed' ? 1 : 0)", true},
		{"(x & 1 ? new Fixed(x & 7) : Fixed.from(2)).add(new Fixed(1)).raw", true},
		{"(() => { const f = new Fixed(x & 7); if (x & 2) f.inc(); else f.raw = 9; return f.raw })()", true},
		{"(() => { const { raw, whole } = new Fixed(x * 256 & 4095); return raw + whole })()", true},
		{"(() => { const f = new Fixed(1); f.raw += x & 7; f.raw ^= 3; return f.raw })()", true},
		{"(() => { const s = new Stack(); s.push(x & 7).push(3).push(4); return s.pop() * 10 + s.pop() + s.items.length })()", true},
		{"(() => { const p = new Point().at(x & 7, 2); return p.sum + p.x })()", true},
		{"[1, 2, 3].map((n) => new Point().at(n, x & 3)).reduce((s, p) => s + p.sum, 0)", true},
		{"(() => { let best = new Fixed(99); for (let i = 0; i < 4; i++) best = best.less(new Fixed((x >> i) & 15)); return best.raw })()", true},
		{"(() => { const f = new Fixed(2); return [f.raw, f].length + (f ? 1 : 0) + (typeof f === 'object' ? 4 : 0) })()", true},
		{"(() => { const f = new Fixed(2); return f === f.less(new Fixed(3)) ? 1 : 0 })()", true},
		{"({ v: x & 7, go(n) { return this.v + n } }).go(2)", true},
		{"({ v: x & 7, go: function (n) { return this.v + n } }).go(2)", true},
		{"({ v: x & 7, go() { return [1, 2].map((n) => n + this.v).length } }).go()", true},
		{"new Fixed(x & 7)['add'](new Fixed(1)).raw", true},
		{"new Fixed(x & 7).missing ?? 3", true},
		{"(() => { const f = new Fixed(2), add = f.add; return typeof add === 'function' ? 1 : 0 })()", true},
		{"new list[0]().at(1, 2).sum", true},
		{"(() => { const f = new Fixed(2), inc = f.inc; return x > 99 ? inc().raw : 1 })()", false},
		{"(() => { const l = [new Ticket(x & 7), new Ticket(3), new Ticket(5), new Ticket(9)]; const v = l[x & 3].next; return l.reduce((s, q) => s * 7 + q.n, v) & 0xffff })()", true},
		{"(() => { const p = new Ticket(x & 7), q = new Ticket(4); const v = (x & 1 ? p : q).next; return v + p.n * 16 + q.n * 256 })()", true},
		{"(() => { const p = new Ticket(x & 7), q = new Voucher(); const v = (x & 1 ? p : q).next; return v + p.n * 16 + q.n * 256 })()", true},
		{"(() => { const p = new Ticket(x & 7); const v = p[x & 1 ? 'next' : 'n']; return v + p.n * 16 })()", true},
		{"(() => { const l = [new Ticket(x & 3), new Ticket(2), new Ticket(8)]; try { return l[x % 3].half } catch { return 9 } })()", true},
		{"(() => { const l = [new Ticket(x & 3), new Ticket(2), new Ticket(1)]; l.push(new Ticket(8)); return l[x % 3].half })()", true},
		{"(x & 1 ? Ticket : Voucher).kind", true},
		{"({ v: x & 7, get twice() { return this.v * 2 } }).twice", true},
		{"(() => { const o = { v: x & 7, get next() { this.v++; return this.v }, go(n) { return this.next * n } }; return o.next + o.go(3) * 10 + o.v * 100 })()", true},
		{"(() => { const l = [1, 2, 3, 4].map((v) => ({ v, get next() { this.v += v; return this.v } })); const n = l[x & 3].next; return l.reduce((s, o) => s * 8 + o.v, n) & 0xffff })()", true},
		{"(() => { const { whole, v } = x & 1 ? { v: 3, get whole() { return x + this.v } } : { v: 4, whole: 5 }; return whole * 8 + v })()", true},
		{"(() => { let n = 0; const o = { get v() { return ++n } }; if (x & 1) o.v; return o.v * 16 + n })()", true},
		{"(() => { const o = { get v() { return x & 7 } }; o.w = o.v; return o.w })()", true},
		{"(() => { const o = { get v() { if (x > 2) throw new Error('much'); return x } }; try { return o.v } catch { return 9 } })()", true},
		{"(() => { const o = { v: 5, get v() { return x & 7 } }; return o.v })()", false},
		{"(() => { const o = { get v() { return x & 7 }, v: 5 }; return o.v })()", false},
		{"(() => { const o = { get v() { return x & 7 }, ...{ v: 5 } }; return o.v })()", false},
		{"(() => { const o = { get v() { return x & 7 } }; try { o.v = 3 } catch { return 4 } return o.v })()", false},
		{"(() => { const o = { get v() { return x & 7 } }; return Object.keys(o).length + ({ ...o }).v })()", false},
		{"(() => { const o = { get ['v' + (x & 1)]() { return x & 7 } }; return o.v0 ?? 8 })()", false},
		{"(() => { const o = { set v(n) { this.w = n } }; o.v = x & 7; return o.w })()", true},
		{"(() => { const c = new Cells(); c.at(x).put(x); c.at(x + 1).put(9); return c.all.reduce((s, a) => s * 3 + a.v, 0) + c.scale(x & 3) + c.byte(2) + c.sum })()", true},
		{"new Cells().at(x).put(3).v", true},
		{"new Fixed(x & 7)['#seen'] ?? 4", true},
		{"(() => { const f = new Fixed(x & 7); f['#seen'] = 9; return f.secret() })()", true},
		{"new Counted().id", false},
		{"Object.keys(new Fixed(x)).length + Object.values(new Fixed(x & 7))[1] * 10", true},
		{"Object.entries(new Fixed(x & 7)).reduce((s, [k, v]) => s + k.length * (typeof v === 'number' ? v : 1), 0)", true},
		{"({ ...new Fixed(x & 7) }).raw + (({ ...new Fixed(x & 7) }).add === undefined ? 1 : 2) + Object.keys({ ...new Fixed(1) }).length", true},
		{"Object.assign({ raw: 1, q: 2 }, new Fixed(x & 7)).raw", true},
		{"(() => { let n = 0; for (const k in new Fixed(x & 7)) n += k.length; return n })()", true},
		{"('add' in new Fixed(1) ? 1 : 2) + ('#seen' in new Fixed(1) ? 10 : 20) + ('nosuch' in new Fixed(1) ? 100 : 200) + ('whole' in new Fixed(1) ? 1000 : 2000)", true},
		{"(new Fixed(1).hasOwnProperty('add') ? 1 : 2) + (Object.hasOwn(new Fixed(1), '#seen') ? 10 : 20) + (Object.hasOwn(new Fixed(1), 'scale') ? 100 : 200)", true},
		{"(['raw', 'add'][x & 1] in new Fixed(1)) ? 1 : 2", true},
		{"(x & 1 ? new Fixed(x & 7) : { raw: 3 }).hasOwnProperty('scale') ? 1 : 2", true},
		{"('w' in new Set1() ? 1 : 2) + ('v' in new Set1() ? 10 : 20)", true},
		{"Object.keys({ get v() { return 1 }, w: x }).length", false},
		{"'v' in { get v() { return 1 }, w: x } ? 1 : 2", false},
		{"new Odd().x", false},
		{"(() => { const s = new Set1(); s.v = 3; return s.w })()", true},
		{"new Deep().sum", true},
		{"new Patched().go()", false},
		{"new Given().v", true},
		{"new Args().sum(1, 2)", false},
		{"Object.keys(new Point()).length", true},
		{"({ ...new Point().at(x & 1, 3) }).y", true},
		{"(() => { const { x: a, ...rest } = new Point().at(1, 2); return rest.y })()", true},
		{"'x' in new Point() ? 1 : 2", true},
		{"new Point() instanceof Point ? 1 : 2", true},
		{"`${new Point()}`.length", false},
		{"new Point() + 1 ? 1 : 2", false},
		{"(() => { const p = new Point(); p.at = 3; return p.at })()", false},
		{"(() => { const p = new Point(); p['x' + (x & 0)] = 3; return p.x })()", true},
		{"(() => { const p = new Point(); p['xy'[x & 1]] = 3; return p.x })()", false},
		{"new Point().hasOwnProperty('x') ? 1 : 2", true},
		{"(() => { Point.prototype.sum2 = 1; return 1 })()", false},
		{"Point(1)", false},
		{"Fixed(1)", false},
		{"new Fixed(...[x & 7, 2]).whole", true},
		{"Same.eq(new Same(1), new Same(1)) ? 1 : 2", true},
		{"new Same(new Same(x & 7)).v.v", true},
	})
}

const outside = `class Field {
  readonly mask: number
  constructor(public readonly lo: number, public readonly width = 4) { this.mask = 2 ** width - 1 }
  get hi() { return this.lo + this.width }
  get(x: number) { return (x >>> this.lo) & this.mask }
  set(x: number, v: number) { return (x & ~(this.mask << this.lo)) | ((v & this.mask) << this.lo) }
  then(o: Field) { return (x: number) => o.get(x) * 16 + this.get(x) }
  name() { return 'field' }
}
class Signed extends Field {
  constructor(lo: number, width: number, private bias = 0) { super(lo, width) }
  get(x: number) { const v = super.get(x); return (v & (1 << (this.width - 1)) ? v - 2 ** this.width : v) + this.bias }
  get span() { return super.hi * 2 }
}
class Twice extends Signed { name() { return 'twice' } get(x: number) { return super.get(x) * 2 } }
class Op { constructor(protected k: number) {} run(a: number, b: number) { return a + b + this.k } }
class Sub extends Op { run(a: number, b: number) { return a - b } }
class Both extends Op { #other = new Sub(1); run(a: number, b: number) { return super.run(a, b) ^ this.#other.run(a, b) } }
class Secret { #key; #rounds = 3; constructor(k: number) { this.#key = k } #mix(x: number) { return x ^ this.#key } run(x: number) { for (let i = 0; i < this.#rounds; i++) x = this.#mix(x) + i; return x & 255 } put(x: number) { this.#rounds = x } }
class Hidden2 { v = 1 }
class First { seen; constructor(x: number) { this.seen = this.look(x) } look(x: number) { return x } }
class Early extends First { #b = 4; look(x: number) { return x + this.#b } }
class Late extends First { b = 4; look(x: number) { return (this.b ?? 2) + x } }
class Hidden extends Secret { #key = 5; own() { return this.#key } }
class Log { seen = [0, 0]; put(x: number) { this.seen[0] = x; return x } look() { return this.seen[0] } }
class Patched { go() { return 1 } stay() { return 5 } }
;(Patched.prototype as any).go = () => 2
class Swapped { static go() { return 1 } static stay = 3 }
;(Swapped as any).go = () => 2
class Walk { at = 1; *[Symbol.iterator]() { yield 1 } get() { return 4 } }
class Set1 { v = 1; set w(n: number) { this.v = n } get w() { return this.v } }
class Clamp { #at = 0; constructor(private max: number) {} set at(n: number) { this.#at = n > this.max ? this.max : n } get at() { return this.#at } }
class Clamped extends Clamp { constructor() { super(9) } set at(n: number) { super.at = n + 1 } get at() { return super.at } add(n: number) { super.at += n } none(n: number) { (super.nothing as any) = n } }
class Half extends Clamp { constructor() { super(9) } get at() { return 4 } }
const make = (k: number) => { class Local { run(x: number) { return x + k } } return new Local() }
const makers = [1, 2, 3].map((k) => class { v = k; run(x: number) { return x * k + this.v } })
const OP = new Field(0), RD = new Field(4, 3), IMM = new Signed(2, 3, 1), T = new Twice(1, 3)
const fields = [new Field(0, 1), new Field(1, 2), new Field(3, 3), new Field(6)]
const layout = { op: OP, rest: { rd: RD } }
const ops = [new Op(3), new Sub(0), new Both(7), new Op(9)]
const secret = new Secret(90), hidden = new Hidden(3), log = new Log(), three = make(3), four = make(4)
const lookalike = Object.create(Field.prototype, { lo: { value: 2, enumerable: true }, mask: { value: 3, enumerable: true } })
const fake = Object.create(Secret.prototype)
const own = Object.assign(new Field(0), { get: (x: number) => x + 7 }), changed = new Field(1)
;(changed as any).lo = 3
const bare = new (class { v = 4 })()
class Arrow { k = 3; run = (x: number) => x * this.k; twice = (x: number) => [x, x].map((y) => this.run(y)).reduce((a, b) => a + b); static up = (x: number) => x + Arrow.by; static by = 2 }
const arrow = new Arrow(), moved = Object.assign(new Arrow(), { k: 5 })
;(moved as any).run = arrow.run
class Maker { constructor(private k: number) {} add() { return (x: number) => x + this.k } table() { return [0, 1].map((i) => (x: number) => x * i + this.k) } }
const add4 = new Maker(4).add(), add5 = new Maker(5).add(), table = new Maker(2).table()
`

// TestInstancesFromOutside has lambdas that read instances of classes made outside and call their methods.
func TestInstancesFromOutside(t *testing.T) {
	compareClasses(t, outside+"const Colour = { count: 0 }\n", []classCase{
		{"OP.get(x)", true},
		{"RD.set(x, OP.get(x * 3)) & 0xff", true},
		{"OP.hi + OP.lo + RD.width + RD.mask", true},
		{"IMM.get(x) + IMM.span + IMM.hi + 10", true},
		{"T.get(x) + T.span + T.name().length + 20", true},
		{"OP.then(RD)(x)", true},
		{"fields[x & 3].get(x * 29) & 255", true},
		{"fields[x & 7]?.get(x * 29) ?? 3", true},
		{"fields.reduce((s, f) => f.set(s, x + f.lo), 0) & 255", true},
		{"fields.map((f) => f.get(x * 37)).reduce((a, b) => a * 3 + b) & 255", true},
		{"(() => { let n = 0; for (const f of fields) n += f.get(x) * f.hi; return n & 255 })()", true},
		{"layout.op.get(x) + layout.rest.rd.get(x)", true},
		{"(() => { const { op, rest: { rd } } = layout; return op.set(x, rd.get(x)) & 255 })()", true},
		{"(() => { const { lo, width, hi } = RD; return lo + width * 10 + hi * 100 })()", true},
		{"ops[x & 3].run(x, 2) & 255", true},
		{"ops.map((o) => o.run(x, 1)).reduce((a, b) => (a + b) & 255)", true},
		{"secret.run(x)", true},
		{"three.run(x) + four.run(x)", true},
		{"new makers[1]().run(x & 7) + new makers[2]().run(x & 3)", true},
		{"fields.find((f) => f.get(x))?.lo ?? 9", true},
		{"(x & 1 ? OP : RD).get(x)", true},
		{"(x & 1 ? OP : T).get(x) + 20", true},
		{"OP instanceof Field ? 1 : 2", true},
		{"(T instanceof Field ? 1 : 2) + (OP instanceof Signed ? 10 : 20) + ((layout as any) instanceof Field ? 100 : 0)", true},
		{"new Twice(1, 3).get(x) + new Twice(x & 3, 2, 5).get(x) + 90", true},
		{"new Both(x & 7).run(x, 1) & 255", true},
		{"Object.keys(OP).length + Object.values(RD)[0]", true},
		{"({ ...RD }).width + ({ ...RD } as any).get === undefined ? 1 : 2", true},
		{"Object.keys(secret).length", true},
		{"OP.hasOwnProperty('lo') && !OP.hasOwnProperty('get') ? 1 : 2", true},
		{"lookalike.get(x)", true},
		{"changed.get(x)", true},
		{"bare.v", true},
		{"(OP as any).nosuch ?? 3", true},
		{"(OP as any).nosuch?.(x) ?? (OP as any)?.get?.(x)", true},
		{"fields[x & 7]?.['get'](x) ?? 2", true},
		{"fields.indexOf(RD) + fields.indexOf(fields[2]) + 5", true},
		{"fields.map((f) => (f === fields[x & 3] ? 1 : 0)).join('').length", true},
		{"(x & 1 ? OP : RD) === RD ? 1 : 2", true},
		{"(OP as any) === ({ lo: x } as any) ? 1 : 2", true},
		{"OP === layout.op && OP !== RD ? 1 : 2", true},
		{"own.get(x)", true},
		{"arrow.run(x) + arrow.twice(x) + Arrow.up(x)", true},
		{"moved.run(x) + moved.twice(x)", true},
		{"add4(x) * add5(x)", true},
		{"table[x & 1](x)", true},
		{"new Set1().v", true},
		{"(() => { const s = new Set1(); s.w = x & 7; s.w += 3; return s.w * 10 + s.v })()", true},
		{"(() => { const s = new Clamp(5); s.at = x; s.at = x + s.at; return s.at })()", true},
		{"(() => { const s = new Clamped(); s.at = x; return s.at * 3 })()", true},
		{"(() => { const s = new Clamped(); s.add(x); s.add(2); return s.at * 3 })()", true},
		{"(() => { const s = new Clamped(); s.none(x); return (s as any).nothing ?? 4 })()", false},
		{"(() => { const s = new Half(); s.at = 3; return s.at ?? 9 })()", false},
		{"(() => { const r = { v: x & 7, get twice() { return this.v * 2 }, set twice(n) { this.v = n >> 1 } }; r.twice += 6; return r.v * 100 + r.twice })()", true},
		{"(() => { const r = { get a() { return x }, get b() { return this.a + 1 } }; const { a, b } = r; return a + b })()", true},
		{"(() => { const r = { get a() { return x } }; return Object.keys(r).length })()", false},
		{"(() => { const r = { get a() { return 1 }, a: 2 }; return r.a })()", false},
		{"(() => { const r = { set a(n) { this.b = n } }; r.a = x; return r.b + (r.a === undefined ? 1 : 2) })()", true},
		{"(() => { const { get } = OP; return typeof get === 'function' ? 1 : 2 })()", true},
		{"'get' in OP ? 1 : 2", true},
		{"Secret.prototype.run.call(OP, x) ? 1 : 2", false},
		{"(() => { try { return new Early(x).seen } catch { return 7 } })()", false},
		{"(() => { try { return new Late(x).seen } catch { return 7 } })()", true},
		{"(() => { try { return secret.run.call(new Hidden2(), x) } catch { return 7 } })()", false},
		{"(() => { try { secret.put.call(new Hidden2(), x) } catch { return 7 } return 1 })()", false},
		{"hidden.own() + hidden.run(x)", false}, // two private fields of one name
		{"(() => { try { return fake.run(x) } catch { return 1 } })()", false},
		{"log.put(x) + log.look()", false},
		{"(log.put(x), log.seen[0])", false},
		{"((log.seen as any)[1] = x, log.seen[1])", false},
		{"new Patched().go()", false},
		{"Swapped.go() + Swapped.stay", false},
		{"[...new Walk() as any].length", true},
		{"`${OP}`.length", false},
		{"(OP as any) + 1 ? 2 : 3", false},
		{"OP[(['lo', 'width', 'get'] as const)[x & 1]] + 1", true},
		{"OP[(x & 1 ? 'lo' : 'width') as 'lo'] + 1", true},
		{"structuredClone(RD).width", true},
		{"(() => { const f = OP.get; return x > 99 ? (f as any)(1) : 3 })()", false},
		{"OP.constructor === Field ? 1 : 2", false},
	})
}

// TestLambdasOfInstances has lambdas that a method makes, with what its instance holds.
func TestLambdasOfInstances(t *testing.T) {
	for name, c := range map[string]struct {
		eval, tick string
		compiled   bool
	}{
		"a method":  {"({ x }) => ({ o: this.mix(x), n: this.k })", "({ x }) => ({ x: x + this.k })", true},
		"a private": {"({ x }) => ({ o: x ^ this.#key, n: this.seed })", "({ x }) => ({ x: [1, 2].map((n) => n * this.k + x)[1] })", true},
		"changing":  {"({ x }) => ({ o: x + this.k, n: x })", "({ x }) => { this.k++; return { x: x + this.k } }", false},
	} {
		t.Run(name, func(t *testing.T) {
			text := fmt.Sprintf(`class Cell {
  #key = 9; count = 0
  constructor(private k: number, private name: string) {}
  get seed() { return this.k * 7 }
  mix(x: number) { return (x ^ this.k) + this.#key }
  made() { return circuit(this.name, { outputs: { o: bus(32), n: bus(32) }, state: { x: reg(32) }, eval: %s, onTick: %s }) }
}
const A = new Cell(3, 'A').made(), B = new Cell(5, 'B').made()
circuit('Top', { outputs: { a: bus(32), b: bus(32), c: bus(32) }, nodes: { a: A, b: B, c: B },
  connect: ({ nodes, outputs }) => [nodes.a.o.to(outputs.a), nodes.b.o.to(outputs.b), nodes.b.n.to(outputs.c)] })`, c.eval, c.tick)
			want := agreeOnBackends(t, text, c.compiled)
			last := want[len(want)-1]
			require.NotEqual(t, last[0], last[1], "A and B have instances of their own")
		})
	}
}

// TestInstancesAsResults returns instances of classes. Their getters are read as well, once.
func TestInstancesAsResults(t *testing.T) {
	const text = `class R { constructor(public v) {} get y() { return this.v * 3 } get q() { return (this.v + 1) & 255 } }
class Counts { n = 0; constructor(private v) {} get y() { return this.v + ++this.n } get q() { return (this.v + ++this.n) & 255 } }
class Plain { y; q; constructor(v) { this.y = v * 5; this.q = v ^ 3 } }
`
	for value, compiled := range map[string]bool{
		"new R(q)": true, "q & 1 ? new R(q) : { y: 3, q: 4 }": true, "({ get y() { return q }, q: q + 1 })": true, "[new R(q), new Plain(q)][q & 1]": true,
		"new Plain(q)": true, "q & 1 ? new Plain(q) : { y: 3, q: 4 }": true, "new Counts(q)": true, "q & 2 ? new Counts(q) : new Counts(5)": true,
	} {
		t.Run(value, func(t *testing.T) {
			all := text + fmt.Sprintf("circuit('C', { outputs: { y: bus(32) }, state: { q: reg(8, 5) }, eval: ({ q }) => %s, onTick: ({ q }) => %[1]s })", value)
			agreeOnBackends(t, all, compiled)
		})
	}
}
