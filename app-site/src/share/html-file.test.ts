import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlFile } from './html-file.ts'

const script = { script: 'run()', hash: `sha256-${createHash('sha256').update('run()').digest('base64')}` }

describe('a circuit as an HTML file', () => {
  it('has a policy that lets it load nothing', () => {
    const page = htmlFile({ name: 'A', precompiled: '{}' }, script)
    expect(page).toContain(
      `content="default-src 'none'; script-src '${script.hash}' 'wasm-unsafe-eval'; base-uri 'none'`,
    )
    expect(page).toContain('<script type="module">run()</script>')
  })

  it('has nothing of a circuit in its markup, whatever the circuit is called', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '</script>', '<!--<script>', '"><img>'),
        (a, b) => {
          const name = a + b
          const page = htmlFile({ name, precompiled: JSON.stringify({ name }) }, script)
          expect(page.match(/<\/?[a-z!]/gi)?.length).toBe(
            htmlFile({ name: 'x', precompiled: '{}' }, script).match(/<\/?[a-z!]/gi)?.length,
          )
          const data = /id="circuit">(.*)<\/script>/.exec(page)?.[1] ?? ''
          expect(JSON.parse(data).precompiled.name).toBe(name)
        },
      ),
    )
  })

  it('repeats the run up to the cycle that was shown, or its inputs where that takes too long', () => {
    const run = { of: '', inputs: {}, running: false, speed: 0, digest: undefined }
    const given = [
      { at: 0, values: { a: 1 } },
      { at: 7, values: { a: 2 } },
    ]
    const runOf = (page: string) => JSON.parse(/id="circuit">(.*)<\/script>/.exec(page)?.[1] ?? '').run
    const file = (shown: number) =>
      runOf(htmlFile({ name: '', precompiled: '{}', run: { ...run, given, last: shown, shown } }, script))
    expect(file(5)).toEqual({ given: [{ at: 0, values: { a: 1 } }], cycle: 5 })
    expect(file(9)).toEqual({ given, cycle: 9 })
    expect(file(1e9)).toEqual({ given: [{ at: 0, values: { a: 2 } }], cycle: 0 })
  })
})
