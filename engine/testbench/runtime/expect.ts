// expect(value).toBe(…) and its kin: the names and meanings that tests everywhere use.
import { contains, equal, field } from './equal.ts'
import { show } from './format.ts'

type Thrown = string | RegExp | Error | (new (...args: never[]) => unknown)

/** Outcome of one check: whether it holds, and the rest of "expected … to …". */
interface Outcome {
  holds: boolean
  want: () => string // worked out only when the check fails
  note?: () => string | undefined
  other?: unknown // the value that this one is compared with; its key is there only for comparisons
}

class AssertionError extends Error {
  override name = 'AssertionError'
}

/** Both sides of a comparison that failed, as text. */
const compared = new WeakMap<object, { expected: string; got: string }>()

/** The two values of a failed check, undefined for other errors. */
export function sidesOf(error: unknown): { expected: string; got: string } | undefined {
  return typeof error === 'object' && error !== null ? compared.get(error) : undefined
}

function isClass(value: unknown): value is new (...args: never[]) => unknown {
  return typeof value === 'function'
}

function asNumber(value: unknown): number | bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    throw new TypeError(`expected a number or a bigint, got ${show(value)}`)
  }
  return value
}

/** A hint for the one difference that surprises: buses wider than 32 bits read as bigints. */
function kindNote(got: unknown, want: unknown): string | undefined {
  const kinds = [typeof got, typeof want]
  if (kinds.includes('bigint') && kinds.includes('number') && String(got) === String(want)) {
    return 'A bus wider than 32 bits reads as a bigint, such as 5n; a narrower one as a number.'
  }
  return undefined
}

function caught(f: unknown): { thrown: boolean; error?: unknown } {
  if (typeof f !== 'function') throw new TypeError(`expect(…).toThrow() needs a function, got ${show(f)}`)
  try {
    f()
  } catch (error) {
    return { thrown: true, error }
  }
  return { thrown: false }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function throws(c: { thrown: boolean; error?: unknown }, want?: Thrown): Outcome {
  const note = (): string => (c.thrown ? `It threw ${show(c.error)}.` : 'It threw nothing.')
  if (want === undefined) return { holds: c.thrown, want: () => 'to throw', note }
  const text = messageOf(c.error)
  let holds = c.thrown
  if (typeof want === 'string') holds &&= text.includes(want)
  else if (want instanceof RegExp) holds &&= want.test(text)
  else if (want instanceof Error) holds &&= text === want.message
  else holds &&= c.error instanceof want
  return { holds, want: () => `to throw ${isClass(want) ? want.name : show(want)}`, note }
}

function lengthOf(value: unknown): unknown {
  return typeof value === 'string' ? value.length : field(Object(value), 'length')
}

function at(value: unknown, path: string | readonly (string | number)[]): { found: boolean; value?: unknown } {
  const keys = typeof path === 'string' ? path.split('.') : path.map(String)
  let here = value
  for (const key of keys) {
    if (here === null || here === undefined || !(key in Object(here))) return { found: false }
    here = field(Object(here), key)
  }
  return { found: true, value: here }
}

function holdsItem(list: unknown, item: unknown, same: (a: unknown, b: unknown) => boolean): boolean {
  if (typeof list === 'string') return list.includes(String(item))
  return [...(list as Iterable<unknown>)].some((v) => same(v, item))
}

/** Every check: what it asks of the value. */
const checks = {
  toBe: (v: unknown, want: unknown): Outcome => ({
    holds: Object.is(v, want),
    want: () => `to be ${show(want)}`,
    note: () => kindNote(v, want),
    other: want,
  }),
  toEqual: (v: unknown, want: unknown): Outcome => ({
    holds: equal(v, want, false),
    want: () => `to equal ${show(want)}`,
    note: () => kindNote(v, want),
    other: want,
  }),
  toStrictEqual: (v: unknown, want: unknown): Outcome => ({
    holds: equal(v, want, true),
    want: () => `to strictly equal ${show(want)}`,
    note: () => kindNote(v, want),
    other: want,
  }),
  toMatchObject: (v: unknown, want: unknown): Outcome => ({
    holds: contains(v, want),
    want: () => `to hold the fields ${show(want)}`,
  }),
  toBeTruthy: (v: unknown): Outcome => ({ holds: Boolean(v), want: () => 'to be true' }),
  toBeFalsy: (v: unknown): Outcome => ({ holds: !v, want: () => 'to be false' }),
  toBeNull: (v: unknown): Outcome => ({ holds: v === null, want: () => 'to be null' }),
  toBeUndefined: (v: unknown): Outcome => ({ holds: v === undefined, want: () => 'to be undefined' }),
  toBeDefined: (v: unknown): Outcome => ({ holds: v !== undefined, want: () => 'to be defined' }),
  toBeNaN: (v: unknown): Outcome => ({ holds: Number.isNaN(v), want: () => 'to be NaN' }),
  toBeGreaterThan: (v: unknown, n: number | bigint): Outcome => ({
    holds: asNumber(v) > n,
    want: () => `to be greater than ${show(n)}`,
  }),
  toBeGreaterThanOrEqual: (v: unknown, n: number | bigint): Outcome => ({
    holds: asNumber(v) >= n,
    want: () => `to be at least ${show(n)}`,
  }),
  toBeLessThan: (v: unknown, n: number | bigint): Outcome => ({
    holds: asNumber(v) < n,
    want: () => `to be less than ${show(n)}`,
  }),
  toBeLessThanOrEqual: (v: unknown, n: number | bigint): Outcome => ({
    holds: asNumber(v) <= n,
    want: () => `to be at most ${show(n)}`,
  }),
  toBeCloseTo: (v: unknown, n: number, digits = 2): Outcome => ({
    holds: v === n || Math.abs(Number(asNumber(v)) - n) < 10 ** -digits / 2,
    want: () => `to be within ${digits} digits of ${show(n)}`,
  }),
  toContain: (v: unknown, item: unknown): Outcome => ({
    holds: holdsItem(v, item, Object.is),
    want: () => `to contain ${show(item)}`,
  }),
  toContainEqual: (v: unknown, item: unknown): Outcome => ({
    holds: holdsItem(v, item, (a, b) => equal(a, b, false)),
    want: () => `to contain something equal to ${show(item)}`,
  }),
  toHaveLength: (v: unknown, n: number): Outcome => ({
    holds: lengthOf(v) === n,
    want: () => `to have the length ${n}`,
    note: () => `Its length is ${show(lengthOf(v))}.`,
  }),
  toHaveProperty: (v: unknown, path: string | readonly (string | number)[], ...value: unknown[]): Outcome => {
    const found = at(v, path)
    const holds = found.found && (value.length === 0 || equal(found.value, value[0], false))
    return { holds, want: () => `to have the property ${show(path)}${value.length ? ` of ${show(value[0])}` : ''}` }
  },
  toMatch: (v: unknown, want: string | RegExp): Outcome => ({
    holds: typeof v === 'string' && (typeof want === 'string' ? v.includes(want) : want.test(v)),
    want: () => `to match ${show(want)}`,
  }),
  toBeInstanceOf: (v: unknown, kind: new (...args: never[]) => unknown): Outcome => ({
    holds: v instanceof kind,
    want: () => `to be an instance of ${kind.name}`,
  }),
  toBeTypeOf: (v: unknown, kind: string): Outcome => ({
    holds: typeof v === kind,
    want: () => `to be a ${kind}`,
    note: () => `It is a ${typeof v}.`,
  }),
  toBeOneOf: (v: unknown, list: readonly unknown[]): Outcome => ({
    holds: list.some((w) => equal(v, w, false)),
    want: () => `to be one of ${show(list)}`,
  }),
  toSatisfy: (v: unknown, f: (v: unknown) => unknown): Outcome => ({
    holds: Boolean(f(v)),
    want: () => `to satisfy ${show(f)}`,
  }),
  toThrow: (v: unknown, want?: Thrown): Outcome => throws(caught(v), want),
  toThrowError: (v: unknown, want?: Thrown): Outcome => throws(caught(v), want),
}

type Check = (value: unknown, ...args: never[]) => Outcome

/** How many checks the running test has made, and how many it announced. */
export const counted = { made: 0, announced: -1 }

function judge(value: unknown, negated: boolean, outcome: Outcome, message?: string): void {
  counted.made++
  if (outcome.holds !== negated) return
  const text = `expected ${show(value)} ${negated ? 'not ' : ''}${outcome.want()}`
  const error = new AssertionError([message, text, outcome.note?.()].filter(Boolean).join('. '))
  if ('other' in outcome && !negated) compared.set(error, { expected: show(outcome.other), got: show(value) })
  throw error
}

/** The checks on a value. */
class Matchers {
  constructor(
    readonly value: unknown,
    readonly message?: string,
    readonly negated = false,
  ) {}

  get not(): Matchers {
    return new Matchers(this.value, this.message, !this.negated)
  }

  get resolves(): Settled {
    return new Settled(this.value, this.message, false)
  }

  get rejects(): Settled {
    return new Settled(this.value, this.message, true)
  }
}

/** The checks on what a promise gives, or on what it fails with. */
class Settled {
  constructor(
    readonly value: unknown,
    readonly message: string | undefined,
    readonly failing: boolean,
    readonly negated = false,
  ) {}

  get not(): Settled {
    return new Settled(this.value, this.message, this.failing, !this.negated)
  }

  async wait(): Promise<unknown> {
    let result: unknown
    try {
      result = await (typeof this.value === 'function' ? this.value() : this.value)
    } catch (error) {
      if (this.failing) return error
      throw new AssertionError(`expected a promise that is kept, but it failed with ${show(error)}`)
    }
    if (this.failing) throw new AssertionError(`expected a promise that fails, but it gave ${show(result)}`)
    return result
  }
}

for (const [name, given] of Object.entries(checks)) {
  const check = given as Check
  Object.defineProperty(Matchers.prototype, name, {
    value(this: Matchers, ...args: never[]): void {
      judge(this.value, this.negated, check(this.value, ...args), this.message)
    },
  })
  Object.defineProperty(Settled.prototype, name, {
    async value(this: Settled, ...args: never[]): Promise<void> {
      const result = await this.wait()
      const outcome = name.startsWith('toThrow')
        ? throws({ thrown: this.failing, error: result }, args[0])
        : check(result, ...args)
      judge(result, this.negated, outcome, this.message)
    },
  })
}

function expectation(value: unknown, message?: string): Matchers {
  return new Matchers(value, message)
}

export const expect = Object.assign(expectation, {
  fail(message = 'expect.fail()'): never {
    throw new AssertionError(message)
  },
  /** The test must make exactly so many checks. */
  assertions(n: number): void {
    counted.announced = n
  },
})

/** Checks what expect.assertions announced, and begins anew. */
export function settleCount(): void {
  const { made, announced } = counted
  counted.made = 0
  counted.announced = -1
  if (announced >= 0 && made !== announced) {
    throw new AssertionError(`expected ${announced} checks, but ${made} were made`)
  }
}

export function resetCount(): void {
  counted.made = 0
  counted.announced = -1
}
