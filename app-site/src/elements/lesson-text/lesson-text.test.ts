// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { blocksOf } from '../../learn/blocks.ts'
import { LessonText } from './lesson-text.ts'

const lesson = `A *wire* has **two** values, see [gates](/components).

## Tables

| a | b |
|---|---|
| 0 | 1 |

1. first
2. second

\`\`\`circuit height="300"
circuit('A', {})
\`\`\`

\`\`\`ts
const <b> = 1
\`\`\`
`

async function text(sandbox = '') {
  const element = new LessonText()
  element.blocks = blocksOf(lesson)
  element.sandbox = sandbox
  document.body.append(element)
  await element.updateComplete
  return element.renderRoot
}

afterEach(() => document.body.replaceChildren())

describe('the text of a lesson', () => {
  it('has headings, lists, links and tables that the keyboard reaches', async () => {
    const root = await text()
    expect(root.querySelector('h2')?.textContent).toBe('Tables')
    expect(root.querySelector('strong')?.textContent).toBe('two')
    expect(root.querySelector('a')?.getAttribute('href')).toBe('/components')
    expect([...root.querySelectorAll('ol li')].map((li) => li.textContent)).toEqual(['first', 'second'])
    expect(root.querySelector('.table')?.getAttribute('tabindex')).toBe('0')
    expect([...root.querySelectorAll('th')].map((th) => th.textContent)).toEqual(['a', 'b'])
  })

  it('shows code as text', async () => {
    const pre = (await text()).querySelector('pre')
    expect(pre?.textContent).toContain('const <b> = 1')
    expect(pre?.querySelector('b')).toBeNull()
  })

  it('keeps room for a live circuit until there is a sandbox', async () => {
    const before = await text()
    expect(before.querySelector('circuit-embed')).toBeNull()
    expect(before.querySelectorAll('.wait')).toHaveLength(1)
    const embed = (await text('https://sandbox.example')).querySelector('circuit-embed')
    expect(embed?.getAttribute('code')).toContain("circuit('A', {})")
    expect(embed?.getAttribute('height')).toBe('300')
  })
})
