import type { ImportProblem, ProtocolError, Reply, Request, Tool } from '@simten/client/protocol.gen'
import { failure } from '../supervisor/request-validator.ts'
import { type Loading, type ToolFile, ToolFiles } from './tool-files.ts'
import type { FromTools, ToolJob } from './tool-messages.ts'

/** The answer of programs of others to a request. */
export type ToolAnswer = Pick<Reply, 'import' | 'bitstream' | 'error'>
export type Tell = (progress: Omit<Tool, 'request'>) => void

/** Milliseconds that an import may take, and a bitstream. */
const MOST = 120_000
const MOST_FOR_CHIP = 300_000
/** Milliseconds after which a worker that nobody asks anything is ended: it holds some hundred megabytes. */
const IDLE = 60_000
/** Milliseconds between messages of progress. */
const PROGRESS = 50

/** The files of each program, and of each chip. */
export type ToolList = Readonly<Record<'yosys' | 'importer' | 'nextpnr' | 'up5k' | 'hx1k', readonly ToolFile[]>>

/** The worker as the host uses it. */
export interface ToolWorker {
  post(job: ToolJob): void
  terminate(): void
}

/** Runs programs of others in a worker of their own, which is ended when a job is given up or takes too long. */
export class ToolHost {
  private readonly files: ToolFiles
  private worker: { readonly port: ToolWorker; readonly has: Set<string> } | undefined
  private listener: { heard(message: FromTools): void; failed(text: string): void } | undefined
  private idle: ReturnType<typeof setTimeout> | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private next = 1

  constructor(
    private readonly tools: ToolList,
    private readonly spawn: (heard: (message: FromTools) => void, failed: (text: string) => void) => ToolWorker,
    loading?: Loading,
  ) {
    this.files = new ToolFiles(Object.values(tools).flat(), loading)
  }

  /** Does what a request asks for; one after the other. The promise never rejects. */
  run(request: Request, tell: Tell, signal: AbortSignal): Promise<ToolAnswer> {
    const answer = this.turn.then(() => this.work(request, tell, signal))
    this.turn = answer
    return answer
  }

  private async work(request: Request, tell: Tell, signal: AbortSignal): Promise<ToolAnswer> {
    const given = failure('ABORTED', 'Given up on request.')
    if (signal.aborted) return { error: given }
    const chip = request.bitstream?.device
    const { tools } = this
    const files = [...tools.yosys, ...tools.importer, ...(chip ? [...tools.nextpnr, ...tools[chip]] : [])]
    const name = chip ? 'Yosys and nextpnr' : 'Yosys'
    const most = chip ? MOST_FOR_CHIP : MOST
    let modules: ToolJob['modules']
    try {
      let told = 0
      modules = await this.files.load(
        files,
        (loaded, total) => {
          if (performance.now() - told < PROGRESS && loaded < total) return
          told = performance.now()
          tell(loaded < total ? { phase: 'load', name, loaded, total } : { phase: 'start', name })
        },
        signal,
      )
    } catch (error) {
      if (signal.aborted) return { error: given }
      const words = `${name} could not be loaded: ${error instanceof Error ? error.message : String(error)}.`
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
      const timer = setTimeout(() => end({ error: tooLong(name, most) }, true), most)
      signal.addEventListener('abort', abort, { once: true })
      this.listener = {
        heard: (message) => {
          if (message.id !== id) return
          if (message.kind === 'phase') tell({ phase: message.phase, name: message.name })
          else if (message.kind === 'done') end(message.result, false)
          else end(broken(request, message.problems), true)
        },
        failed: (text) =>
          end(broken(request, [{ severity: 'error', message: `The program broke down: ${text}` }]), true),
      }
      tell({ phase: 'start', name })
      this.worker ??= {
        port: this.spawn(
          (message) => this.listener?.heard(message),
          (text) => this.listener?.failed(text),
        ),
        has: new Set(),
      }
      const { port, has } = this.worker
      const missing = Object.fromEntries(Object.entries(modules).filter(([file]) => !has.has(file)))
      for (const file of Object.keys(missing)) has.add(file)
      const { import: design, bitstream } = request
      port.post({ id, modules: missing, ...(design && { import: design }), ...(bitstream && { bitstream }) })
    })
    this.idle = setTimeout(() => this.stop(), IDLE)
    return answer
  }

  private stop(): void {
    this.worker?.port.terminate()
    this.worker = undefined
  }
}

const tooLong = (name: string, most: number): ProtocolError => ({
  ...failure('TIMEOUT', `${name} took longer than ${most / 60_000} minutes and was ended.`),
  advice: 'Take a part of the design, or use the command simten on your machine.',
})

/** The answer when a program has broken down. */
const broken = ({ bitstream }: Request, problems: ImportProblem[]): ToolAnswer =>
  bitstream ? { bitstream: { problems, used: [], clocks: [] } } : { import: { problems } }
