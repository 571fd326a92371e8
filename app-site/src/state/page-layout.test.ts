import { expect, it } from 'vitest'
import { initialDock, initialSplit, PageLayout } from './page-layout.ts'
import { storage } from './storage.fake.ts'

it('is arranged as it was left', () => {
  const browser = storage()
  const before = new PageLayout(browser)
  expect([before.split, before.dock, before.dockOpen, before.tab]).toEqual([
    initialSplit,
    initialDock,
    false,
    'problems',
  ])
  before.moveSplit(0.3)
  before.moveDock(0.6)
  before.toggleDock()
  before.keepTab('wave')
  const after = new PageLayout(browser)
  expect([after.split, after.dock, after.dockOpen, after.tab]).toEqual([0.3, 0.6, true, 'wave'])
})

it('leaves room for both sides', () => {
  const layout = new PageLayout(storage())
  layout.moveSplit(0)
  layout.moveDock(1)
  expect([layout.split, layout.dock]).toEqual([0.15, 0.9])
})

it.each(['', 'wide', '-1', '1', 'NaN'])('begins anew when the browser has kept %j', (text) => {
  const browser = storage()
  for (const key of ['split', 'dock', 'dock-tab']) browser.setItem(`simten.${key}`, text)
  const layout = new PageLayout(browser)
  expect([layout.split, layout.dock, layout.tab]).toEqual([initialSplit, initialDock, 'problems'])
})

it('works without storage', () => {
  const layout = new PageLayout(undefined)
  layout.toggleDock()
  expect(layout.dockOpen).toBe(true)
})
