import { describe, expect, it } from 'vitest'
import { loadDraft, loadPreviousDraft } from '../state/draft.ts'
import { storage } from '../state/storage.fake.ts'
import { OwnText } from './draft-history.ts'
import { FakeTab } from './tab.fake.ts'

const own = (text: string) => !text.startsWith('example')

describe('the own text', () => {
  it('of another tab is put aside and not lost when this tab goes on writing', () => {
    const browser = storage()
    const [one, two] = [0, 1].map(() => new OwnText(new FakeTab(), own, browser, storage()))
    one?.edited('of one')
    two?.edited('of two')
    expect(two?.metAnotherTab).toBe(true)
    expect(loadPreviousDraft(browser)).toBe('of one')
    two?.edited('of two, longer')
    expect(two?.metAnotherTab).toBe(false)
    one?.edited('of one, longer')
    expect(one?.metAnotherTab).toBe(true)
    expect(loadPreviousDraft(browser)).toBe('of two, longer')
    expect(loadDraft(browser, storage())).toBe('of one, longer')
  })

  it('is there again after Back, Forward and a reload', () => {
    const [tab, browser, session] = [new FakeTab(), storage(), storage()]
    const open = () => new OwnText(tab, own, browser, session)
    let texts = open()
    expect(texts.text).toBeUndefined()
    texts.edited('mine')
    texts.ask('?example=a', 'mine')
    texts.shows('example a')
    expect(tab.location.search).toBe('?example=a')
    expect(texts.previous('example a')).toEqual({ text: 'mine', words: '1 line' })
    texts.ask('?example=b', 'example a')
    tab.go(-1)
    texts.moved('example b')
    expect(tab.location.search).toBe('?example=a')
    tab.go(-1)
    texts.moved('example a')
    expect(texts.text).toBe('mine')
    texts = open()
    expect(texts.text).toBe('mine')
    tab.go(1)
    texts.moved('mine')
    texts = open()
    expect(tab.location.search).toBe('?example=a')
    expect(texts.text).toBe('mine')
  })

  it('that an example became is another one: both are kept', () => {
    const [tab, browser, session] = [new FakeTab(), storage(), storage()]
    let texts = new OwnText(tab, own, browser, session)
    texts.edited('mine')
    texts.ask('?example=a', 'mine')
    texts.shows('example a')
    expect(texts.edited('example a'.toUpperCase())).toBe(true)
    expect(tab.location.search).toBe('')
    expect(loadPreviousDraft(browser)).toBe('mine')
    tab.go(-1)
    texts.moved('EXAMPLE A')
    expect(texts.text).toBe('mine')
    texts.shows('mine')
    // Looking back replaces no draft; an edit does, and puts it aside.
    expect(loadDraft(browser, storage())).toBe('EXAMPLE A')
    expect(texts.previous('mine')?.text).toBe('EXAMPLE A')
    texts = new OwnText(tab, own, browser, session)
    expect(texts.text).toBe('mine')
    texts.shows('mine')
    texts.edited('mine 2')
    expect(loadPreviousDraft(browser)).toBe('EXAMPLE A')
    expect(loadDraft(browser, storage())).toBe('mine 2')
    tab.go(1)
    texts.moved('mine 2')
    expect(texts.text).toBe('EXAMPLE A')
    tab.go(-1)
    texts.moved('EXAMPLE A')
    expect(texts.text).toBe('mine 2')
  })

  it('lies beneath a link that is opened over it, and undo brings no draft aside', () => {
    const [tab, browser, session] = [new FakeTab(), storage(), storage()]
    const texts = new OwnText(tab, own, browser, session)
    texts.edited('mine')
    tab.history.pushState(null, '', '/#code=1r.AAAA')
    texts.moved('mine')
    expect(texts.text).toBe('mine')
    texts.shows('from the link')
    texts.edited('mine')
    expect(tab.location.hash).toBe('')
    expect(loadPreviousDraft(browser)).toBeUndefined()
  })

  it('can be restored, and what it replaces is put aside', () => {
    const [tab, browser, session] = [new FakeTab('/?example=a'), storage(), storage()]
    const texts = new OwnText(tab, own, browser, session)
    texts.shows('example a')
    texts.edited('one')
    texts.ask('?example=b', 'one')
    texts.shows('example b')
    texts.edited('two')
    expect(texts.previous('two')?.text).toBe('one')
    texts.restore('one', 'two')
    expect(texts.previous('one')?.text).toBe('two')
    expect(loadDraft(browser, storage())).toBe('one')
    tab.go(-1)
    texts.moved('one')
    expect(texts.text).toBe('two')
  })

  it('works where nothing is kept', () => {
    const tab = new FakeTab()
    const none = storage(0)
    const texts = new OwnText(tab, own, none, none)
    expect(texts.edited('mine')).toBe(false)
    texts.ask('?example=a', 'mine')
    texts.shows('example a')
    tab.go(-1)
    texts.moved('example a')
    expect(texts.text).toBeUndefined()
  })

  it('takes the place of a link that carries its circuit in the path', () => {
    const tab = new FakeTab('/circuit/BYUwNmD2Q?x')
    const text = new OwnText(tab, own, storage(), storage())
    text.edited('edited')
    expect(tab.location).toEqual({ pathname: '/', search: '', hash: '' })
  })
})
