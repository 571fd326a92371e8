/** The values of a style sheet without variables and functions, so that any program that reads SVG knows them. */

/** Which values of tokens are taken where light and dark differ. */
export type Shade = 'light' | 'dark'

type Tokens = ReadonlyMap<string, string>

/** The tokens of a style sheet: its first rule has them all. */
export function tokensOf(sheet: string): Tokens {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  const rule = plain.slice(plain.indexOf('{') + 1, plain.indexOf('}'))
  const tokens = new Map<string, string>()
  for (const [, name, value] of rule.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)) {
    tokens.set(name as string, (value as string).replace(/\s+/g, ' ').trim())
  }
  return tokens
}

/** Functions in each other, at most. */
const DEEPEST = 32

/** A value with every `var`, `light-dark`, `color-mix` and `calc` in it worked out. */
export function plain(value: string, tokens: Tokens, shade: Shade): string {
  let text = value.trim().replace(/\s+/g, ' ')
  for (let i = 0; i < DEEPEST; i++) {
    // the innermost call
    const call = /(var|light-dark|color-mix|calc)\(([^()]*)\)/.exec(text)
    if (!call) return text
    const [whole, name, inside = ''] = call
    text = text.slice(0, call.index) + worked(name, inside, tokens, shade) + text.slice(call.index + whole.length)
  }
  throw new RangeError(`The value ${value} is nested too deep.`)
}

function worked(name: string | undefined, inside: string, tokens: Tokens, shade: Shade): string {
  const parts = inside.split(',').map((part) => part.trim())
  if (name === 'var') return tokens.get(parts[0] ?? '') ?? parts[1] ?? ''
  if (name === 'light-dark') return parts[shade === 'light' ? 0 : 1] ?? ''
  if (name === 'color-mix') return mixed(parts[1] ?? '', parts[2] ?? '')
  const [a, b] = inside.split('*').map((factor) => factor.trim())
  const unit = /[a-z]+$/.exec(`${a}`)?.[0] ?? /[a-z]+$/.exec(`${b}`)?.[0] ?? ''
  return `${Number.parseFloat(a ?? '') * Number.parseFloat(b ?? '')}${unit}`
}

/** `color-mix(in srgb, a n%, b)`. */
function mixed(a: string, b: string): string {
  const [colour = '', share = '50%'] = a.split(' ')
  const part = Number.parseFloat(share) / 100
  const from = channels(colour)
  if (b === 'transparent') return `rgba(${from.join(', ')}, ${part})`
  const to = channels(b)
  return hexOf(from.map((n, i) => Math.round(n * part + (to[i] ?? 0) * (1 - part))))
}

function channels(colour: string): number[] {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (digits === undefined) throw new RangeError(`${colour} is no colour of six digits.`)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

const hexOf = (list: number[]): string => `#${list.map((n) => n.toString(16).padStart(2, '0')).join('')}`
