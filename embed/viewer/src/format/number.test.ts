import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bin, formatValue, frequency, grouped, hex, largest, parseEntry } from './number.ts'

interface Table {
  Numbers: { Text: string; Width: number; Value: string }[]
  Refused: { Text: string; Says: string }[]
}
const file = new URL('../../../../engine/circuit/testdata/numbers.json', import.meta.url)
const table: Table = JSON.parse(readFileSync(file, 'utf8'))

describe('parseEntry', () => {
  it.each([
    ['42', 8, 42, 'dec'],
    [' 1_000 ', 16, 1000, 'dec'],
    ['+7', 4, 7, 'dec'],
    ['0x2a', 8, 42, 'hex'],
    ['0o17', 8, 15, 'dec'],
    ["'A'", 8, 65, 'dec'],
    ['0b1010_1010', 8, 170, 'bin'],
    ['-1', 8, 255, 'dec'],
    ['-128', 8, 128, 'dec'],
    ['-0', 8, 0, 'dec'],
    ['-1', 1, 1, 'dec'],
  ])('reads %s for %i wires', (text, width, value, base) => {
    expect(parseEntry(text, width)).toEqual({ ok: true, value, base })
  })

  it('keeps every bit of wide numbers', () => {
    expect(parseEntry('0xFFFFFFFFFFFFFFFF', 64)).toEqual({ ok: true, value: 2n ** 64n - 1n, base: 'hex' })
    expect(parseEntry('-1', 100)).toEqual({ ok: true, value: 2n ** 100n - 1n, base: 'dec' })
  })

  it.each([
    ['300', 8, 44, 'It does not fit in 8 bits: the lower bits, 44, were set.'],
    ['2', 1, 0, 'It does not fit in 1 bit: the lower bits, 0, were set.'],
    ['-129', 8, 127, 'It does not fit in 8 bits: the lower bits, 127, were set.'],
  ])('cuts %s to %i wires and says so', (text, width, value, message) => {
    expect(parseEntry(text, width)).toMatchObject({ ok: true, value, message })
  })

  it.each(table.Numbers)('takes $Text for $Width wires as the engine does', ({ Text, Width, Value }) => {
    const entry = parseEntry(Text, Width)
    expect(entry.ok && entry.value.toString()).toBe(Value)
  })

  it.each(table.Refused)('refuses “$Text” as the engine does', ({ Text, Says }) => {
    expect(parseEntry(Text, 8)).toEqual({ ok: false, message: Says })
  })

  it('refuses a text of any length in a short message', () => {
    const entry = parseEntry('x'.repeat(100_000), 8)
    expect(entry.ok).toBe(false)
    expect(entry.message?.length).toBeLessThan(200)
    expect(parseEntry('9'.repeat(100_000), 8).ok).toBe(false)
  })
})

describe('writing values', () => {
  it('pads to the width', () => {
    expect(hex(10, 8)).toBe('0x0A')
    expect(hex(10, 5)).toBe('0x0A')
    expect(bin(10, 8)).toBe('0b0000_1010')
    expect(bin(10, 6)).toBe('0b00_1010')
    expect(hex(2n ** 64n - 1n, 64)).toBe('0xFFFFFFFFFFFFFFFF')
    expect(formatValue(5, 8, 'dec')).toBe('5')
    expect(formatValue(1, 1, 'hex')).toBe('1')
  })

  it('knows the largest value of a width', () => {
    expect(largest(8)).toBe(255)
    expect(largest(53)).toBe(Number.MAX_SAFE_INTEGER)
    expect(largest(64)).toBe(2n ** 64n - 1n)
  })

  it('groups counts and scales frequencies', () => {
    expect(grouped(1234567)).toBe('1\u202f234\u202f567')
    expect(grouped(999)).toBe('999')
    expect(frequency(0.5)).toBe('0.5 Hz')
    expect(frequency(99999)).toBe('100 kHz')
    expect(frequency(9812331)).toBe('9.81 MHz')
    expect(frequency(12.34)).toBe('12.3 Hz')
    expect(frequency(Number.NaN)).toBe('–')
  })
})
