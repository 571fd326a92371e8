import type { CompileResult } from '@simten/client/protocol.gen'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseOf, curveOf, DENSE, GAP, indexAt } from '../../src/wave/course.ts'
import { cellBytes, decode, type Track } from '../../src/wave/decode.ts'
import {
  byPart,
  defaultRows,
  folded,
  formatOf,
  groupsOf,
  inExpression,
  memoryCells,
  nameParts,
  numberOf,
  questionName,
  readRows,
  shownName,
  signedValue,
  written,
} from '../../src/wave/rows.ts'
import { rate, search } from '../../src/wave/search.ts'
import { COLUMNS, type Tile, Tiles, tileCycles, tileRange } from '../../src/wave/tiles.ts'
import { clamp, cycleAt, fit, levelOf, MARGIN, pan, reveal, ticks, xOf, zoom } from '../../src/wave/viewport.ts'
import { counter, halfAdder } from '../support/fixtures.ts'
import { cellsOf, plainPicture } from './source.ts'

/** A track as the engine answers it. */
function trackOf(values: readonly bigint[], width: number, span: number): Track {
  const picture = plainPicture([{ signal: 's', width, values }], 0, values.length - 1, Math.ceil(values.length / span))
  const row = picture.rows[0]
  const track = row && decode(row.cells, width, picture.columns, picture.span)
  if (!track) throw new Error('The cells cannot be read.')
  return track
}

describe('the cells of an answer', () => {
  it('are the values that went in, at every width', () => {
    const cases = fc
      .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5 }))
      .chain(([width, span]) =>
        fc.tuple(
          fc.constant(width),
          fc.constant(span),
          fc.array(fc.bigInt(0n, (1n << BigInt(width)) - 1n), { minLength: 1, maxLength: 30 }),
        ),
      )
    fc.assert(
      fc.property(cases, ([width, wish, values]) => {
        const span = Math.ceil(values.length / Math.ceil(values.length / wish))
        const track = trackOf(values, width, wish)
        for (let column = 0; column < track.columns; column++) {
          const some = values.slice(column * span, (column + 1) * span)
          const sorted = [...some].sort((a, b) => (a < b ? -1 : 1))
          expect(BigInt(track.first(column))).toBe(some[0])
          expect(BigInt(track.last(column))).toBe(some.at(-1))
          expect(BigInt(track.min(column))).toBe(sorted[0])
          expect(BigInt(track.max(column))).toBe(sorted.at(-1))
          expect(track.steady(column)).toBe(new Set(some).size === 1)
          expect(typeof track.first(column)).toBe(width <= 53 ? 'number' : 'bigint')
        }
      }),
    )
  })

  it('are refused when there are more or fewer than columns, or none', () => {
    const cells = cellsOf([[1n, 2n, 3n]], 16)
    expect(decode(cells, 16, 3, 1)?.last(2)).toBe(3)
    expect(decode(cells, 16, 4, 1)).toBeUndefined()
    expect(decode(cells, 16, 2, 1)).toBeUndefined()
    expect(decode(cells, 32, 3, 1)).toBeUndefined()
    expect(decode('????????', 16, 3, 1)).toBeUndefined()
    expect(decode('', 0, 0, 1)).toBeUndefined()
    expect(cellBytes(65)).toBe(16)
  })
})

const tile = (from: number, span: number, values: readonly number[], width = 8): Tile => {
  const track = trackOf(
    values.map((v) => BigInt(v)),
    width,
    span,
  )
  return { from, to: from + values.length - 1, span, track, settled: true }
}

describe('tiles', () => {
  const flat = (value: number) => Array.from({ length: COLUMNS }, () => value)

  it('give back the level that is asked for, else a coarser one, else finer ones', () => {
    const tiles = new Tiles()
    const coarse = {
      ...tile(
        0,
        4,
        Array.from({ length: 4 * COLUMNS }, (_, i) => i % 3),
      ),
      span: 4,
    }
    tiles.put('a', 2, 0, coarse)
    expect(tiles.pieces('a', 0, 1, 1)).toEqual([{ tile: coarse, from: COLUMNS, to: 2 * COLUMNS }])
    expect(tiles.pieces('b', 0, 1, 1)).toEqual([])
    const exact = tile(COLUMNS, 1, flat(5))
    tiles.put('a', 0, 1, exact)
    expect(tiles.pieces('a', 0, 0, 1).map((p) => p.tile)).toEqual([coarse, exact])
    const fine = new Tiles()
    fine.put('a', 0, 2, tile(2 * COLUMNS, 1, flat(1)))
    fine.put('a', 0, 3, tile(3 * COLUMNS, 1, flat(2)))
    const found = fine.pieces('a', 1, 0, 1)
    expect(found.map((p) => [p.from, p.to])).toEqual([
      [2 * COLUMNS, 3 * COLUMNS],
      [3 * COLUMNS, 4 * COLUMNS],
    ])
    expect(courseOf(found)).toEqual({ width: 8, starts: [512, 768], values: [1, 2], end: 1024 })
  })

  it('keep to their limit, and what was looked at last', () => {
    const tiles = new Tiles(3 * 556)
    for (const name of ['a', 'b', 'c']) tiles.put(name, 0, 0, tile(0, 1, flat(1)))
    expect(tiles.bytes).toBe(3 * 556)
    tiles.get('a', 0, 0)
    tiles.put('d', 0, 0, tile(0, 1, flat(1)))
    expect(tiles.bytes).toBe(3 * 556)
    expect(['a', 'b', 'c', 'd'].filter((name) => tiles.get(name, 0, 0))).toEqual(['a', 'c', 'd'])
    tiles.put('d', 0, 0, tile(0, 1, flat(2)))
    expect(tiles.bytes).toBe(3 * 556)
    tiles.clear()
    expect(tiles.bytes).toBe(0)
    expect(tiles.get('a', 0, 0)).toBeUndefined()
  })

  it('know a value where it is certain', () => {
    const tiles = new Tiles()
    tiles.put('a', 1, 0, { ...tile(0, 2, [1, 2, 3, 3, 4, 4]), span: 2 })
    expect([0, 1, 2, 3].map((c) => tiles.value('a', c, 1)?.value)).toEqual([1, 2, 3, 3])
    tiles.put('b', 2, 0, { ...tile(0, 4, [1, 2, 3, 4, 5]), span: 4 })
    // The answer about 5 cycles in 2 columns has 3 and 2 of them.
    const three = { ...tile(0, 4, [1, 2, 3, 4, 5]), span: 3 }
    tiles.put('b', 2, 0, three)
    expect([0, 1, 2, 3, 4, 5].map((c) => tiles.value('b', c, 2)?.value)).toEqual([1, undefined, 3, 4, 5, undefined])
  })

  it('are those that a picture shows and that have cycles', () => {
    expect(tileRange({ from: 300, scale: 1 }, 500, 0, { first: 0, last: 10_000 })).toEqual({ first: 1, last: 3 })
    expect(tileRange({ from: 0, scale: 1 }, 500, 0, { first: 300, last: 400 })).toEqual({ first: 1, last: 1 })
    expect(tileCycles(3)).toBe(2048)
  })
})

describe('a course', () => {
  it('joins equal values, also over the border of tiles, and tells gaps and changes apart', () => {
    const a = tile(0, 1, [1, 1, 2])
    const b = tile(3, 1, [2, 2, 3])
    const c = { ...tile(8, 2, [4, 4, 5, 6, 7, 8]), span: 2 }
    const course = courseOf([a, b, c].map((t) => ({ tile: t, from: t.from, to: t.to + 1 })))
    expect(course.starts).toEqual([0, 2, 5, 6, 8, 10])
    expect(course.values).toEqual([1, 2, 3, GAP, 4, DENSE])
    expect(course.end).toBe(14)
    expect([-1, 0, 1, 2, 9, 99].map((cycle) => indexAt(course.starts, cycle))).toEqual([-1, 0, 0, 1, 4, 5])
  })

  it('is cut where its piece is', () => {
    const t = { ...tile(0, 4, [1, 2, 3, 4, 5, 5, 5, 5]), span: 4 }
    expect(courseOf([{ tile: t, from: 2, to: 6 }])).toEqual({ width: 8, starts: [2, 4], values: [DENSE, 5], end: 6 })
  })

  it('has the least and the largest values as a curve', () => {
    const t = { ...tile(0, 2, [1, 9, 250, 252, 3, 254]), span: 2 }
    const pieces = [{ tile: t, from: 0, to: 6 }]
    expect(curveOf(pieces, {})).toMatchObject({ min: [1, 250, 3], max: [9, 252, 254] })
    expect(curveOf(pieces, { radix: 'signed' })).toMatchObject({ min: [1, -6, -2], max: [9, -4, 3] })
  })
})

describe('the viewport', () => {
  const extent = { first: 0, last: 999_999 }

  it('shows the whole run, and of a short one no giant cycles', () => {
    const view = fit(extent, 1016)
    expect(view).toEqual({ from: 0, scale: 1000 })
    expect(levelOf(view)).toBe(9)
    expect(fit({ first: 0, last: 4 }, 1000)).toEqual({ from: 0, scale: 1 / 40 })
  })

  it('keeps the cycle under the pointer, and never leaves the run', () => {
    const x = fc.integer({ min: 0, max: 800 })
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 999_000, noNaN: true }),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        x,
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (from, scale, at, factor) => {
          const before = clamp({ from, scale }, extent, 800)
          const after = zoom(before, at, factor, extent, 800)
          for (const v of [before, after, pan(after, -1e6, extent, 800), pan(after, 1e9, extent, 800)]) {
            expect(v.from).toBeGreaterThanOrEqual(0)
            expect(xOf(v, 1_000_000)).toBeGreaterThanOrEqual(800 - MARGIN - 1e-3)
          }
          const cycle = before.from + at * before.scale
          const moved = Math.abs(xOf(after, cycle) - at)
          const atEnd = after.from < 1e-6 || xOf(after, 1_000_000) < 800 - MARGIN + 1e-3
          expect(moved < 1e-3 || atEnd).toBe(true)
        },
      ),
    )
  })

  it('finds cycles and moves as little as it takes to show one', () => {
    const view = { from: 100, scale: 0.1 }
    expect(cycleAt(view, 25, extent)).toBe(102)
    expect(cycleAt(view, -5000, extent)).toBe(0)
    expect(cycleAt(view, 1e9, extent)).toBe(999_999)
    expect(reveal(view, 120, extent, 800)).toBe(view)
    const moved = reveal(view, 300, extent, 800)
    expect(xOf(moved, 301)).toBeLessThanOrEqual(800)
    expect(xOf(moved, 300)).toBeGreaterThan(600)
  })

  it('names round cycles that are far enough apart', () => {
    expect(ticks({ from: 95, scale: 0.1 }, 500, extent)).toEqual({ step: 10, cycles: [100, 110, 120, 130, 140] })
    expect(ticks({ from: 0, scale: 1 / 160 }, 400, { first: 0, last: 9 }).cycles).toEqual([0, 1, 2])
    expect(ticks({ from: 0, scale: 1000 }, 400, extent).step).toBe(100_000)
  })
})

describe('rows', () => {
  it('are read from what was saved, and nothing else is', () => {
    const saved: unknown = JSON.parse(
      '[{"signal":"a","radix":"fixed","analog":true,"colour":"ok","point":3},{"signal":"b","radix":"roman","colour":"url(x)","analog":1,"point":-1},{"signal":""},{"signal":7},null,"c",[]]',
    )
    expect(readRows(saved)).toEqual([
      { signal: 'a', radix: 'fixed', analog: true, colour: 'ok', point: 3 },
      { signal: 'b' },
    ])
    expect(readRows({ signal: 'a' })).toEqual([])
    expect(readRows(Array.from({ length: 999 }, () => ({ signal: 'a' })))).toHaveLength(256)
    expect(readRows([{ signal: 'x'.repeat(10_001) }])).toEqual([])
  })

  it('write values in every radix', () => {
    expect(written(0xf6, 8)).toBe('0xF6')
    expect(written(0xf6, 8, { radix: 'dec' })).toBe('246')
    expect(written(0xf6, 8, { radix: 'signed' })).toBe('−10')
    expect(written(0xf6, 8, { radix: 'bin' })).toBe('0b1111_0110')
    expect(written(0x48690a, 32, { radix: 'ascii' })).toBe("'Hi·'")
    expect(written(1, 1, { radix: 'hex' })).toBe('1')
    expect(written(0xf6, 8, { radix: 'fixed' })).toBe('−0.625')
    expect(written(0xf6, 8, { radix: 'fixed', point: 1 })).toBe('−5')
    expect(written(0x3e80_0000, 32, { radix: 'float' })).toBe('0.25')
    expect(written(0xf6, 8, { radix: 'float' })).toBe('0xF6')
    expect(signedValue(2 ** 53 - 1, 53)).toBe(-1)
    expect(signedValue(1n << 63n, 64)).toBe(-(1n << 63n))
  })

  it('read floating point as the machine does', () => {
    const view = new DataView(new ArrayBuffer(8))
    const bits32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    const special = fc.constantFrom(0, 1, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x0040_0000, 0x807f_ffff)
    fc.assert(
      fc.property(fc.oneof(bits32, special), (bits) => {
        view.setUint32(0, bits)
        expect(numberOf(bits, 32, { radix: 'float' })).toBe(view.getFloat32(0))
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (bits) => {
        view.setBigUint64(0, bits)
        expect(numberOf(bits, 64, { radix: 'float' })).toBe(view.getFloat64(0))
      }),
    )
    expect([0x3c00, 0xc000, 0x7bff, 1, 0x7c00].map((bits) => numberOf(bits, 16, { radix: 'float' }))).toEqual([
      1,
      -2,
      65504,
      2 ** -24,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('are the ports at first: of the circuit, or of the one in its harness', () => {
    expect(defaultRows(counter().compiled).map((r) => r.signal)).toEqual(['dut.enable', 'dut.clear', 'dut.count'])
    expect(defaultRows(halfAdder().compiled).map((r) => r.signal)).toEqual(['dut.a', 'dut.b', 'dut.sum', 'dut.carry'])
    expect(defaultRows(undefined)).toEqual([])
  })

  it('can be cells of memories, at any depth', () => {
    const memory = (name: string) => ({ name, id: name, stateType: { kind: 'memory' }, initialValue: 0 })
    const part = (name: string, nodes: object[], state: object[] = []) => ({ name, nodes, state })
    const node = (id: string, componentRef: string) => ({ id, componentRef })
    const compiled = {
      circuit: part('Top', [node('cpu', 'Cpu'), node('r.0', 'Ram')]),
      library: {
        Cpu: part('Cpu', [node('ram', 'Ram'), node('pc', 'Register')]),
        Ram: part('Ram', [], [memory('cells')]),
        Register: part('Register', [], [{ ...memory('value'), stateType: { kind: 'bus', width: 8 } }]),
      },
    }
    expect(memoryCells(compiled as unknown as CompileResult)).toEqual(['cpu.ram.cells[0]', "'r.0'.cells[0]"])
  })

  it('have names that questions and expressions understand', () => {
    expect(questionName('__top__.sum')).toBe('sum')
    expect(questionName("__top__.'a.b'")).toBe("__top__.'a.b'")
    expect(questionName('cpu.alu.out')).toBe('cpu.alu.out')
    expect(inExpression('cpu.alu.out', true)).toBe('cpu.alu.out')
    expect(inExpression('cycle', true)).toBe("signal('cycle')")
    expect(inExpression("u['0'].out", true)).toBe("signal('u[\\'0\\'].out')")
    expect(inExpression('a === 1', false)).toBe('a === 1')
    expect(shownName('dut.alu.out')).toBe('alu.out')
    expect(shownName('dut.count & 1 || !dut.up || product.dut.x')).toBe('count & 1 || !up || product.dut.x')
    expect(nameParts('cpu.alu.out')).toEqual({ prefix: 'cpu.alu.', leaf: 'out' })
    const rows = ['dut.x', 'dut.cpu.pc', 'dut.y', 'dut.cpu.ir', 'mem.q'].map((signal) => ({ signal }))
    expect(groupsOf(rows)).toEqual([])
    const sorted = byPart(rows)
    expect(sorted.map((r) => r.signal)).toEqual(['dut.x', 'dut.y', 'dut.cpu.pc', 'dut.cpu.ir', 'mem.q'])
    const group = { prefix: 'cpu.', first: 2, count: 2, folded: false }
    expect(groupsOf(sorted)).toEqual([group])
    const away = folded(sorted, group, true)
    expect(readRows(JSON.parse(JSON.stringify(away)))).toEqual(away)
    expect(groupsOf(away)).toEqual([{ ...group, folded: true }])
    expect(folded(away, group, false)).toEqual(sorted)
    const tables = [{ name: 'S', names: new Map([[1, 'RUN']]) }]
    expect(written(1, 2, formatOf({ signal: 'a', radix: 'names' }, tables))).toBe('RUN')
    expect(written(2, 2, formatOf({ signal: 'a', radix: 'names', table: 'S' }, tables))).toBe('0x2')
    expect(written(1, 2, formatOf({ signal: 'a', radix: 'names' }, []))).toBe('0x1')
    expect(nameParts('cpu.pc === 3')).toEqual({ prefix: '', leaf: 'cpu.pc === 3' })
  })
})

describe('the search for a name', () => {
  it('puts what stands together, at the start of a word or at its end, before scattered letters', () => {
    const names = ['cpu.alu.out', 'cpu.pc.q', 'cpu.decoder.opcode', 'lamp_count', 'count']
    expect(search(names, 'count')).toEqual(['count', 'lamp_count'])
    expect(search(names, 'pc')).toEqual(['cpu.pc.q', 'cpu.decoder.opcode', 'lamp_count'])
    expect(search(names, 'ALUO')).toEqual(['cpu.alu.out'])
    expect(search(names, 'xyz')).toEqual([])
    expect(rate('abc', 'ca')).toBeUndefined()
  })

  it('lists a bounded number', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `n${i}`)
    expect(search(names, 'n', 40)).toHaveLength(40)
    expect(search(names, '4999')).toEqual(['n4999'])
  })
})
