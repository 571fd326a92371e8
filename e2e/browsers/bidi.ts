import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Tab } from './browser.ts'

/** Milliseconds that the browser may take to start, and to answer. */
const START = 60_000

interface Message {
  id?: number
  type?: 'success' | 'error' | 'event'
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the command
  result?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  params?: any
  error?: string
  message?: string
}

/** The connection to a browser that speaks WebDriver BiDi. */
class Connection {
  private next = 0
  private readonly waiting = new Map<
    number,
    { resolve: (result: Message['result']) => void; reject: (e: Error) => void }
  >()
  onEvent: (method: string, params: Message['params']) => void = () => {}

  private constructor(private readonly socket: WebSocket) {
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as Message)
    socket.onclose = () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the browser closed the connection'))
      this.waiting.clear()
    }
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error(`nobody answers at ${address}`))
    })
    return new Connection(socket)
  }

  command(method: string, params: object): Promise<Message['result']> {
    const id = ++this.next
    this.socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
  }

  close(): void {
    this.socket.close()
  }

  private receive(message: Message): void {
    if (message.type === 'event') {
      this.onEvent(message.method ?? '', message.params)
      return
    }
    const call = this.waiting.get(message.id ?? -1)
    this.waiting.delete(message.id ?? -1)
    if (message.type === 'error') call?.reject(new Error(`${message.error}: ${message.message}`))
    else call?.resolve(message.result)
  }
}

/** Starts Firefox with a profile of its own, without a window. */
export async function startFirefox(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'simten-firefox-'))
  await writeFile(
    join(profile, 'user.js'),
    [
      ['browser.shell.checkDefaultBrowser', false],
      ['browser.startup.page', 0],
      ['datareporting.policy.dataSubmissionEnabled', false],
      ['toolkit.telemetry.enabled', false],
      ['app.normandy.enabled', false],
      ['app.update.enabled', false],
      ['network.captive-portal-service.enabled', false],
      ['network.connectivity-service.enabled', false],
      ['services.settings.server', ''],
      ['extensions.getAddons.cache.enabled', false],
    ]
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n'),
  )
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  })
  try {
    const connection = await Connection.open(`${await addressOf(child)}/session`)
    await connection.command('session.new', { capabilities: {} })
    return new Firefox(child, profile, connection)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START)
    child.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)))
    child.stderr?.on('data', (text) => {
      said += text
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
      if (!found?.[1]) return
      clearTimeout(late)
      resolve(found[1])
    })
  })
}

class Firefox implements Browser {
  private readonly tabs = new Map<string, BidiTab>()

  constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly connection: Connection,
  ) {
    connection.onEvent = (method, params) => {
      if (method !== 'log.entryAdded' || params.level !== 'error') return
      const [tab] = this.tabs.values()
      tab?.complaints.push(String(params.text))
    }
  }

  async tab(): Promise<Tab> {
    await this.connection.command('session.subscribe', { events: ['log.entryAdded'] })
    const { context } = await this.connection.command('browsingContext.create', { type: 'tab' })
    const tab = new BidiTab(this.connection, context)
    this.tabs.set(context, tab)
    return tab
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    await this.connection.command('browser.close', {}).catch(() => this.child.kill('SIGKILL'))
    await ended
    this.connection.close()
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

interface Tree {
  context: string
  url: string
  children: Tree[] | null
}

class BidiTab implements Tab {
  readonly complaints: string[] = []

  constructor(
    private readonly connection: Connection,
    private readonly context: string,
  ) {}

  async open(address: string): Promise<void> {
    await this.connection.command('browsingContext.navigate', { context: this.context, url: address, wait: 'complete' })
  }

  async run(source: string, where?: string): Promise<unknown> {
    const context = where === undefined ? this.context : await this.frame(where)
    // The policy of the page does not apply to what the browser is told to call.
    const outcome = await this.connection.command('script.callFunction', {
      functionDeclaration: `async () => JSON.stringify({ value: await (${source}) })`,
      awaitPromise: true,
      target: { context },
      arguments: [],
    })
    if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text)
    return (JSON.parse(outcome.result.value) as { value: unknown }).value
  }

  private async frame(origin: string): Promise<string> {
    const { contexts } = (await this.connection.command('browsingContext.getTree', { root: this.context })) as {
      contexts: Tree[]
    }
    const found = contexts.flatMap((tree) => tree.children ?? []).find((frame) => frame.url.startsWith(origin))
    if (!found) throw new Error(`the page has no frame of ${origin}`)
    return found.context
  }

  async click(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
  }

  async keys(keys: string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }))
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
    await this.act({ type: 'key', id: 'keyboard', actions: [...down, ...up] })
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.act({ type: 'key', id: 'keyboard', actions })
  }

  private async act(source: object): Promise<void> {
    await this.connection.command('input.performActions', { context: this.context, actions: [source] })
  }
}
