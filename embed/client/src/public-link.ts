/**
 * Addresses of public Simten that carry a circuit in their path.
 *
 * `/circuit/MYSwTsCuIC5A` holds the text packed by lz-string's `compressToEncodedURIComponent`: UTF-16 units in an
 * alphabet of A–Z a–z 0–9 + - $. `/circuit/s/2cf24dba5fb0a30e26e8` names a text in public Simten's own store by the
 * first ten bytes of its SHA-256. Both are read here; links are written in the form of share-link.ts, whose text stays
 * in the browser and which notices damage.
 */
import { maxEncodedLength, maxTextBytes } from './share-link.ts'

/** A circuit that a path of public Simten names. */
export type PublicLink =
  | { readonly kind: 'text'; readonly packed: string }
  /** It is in a store that only the server of the link can look into. */
  | { readonly kind: 'stored'; readonly hash: string }

/** Reads a path; undefined when it is none of a circuit of public Simten, also for `/circuit` alone. */
export function publicLinkIn(path: string): PublicLink | undefined {
  const stored = /^\/circuit\/s\/([^/]*)\/?$/.exec(path)
  if (stored) return { kind: 'stored', hash: stored[1] ?? '' }
  const text = /^\/circuit\/([^/]+)\/?$/.exec(path)
  return text?.[1] === undefined ? undefined : { kind: 'text', packed: text[1] }
}

/**
 * Unpacks the text of a path. The error says for the reader of a page why it cannot be opened. A blank in the path
 * counts as the + that some programs write as one.
 */
export function textOfPublicLink(packed: string): string {
  if (packed.length > maxEncodedLength) throw new Error(tooLarge)
  return unpack(unescaped(packed))
}

/** The reason why a stored circuit does not open: its text is where its hash cannot be turned back into it. */
export function storedElsewhere(hash: string): string {
  if (!/^[0-9a-f]{20}$/.test(hash)) {
    return 'This link is not whole: a short link has twenty digits and letters a to f behind /circuit/s/. Copy it again.'
  }
  return (
    `The text of the short link ${hash} is in the store of simten.dev, and this server has no copy. ` +
    'Open the link there, press Share, and copy the long link: it carries the text itself and opens here.'
  )
}

const tooLarge = 'The circuit in this link is larger than 1 MB of text. Ask for the text as a file.'
const damaged =
  'The circuit in this link is damaged: a part of the link is missing or was changed. Copy the whole link, or ask for it again.'

/** The packed text as it was written: programs that send links on escape some of its characters. */
function unescaped(packed: string): string {
  const plain = packed.replace(/%(2b|24|2d|20)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return plain.replaceAll(' ', '+')
}

const alphabet = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$', (c, i) => [c, i]),
)

/** Codes of the packing that stand for no phrase: a new unit of 8 or of 16 bits follows, or the text ends. */
const [unit8, unit16, end] = [0, 1, 2]

/**
 * The packing is LZ78 (Ziv and Lempel, 1978) with codes that grow by a bit whenever the dictionary doubles. A few
 * kilobytes of it can stand for gigabytes, which lz-string itself would make before anybody could look at their size,
 * so this reader counts while it unpacks.
 */
function unpack(packed: string): string {
  let [place, left, current] = [0, 0, 0]
  const bits = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++) {
      if (left === 0) {
        const next = alphabet.get(packed[place++] ?? '')
        if (next === undefined) throw new Error(damaged) // also where the end of the link is missing
        current = next
        left = 6
      }
      left--
      if ((current >> left) & 1) value |= 1 << i
    }
    return value
  }
  const phrases: string[] = ['', '', ''] // by their codes
  let width = 2
  let room = 1 // new phrases until codes have a further bit
  const grow = () => {
    if (--room > 0) return
    room = 2 ** width
    width++
  }
  let text = ''
  let before: string | undefined
  for (;;) {
    let code = bits(width)
    if (code === end) break
    if (code === unit8 || code === unit16) {
      phrases.push(String.fromCharCode(bits(code === unit8 ? 8 : 16)))
      code = phrases.length - 1
      if (before !== undefined) grow()
    }
    // A phrase may be the one that it completes: the one before with its own first unit behind it.
    const phrase: string | undefined =
      phrases[code] ?? (code === phrases.length && before ? before + before[0] : undefined)
    if (phrase === undefined) throw new Error(damaged)
    text += phrase
    if (text.length > maxTextBytes) throw new Error(tooLarge)
    if (before !== undefined) phrases.push(before + phrase[0])
    grow()
    before = phrase
  }
  if (text === '' || text.includes('\0')) throw new Error(damaged)
  if (new TextEncoder().encode(text).length > maxTextBytes) throw new Error(tooLarge)
  return text
}
