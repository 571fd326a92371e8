import { encodeCode } from '@simten/client/share-link'
import { describe, expect, it } from 'vitest'
import { exampleByText, examples } from '../examples/catalogue.ts'
import { storage } from '../state/storage.fake.ts'
import { OwnText } from './draft-history.ts'
import { type Destination, Router } from './router.ts'
import { FakeTab } from './tab.fake.ts'

const own = "circuit('Mine')"
const [first, second] = examples

/** A page and its router in a tab at an address; `browser` has what an earlier visit kept. */
function open(address = '/', { browser = storage(), session = storage(), tab = new FakeTab(address) } = {}) {
  const log: string[] = []
  const page = {
    text: '',
    log,
    show({ text, origin }: Destination, undoable: boolean) {
      page.text = text
      log.push(`${origin} ${nameOf(text)}${undoable ? ' undoable' : ''}`)
    },
    stay: () => void log.push('stay'),
    refuse: (problem: string) => void log.push(`refuse ${problem.split('.')[0]}`),
  }
  const router = new Router(tab, page, new OwnText(tab, (text) => exampleByText(text) === undefined, browser, session))
  const load = async () => {
    router.begin()
    await router.arrive()
    return log.splice(0)
  }
  return { router, page, tab, browser, session, load, log }
}

function nameOf(text: string): string {
  return exampleByText(text)?.id ?? text
}

describe('the router', () => {
  it('opens the first example for somebody who comes for the first time', async () => {
    expect(await open().load()).toEqual([`example ${first?.id}`])
  })

  it('opens the own text of the last visit', async () => {
    const browser = storage()
    const visit = open('/', { browser })
    await visit.load()
    visit.router.edited(own, 'example')
    expect(await open('/', { browser }).load()).toEqual([`draft ${own}`, 'stay'])
  })

  it('opens an example and a link above the own text, so that undo brings it', async () => {
    const browser = storage()
    open('/', { browser }).router.edited(own, 'example')
    expect(await open(`/?example=${second?.id}`, { browser }).load()).toEqual([
      `draft ${own}`,
      `example ${second?.id} undoable`,
    ])
    const code = await encodeCode("circuit('Theirs')")
    expect(await open(`/#code=${code}`, { browser }).load()).toEqual([
      `draft ${own}`,
      "link circuit('Theirs') undoable",
    ])
    expect(await open(`/#code=${code}`).load()).toEqual(["link circuit('Theirs')"])
  })

  it('says why an address cannot be followed, and shows the text that there is', async () => {
    expect(await open('/?example=none').load()).toEqual([
      `example ${first?.id}`,
      'refuse There is no example called "none"',
    ])
  })

  it('goes to the address of an example, and Back brings the own text', async () => {
    const { router, page, tab, load, log } = open()
    await load()
    router.edited(own, 'example')
    page.text = own
    expect(router.openExample(second?.id ?? '')).toBe(second?.title)
    expect(tab.location.search).toBe(`?example=${second?.id}`)
    expect(router.previous).toEqual({ text: own, words: 'Mine, 1 line' })
    tab.go(-1)
    await router.follow()
    expect(log).toEqual([`example ${second?.id} undoable`, `draft ${own} undoable`])
    expect(router.openExample('none')).toBeUndefined()
  })

  it('restores the text that was put aside', async () => {
    const { router, page, load, log } = open()
    await load()
    expect(router.openPrevious()).toBe(false)
    router.edited(own, 'example')
    page.text = own
    router.openExample(second?.id ?? '')
    log.length = 0
    expect(router.openPrevious()).toBe(true)
    expect(log).toEqual([`draft ${own} undoable`])
    expect(router.previous).toBeUndefined()
  })

  it('shows the last of two addresses only', async () => {
    const { router, tab, load, log } = open()
    await load()
    tab.history.pushState(null, '', `/#code=${await encodeCode("circuit('Slow')")}`)
    const slow = router.follow()
    tab.history.pushState(null, '', `/?example=${second?.id}`)
    await Promise.all([slow, router.follow()])
    expect(log).toEqual([`example ${second?.id} undoable`])
  })

  it('tells once that another tab is edited, too, and that nothing is kept', async () => {
    const browser = storage()
    const [one, two] = [open('/', { browser }), open('/', { browser })]
    expect(one.router.edited('of one', 'draft')).toEqual({ kept: true, metAnotherTab: false })
    expect(two.router.edited('of two', 'draft').metAnotherTab).toBe(true)
    one.router.edited('of one, longer', 'draft')
    expect(two.router.edited('of two, longer', 'draft').metAnotherTab).toBe(false)
    expect(open('/', { browser: storage(0), session: storage(0) }).router.edited('lost', 'draft').kept).toBe(false)
  })
})
