// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { noImport } from '../../state/verilog-import.ts'
import { ImportPanel } from './import-panel.ts'

const events = ['import-read', 'import-files', 'import-make', 'import-cancel', 'panel-close']

async function panel(state: Partial<ImportPanel['state']>) {
  const element = Object.assign(new ImportPanel(), { state: { ...noImport, ...state } })
  const fired: [string, unknown][] = []
  for (const name of events) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const find = <E extends HTMLElement>(selector: string) => element.renderRoot.querySelector<E>(selector)
  const button = (words: string) =>
    [...element.renderRoot.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === words)
  return { element, fired, find, button }
}

afterEach(() => document.body.replaceChildren())

describe('the import', () => {
  it('keeps a pasted text that could not be read', async () => {
    const failed = { severity: 'error', message: 'syntax error', file: 'pasted.v', line: 1 }
    const { fired, find, button } = await panel({ files: { 'pasted.v': 'module a' }, problems: [failed] })
    const text = find<HTMLTextAreaElement>('textarea')
    expect(text?.value).toBe('module a')
    expect(button('Leave pasted.v out')).toBeUndefined()
    if (text) text.value = 'module a; endmodule'
    button('Read')?.click()
    expect(fired).toEqual([['import-read', { files: { 'pasted.v': 'module a; endmodule' }, macros: '' }]])
  })

  it('leaves out a file that Yosys cannot read, or reads all of them again with macros', async () => {
    const failed = { severity: 'error', message: 'syntax error', file: 'tb.v', line: 2 }
    const files = { 'a.v': 'module a; endmodule', 'tb.v': 'module tb;\nforever' }
    const { fired, find, button } = await panel({ files, problems: [failed] })
    expect(find('textarea')).toBeNull()
    expect(find('li code')?.textContent).toBe('forever')
    const macros = find<HTMLInputElement>('input[name=macros]')
    if (macros) macros.value = 'SYNTHESIS'
    button('Read again')?.click()
    button('Leave tb.v out')?.click()
    expect(fired).toEqual([
      ['import-read', { files, macros: 'SYNTHESIS' }],
      ['import-read', { files: { 'a.v': files['a.v'] }, macros: 'SYNTHESIS' }],
    ])
  })

  it('imports the module that is chosen, with what was changed', async () => {
    const parameters = [
      { name: 'W', default: '8' },
      { name: 'DEPTH', default: '16' },
    ]
    const { fired, find } = await panel({
      step: 'choosing',
      macros: 'SIM',
      tops: [
        { name: 'top', parameters },
        { name: 'other', parameters: [] },
      ],
    })
    const depth = find<HTMLInputElement>('input[name="p:DEPTH"]')
    if (depth) depth.value = '32'
    find('form')?.dispatchEvent(new SubmitEvent('submit'))
    expect(fired).toEqual([['import-make', { top: 'top', parameters: { DEPTH: '32' }, macros: 'SIM' }]])
  })

  it('lists errors before warnings', async () => {
    const { element } = await panel({
      problems: [
        { severity: 'warning', message: 'first' },
        { severity: 'error', message: 'second' },
      ],
    })
    const items = [...element.renderRoot.querySelectorAll('li')].map(({ className }) => className)
    expect(items).toEqual(['error', 'warning'])
  })
})
