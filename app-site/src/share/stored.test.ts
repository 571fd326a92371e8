import { describe, expect, it } from 'vitest'
import { hasStore, isStored, store, stored } from './stored.ts'

const name = 'A'.repeat(27)
const answers =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

describe('the store of a server', () => {
  it('is there when the server says so', async () => {
    expect(await hasStore(answers('{"sandboxOrigin":"x","store":true}'))).toBe(true)
    expect(await hasStore(answers('{"sandboxOrigin":"x"}'))).toBe(false)
    expect(await hasStore(answers('<html>', 404))).toBe(false)
  })

  it('takes a link and gives it again', async () => {
    const sent: unknown[] = []
    const post = async (...args: unknown[]) => {
      sent.push(args)
      return new Response(`${name}\n`, { status: 201 })
    }
    expect(await store('#code=1r.AA', post as typeof fetch)).toBe(name)
    expect(sent).toEqual([['/s', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'code=1r.AA' }]])
    expect(await stored(name, answers('code=1r.AA'))).toBe('#code=1r.AA')
  })

  it('refuses in words', async () => {
    await expect(store('#code=1r.AA', answers('Wait a moment.', 429))).rejects.toThrow('Wait a moment.')
    await expect(store('#code=1r.AA', answers('<b>', 500))).rejects.toThrow('could not store')
    await expect(store('#code=1r.AA', answers('../../x'))).rejects.toThrow('no name')
    await expect(store(`#code=1r.${'A'.repeat(300_000)}`, answers(name))).rejects.toThrow('too large')
    await expect(stored(name, answers('no', 404))).rejects.toThrow('no circuit')
    await expect(stored(name, answers('A'.repeat(300_000)))).rejects.toThrow('too large')
    await expect(stored(name, () => Promise.reject(new TypeError('offline')))).rejects.toThrow('cannot be reached')
  })

  it('has names of one form', () => {
    expect(['A'.repeat(27), 'A'.repeat(26), '2cf24dba5fb0a30e26e8', '../'.repeat(9)].map(isStored)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
