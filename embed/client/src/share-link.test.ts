import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codeInHash,
  crc32,
  decodeCode,
  encodeCode,
  hashOf,
  hashProblem,
  LinkError,
  lockInHash,
  maxEncodedLength,
  maxTextBytes,
} from './share-link.ts'

/** A small deterministic generator, so that a failing text can be found again. */
function random(seed: number): () => number {
  let s = seed
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0
    return s / 2 ** 32
  }
}

function randomText(next: () => number): string {
  const alphabets = ['ab', 'circuit({}[]),.=> \n', 'äöü€ßλ→', '😀🧪\u{10ffff}', '\u0000\u2028\ufeff"\'`\\']
  const alphabet = [...(alphabets[Math.floor(next() * alphabets.length)] ?? '')]
  return Array.from({ length: Math.floor(next() * 600) }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
}

/** The text of a hash, as the page reads it. */
async function open(hash: string): Promise<string | undefined> {
  const code = codeInHash(hash)
  return code === undefined ? undefined : decodeCode(code)
}

async function problemOf(encoded: string): Promise<string> {
  try {
    await decodeCode(encoded)
    return 'opened'
  } catch (error) {
    expect(error).toBeInstanceOf(LinkError)
    return (error as LinkError).problem
  }
}

describe('share links', () => {
  it('bring back any text exactly', async () => {
    const next = random(20)
    for (let i = 0; i < 200; i++) {
      const text = randomText(next)
      const encoded = await encodeCode(text)
      expect(encoded).toMatch(/^1[rd]\.[A-Za-z0-9_-]+$/)
      expect(await decodeCode(encoded)).toBe(text)
    }
  })

  it('deflate only when that is shorter', async () => {
    expect(await encodeCode('x')).toMatch(/^1r\./)
    expect(await encodeCode('circuit('.repeat(50))).toMatch(/^1d\./)
  })

  it('read what was written by the first version', async () => {
    expect(await decodeCode('1r.y_Q5JjEyMzQ1Njc4OQ')).toBe('123456789')
  })

  it('notice every cut and every changed character', async () => {
    const encoded = await encodeCode(`${'circuit("HalfAdder", { inputs: { a: bit, b: bit } }) '.repeat(4)}λ`)
    expect(encoded).toMatch(/^1d/)
    for (let end = 0; end < encoded.length; end++) expect(await problemOf(encoded.slice(0, end))).toBe('cut')
    const next = random(7)
    for (let i = 0; i < 200; i++) {
      const at = 3 + Math.floor(next() * (encoded.length - 3))
      const other = encoded[at] === 'A' ? 'B' : 'A'
      // The last character carries unused bits, so that a change there may be none.
      if (at === encoded.length - 1) continue
      expect(await problemOf(encoded.slice(0, at) + other + encoded.slice(at + 1))).not.toBe('opened')
    }
  })

  it.each([
    ['', 'cut'],
    ['hello', 'foreign'],
    ['eyJhIjoxfQ', 'foreign'],
    ['1r', 'cut'],
    ['1r.', 'cut'],
    ['1r.AAA', 'cut'],
    ['1r.AAAAAAA', 'damaged'],
    ['1r.%20%20', 'cut'],
    ['1d.AAAAAAAA', 'cut'],
    ['2r.AAAAAAAA', 'version'],
    ['1z.AAAAAAAA', 'version'],
    [`1r.${'A'.repeat(maxEncodedLength)}`, 'too-large'],
  ])('say what is wrong with %.20j', async (encoded, problem) => {
    expect(await problemOf(encoded)).toBe(problem)
  })

  it('refuse bytes that are not UTF-8', async () => {
    const bytes = Uint8Array.of(0xff, 0xfe)
    const framed = Buffer.alloc(6)
    framed.writeUInt32BE(crc32(bytes))
    framed.set(bytes, 4)
    expect(await problemOf(`1r.${framed.toString('base64url')}`)).toBe('damaged')
  })

  it('stop unpacking at the bound', async () => {
    const bomb = deflateRawSync(Buffer.alloc(64 << 20))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await problemOf(`1d.${Buffer.concat([Buffer.alloc(4), bomb]).toString('base64url')}`)).toBe('too-large')
  })

  it('refuse to write a text that cannot be read back', async () => {
    await expect(encodeCode('x'.repeat(maxTextBytes + 1))).rejects.toThrow('too large')
    const next = random(3)
    const noise = Array.from({ length: 400_000 }, () => String.fromCharCode(32 + Math.floor(next() * 90))).join('')
    await expect(encodeCode(noise)).rejects.toThrow('too large')
  })

  it('are found in the hash', () => {
    expect(codeInHash('#code=1r.abc')).toBe('1r.abc')
    expect(codeInHash('#code=')).toBe('')
    expect(codeInHash('#other')).toBeUndefined()
    expect(codeInHash('')).toBeUndefined()
  })

  it('are read with whatever is written around and inside them', async () => {
    const texts = ['x', "circuit('A')".repeat(40), 'ends so that base64 has _ and -: \u00ff\u00fe\u00ff\u00ff?>']
    const behind = [
      ...'.,)]>;:!?\'"*_`|}',
      '…',
      '”',
      '’',
      '»',
      '。',
      '%2E',
      '%29.',
      '%E2%80%A6',
      '.)',
      '**',
      '__',
      '"}',
      ' ',
    ]
    behind.push(
      ').',
      '>.',
      ' and more of the sentence',
      '%20see',
      '\n\nBest',
      '?utm_source=mail',
      '&fbclid=abc',
      '#:~:text=a',
    )
    for (const text of texts) {
      const code = await encodeCode(text)
      for (const mark of behind) expect(await open(`#code=${code}${mark}`), mark).toBe(text)
      for (const prefix of [
        '#code%3D',
        '#CODE=',
        '#code%253D',
        '%23code='.replace('%23', '#'),
        '# code=',
        '#code=3D',
        '#code= ',
      ]) {
        expect(await open(`${prefix}${code}`), prefix).toBe(text)
      }
      for (const inside of [' ', '%20', '\n', '\r\n', '=\r\n', '%0A', '%0D%0A  ', '\u200b', '%E2%80%8B', '\u00ad']) {
        const at = code.length >> 1
        expect(await open(`#code=${code.slice(0, at)}${inside}${code.slice(at)}.`), inside).toBe(text)
      }
    }
  })

  it('bring back any text through any escaping, with any line breaks, before any mark', async () => {
    const written = (text: string, which: readonly boolean[]) =>
      [...text].map((c, i) => (which[i % which.length] ? escaped(c) : c)).join('')
    const escaped = (c: string) => (/[ -~]/.test(c) ? `%${c.charCodeAt(0).toString(16)}` : encodeURIComponent(c))
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(' ', '\n', '%0a', '\u200b')), { maxLength: 5 }),
        fc.constantFrom('', '.', ')', '>', '%2E', '%252e', '",', ' then'),
        async (text, which, breaks, mark) => {
          const code = written(await encodeCode(text), which).match(/%..|./g) ?? []
          for (const [at, gap] of breaks) code.splice(at % code.length, 0, gap)
          // Words that follow a link with breaks in it cannot be told from its end.
          const end = mark === ' then' && breaks.length > 0 ? '.' : mark
          expect(await open(`#${written('code=', which)}${code.join('')}${end}`)).toBe(
            new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
          )
        },
      ),
      { numRuns: 300 },
    )
  }, 60_000)

  it('never end in anything but a text or a problem, whatever the hash', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'code=',
        '1r.',
        '1d.',
        '&lock=',
        '%3D',
        '%',
        '#',
        '&amp;',
        '=\n',
        '1d.AAAAAAAAAAAA',
        '99999999999z.',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.base64String({ maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const hash = `#${pieces.join('')}`
        for (const read of [open, lockInHash]) {
          try {
            await read(hash)
          } catch (error) {
            expect(error).toBeInstanceOf(LinkError)
          }
        }
        hashProblem(hash)
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  it('compute the standard CRC-32', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  })
})

describe('the lock of a link', () => {
  const lock = {
    host: 'https://esm.sh',
    packages: { figlet: '1.12.0' },
    modules: { '/figlet@1.12.0?target=es2022': 'h'.repeat(43) },
  }

  it('comes back with the text', async () => {
    const hash = await hashOf('circuit("A")', lock)
    expect(await decodeCode(codeInHash(hash) ?? '')).toBe('circuit("A")')
    expect(await lockInHash(hash)).toEqual(lock)
  })

  it('is absent without imports', async () => {
    const hash = await hashOf('circuit("A")', undefined)
    expect(hash).not.toContain('lock')
    expect(await lockInHash(hash)).toBeUndefined()
  })

  it('is refused when it is damaged or something else', async () => {
    const hash = await hashOf('x', lock)
    await expect(lockInHash(`${hash.slice(0, -6)}AAAAAA`)).rejects.toThrow(LinkError)
    for (const other of ['1', '[]', '{}', '{"host":1,"packages":{},"modules":{}}', 'no JSON']) {
      await expect(lockInHash(`#code=1r.x&lock=${await encodeCode(other)}`)).rejects.toThrow(LinkError)
    }
  })
})
