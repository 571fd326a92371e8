import type { Answer, Answers, Asked, Question } from './messages.ts'

/** After this a question is given up, in milliseconds. The first one waits for the compiler to load. */
const patience = 15_000

/** The page's side of the language worker. Until `start` it has no worker, and every answer is undefined. */
export class Language {
  private worker: Worker | undefined
  private hasTypes = false
  private next = 1
  private sent: Readonly<Record<string, string>> | undefined
  /** The file that questions are about, and the other files of the project; a new object when one of them changes. */
  files: { readonly active: string; readonly others: Readonly<Record<string, string>> } | undefined
  private readonly waiting = new Map<number, (value: unknown) => void>()

  get started(): boolean {
    return this.worker !== undefined
  }

  /** Whether the compiler is loaded: it has answered something. On a slow network this takes many seconds. */
  get ready(): boolean {
    return this.hasTypes
  }

  /** Loads the worker. It is large, so this waits until the circuit is live. */
  start(): void {
    if (this.worker) return
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'language' })
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      this.hasTypes = true
      this.waiting.get(data.id)?.(data.value)
      this.waiting.delete(data.id)
    })
    worker.addEventListener('error', () => this.stop())
    this.worker = worker
  }

  /** Ends the worker; what is asked later is answered with undefined. */
  stop(): void {
    this.worker?.terminate()
    this.worker = undefined
    this.hasTypes = false
    this.sent = undefined
    for (const done of this.waiting.values()) done(undefined)
    this.waiting.clear()
  }

  /** Asks, and gives undefined when there is no answer within so many milliseconds. */
  ask<Q extends Question>(question: Q, atMost = patience): Promise<Answers[Q['kind']] | undefined> {
    const worker = this.worker
    if (!worker) return Promise.resolve(undefined)
    const id = this.next++
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id)
        resolve(undefined)
      }, atMost)
      this.waiting.set(id, (value) => {
        clearTimeout(timer)
        resolve(value as Answers[Q['kind']] | undefined)
      })
      const others = this.files?.others
      const changed = others !== undefined && others !== this.sent
      const asked: Asked = {
        id,
        question,
        file: this.files?.active ?? 'circuit.ts',
        ...(changed && { others }),
      }
      this.sent = others
      worker.postMessage(asked)
    })
  }
}
