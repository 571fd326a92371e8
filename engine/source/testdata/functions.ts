declare function log(...args: unknown[]): void
// Functions of every kind; names, this, arguments, defaults, and what closures see.
const add = (a: number, b = a * 2): number => a + b
const nest = (a: number) => (b: number) => (c: number) => [a, b, c] as const
const object = { value: 3, method() { return this.value }, get double() { return this.value * 2 }, set double(x: number) { this.value = x / 2 }, async later() { return 1 }, *gen() { yield this.value }, ['comp' + 'uted'](x: number) { return x } }
log(add(1), add(1, 1), nest(1)(2)(3).join())
object.double = 20
log(object.method(), object.double, [...object.gen()].join(), object.computed(9))
log(add.name, object.method.name, nest.length, add.length)
function sum(...xs: number[]) { let s = 0; for (const x of xs) s += x; return s }
function old(this: unknown) { return arguments.length + (this === undefined ? 10 : 20) }
log(sum(1, 2, 3), old.call(undefined), sum.apply(null, [4, 5]))
const comma = (x: number) => (log('effect'), x + 1)
const parens = (x: any) => (x?.y)?.z
const call = (o: any) => (o.f)(1)
const optional = (o: any) => (o?.f)(2)
const regex = (s: string) => /a+/g.test(s)
const bigint = () => 123n ** 2n
const template = (s: string) => `<${s}>`
const tag = (parts: TemplateStringsArray, ...v: number[]) => parts.raw.join('|') + v.join()
const tagged = (x: number) => tag`a${x}\nb${x + 1}`
const made = () => new Map
const made2 = () => new (class { x = 1 })()
const minus = (x: number) => -x
const typed = (x: unknown) => typeof x
const yields = function* (x: number) { const got: number = yield x; log('got', got); return got }
const iife = ((x: number) => x * 2)(21)
const spread = (...a: number[]) => ({ ...[...a] })
const conditional = (x: number) => x > 1 ? 'big' : 'small'
const assign = (x: number) => n = x
let n = 0
const increments = () => n++
const objects = (a: number) => ({ a, b: { c: [a] } })
const nothing = () => {}
const ünicode = () => größe
const größe = 5
log(comma(1), parens({ y: { z: 4 } }), parens(null), call({ v: 6, f(x: number) { return this.v + x } }), optional({ v: 7, f(x: number) { return this.v + x } }))
log(regex('caat'), bigint(), template('x'), tagged(1), made().size, made2().x, minus(4), typed(1), iife, JSON.stringify(spread(1, 2)))
log(conditional(2), assign(8), increments(), n, JSON.stringify(objects(1)), nothing(), ünicode())
const g = yields(1); log(g.next().value, JSON.stringify(g.next(5)))
log((function fact(x: number): number { return x < 2 ? 1 : x * fact(x - 1) })(6))
try { (function f(d: number): number { if (d === 0) throw new RangeError('deep'); return f(d - 1) + 1 })(50) } catch (e) { log('caught', e instanceof RangeError) }
log([3, 1, 2].sort((a, b) => a - b).map((x) => x * 2).filter(Boolean).reduce((a, b) => a + b, 0))
log('abc'.replace(/b/, (m) => m.toUpperCase()), Array.from({ length: 3 }, (_, i) => i * i).join())
var hoisted = typeof later; function later() {}
log(hoisted, (() => { try { return 'try' } finally { log('finally') } })())
const { x: renamed = 1, ...rest } = { y: 2, z: 3 } as any
log(renamed, JSON.stringify(rest), ((a, [b, { c = 3 }], ...d) => [a, b, c, d.length].join())(1, [2, {}] as any, 4, 5))
log(((a) => (b) => a + b)(1)(2), (() => () => () => 'deep')()()())
Promise.resolve(1).then(async (x) => { for (const y of [x, 2]) log('async', await y) })

// methods of objects, and functions that are passed at the top of the file
const methods = {
  __proto__() { return 1 },
  plain(x) { return x + this.k },
  k: 4,
  get d() { return 3 },
  'quoted'(x = 1, ...r) { return arguments.length + x + r.length },
  5() { return 5 },
  ['computed']() { return 6 },
  if() { return 7 },
  get(x) { return x },
  set(x) { return -x },
  async(x) { return x },
  above(x) { return typeof super.toString === 'function' ? x : 0 },
}
log('methods', Object.keys(methods).join(), methods.plain.name, methods.quoted.length, methods.plain(1), methods.quoted(1, 2, 3), methods[5](), methods.computed())
log('named as words', methods.if(), methods.get(1), methods.set(2), methods.async(3), methods.d, methods.above(9), Object.getPrototypeOf(methods) === Object.prototype)
let refused = 'made'
try { new methods.plain() } catch (e) { refused = e.constructor.name }
log('no constructor', refused, typeof methods.plain.prototype)
const itself = (f) => f
log('passed', itself((x) => x).name === '', itself(function named() {}).name, itself(() => 1)(), [{ a: 1 }].map(({ a }) => a)[0])
