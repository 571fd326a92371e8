import { describe, expect, it } from 'vitest'
import { takeToken } from './token.ts'

function home(hash: string, kept: Record<string, string> = {}, full = false) {
  const addresses: string[] = []
  return {
    addresses,
    kept,
    location: { hash, pathname: '/studio', search: '?x=1' },
    history: {
      state: null,
      replaceState: (_: unknown, __: string, address?: string | URL | null) => void addresses.push(`${address}`),
    },
    sessionStorage: {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        if (full) throw new Error('full')
        kept[key] = value
      },
    },
  }
}

describe('takeToken', () => {
  it('takes the token out of the address, and finds it again after a reload', () => {
    const first = home('#token=a_b-9')
    expect(takeToken(first)).toBe('a_b-9')
    expect(first.addresses).toEqual(['/studio?x=1'])
    expect(takeToken(home('', first.kept))).toBe('a_b-9')
  })

  it('has the newest token of an address', () => {
    expect(takeToken(home('#token=new', { 'simten.studio.token': 'old' }))).toBe('new')
  })

  it('works without storage', () => {
    expect(takeToken(home('#token=a', {}, true))).toBe('a')
  })

  it('knows no token where none is', () => {
    for (const hash of ['', '#', '#token=', '#token=a b', '#code=x', `#token=${'a'.repeat(201)}`])
      expect(takeToken(home(hash))).toBeUndefined()
  })
})
