import { describe, expect, it } from 'vitest'
import { blocksOf, inline } from './blocks.ts'

describe('the text of a lesson', () => {
  it('has paragraphs, headings, lists, tables, code and live circuits', () => {
    const text = [
      'A gate,',
      'in **two** lines.',
      '',
      '## Task',
      '- one `a`',
      '- two',
      '  goes on',
      '1. first',
      '',
      '| a | y |',
      '|---|---|',
      '| 0 | 1 |',
      '```ts',
      'x < 1',
      '```',
      '```circuit height="300" run="2"',
      "circuit('A', {})",
      '```',
    ].join('\n')
    expect(blocksOf(text)).toEqual([
      { kind: 'paragraph', text: ['A gate, in ', { strong: 'two' }, ' lines.'] },
      { kind: 'heading', text: ['Task'] },
      { kind: 'list', ordered: false, items: [['one ', { code: 'a' }], ['two goes on'], ['first']] },
      { kind: 'table', head: [['a'], ['y']], rows: [[['0'], ['1']]] },
      { kind: 'code', text: 'x < 1' },
      { kind: 'circuit', text: "circuit('A', {})", attributes: { height: '300', run: '2' } },
    ])
  })

  it('keeps markup as text', () => {
    expect(inline('a <b>c</b> & *d* [e](/learn/f)')).toEqual([
      'a <b>c</b> & ',
      { em: 'd' },
      ' ',
      { link: 'e', href: '/learn/f' },
    ])
  })

  it('says what is wrong with a fence', () => {
    expect(() => blocksOf('```ts\nx')).toThrow('line 1 has no end')
    expect(() => blocksOf('```circuit src="x"\n```')).toThrow('no attribute "src"')
  })
})
