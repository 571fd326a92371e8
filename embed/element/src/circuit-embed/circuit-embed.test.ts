// @vitest-environment happy-dom

import type { CompileResult, Health } from '@simten/client'
import { fixtures } from '@simten/viewer/testing/fixtures'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CircuitEmbed } from './circuit-embed.ts'

const fake = vi.hoisted(() => ({ sandboxes: [] as unknown[], silent: false }))

type Listener = (argument: unknown) => void

class FakeSlot {
  values = fixtures.counter()
  compiled: CompileResult | undefined
  status = undefined
  sources: string[] = []
  sets: unknown[] = []
  disposed = false
  answer: (source: string) => Promise<CompileResult> = () =>
    fake.silent ? new Promise(() => undefined) : Promise.resolve(this.values.compiled)
  private readonly listeners = new Map<string, Set<Listener>>()

  on(event: string, listener: Listener): () => void {
    const set = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, set.add(listener))
    return () => set.delete(listener)
  }
  emit(event: string, argument?: unknown): void {
    for (const l of this.listeners.get(event) ?? []) l(argument)
  }
  async compile(source: string): Promise<CompileResult> {
    this.sources.push(source)
    const result = await this.answer(source)
    if (result.design) {
      this.compiled = result
      this.emit('compiled', result)
    }
    return result
  }
  async set(values: unknown): Promise<void> {
    this.sets.push(values)
  }
  async dispose(): Promise<void> {
    this.disposed = true
  }
}

class FakeSandbox {
  health: Health = { state: 'ready' }
  slots: FakeSlot[] = []
  retries = 0
  disposed = false
  misplaced = false
  full = false
  private readonly listeners = new Set<Listener>()

  constructor(readonly options: { origin: string }) {
    fake.sandboxes.push(this)
  }
  onHealth(l: Listener): () => void {
    this.listeners.add(l)
    return () => this.listeners.delete(l)
  }
  change(health: Health): void {
    this.health = health
    for (const l of this.listeners) l(health)
  }
  slot(): FakeSlot {
    const slot = new FakeSlot()
    this.slots.push(slot)
    return slot
  }
  retry(): void {
    this.retries++
  }
  dispose(): void {
    this.disposed = true
  }
}

vi.mock('@simten/client', async () => {
  const { SandboxError } = await import('@simten/client/error')
  return { SandboxError, Sandbox: FakeSandbox }
})

const { SandboxError } = await import('@simten/client/error')
await import('./circuit-embed.ts')

const sandboxes = () => fake.sandboxes as FakeSandbox[]
let origin = 0

async function mount(attributes: Record<string, string>, child = ''): Promise<CircuitEmbed> {
  const element = document.createElement('circuit-embed')
  element.setAttribute('eager', '')
  element.setAttribute('sandbox', `http://sandbox-${origin}.test`)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (child !== '') {
    const script = document.createElement('script')
    script.type = 'text/plain'
    script.textContent = child
    element.append(script)
  }
  document.body.append(element)
  await settled(element)
  return element
}

async function settled(element: CircuitEmbed): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await Promise.resolve()
    await element.updateComplete
  }
}

const message = (e: CircuitEmbed) =>
  e.renderRoot.querySelector('[part=message]')?.textContent?.replace(/\s+/g, ' ').trim()
const slotOf = (n = 0) => sandboxes()[0]?.slots[n] as FakeSlot

beforeEach(() => {
  fake.sandboxes.length = 0
  fake.silent = false
  origin++
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener(): void {}
      postMessage(): void {}
      terminate(): void {}
    },
  )
})

afterEach(() => {
  document.body.replaceChildren()
})

describe('circuit-embed', () => {
  it('compiles its attribute, or the script inside it', async () => {
    await mount({ code: 'one' })
    await mount({}, 'two')
    expect(sandboxes()).toHaveLength(1)
    expect(slotOf(0).sources).toEqual(['one'])
    expect(slotOf(1).sources).toEqual(['two'])
  })

  it('compiles again when the script inside it changes', async () => {
    const e = await mount({}, 'one')
    const script = e.querySelector('script')
    if (script) script.textContent = 'two'
    await new Promise((done) => setTimeout(done))
    await settled(e)
    expect(slotOf().sources).toEqual(['one', 'two'])
  })

  it('shows nothing when its text is taken away, and the next text in the same sandbox', async () => {
    const e = await mount({ code: 'one' })
    e.removeAttribute('code')
    await settled(e)
    expect(message(e)).toContain('No circuit here yet')
    expect(slotOf(0).disposed).toBe(true)
    expect(e.renderRoot.querySelector('circuit-canvas')?.compiled).toBeUndefined()
    e.code = 'two'
    await settled(e)
    expect(sandboxes()).toHaveLength(1)
    expect(sandboxes()[0]?.disposed).toBe(false)
    expect(slotOf(1).sources).toEqual(['two'])
    expect(message(e)).toBeUndefined()
  })

  it('compiles again when the text changes', async () => {
    const e = await mount({ code: 'one' })
    e.code = 'two'
    await settled(e)
    expect(slotOf().sources).toEqual(['one', 'two'])
    expect(message(e)).toBeUndefined()
  })

  it('says what to do when there is no text', async () => {
    expect(message(await mount({}))).toContain('Put its text into the attribute code')
  })

  it('shows the first error with its line, keeps the circuit, and clears', async () => {
    const e = await mount({ code: 'good' })
    const good = slotOf().answer
    slotOf().answer = async () => ({
      circuits: [],
      diagnostics: [
        {
          stage: 'realm',
          code: 'E001',
          severity: 'error',
          message: '`xro` is not defined.',
          line: 3,
          suggestion: 'Xor',
        },
      ],
    })
    e.code = 'goo('
    await settled(e)
    expect(message(e)).toBe('line 3 `xro` is not defined. Xor')
    const canvas = e.renderRoot.querySelector('circuit-canvas')
    expect(canvas?.dimmed).toBe(true)
    expect(canvas?.compiled).toBe(slotOf().compiled)
    slotOf().answer = good
    e.code = 'good again'
    await settled(e)
    expect(message(e)).toBeUndefined()
    expect(canvas?.dimmed).toBe(false)

    // A text of something else that is broken shows no circuit, and least of all the one of before.
    slotOf().answer = async () => ({
      circuits: [],
      diagnostics: [{ stage: 'realm', code: 'E001', severity: 'error', message: 'No.' }],
    })
    e.code = 'something else'
    await settled(e)
    expect(message(e)).toBe('No.')
    expect(canvas?.compiled).toBeUndefined()
    const controls = e.renderRoot.querySelector('circuit-controls')
    expect(controls?.blocked).toContain('no circuit to run')
  })

  it('says how much is loaded, and when the simulator starts again', async () => {
    const first = await mount({})
    sandboxes()[0]?.change({ state: 'loading', loaded: 1_500_000, total: 4_800_000 })
    const e = document.createElement('circuit-embed')
    e.setAttribute('eager', '')
    e.setAttribute('code', 'x')
    e.setAttribute('sandbox', first.sandbox ?? '')
    fake.silent = true
    document.body.append(e)
    await settled(e)
    expect(message(e)).toBe('Loading the simulator, 1.5 of 4.8 MB')
    sandboxes()[0]?.change({ state: 'loading', detail: 'It has not answered yet.' })
    await settled(e)
    expect(message(e)).toBe('Loading the simulator… It has not answered yet.')
    sandboxes()[0]?.change({ state: 'restarting' })
    await settled(e)
    expect(message(e)).toBe('Restarting the simulator…')
  })

  it('offers to try again when the sandbox cannot be reached', async () => {
    const e = await mount({ code: 'x' })
    sandboxes()[0]?.change({ state: 'unavailable', detail: 'It did not answer within 15 s.' })
    await settled(e)
    expect(message(e)).toContain('It did not answer within 15 s.')
    e.renderRoot.querySelector<HTMLButtonElement>('[part=message] button')?.click()
    expect(sandboxes()[0]?.retries).toBe(1)
  })

  it('leads to its own sandbox from an address where none can be', async () => {
    const e = await mount({ code: 'x' })
    const refused = sandboxes()[0]
    if (refused) refused.misplaced = true
    refused?.change({ state: 'unavailable', detail: 'No sandbox can be at "here". Write the whole address.' })
    await settled(e)
    const button = e.renderRoot.querySelector<HTMLButtonElement>('[part=message] button')
    expect(button?.textContent).toBe('Use http://localhost:3002')
    button?.click()
    await settled(e)
    expect(sandboxes()[0]?.retries).toBe(0)
    expect(sandboxes()[1]?.options.origin).toBe('http://localhost:3002')
    expect(message(e)).toBeUndefined()

    // When that is no address either, there is nothing to press.
    const own = sandboxes()[1]
    if (own) own.misplaced = true
    own?.change({ state: 'unavailable', detail: 'That is this page itself.' })
    await settled(e)
    expect(message(e)).toContain('That is this page itself.')
    expect(e.renderRoot.querySelector('[part=message] button')).toBeNull()
  })

  it('runs in another sandbox when that is named, and shows nothing of the one before meanwhile', async () => {
    const e = await mount({ code: 'x' })
    const canvas = e.renderRoot.querySelector('circuit-canvas')
    expect(canvas?.compiled).toBeDefined()
    e.sandbox = `${e.sandbox}/`
    await settled(e)
    expect(sandboxes()).toHaveLength(1) // the same one
    fake.silent = true
    e.sandbox = 'http://another.test'
    await settled(e)
    sandboxes()[1]?.change({ state: 'loading', detail: 'page' })
    await settled(e)
    expect(slotOf().disposed).toBe(true)
    expect(canvas?.compiled).toBeUndefined()
    expect(message(e)).toBe('Loading the simulator…')
  })

  it('compiles again after the sandbox came back, when it could not before', async () => {
    const e = await mount({ code: 'x' })
    const good = slotOf().answer
    slotOf().answer = async () => {
      throw SandboxError.of('UNAVAILABLE', 'No answer.')
    }
    e.code = 'y'
    await settled(e)
    expect(message(e)).toContain('No answer.')
    slotOf().answer = good
    sandboxes()[0]?.change({ state: 'loading' })
    await settled(e)
    expect(slotOf().sources).toEqual(['x', 'y', 'y'])
    sandboxes()[0]?.change({ state: 'ready' })
    await settled(e)
    expect(message(e)).toBeUndefined()
  })

  it('tells where a run stopped and marks the node', async () => {
    const e = await mount({ code: 'x' })
    slotOf().emit(
      'stopped',
      new SandboxError({
        code: 'TIMEOUT',
        message: 'eval ran for 5 s.',
        node: 'dut.next',
        line: 7,
        advice: 'Look for a loop.',
      }),
    )
    await settled(e)
    expect(message(e)).toContain('line 7 eval ran for 5 s. Look for a loop.')
    expect(e.renderRoot.querySelector('circuit-canvas')?.faults).toEqual([
      { path: 'dut.next', message: 'eval ran for 5 s.' },
    ])
  })

  it('passes switches on to the slot', async () => {
    const e = await mount({ code: 'x' })
    e.renderRoot
      .querySelector('circuit-canvas')
      ?.dispatchEvent(new CustomEvent('circuit-set', { detail: { name: 'enable', value: 1 } }))
    expect(slotOf().sets).toEqual([{ enable: 1 }])
  })

  it('gives its slot back when it leaves the page', async () => {
    const e = await mount({ code: 'x' })
    vi.useFakeTimers()
    e.remove()
    expect(slotOf().disposed).toBe(false) // it may be on its way to another place
    vi.advanceTimersByTime(300)
    expect(slotOf().disposed).toBe(true)
    expect(sandboxes()[0]?.disposed).toBe(false) // other embeds may come; it ends a little later
    vi.advanceTimersByTime(20_000)
    expect(sandboxes()[0]?.disposed).toBe(true)
    vi.useRealTimers()
    document.body.append(e)
    await settled(e)
    expect(sandboxes()[1]?.slots[0]?.sources).toEqual(['x'])
  })

  it('keeps its slot when it is moved, and gives it back at once when others need it', async () => {
    const e = await mount({ code: 'x' })
    const box = document.createElement('div')
    document.body.append(box)
    box.append(e)
    await settled(e)
    e.remove()
    await Promise.resolve()
    document.body.append(e)
    await settled(e)
    expect(sandboxes()[0]?.slots).toHaveLength(1)
    expect(slotOf().sources).toEqual(['x'])
    expect(slotOf().disposed).toBe(false)
    const [sandbox] = sandboxes()
    if (sandbox) sandbox.full = true
    e.remove()
    await mount({ code: 'y' })
    expect(slotOf().disposed).toBe(true)
  })
})
