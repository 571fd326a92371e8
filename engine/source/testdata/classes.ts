declare function log(...args: unknown[]): void
enum Color { Red, Green = 5, Blue, Text = 'text' }
const enum Fast { A = 1 << 3, B = A | 1 }
abstract class Base<T> {
  static count = 0
  static { Base.count = 10 }
  #secret = 1 + 1
  handler = () => this.#secret
  plain
  protected constructor(public value: T, private readonly other = Base.count++) { this.plain = other }
  abstract area(): number
  get secret() { return this.#secret }
  set secret(x) { this.#secret = x }
  static make() { return new Square(4) }
  #hidden() { return 'hidden' }
  reveal() { return this.#hidden() }
  *[Symbol.iterator]() { for (let i = 0; i < 3; i++) yield i }
  has(o: object) { return #secret in o }
}
class Square extends Base<number> {
  side = this.value
  area(): number { return this.side ** 2 }
  reveal() { return super.reveal() + '!' }
}
namespace Tools { export const twice = (x: number) => x * 2; export namespace Inner { export const k = 3 } }
const s = Base.make()
log(s.area(), s.secret, (s.secret = 9), s.handler(), s.reveal(), Base.count, s.plain, [...s].join(), s.has(s), s.has({}))
log(Color.Red, Color[5], Color.Blue, Color.Text, Fast.A, Fast.B, Tools.twice(4), Tools.Inner.k)
log(s.handler.name, s.constructor.name, (class Named {}).name, typeof (class { static x = 1 }).x)
const C = class { static n = 0; static inc() { while (C.n < 3) C.n++; return C.n } accessor = 1; 'quoted key' = 2; 3 = 4; [`k${1}`] = () => 5 }
log(C.inc(), JSON.stringify(new C()), (new C() as any).k1())
try { class Bad { x = (() => { throw new TypeError('field') })() } new Bad() } catch (e) { log(String(e)) }
function overload(x: number): number
function overload(x: string): string
function overload(x: any) { return x }
log(overload(1), <any>overload('a') as string, overload('b')!)
let definite!: number
log(definite, ((x?: number) => x ?? 'none')(), ({ a: { b: 1 } } as any)?.a?.['b'], (null as any)?.x.y.z)
