import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  codeInHash,
  crc32,
  decodeCode,
  encodeCode,
  hashOf,
  LinkError,
  lockInHash,
  maxEncodedLength,
  maxTextBytes,
} from './link.js'

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
    for (let end = 0; end < encoded.length; end++) expect(await problemOf(encoded.slice(0, end))).toBe('damaged')
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
    ['', 'damaged'],
    ['hello', 'damaged'],
    ['1r', 'damaged'],
    ['1r.', 'damaged'],
    ['1r.AAA', 'damaged'],
    ['1r.%20%20', 'damaged'],
    ['1d.AAAAAAAA', 'damaged'],
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

  it('refuse to write what cannot be read back', async () => {
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
    await expect(lockInHash(`${hash.slice(0, -6)}AAAAAA`)).rejects.toThrow('damaged')
    for (const other of ['1', '[]', '{}', '{"host":1,"packages":{},"modules":{}}', 'no JSON']) {
      await expect(lockInHash(`#code=1r.x&lock=${await encodeCode(other)}`)).rejects.toThrow(LinkError)
    }
  })
})
