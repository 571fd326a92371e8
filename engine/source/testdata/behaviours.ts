declare function log(...args: unknown[]): void
declare const circuit: any, bit: any
// Functions that may become behaviours are marked wherever they stand; they stay what they are.
const kept = ({ a }: any) => ({ y: a })
const grouped = ({ a }: any) => (log('effect', a), a)
const nested = ({ a }: any) => (((a + 1) * 2))
const made = ({ w }: any) => ({ b }: any) => ({ y: (b + w) })
const text = ({ a }: any) => (')' + `)${(a)}` + /\)/.source)
let assigned: any
assigned = ({ a }: any) => ({ y: (a) })
function pick(wide: boolean) { return wide ? ({ a }: any) => ({ y: a }) : ({ a }: any) => ({ y: -a }) }
function give() { return function ({ a }: any) { return ({ y: a * 3 }) } }
log(JSON.stringify(kept({ a: 1 })), grouped({ a: 2 }), nested({ a: 3 }), JSON.stringify(made({ w: 4 })({ b: 5 })))
log(text({ a: 6 }), JSON.stringify(assigned({ a: 7 })), JSON.stringify(pick(true)({ a: 8 })), JSON.stringify(pick(false)({ a: 9 })), JSON.stringify(give()({ a: 10 })))
log(kept.name, grouped.name, made.name, assigned.name, pick(true).name === '', give().name === '', kept.length)
log((({ a }: any) => ({ y: a }))({ a: 11 }).y, [({ a }: any) => ({ y: a })].length, (({ a }: any) => a) ? 'yes' : 'no')
const wide = 1
const X = circuit('X', { eval: wide ? ({ a }: any) => ({ y: a }) : ({ a }: any) => ({ y: 0 }), onTick: wide && (({ n }: any) => ({ n: (n + 1) })) })
log(JSON.stringify(X.config.eval({ a: 12 })), JSON.stringify(X.config.onTick({ n: 13 })), X.config.eval.name)
const Y = circuit('Y', { eval: ({ a }: any) => { const inner = ({ b }: any) => ({ c: b }); return { y: inner({ b: a }).c } } })
log(JSON.stringify(Y.config.eval({ a: 14 })))
const [first = ({ a }: any) => ({ y: a })] = [], { second = ({ a }: any) => (a) } = {} as any
log(JSON.stringify(first({ a: 15 })), second({ a: 16 }), first.name, second.name)
const table = { one: ({ a }: any) => ({ y: a }), two({ a }: any) { return { y: a } } }
log(JSON.stringify(table.one({ a: 17 })), JSON.stringify(table.two({ a: 18 })), table.one.name, table.two.name)
class K { field = ({ a }: any) => ({ y: a }); static s = ({ a }: any) => (a) }
log(JSON.stringify(new K().field({ a: 19 })), K.s({ a: 20 }), new K().field.name, K.s.name)
const defaults = (f = ({ a }: any) => ({ y: a })) => f({ a: 21 })
log(JSON.stringify(defaults()))
export default ({ a }: any) => ({ y: a })
