// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppState, initialState } from '../../state/state.ts'

// The canvas and the clock have tests of their own.
vi.mock('@simten/viewer/canvas/circuit-canvas', () => ({}))
vi.mock('@simten/viewer/controls/circuit-controls', () => ({}))
vi.mock('@simten/viewer/layout/layout', () => ({ prepareLayout: () => {} }))

const { CircuitStage } = await import('./circuit-stage.ts')

const compiled = { main: 'A', library: {}, design: { sequential: true } } as unknown as AppState['compiled']

async function stage(state: Partial<AppState>, properties: object = {}) {
  const element = Object.assign(new CircuitStage(), { editable: true }, properties)
  element.state = { ...initialState, ...state }
  document.body.append(element)
  await element.updateComplete
  const find = <T extends Element & Record<string, unknown>>(selector: string) =>
    element.renderRoot.querySelector<T>(selector)
  const blocked = () => find('circuit-controls')?.blocked
  return { element, find, blocked }
}

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(() => document.body.replaceChildren())

describe('the stage', () => {
  it('offers examples instead of a text that is empty, and only to who can write', async () => {
    const { element, find } = await stage({})
    const opened: unknown[] = []
    element.addEventListener('example-open', (event) => opened.push((event as CustomEvent<unknown>).detail))
    const gallery = find('example-gallery')
    gallery?.dispatchEvent(new CustomEvent('example-open', { detail: 'counter' }))
    expect(opened).toEqual(['counter'])
    expect((await stage({}, { editable: false })).find('example-gallery')).toBeNull()
  })

  it('says why a circuit cannot run, with the line for who can write', async () => {
    const problems = [{ line: 7, nodes: [] }] as unknown as AppState['problems']
    const broken = { text: 'a', compiled, broken: true, problems }
    expect((await stage(broken)).blocked()).toBe(
      'This is the last circuit without errors. Mend the text in line 7 to run it.',
    )
    expect((await stage({ ...broken, faulty: compiled })).blocked()).toBe(
      'It cannot run: a loop never settles in line 7.',
    )
    expect((await stage({ ...broken, foreign: true }, { editable: false })).blocked()).toBe(
      'There is no circuit to run yet: the text has an error.',
    )
  })

  it('draws the picture of before until the circuit is there', async () => {
    const { find } = await stage({ text: 'a', picture: compiled as NonNullable<typeof compiled> })
    expect(find('circuit-canvas')?.hasAttribute('awaited')).toBe(true)
    expect(find('circuit-canvas')?.hasAttribute('movable')).toBe(false)
  })

  it('tells of causes that are lit, and ends that', async () => {
    const causes = { signal: 'q', cycle: 1200, steps: [{}], more: false, problem: undefined }
    const { element, find } = await stage({ text: 'a' }, { causes })
    const ended: string[] = []
    element.addEventListener('causes-close', (event) => ended.push(event.type))
    expect(find('.causes')?.textContent).toMatch(/Causes of q in cycle 1.200/)
    element.renderRoot.querySelector<HTMLElement>('[aria-label="Close the causes"]')?.click()
    expect(ended).toEqual(['causes-close'])
  })
})
