import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

const names = ['And', 'BitSlice', 'DualPortRAM', 'Xnor', 'Register', 'romFromBytes']

/** How far what is in an element is wider than the element. */
const overhang = (element: Element): number => element.scrollWidth - element.clientWidth

test('on a phone the list and the component take turns, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/components')
  const list = page.getByRole('navigation', { name: 'Components' })
  const article = page.getByRole('article')
  await expect(list.getByRole('link', { name: 'And', exact: true })).toBeVisible()
  await expect(article).toBeHidden()
  for (const name of names) {
    await list.getByRole('link', { name, exact: true }).click()
    await expect(article.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(list.getByRole('link').first()).toBeHidden()
    expect(await article.evaluate(overhang)).toBeLessThanOrEqual(0)
    expect(await page.locator('html').evaluate(overhang)).toBeLessThanOrEqual(0)
    for (const example of await article.locator('pre').all())
      expect(await example.evaluate(overhang)).toBeLessThanOrEqual(0)
    // The meaning of a port has the whole line.
    const meaning = await article.locator('td:last-child').first().boundingBox()
    expect(meaning?.width ?? 360).toBeGreaterThan(300)
    await page.getByRole('button', { name: 'All components' }).click()
    await expect(list.getByRole('link', { name, exact: true })).toBeInViewport()
  }
  await page.getByRole('button', { name: 'Close the list' }).click()
  await expect(article).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('adder')
  await list.getByRole('link', { name: 'Adder', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(article.getByRole('heading', { name: 'Adder', exact: true })).toBeVisible()
})

test('with room for both, the list stands beside the component', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/components#Adder')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Adder', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Adder', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'All components' })).toBeHidden()
})

test('a component is tried: its options are fields, and its truth table follows the circuit', async ({ page }) => {
  await page.goto('/components#Mux')
  const specimen = page.locator('component-specimen')
  const circuit = new Circuit(specimen)
  await circuit.drawn('TryMux')
  const now = specimen.locator('tr[aria-current]')
  await expect(specimen.locator('tbody tr')).toHaveCount(8)
  await expect(now).toHaveText(/0\s*0\s*0\s*0/)
  await circuit.put('in1', 1)
  await circuit.put('sel', 1)
  await expect(now).toHaveText(/0\s*1\s*1\s*1/)
  await specimen.getByLabel('width').fill('2')
  await specimen.getByLabel('width').press('Enter')
  await expect(specimen.locator('tbody tr')).toHaveCount(32)
  await specimen.getByLabel('width').fill('8')
  await specimen.getByLabel('width').press('Enter')
  await expect(specimen.locator('table')).toHaveCount(0)
})
