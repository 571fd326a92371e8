import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompileResult } from '../engine.ts'
import type { SharedRun } from '../share/shared-run.ts'
import { compileDebounce, goesOnWithin, Session, shortestDebounce, slowCompile } from './session.ts'
import { initialState } from './state.ts'
import { Store } from './store.ts'

interface Call {
  options: object
  source: string
  signal: AbortSignal | undefined
  resolve(result: CompileResult): void
  reject(error: unknown): void
}

/** A slot whose compiles end when the test says so. */
class FakeSlot {
  calls: Call[] = []
  status = { cycle: 0, running: false, cyclesPerSecond: 0, achieved: 0 }
  runs: number[] = []

  run(cyclesPerSecond: number): Promise<undefined> {
    this.runs.push(cyclesPerSecond)
    return Promise.resolve(undefined)
  }

  sets: unknown[] = []
  set(values: unknown): Promise<undefined> {
    this.sets.push(values)
    return Promise.resolve(undefined)
  }

  ticks: number[] = []
  tick(n = 1): Promise<undefined> {
    this.ticks.push(n)
    return Promise.resolve(undefined)
  }
  seeks: number[] = []
  seek(cycle: number): Promise<undefined> {
    this.seeks.push(cycle)
    return Promise.resolve(undefined)
  }

  deposits: unknown[] = []
  deposit(deposits: unknown): Promise<undefined> {
    this.deposits.push(deposits)
    return Promise.resolve(undefined)
  }
  digests: Record<number, string> = {}
  digest(cycle: number): Promise<string> {
    return Promise.resolve(this.digests[cycle] ?? '')
  }

  pauses = 0
  pause(): Promise<undefined> {
    this.pauses++
    return Promise.resolve(undefined)
  }

  compile(source: string, options: { signal?: AbortSignal }): Promise<CompileResult> {
    return new Promise((resolve, reject) =>
      this.calls.push({ source, options, signal: options.signal, resolve, reject }),
    )
  }

  get last(): Call {
    const call = this.calls.at(-1)
    if (!call) throw new Error('no compile yet')
    return call
  }
}

function good(name: string): CompileResult {
  const circuit = {
    version: 1,
    name: `${name}Demo`,
    inputs: [],
    outputs: [],
    clocks: [],
    state: [],
    nodes: [],
    connections: [],
    implementation: { kind: 'composite' as const },
    metadata: {},
  }
  return { diagnostics: [], circuits: [name], main: name, circuit }
}

const emptyDesign = { inputs: [], outputs: [], nets: [], signals: [], nodeCount: 0, states: [], pictures: [] }

const bad: CompileResult = {
  diagnostics: [{ stage: 'source', code: 'E001', severity: 'error', message: 'Expected ")"', line: 2, column: 3 }],
  circuits: [],
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('Session', () => {
  let store: Store<typeof initialState>
  let session: Session
  let slot: FakeSlot

  beforeEach(() => {
    vi.useFakeTimers()
    store = new Store(initialState)
    session = new Session(store)
    slot = new FakeSlot()
  })
  afterEach(() => vi.useRealTimers())

  it('compiles the text that is there when the sandbox comes', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    expect(slot.calls).toHaveLength(0)
    session.attach(slot)
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.compiled?.main).toBe('A')
    expect(store.state.notice?.text).toBe('A is ready. No problems.')
  })

  it('gives a new circuit the values that it takes, one by one, and a run that is repeated none', async () => {
    session.attach(slot)
    const from = { origin: 'draft', example: undefined } as const
    const offered = { a: 255, b: 256, c: -1, d: '0xff', e: '0x100', inside: 7 }
    const wide = (name: string) => ({ name, portType: { kind: 'bus' as const, width: 8 } })
    const circuit = good('A').circuit
    if (!circuit) throw new Error('no circuit')
    const library = { A: { ...circuit, inputs: ['a', 'b', 'c', 'd', 'e'].map(wide) } }
    session.open('a', from, undefined, undefined, offered)
    slot.last.resolve({ ...good('A'), library })
    await settled()
    expect(slot.sets).toEqual([{ a: 255 }, { d: '0xff' }, { inside: 7 }])
    slot.sets = []
    session.open('b', from)
    slot.last.resolve({ ...good('A'), library })
    await settled()
    expect(slot.sets).toEqual([])
    const given = [{ at: 0, values: { a: 1 } }]
    const run = { of: '', given, inputs: {}, last: 2, shown: 2, running: false, speed: 0, digest: undefined }
    session.open('c', from, undefined, run, offered)
    slot.last.resolve({ ...good('A'), library })
    await settled()
    expect(slot.sets).toEqual([{ a: 1 }])
  })

  it("A309 interprets a stranger's text only, also when it is edited, until the user asks for full speed", async () => {
    session.attach(slot)
    session.open("circuit('Theirs', {})", { origin: 'link', example: undefined })
    expect(slot.last.options).toMatchObject({ strict: true })
    slot.last.resolve(good('Theirs'))
    await settled()
    session.edit("circuit('Theirs', { })")
    await vi.advanceTimersByTimeAsync(compileDebounce)
    expect(slot.last.options).toMatchObject({ strict: true, keep: true })
    slot.last.resolve(good('Theirs'))
    await settled()
    session.fullSpeed()
    expect(slot.last.options).toMatchObject({ keep: true })
    expect(slot.last.options).not.toHaveProperty('strict')
    expect(store.state.strict).toBe(false)
    session.open("circuit('Other', {})", { origin: 'link', example: undefined })
    expect(slot.last.options).toMatchObject({ strict: true })
    session.open('mine', { origin: 'draft', example: undefined })
    expect(slot.last.options).not.toHaveProperty('strict')
  })

  it('keeps the circuit of before while the text is an edit of its text, and no other', async () => {
    session.attach(slot)
    session.open("circuit('A', {})", { origin: 'draft', example: undefined })
    slot.last.resolve(good('A'))
    await settled()
    session.edit("circuit('A', {)")
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(bad)
    await settled()
    expect(store.state).toMatchObject({ broken: true, foreign: false, compiled: { main: 'A' } })

    slot.status.running = true
    session.edit('const other = {')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(bad)
    await settled()
    expect(store.state).toMatchObject({ broken: true, foreign: true })
    expect(slot.pauses).toBe(1)
    session.edit('const other = {}')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(good('B'))
    await settled()
    expect(store.state).toMatchObject({ broken: false, foreign: false, compiled: { main: 'B' } })

    // Another text that was opened has nothing to do with it either.
    session.open("circuit('B2', {", { origin: 'link', example: undefined })
    expect(store.state.foreign).toBe(true)
    slot.last.resolve(bad)
    await settled()
    expect(store.state).toMatchObject({ broken: true, foreign: true })
  })

  it('brings the run of a text back once, as it was kept', async () => {
    const run = {
      of: '',
      given: [
        { at: 0, values: { a: 1 } },
        { at: 7, values: { a: 0, b: 3 } },
      ],
      inputs: {},
      last: 2500,
      shown: 2000,
      running: true,
      speed: 5,
    }
    const returning = new Session(store, (text) => (text === 'a' ? run : undefined))
    returning.attach(slot)
    returning.open('a', { origin: 'draft', example: undefined })
    slot.last.resolve(good('A'))
    await vi.advanceTimersByTimeAsync(10)
    expect(slot.sets).toEqual([{ a: 1 }, { a: 0, b: 3 }])
    expect(slot.ticks[0]).toBe(7)
    expect(slot.ticks.reduce((sum, n) => sum + n, 0)).toBe(2500)
    expect(slot.seeks).toEqual([2000])
    expect(slot.runs).toEqual([5])
    // It is of this one circuit: nothing of it comes back after an edit.
    returning.edit('a')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(good('A'))
    await settled()
    expect(slot.sets).toHaveLength(2)
  })

  it('says what is lost of a run in which too much was set', async () => {
    const run = { of: '', given: undefined, inputs: { a: 1 }, last: 9, shown: 9, running: false, speed: 0 }
    const returning = new Session(store, () => run)
    returning.attach(slot)
    returning.open('a', { origin: 'draft', example: undefined })
    slot.last.resolve(good('A'))
    await settled()
    expect(slot.sets).toEqual([{ a: 1 }])
    expect(slot.ticks).toEqual([])
    expect(store.state.toast?.text).toContain('begins at cycle 0')
  })

  it('has the circuit drawn that does not settle, and does not run it', async () => {
    session.attach(slot)
    session.open("circuit('A', {})", { origin: 'draft', example: undefined })
    slot.last.resolve({ ...good('A'), diagnostics: bad.diagnostics })
    await settled()
    expect(store.state).toMatchObject({ broken: true, compiled: undefined, faulty: { main: 'A' } })
    session.edit("circuit('A', { })")
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state).toMatchObject({ broken: false, faulty: undefined, compiled: { main: 'A' } })
  })

  it('tells when warnings come and go, and nothing while they stay', async () => {
    const warning: CompileResult['diagnostics'][number] = {
      stage: 'check',
      code: 'W',
      severity: 'warning',
      message: 'not driven',
      line: 1,
      column: 1,
    }
    session.attach(slot)
    session.open('a', { origin: 'draft', example: undefined })
    const told: (string | undefined)[] = []
    for (const diagnostics of [[], [warning], [warning], []]) {
      session.compileNow()
      slot.last.resolve({ ...good('A'), diagnostics })
      await settled()
      told.push(`${store.state.notice?.id} ${store.state.notice?.text}`)
    }
    expect(told).toEqual([
      '1 A is ready. No problems.',
      '2 A is ready. 1 warning.',
      '2 A is ready. 1 warning.',
      '3 A is ready. No problems.',
    ])
  })

  it('grants what the page means to, and sends the lock with the next compile', async () => {
    session.attach(slot)
    session.open('import', { origin: 'draft', example: undefined })
    const lock = { host: 'https://esm.sh', packages: { figlet: '1.12.0' }, modules: {} }
    expect(slot.last.options).toMatchObject({ grant: ['console', 'clock', 'random', 'modules'] })
    expect(slot.last.options).not.toHaveProperty('lock')
    slot.last.resolve({ ...good('A'), lock })
    await settled()
    session.compileNow()
    expect(slot.last.options).toMatchObject({ lock })
    session.forgetLock()
    expect(slot.last.options).not.toHaveProperty('lock')
    session.open('other', { origin: 'link', example: undefined }, lock)
    expect(slot.last.options).toMatchObject({ lock })
  })

  it('tells which packages it waits for, until the compile is done', async () => {
    session.attach(slot)
    session.open('import', { origin: 'draft', example: undefined })
    session.waitsFor({ packages: ['figlet'], bytes: 0 })
    expect(store.state.fetching).toEqual(['figlet'])
    expect(store.state.notice?.text).toBe('Fetching figlet.')
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.fetching).toEqual([])
  })

  const deposit = { node: 'dut.ram', field: 'cells', cells: 'AQ==' }
  const shared: SharedRun = {
    of: '',
    given: [
      { at: 0, values: { a: 1 } },
      { at: 5, values: {}, deposits: [deposit] },
    ],
    inputs: {},
    last: 12,
    shown: 9,
    running: false,
    speed: 0,
    digest: '1.aa',
  }
  it.each([
    ['1.aa', 'cycle 9. Verified: it is as it was shared, bit for bit.', 'info'],
    ['1.bb', 'differs', 'bad'],
    ['2.aa', 'another version', 'info'],
  ])('repeats the run of a link, and a state of digest %s is told as "%s"', async (digest, words, tone) => {
    slot.digests = { 9: digest }
    session.attach(slot)
    session.open('a', { origin: 'link', example: undefined }, undefined, shared)
    slot.last.resolve(good('A'))
    await settled()
    expect(slot.sets).toEqual([{ a: 1 }])
    expect(slot.deposits).toEqual([[deposit]])
    expect(slot.ticks).toEqual([5, 7])
    expect(slot.seeks).toEqual([9])
    expect(store.state.notice?.text).toContain(words)
    expect(store.state.notice?.tone).toBe(tone)
    // A later text begins anew.
    session.open('b', { origin: 'link', example: undefined })
    slot.last.resolve(good('B'))
    await settled()
    expect(slot.sets).toHaveLength(1)
  })

  it('waits until the text rests', async () => {
    session.attach(slot)
    session.edit('a')
    await vi.advanceTimersByTimeAsync(compileDebounce - 1)
    session.edit('ab')
    await vi.advanceTimersByTimeAsync(compileDebounce - 1)
    expect(slot.calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(slot.calls.map((c) => c.source)).toEqual(['ab'])
  })

  it('compiles a text that compiles fast with every key, and tells its errors once it rests', async () => {
    session.open('good', { origin: 'draft', example: undefined })
    session.attach(slot)
    await vi.advanceTimersByTimeAsync(10)
    slot.last.resolve(good('A'))
    await settled()
    session.edit('goo')
    await vi.advanceTimersByTimeAsync(shortestDebounce)
    expect(slot.last.source).toBe('goo')
    slot.last.resolve(bad)
    await settled()
    expect(store.state.broken).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    session.edit('good again')
    await vi.advanceTimersByTimeAsync(shortestDebounce)
    slot.last.resolve(good('B'))
    await settled()
    expect(store.state).toMatchObject({ broken: false, compiled: { main: 'B' } })
    session.edit('good agai')
    await vi.advanceTimersByTimeAsync(shortestDebounce)
    slot.last.resolve(bad)
    await vi.advanceTimersByTimeAsync(compileDebounce - shortestDebounce - 1)
    expect(store.state.broken).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state.broken).toBe(true)
  })

  it('compiles a text that compiles slowly, or whose circuit runs, only once it rests', async () => {
    session.open('good', { origin: 'draft', example: undefined })
    session.attach(slot)
    await vi.advanceTimersByTimeAsync(100)
    slot.last.resolve(good('A'))
    await settled()
    session.edit('slow')
    await vi.advanceTimersByTimeAsync(119)
    expect(slot.calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(slot.calls).toHaveLength(2)
    slot.last.resolve(good('A')) // at once
    await settled()
    slot.status.running = true
    session.edit('running')
    await vi.advanceTimersByTimeAsync(compileDebounce - 1)
    expect(slot.calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(slot.calls).toHaveLength(3)
    slot.status.running = false
    slot.last.resolve(good('A'))
    await settled()
    session.edit('')
    await vi.advanceTimersByTimeAsync(compileDebounce - 1)
    expect(store.state.compiled).toBeDefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state.compiled).toBeUndefined()
  })

  it('gives an older compile up, and its late result changes nothing', async () => {
    session.attach(slot)
    session.open('old', { origin: 'draft', example: undefined })
    const old = slot.last
    session.open('new', { origin: 'draft', example: undefined })
    expect(old.signal?.aborted).toBe(true)
    slot.last.resolve(good('New'))
    await settled()
    old.resolve(good('Old'))
    await settled()
    expect(store.state.compiled?.main).toBe('New')
    expect(store.state.compiling).toBe('no')
  })

  it('keeps the last good circuit while the text is broken, and says what the first problem is', async () => {
    session.open('good', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.resolve(good('A'))
    await settled()
    session.edit('broken')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(bad)
    await settled()
    expect(store.state.compiled?.main).toBe('A')
    expect(store.state.broken).toBe(true)
    expect(store.state.problems.map((p) => [p.line, p.message])).toEqual([[2, 'Expected ")"']])
    expect(store.state.notice).toMatchObject({ tone: 'bad', text: '1 error. Expected ")"' })
    session.edit('good again')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state).toMatchObject({ broken: false, problems: [] })
  })

  it('speaks of another first error, and not of the same one again', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    const told: string[] = []
    for (const message of ['no Xro', 'no Xro', 'no Adn']) {
      session.edit(message)
      await vi.advanceTimersByTimeAsync(compileDebounce)
      slot.last.resolve({
        ...bad,
        diagnostics: [{ stage: 'realm', code: 'E026', severity: 'error', message, line: 1, column: 1 }],
      })
      await settled()
      told.push(`${store.state.notice?.id} ${store.state.notice?.text}`)
    }
    expect(told.map((t) => t.slice(2))).toEqual(['1 error. no Xro', '1 error. no Xro', '1 error. no Adn'])
    expect(new Set(told).size).toBe(2)
  })

  it('turns a failed compile into a problem', async () => {
    session.open('while (true);', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.reject(Object.assign(new Error('This ran longer than 5 s.'), { code: 'TIMEOUT', line: 1, column: 1 }))
    await settled()
    expect(store.state.broken).toBe(true)
    expect(store.state.problems).toMatchObject([{ code: 'TIMEOUT', line: 1, running: false }])
    expect(store.state.problems[0]?.advice).toContain('loop')
  })

  it('speaks of a compile only when it is slow', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    await vi.advanceTimersByTimeAsync(slowCompile - 1)
    expect(store.state.compiling).toBe('yes')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state.compiling).toBe('slow')
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.compiling).toBe('no')
  })

  it('shows nothing for an empty text', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.resolve(good('A'))
    await settled()
    session.edit('  \n')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    expect(slot.calls).toHaveLength(1)
    expect(store.state.compiled).toBeUndefined()
    expect(store.state.notice?.text).toMatch(/^The text is empty/)
  })

  it('goes on running after a change of the text, and only then', async () => {
    const clocked = (name: string) => ({ ...good(name), design: { ...emptyDesign, sequential: true } })
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.resolve(clocked('A'))
    await settled()
    slot.status = { cycle: 7, running: true, cyclesPerSecond: 20, achieved: 20 }
    const after = async (result: CompileResult, waits = 0) => {
      await vi.advanceTimersByTimeAsync(compileDebounce + waits)
      slot.last.resolve(result)
      await settled()
      return slot.runs
    }
    session.edit('a // b')
    expect(await after(bad)).toEqual([])
    session.edit('a // c')
    expect(await after(clocked('A'))).toEqual([20])
    session.edit('a without a clock')
    expect(await after({ ...good('A'), design: { ...emptyDesign, sequential: false } })).toEqual([20])
    session.edit('a, slow')
    expect(await after(clocked('A'), goesOnWithin)).toEqual([20])
    slot.status = { cycle: 7, running: false, cyclesPerSecond: 20, achieved: 0 }
    session.edit('a at rest')
    expect(await after(clocked('A'))).toEqual([20])
    slot.status = { cycle: 7, running: true, cyclesPerSecond: 20, achieved: 0 }
    session.open('another', { origin: 'draft', example: undefined })
    expect(await after(clocked('B'))).toEqual([20])
  })

  it('asks that an edit be kept which changes nothing, and lets the run be', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    expect(slot.last.options).toMatchObject({ keep: false })
    slot.last.resolve(good('A'))
    await settled()
    slot.status = { cycle: 7, running: true, cyclesPerSecond: 20, achieved: 20 }
    session.edit('a // b')
    await vi.advanceTimersByTimeAsync(compileDebounce)
    expect(slot.last.options).toMatchObject({ keep: true })
    const notice = store.state.notice
    const result = { ...good('A'), design: { ...emptyDesign, sequential: true }, kept: true }
    slot.last.resolve(result)
    await settled()
    expect(store.state.compiled).toBe(result)
    expect(slot.runs).toEqual([])
    expect(store.state.notice).toBe(notice)
  })

  it('keeps a run-time error until the next good compile', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.resolve(good('A'))
    await settled()
    session.stopped({ code: 'ABORTED', message: 'replaced' })
    expect(store.state.failure).toBeUndefined()
    session.stopped({ code: 'RUNTIME', message: 'Broke', line: 3, node: 'dut.g' })
    expect(store.state.failure).toMatchObject({ message: 'Broke', running: true, node: 'dut.g' })
    session.compileNow()
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.failure).toBeUndefined()
  })

  it('does not blame the text when the sandbox is gone, and compiles it when it is back', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.reject(Object.assign(new Error('No answer.'), { code: 'UNAVAILABLE', advice: 'Look there.' }))
    await settled()
    expect(store.state).toMatchObject({ broken: false, problems: [], compiling: 'no' })
    expect(store.state.health).toEqual({ state: 'unavailable', detail: 'No answer. Look there.' })
    session.compileNow()
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.compiled?.main).toBe('A')
  })

  it('tries an example once more when the machine was too slow for it', async () => {
    session.open('an example', { origin: 'example', example: 'counter' })
    session.attach(slot)
    const timeout = Object.assign(new Error('This ran longer than 5 s.'), { code: 'TIMEOUT' })
    slot.last.reject(timeout)
    await settled()
    expect(slot.calls).toHaveLength(2)
    expect(store.state).toMatchObject({ broken: false, compiling: 'yes' })
    slot.last.reject(timeout)
    await settled()
    expect(slot.calls).toHaveLength(2)
    expect(store.state.problems).toMatchObject([{ code: 'TIMEOUT' }])
  })

  it('offers another try when the clock ended a compile, and makes it itself for an example', async () => {
    const late = {
      ...bad,
      diagnostics: bad.diagnostics.map((d) => ({ ...d, code: 'E023', again: true })),
    }
    session.attach(slot)
    session.open('mine', { origin: 'draft', example: undefined })
    slot.last.resolve(late)
    await settled()
    expect(slot.calls).toHaveLength(1)
    expect(store.state.problems).toMatchObject([{ code: 'E023', again: true }])
    session.open('an example', { origin: 'example', example: 'counter' })
    for (const again of [true, false]) {
      slot.last.resolve(late)
      await settled()
      expect(store.state.compiling).toBe(again ? 'yes' : 'no')
    }
    expect(slot.calls).toHaveLength(3)
    session.open('broken', { origin: 'draft', example: undefined })
    slot.last.resolve(bad)
    await settled()
    expect(store.state.problems).toMatchObject([{ code: 'E001', again: false }])
  })

  it('adds the warnings of a run until the next compile', async () => {
    session.open('a', { origin: 'draft', example: undefined })
    session.attach(slot)
    slot.last.resolve(good('A'))
    await settled()
    session.warned([
      { stage: 'simulate', code: 'W900', severity: 'warning', message: '`y` is 8 bits; 300 does not fit.' },
    ])
    expect(store.state.problems).toMatchObject([{ code: 'W900', running: true }])
    session.compileNow()
    slot.last.resolve(good('A'))
    await settled()
    expect(store.state.problems).toEqual([])
  })
})
