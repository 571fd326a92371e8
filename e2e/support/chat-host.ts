/**
 * A host of MCP Apps as a test page: a chat with a view of somebody else in it. Three origins, one server:
 *
 *   http://localhost:PORT            the chat
 *   http://proxy.localhost:PORT      its sandbox page, which the chat frames: relays messages, and checks them
 *   http://ID.view.localhost:PORT    one view, framed by the sandbox page, with a policy in its response's header
 *
 * Each view has an origin of its own, so `allow-same-origin` gives it nothing of the sandbox page, and a policy that no
 * script in it can take away.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The domains that a view's resource declares (`_meta.ui.csp`). They come from a stranger. */
export interface DeclaredDomains {
  readonly connectDomains?: unknown
  readonly resourceDomains?: unknown
  readonly frameDomains?: unknown
}

const domain = /^(https?|wss?):\/\/(\*\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/

/** Origins that a policy may name. Whatever is not exactly one is dropped, not mended. */
export function cleanDomains(declared: unknown): string[] {
  if (!Array.isArray(declared)) return []
  return declared.filter((d): d is string => typeof d === 'string' && d.length < 300 && domain.test(d))
}

/** The policy of a view: nothing but what stands in its document, and what it declared. */
export function policyOf(csp: DeclaredDomains, framer: string): string {
  const sources = (...list: string[]) => (list.length > 0 ? list.join(' ') : "'none'")
  const resources = cleanDomains(csp.resourceDomains)
  return [
    "default-src 'none'",
    `script-src ${sources("'unsafe-inline'", ...resources)}`,
    `style-src ${sources("'unsafe-inline'", ...resources)}`,
    `img-src ${sources('data:', ...resources)}`,
    `font-src ${sources('data:', ...resources)}`,
    `media-src ${sources('data:', ...resources)}`,
    `connect-src ${sources(...cleanDomains(csp.connectDomains))}`,
    `frame-src ${sources(...cleanDomains(csp.frameDomains))}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framer} ${framer.replace('proxy.', '')}`,
    'report-uri /report',
  ].join('; ')
}

/** A message of a view that a policy has stopped something in. */
interface Report {
  readonly directive: string
  readonly blocked: string
}

/** The sandbox page's script. It is written into the page, so it knows nothing of this module. */
function proxyScript(host: string, port: string): void {
  /** A message may pass: JSON-RPC of a bounded size, and none that is between the host and this page. */
  const passes = (data: unknown): boolean => {
    if (typeof data !== 'object' || data === null) return false
    const message = data as Record<string, unknown>
    if (message.jsonrpc !== '2.0') return false
    const { method } = message
    if (method === undefined) return message.id !== undefined && ('result' in message || 'error' in message)
    if (typeof method !== 'string' || method.length > 100 || method.startsWith('ui/notifications/sandbox-'))
      return false
    try {
      return JSON.stringify(data).length <= 1 << 20
    } catch {
      return false
    }
  }
  const tell = (method: string, params: object) => parent.postMessage({ jsonrpc: '2.0', method, params }, host)
  let inner: HTMLIFrameElement | undefined
  let origin = ''
  addEventListener('message', async ({ source, origin: from, data }) => {
    if (source === parent && from === host) {
      if (data?.method !== 'ui/notifications/sandbox-resource-ready') {
        if (passes(data)) inner?.contentWindow?.postMessage(data, origin)
        return
      }
      if (inner) return
      const { html, csp } = data.params
      const answer = await fetch('/views', { method: 'POST', body: JSON.stringify({ html, csp }) })
      const { id } = await answer.json()
      origin = `http://${id}.view.localhost:${port}`
      inner = document.createElement('iframe')
      inner.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      inner.src = `${origin}/`
      document.body.append(inner)
      tell('ui/notifications/sandbox-view', { id })
    } else if (inner && source === inner.contentWindow && from === origin) {
      if (passes(data)) parent.postMessage(data, host)
      else tell('ui/notifications/sandbox-refused', {})
    }
  })
  if (parent !== window) tell('ui/notifications/sandbox-proxy-ready', {})
}

/** How the chat treats a view. */
export interface Manners {
  readonly theme?: 'light' | 'dark'
  /** Frames that the view declares are allowed. */
  readonly frames: boolean
  /** The chat tells the view which domains it allows. */
  readonly tells: boolean
  /** The view may call tools; the page's function `callTool` does. */
  readonly tools?: boolean
}

/** A view as a server of the protocol gives it: its document, the domains of its resource, and a tool's result. */
export interface View {
  readonly html: string
  readonly csp: DeclaredDomains
  readonly result: unknown
}

/** Everything that the chat knows of its view, for tests. */
export interface ChatLog {
  /** Methods that the view used, in order. */
  readonly methods: string[]
  readonly links: string[]
  /** Messages that the sandbox page refused to relay. */
  refused: number
  id: string
}

/** The chat's script. */
function chatScript(proxy: string): void {
  const log: ChatLog = { methods: [], links: [], refused: 0, id: '' }
  const show = ({ html, csp, result }: View, manners: Manners) => {
    document.documentElement.dataset.theme = manners.theme ?? ''
    const frame = document.createElement('iframe')
    frame.title = 'Sandbox'
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    const allowed = manners.frames ? csp : { ...csp, frameDomains: [] }
    const send = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, proxy)
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== proxy || data?.jsonrpc !== '2.0') return
      const { id, method, params } = data
      if (typeof method !== 'string') return
      if (method === 'ui/notifications/sandbox-proxy-ready')
        send({ method: 'ui/notifications/sandbox-resource-ready', params: { html, csp: allowed } })
      else if (method === 'ui/notifications/sandbox-view') log.id = params.id
      else if (method === 'ui/notifications/sandbox-refused') log.refused++
      else {
        log.methods.push(method)
        if (method === 'ui/initialize') {
          const capabilities = {
            openLinks: {},
            ...(manners.tools && { serverTools: {} }),
            ...(manners.tells && { sandbox: { csp: allowed } }),
          }
          const hostInfo = { name: 'test-chat', version: '1' }
          const hostContext = {
            ...(manners.theme && { theme: manners.theme }),
            containerDimensions: { maxHeight: 600 },
          }
          send({ id, result: { protocolVersion: '2026-01-26', hostCapabilities: capabilities, hostInfo, hostContext } })
        } else if (method === 'ui/notifications/initialized') {
          send({ method: 'ui/notifications/tool-input', params: { arguments: {} } })
          send({ method: 'ui/notifications/tool-result', params: result })
        } else if (method === 'ui/notifications/size-changed') {
          frame.style.height = `${Math.min(600, Number(params.height) || 0)}px`
        } else if (method === 'ui/open-link') {
          log.links.push(String(params.url))
          send({ id, result: {} })
        } else if (method === 'tools/call' && manners.tools) {
          const callTool = Reflect.get(window, 'callTool') as (params: unknown) => Promise<unknown>
          callTool(params).then((answer) => send({ id, result: answer }))
        } else if (id !== undefined) send({ id, error: { code: -32601, message: 'not here' } })
      }
    })
    frame.src = `${proxy}/`
    document.querySelector('main')?.append(frame)
    setInterval(async () => {
      if (log.id === '') return
      const reports: Report[] = await (await fetch(`/reports?view=${log.id}`)).json()
      const list = document.querySelector('#violations')
      list?.replaceChildren(
        ...reports.map(({ directive, blocked }) => {
          const entry = document.createElement('li')
          entry.textContent = `${directive} blocked ${blocked}`
          return entry
        }),
      )
    }, 300)
  }
  Object.assign(window, { chat: { show, log } })
}

const style = `html { color-scheme: light dark; font: 15px/1.5 sans-serif } [data-theme=light] { color-scheme: light }
[data-theme=dark] { color-scheme: dark } body { margin: 0 auto; padding: 12px; max-width: 720px } main iframe { width: 100%;
height: 300px; border: 1px solid GrayText; border-radius: 10px }`

/** Starts the chat. */
export async function startChat(): Promise<{ url: string; stop(): Promise<void> }> {
  const views = new Map<string, { html: string; policy: string; reports: Report[] }>()
  let proxy = ''
  let chat = ''
  let port = ''
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answer = (type: string, text: string, policy: string) => {
      response.setHeader('Content-Type', type)
      response.setHeader('Content-Security-Policy', policy)
      response.end(text)
    }
    const [name = ''] = (request.headers.host ?? '').split(':')
    const view = views.get(name.replace(/\.view\.localhost$/, ''))
    if (view && request.method === 'GET') answer('text/html', view.html, view.policy)
    else if (view && pathname === '/report') {
      const report = JSON.parse(await bodyOf(request))['csp-report']
      view.reports.push({ directive: report['effective-directive'], blocked: report['blocked-uri'] })
      response.end()
    } else if (name === 'proxy.localhost' && pathname === '/views' && request.headers.origin === proxy) {
      const { html, csp } = JSON.parse(await bodyOf(request))
      const id = crypto.randomUUID()
      views.set(id, { html, policy: policyOf(csp ?? {}, proxy), reports: [] })
      answer('application/json', JSON.stringify({ id }), "default-src 'none'")
    } else if (name === 'proxy.localhost') {
      const body = `<!doctype html><style>html,body,iframe{margin:0;border:0;width:100%;height:100%}</style><script>(${proxyScript})(${JSON.stringify(chat)},${JSON.stringify(port)})</script>`
      const frames = `http://*.view.localhost:${port}`
      const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${frames}; frame-ancestors ${chat}`
      answer('text/html', body, policy)
    } else if (pathname === '/reports') {
      const found = views.get(searchParams.get('view') ?? '')?.reports ?? []
      answer('application/json', JSON.stringify(found), "default-src 'none'")
    } else {
      const body = `<!doctype html><title>Chat</title><style>${style}</style><main><p>Here is the circuit:</p></main><h2>Violations</h2><ul id="violations"></ul><script>(${chatScript})(${JSON.stringify(proxy)})</script>`
      const policy = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${proxy}; frame-ancestors 'none'`
      answer('text/html', body, policy)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  port = String((server.address() as AddressInfo).port)
  chat = `http://localhost:${port}`
  proxy = `http://proxy.localhost:${port}`
  return {
    url: chat,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
