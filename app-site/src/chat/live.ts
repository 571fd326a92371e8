import type { CircuitResult } from './tool-result.ts'

/** The message of the page at /embed to the page around it when its circuit can be operated. */
export const READY = 'simten-embed-ready'

/**
 * The address at which a circuit runs in a frame; undefined where there is none: no studio that serves the page, no
 * link to the circuit, or a host that grants no frame of the studio.
 */
export function liveAddress(
  studio: string,
  { code, cycle, inputs, stepped }: Pick<CircuitResult, 'code' | 'cycle' | 'inputs' | 'stepped'>,
  theme: 'light' | 'dark' | undefined,
  granted: readonly string[] | undefined,
): string | undefined {
  if (studio === '' || code === '' || granted?.includes(studio) === false) return undefined
  const query = new URLSearchParams()
  if (theme) query.set('theme', theme)
  if (cycle > 0 && !stepped) query.set('cycle', String(cycle))
  if (inputs !== '') query.set('inputs', inputs)
  const asked = query.size > 0 ? `?${query}` : ''
  return `${studio}/embed${asked}${code}`
}

/** The address at which people open a circuit; undefined where there is none. */
export function openAddress(studio: string, { code }: Pick<CircuitResult, 'code'>): string | undefined {
  return studio === '' || code === '' ? undefined : `${studio}/${code}`
}
