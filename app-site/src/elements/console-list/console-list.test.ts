// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { ConsoleList } from './console-list.ts'

afterEach(() => document.body.replaceChildren())

it('the console lists lines as text, in order, and says when nothing was printed', async () => {
  const element = new ConsoleList()
  document.body.append(element)
  await element.updateComplete
  expect(element.renderRoot.textContent).toContain('Nothing was printed.')
  element.lines = ['a', '<b>b</b>']
  await element.updateComplete
  expect([...element.renderRoot.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['a', '<b>b</b>'])
  expect(element.renderRoot.querySelector('b')).toBeNull()
})
