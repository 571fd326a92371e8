// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { SandboxPanel } from './sandbox-panel.ts'

afterEach(() => document.body.replaceChildren())

it('the panel says where the sandbox is, how it started, and counts its refusals', async () => {
  const element = new SandboxPanel()
  document.body.append(element)
  await element.updateComplete
  expect(element.renderRoot.textContent).toContain('not known yet')
  expect(element.renderRoot.querySelector('.none')).not.toBeNull()
  element.health = { state: 'ready', readyAfter: 123.4 }
  element.origin = 'https://sandbox.test'
  element.refused = [{ code: 'POLICY_VIOLATION', message: 'The policy blocked eval.', advice: 'Remove it.', count: 3 }]
  await element.updateComplete
  const words = [...element.renderRoot.querySelectorAll('dd')].map((d) => d.textContent)
  expect(words).toEqual(['ready', 'https://sandbox.test', '123 ms'])
  expect(element.renderRoot.querySelector('li')?.textContent).toContain('3 times')
})
