// Equality of values by what they hold.

/** Strict also tells undefined fields from missing ones, and classes from plain objects. */
export function equal(a: unknown, b: unknown, strict: boolean): boolean {
  return same(a, b, strict, [])
}

function same(a: unknown, b: unknown, strict: boolean, around: [object, object][]): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (around.some(([x, y]) => x === a && y === b)) return true
  const inner = (x: unknown, y: unknown): boolean => same(x, y, strict, [...around, [a, b]])
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => inner(v, b[i]))
  }
  if (a instanceof Map || b instanceof Map) {
    if (!(a instanceof Map) || !(b instanceof Map) || a.size !== b.size) return false
    return [...a].every(([k, v]) => b.has(k) && inner(v, b.get(k)))
  }
  if (a instanceof Set || b instanceof Set) {
    if (!(a instanceof Set) || !(b instanceof Set) || a.size !== b.size) return false
    return [...a].every((v) => b.has(v) || [...b].some((w) => inner(v, w)))
  }
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime()
  }
  if (a instanceof Error || b instanceof Error) {
    return a instanceof Error && b instanceof Error && a.name === b.name && a.message === b.message
  }
  if (a instanceof RegExp || b instanceof RegExp) return String(a) === String(b)
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) {
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return false
    const [x, y] = [Array.from(a as Uint8Array), Array.from(b as Uint8Array)]
    return x.length === y.length && x.every((v, i) => Object.is(v, y[i]))
  }
  const [p, q] = [fields(a, strict), fields(b, strict)]
  return p.length === q.length && p.every((k) => Object.hasOwn(b, k) && inner(field(a, k), field(b, k)))
}

/** Contains reports whether every field of part is in whole. */
export function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    return equal(whole, part, false)
  }
  if (Array.isArray(part)) {
    return Array.isArray(whole) && whole.length === part.length && part.every((v, i) => contains(whole[i], v))
  }
  if (part instanceof Map || part instanceof Set || part instanceof Date) return equal(whole, part, false)
  return Object.keys(part).every((k) => k in whole && contains(field(whole, k), field(part, k)))
}

function fields(o: object, strict: boolean): string[] {
  return Object.keys(o).filter((k) => strict || field(o, k) !== undefined)
}

export function field(o: object, key: string): unknown {
  return (o as Record<string, unknown>)[key]
}
