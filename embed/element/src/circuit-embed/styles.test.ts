import { describe, expect, it } from 'vitest'
import { pageTokens, themed } from './styles.ts'

describe('themed', () => {
  const written =
    ':host { --st-paper: light-dark(#fff, #000); --st-muted: red }\n@media x { :host { --st-paper: Canvas; } }'
  const packed = ':host{--st-paper:light-dark(#fff,#000);--st-muted:red}@media x{:host{--st-paper:Canvas}}'

  it.each([written, packed])('puts the tokens of the page before those of the look, in %j', (text) => {
    const result = themed(text).replaceAll(' ', '')
    expect(result).toContain('--st-paper:var(--embed-bg-primary,light-dark(#fff,#000))')
    expect(result).toContain('--st-muted:var(--embed-text-secondary,var(--embed-text-muted,red))')
    expect(result).toContain('--st-paper:Canvas') // the reader's own wish
  })

  it('has the tokens of public Simten', () => {
    const names = Object.values(pageTokens).flat()
    for (const part of [
      'bg-primary',
      'bg-secondary',
      'bg-tertiary',
      'bg-surface',
      'bg-code',
      'border',
      'border-node',
    ]) {
      expect(names).toContain(`--embed-${part}`)
    }
    for (const part of ['text-primary', 'text-secondary', 'text-muted', 'dot-color']) {
      expect(names).toContain(`--embed-${part}`)
    }
    expect(new Set(names).size).toBe(names.length)
  })

  it('measures in the text size of the reader, not of the page', () => {
    expect(themed(':host{--st-text-1:max(12px,.75rem)}@media y{}')).toContain('calc(.75 * var(--st-rem, 16px))')
  })
})
