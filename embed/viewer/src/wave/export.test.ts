// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { type Course, DENSE, GAP } from './course.ts'
import { type Palette, type Picture, type RowPicture, TOKENS } from './drawing.ts'
import { csv, type Series, svg, vcd, waveDrom } from './export.ts'

const series: Series[] = [
  { name: 'we', width: 1, values: [0, 1, 1, 0, undefined] },
  { name: 'x, "y"', width: 8, format: { radix: 'signed' }, values: [255, 255, 1, 2, 2] },
  { name: '=1+2', width: 12, values: [10, 11, 11, 11, 10] },
]

const palette = Object.fromEntries(TOKENS.map((token) => [token, token])) as Palette

function picture(rows: RowPicture[], more: Partial<Picture> = {}): Picture {
  return {
    width: 400,
    height: 100,
    ruler: 24,
    view: { from: 0, scale: 1 / 40 },
    extent: { first: 0, last: 9 },
    rows,
    palette,
    type: { mono: 'Mono', text: 'Text', size: 12, advance: 7 },
    ...more,
  }
}

const row = (course: Course, more: Partial<RowPicture> = {}): RowPicture => ({
  name: 'row',
  top: 24,
  height: 28,
  course,
  ...more,
})

function drawn(p: Picture): Document {
  const text = svg({ picture: p, names: 80 })
  const document = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

const texts = (d: Document) => [...d.querySelectorAll('text')].map((t) => t.textContent)

describe('the table', () => {
  it('has a line for each cycle, in the radix of the rows, and no formulas', () => {
    expect(csv(series, 7).split('\r\n')).toEqual([
      `cycle,we,"x, ""y""",'=1+2`,
      '7,0,-1,0x00A',
      '8,1,-1,0x00B',
      '9,1,1,0x00B',
      '10,0,2,0x00B',
      '11,,2,0x00A',
      '',
    ])
  })
})

describe('the value change dump', () => {
  it('has a clock that rises where a cycle begins, scopes, and names of which no two become one', () => {
    const rows: Series[] = [
      { name: 'we', width: 1, values: [0, 1, undefined] },
      { name: 'cpu.alu.out', width: 70, values: [5n, 5n, 2n ** 69n] },
      { name: "cpu.'a.b'", width: 4, values: [1, 2, 2] },
      { name: 'n === 3', width: 1, values: [0, 0, 1] },
    ]
    expect(vcd(rows, 7, 'Top').split('\n')).toEqual([
      '$version Simten $end',
      '$timescale 1ns $end',
      '$scope module Top $end',
      '$var wire 1 ! clk $end',
      '$var wire 1 " we $end',
      '$scope module cpu $end',
      '$scope module alu $end',
      '$var wire 70 # out [69:0] $end',
      '$upscope $end',
      '$var wire 4 $ a$2e$b [3:0] $end',
      '$upscope $end',
      '$var wire 1 % n$20$$3d$$3d$$3d$$20$3 $end',
      '$upscope $end',
      '$enddefinitions $end',
      ...['#70', '1!', '0"', 'b101 #', 'b1 $', '0%', '#75', '0!'],
      ...['#80', '1!', '1"', 'b10 $', '#85', '0!'],
      ...['#90', '1!', 'x"', `b1${'0'.repeat(69)} #`, '1%', '#95', '0!'],
      ...['#100', '1!', ''],
    ])
    expect(vcd([{ name: 'clk', width: 1, values: [1] }], 0, '9 lives')).toContain(
      '$scope module _$39$$20$lives $end\n$var wire 1 ! clk$ $end\n$var wire 1 " clk $end\n',
    )
  })
})

describe('the diagram for WaveDrom', () => {
  it('writes changes, and values of buses beside', () => {
    expect(JSON.parse(waveDrom(series, 7))).toEqual({
      signal: [
        { name: 'clk', wave: 'p....' },
        { name: 'we', wave: '01.0x' },
        { name: 'x, "y"', wave: '=.==.', data: ['−1', '1', '2'] },
        { name: '=1+2', wave: '==..=', data: ['00A', '00B', '00A'] },
      ],
      head: { tick: 7 },
    })
  })
})

describe('the drawing', () => {
  it('draws a bit thick where it is 1 and thin where it is 0, with edges between', () => {
    const bit = row({ width: 1, starts: [0, 2, 5], values: [0, 1, 0], end: 10 })
    const paths = [...drawn(picture([bit])).querySelectorAll('path')]
    const of = (stroke: string, width: string) =>
      paths
        .filter((p) => p.getAttribute('stroke') === stroke && p.getAttribute('stroke-width') === width)
        .map((p) => p.getAttribute('d'))
    expect(of('low', '1')).toEqual(['M80 46.5L160 46.5M280 46.5L480 46.5'])
    expect(of('high', '2')).toEqual(['M159.5 29.5L280.5 29.5'])
    expect(of('high', '1')).toEqual(['M160 46.5L160 29.5M280 46.5L280 29.5'])
  })

  it('writes the value of a bus where there is room, shortened where there is little', () => {
    const bus = row({ width: 16, starts: [0, 4, 5, 9], values: [0x1234, 5, 0xabcd, GAP], end: 10 })
    expect(texts(drawn(picture([bus])))).toContain('1234')
    const texts2 = texts(drawn(picture([bus], { view: { from: 0, scale: 1 / 18 } })))
    expect(texts2).toContain('ABCD')
    expect(texts2).not.toContain('0005')
    expect(
      texts(
        drawn(
          picture([row({ width: 16, starts: [0, 1], values: [5, 0x1234], end: 2 })], {
            view: { from: 0, scale: 1 / 32 },
          }),
        ),
      ),
    ).toEqual(expect.arrayContaining(['5', '12…']))
    const wide = row({ width: 64, starts: [0], values: [0x0123456789abcdefn], end: 4 })
    expect(texts(drawn(picture([wide], { view: { from: 0, scale: 1 / 20 } })))).toContain('123456789…')
  })

  it('fills stretches with more changes than pixels, and leaves gaps empty', () => {
    const dense = row({ width: 1, starts: [0, 4, 6], values: [DENSE, GAP, 1], end: 10 })
    const rects = [...drawn(picture([dense])).querySelectorAll('rect[fill="high"]')].map((r) => [
      r.getAttribute('x'),
      r.getAttribute('width'),
    ])
    expect(rects).toContainEqual(['80', '160'])
    expect(rects).toContainEqual(['320', '160'])
    expect(rects.some(([x]) => x === '240')).toBe(false)
  })

  it('draws a curve between the least and the largest value in sight', () => {
    const curve = { width: 8, starts: [0, 2, 4], min: [10, -20, 5], max: [10, 30, 5], end: 10 }
    const d = drawn(picture([{ name: 'level', top: 24, height: 60, curve }]))
    expect(texts(d)).toEqual(expect.arrayContaining(['30', '−20']))
    expect(d.querySelector('rect[fill="bus"][x="160"][y="29.5"][height="49"]')).not.toBeNull()
  })

  it('marks cursor and marker with their cycles, and says why a row is empty', () => {
    const d = drawn(
      picture([row({ width: 0, starts: [], values: [], end: 0 }, { problem: 'No <such> name' })], {
        cursor: 3,
        marker: 7,
      }),
    )
    expect(texts(d)).toEqual(expect.arrayContaining(['3', '7', 'No <such> name', 'row']))
    expect(d.querySelector('path[stroke="ink"]')?.getAttribute('d')).toBe('M220.5 24L220.5 100')
    expect(d.querySelector('path[stroke="accent"]')?.getAttribute('stroke-dasharray')).toBe('4 3')
  })

  it('draws only what is in sight', () => {
    const starts = Array.from({ length: 10_000 }, (_, i) => i)
    const bit = row({ width: 1, starts, values: starts.map((i) => i % 2), end: 10_000 })
    const text = svg({
      picture: picture([bit, { ...bit, top: 5000 }], {
        extent: { first: 0, last: 9999 },
        view: { from: 5000, scale: 1 / 40 },
      }),
      names: 80,
    })
    expect(text.length).toBeLessThan(6000)
  })
})
