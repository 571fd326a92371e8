// The reference: runs programs in Node. Standard input has requests, one JSON text a line: {prelude, programs}, where a program
// is [index, body]. Standard output has a line for each: the list of [index, observations].
import { createInterface } from 'node:readline'
import vm from 'node:vm'

process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => {})

// What this version of Node lacks or does otherwise, as the language says it.
const lacking = `
if (Symbol.dispose === undefined) Object.defineProperty(Symbol, 'dispose', { value: Symbol('Symbol.dispose') })
// The name of the time zone is an implementation's choice; ours is short.
for (const name of ['toString', 'toTimeString']) {
  const original = Date.prototype[name]
  const method = { [name]() { return original.call(this).replace('Coordinated Universal Time', 'UTC') } }[name]
  Object.defineProperty(Date.prototype, name, { value: method, writable: true, configurable: true })
}
// It closes an iterator whose next has failed, which nothing else in the language does.
Object.defineProperty(Object, 'fromEntries', {
  value: {
    fromEntries(list) {
      if (list === null || list === undefined) throw new TypeError('nothing')
      const o = {}
      for (const pair of list) {
        if (Object(pair) !== pair) throw new TypeError('no pair')
        const key = pair[0]
        Object.defineProperty(o, key, { value: pair[1], writable: true, enumerable: true, configurable: true })
      }
      return o
    },
  }.fromEntries,
  writable: true,
  configurable: true,
})
// It forgets where filling ends when it is not told where it begins.
{
  const typed = Object.getPrototypeOf(Uint8Array.prototype)
  const original = typed.fill
  typed.fill = { fill(value, start = 0, end = undefined) { return original.call(this, value, start, end) } }.fill
}
const $u = {
  scope() {
    const list = []
    let failed = false
    let error
    return {
      use(v) {
        if (v === null || v === undefined) return v
        if (typeof v !== 'object' && typeof v !== 'function') throw new TypeError('not an object')
        const f = v[Symbol.dispose]
        if (typeof f !== 'function') throw new TypeError('no dispose')
        list.push([v, f])
        return v
      },
      fail(e) {
        failed = true
        error = e
      },
      end() {
        while (list.length) {
          const [v, f] = list.pop()
          try {
            f.call(v)
          } catch (e) {
            error = failed ? $suppressed(e, error) : e
            failed = true
          }
        }
        if (failed) throw error
      },
    }
  },
}
const $suppressed = (error, suppressed) => {
  const e = new Error('suppressed')
  e.name = 'SuppressedError'
  e.error = error
  e.suppressed = suppressed
  return e
}
`

for await (const line of createInterface({ input: process.stdin })) {
  const { prelude, programs } = JSON.parse(line)
  const context = vm.createContext({ setTimeout, queueMicrotask })
  const results = vm.runInContext(
    `'use strict';${lacking}${prelude};
  globalThis.$all = [$run, $results]; [$run, $results]`,
    context,
  )
  const refused = []
  for (const [index, body] of programs) {
    let f
    try {
      f = vm.runInContext(`(function (log, $t) { 'use strict'; ${body}\n})`, context)
    } catch (e) {
      refused.push([index, `refused ${e.name}: ${e.message}`])
      continue
    }
    results[0](index, f)
    await new Promise((done) => setTimeout(done, 0))
  }
  await new Promise((done) => setTimeout(done, 0))
  process.stdout.write(`${JSON.stringify([...results[1](), ...refused])}\n`)
}
