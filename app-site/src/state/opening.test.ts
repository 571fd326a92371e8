import { describe, expect, it } from 'vitest'
import { exampleById } from '../examples/catalogue.ts'
import { encodeCode } from '../share/link.ts'
import { openingOf } from './opening.ts'

describe('openingOf', () => {
  it('asks for nothing', async () => {
    expect(await openingOf({ hash: '', search: '' })).toBeUndefined()
    expect(await openingOf({ hash: '#top', search: '?utm=1' })).toBeUndefined()
  })

  it('opens the circuit of a link, before an example', async () => {
    const hash = `#code=${await encodeCode("circuit('A')")}`
    expect(await openingOf({ hash, search: '?example=counter' })).toEqual({
      text: "circuit('A')",
      origin: 'link',
      example: undefined,
      problem: undefined,
    })
  })

  it('says that a link is damaged', async () => {
    expect(await openingOf({ hash: '#code=1r.AAAAAAA', search: '' })).toMatchObject({
      text: '',
      origin: 'draft',
      problem: expect.stringContaining('damaged'),
    })
  })

  it('says that a hash holds no circuit, and leaves places in a page alone', async () => {
    const problem = async (hash: string) => (await openingOf({ hash, search: '' }))?.problem
    expect(await problem('#cod')).toContain('end of this link is missing')
    expect(await problem('#code')).toContain('end of this link is missing')
    expect(await problem('#data=eyJhIjoxfQ')).toContain('is no circuit')
    expect(await problem('#main-content')).toBeUndefined()
    expect((await openingOf({ hash: '#data=1', search: '?example=counter' }))?.problem).toBeUndefined()
  })

  it('opens a link that was escaped on its way', async () => {
    const hash = `#code%3D${await encodeCode("circuit('A')")}%2E`
    expect((await openingOf({ hash, search: '' }))?.text).toBe("circuit('A')")
  })

  it('opens an example, and says where they are', async () => {
    expect((await openingOf({ hash: '', search: '?example=fibonacci' }))?.text).toBe(exampleById('fibonacci')?.text)
    expect((await openingOf({ hash: '', search: '?example=nand' }))?.problem).toContain('under Examples')
  })
})
