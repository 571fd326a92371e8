enum Mode { Off, Slow = 4, Fast, Turbo = Fast * 2 }
const enum Bits { A = 1 << 0, B = 1 << 3, All = A | B }
declare const never: unique symbol
abstract class Base { abstract k: number; scale(x: number) { return x * this.k } }
class Three extends Base { k = 3; get name() { return Mode[5] } static make = () => new Three() }
const t3 = Three.make()
circuit('Enum', { inputs: { x: bus(8) }, outputs: { a: bus(8), b: bus(10), c: bus(8), d: bit }, eval: ({ x }) => ({ a: x & Bits.All, b: t3.scale(x), c: Mode.Turbo + t3.name.length, d: Mode[x] !== undefined }) })
