// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { pictureOf } from './svg.ts'

describe('pictureOf', () => {
  it('keeps shapes and texts, and nothing that acts', () => {
    const picture =
      pictureOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img" aria-label="A" onload="x()">
      <style>.net { fill: none }</style><style>@import "https://evil.example"; .a { fill: url(https://evil.example) }</style>
      <g class="net" transform="translate(1 2)" onclick="x()"><rect x="1" y="2" width="3" height="4" fill="url(https://evil.example)"/>
      <text x="1" style="background: url(x)">name &lt;script&gt;</text></g>
      <script>x()</script><foreignObject><p>html</p></foreignObject><image href="https://evil.example"/>
      <a href="javascript:x()"><path d="M0 0"/></a><use href="#a"/><animate attributeName="href"/>
    </svg>`)
    const kept = picture?.outerHTML.replace(/\s+/g, ' ') ?? ''
    expect(kept).not.toMatch(
      /script>x|foreignObject|<image|<a |<use|<animate|on(load|click)|href|evil|style="|javascript/,
    )
    expect(kept).toContain('<style>.net { fill: none }</style>')
    expect(kept).toContain('class="net"')
    expect(kept).toContain('name &lt;script&gt;')
    expect(picture?.getAttribute('aria-label')).toBe('A')
  })

  it('is none for another text', () => {
    for (const text of ['', 'no picture', '<p>html</p>', '<svg>without a namespace</svg>'])
      expect(pictureOf(text)).toBeUndefined()
  })
})
