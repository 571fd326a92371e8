import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../build/simten', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Settings {
  /** Whether the client says that it shows views; default: yes. */
  readonly views?: boolean
  /** Further variables of the server's environment. */
  readonly environment?: NodeJS.ProcessEnv
}

/** `simten mcp` with a client. */
export class McpServer {
  private next = 1
  private readonly waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>()

  private constructor(private readonly server: ChildProcess) {}

  /** Starts the server. Its studio finds the built tree from the folder that it runs in. */
  static async start({ views = true, environment = {} }: Settings = {}): Promise<McpServer> {
    const env = { ...process.env, ...environment }
    const server = new McpServer(spawn(program, ['mcp'], { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] }))
    if (!server.server.stdout) throw new Error('no output')
    createInterface({ input: server.server.stdout }).on('line', (line) => {
      const message = JSON.parse(line)
      server.waiting.get(message.id)?.(message)
    })
    await server.request('initialize', {
      protocolVersion: '2025-06-18',
      clientInfo: { name: 'test-chat', version: '1' },
      capabilities: views
        ? { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
        : {},
    })
    server.send({ method: 'notifications/initialized', params: {} })
    return server
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result)))
      this.send({ id, method, params })
    })
  }

  /** Ends it as clients do: by the end of its input. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once('exit', resolve))
    this.server.stdin?.end()
    await ended
  }

  private send(message: object): void {
    this.server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}
