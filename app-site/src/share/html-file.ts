/** A circuit as one HTML file: a page that holds it with what runs it, and is opened from a disk. */
import { type Arrangement, readArrangement } from '@simten/viewer/layout/arrangement'
import type { SharedRun } from './shared-run.ts'

/** The script of such pages, and its hash for their policy; `build-plugins/file-page.ts` makes it. */
interface PageScript {
  readonly script: string
  readonly hash: string
}

/** The content of a file. */
export interface HtmlFile {
  /** Name of the circuit. */
  readonly name: string
  /** The circuit as it runs without the engine, as JSON. */
  readonly precompiled: string
  readonly layout?: Arrangement | undefined
  readonly run?: SharedRun | undefined
}

/** Cycles that a file repeats when it is opened; of a longer run it has the inputs at its end only. */
const longestRun = 2_000_000

/** Gets the script. */
export async function pageScript(): Promise<PageScript> {
  const response = await fetch('/file-page.json')
  if (!response.ok) throw new Error('The script of such files cannot be loaded. Try again later.')
  return (await response.json()) as PageScript // of this release
}

/** Writes the page. Its policy lets it load nothing, and run nothing but its one script and a module of WebAssembly. */
export function htmlFile({ name, precompiled, layout, run }: HtmlFile, { script, hash }: PageScript): string {
  const title = text(name === '' ? 'A circuit' : name)
  const data = JSON.stringify({
    precompiled: JSON.parse(precompiled),
    ...(layout && { layout: readArrangement(layout) }),
    ...(run && { run: repeated(run) }),
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src '${hash}' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<header><h1>${title}</h1><p>A live circuit, made with Simten. It needs no network.</p></header>
<p>The circuit needs JavaScript. Allow it for this file and open it again.</p>
<script type="application/json" id="circuit">${inScript(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`
}

/** The values that were set in a run, as far as the file can repeat it. */
function repeated({ given = [], shown }: SharedRun) {
  const values = given.map(({ at, values }) => ({ at, values: values ?? {} }))
  const whole = shown <= longestRun && given.every((g) => g.deposits === undefined)
  if (whole) return { given: values.filter((g) => g.at <= shown), cycle: shown }
  const inputs = Object.assign({}, ...values.map((g) => g.values))
  return { given: [{ at: 0, values: inputs }], cycle: 0 }
}

/** JSON as the content of a script element, which a `<` could end. */
const inScript = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const text = (s: string): string => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
