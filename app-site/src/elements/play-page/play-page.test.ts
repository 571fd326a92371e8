// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AppState, initialState } from '../../state/state.ts'

let state: AppState = initialState
const open = vi.fn()

// The stage and the run of the page have tests of their own.
vi.mock('../circuit-stage/circuit-stage.ts', () => ({}))
vi.mock('@simten/viewer/wave/circuit-wave', () => ({}))
vi.mock('../../state/sandbox-origin.ts', () => ({ sandboxOrigin: async () => 'https://sandbox.example' }))
vi.mock('../../state/page-run.ts', () => ({
  PageRun: class {
    readonly session = { tell() {} }
    readonly connection = { async open() {} }
    readonly slot = undefined
    open = open
    get state() {
      return state
    }
    start() {}
    showPicture() {}
  },
}))

const { PlayPage } = await import('./play-page.ts')

async function page(path: string) {
  history.replaceState(null, '', path)
  const element = new PlayPage()
  document.body.append(element)
  await element.updateComplete
  const root = element.renderRoot
  const link = () => [...root.querySelectorAll('a')].find((a) => a.textContent === 'Open in the editor')
  return { element, root, link }
}

beforeEach(() => {
  state = initialState
  open.mockClear()
})
afterEach(() => document.body.replaceChildren())

describe('a circuit on the whole page', () => {
  it('opens the example of its address, and leads to it in the editor', async () => {
    const { link } = await page('/play?example=half-adder')
    await vi.waitFor(() => expect(open).toHaveBeenCalled())
    expect(open.mock.calls[0]?.[0]).toMatchObject({ example: 'half-adder', origin: 'example' })
    await vi.waitFor(() => expect(link()?.getAttribute('href')).toBe('/?example=half-adder'))
  })

  it('says that a link holds no circuit, and offers examples', async () => {
    const { root } = await page('/play#code=damaged')
    await vi.waitFor(() => expect(root.querySelector('[role=alert]')?.textContent).toMatch(/\w/))
    expect(root.querySelector('h1')?.textContent).toBe('No circuit')
    expect(root.querySelector('example-gallery')).not.toBeNull()
    expect(open).not.toHaveBeenCalled()
  })

  it('has waveforms for a circuit with a clock, shown and hidden by one button', async () => {
    state = {
      ...initialState,
      compiled: { main: 'Counter', design: { sequential: true } } as unknown as AppState['compiled'],
    }
    const { element, root } = await page('/play?example=counter')
    const button = () => root.querySelector<HTMLElement>('header button')
    expect(root.querySelector('h1')?.textContent).toBe('Counter')
    expect(button()?.getAttribute('aria-pressed')).toBe('false')
    button()?.click()
    await element.updateComplete
    expect(button()?.getAttribute('aria-pressed')).toBe('true')
    expect(root.querySelector('circuit-wave')).not.toBeNull()
    state = initialState
    element.requestUpdate()
    await element.updateComplete
    expect(button()).toBeNull()
  })
})
