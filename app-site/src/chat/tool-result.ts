import { isRecord } from './host-link.ts'

/** The entry of a tool result's `_meta` that is for this view (`cmd/simten/appview` writes it). */
export const META_KEY = 'simten.dev/circuit'

/** The value of a port of a circuit. */
export interface PortValue {
  readonly name: string
  readonly value: string
  readonly output: boolean
  /** Bits of an input; 0 where they are not known. */
  readonly width: number
}

/** A circuit at a cycle, as a tool gives it. */
export interface CircuitResult {
  readonly name: string
  readonly cycle: number
  /** The picture with the values of the cycle, as SVG; "" for none. */
  readonly picture: string
  readonly values: readonly PortValue[]
  /** The part of an address that opens the circuit, `#code=…`; "" for one that is too large. */
  readonly code: string
  /** Values of inputs at first, as `<circuit-embed inputs>` takes them. */
  readonly inputs: string
  /** Inputs change from cycle to cycle, so that a live circuit begins at cycle 0. */
  readonly stepped: boolean
  /** The handle with which the tool is asked again; "" for none. */
  readonly run: string
  /** The inputs of that run: those of entry i are set before cycle i. */
  readonly steps: readonly Readonly<Record<string, unknown>>[]
  readonly clocked: boolean
}

/** More of a name or value is not shown. */
const longest = 200
/** More ports are not listed. */
const mostValues = 64
/** More inputs are not sent again. */
const mostSteps = 300

/** Reads the result of a tool; undefined where it has no circuit for this view. */
export function circuitOf(result: unknown): CircuitResult | undefined {
  const meta = isRecord(result) && isRecord(result._meta) ? result._meta[META_KEY] : undefined
  if (!isRecord(meta)) return undefined
  const { name, cycle, values } = meta
  if (typeof name !== 'string' || !Number.isSafeInteger(cycle) || (cycle as number) < 0) return undefined
  const code = text(meta.code)
  return {
    name: name.slice(0, longest),
    cycle: cycle as number,
    picture: text(meta.picture),
    values: Array.isArray(values) ? values.flatMap(portValue).slice(0, mostValues) : [],
    code: /^#code=[\w.=&-]+$/.test(code) ? code : '',
    inputs: text(meta.inputs),
    stepped: meta.stepped === true,
    run: text(meta.run).slice(0, longest),
    steps: Array.isArray(meta.steps) ? meta.steps.slice(0, mostSteps).map((step) => (isRecord(step) ? step : {})) : [],
    clocked: meta.clocked === true,
  }
}

/** The first text of a result, for people: why there is no circuit. */
export function wordsOf(result: unknown): string {
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : []
  const first: unknown = content.find((block: unknown) => isRecord(block) && block.type === 'text')
  return isRecord(first) ? text(first.text).slice(0, 1000) : ''
}

/** Whether a tool has failed. */
export function hasFailed(result: unknown): boolean {
  return isRecord(result) && result.isError === true
}

function portValue(entry: unknown): PortValue[] {
  if (!isRecord(entry)) return []
  const { name, value, output, width } = entry
  if (typeof name !== 'string' || typeof value !== 'string') return []
  return [
    {
      name: name.slice(0, longest),
      value: value.slice(0, longest),
      output: output === true,
      width: typeof width === 'number' && Number.isSafeInteger(width) ? width : 0,
    },
  ]
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
