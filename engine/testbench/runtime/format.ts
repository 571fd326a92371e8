// How values are shown in messages.

const DEEPEST = 4
const LONGEST = 2000

export function show(value: unknown): string {
  const text = format(value, 0, new Set())
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function format(value: unknown, depth: number, around: Set<object>): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'function':
      return value.name ? `[function ${value.name}]` : '[function]'
    case 'object':
      break
    default:
      return String(value)
  }
  if (value === null) return 'null'
  if (around.has(value)) return '[circular]'
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof RegExp || value instanceof Date) return String(value)
  if (depth >= DEEPEST) return Array.isArray(value) ? '[…]' : '{…}'
  around.add(value)
  const text = compound(value, (v) => format(v, depth + 1, around))
  around.delete(value)
  return text
}

function compound(value: object, inner: (v: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`
  if (value instanceof Map) {
    return `Map {${[...value].map(([k, v]) => `${inner(k)} => ${inner(v)}`).join(', ')}}`
  }
  if (value instanceof Set) return `Set {${[...value].map(inner).join(', ')}}`
  if (ArrayBuffer.isView(value)) return `[${Array.from(value as Uint8Array, inner).join(', ')}]`
  const fields = Object.entries(value).map(([k, v]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(k) ? k : JSON.stringify(k)
    return `${name}: ${inner(v)}`
  })
  return fields.length ? `{ ${fields.join(', ')} }` : '{}'
}
