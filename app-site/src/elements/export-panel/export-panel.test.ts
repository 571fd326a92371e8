// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { noExport } from '../../share/verilog-export.ts'
import { ExportPanel } from './export-panel.ts'

const events = ['export-write', 'export-say', 'problem-open', 'part-open', 'chip-make', 'panel-close']
const files = [
  { name: 'Counter8.v', text: 'module Counter8;' },
  { name: 'Counter8_tb.v', text: 'module Counter8_tb;' },
]

async function panel(state: Partial<ExportPanel['state']>) {
  const element = Object.assign(new ExportPanel(), { state: { ...noExport, ...state } })
  const fired: [string, unknown][] = []
  for (const name of events) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const all = (selector: string) => [...element.renderRoot.querySelectorAll<HTMLElement>(selector)]
  const text = () => element.renderRoot.querySelector('.body')?.textContent?.replace(/\s+/g, ' ') ?? ''
  return { element, fired, all, text }
}

afterEach(() => document.body.replaceChildren())

describe('the export', () => {
  it('shows one file at a time', async () => {
    const { element, all, text } = await panel({ files, run: 'The testbench plays your run, 41 steps.' })
    expect(text()).toContain('41 steps')
    expect(all('pre')[0]?.textContent).toBe('module Counter8;')
    all('nav button')[1]?.click()
    await element.updateComplete
    expect(all('pre')[0]?.textContent).toBe('module Counter8_tb;')
    expect(all('nav button').map((b) => b.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  })

  it('asks for the other language', async () => {
    const { fired, all } = await panel({ files })
    all('[name=language]')[1]?.dispatchEvent(new Event('change'))
    expect(fired).toEqual([['export-write', { system: true }]])
  })

  it('names what has no form, leads there, and offers black boxes', async () => {
    const { fired, all, text } = await panel({
      diagnostics: [
        {
          code: 'E088',
          stage: 'check',
          severity: 'error',
          message: 'Console shows texts.',
          line: 7,
          column: 3,
          endLine: 7,
          endColumn: 9,
        },
      ],
    })
    expect(text()).toContain('Console shows texts.')
    expect(all('pre')).toEqual([])
    const box = all('.boxes input')[0] as HTMLInputElement
    box.checked = true
    box.dispatchEvent(new Event('change'))
    all('li button')[0]?.click()
    expect(fired[0]).toEqual(['export-write', { blackBoxes: true }])
    expect(fired).toContainEqual(['problem-open', { line: 7, column: 3, endLine: 0, endColumn: 0 }])
  })

  it('shows the part of the library that has no line', async () => {
    const { fired, all } = await panel({
      diagnostics: [
        {
          code: 'E088',
          stage: 'check',
          severity: 'error',
          message: 'Console has no form.',
          node: 'say',
          line: 0,
          column: 0,
          endLine: 0,
          endColumn: 0,
        },
      ],
    })
    all('li button')[0]?.click()
    expect(fired).toContainEqual(['part-open', 'say'])
  })

  it('makes a bitstream for a chip, with its report', async () => {
    const { element, fired, all } = await panel({ files })
    all('[name=language]')[2]?.dispatchEvent(new Event('change'))
    await element.updateComplete
    const pins = all('textarea')[0] as HTMLTextAreaElement
    pins.value = 'set_io up 1'
    all('form')[0]?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(fired).toEqual([['chip-make', { device: 'up5k', pins: 'set_io up 1' }]])
    const result = {
      data: btoa('abc'),
      problems: [],
      used: [{ kind: 'logic cells', used: 11, available: 5280 }],
      clocks: [{ name: 'clk', megahertz: 143.31 }],
    }
    Object.assign(element, { chip: { ...element.chip, result, name: 'a_up5k.bin' } })
    await element.updateComplete
    expect(all('table')[0]?.textContent?.replace(/\s+/g, ' ')).toContain('logic cells11 of 5,280 clkat most 143.3 MHz')
  })
})
