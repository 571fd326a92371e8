import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Each folder that is a package of its own, with the packages of ours that it may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'embed/client': [],
  'embed/viewer': ['@simten/client'],
  'embed/element': ['@simten/client', '@simten/viewer'],
  'embed/offline': [],
  'sandbox-site': ['@simten/client', '@simten/offline'],
  'app-site': ['@simten/client', '@simten/viewer', '@simten/embed', '@simten/offline'],
}

/**
 * Places outside of the packages that may be read: the engine's build, the lessons, texts that Go tests read, too, and
 * how many cases a test tries.
 */
const data = ['build/wasm/', 'examples/', 'engine/project/testdata/', 'invariants/thorough/']

/** The imports of a file, as written; those for side effects, of types and on demand are among them. */
function imports(file: string): string[] {
  const text = readFileSync(join(checkout, file), 'utf8')
  return [
    ...text.matchAll(/(?:^|[;}\n])\s*(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g),
  ]
    .map((m) => m[1] ?? m[2] ?? '')
    .filter((name) => name !== '')
}

describe.each(Object.entries(packages))('%s', (folder, allowed) => {
  const files = ['src', 'test']
    .map((part) => join(folder, part))
    .filter((part) => existsSync(join(checkout, part)))
    .flatMap((part) =>
      readdirSync(join(checkout, part), { recursive: true, encoding: 'utf8' }).map((name) => join(part, name)),
    )
    .filter((name) => name.endsWith('.ts'))

  it('imports the packages below it by name, and none above it', () => {
    expect(files.length).toBeGreaterThan(2)
    const wrong = files.flatMap((file) =>
      imports(file)
        .filter((name) => {
          if (name.startsWith('.')) {
            const target = join(dirname(file), name)
            return relative(folder, target).startsWith('..') && !data.some((place) => target.startsWith(place))
          }
          const own = /^@simten\/(client|viewer|embed|offline)\b/.exec(name)?.[0]
          return own !== undefined && !allowed.includes(own)
        })
        .map((name) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps members private by the keyword, not by names with #', () => {
    const hash = /^\s*(?:(?:static|readonly|async|get|set) )*#\w+(?:[(;!?]| = |: )|\bthis\.#[a-zA-Z]/m
    expect(files.filter((file) => hash.test(readFileSync(join(checkout, file), 'utf8')))).toEqual([])
  })
})
