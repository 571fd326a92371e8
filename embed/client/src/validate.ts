import {
  DEFAULT_LIMITS,
  ENUMS,
  type Limits,
  type ProtocolEvent,
  type Reply,
  type Request,
  SCHEMA,
} from './protocol.gen.ts'

/**
 * Checks a value that came from another window against the schema that is generated from the Go structs.
 *
 * Only own enumerable properties count, unknown ones are refused, and prototypes other than those of plain data too, so
 * that nothing in a message can be mistaken for something else later.
 */

/** The fault of a message: the path of the field and the problem, as one sentence. */
export class InvalidMessage extends Error {}

/** The message is larger than one may be. */
export class MessageTooLarge extends InvalidMessage {}

type Check = (value: unknown, path: string, budget: Budget) => void

/**
 * Bounds one message, and with it the work of its check: what its characters, keys and values take at least in JSON,
 * and its typed arrays.
 */
export interface Budget {
  left: number
}
/** Nesting of options inside a circuit. */
const DEEPEST_JSON = 64
const LONGEST_VALUE = 65_536 / 4 + 4_000

const LONE_SURROGATE = /\p{Surrogate}/u
const DECIMAL = /^(0|[1-9][0-9]*)$/
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/

function fail(path: string, problem: string): never {
  throw new InvalidMessage(`Field ${where(path)} ${problem}.`)
}

/** Names come from the message and may be of any length. */
const where = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path || 'message')

/** The own enumerable entries of a plain object; anything else is refused. */
function entries(value: unknown, path: string, budget: Budget): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'must be an object')
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) fail(path, 'must be a plain object')
  const list = Object.entries(value)
  spend(budget, list.length, path)
  return list
}

function spend(budget: Budget, amount: number, path: string): void {
  budget.left -= amount
  if (budget.left < 0) throw new MessageTooLarge(`Field ${where(path)} makes the message too large.`)
}

function checkText(value: unknown, path: string, budget: Budget): string {
  if (typeof value !== 'string') fail(path, 'must be a text')
  spend(budget, value.length, path)
  if (LONE_SURROGATE.test(value)) fail(path, 'contains half of a surrogate pair')
  return value
}

function checkJson(value: unknown, path: string, budget: Budget, depth = 0): void {
  if (depth > DEEPEST_JSON) fail(path, `is nested more than ${DEEPEST_JSON} levels deep`)
  spend(budget, 1, path)
  switch (typeof value) {
    case 'boolean':
      return
    case 'string':
      checkText(value, path, budget)
      return
    case 'number':
      if (!Number.isFinite(value)) fail(path, 'must be a finite number')
      return
  }
  if (value === null) return
  if (Array.isArray(value)) {
    for (const [i, item] of dense(value, path).entries()) checkJson(item, `${path}[${i}]`, budget, depth + 1)
    return
  }
  for (const [key, item] of entries(value, path, budget)) {
    checkText(key, path, budget)
    checkJson(item, `${path}.${key}`, budget, depth + 1)
  }
}

/** An array without holes and without further properties. */
function dense(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) fail(path, 'must be a list')
  if (Object.getPrototypeOf(value) !== Array.prototype) fail(path, 'must be a plain list')
  if (Object.keys(value).length !== value.length) fail(path, 'must be a list without holes')
  return value
}

/** Bounds written "(least,most)"; either may be missing. */
interface Bounds {
  min: number
  max: number
}

function within(bounds: Bounds | undefined, n: number, path: string, of: string): void {
  if (!bounds || (n >= bounds.min && n <= bounds.max)) return
  const upTo = bounds.max === Number.POSITIVE_INFINITY ? 'up' : `to ${bounds.max}`
  fail(path, `${of} must be ${bounds.min} ${upTo}, not ${n}`)
}

/** Code points, as Go counts them; at most as many as UTF-16 units. */
function length(text: string, bounds: Bounds | undefined): number {
  return bounds && text.length <= 4 * bounds.max ? [...text].length : text.length
}

function number(integer: boolean, min: number, bounds: Bounds | undefined): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, 'must be a finite number')
    if (integer && !Number.isSafeInteger(value)) fail(path, 'must be a whole number below 2^53')
    if (value < min) fail(path, 'must not be negative')
    within(bounds, value, path, 'as a number')
  }
}

function checkValue(value: unknown, path: string, budget: Budget): void {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) fail(path, 'must be an unsigned whole number')
    return
  }
  const text = checkText(value, path, budget)
  if (text.length > LONGEST_VALUE) fail(path, 'has too many digits')
  if (!DECIMAL.test(text) && !HEXADECIMAL.test(text)) fail(path, 'must be an unsigned whole number')
}

/** A number from outside; what a text says is for the engine to judge, which can tell what to write instead. */
function checkGiven(value: unknown, path: string, budget: Budget): void {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return
  if (typeof value === 'number') fail(path, 'must be a finite number')
  if (checkText(value, path, budget).length > LONGEST_VALUE) fail(path, 'has too many digits')
}

/** Kinds without parts. */
function plain(kind: string, bounds: Bounds | undefined): Check {
  switch (kind) {
    case 'bool':
      return (value, path) => {
        if (typeof value !== 'boolean') fail(path, 'must be true or false')
      }
    case 'string':
      return (value, path, budget) =>
        within(bounds, length(checkText(value, path, budget), bounds), path, 'in characters')
    case 'int':
      return number(true, Number.NEGATIVE_INFINITY, bounds)
    case 'uint':
      return number(true, 0, bounds)
    case 'number':
      return number(false, Number.NEGATIVE_INFINITY, bounds)
    case 'value':
      return checkValue
    case 'given':
      return checkGiven
    case 'json':
      return (value, path, budget) => checkJson(value, path, budget)
    case 'fragment':
      return () => {} // chunks.ts checks it as what it becomes
    case 'u8':
      return (value, path, budget) => {
        if (!(value instanceof Uint8Array)) fail(path, 'must be a Uint8Array')
        spend(budget, value.byteLength, path)
      }
    case 'u32':
      return (value, path, budget) => {
        if (!(value instanceof Uint32Array)) fail(path, 'must be a Uint32Array')
        spend(budget, value.byteLength, path)
      }
  }
  throw new Error(`unknown kind ${kind}`) // the schema is generated; this is a mistake of ours
}

function parseBounds(text: string): Bounds {
  const [min, max] = text.split(',')
  return {
    min: min ? Number(min) : Number.NEGATIVE_INFINITY,
    max: max ? Number(max) : Number.POSITIVE_INFINITY,
  }
}

/** The check for one schema text, without its "?". */
function compile(text: string): Check {
  const open = text.indexOf('(')
  const bounds = open < 0 ? undefined : parseBounds(text.slice(open + 1, -1))
  const shape = open < 0 ? text : text.slice(0, open)
  if (shape.startsWith('[]')) {
    const item = compile(shape.slice(2))
    return (value, path, budget) => {
      const list = dense(value, path)
      spend(budget, list.length, path)
      list.forEach((element, i) => {
        item(element, `${path}[${i}]`, budget)
      })
    }
  }
  if (shape.startsWith('{}')) {
    const item = compile(shape.slice(2))
    return (value, path, budget) => {
      const list = entries(value, path, budget)
      within(bounds, list.length, path, 'in entries')
      for (const [key, element] of list) {
        checkText(key, path, budget)
        item(element, `${path}.${key}`, budget)
      }
    }
  }
  if (shape.startsWith('#')) {
    const name = shape.slice(1)
    return (value, path, budget) => object(name)(value, path, budget)
  }
  if (shape.startsWith('=')) {
    const allowed = new Set(ENUMS[shape.slice(1)])
    return (value, path) => {
      if (typeof value !== 'string' || !allowed.has(value)) fail(path, `must be one of ${[...allowed].join(', ')}`)
    }
  }
  return plain(shape, bounds)
}

const objects = new Map<string, Check>()

/** The check for a message of the schema; made when it is first needed, because messages refer to each other. */
function object(name: string): Check {
  let check = objects.get(name)
  if (!check) {
    check = compileObject(name)
    objects.set(name, check)
  }
  return check
}

function compileObject(name: string): Check {
  const fields = new Map<string, { optional: boolean; check: Check }>()
  for (const [field, text] of Object.entries(SCHEMA[name] ?? {})) {
    const optional = text.startsWith('?')
    fields.set(field, { optional, check: compile(optional ? text.slice(1) : text) })
  }
  return (value, path, budget) => {
    const own = new Map(entries(value, path, budget))
    for (const key of own.keys()) {
      if (!fields.has(key)) fail(path ? `${path}.${key}` : key, 'is unknown')
    }
    for (const [key, field] of fields) {
      const item = own.get(key)
      const at = path ? `${path}.${key}` : key
      if (item === undefined) {
        if (!field.optional) fail(at, 'is missing')
      } else {
        field.check(item, at, budget)
      }
    }
  }
}

/**
 * Throws {@link InvalidMessage} unless value is a message of the given name in the schema, of at most so many bytes.
 */
export function validate(name: string, value: unknown, budget: Budget = { left: DEFAULT_LIMITS.resultBytes }): void {
  object(name)(value, '', budget)
}

/** The same for a value by the text of a field's shape, see {@link SCHEMA}. */
export function validateShape(
  shape: string,
  value: unknown,
  budget: Budget = { left: DEFAULT_LIMITS.resultBytes },
): void {
  compile(shape)(value, '', budget)
}

/** The kind of addition to a place of a message: its kind, the check of one element, and the bounds of their number. */
export interface Growing {
  kind: 'list' | 'map' | 'text' | 'bytes' | 'json'
  check(value: unknown, path: string, budget: Budget): void
  size(n: number, path: string): void
}

const growing = new Map<string, Growing | undefined>()

/** The place of a message at a path, if something can be added there. */
export function growingAt(name: string, path: readonly string[]): Growing | undefined {
  let shape: string | undefined = `#${name}`
  for (const key of path) {
    const [of] = shape.split('(') as [string]
    if (of.startsWith('#')) {
      const fields: Record<string, string> = SCHEMA[of.slice(1)] ?? {}
      shape = Object.hasOwn(fields, key) ? fields[key]?.replace(/^\?/, '') : undefined
    } else if (of.startsWith('[]') || of.startsWith('{}')) shape = of.slice(2)
    else if (of !== 'json') shape = undefined
    if (shape === undefined) return undefined
  }
  let found = growing.get(shape)
  if (!found) {
    found = growingOf(shape)
    growing.set(shape, found)
  }
  return found
}

function growingOf(shape: string): Growing | undefined {
  const open = shape.indexOf('(')
  const bounds = open < 0 ? undefined : parseBounds(shape.slice(open + 1, -1))
  const of = open < 0 ? shape : shape.slice(0, open)
  const item = compile(of.startsWith('[]') || of.startsWith('{}') ? of.slice(2) : of)
  const size = (n: number, path: string) => within(bounds, n, path, 'in entries')
  if (of.startsWith('[]')) return { kind: 'list', check: item, size }
  if (of.startsWith('{}')) return { kind: 'map', check: item, size }
  if (of === 'json') return { kind: 'json', check: item, size }
  if (of === 'u8') return { kind: 'bytes', check: item, size }
  if (of === 'string' && !bounds) return { kind: 'text', check: item, size }
  return undefined
}

/** The part that each type of request carries; types that are not here carry none. */
const PARTS = [
  'compile',
  'set',
  'tick',
  'run',
  'restore',
  'seek',
  'move',
  'inspect',
  'replay',
  'ask',
  'grade',
  'precompile',
  'import',
  'bitstream',
  'abort',
] as const

/** A request that fits the schema, has the part of its type and no other, and keeps within the limits. */
export function asRequest(value: unknown, limits: Limits = DEFAULT_LIMITS, budget?: Budget): Request {
  validate('Request', value, budget ?? { left: limits.resultBytes })
  const request = value as Request // every field was checked above
  for (const part of PARTS) {
    const present = request[part] !== undefined
    if (part === request.type && !present) fail(part, `is missing in a ${part} request`)
    if (part !== request.type && present) fail(part, `does not belong in a ${request.type} request`)
  }
  if (request.tick && request.tick.count > limits.ticksPerRequest) {
    fail('tick.count', `must be at most ${limits.ticksPerRequest}`)
  }
  return request
}

/** A reply that fits the schema. */
export function asReply(value: unknown, budget?: Budget): Reply {
  validate('Reply', value, budget)
  return value as Reply
}

/** An event that fits the schema. */
export function asEvent(value: unknown, budget?: Budget): ProtocolEvent {
  validate('ProtocolEvent', value, budget)
  return value as ProtocolEvent
}
