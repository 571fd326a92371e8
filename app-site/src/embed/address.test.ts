import { encodeCode } from '@simten/client/share-link'
import { describe, expect, it } from 'vitest'
import { exampleById } from '../examples/catalogue.ts'
import { embedOf } from './address.ts'

const at = (search: string, hash = '', framed = true) => embedOf({ pathname: '/embed', search, hash }, framed)

describe('embedOf', () => {
  it('reads an example and attributes', async () => {
    expect(await at('?example=counter&run=5&theme=dark&readonly')).toEqual({
      attributes: [
        ['theme', 'dark'],
        ['run', '5'],
        ['readonly', ''],
        ['code', exampleById('counter')?.text],
      ],
      problem: undefined,
    })
  })

  it('reads the texts of links in both packings, the + of which forms write as a blank', async () => {
    expect((await at('', `#code=${await encodeCode('one')}`)).attributes).toEqual([['code', 'one']])
    expect((await at('?code=BYUwNmD2Q')).attributes).toEqual([['code', 'hello']])
    expect((await at('?code=rwbkKdo')).attributes).toEqual([['code', '💡']])
  })

  it("interprets a stranger's text in a tab of its own", async () => {
    expect((await at('?code=BYUwNmD2Q', '', false)).attributes).toEqual([
      ['code', 'hello'],
      ['strict', ''],
    ])
    expect((await at('?example=counter', '', false)).attributes.map(([name]) => name)).toEqual(['code'])
  })

  it('says why there is nothing to show', async () => {
    expect((await at('')).problem).toContain('names no circuit')
    expect((await at('?example=nothing')).problem).toContain('no example called')
    expect((await at('?code=BYUw')).problem).toContain('damaged')
  })

  it('sets nothing that leads elsewhere', async () => {
    const { attributes } = await at(
      '?example=counter&sandbox=https://a.example&modules&editor=x&eager&style=x&onclick=x&src=x',
    )
    expect(attributes.map(([name]) => name)).toEqual(['code'])
    expect((await at('?example=counter&href=javascript:alert(1)')).attributes.map(([name]) => name)).toEqual(['code'])
    expect((await at('?example=counter&href=https://a.example/')).attributes[0]).toEqual(['href', 'https://a.example/'])
  })
})
