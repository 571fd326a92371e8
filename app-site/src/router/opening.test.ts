import { encodeCode } from '@simten/client/share-link'
import { describe, expect, it } from 'vitest'
import { exampleById } from '../examples/catalogue.ts'
import { openingOf, openingOfPasted } from './opening.ts'

describe('openingOf', () => {
  it('asks for nothing', async () => {
    expect(await openingOf({ pathname: '/', hash: '', search: '' })).toBeUndefined()
    expect(await openingOf({ pathname: '/', hash: '#top', search: '?utm=1' })).toBeUndefined()
  })

  it('opens the circuit of a link, before an example', async () => {
    const hash = `#code=${await encodeCode("circuit('A')")}`
    expect(await openingOf({ pathname: '/', hash, search: '?example=counter' })).toEqual({
      text: "circuit('A')",
      origin: 'link',
      example: undefined,
      problem: undefined,
    })
  })

  it('says that a link is damaged', async () => {
    expect(await openingOf({ pathname: '/', hash: '#code=1r.AAAAAAA', search: '' })).toMatchObject({
      text: '',
      origin: 'draft',
      problem: expect.stringContaining('damaged'),
    })
  })

  it('says that a hash holds no circuit, and leaves places in a page alone', async () => {
    const problem = async (hash: string) => (await openingOf({ pathname: '/', hash, search: '' }))?.problem
    expect(await problem('#cod')).toContain('end of this link is missing')
    expect(await problem('#code')).toContain('end of this link is missing')
    expect(await problem('#data=eyJhIjoxfQ')).toContain('is no circuit')
    expect(await problem('#main-content')).toBeUndefined()
    expect((await openingOf({ pathname: '/', hash: '#data=1', search: '?example=counter' }))?.problem).toBeUndefined()
  })

  it('opens a link that was escaped on its way', async () => {
    const hash = `#code%3D${await encodeCode("circuit('A')")}%2E`
    expect((await openingOf({ pathname: '/', hash, search: '' }))?.text).toBe("circuit('A')")
  })

  it('opens an example, and says where they are', async () => {
    expect((await openingOf({ pathname: '/', hash: '', search: '?example=fibonacci' }))?.text).toBe(
      exampleById('fibonacci')?.text,
    )
    expect((await openingOf({ pathname: '/', hash: '', search: '?example=nand' }))?.problem).toContain('under Examples')
  })

  it('opens the paths of public links', async () => {
    const at = (pathname: string) => openingOf({ hash: '', search: '', pathname })
    expect(await at('/circuit')).toBeUndefined()
    expect(await at('/editor')).toBeUndefined()
    expect(await at('/circuit/BYUwNmD2Q')).toMatchObject({ text: 'hello', origin: 'link', problem: undefined })
    expect((await at('/circuit/BYUwNm'))?.problem).toContain('damaged')
    expect((await at('/circuit/s/2cf24dba5fb0a30e26e8'))?.problem).toContain('simten.dev')
    const example = await openingOf({ hash: '', search: '?example=counter', pathname: '/circuit' })
    expect(example?.origin).toBe('example')
  })
})

describe('openingOfPasted', () => {
  it('takes a text as it is, and opens the circuit of a link', async () => {
    expect(await openingOfPasted(" circuit('A')")).toEqual({ text: " circuit('A')" })
    const link = ` https://simten.example/#code=${await encodeCode("circuit('B')")}\n`
    expect(await openingOfPasted(link)).toEqual({ text: "circuit('B')" })
  })

  it('says why a link has no circuit', async () => {
    expect(await openingOfPasted('https://simten.example/')).toEqual({ problem: 'This link has no circuit in it.' })
    expect(await openingOfPasted('https://simten.example/?example=none')).toEqual({
      problem: expect.stringContaining('no example'),
    })
  })
})
