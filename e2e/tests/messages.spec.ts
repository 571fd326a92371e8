import type { Frame } from '@playwright/test'
import { bareSandbox } from '../support/bare.ts'
import { expect, test } from '../support/test.ts'

/** No message may be larger; docs/protocol.md, resultBytes. */
const LARGEST = 1 << 20

interface Watched {
  /** Messages by where they were seen: how many, and the largest. */
  seen: Record<string, { count: number; largest: number }>
}

/**
 * Measures every message over ports and workers in every frame: its JSON text in UTF-8, and its typed arrays. The
 * supervisor's record of a slot is handed over as it is, without being copied or read, and does not count.
 */
function watchMessages(): void {
  const seen: Watched['seen'] = {}
  Object.assign(window, { seen })
  const bytesOf = (message: unknown): number => {
    let arrays = 0
    const text = JSON.stringify(message, (_, value) => {
      if (value instanceof WebAssembly.Module) return undefined
      if (value?.kind === 'checkpoint' || value?.kind === 'recall') return value.kind
      if (value?.kind === 'request') return value.text
      if (!ArrayBuffer.isView(value)) return value
      arrays += value.byteLength
      return undefined
    })
    return new Blob([text ?? '']).size + arrays
  }
  const note = (where: string, message: unknown) => {
    const entry = seen[where] ?? { count: 0, largest: 0 }
    seen[where] = { count: entry.count + 1, largest: Math.max(entry.largest, bytesOf(message)) }
  }
  for (const [type, where] of [
    [MessagePort, 'sent over the port'],
    [Worker, 'sent to the worker'],
  ] as const) {
    const original = type.prototype.postMessage as (this: unknown, message: unknown, rest: unknown) => void
    type.prototype.postMessage = function (this: unknown, message: unknown, rest: unknown) {
      note(where, message)
      original.call(this, message, rest)
    } as typeof type.prototype.postMessage
  }
  const property = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')
  Object.defineProperty(Worker.prototype, 'onmessage', {
    ...property,
    set(this: Worker, listener: (event: MessageEvent) => void) {
      property?.set?.call(this, (event: MessageEvent) => {
        note('heard of the worker', event.data)
        listener.call(this, event)
      })
    },
  })
}

const seenIn = (where: Frame) => where.evaluate(() => (window as unknown as Watched).seen)

const compact = (rows: number, columns: number) => `
const row = circuit('Row', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { n: Array.from({ length: ${columns} }, () => Not) },
  connect: ({ inputs, outputs, nodes: { n } }) => [
    inputs.x.to(n[0].in), ...n.slice(1).map((g, i) => n[i].out.to(g.in)), n[${columns - 1}].out.to(outputs.y),
  ],
})
circuit('Grid', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { r: Array.from({ length: ${rows} }, () => row) },
  connect: ({ inputs, outputs, nodes: { r } }) => [
    inputs.x.to(r[0].x), ...r.slice(1).map((g, i) => r[i].y.to(g.x)), r[${rows - 1}].y.to(outputs.y),
  ],
})`

const flat = (nodes: number) => `
circuit('Flat', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: Object.fromEntries(Array.from({ length: ${nodes} }, (_, i) => ['long'.repeat(25) + i, Not])),
  connect: ({ inputs, outputs, nodes }) => {
    const n = Object.values(nodes)
    return [
      inputs.x.to(n[0].in), ...n.slice(1).map((g, i) => n[i].out.to(g.in)), n[${nodes - 1}].out.to(outputs.y),
    ]
  },
})`

// The flat one is told with all its nodes and connections, whose names alone are more than a megabyte, the other with
// its nets.
test('A222 no message of a compile of 100,000 nodes is larger than a megabyte, nor of a large source, schematic or snapshot', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.addInitScript(watchMessages)
  const sandbox = await bareSandbox(page)
  const result = await sandbox.evaluate(
    async (client, { grid, wide, memory }) => {
      const progress: string[] = []
      const compile = async (name: string, source: string) => {
        const slot = client.slot(name)
        slot.on('progress', ({ phase, done }) => progress.push(`${phase} ${done === 1 ? 'done' : ''}`))
        // On a busy machine a compile of this size may need more than the 5 s that it may take.
        for (let tries = 1; ; tries++) {
          const compiled = await slot.compile(source)
          if (compiled.design || tries === 5) return compiled
        }
      }
      const large = await compile('grid', grid)
      const structured = await compile('wide', `${wide}\n// ${'é'.repeat(280_000)}`)
      const full = await compile('memory', memory)
      await client.slot('memory').tick(300_000)
      const snapshot = await client.slot('memory').snapshot()
      const given = new AbortController()
      const abandoned = client
        .slot('memory')
        .snapshot({ signal: given.signal })
        .then(
          () => 'came',
          (error: { code: string }) => error.code,
        )
      setTimeout(() => given.abort(), 1)
      await client.slot('memory').restore(snapshot)
      const again = await client.slot('memory').snapshot()
      return {
        nodes: large.design?.nodeCount,
        nets: large.design?.nets.length,
        told: structured.diagnostics.filter((d) => d.severity === 'error'),
        drawn: structured.circuit?.nodes.length,
        connected: structured.circuit?.connections.length,
        signals: structured.design?.signals.length,
        errors: full.diagnostics.filter((d) => d.severity === 'error'),
        snapshot: snapshot.length,
        same: again === snapshot,
        abandoned: await abandoned,
        sends: progress.includes('send done'),
      }
    },
    {
      grid: compact(500, 200),
      wide: flat(12_000),
      memory: `circuit('Filled', { inputs: {}, outputs: { q: bus(32) }, state: { n: reg(32), m: mem(524288, 32) },
        eval: ({ m }) => ({ q: m[0] }),
        onTick: ({ n, m }) => { m[n & 0x7ffff] = n ^ 0x12345678; return { n: n + 1, m } } })`,
    },
  )
  expect(result).toMatchObject({
    nodes: 100_000,
    told: [],
    drawn: 12_000,
    connected: 12_001,
    errors: [],
    same: true,
    sends: true,
  })
  expect(result.nets).toBeGreaterThan(100_000)
  expect(['ABORTED', 'came']).toContain(result.abandoned)
  expect(result.snapshot).toBeGreaterThan(LARGEST)
  // The page has embeds of its own, with another frame.
  const places = await Promise.all(page.frames().map(seenIn))
  const all = places.flatMap((seen) => Object.entries(seen))
  for (const [where, { largest }] of all) expect(largest, where).toBeLessThanOrEqual(LARGEST)
  for (const where of ['sent over the port', 'sent to the worker', 'heard of the worker']) {
    const busiest = places.map((seen) => seen[where]).sort((a, b) => (b?.largest ?? 0) - (a?.largest ?? 0))[0]
    expect(busiest?.largest, where).toBeGreaterThan(LARGEST / 8)
  }
})
