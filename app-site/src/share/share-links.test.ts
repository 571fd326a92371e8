import { codeInHash, decodeCode, lockInHash, maxTextBytes } from '@simten/client/share-link'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copiedFor, ShareLinks } from './share-links.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function share(writeText: (text: string) => Promise<void>) {
  const log: string[] = []
  const links = new ShareLinks(
    {
      origin: 'https://simten.example',
      say: (text, tone) => void log.push(`${tone ?? 'info'}: ${text.split('.')[0]}`),
      tell: (text) => void log.push(`told: ${text.split('.')[0]}`),
      offer: async (link) => void log.push(`offer ${link.slice(0, 30)}`),
      changed: () => void log.push('changed'),
    },
    () => ({ writeText }),
  )
  return { links, log }
}

it('copies a link that holds the text and its lock, and says so for a moment', async () => {
  let copied = ''
  const { links, log } = share(async (text) => {
    copied = text
  })
  const lock = { packages: [{ name: 'a', version: '1.0.0', integrity: 'sha512-AAAA' }] }
  await links.share("circuit('A')", undefined)
  const { origin, pathname, hash } = new URL(copied)
  expect([origin, pathname]).toEqual(['https://simten.example', '/'])
  expect(await decodeCode(codeInHash(hash) ?? '')).toBe("circuit('A')")
  expect(await lockInHash(hash)).toBeUndefined()
  expect(links.copied).toBe(true)
  vi.advanceTimersByTime(copiedFor)
  expect(links.copied).toBe(false)
  expect(log).toEqual(['told: Link copied', 'changed'])
  await links.share("circuit('A')", lock as never)
  expect(new URL(copied).hash).toContain('&lock=')
})

it('shows the link where the clipboard is closed', async () => {
  const { links, log } = share(() => Promise.reject(new Error('denied')))
  await links.share("circuit('A')", undefined)
  expect(log).toEqual(['offer https://simten.example/#code=1'])
  expect(links.copied).toBe(false)
})

it('says that a text is too large', async () => {
  const { links, log } = share(() => Promise.reject(new Error('not reached')))
  await links.share('x'.repeat(maxTextBytes + 1), undefined)
  expect(log).toEqual(['bad: The circuit is too large for a link (the limit is 1 MB of text, 256 kB packed)'])
})
