import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'
import { packagesPlugin } from './packages.ts'

/**
 * Builds the script of pages that hold one circuit and are opened from a disk, as `file-page.json` with the hash that
 * their policy allows: such a page has everything in one file.
 */
export function filePagePlugin(workspace: string, entry: string): Plugin {
  return {
    name: 'simten-file-page',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        logLevel: 'error',
        plugins: [packagesPlugin(workspace, 'file-page')],
        worker: { format: 'es', plugins: () => [packagesPlugin(workspace, 'file-page-workers')] },
        build: {
          target: ['chrome123', 'firefox128', 'safari17.5'],
          write: false,
          modulePreload: false,
          copyPublicDir: false,
          rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
        },
      })
      const outputs = (Array.isArray(result) ? result : [result]).flatMap((r) => ('output' in r ? r.output : []))
      const chunks = outputs.filter((o) => o.type === 'chunk')
      if (chunks.length !== 1 || !chunks[0]) throw new Error(`the script of file pages has ${chunks.length} parts`)
      // Nothing in the script may end the element that holds it.
      const script = chunks[0].code.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')
      const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`
      this.emitFile({ type: 'asset', fileName: 'file-page.json', source: JSON.stringify({ script, hash }) })
    },
  }
}
