import type { Page } from '@playwright/test'
import { thorough } from '../../invariants/thorough/thorough.ts'
import { violations } from '../support/axe.ts'
import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

const pages: readonly { name: string; address: string; ready(page: Page): Promise<void> }[] = [
  { name: 'the editor', address: '/?example=counter', ready: (page) => new Circuit(page).drawn('Counter8') },
  { name: 'the playground', address: '/play?example=counter', ready: (page) => new Circuit(page).drawn('Counter8') },
  {
    name: 'the components',
    address: '/components#Adder',
    ready: (page) => expect(page.getByRole('heading', { name: 'Adder', exact: true }).first()).toBeVisible(),
  },
  {
    name: 'the path of lessons',
    address: '/learn',
    ready: (page) => expect(page.getByRole('link', { name: 'Begin' })).toBeVisible(),
  },
  {
    name: 'the form for levels',
    address: '/learn/open',
    ready: (page) => expect(page.getByRole('button', { name: 'Make the link' })).toBeVisible(),
  },
  {
    name: 'a lesson',
    address: '/learn/not',
    ready: async (page) => {
      await new Circuit(page.locator('level-work')).drawn('MyNot')
      await page.getByRole('button', { name: 'Hint' }).click()
      await page.getByRole('button', { name: 'Solution' }).click()
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('1 of 2 tests hold.')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'the embeds',
    address: '/embed-demo',
    ready: async (page) => {
      for (const [id, name] of [
        ['half-adder', 'HalfAdder'],
        ['counter', 'Counter8'],
        ['fibonacci', 'Fibonacci'],
      ]) {
        const embed = page.locator(`#${id}`)
        await embed.scrollIntoViewIfNeeded()
        await new Circuit(embed).drawn(name ?? '')
      }
    },
  },
  {
    name: 'the gallery of a link that is damaged',
    address: '/play#code=1r.AAAAAAA',
    ready: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'an address where nothing is',
    address: '/nothing/here',
    ready: (page) => expect(page.getByRole('heading')).toBeVisible(),
  },
]

for (const { name, address, ready } of pages) {
  test(`axe finds nothing on ${name}, light and dark, wide and narrow`, async ({ page, guard }) => {
    guard.allow(/404/)
    await page.goto(address)
    await ready(page)
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const schemes = thorough ? (['light', 'dark'] as const) : width === 1280 ? ['light' as const] : ['dark' as const]
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(colorScheme === schemes[0] ? 400 : 100) // after a change of the size, for longer
        expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([])
      }
    }
  })
}

test('axe finds nothing in the dialogs and the empty page of the editor', async ({ page }) => {
  await page.goto('/')
  await new Circuit(page).drawn('HalfAdder')
  for (const name of ['Examples', 'Help']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    expect(await violations(page), name).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.getByRole('tab', { name: /^Problems/ }).click()
  expect(await violations(page), 'the panel').toEqual([])
  await page.getByRole('textbox', { name: 'Circuit text' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: /Start from something/ })).toBeVisible()
  expect(await violations(page), 'the empty page').toEqual([])
})
