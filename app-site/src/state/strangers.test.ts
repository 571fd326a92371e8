import { describe, expect, it } from 'vitest'
import { examples } from '../examples/catalogue.ts'
import { saveDraft } from './draft.ts'
import { storage as fresh } from './storage.fake.ts'
import { Strangers } from './strangers.ts'

const text = "circuit('Theirs', {})"

function tab(storage = fresh(), session = fresh()) {
  return { storage, session, strangers: new Strangers(storage, session) }
}

describe("a stranger's text", () => {
  it('is one that came with a link, and is neither an example nor the own draft', () => {
    const { storage, session, strangers } = tab()
    expect(strangers.wrote(text, 'link')).toBe(true)
    expect(strangers.wrote(text, 'draft')).toBe(false)
    expect(strangers.wrote(examples[0]?.text ?? '', 'link')).toBe(false)
    saveDraft(text, storage, session)
    expect(strangers.wrote(text, 'link')).toBe(false)
  })

  it('stays one when it is edited, over a reload and in another tab', () => {
    const { storage, session, strangers } = tab()
    saveDraft(`${text} `, storage, session)
    strangers.edited(`${text} `, true)
    expect(tab(storage, session).strangers.wrote(`${text} `, 'draft')).toBe(true)
    expect(tab(storage).strangers.wrote(`${text} `, 'draft')).toBe(true)
    expect(tab(storage).strangers.wrote(`${text} `, 'link')).toBe(true)
    strangers.edited('my own', false)
    expect(strangers.wrote('my own', 'draft')).toBe(false)
  })

  it('is trusted, for as long as the tab is open, once the user says so; another text is not', () => {
    const { storage, session, strangers } = tab()
    strangers.trust(text)
    expect(tab(storage, session).strangers.wrote(text, 'link')).toBe(false)
    expect(tab(storage).strangers.wrote(text, 'link')).toBe(true)
    expect(strangers.wrote(`${text}.`, 'link')).toBe(true)
    for (let i = 0; i < 200; i++) strangers.trust(`text ${i}`)
    expect(strangers.wrote('text 199', 'link')).toBe(false)
    expect(session.getItem('simten.trusted')?.length).toBeLessThan(4_000)
  })
})
