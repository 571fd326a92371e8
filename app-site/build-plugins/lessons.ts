import type { Plugin } from 'vite'
import { blocksOf } from '../src/learn/blocks.ts'

/** Turns the Markdown of lessons into data while the page is built. */
export function lessonsPlugin(): Plugin {
  return {
    name: 'simten-lessons',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/lesson\.md$/.test(id)) return undefined
      return { code: `export default ${JSON.stringify(blocksOf(code))}`, map: null }
    },
  }
}
