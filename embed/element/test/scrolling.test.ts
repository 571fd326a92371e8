import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Every line of the pages' sources that a pattern matches, as `file:line text`. */
function linesLike(pattern: RegExp): string[] {
  return ['embed/client/src', 'embed/viewer/src', 'embed/element/src', 'embed/demo', 'app-site/src'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|css|html)$/.test(name) && !/\.(gen|test)\./.test(name))
      .flatMap((name) =>
        readFileSync(join(checkout, folder, name), 'utf8')
          .split('\n')
          .map((line, i) => ({ line, at: `${relative('.', join(folder, name))}:${i + 1}` }))
          .filter(({ line }) => pattern.test(line))
          .map(({ line, at }) => `${at} ${line.trim()}`),
      ),
  )
}

it('gives elements the focus by focusInPlace only', () => {
  const calls = linesLike(/\.focus\(/)
  // CodeMirror's view has a focus() of its own, which scrolls nothing.
  const editor =
    /^app-site\/src\/editor\/(code-editor|rename-field)\.ts:\d+ (if \(focus\) )?(view|this\.view\??)\.focus\(\)$/
  // Takes a node of the picture to the operator, which uses focusInPlace.
  const entry = /^embed\/viewer\/src\/canvas\/number-field\.ts:\d+ host\.focus\(at\.node\)$/
  const own = /^embed\/viewer\/src\/focus\.ts:/
  expect(calls.filter((call) => own.test(call))).toHaveLength(1)
  expect(calls.filter((call) => ![editor, entry, own].some((known) => known.test(call)))).toEqual([])
})

it('hides what overflows with clip: what is hidden can still be scrolled, by focus, search and script', () => {
  expect(linesLike(/overflow(-x|-y)?: *hidden/)).toEqual([])
  expect(linesLike(/overflow: *clip/).length).toBeGreaterThan(10)
})
