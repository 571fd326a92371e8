import type { WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { plainPicture, type Recorded } from '../../test/wave/source.ts'
import { courseOf } from './course.ts'
import { Loader, type Wish } from './loader.ts'
import { Tiles } from './tiles.ts'

/** A count of 8 bits. */
const values = Array.from({ length: 5000 }, (_, i) => BigInt(i % 256))

class Run {
  readonly asked: WaveQuestion[] = []
  last = 999
  rows: Recorded[] = ['a', 'b'].map((signal) => ({ signal, width: 8, values }))
  private readonly signals: AbortSignal[] = []
  private readonly waiting: (() => void)[] = []
  held = false

  readonly ask = async (q: WaveQuestion, { signal }: { signal: AbortSignal }): Promise<WaveResult> => {
    this.asked.push(q)
    this.signals.push(signal)
    const to = q.to === 0 || q.to > this.last ? this.last : q.to
    if (this.held) await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (signal.aborted) throw Object.assign(new Error('given up'), { code: 'ABORTED' })
    const rows = q.signals.map((s) => this.rows.find((r) => r.signal === s))
    const picture = plainPicture(
      rows.map((r) => r ?? { signal: '', width: 1, values }),
      q.from,
      to,
      q.pixels,
      q,
    )
    picture.rows = picture.rows.map((row, i) =>
      rows[i]
        ? row
        : {
            signal: q.signals[i] ?? '',
            width: 0,
            cells: '',
            error: { code: 'INVALID_REQUEST', message: 'Nothing is called so.' },
          },
    )
    return picture
  }

  /** Whether each question was given up. */
  get given(): boolean[] {
    return this.signals.map((s) => s.aborted)
  }

  answer(): void {
    for (const resolve of this.waiting.splice(0)) resolve()
  }
}

const settle = async () => {
  for (let i = 0; i < 200; i++) await Promise.resolve()
}

function made() {
  const run = new Run()
  const tiles = new Tiles()
  const told = { changes: 0 }
  const loader = new Loader(tiles, run.ask, () => told.changes++)
  const wish = (w: Partial<Wish> = {}): Wish => ({
    signals: ['a', 'b'],
    level: 0,
    first: 0,
    last: 3,
    extent: { first: 0, last: run.last },
    ...w,
  })
  return { run, tiles, loader, wish, told }
}

describe('the loader', () => {
  it('asks for the smallest and the largest values of curves only', async () => {
    const { run, tiles, loader, wish } = made()
    run.last = 2047
    const far = { level: 2, first: 0, last: 0, extent: { first: 0, last: run.last } }
    loader.want(wish(far))
    await settle()
    const track = () => tiles.get('a', 2, 0)?.track
    expect([track()?.ranged, track()?.steady(0)]).toEqual([false, false])
    const { length } = run.asked
    loader.want(wish({ ...far, curves: ['a'] }))
    await settle()
    expect(run.asked[length]).toMatchObject({ signals: ['a'], flat: true, curves: ['a'] })
    expect([track()?.ranged, track()?.min(1), track()?.max(1)]).toEqual([true, 4, 7])
  })

  it('asks for all tiles that are complete at once, and for the last one alone', async () => {
    const { run, tiles, loader, wish } = made()
    loader.want(wish())
    await settle()
    expect(run.asked).toMatchObject([
      { signals: ['a', 'b'], from: 0, to: 767, pixels: 768 },
      { signals: ['a', 'b'], from: 768, to: 999, pixels: 256 },
    ])
    const course = courseOf(tiles.pieces('a', 0, 0, 3))
    expect(course.values).toEqual(values.slice(0, 1000).map(Number))
    expect(course.end).toBe(1000)
    loader.want(wish())
    await settle()
    expect(run.asked).toHaveLength(2)
  })

  it('asks again for the end when the run has gone on, and only for that', async () => {
    const { run, tiles, loader, wish } = made()
    loader.want(wish())
    await settle()
    run.last = 1100
    loader.want(wish({ last: 4 }))
    await settle()
    expect(run.asked.slice(2)).toMatchObject([
      { signals: ['a', 'b'], from: 768, to: 1023, pixels: 256 },
      { signals: ['a', 'b'], from: 1024, to: 1100, pixels: 256 },
    ])
    expect(courseOf(tiles.pieces('b', 0, 0, 4)).values).toEqual(values.slice(0, 1101).map(Number))
  })

  it('asks again for the end when the newest cycle has other values', async () => {
    const { run, tiles, loader, wish } = made()
    loader.want(wish())
    await settle()
    run.rows = run.rows.map((r) => ({ ...r, values: r.values.map((v, i) => (i === 999 ? 77n : v)) }))
    loader.stale()
    loader.want(wish())
    await settle()
    expect(run.asked.slice(2)).toMatchObject([{ signals: ['a', 'b'], from: 768, to: 999, pixels: 256 }])
    expect(courseOf(tiles.pieces('a', 0, 3, 3)).values.at(-1)).toBe(77)
  })

  it('has one question under way, and keeps its answer also when it is for another picture', async () => {
    const { run, tiles, loader, wish } = made()
    run.held = true
    loader.want(wish({ last: 0 }))
    loader.want(wish({ last: 0 }))
    loader.want(wish({ level: 1, first: 1, last: 1 }))
    await settle()
    expect(run.asked).toHaveLength(1)
    run.held = false
    run.answer()
    await settle()
    expect(run.asked.map((q) => q.from)).toEqual([0, 512])
    expect(tiles.get('a', 0, 0)).toBeDefined()
  })

  it('gives up a question for another picture once the engine is heard working on it, and no other', async () => {
    const { run, tiles, loader, wish } = made()
    run.held = true
    loader.want(wish({ last: 0 }))
    loader.heard()
    expect(run.given).toEqual([false])
    loader.want(wish({ level: 1, first: 1, last: 1 }))
    expect(run.given).toEqual([true, false])
    run.held = false
    run.answer()
    await settle()
    expect(run.asked.map((q) => q.from)).toEqual([0, 512])
    expect(tiles.get('a', 0, 0)).toBeUndefined()
    expect(loader.failure).toBeUndefined()
    // Heard of after the picture has changed:
    run.held = true
    loader.want(wish({ level: 2, first: 0, last: 0 }))
    loader.want(wish({ level: 3, first: 0, last: 0 }))
    expect(run.given.at(-1)).toBe(false)
    loader.heard()
    expect(run.given.slice(-2)).toEqual([true, false])
  })

  it('forgets all when the run branches, also what was under way', async () => {
    const { run, tiles, loader, wish } = made()
    run.held = true
    loader.want(wish({ last: 0 }))
    loader.branched()
    run.held = false
    run.answer()
    await settle()
    expect(tiles.bytes).toBe(0)
    loader.want(wish({ last: 0 }))
    await settle()
    expect(run.asked).toHaveLength(2)
    expect(tiles.bytes).toBeGreaterThan(0)
  })

  it('keeps the error of a row, and asks about it no more until another circuit runs', async () => {
    const { run, loader, wish, told } = made()
    loader.want(wish({ signals: ['a', 'nope'], last: 0 }))
    await settle()
    expect(loader.errors.get('nope')?.message).toBe('Nothing is called so.')
    expect(told.changes).toBe(1)
    loader.stale()
    loader.want(wish({ signals: ['a', 'nope'], first: 3, last: 3 }))
    await settle()
    expect(run.asked.at(-1)?.signals).toEqual(['a'])
    loader.replaced()
    expect(loader.errors.size).toBe(0)
  })

  it('reads single cycles that the picture does not tell, also the first', async () => {
    const { run, loader, wish } = made()
    run.last = 4095
    const far = { level: 4, first: 0, last: 0, extent: { first: 0, last: 4095 } }
    loader.want(wish({ ...far, reading: { cycle: 1234, signals: ['a'] } }))
    await settle()
    expect(run.asked.at(-1)).toMatchObject({ signals: ['a'], from: 1234, to: 1234, pixels: 1 })
    expect(loader.reading('a', 1234, 4)).toEqual({ value: 1234 % 256, width: 8 })
    loader.want(wish({ ...far, signals: [], reading: { cycle: 0, signals: ['b'] } }))
    await settle()
    expect(loader.reading('b', 0, 4)?.value).toBe(0)
  })

  it('does not ask without end when tiles do not fit into their memory', async () => {
    const run = new Run()
    const loader = new Loader(new Tiles(100), run.ask, () => {})
    loader.want({ signals: ['a', 'b'], level: 0, first: 0, last: 1, extent: { first: 0, last: 999 } })
    await new Promise((r) => setTimeout(r, 300))
    expect(run.asked.length).toBeGreaterThan(1)
    expect(run.asked.length).toBeLessThanOrEqual(256)
  })

  it('tells why a question was not answered', async () => {
    const told: unknown[] = []
    const failure = Object.assign(new Error('too long'), { code: 'TIMEOUT' })
    const loader = new Loader(
      new Tiles(),
      () => Promise.reject(failure),
      () => told.push(loader.failure),
    )
    loader.want({ signals: ['a'], level: 0, first: 0, last: 1, extent: { first: 0, last: 999 } })
    await settle()
    expect(told).toEqual([failure])
    // It is asked again when something has changed, not as often as the picture is drawn.
    const wish = { signals: ['a'], level: 0, first: 0, last: 1, extent: { first: 0, last: 999 } }
    for (let i = 0; i < 3; i++) loader.want(wish)
    await settle()
    expect(told).toHaveLength(1)
    loader.want({ ...wish, first: 1 })
    await settle()
    expect(told).toHaveLength(2)
    loader.stale()
    loader.want(wish)
    await settle()
    expect(told).toHaveLength(3)
  })

  it('gets what is beside the picture where the run cannot change it any more', async () => {
    const { run, loader, wish } = made()
    loader.want(wish({ first: 1, last: 1, ahead: true }))
    await settle()
    expect(run.asked.map((q) => [q.from, q.to])).toEqual([
      [256, 511],
      [0, 255],
      [512, 767],
      [0, 511],
    ])
    const short = made()
    short.run.last = 99
    short.loader.want(short.wish({ last: 0, extent: { first: 0, last: 99 }, ahead: true }))
    await settle()
    expect(short.run.asked).toHaveLength(1)
  })

  it('asks about a long run piece by piece', async () => {
    const { run, loader, wish } = made()
    run.held = true
    const last = 2 ** 30
    for (const level of [10, 20]) {
      loader.want(wish({ level, first: 0, last: 3, extent: { first: 0, last } }))
      loader.heard()
    }
    expect(run.asked.map((q) => [q.to + 1, q.pixels])).toEqual([
      [2 ** 20, 1024],
      [2 ** 28, 256],
    ])
  })

  it('keeps answers small enough: wide signals in several questions', async () => {
    const { run, loader } = made()
    run.last = 100_000
    const wide = Array.from({ length: 40 }, (_, i) => ({ signal: `w${i}`, width: 4096, values: [] }))
    run.rows = wide
    for (const w of wide) loader.widths.set(w.signal, w.width)
    run.held = true
    loader.want({
      signals: wide.map((w) => w.signal),
      level: 0,
      first: 0,
      last: 7,
      extent: { first: 0, last: run.last },
    })
    expect(run.asked[0]).toMatchObject({ from: 0, to: 255, pixels: 256 })
    expect(run.asked[0]?.signals.length).toBe(8)
  })
})
