import type { Entry } from './reference.ts'

/** A component by itself, as a circuit with its ports. */
export interface Specimen {
  readonly text: string
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
}

export interface Port {
  readonly name: string
  readonly width: number
}

/** An option that can be chosen on the page: a whole number. */
export interface Choice {
  readonly name: string
  readonly doc: string
  readonly first: number
  readonly min: number
  readonly max: number
}

/** Components whose ports or memories follow from more than numbers. */
const excluded = new Set(['Mem', 'RV32I_Core', 'Button'])
/** Addresses and start values are no sizes; a field for them says nothing. */
const addresses = /^(base|end)/
const widest = 64

/** The options of a component that are whole numbers. */
export function choicesOf(entry: Entry): readonly Choice[] {
  return (entry.options ?? [])
    .filter((o) => /^\d+$/.test(o.default ?? '') && !addresses.test(o.name))
    .filter((o) => !entry.ports?.some((p) => p.name === o.name)) // the port decides
    .map((o) => {
      const size = /width|height/i.test(o.name)
      return { name: o.name, doc: o.doc, first: Number(o.default), min: size ? 1 : 0, max: size ? widest : 255 }
    })
}

/**
 * The circuit that shows a component with these options; undefined for what is no component, or cannot be shown so.
 */
export function specimenOf(entry: Entry, chosen: Readonly<Record<string, number>> = {}): Specimen | undefined {
  const { name, ports = [] } = entry
  if (entry.kind !== 'component' || excluded.has(name) || ports.length === 0) return undefined
  const options: Record<string, number> = {}
  for (const { name: option, first } of choicesOf(entry)) options[option] = chosen[option] ?? first
  const given = Object.entries(options).map(([option, value]) => `${option}: ${value}`)
  const values = { ...options }
  for (const o of entry.options ?? []) {
    const value = widthOf(o.default ?? '', values)
    if (!(o.name in values) && value !== undefined) values[o.name] = value
  }
  const widths = ports.map((p) => widthOf(p.width, values))
  if (widths.some((w) => w === undefined || w < 1 || w > 1024)) return undefined
  const all = ports.map((p, i) => ({ name: p.name, direction: p.direction, width: widths[i] ?? 1 }))
  const inputs = all.filter((p) => p.direction === 'input').map(plain)
  const outputs = all.filter((p) => p.direction === 'output').map(plain)
  const list = (of: readonly Port[]) =>
    of.map((p) => `${p.name}: ${p.width === 1 ? 'bit' : `bus(${p.width})`}`).join(', ')
  const part = entry.factory ? `${name}(${given.length > 0 ? `{ ${given.join(', ')} }` : ''})` : name
  const text = `circuit('Try${name}', {
  inputs: { ${list(inputs)} },
  outputs: { ${list(outputs)} },
  nodes: { part: ${part} },
  connect: ({ inputs, outputs, nodes: { part } }) => [
${inputs.map((p) => `    inputs.${p.name}.to(part.${p.name}),\n`).join('')}${outputs.map((p) => `    part.${p.name}.to(outputs.${p.name}),\n`).join('')}  ],
})
`
  return { text, inputs, outputs }
}

const plain = ({ name, width }: Port): Port => ({ name, width })

/** The value of a width as the reference writes it: `8`, `bit`, `width`, `high − low + 1`, `max(8, high + 1)`. */
export function widthOf(expression: string, values: Readonly<Record<string, number>>): number | undefined {
  const text = expression.trim()
  const larger = /^max\(([^,]+),([^,]+)\)$/.exec(text)
  if (larger) {
    const [a, b] = [widthOf(larger[1] ?? '', values), widthOf(larger[2] ?? '', values)]
    return a === undefined || b === undefined ? undefined : Math.max(a, b)
  }
  if (text === 'bit') return 1
  let sum = 0
  let sign = 1
  for (const word of text.split(/\s+/)) {
    if (word === '+') sign = 1
    else if (word === '−' || word === '-') sign = -1
    else {
      const value = /^\d+$/.test(word) ? Number(word) : Object.hasOwn(values, word) ? values[word] : undefined
      if (value === undefined) return undefined
      sum += sign * value
      sign = 1
    }
  }
  return sum
}
