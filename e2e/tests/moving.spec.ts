import type { Page } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

/** Moves the counter of the article to its end or back to where it was. */
type Move = 'append' | 'remove and append' | 'moveBefore'

async function move(article: Page, how: Move): Promise<void> {
  await article.evaluate(async (how) => {
    const embed = document.querySelector('#counter') as HTMLElement
    const main = embed.closest('main') as HTMLElement & { moveBefore?(node: Node, child: Node | null): void }
    if (how === 'moveBefore') main.moveBefore?.(embed, null)
    else if (how === 'append') main.append(embed)
    else {
      const box = document.createElement('div')
      embed.remove()
      await Promise.resolve()
      await new Promise((resolve) => setTimeout(resolve, 20))
      main.prepend(box)
      box.append(embed)
    }
  }, how)
}

test('an embed that is moved in its page keeps its run, and can be operated where it is then', async ({ page }) => {
  await page.goto('/embed-demo')
  const embed = page.locator('#counter')
  await embed.scrollIntoViewIfNeeded()
  const circuit = new Circuit(embed)
  await circuit.drawn('Counter8')
  let count = 0
  for (const how of ['append', 'remove and append', 'moveBefore'] as const) {
    await circuit.button(/^Step/).click()
    await circuit.outputIs('count', ++count)
    await move(page, how)
    await embed.scrollIntoViewIfNeeded()
    await expect(embed.locator('[part=message]')).toHaveCount(0)
    expect(await circuit.output('count')).toBe(count)
    await circuit.button(/^Step/).click()
    await circuit.outputIs('count', ++count)
    await circuit.put('clear', 1)
    await circuit.put('clear', 0)
  }
  // One that runs goes on running.
  await circuit.button('Run').click()
  await move(page, 'append')
  await expect(circuit.button('Pause')).toBeVisible()
  await expect.poll(() => circuit.output('count')).toBeGreaterThan(count)
})

test('an embed that was taken away begins anew when it comes back', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/embed-demo')
  const embed = page.locator('#counter')
  await embed.scrollIntoViewIfNeeded()
  const circuit = new Circuit(embed)
  await circuit.drawn('Counter8')
  await circuit.button(/^Step/).click()
  await circuit.outputIs('count', 1)
  await page.evaluate(async () => {
    const embed = document.querySelector('#counter') as HTMLElement
    embed.remove()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    document.querySelector('main')?.append(embed)
  })
  await embed.scrollIntoViewIfNeeded()
  await circuit.drawn('Counter8')
  await circuit.outputIs('count', 0)
})
