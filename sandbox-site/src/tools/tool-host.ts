import { tools } from 'virtual:tools'
import type { ImportResult, ProtocolError, Reply, Request, Tool } from '@simten/client/protocol.gen'
import { failure } from '../supervisor/request-validator.ts'
import { ToolFiles } from './tool-files.ts'
import type { FromTools, ToolJob } from './tool-messages.ts'

/** The answer of programs of others to a request. */
export type ToolAnswer = Pick<Reply, 'import' | 'bitstream' | 'error'>
export type Tell = (progress: Omit<Tool, 'request'>) => void

/** Milliseconds that Yosys may take. */
const MOST = 120_000
/** Milliseconds after which a worker that nobody asks anything is ended: it holds some hundred megabytes. */
const IDLE = 60_000
/** Milliseconds between messages of progress. */
const PROGRESS = 50

/** The worker as the host uses it. */
export interface ToolWorker {
  post(job: ToolJob): void
  terminate(): void
}

/** Runs programs of others in a worker of their own, which is ended when a job is given up or takes too long. */
export class ToolHost {
  private readonly files = new ToolFiles(Object.values(tools).flat())
  private worker: { readonly port: ToolWorker; has: boolean } | undefined
  private listener: { heard(message: FromTools): void; failed(text: string): void } | undefined
  private idle: ReturnType<typeof setTimeout> | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private next = 1

  constructor(
    private readonly spawn: (heard: (message: FromTools) => void, failed: (text: string) => void) => ToolWorker,
  ) {}

  /** Does what a request asks for; one after the other. The promise never rejects. */
  run(request: Request, tell: Tell, signal: AbortSignal): Promise<ToolAnswer> {
    const answer = this.turn.then(() => this.work(request, tell, signal))
    this.turn = answer
    return answer
  }

  private async work(request: Request, tell: Tell, signal: AbortSignal): Promise<ToolAnswer> {
    const given = failure('ABORTED', 'Given up on request.')
    if (signal.aborted) return { error: given }
    if (!request.import) return { error: failure('INVALID_REQUEST', 'There is no program for this request.') }
    let modules: ToolJob['modules']
    try {
      let told = 0
      modules = await this.files.load(
        [...tools.yosys, ...tools.importer],
        (loaded, total) => {
          if (performance.now() - told < PROGRESS && loaded < total) return
          told = performance.now()
          tell(loaded < total ? { phase: 'load', name: 'Yosys', loaded, total } : { phase: 'start', name: 'Yosys' })
        },
        signal,
      )
    } catch (error) {
      if (signal.aborted) return { error: given }
      const words = `Yosys could not be loaded: ${error instanceof Error ? error.message : String(error)}.`
      return {
        error: { ...failure('UNAVAILABLE', words), advice: 'It needs the network at its first use. Try again.' },
      }
    }
    if (signal.aborted) return { error: given }
    clearTimeout(this.idle)
    const answer = await new Promise<ToolAnswer>((resolve) => {
      const id = this.next++
      const end = (answer: ToolAnswer, broken: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        this.listener = undefined
        if (broken) this.stop()
        resolve(answer)
      }
      const abort = () => end({ error: given }, true)
      const timer = setTimeout(() => end({ error: tooLong }, true), MOST)
      signal.addEventListener('abort', abort, { once: true })
      this.listener = {
        heard: (message) => {
          if (message.id !== id) return
          if (message.kind === 'phase') tell({ phase: message.phase, name: message.name })
          else if (message.kind === 'done') end({ import: message.result }, false)
          else end({ import: { problems: message.problems } }, true)
        },
        failed: (text) => end({ import: broken(text) }, true),
      }
      tell({ phase: 'start', name: 'Yosys' })
      this.worker ??= {
        port: this.spawn(
          (message) => this.listener?.heard(message),
          (text) => this.listener?.failed(text),
        ),
        has: false,
      }
      this.worker.port.post({ id, modules: this.worker.has ? {} : modules, import: request.import as ImportOf })
      this.worker.has = true
    })
    this.idle = setTimeout(() => this.stop(), IDLE)
    return answer
  }

  private stop(): void {
    this.worker?.port.terminate()
    this.worker = undefined
  }
}

type ImportOf = NonNullable<Request['import']>

const tooLong: ProtocolError = {
  ...failure('TIMEOUT', `Yosys took longer than ${MOST / 60_000} minutes and was ended.`),
  advice: 'Import a part of the design, or run simten import on your machine.',
}

const broken = (text: string): ImportResult => ({
  problems: [{ severity: 'error', message: `Yosys broke down: ${text} Nothing else was touched.` }],
})
