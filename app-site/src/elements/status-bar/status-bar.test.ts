// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../state/problems.ts'
import { megabytes, StatusBar, type StripState } from './status-bar.ts'

const quiet: StripState = {
  health: { state: 'ready' },
  misplaced: false,
  failure: undefined,
  broken: false,
  firstProblem: undefined,
  compiling: 'no',
  progress: undefined,
  fetching: [],
  returning: undefined,
  fromLink: false,
  strict: false,
  online: true,
  newRelease: false,
  changedFile: undefined,
  drawn: true,
}

const problem = (more: Partial<Problem>): Problem => ({
  severity: 'error',
  message: 'Nothing drives a.',
  advice: undefined,
  fixes: [],
  code: 'E001',
  line: 4,
  column: 2,
  endLine: 0,
  endColumn: 0,
  circuit: undefined,
  node: undefined,
  nodes: [],
  running: false,
  again: false,
  ...more,
})

async function bar(state: Partial<StripState>, editable = true) {
  const element = new StatusBar()
  element.state = { ...quiet, ...state }
  element.editable = editable
  document.body.append(element)
  await element.updateComplete
  const strip = () => element.renderRoot.querySelector('.strip')
  const text = () => (strip()?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const buttons = () => [...element.renderRoot.querySelectorAll<HTMLElement>('button')]
  return { element, strip, text, buttons }
}

afterEach(() => document.body.replaceChildren())

describe('the status bar', () => {
  it('has nothing to say of a circuit that runs', async () => {
    expect((await bar({})).strip()).toBeNull()
  })

  it('says that the sandbox is not there before anything else, and tries again', async () => {
    const { element, text, buttons } = await bar({ health: { state: 'unavailable' }, online: false, fromLink: true })
    expect(text()).toContain('The sandbox cannot be reached')
    expect(text()).toContain('You are offline.')
    let tried = 0
    element.addEventListener('sandbox-retry', () => tried++)
    buttons()[0]?.click()
    expect(tried).toBe(1)
  })

  it('leads to the line of the first problem where the text can be changed', async () => {
    const firstProblem = problem({ advice: 'Connect it.' })
    const { element, text, buttons } = await bar({ broken: true, firstProblem })
    expect(text()).toContain('Nothing drives a.Connect it.')
    const opened: unknown[] = []
    element.addEventListener('problem-open', (event) => opened.push((event as CustomEvent<unknown>).detail))
    buttons()[0]?.click()
    expect(opened).toEqual([firstProblem])
    expect((await bar({ broken: true, firstProblem }, false)).buttons()).toEqual([])
  })

  it('offers another try only where one may do', async () => {
    const names = async (p: Partial<Problem>) =>
      (await bar({ broken: true, firstProblem: problem({ line: 0, ...p }) })).buttons().map((b) => b.textContent)
    expect(await names({})).toEqual([])
    expect(await names({ again: true })).toEqual(['Try again'])
    expect(await names({ code: 'E015' })).toEqual(['Take the package as it is now'])
  })

  it('lists at most three packages that are fetched', async () => {
    expect((await bar({ fetching: ['a', 'b', 'c', 'd'] })).text()).toBe('Fetching a, b, c and 1 more …')
  })

  it('shows how far a return is', async () => {
    const { element, text } = await bar({ returning: { cycle: 10, of: 2000 } })
    expect(text()).toContain('Back to cycle 2,000')
    expect(element.renderRoot.querySelector('progress')?.getAttribute('aria-label')).toBe('Cycles')
  })

  it('counts megabytes, never more than there are', () => {
    expect([megabytes(1_240_000, 0), megabytes(9_000_000, 5_000_000)]).toEqual(['1.2 MB', '5.0 of 5.0 MB'])
  })

  it('offers a new release, but not in place of the way to full speed', async () => {
    expect((await bar({ changedFile: 'gate.ts', strict: true })).text()).toContain('gate.ts has changed on the disk.')
    expect((await bar({ newRelease: true })).text()).toContain('A new version of Simten is ready.')
    expect((await bar({ newRelease: true, strict: true })).text()).toContain('Full speed')
  })
})
