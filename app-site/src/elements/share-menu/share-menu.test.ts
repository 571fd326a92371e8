// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { movingCycles } from '../../share/moving.ts'
import { ShareMenu } from './share-menu.ts'

async function menu(properties: Partial<ShareMenu> = {}) {
  const element = Object.assign(new ShareMenu(), properties)
  const fired: [string, unknown][] = []
  for (const name of ['share-as', 'share-cancel']) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const forms = () =>
    [...element.renderRoot.querySelectorAll<HTMLElement>('[data-form]')].map((choice) => choice.dataset.form)
  const press = (selector: string) => element.renderRoot.querySelector<HTMLElement>(selector)?.click()
  return { element, fired, forms, press }
}

afterEach(() => document.body.replaceChildren())

describe('the menu of ways to share', () => {
  it('offers only the forms that the circuit and the server have', async () => {
    expect((await menu()).forms()).toEqual(['element', 'frame', 'markdown', 'file'])
    expect((await menu({ stores: true, drawn: true, clocked: true })).forms()).toEqual([
      'short',
      'element',
      'frame',
      'markdown',
      'svg',
      'png',
      'gif',
      'file',
      'html',
      'verilog',
    ])
  })

  it('keeps the number of cycles of a GIF within its bounds', async () => {
    const { element, fired, press } = await menu({ drawn: true, clocked: true })
    const field = element.renderRoot.querySelector('input')
    if (!field) throw new Error('there is no field')
    for (const [typed, cycles] of [
      ['999999', movingCycles.most],
      ['0', movingCycles.fewest],
      ['x', movingCycles.usual],
    ] as const) {
      field.value = typed
      field.dispatchEvent(new Event('change'))
      press('[data-form=gif]')
      expect(fired.pop()).toEqual(['share-as', { form: 'gif', cycles }])
    }
  })

  it('tells how far a GIF is, and ends its making', async () => {
    const { element, fired, press } = await menu({ drawn: true, clocked: true, making: { done: 3, of: 40 } })
    expect(element.renderRoot.querySelector('.moving')?.textContent).toContain('Frame 3 of 40')
    expect(element.renderRoot.querySelector('progress')?.getAttribute('aria-label')).toBe('Frames of the GIF')
    press('.moving button')
    expect(fired).toEqual([['share-cancel', null]])
  })
})
