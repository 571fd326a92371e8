import { describe, expect, it } from 'vitest'
import type { ChangedFile } from '../state/state.ts'
import { FileFollower } from './file-follower.ts'

function page(text: string, kept: Record<string, string> = {}) {
  const log: string[] = []
  const shown = {
    log,
    text,
    offered: undefined as ChangedFile | undefined,
    open(next: string) {
      log.push(`open ${next}`)
      shown.text = next
    },
    rewrite(next: string) {
      log.push(`rewrite ${next}`)
      shown.text = next
    },
    offer(file: ChangedFile | undefined) {
      shown.offered = file
    },
    say(words: string) {
      log.push(words)
    },
  }
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      kept[key] = value
    },
    removeItem(key: string) {
      delete kept[key]
    },
  }
  return { shown, follower: new FileFollower(shown, storage) }
}

describe('a file that is followed', () => {
  it('is opened beside the text that is there, and then taken whenever it changes', () => {
    const { shown, follower } = page('mine')
    expect(follower.received('gate.ts', 'one')).toBe(true)
    expect(follower.received('gate.ts', 'one')).toBe(true)
    expect(follower.received('gate.ts', 'two\r\n')).toBe(true)
    expect(shown.log).toEqual([
      'open one',
      'gate.ts is open and follows its file. Edits here are not written to it.',
      'rewrite two\n',
      'gate.ts has changed, and this text with it. Undo takes that back.',
    ])
    expect(shown.offered).toBeUndefined()
  })

  it('is offered over edits, which stay until it is taken', () => {
    const { shown, follower } = page('mine')
    follower.received('gate.ts', 'one')
    shown.text = 'one, edited'
    expect(follower.received('gate.ts', 'two')).toBe(false)
    expect([shown.text, shown.offered?.name]).toEqual(['one, edited', 'gate.ts'])
    expect(follower.received('gate.ts', 'three')).toBe(false)
    shown.offered?.take()
    expect([shown.text, shown.offered]).toEqual(['three', undefined])
    follower.received('gate.ts', 'four')
    expect(shown.text).toBe('four')
  })

  it('is no longer offered when it is as it was, or as the text', () => {
    const { shown, follower } = page('mine')
    follower.received('gate.ts', 'one')
    shown.text = 'one, edited'
    follower.received('gate.ts', 'two')
    follower.received('gate.ts', 'one')
    expect([shown.text, shown.offered]).toEqual(['one, edited', undefined])
    follower.received('gate.ts', 'two')
    follower.received('gate.ts', 'one, edited')
    expect(shown.offered).toBeUndefined()
    follower.received('gate.ts', 'three')
    expect(shown.text).toBe('three')
  })

  it('is known after a reload, with edits and without, and is opened when the address asks for it', () => {
    const kept = {}
    page('mine', kept).follower.received('gate.ts', 'one')
    const unchanged = page('one', kept)
    unchanged.follower.received('gate.ts', 'two')
    expect(unchanged.shown.text).toBe('two')
    const edited = page('two, edited', kept)
    edited.follower.received('gate.ts', 'three')
    expect([edited.shown.text, edited.shown.offered?.name]).toEqual(['two, edited', 'gate.ts'])
    const asked = page('another', kept)
    asked.follower.asked()
    asked.follower.received('gate.ts', 'three')
    expect(asked.shown.log[0]).toBe('open three')
  })

  it('may have several files', () => {
    const { shown, follower } = page('mine')
    const text = "// @filename: main.ts\nimport './a'\n\n// @filename: a.ts\n// one\n"
    follower.received('main.ts', text)
    expect(shown.text).toContain('// @filename: a.ts')
    follower.received('main.ts', text.replace('one', 'two'))
    expect(shown.text).toContain('// two')
  })
})
