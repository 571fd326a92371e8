/** Seven-segment digits as paths. */

/** Width and height of one digit. */
export const DIGIT = { width: 14, height: 24 }

const THICK = 3.2
const GAP = 0.5

function bar(x1: number, y1: number, x2: number, y2: number): string {
  const h = THICK / 2
  if (y1 === y2) {
    const a = x1 + GAP
    const b = x2 - GAP
    return `M${a} ${y1}l${h} ${-h}H${b - h}l${h} ${h}l${-h} ${h}H${a + h}Z`
  }
  const a = y1 + GAP
  const b = y2 - GAP
  return `M${x1} ${a}l${h} ${h}V${b - h}l${-h} ${h}l${-h} ${-h}V${a + h}Z`
}

const L = THICK / 2
const R = DIGIT.width - THICK / 2
const T = THICK / 2
const M = DIGIT.height / 2
const B = DIGIT.height - THICK / 2

const bars: Record<string, string> = {
  a: bar(L, T, R, T),
  b: bar(R, T, R, M),
  c: bar(R, M, R, B),
  d: bar(L, B, R, B),
  e: bar(L, M, L, B),
  f: bar(L, T, L, M),
  g: bar(L, M, R, M),
}

const lit = [
  'abcdef',
  'bc',
  'abdeg',
  'abcdg',
  'bcfg',
  'acdfg',
  'acdefg',
  'abc',
  'abcdefg',
  'abcdfg',
  'abcefg',
  'cdefg',
  'adef',
  'bcdeg',
  'adefg',
  'aefg',
]

/** The path of the lit segments of a hexadecimal digit, 0 to 15. */
export const digitPaths: readonly string[] = lit.map((names) => [...names].map((n) => bars[n]).join(''))

/** All segments, for the unlit ones behind. */
export const allSegments: string = Object.values(bars).join('')
