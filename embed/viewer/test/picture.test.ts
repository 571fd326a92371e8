/** Pictures as files: that they are what they were, stand alone, and take no name of a circuit for markup. */
import Elk from 'elkjs/lib/elk.bundled.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Layouter } from '../src/layout/layout.ts'
import { draw } from '../src/picture/command.ts'
import { escaped, PaperElement, written } from '../src/picture/paper.ts'
import { pictureOf } from '../src/picture/placed.ts'
import type { CompileResult } from '../src/protocol.ts'
import counter from './recorded/counter.json'
import halfAdder from './recorded/half-adder.json'
import ripple from './recorded/ripple.json'
import { fixtures } from './support/fixtures.ts'

const elk = new Elk()
const layouter = new Layouter((graph) => elk.layout(graph))

/** Every net with some value of its own; cmd/simten/picture/picture_test.go gives the same. */
function someFrame(nets: readonly number[]) {
  const limbs = nets.flatMap((width, net) =>
    Array.from({ length: Math.ceil(width / 32) }, (_, k) => {
      const bits = Math.min(32, width - 32 * k)
      return Math.imul(net + 1, 0x9e3779b9) >>> (32 - bits)
    }),
  )
  return { nets: nets.map((_, i) => i), limbs }
}

describe.each([
  ['counter', counter, 'auto', []],
  ['half-adder', halfAdder, 'light', []],
  ['ripple', ripple, 'dark', ['dut']],
] as const)('the picture of %s', (name, compiled, theme, path) => {
  it('is as it was made (npx vitest run embed/viewer/test/picture.test.ts --update)', async () => {
    const frame = someFrame(compiled.design.nets)
    const text = await draw(JSON.stringify({ compiled, frame, path, theme, cycle: 7 }))
    await expect(text).toMatchFileSnapshot(`pictures/${name}.svg`)
  })
})

describe('a picture', () => {
  it.each(Object.entries(fixtures))('of %s stands alone', async (_, make) => {
    const model = make()
    const text = await pictureOf({ compiled: model.compiled, path: [], values: model, theme: 'auto' }, layouter)
    expect(text).not.toMatch(
      /<script|<foreignObject|href|url\(|@import|var\(|color-mix|light-dark|\son\w+=|undefined|NaN/,
    )
    expect(text).toContain('@media (prefers-color-scheme: dark)')
    expect(nesting(text)).toBe('')
  })

  it('has one set of colours in a theme', async () => {
    const { compiled } = fixtures.counter()
    const colours = async (theme: 'light' | 'dark') =>
      (await pictureOf({ compiled, path: [], theme }, layouter)).match(/\.paper \{ fill: (#\w+) \}/)?.[1]
    expect(await colours('light')).toBe('#fbfaf7')
    expect(await colours('dark')).toBe('#0f1115')
  })

  it('shows the values that it is given', async () => {
    const model = fixtures.halfAdder()
    const at = () => pictureOf({ compiled: model.compiled, path: [], values: model, theme: 'light' }, layouter)
    expect(await at()).toContain('Inputs: a 0, b 0. Outputs: sum 0, carry 0.')
    model.set('a', 1)
    const set = await at()
    expect(set).toContain('Inputs: a 1, b 0. Outputs: sum 1, carry 0.')
    expect(set).toContain('class="lamp on"')
  })

  it('of a level that is not there is refused', async () => {
    const { compiled } = fixtures.counter()
    await expect(pictureOf({ compiled, path: ['nowhere'], theme: 'auto' }, layouter)).rejects.toThrow('not a composite')
  })

  it('takes names for text', async () => {
    const { compiled } = fixtures.halfAdder()
    const evil = '</text></svg><script>alert(1)</script>&"\'<!--\u0000\u202e]]>'
    const named = JSON.parse(
      JSON.stringify(compiled).replaceAll('HalfAdder', JSON.stringify(evil).slice(1, -1)),
    ) as CompileResult
    const text = await pictureOf({ compiled: named, path: [], theme: 'auto' }, layouter)
    expect(text).not.toMatch(/<script|<!--|\]\]>|[\0\u202e]/)
    expect(nesting(text)).toBe('')
    expect(text).toContain('&lt;script&gt;')
  })
})

describe('the written picture', () => {
  it('is read again as it was, or with marks for what XML cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }), (content, value) => {
        const element = new PaperElement('text')
        element.setAttribute('x', value)
        element.append(content)
        const text = written(element, new Set())
        const read = /^<text x="([^"<>]*)"(?:\/>|>([^<>]*)<\/text>)$/.exec(text)
        expect(read, text).not.toBeNull()
        const back = (s = '') =>
          s.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
        if (!escaped(content).includes('\ufffd')) expect(back(read?.[2])).toBe(content)
        if (!escaped(value).includes('\ufffd')) expect(back(read?.[1])).toBe(value)
      }),
    )
  })
})

/** The fault in the nesting of elements; '' when there is none. */
function nesting(text: string): string {
  const open: string[] = []
  for (const [, end, name = '', closed] of text.matchAll(/<(\/?)([a-zA-Z]+)(?:\s[\w:-]+="[^"<]*")*(\/?)>/g)) {
    if (closed) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) return `</${name}>`
  }
  const rest = text.replace(/<(\/?)([a-zA-Z]+)(?:\s[\w:-]+="[^"<]*")*(\/?)>/g, '')
  return rest.includes('<') ? rest.slice(rest.indexOf('<'), 40) : open.join(' ')
}
