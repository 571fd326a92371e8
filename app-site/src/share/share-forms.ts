/** A circuit in the forms in which other places take it. */

/** The forms beside a link: for a page with scripts, for one without, and for a text. */
export type ShareForm = 'element' | 'frame' | 'markdown'

/** The data that a form is written from. */
export interface Shared {
  /** Name of the circuit; '' where there is none. */
  readonly name: string
  readonly text: string
  /** `#code=…` of a link to it. */
  readonly hash: string
  /** Origin of the app, which has the element's script and the page for frames. */
  readonly origin: string
  /** Origin of the sandbox. */
  readonly sandbox: string
}

/** Writes a circuit in a form. */
export function inForm(form: ShareForm, { name, text, hash, origin, sandbox }: Shared): string {
  const title = name === '' ? 'A circuit' : name
  switch (form) {
    case 'element':
      return `<script type="module" src="${origin}/embed/simten-embed.js"></script>
<circuit-embed heading="${attribute(title)}" sandbox="${sandbox}">
  <script type="text/simten">
${inScript(text.trimEnd())}
  </script>
</circuit-embed>
`
    case 'frame':
      return `<iframe src="${origin}/embed${attribute(hash)}" title="${attribute(title)}" width="100%" height="360" loading="lazy" style="border: 0"></iframe>\n`
    case 'markdown':
      return `[${title.replace(/[[\]\\]/g, '\\$&')}, a live circuit](${origin}/play${hash})\n`
  }
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/**
 * A text as the content of a script element, which `</script` would end. In texts and templates of JavaScript `<\/` is `</`,
 * and so it is in what is only read by people.
 */
function inScript(text: string): string {
  return text.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')
}
