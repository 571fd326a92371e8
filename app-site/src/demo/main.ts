import { exampleById } from '../examples/catalogue.ts'
import { sandboxOrigin } from '../state/sandbox-origin.ts'

// On another site the code stands in the page; here it is the text of the examples, so that there is one copy. The
// element comes last: it starts as soon as it knows its tags.
const origin = await sandboxOrigin()
for (const embed of document.querySelectorAll('circuit-embed')) {
  embed.setAttribute('sandbox', origin)
  embed.setAttribute('code', exampleById(embed.id)?.text ?? '')
}
await import('@simten/embed/circuit-embed/circuit-embed')
