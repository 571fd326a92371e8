// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { type Bookmark, MAX_BOOKMARKS } from './bookmarks.ts'
import { CircuitBookmarks } from './circuit-bookmarks.ts'

async function list(bookmarks: readonly Bookmark[], cycle: number) {
  const element = new CircuitBookmarks()
  element.bookmarks = bookmarks
  element.cycle = cycle
  const fired: [string, unknown][] = []
  for (const name of ['bookmarks-change', 'bookmark-open']) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const find = <T extends HTMLElement>(selector: string) => {
    const found = element.renderRoot.querySelector<T>(selector)
    if (!found) throw new Error(`there is no ${selector}`)
    return found
  }
  return { element, fired, find }
}

const start: Bookmark = { cycle: 4, name: 'start' }
const plain: Bookmark = { cycle: 90, name: '' }

afterEach(() => document.body.replaceChildren())

describe('the bookmarks of a run', () => {
  it('marks the cycle that is shown, and takes its mark away', async () => {
    const { fired, find } = await list([start], 90)
    expect(find('.set').textContent).toContain('Bookmark cycle 90')
    find('.set').click()
    expect(fired).toEqual([['bookmarks-change', [start, plain]]])
    const marked = await list([start, plain], 90)
    expect(marked.find('.set').textContent).toContain('Remove the bookmark at cycle 90')
    marked.find('.set').click()
    expect(marked.fired).toEqual([['bookmarks-change', [start]]])
  })

  it('says of an empty list for what it is', async () => {
    expect((await list([], 0)).find('p').textContent).toContain('A bookmark keeps a cycle to come back to.')
  })

  it('goes to a cycle, renames and removes, by names for screen readers', async () => {
    const { fired, find } = await list([start, plain], 0)
    find('[aria-label="Go to cycle 90"]').click()
    const name = find<HTMLInputElement>('[aria-label="Name of the bookmark at cycle 90"]')
    name.value = ' end '
    name.dispatchEvent(new Event('change'))
    find('[aria-label="Remove the bookmark start"]').click()
    find('[aria-label="Remove the bookmark cycle 90"]')
    expect(fired).toEqual([
      ['bookmark-open', 90],
      ['bookmarks-change', [start, { cycle: 90, name: 'end' }]],
      ['bookmarks-change', [plain]],
    ])
  })

  it('takes no more than its limit, and says so', async () => {
    const full = Array.from({ length: MAX_BOOKMARKS }, (_, i) => ({ cycle: i + 1, name: '' }))
    const { element, find } = await list(full, 0)
    expect(find<HTMLButtonElement>('.set').disabled).toBe(true)
    expect(element.renderRoot.textContent).toContain(`There are ${MAX_BOOKMARKS} bookmarks; remove one first.`)
  })
})
