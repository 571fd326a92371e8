// @vitest-environment happy-dom

import { describe, expect, it } from 'vitest'
import { inForm, type Shared } from './share-forms.ts'

const shared: Shared = {
  name: 'Half "adder" & <more>',
  text: "// </script> <!-- ends nothing\ncircuit('A', {})\n",
  hash: '#code=1r.AAAA&lock=1r.BBBB',
  origin: 'https://simten.example',
  sandbox: 'https://sandbox.example',
}

/** A form as a browser reads it. */
function read(form: 'element' | 'frame', change: Partial<Shared> = {}): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = inForm(form, { ...shared, ...change })
  return page
}

describe('inForm', () => {
  it('writes an element with the text inside of it', () => {
    const page = read('element')
    const embed = page.querySelector('circuit-embed')
    expect(embed?.getAttribute('heading')).toBe(shared.name)
    expect(embed?.getAttribute('sandbox')).toBe(shared.sandbox)
    expect(embed?.querySelector('script')?.textContent?.trim()).toBe(
      "// <\\/script> <\\!-- ends nothing\ncircuit('A', {})",
    )
    expect(page.querySelectorAll('script')).toHaveLength(2)
  })

  it('puts the picture before the text, as an image', () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><text>é</text></svg>'
    const img = read('element', { picture }).querySelector('circuit-embed > img')
    expect(img?.getAttribute('alt')).toBe(shared.name)
    const packed = img?.getAttribute('src')?.replace('data:image/svg+xml;base64,', '') ?? ''
    expect(new TextDecoder().decode(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)))).toBe(picture)
    expect(read('element', { picture: 'x'.repeat(100_001) }).querySelector('img')).toBeNull()
  })

  it('writes a frame', () => {
    const frame = read('frame').querySelector('iframe')
    expect(frame?.getAttribute('src')).toBe('https://simten.example/embed#code=1r.AAAA&lock=1r.BBBB')
    expect(frame?.title).toBe(shared.name)
    expect(read('frame', { name: '' }).querySelector('iframe')?.title).toBe('A circuit')
  })

  it('writes a link of Markdown', () => {
    expect(inForm('markdown', { ...shared, name: 'A [b]' })).toBe(
      '[A \\[b\\], a live circuit](https://simten.example/play#code=1r.AAAA&lock=1r.BBBB)\n',
    )
    expect(inForm('markdown', { ...shared, name: 'A', picture: '<svg/>', file: 'A.svg' })).toBe(
      '[![A, a live circuit](A.svg)](https://simten.example/play#code=1r.AAAA&lock=1r.BBBB)\n',
    )
  })
})
