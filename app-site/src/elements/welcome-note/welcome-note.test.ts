// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { WelcomeNote } from './welcome-note.ts'

afterEach(() => document.body.replaceChildren())

it.each([
  [true, 'Press Run.'],
  [false, 'Touch a switch.'],
])('the note names the first step of a circuit, clocked %s, and closes', async (clocked, step) => {
  const element = new WelcomeNote()
  element.clocked = clocked
  let closed = 0
  element.addEventListener('welcome-close', () => closed++)
  document.body.append(element)
  await element.updateComplete
  expect(element.renderRoot.querySelector('[role=note]')?.textContent).toContain(step)
  element.renderRoot.querySelector('button')?.click()
  expect(closed).toBe(1)
})
