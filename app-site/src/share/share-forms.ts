/** A circuit in the forms in which other places take it. */

import type { Arrangement } from '@simten/viewer/layout/arrangement'

/** The forms beside a link: for a page with scripts, for one without, and for a text. */
export type ShareForm = 'element' | 'frame' | 'markdown'

/** The data that a form is written from. */
export interface Shared {
  /** Name of the circuit; '' where there is none. */
  readonly name: string
  readonly text: string
  /** `#code=…` of a link to it. */
  readonly hash: string
  /** Places that were given to parts. */
  readonly layout?: Arrangement | undefined
  /** Origin of the app, which has the element's script and the page for frames. */
  readonly origin: string
  /** Origin of the sandbox. */
  readonly sandbox: string
  /** The text of its picture, if there is one. */
  readonly picture?: string | undefined
  /** Name of the file in which the picture is saved. */
  readonly file?: string | undefined
}

/** Longest picture that stands in the text of a page, in characters. */
const longestPicture = 100_000

/** Writes a circuit in a form. */
export function inForm(form: ShareForm, { name, text, hash, origin, sandbox, picture, file, layout }: Shared): string {
  const title = name === '' ? 'A circuit' : name
  switch (form) {
    case 'element': {
      const places = layout ? ` layout="${attribute(JSON.stringify(layout))}"` : ''
      const fallback = picture === undefined || picture.length > longestPicture ? '' : `  ${image(picture, title)}\n`
      return `<script type="module" src="${origin}/embed/simten-embed.js"></script>
<circuit-embed heading="${attribute(title)}" sandbox="${sandbox}"${places}>
${fallback}  <script type="text/simten">
${inScript(text.trimEnd())}
  </script>
</circuit-embed>
`
    }
    case 'frame': {
      const place = `src="${origin}/embed${attribute(hash)}" title="${attribute(title)}"`
      return `<iframe ${place} width="100%" height="360" loading="lazy" style="border: 0"></iframe>\n`
    }
    case 'markdown': {
      const words = `${title.replace(/[[\]\\]/g, '\\$&')}, a live circuit`
      const link = `${origin}/play${hash}`
      return file === undefined || picture === undefined ? `[${words}](${link})\n` : `[![${words}](${file})](${link})\n`
    }
  }
}

/** The picture of a circuit that is not live yet, and of one in a page that runs no scripts. */
function image(picture: string, title: string): string {
  const bytes = new TextEncoder().encode(picture)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const style = 'max-width: 100%; height: auto'
  // An image runs no scripts. The address is written as part of its tag, as the check for code in addresses expects it.
  return `<img alt="${attribute(title)}" style="${style}" src="data:image/svg+xml;base64,${btoa(binary)}">`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/**
 * A text as the content of a script element, which `</script` would end. In texts and templates of JavaScript `<\/` is
 * `</`, and so it is in texts that are only read by people.
 */
function inScript(text: string): string {
  return text.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')
}
