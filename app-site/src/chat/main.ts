/**
 * The view of a circuit in a conversation (MCP Apps). The build puts it into one document with its styles
 * (`cmd/simten/appview`). It shows, in this order, as much as the host around it allows:
 *
 * - the picture with the values that the tool gives, which needs nothing but the document;
 * - where the host lets a view call tools, controls beside it: the server computes the next cycle, or other inputs;
 * - in its place the live circuit: the page /embed of the studio on this machine, in a frame. There it runs in the
 *   sandbox as everywhere; nothing of a circuit is executed in this document.
 */
import { focusInPlace } from '@simten/viewer/focus'
import { APPS_VERSION, HostLink, isRecord } from './host-link.ts'
import { liveAddress, openAddress, READY } from './live.ts'
import { type Asked, setting, stepping, TOOL } from './operate.ts'
import { applyTheme, pictureOf } from './svg.ts'
import { type CircuitResult, circuitOf, hasFailed, type PortValue, wordsOf } from './tool-result.ts'

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
const drawn = at('drawn').attachShadow({ mode: 'open' })
const clock = at('clock')
const values = at('values')
const note = at('note')

let theme: 'light' | 'dark' | undefined
let granted: readonly string[] | undefined
let canOpen = false
let canCall = false
let busy = false
let shown: CircuitResult | undefined
let frame: HTMLIFrameElement | undefined
let late: ReturnType<typeof setTimeout> | undefined

const link = new HostLink(window, (method, params) => {
  if (method === 'ui/notifications/tool-result') {
    if (show(params)) runLive()
  } else if (method === 'ui/notifications/tool-cancelled') say('The call was cancelled.')
  else if (method === 'ui/notifications/host-context-changed') takeContext(params)
})

/** Shows a result; false where it has no circuit. */
function show(result: unknown): boolean {
  const circuit = circuitOf(result)
  if (!circuit) {
    const words = hasFailed(result) ? wordsOf(result) || 'The tool has failed.' : 'There is no circuit to show.'
    if (shown) tell(words)
    else say(words)
    return false
  }
  shown = circuit
  title.textContent = circuit.name
  note.hidden = true
  drawPicture(circuit)
  listValues(circuit)
  open.hidden = !canOpen || openAddress(studio, circuit) === undefined
  return true
}

/** Says something where the circuit would be. */
function say(words: string): void {
  state.textContent = ''
  note.textContent = words
  note.hidden = false
}

/** Says something below the circuit. */
function tell(words: string): void {
  note.textContent = words
  note.hidden = false
}

function drawPicture({ picture, cycle, clocked }: CircuitResult): void {
  state.textContent = clocked ? `cycle ${cycle.toLocaleString('en')}` : ''
  const svg = picture === '' ? undefined : pictureOf(picture)
  const style = document.createElement('style')
  style.textContent = 'svg { display: block; width: 100%; height: auto; max-height: calc(105 * var(--st-unit)) }'
  drawn.replaceChildren(...(svg ? [style, svg] : []))
  if (theme) applyTheme(drawn, theme)
}

function listValues(circuit: CircuitResult): void {
  const operable = canCall && circuit.run !== ''
  values.replaceChildren(
    ...circuit.values.map((port) => {
      const entry = document.createElement('div')
      const term = document.createElement('dt')
      const data = document.createElement('dd')
      term.textContent = port.name
      if (operable && !port.output && port.width > 0) data.append(controlOf(port))
      else data.textContent = port.value
      entry.className = port.output ? 'output' : 'input'
      entry.append(term, data)
      return entry
    }),
  )
  values.hidden = circuit.values.length === 0
  clock.hidden = !operable || stepping(circuit, 1) === undefined
}

/** A control that has the circuit computed with another value of an input. */
function controlOf({ name, value, width }: PortValue): HTMLElement {
  if (width === 1) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = value
    button.ariaLabel = name
    button.ariaPressed = value === '1' ? 'true' : 'false'
    button.addEventListener('click', () => shown && void ask(setting(shown, name, value === '1' ? '0' : '1'), name))
    return button
  }
  const field = document.createElement('input')
  field.ariaLabel = name
  field.value = value
  field.size = Math.max(4, Math.min(20, value.length + 1))
  field.addEventListener('change', () => shown && void ask(setting(shown, name, field.value.trim()), name))
  return field
}

/** Has the server compute the circuit anew, and gives the keyboard back to the control of that name. */
async function ask(asked: Asked | undefined, control: string): Promise<void> {
  if (!asked || busy) return
  busy = true
  frame?.remove() // whoever operates the picture goes on with it
  frame = undefined
  clearTimeout(late)
  document.body.classList.add('busy')
  try {
    show(await link.request('tools/call', { name: TOOL, arguments: asked }))
    for (const field of document.querySelectorAll<HTMLElement>('#values [aria-label], #clock button'))
      if (field.ariaLabel === control) focusInPlace(field)
  } catch {
    tell('The chat does not let this view compute. Open the circuit to run it.')
  } finally {
    busy = false
    document.body.classList.remove('busy')
  }
}

for (const button of clock.querySelectorAll('button')) {
  const by = Number(button.value)
  button.addEventListener('click', () => shown && void ask(stepping(shown, by), button.ariaLabel ?? ''))
}

/** Puts the live circuit over the picture as soon as it can be operated. */
function runLive(): void {
  const circuit = shown
  if (!circuit) return
  frame?.remove()
  clearTimeout(late)
  document.body.classList.remove('live')
  // In a document without an origin no frame has one, and a worker cannot start there.
  const address = window.origin === 'null' ? undefined : liveAddress(studio, circuit, theme, granted)
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

/** Says that there is no live circuit, where nothing else can be done with it. */
function pictureOnly(): void {
  if (!shown || (canCall && shown.run !== '')) return
  tell(
    open.hidden
      ? 'This is a picture. The circuit cannot run in this chat.'
      : 'This is a picture: the circuit cannot run in this chat. Open it to run it.',
  )
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
    applyTheme(drawn, theme)
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
      canCall = isRecord(answer.hostCapabilities) && answer.hostCapabilities.serverTools !== undefined
    }
    link.notify('ui/notifications/initialized', {})
  })
  .catch(() => say('The chat around this view does not answer.'))
