import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { packageOf } from './packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('knows the package of what is in a bundle', () => {
  for (const [file, folder] of [
    [`${root}node_modules/lit/index.js`, 'node_modules/lit'],
    [`${root}node_modules/@lezer/lr/dist/index.js?commonjs`, 'node_modules/@lezer/lr'],
    [`\0${root}node_modules/elkjs/lib/elk.js?commonjs-module`, 'node_modules/elkjs'],
    [`${root}app-site/node_modules/typescript/lib/typescript.js`, 'app-site/node_modules/typescript'],
    [`${root}node_modules/a/node_modules/b/c.js`, 'node_modules/a/node_modules/b'],
    ['../node_modules/@fontsource-variable/inter/files/a.woff2', 'node_modules/@fontsource-variable/inter'],
    ['node_modules/typescript/lib/a.d.ts', 'app-site/node_modules/typescript'],
    ['\0vite/preload-helper.js', 'node_modules/vite'],
    ['\0rolldown/runtime.js', 'node_modules/rolldown'],
    [`${root}app-site/src/main.ts`, undefined],
    ['\0virtual:library', undefined],
    ['vite/of-our-own.ts', undefined],
  ] as const) {
    expect(packageOf('app-site', file), file).toBe(folder)
  }
})
