import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from './protocol.gen.ts'
import { asEvent, asReply, asRequest, InvalidMessage, validate } from './validate.ts'

const base = { id: 1, slot: 'a' }
const set = (values: unknown) => ({ ...base, type: 'set', set: { values } })

describe('A086 A160 A216 A226 requests', () => {
  it.each([
    { ...base, type: 'compile', compile: { source: 'x', harness: true, file: 'a.ts' } },
    set({ a: 1, b: '18446744073709551616', c: '0xff', 'node.path': 0 }),
    set({}),
    { ...base, type: 'tick', tick: { count: 1 } },
    { ...base, type: 'run', run: { cyclesPerSecond: 0.5 } },
    { ...base, type: 'pause' },
    { ...base, type: 'restore', restore: { snapshot: '' } },
    { ...base, type: 'abort', abort: { request: 3 } },
    { ...base, slot: '😀'.repeat(64), type: 'pause' },
    { ...base, type: 'pause', tick: undefined },
  ])('that fit are taken: %j', (message) => {
    expect(asRequest(message)).toBe(message)
  })

  const cyclic: Record<string, unknown> = { ...base, type: 'set' }
  cyclic.set = cyclic
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'must be an object'],
    ['null', null, 'must be an object'],
    ['a list', [], 'must be an object'],
    ['a map', new Map(), 'plain object'],
    ['an instance', new (class Request {})(), 'plain object'],
    ['an own __proto__', JSON.parse('{"id":1,"slot":"a","type":"pause","__proto__":{"x":1}}'), '__proto__ is unknown'],
    ['inherited fields', Object.create({ ...base, type: 'pause' }), 'plain object'],
    ['an unknown field', { ...base, type: 'pause', more: 1 }, 'more is unknown'],
    ['an unknown type', { ...base, type: 'constructor' }, 'must be one of'],
    ['no id', { slot: 'a', type: 'pause' }, 'id is missing'],
    ['a NaN id', { ...base, id: Number.NaN, type: 'pause' }, 'finite'],
    ['an infinite id', { ...base, id: Number.POSITIVE_INFINITY, type: 'pause' }, 'finite'],
    ['an unsafe id', { ...base, id: 2 ** 53, type: 'pause' }, '2^53'],
    ['a fractional id', { ...base, id: 1.5, type: 'pause' }, 'whole'],
    ['id 0', { ...base, id: 0, type: 'pause' }, 'not 0'],
    ['a text id', { ...base, id: '1', type: 'pause' }, 'finite number'],
    ['an empty slot', { ...base, slot: '', type: 'pause' }, 'in characters'],
    ['a long slot', { ...base, slot: 'x'.repeat(65), type: 'pause' }, 'in characters'],
    ['a very long slot', { ...base, slot: 'x'.repeat(1e6), type: 'pause' }, 'in characters'],
    ['half a character', { ...base, slot: '\ud800', type: 'pause' }, 'surrogate'],
    ['half a character in a source', { ...base, type: 'compile', compile: { source: 'x\udc00y' } }, 'surrogate'],
    ['half a character in a name', set({ '\ud800': 1 }), 'surrogate'],
    ['a missing part', { ...base, type: 'tick' }, 'tick is missing'],
    ['a part of another type', { ...base, type: 'pause', tick: { count: 1 } }, 'does not belong'],
    ['no cycles', { ...base, type: 'tick', tick: { count: 0 } }, 'not 0'],
    ['too many cycles', { ...base, type: 'tick', tick: { count: DEFAULT_LIMITS.ticksPerRequest + 1 } }, 'at most'],
    ['a negative speed', { ...base, type: 'run', run: { cyclesPerSecond: -1 } }, 'not -1'],
    ['an infinite speed', { ...base, type: 'run', run: { cyclesPerSecond: Number.POSITIVE_INFINITY } }, 'finite'],
    ['a value that is none', set({ a: null }), 'must be a text'],
    ['an endless value', set({ a: Number.POSITIVE_INFINITY }), 'finite'],
    ['a bigint value', set({ a: 1n }), 'must be a text'],
    ['an endless value', set({ a: '9'.repeat(1e6) }), 'digits'],
    ['too many names', set(Object.fromEntries(Array.from({ length: 4097 }, (_, i) => [`n${i}`, 1]))), 'in entries'],
    ['a list of values', set([1]), 'must be an object'],
    ['a cycle', cyclic, 'is unknown'],
  ])('are refused for %s', (_, message, problem) => {
    expect(() => asRequest(message)).toThrow(InvalidMessage)
    expect(() => asRequest(message)).toThrow(problem)
  })

  it('A046 do not run getters of the prototype', () => {
    let ran = false
    const message = Object.create({
      get id() {
        ran = true
        return 1
      },
    })
    expect(() => asRequest(message)).toThrow(InvalidMessage)
    expect(ran).toBe(false)
  })
})

describe('replies', () => {
  const node = (args: unknown) => ({
    id: 'n',
    componentRef: 'And',
    arguments: args,
    inputs: [],
    outputs: [],
    clocks: [],
  })
  const compiled = (args: unknown) => ({
    ...base,
    type: 'compile',
    compile: {
      diagnostics: [],
      circuits: ['A'],
      circuit: {
        version: 1,
        name: 'A',
        inputs: [{ name: 'a', portType: { kind: 'bus', width: 8 } }],
        outputs: [],
        clocks: [],
        state: [],
        nodes: [node(args)],
        connections: [],
        implementation: { kind: 'composite' },
        metadata: {},
      },
    },
  })

  it('A043 A044 carry options of any plain shape', () => {
    const reply = compiled({ width: 8, labels: ['a', null, { deep: [true] }], constructor: 1 })
    expect(asReply(reply)).toBe(reply)
  })

  it('carry a null prototype as well', () => {
    expect(() =>
      asReply(Object.assign(Object.create(null), { ...base, error: { code: 'DENIED', message: '' } })),
    ).not.toThrow()
  })

  const deep = () => {
    let value: unknown = 1
    for (let i = 0; i < 100; i++) value = [value]
    return value
  }
  it.each<[string, unknown]>([
    ['too deep options', compiled({ a: deep() })],
    ['options that are not plain', compiled({ a: new Date() })],
    ['options that are functions', compiled({ a: () => 1 })],
    ['options without a number', compiled({ a: Number.NaN })],
    ['a list with holes', { ...compiled({}), compile: { diagnostics: new Array(5), circuits: [] } }],
    ['a gigantic hollow list', { ...base, compile: { diagnostics: new Array(2 ** 32 - 1), circuits: [] } }],
    ['an unknown code', { ...base, error: { code: 'WHATEVER', message: '' } }],
    ['a negative cycle', { ...base, status: { cycle: -1, running: false, cyclesPerSecond: 0, achieved: 0 } }],
  ])('are refused for %s', (_, message) => {
    expect(() => asReply(message)).toThrow(InvalidMessage)
  })
})

describe('A217 events', () => {
  it('carry typed arrays', () => {
    const event = { event: 'frame', slot: 'a', frame: { nets: new Uint32Array(1), limbs: new Uint32Array(1) } }
    expect(asEvent(event)).toBe(event)
    expect(() => asEvent({ ...event, frame: { nets: [0], limbs: [0] } })).toThrow('Uint32Array')
  })
})

it('knows only messages of the schema', () => {
  expect(() => validate('constructor', { a: 1 })).toThrow(InvalidMessage)
})
