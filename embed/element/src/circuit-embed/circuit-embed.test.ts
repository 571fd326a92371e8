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
  status: { cycle: number; running: boolean } | undefined
  goal: number | undefined
  calls: unknown[] = []
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
  async tick(count: number): Promise<void> {
    this.calls.push(['tick', count])
  }
  async run(speed: number): Promise<void> {
    this.calls.push(['run', speed])
  }
  async runTo(cycle: number): Promise<void> {
    this.calls.push(['runTo', cycle])
  }
  async pause(): Promise<void> {
    this.calls.push(['pause'])
  }
  async reset(): Promise<void> {
    this.calls.push(['reset'])
  }
  async snapshot(): Promise<string> {
    return 'state'
  }
  async restore(snapshot: string): Promise<void> {
    this.calls.push(['restore', snapshot])
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
await import('@simten/viewer/canvas/circuit-canvas') // it loads them by itself, at some time
await import('@simten/viewer/controls/circuit-controls')
const { setEditor } = await import('./circuit-embed.ts')

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

/** The events of an element from now on: names and details. */
function heard(element: HTMLElement, ...names: string[]): [string, unknown][] {
  const events: [string, unknown][] = []
  for (const name of names) element.addEventListener(name, (e) => events.push([name, (e as CustomEvent).detail]))
  return events
}

/** A frame came, with a status. */
async function frame(e: CircuitEmbed, cycle: number, running = false): Promise<void> {
  slotOf().status = { cycle, running }
  slotOf().emit('frame')
  slotOf().emit('status', slotOf().status)
  await settled(e)
}

describe('the card around the picture', () => {
  it('has title, subtitle, description and link', async () => {
    const e = await mount({ code: 'x', title: 'Counter', subtitle: '8 bits', description: 'It counts.', href: '/next' })
    const header = e.renderRoot.querySelector('header')
    expect(header?.textContent?.replace(/\s+/g, ' ').trim()).toBe('Counter 8 bits It counts. Open →')
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/next')
    // The tooltip of the element's own title ends at the frame.
    expect(e.renderRoot.querySelector('.frame')?.getAttribute('title')).toBe('')
    e.heading = 'Another'
    await settled(e)
    expect(header?.querySelector('.heading')?.textContent).toBe('Another')
  })

  it('leads to the editor with the text, and not to a script', async () => {
    setEditor('https://simten.example/')
    const e = await mount({ code: 'x' })
    await vi.waitFor(() => expect(e.renderRoot.querySelector('a')?.href).toMatch(/^https:\/\/simten\.example\/#code=1/))
    const bad = await mount({ code: 'x', editor: 'javascript:alert(1)' })
    await new Promise((done) => setTimeout(done, 20))
    expect(bad.renderRoot.querySelector('a')).toBeNull()
    setEditor(undefined)
  })

  it('shows the picture of the page until the circuit is there', async () => {
    fake.silent = true
    const e = await mount({ code: 'x' })
    e.innerHTML = '<svg></svg>'
    e.requestUpdate()
    await settled(e)
    expect(e.renderRoot.querySelector('slot:not([name])')).not.toBeNull()
    slotOf().compiled = slotOf().values.compiled
    slotOf().emit('compiled', slotOf().values.compiled)
    await settled(e)
    expect(e.renderRoot.querySelector('slot:not([name])')).toBeNull()
  })

  it('hides the clock on request, as public Simten does', async () => {
    const e = await mount({ code: 'x', 'show-controls': 'false' })
    expect(e.renderRoot.querySelector('circuit-controls')).toBeNull()
    e.showControls = true
    await settled(e)
    expect(e.renderRoot.querySelector('circuit-controls')).not.toBeNull()
  })
})

describe('the events', () => {
  it('tell of a circuit, its values and its cycles', async () => {
    const e = await mount({ code: 'x' })
    const events = heard(e, 'circuit-ready', 'circuit-change', 'circuit-tick')
    await frame(e, 0)
    expect(events.map(([name]) => name)).toEqual(['circuit-ready', 'circuit-change'])
    expect(events[0]?.[1]).toMatchObject({
      name: 'Counter8',
      inputs: [
        { name: 'enable', width: 1 },
        { name: 'clear', width: 1 },
      ],
      outputs: [{ name: 'count', width: 8 }],
      sequential: true,
    })
    expect(events[1]?.[1]).toMatchObject({ cycle: 0, values: { enable: 0, count: expect.any(Number) } })
    await frame(e, 1, true)
    expect(events.slice(2)).toEqual([['circuit-tick', { cycle: 1, running: true }]])
  })

  it('tell of errors with their place, once, in the words of this element', async () => {
    const e = await mount({ code: 'x' })
    const outer = heard(document.body, 'circuit-error')
    slotOf().emit(
      'stopped',
      new SandboxError({ code: 'TIMEOUT', message: 'eval ran for 5 s.', line: 7, advice: 'Look.' }),
    )
    const inner = new CustomEvent('circuit-error', { detail: { error: new Error('a') }, bubbles: true, composed: true })
    e.renderRoot.querySelector('circuit-controls')?.dispatchEvent(inner)
    expect(outer.map(([, detail]) => detail)).toEqual([
      { code: 'TIMEOUT', message: 'eval ran for 5 s.', hint: 'Look.', line: 7 },
      { code: 'INVALID_REQUEST', message: 'a', hint: '' },
    ])
  })
})

describe('the methods', () => {
  it('operate the circuit', async () => {
    const e = await mount({ code: 'x', 'auto-run-speed': '250' })
    await e.tick()
    await e.tickN(10)
    await e.run()
    await e.run(0)
    await e.stop()
    await e.reset()
    await e.seek(7)
    await e.setInput('enable', 1n)
    await e.restore(await e.snapshot())
    expect(slotOf().calls).toEqual([
      ...[['tick', 1], ['tick', 10], ['run', 4], ['run', 0], ['pause'], ['reset'], ['runTo', 7], ['restore', 'state']],
    ])
    expect(slotOf().sets).toEqual([{ enable: 1n }])
    expect(e.getOutput('count')).toBe(e.getOutput('dut.count'))
    expect(e.getOutput('nothing')).toBeUndefined()
  })

  it('end with the element: a search for a cycle is given up', async () => {
    const e = await mount({ code: 'x' })
    slotOf().goal = 1000
    const sought = e.seek(1000)
    const refused = expect(sought).rejects.toThrow('taken out of the page')
    await Promise.resolve()
    e.remove()
    await refused
  })

  it('wait for the circuit, and start it', async () => {
    const e = document.createElement('circuit-embed')
    e.sandbox = `http://sandbox-${origin}.test`
    e.code = 'x'
    document.body.append(e)
    const ticked = e.tick()
    await ticked
    expect(slotOf().calls).toEqual([['tick', 1]])
  })

  it('say why there is no circuit', async () => {
    const e = await mount({})
    await expect(e.tick()).rejects.toThrow('no circuit')
    slotOf().answer = async () => {
      throw new SandboxError({ code: 'SYNTAX', message: 'Unexpected end.', advice: '' })
    }
    e.code = 'circuit('
    await expect(e.tick()).rejects.toThrow('Unexpected end.')
    await expect(e.reset()).rejects.toThrow('Unexpected end.')
  })
})

describe('the attributes', () => {
  it('set inputs, go to a cycle and run', async () => {
    await mount({ code: 'x', inputs: 'enable=1', cycle: '12', run: '30' })
    expect(slotOf().sets).toEqual([{ enable: '1' }])
    expect(slotOf().calls).toEqual([
      ['runTo', 12],
      ['run', 30],
    ])
  })

  it('change inputs later without compiling again', async () => {
    const e = await mount({ code: 'x', inputs: 'enable=1' })
    e.setAttribute('inputs', 'enable=0')
    await settled(e)
    expect(slotOf().sets).toEqual([{ enable: '1' }, { enable: '0' }])
    expect(slotOf().sources).toEqual(['x'])
    e.setAttribute('inputs', 'enable')
    await settled(e)
    expect(message(e)).toContain('a=1 b=0xff')
  })

  it('keep readers from setting anything', async () => {
    const e = await mount({ code: 'x', readonly: '' })
    const canvas = e.renderRoot.querySelector('circuit-canvas')
    canvas?.dispatchEvent(new CustomEvent('circuit-set', { detail: { name: 'enable', value: 1 } }))
    expect(slotOf().sets).toEqual([])
    expect(canvas?.locked).toBe(true)
    expect(canvas?.memories).toBeDefined()
    expect(canvas?.memories?.deposit).toBeUndefined()
    await e.setInput('enable', 1) // the page itself may
    expect(slotOf().sets).toEqual([{ enable: 1 }])
  })

  it('take the text of an address', async () => {
    vi.stubGlobal('fetch', async (url: URL) =>
      url.pathname === '/a.ts' ? new Response('from a file') : new Response('', { status: 404 }),
    )
    const e = await mount({ src: 'http://files.test/a.ts' })
    await vi.waitFor(() => expect(slotOf().sources).toEqual(['from a file']))
    e.src = 'http://files.test/circuit/BYUwNmD2Q'
    await vi.waitFor(() => expect(slotOf().sources).toEqual(['from a file', 'hello']))
    const events = heard(e, 'circuit-error')
    e.src = 'http://files.test/b.ts'
    await vi.waitFor(() => expect(events[0]?.[1]).toMatchObject({ code: 'INVALID_REQUEST' }))
    expect(message(e)).toContain('the server answers 404')
    vi.unstubAllGlobals()
  })
})
