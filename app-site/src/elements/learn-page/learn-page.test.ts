// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Progress } from '../../learn/progress.ts'
import { steps } from '../../learn/steps.ts'
import { LearnPage } from './learn-page.ts'

async function page(path = '/learn') {
  history.replaceState(null, '', path)
  const element = new LearnPage()
  document.body.append(element)
  await element.updateComplete
  return element.renderRoot
}

beforeEach(() => localStorage.clear())
afterEach(() => document.body.replaceChildren())

describe('the path', () => {
  it('lists all steps and begins with the first', async () => {
    const root = await page()
    expect(root.querySelectorAll('ol li')).toHaveLength(steps.length)
    const begin = root.querySelector('.begin')
    expect(begin?.textContent).toBe('Begin')
    expect(begin?.getAttribute('href')).toBe(`/learn/${steps[0]?.slug}`)
    expect(document.title).toBe('Learn – Simten')
  })

  it('goes on with the first step that was not passed', async () => {
    const [first, second] = steps
    new Progress().passed(first?.slug ?? '', { gates: 1, depth: 1, cycles: 0 })
    const begin = (await page()).querySelector('.begin')
    expect(begin?.textContent).toBe(`Go on with step 2: ${second?.title}`)
    expect(begin?.getAttribute('href')).toBe(`/learn/${second?.slug}`)
  })

  it('says that an address leads to no step', async () => {
    const root = await page('/learn/no-such-step')
    expect(root.querySelector('[role=alert]')?.textContent).toContain('There is no step at this address')
    expect(root.querySelectorAll('ol li')).toHaveLength(steps.length)
  })
})
