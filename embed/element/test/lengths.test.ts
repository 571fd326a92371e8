import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Written lengths that no token is behind. Percentages, fr, em, ch and the units of the window are proportions. */
const literal = /(?<![\w.#-])-?(?:\d*\.)?\d+(?:px|rem|pt|cm|mm|in|pc|q)\b/gi

/** A length of zero may need its unit inside of calc(), max() and min(). */
const zero = /^-?0*\.?0+[a-z]+$/i

/** The styles in a file: all of a .css file, and the css`…` of a .ts file. */
function stylesOf(name: string, text: string): string[] {
  if (name.endsWith('.css')) return [text]
  return [...text.matchAll(/\bcss`([^`]*)`/g)].map((m) => m[1] ?? '')
}

/** The literal lengths of a file's styles, with their declarations. */
function literals(name: string, text: string): string[] {
  return stylesOf(name, text).flatMap((styles) => {
    const plain = styles
      .replace(/\/\*[\s\S]*?\*\//g, '')
      // Custom properties have no meaning in the conditions of queries.
      .replace(/@(?:media|container|supports)[^{]*/g, '')
    return plain
      .split(/[;{}]/)
      .filter((declaration) => [...declaration.matchAll(literal)].some(([length]) => !zero.test(length)))
      .map((declaration) => `${name}: ${declaration.trim()}`)
  })
}

/** Sources with styles in folders, by their paths from the checkout. */
function sources(...folders: string[]): { name: string; text: string }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        `${folder}/${name}`.replaceAll('\\', '/'),
      ),
    )
    .filter((name) => /\.(css|ts)$/.test(name) && !/\.(gen|test)\./.test(name))
    .map((name) => ({ name, text: readFileSync(join(checkout, name), 'utf8') }))
}

describe('lengths', () => {
  it.each([
    ['a.css', 'a { padding: 4px }', 1],
    ['a.css', 'a { margin: 0 -.5rem; gap: 2px }', 2],
    ['a.css', 'a { padding: var(--st-space-1) 0 1em; width: 50%; --top: 0px } /* 4px */', 0],
    ['a.css', '@media (min-width: 600px) { a { gap: 1fr } }', 0],
    ['a.ts', 'const gap = "4px"; const a = css`b { top: calc(1px + 2em) }`', 1],
    ['a.ts', 'const a = css`b { background: url(#x4px); color: #1e2px; width: var(--w-4px) }`', 0],
  ])('are found: %s %s', (name, text, count) => {
    expect(literals(name, text)).toHaveLength(count)
  })

  it('come from the tokens, in every element', () => {
    const styled = sources('app-site/src', 'embed/viewer/src', 'embed/element/src')
      // The tokens themselves, and an article that stands for a page which knows nothing of them.
      .filter(({ name }) => name !== 'embed/viewer/src/tokens.css' && name !== 'app-site/src/demo/article.css')
      .filter(({ name, text }) => stylesOf(name, text).length > 0)
    expect(styled.length).toBeGreaterThan(30)
    expect(styled.flatMap(({ name, text }) => literals(name, text))).toEqual([])
  })

  it('are tokens that exist', () => {
    const tokens = readFileSync(`${checkout}/embed/viewer/src/tokens.css`, 'utf8')
    const known = new Set([...tokens.matchAll(/(--st-[\w-]+):/g)].map((m) => m[1]))
    const used = sources('app-site/src', 'embed/viewer/src', 'embed/element/src').flatMap(({ text }) =>
      [...text.matchAll(/var\((--st-[\w-]+)\)/g)].map((m) => m[1]),
    )
    expect(used.length).toBeGreaterThan(500)
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([])
  })
})
