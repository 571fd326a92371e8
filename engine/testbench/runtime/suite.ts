// test, describe and their hooks. The engine asks for the list of tests and runs them one by one, each in its own time.
import host from 'simten:host'
import { expect, resetCount, settleCount, sidesOf } from './expect.ts'
import { describeProperty } from './property.ts'

export { expect }

type Body = () => unknown
type Hook = 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach'

interface Group {
  name: string
  parent: Group | null
  mode: Mode
  hooks: Record<Hook, Body[]>
  begun: boolean
}

type Mode = 'run' | 'skip' | 'only' | 'todo'

interface Test {
  name: string
  group: Group
  mode: Mode
  body: Body
  place: object
}

const group = (name: string, parent: Group | null, mode: Mode): Group => ({
  name,
  parent,
  mode,
  hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
  begun: false,
})

const root = group('', null, 'run')
const tests: Test[] = []
let current = root
let running = false

/** The groups from the outermost to the innermost. */
function around(g: Group): Group[] {
  return g.parent ? [...around(g.parent), g] : [g]
}

function declare(name: unknown, body: unknown, mode: Mode): void {
  if (running) throw new Error('test() cannot be called inside of a test')
  if (typeof body !== 'function' && mode !== 'todo') {
    throw new TypeError(`test(${JSON.stringify(String(name))}) needs a function`)
  }
  tests.push({ name: String(name), group: current, mode, body: body as Body, place: host.here() })
}

function gather(name: unknown, body: unknown, mode: Mode): void {
  if (running) throw new Error('describe() cannot be called inside of a test')
  const outer = current
  current = group(String(name), outer, mode)
  try {
    const result = (body as Body)()
    if (result instanceof Promise) throw new TypeError('the function given to describe() cannot be async')
  } finally {
    current = outer
  }
}

/** test(name, body) and test(name, options, body). */
function bodyOf(args: unknown[]): unknown {
  return typeof args[0] === 'object' && args.length > 1 ? args[1] : args[0]
}

type Declare = (name: unknown, body: unknown, mode: Mode) => void

/** Fills %s, %d, %i, %j and %# in the name of a case. */
function title(name: string, values: unknown[], index: number): string {
  let next = 0
  return name.replace(/%([sdifjo#%])/g, (whole, kind: string) => {
    if (kind === '%') return '%'
    if (kind === '#') return String(index)
    if (next >= values.length) return whole
    const value = values[next++]
    return kind === 'j' || kind === 'o' ? JSON.stringify(value) : String(value)
  })
}

function each(to: Declare, mode: Mode) {
  return (cases: readonly unknown[]) =>
    (name: string, ...args: unknown[]): void => {
      const body = bodyOf(args) as (...values: unknown[]) => unknown
      cases.forEach((entry, i) => {
        const values = Array.isArray(entry) ? entry : [entry]
        to(title(name, values, i), () => body(...values), mode)
      })
    }
}

function maker(to: Declare) {
  const make =
    (mode: Mode) =>
    (name: unknown, ...args: unknown[]): void =>
      to(name, bodyOf(args), mode)
  const whether = (condition: unknown) => make(condition ? 'run' : 'skip')
  return Object.assign(make('run'), {
    skip: Object.assign(make('skip'), { each: each(to, 'skip') }),
    only: Object.assign(make('only'), { each: each(to, 'only') }),
    todo: make('todo'),
    each: each(to, 'run'),
    runIf: whether,
    skipIf: (condition: unknown) => whether(!condition),
  })
}

export const test = maker(declare)
export const it = test
export const describe = maker((name, body, mode) => {
  if (mode === 'todo') declare(name, undefined, 'todo')
  else gather(name, body, mode)
})

function hook(kind: Hook) {
  return (body: Body): void => {
    if (running) throw new Error(`${kind}() cannot be called inside of a test`)
    current.hooks[kind].push(body)
  }
}

export const beforeAll = hook('beforeAll')
export const afterAll = hook('afterAll')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')

/** The tests in the order of the file, as JSON. A test that is not to be run has a status already. */
export function list(): string {
  const focused = tests.some((t) => t.mode === 'only' || around(t.group).some((g) => g.mode === 'only'))
  return JSON.stringify(
    tests.map((t) => {
      const groups = around(t.group)
      const modes = [...groups.map((g) => g.mode), t.mode]
      let status = ''
      if (modes.includes('todo')) status = 'todo'
      else if (modes.includes('skip') || (focused && !modes.includes('only'))) status = 'skipped'
      return { name: [...groups.slice(1).map((g) => g.name), t.name].join(' > '), place: t.place, status }
    }),
  )
}

/** Ends the groups that have begun and are not around g. */
async function leave(g: Group | null): Promise<void> {
  const kept = g ? around(g) : []
  for (const open of begun.filter((other) => !kept.includes(other)).reverse()) {
    begun.splice(begun.indexOf(open), 1)
    for (const body of open.hooks.afterAll) await body()
  }
}

const begun: Group[] = []

/** Runs one test with its hooks. */
export async function run(index: number): Promise<void> {
  const t = tests[index]
  if (!t) throw new RangeError(`there is no test ${index}`)
  running = true
  resetCount()
  await leave(t.group)
  const groups = around(t.group)
  for (const g of groups) {
    if (g.begun) continue
    g.begun = true
    begun.push(g)
    for (const body of g.hooks.beforeAll) await body()
  }
  try {
    for (const g of groups) for (const body of g.hooks.beforeEach) await body()
    await t.body()
    settleCount()
  } finally {
    for (const g of groups.reverse()) for (const body of g.hooks.afterEach) await body()
  }
}

/** Ends what is still open. */
export async function end(): Promise<void> {
  running = true
  await leave(null)
}

/** The details of an error beyond its message, as JSON. */
export function describeFailure(error: unknown): string | undefined {
  const sides = sidesOf(error)
  return describeProperty(error) ?? (sides && JSON.stringify({ message: '', ...sides }))
}
