/**
 * The view of a circuit in a conversation (MCP Apps). The build puts it into one document with its styles
 * (`cmd/simten/appview`). It shows, in this order, as much as the host around it allows:
 *
 * - the picture with the values that the tool gives, which needs nothing but the document;
 * - in its place the live circuit: the page /embed of the studio on this machine, in a frame. There it runs in the
 *   sandbox as everywhere; nothing of a circuit is executed in this document.
 */
import { APPS_VERSION, HostLink, isRecord } from './host-link.ts'
import { liveAddress, openAddress, READY } from './live.ts'
import { type CircuitResult, circuitOf, hasFailed, wordsOf } from './tool-result.ts'

/**
 * The live circuit is waited for so long, in milliseconds, before the view says that there is only a picture. It still
 * comes when it was only slow.
 */
const patience = 15_000

/** Where the studio is; "" without one. */
const studio = document.documentElement.dataset.studio ?? ''

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const title = at<HTMLHeadingElement>('name')
const state = at('state')
const open = at<HTMLButtonElement>('open')
const stage = at('stage')
const values = at('values')
const note = at('note')

let theme: 'light' | 'dark' | undefined
let granted: readonly string[] | undefined
let canOpen = false
let shown: CircuitResult | undefined
let frame: HTMLIFrameElement | undefined
let picture: HTMLImageElement | undefined
let late: ReturnType<typeof setTimeout> | undefined

const link = new HostLink(window, (method, params) => {
  if (method === 'ui/notifications/tool-result') show(params)
  else if (method === 'ui/notifications/tool-cancelled') say('The call was cancelled.')
  else if (method === 'ui/notifications/host-context-changed') takeContext(params)
})

function show(result: unknown): void {
  const circuit = circuitOf(result)
  if (!circuit) {
    if (!shown) say(hasFailed(result) ? wordsOf(result) || 'The tool has failed.' : 'There is no circuit to show.')
    return
  }
  shown = circuit
  title.textContent = circuit.name
  note.hidden = true
  drawPicture(circuit)
  listValues(circuit)
  open.hidden = !canOpen || openAddress(studio, circuit) === undefined
  runLive(circuit)
}

/** Says something where the circuit would be. */
function say(words: string): void {
  state.textContent = ''
  note.textContent = words
  note.hidden = false
}

/** Shows the picture as an image: no name in it can become a script. */
function drawPicture({ picture: svg, name, cycle }: CircuitResult): void {
  picture?.remove()
  picture = undefined
  state.textContent = `cycle ${cycle.toLocaleString('en')}`
  if (svg === '') return
  picture = document.createElement('img')
  picture.alt = `Circuit ${name} at cycle ${cycle}`
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  stage.prepend(picture)
}

function listValues({ values: list }: CircuitResult): void {
  values.replaceChildren(
    ...list.map(({ name, value, output }) => {
      const entry = document.createElement('div')
      const term = document.createElement('dt')
      const data = document.createElement('dd')
      term.textContent = name
      data.textContent = value
      entry.className = output ? 'output' : 'input'
      entry.append(term, data)
      return entry
    }),
  )
  values.hidden = list.length === 0
}

/** Puts the live circuit over the picture as soon as it can be operated. */
function runLive(circuit: CircuitResult): void {
  frame?.remove()
  clearTimeout(late)
  document.body.classList.remove('live')
  const address = liveAddress(studio, circuit, theme, granted)
  if (address === undefined) {
    pictureOnly()
    return
  }
  frame = document.createElement('iframe')
  frame.title = `Live circuit ${circuit.name}`
  frame.inert = true
  frame.src = address
  stage.append(frame)
  late = setTimeout(pictureOnly, patience)
}

/** The host allows no frame of the studio. */
function forbidden(): void {
  clearTimeout(late)
  frame?.remove()
  frame = undefined
  pictureOnly()
}

/** Says that there is no live circuit. */
function pictureOnly(): void {
  if (!shown) return
  note.textContent = open.hidden
    ? 'This is a picture. The circuit cannot run in this chat.'
    : 'This is a picture: the circuit cannot run in this chat. Open it to run it.'
  note.hidden = false
}

document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (effectiveDirective === 'frame-src' || effectiveDirective === 'child-src') forbidden()
})

window.addEventListener('message', ({ source, origin, data }) => {
  if (!frame || source !== frame.contentWindow || origin !== studio || data !== READY) return
  clearTimeout(late)
  frame.inert = false
  document.body.classList.add('live')
  state.textContent = 'live'
  note.hidden = true
})

open.addEventListener('click', () => {
  const address = shown && openAddress(studio, shown)
  if (address !== undefined)
    link.request('ui/open-link', { url: address }).catch(() => say(`Open ${address.slice(0, 60)}…`))
})

function takeContext(context: unknown): void {
  if (!isRecord(context)) return
  if (context.theme === 'light' || context.theme === 'dark') {
    theme = context.theme
    document.documentElement.dataset.theme = theme
  }
}

/** The origins of frames that the host has said it grants; undefined where it says nothing of its policy. */
function grantedFrames(capabilities: unknown): readonly string[] | undefined {
  const sandbox = isRecord(capabilities) ? capabilities.sandbox : undefined
  const csp = isRecord(sandbox) ? sandbox.csp : undefined
  if (!isRecord(csp)) return undefined
  const list = Array.isArray(csp.frameDomains) ? csp.frameDomains : []
  return list.filter((origin): origin is string => typeof origin === 'string')
}

let told = 0
new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  if (height === told) return
  told = height
  link.notify('ui/notifications/size-changed', { width: Math.ceil(document.body.clientWidth), height })
}).observe(document.body)

link
  .request('ui/initialize', {
    protocolVersion: APPS_VERSION,
    appInfo: { name: 'simten-circuit', title: 'Simten circuit', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })
  .then((answer) => {
    if (isRecord(answer)) {
      takeContext(answer.hostContext)
      granted = grantedFrames(answer.hostCapabilities)
      canOpen = isRecord(answer.hostCapabilities) && answer.hostCapabilities.openLinks !== undefined
    }
    link.notify('ui/notifications/initialized', {})
  })
  .catch(() => say('The chat around this view does not answer.'))
