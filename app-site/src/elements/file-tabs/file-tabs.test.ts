// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileTabs } from './file-tabs.ts'
import './file-tabs.ts'

const list = { files: ['main.ts', 'alu.ts', 'my/x.ts'], entry: 'main.ts', active: 'alu.ts' }

describe('the tabs of files', () => {
  let tabs: FileTabs
  let told: [string, unknown][]

  beforeEach(async () => {
    document.body.replaceChildren()
    tabs = document.createElement('file-tabs')
    tabs.list = list
    tabs.problems = new Map([['alu.ts', { severity: 'error', count: 2 }]])
    told = []
    for (const name of [
      'file-open',
      'file-add',
      'file-rename',
      'file-remove',
      'file-entry',
      'library-add',
      'library-remove',
    ])
      tabs.addEventListener(name, (e) => told.push([name, (e as CustomEvent).detail]))
    document.body.append(tabs)
    await tabs.updateComplete
  })

  const find = <T extends HTMLElement>(selector: string) => tabs.renderRoot.querySelector<T>(selector)
  const press = async (on: HTMLElement | null, key: string) => {
    on?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await tabs.updateComplete
  }
  const name = async (text: string) => {
    const input = find<HTMLInputElement>('#name')
    if (input) input.value = text
    await press(input, 'Enter')
  }

  it('say which file is shown, which is the entry, and what is wrong in them', () => {
    const shown = [...tabs.renderRoot.querySelectorAll('[role=tab]')].map((t) =>
      t.textContent?.replace(/\s+/g, ' ').trim(),
    )
    expect(shown).toEqual(['▸Entry: main.ts', 'alu.ts2 error', 'my/x.ts'])
    expect(find('[aria-selected=true]')?.dataset.path).toBe('alu.ts')
  })

  it('go from one to the next by arrows', async () => {
    for (const [key, path] of [
      ['ArrowRight', 'my/x.ts'],
      ['ArrowLeft', 'main.ts'],
      ['End', 'my/x.ts'],
      ['Home', 'main.ts'],
    ] as const) {
      await press(find('[role=tablist]'), key)
      expect(told.pop()).toEqual(['file-open', path])
    }
  })

  it('rename with F2, and refuse what is no name', async () => {
    await press(find('[role=tablist]'), 'F2')
    await name('main.ts')
    expect(find('.refusal')?.textContent).toContain('There is a file main.ts already')
    await name('../x.ts')
    expect(find('.refusal')?.textContent).toContain('below a folder')
    expect(told).toEqual([])
    await name('unit')
    expect(told).toEqual([['file-rename', { from: 'alu.ts', to: 'unit.ts' }]])
    expect(find('#name')).toBeNull()
  })

  it('ask before a file goes, and never let the entry go', async () => {
    await press(find('[role=tablist]'), 'Delete')
    expect(find('.ask')?.textContent).toContain('Delete alu.ts?')
    expect(told).toEqual([])
    find('#delete')?.click()
    expect(told).toEqual([['file-remove', 'alu.ts']])
    tabs.list = { ...list, active: 'main.ts' }
    await tabs.updateComplete
    await press(find('[role=tablist]'), 'Delete')
    expect(find('.ask')).toBeNull()
  })

  it('make a new file', async () => {
    find('[aria-label="New file"]')?.click()
    await tabs.updateComplete
    expect(find<HTMLInputElement>('#name')?.value).toBe('part.ts')
    await name('parts/adder.ts')
    expect(told).toEqual([['file-add', 'parts/adder.ts']])
  })

  it('list the library, add from it, and delete from it when that is confirmed', async () => {
    expect(find('[role=group]')).toBeNull()
    tabs.library = ['my/alu.ts', 'my/rom.ts']
    await tabs.updateComplete
    Object.assign(find('#menu') ?? {}, { hidePopover() {} }) // happy-dom has no popovers
    const button = (label: string) => find<HTMLButtonElement>(`[aria-label="${label}"]`)
    button('Add my/rom.ts to this project')?.click()
    expect(told.pop()).toEqual(['library-add', 'my/rom.ts'])
    button('Delete my/alu.ts from my library')?.click()
    await tabs.updateComplete
    expect(find('.ask')?.textContent).toContain('Projects that have the file keep it')
    expect(told).toEqual([])
    find('#delete')?.click()
    expect(told).toEqual([['library-remove', 'my/alu.ts']])
  })
})
