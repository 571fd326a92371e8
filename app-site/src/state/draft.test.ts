import { describe, expect, it } from 'vitest'
import { keepPreviousDraft, keepText, loadDraft, loadPreviousDraft, saveDraft, textInWords, textOf } from './draft.ts'
import { storage } from './storage.fake.ts'

describe('the draft', () => {
  it('is that of the tab, whatever another tab wrote since', () => {
    const browser = storage()
    const [one, two] = [storage(), storage()]
    saveDraft('in one', browser, one)
    saveDraft('in two', browser, two)
    expect(loadDraft(browser, one)).toBe('in one')
    expect(loadDraft(browser, two)).toBe('in two')
    expect(loadDraft(browser, storage())).toBe('in two')
  })

  it('is never an old one of a tab that keeps no more', () => {
    const browser = storage()
    const tab = storage(10)
    saveDraft('short', browser, tab)
    saveDraft('longer than the tab keeps', browser, tab)
    expect(loadDraft(browser, tab)).toBe('longer than the tab keeps')
  })

  it('says when it is not kept for later', () => {
    expect(saveDraft('text', storage(1), storage())).toBe(false)
    expect(saveDraft('text', undefined, storage())).toBe(false)
    expect(saveDraft('text', storage(), undefined)).toBe(true)
    expect(loadDraft(undefined, undefined)).toBeUndefined()
  })

  it('is put aside for another text, and an empty one is not', () => {
    const [browser, tab] = [storage(), storage()]
    saveDraft('mine', browser, tab)
    saveDraft('of another tab', browser, storage())
    const own = (text: string) => text !== 'an example'
    expect(loadPreviousDraft(browser)).toBeUndefined()
    keepPreviousDraft(own, browser, tab)
    expect(loadPreviousDraft(browser)).toBe('mine')
    for (const text of ['  ', 'an example']) {
      saveDraft(text, browser, tab)
      keepPreviousDraft(own, browser, tab)
      expect(loadPreviousDraft(browser)).toBe('mine')
    }
  })

  it('has a text for each entry of the history; where there is no room, the older ones go', () => {
    const tab = storage(10)
    keepText('a', 'one', tab)
    keepText('b', 'two', tab)
    expect([textOf('a', tab), textOf('b', tab), textOf('c', tab)]).toEqual(['one', 'two', undefined])
    keepText('b', 'longer than the tab keeps', tab)
    expect([textOf('a', tab), textOf('b', tab)]).toEqual([undefined, undefined])
    keepText('b', 'two', undefined)
  })

  it('is told in a few words: the circuit that runs, and how long it is', () => {
    expect(textInWords('circuit(\'A\', {})\nconst b = circuit( "My B", {})\n')).toBe('My B, 2 lines')
    expect(textInWords('const a = 1')).toBe('1 line')
    expect(textInWords(`${'\n'.repeat(1999)}x`)).toBe('2,000 lines')
  })
})
