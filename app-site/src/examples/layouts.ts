import type { LayoutStore } from '../engine.ts'
import first from './layouts/half-adder.gen.json'
import { shippedWith } from './shipped.ts'

type Graph = Parameters<LayoutStore['put']>[1]

/** A layout under the fingerprint of its graph. */
export type Kept = readonly [key: string, graph: Graph]

/** The layouts of the examples; embed/viewer/test/shipped.test.ts makes them. Each comes when its example is opened. */
const files = import.meta.glob<unknown>(['./layouts/*.gen.json', '!./layouts/half-adder.gen.json'], {
  import: 'default',
})

/** Those of the first example, which new visitors see, are there at once. */
export const firstLayouts: readonly Kept[] = keptIn(first)

const shipped = shippedWith(files, (id) => `./layouts/${id}.gen.json`)

/** The layouts of what is inside of the parts of each example. They come when one of the parts is looked at. */
const insides = import.meta.glob<unknown>('./insides/*.gen.json', { import: 'default' })
const shippedInsides = shippedWith(insides, (id) => `./insides/${id}.gen.json`)

/** Fetches the layouts of the parts of a text's circuit, as `layoutsOf` does those of its first picture. */
export function insidesOf(text: string): Promise<readonly Kept[]> | undefined {
  return shippedInsides(text)?.then(keptIn)
}

/** Fetches the layouts of a text; undefined when it is not that of an example. None when they cannot be fetched. */
export function layoutsOf(text: string): Promise<readonly Kept[]> | undefined {
  return shipped(text)?.then(keptIn)
}

/**
 * The entries of some data that have the form of kept layouts. The places themselves are looked at when they are used.
 */
export function keptIn(data: unknown): Kept[] {
  return Array.isArray(data) ? data.filter(isKept) : []
}

function isKept(entry: unknown): entry is Kept {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'object' && entry[1] !== null
}
