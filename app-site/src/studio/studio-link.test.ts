import { describe, expect, it } from 'vitest'
import { circuitIn, type LinkSocket, type LinkState, type StudioCircuit, StudioLink } from './studio-link.ts'

const message = { type: 'circuit', id: 1, name: 'a.ts', text: 'circuit(…)' }

describe('circuitIn', () => {
  it('reads a circuit, with or without what is optional', () => {
    expect(circuitIn(JSON.stringify(message))).toEqual({
      id: 1,
      name: 'a.ts',
      text: 'circuit(…)',
      inputs: {},
      cycle: 0,
      waves: false,
    })
    const whole = { ...message, inputs: { a: 1, b: '0xff', c: true, d: null }, cycle: 7, waves: true }
    expect(circuitIn(JSON.stringify(whole))).toMatchObject({ inputs: { a: 1, b: '0xff' }, cycle: 7, waves: true })
  })

  it('takes nothing else for one', () => {
    const wrong = [
      undefined,
      new ArrayBuffer(2),
      '{',
      'null',
      '7',
      ...[
        { type: 'traces' },
        { id: -1 },
        { id: '1' },
        { name: 1 },
        { text: null },
        { cycle: 0.5 },
        { inputs: null },
        { waves: 1 },
      ].map((change) => JSON.stringify({ ...message, ...change })),
    ]
    for (const data of wrong) expect(circuitIn(data)).toBeUndefined()
  })
})

/** A link with sockets that the test opens and closes. */
function linked() {
  const sockets: (LinkSocket & { sent: string[] })[] = []
  const pauses: number[] = []
  const states: LinkState[] = []
  const circuits: StudioCircuit[] = []
  let again: (() => void) | undefined
  const world = {
    sockets,
    pauses,
    states,
    circuits,
    time: 0,
    tryAgain: () => again?.(),
    get last() {
      return sockets.at(-1) as LinkSocket & { sent: string[] }
    },
    opened() {
      this.last.onopen?.call({} as WebSocket, {} as Event)
    },
    closed(code: number) {
      this.last.onclose?.call({} as WebSocket, { code } as CloseEvent)
    },
    says(data: unknown) {
      this.last.onmessage?.call({} as WebSocket, { data } as MessageEvent)
    },
  }
  const link = new StudioLink(
    'token',
    {
      open: () => {
        const sent: string[] = []
        const socket = {
          sent,
          send: (text: string) => void sent.push(text),
          close: () => undefined,
        } as unknown as LinkSocket
        sockets.push(Object.assign(socket, { sent }))
        return sockets.at(-1) as LinkSocket
      },
      later: (then, milliseconds) => {
        pauses.push(milliseconds)
        again = then
      },
      now: () => world.time,
    },
    { state: (state) => void states.push(state), circuit: (circuit) => void circuits.push(circuit) },
  )
  link.connect()
  return { link, world }
}

describe('StudioLink', () => {
  it('introduces itself with the token, and hands circuits on', () => {
    const { link, world } = linked()
    expect(world.last.sent).toEqual([])
    world.opened()
    expect(world.last.sent).toEqual(['{"type":"register","token":"token"}'])
    world.says(JSON.stringify(message))
    world.says('noise')
    expect(world.circuits.map((c) => c.id)).toEqual([1])
    link.report(1, true)
    expect(world.last.sent.at(-1)).toBe('{"type":"render-result","id":1,"ok":true}')
  })

  it('tries again, less and less often, and often again after a connection that held', () => {
    const { world } = linked()
    for (let i = 0; i < 7; i++) {
      world.closed(1006)
      world.tryAgain()
    }
    expect(world.pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
    world.opened()
    world.time = 10_000
    world.closed(1001)
    expect(world.pauses.at(-1)).toBe(250)
    expect(world.states).toEqual(['lost', 'connected', 'lost'])
  })

  it('stops when the server knows another token', () => {
    const { link, world } = linked()
    world.opened()
    world.closed(4001)
    expect(link.state).toBe('refused')
    expect(world.pauses).toEqual([])
  })

  it('reports nothing while it is not connected', () => {
    const { link, world } = linked()
    link.report(1, true)
    expect(world.last.sent).toEqual([])
  })
})
