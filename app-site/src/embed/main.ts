/**
 * The page at /embed: one circuit that fills the frame, for sites that can frame a page and load no script.
 *
 *   <iframe src="https://simten.example/embed?example=counter&run=5&theme=dark"></iframe>
 *   <iframe src="https://simten.example/embed?run#code=1r.…"></iframe>
 *
 * The circuit is named as in addresses of the editor. The other parts of the query are attributes of `<circuit-embed>`.
 */
import { READY } from '../chat/live.ts'
import { sandboxOrigin } from '../state/sandbox-origin.ts'
import { embedOf } from './address.ts'

const { attributes, problem } = await embedOf(location, window.parent !== window)
if (problem === undefined) void show()
else {
  void sandboxOrigin() // the page preloads the answer, and a browser complains when nobody takes it
  const words = document.createElement('p')
  words.role = 'alert'
  words.textContent = problem
  document.body.append(words)
}

async function show(): Promise<void> {
  const { setEditor } = await import('@simten/embed/circuit-embed/circuit-embed')
  setEditor(`${location.origin}/`)
  const element = document.createElement('circuit-embed')
  for (const [name, value] of attributes) {
    element.setAttribute(name, value)
    // A page of other colours than the one around it would have an opaque ground.
    if (name === 'theme' && (value === 'light' || value === 'dark')) document.documentElement.dataset.theme = value
  }
  element.setAttribute('sandbox', await sandboxOrigin())
  element.setAttribute('height', '100%')
  element.addEventListener('circuit-ready', (e) => {
    document.title = `${e.detail.name} – Simten`
    // The page around takes its own picture away; the message tells it nothing else.
    if (window.parent !== window) window.parent.postMessage(READY, '*')
  })
  document.body.append(element)
}
