import type { Locator, Page } from '@playwright/test'
import { Circuit } from '../support/circuit.ts'
import { evalLoop, example, moduleLoop, tickLoop, unseenLoop, unseenTick } from '../support/circuits.ts'
import { expect, test } from '../support/test.ts'

/**
 * An endless loop is stopped after 5 s; everything must be well again this many milliseconds after it began. How soon
 * it is on a machine at rest is what \`npm run figures\` measures.
 */
const recovered = 20_000

/**
 * Two slots of one sandbox: an embed whose circuit is hostile, and one that has counted to 3 by its clock and holds
 * its `clear` switch ready.
 */
async function twoSlots(article: Page): Promise<{ guilty: Locator; bad: Circuit; good: Circuit }> {
  const guilty = article.locator('#half-adder')
  const bad = new Circuit(guilty)
  const good = new Circuit(article.locator('#counter'))
  await good.drawn('Counter8')
  await good.button(/^Reset/).click()
  await good.outputIs('count', 0)
  await setCode(guilty, example('half-adder').text)
  await bad.drawn('HalfAdder')
  await expect(guilty.getByRole('alert')).toHaveCount(0)
  for (let i = 1; i <= 3; i++) {
    await good.button(/^Step/).click()
    await good.outputIs('count', i)
  }
  return { guilty, bad, good }
}

/** The innocent slot has lost nothing and goes on. */
async function unharmed(good: Circuit): Promise<void> {
  expect(await good.output('count')).toBe(3)
  await good.button(/^Step/).click()
  await good.outputIs('count', 4)
}

async function setCode(embed: Locator, code: string): Promise<void> {
  await embed.evaluate((element, text) => element.setAttribute('code', text), code)
}

test('A089 a loop in module code ends, and the other slot is unharmed', async ({ article }) => {
  const { guilty, bad, good } = await twoSlots(article)
  const began = Date.now()
  await setCode(guilty, moduleLoop)
  await expect(guilty.getByRole('alert')).toContainText(/line 1/i)
  await unharmed(good)
  expect(Date.now() - began).toBeLessThan(recovered)
  await setCode(guilty, example('fibonacci').text)
  await bad.drawn('Fibonacci')
})

test('A090 a loop in eval ends, names its line, and the other slot is unharmed', async ({ article }) => {
  const { guilty, bad, good } = await twoSlots(article)
  await setCode(guilty, evalLoop)
  await bad.drawn('Spin')
  const began = Date.now()
  await bad.switch('a').click()
  await expect(guilty.getByRole('alert')).toContainText(/line 5/i)
  await unharmed(good)
  expect(Date.now() - began).toBeLessThan(recovered)
  await setCode(guilty, example('half-adder').text)
  await bad.drawn('HalfAdder')
  await bad.put('a', 1)
  await bad.lampIs('sum', 1)
})

test('A090 a loop in onTick ends, names its line, and the other slot is unharmed', async ({ article }) => {
  const { guilty, bad, good } = await twoSlots(article)
  await setCode(guilty, tickLoop)
  await bad.drawn('Stuck')
  const began = Date.now()
  await bad.button(/^Step/).click()
  await expect(guilty.getByRole('alert')).toContainText(/line 6/i)
  await unharmed(good)
  expect(Date.now() - began).toBeLessThan(recovered)
})

test('A119 A280 A281 what the interpreter cannot see is killed from outside, and the other slot comes back with its values', async ({
  article,
}) => {
  const { guilty, bad, good } = await twoSlots(article)
  await good.put('clear', 1)
  await setCode(guilty, unseenLoop)
  await expect(guilty.getByRole('alert')).toContainText(/line 3/i, { timeout: 60_000 })
  await expect(good.switch('clear')).toHaveAttribute('aria-checked', 'true')
  await good.put('clear', 0)
  await unharmed(good)
  await setCode(guilty, example('half-adder').text)
  await bad.drawn('HalfAdder')
})

test('A281 after a kill from outside the error names node and line, and the slot stands right before the step', async ({
  article,
}) => {
  const { guilty, bad, good } = await twoSlots(article)
  await setCode(guilty, unseenTick)
  await bad.drawn('Clocked')
  await guilty.getByRole('slider', { name: 'Speed' }).fill('10') // as fast as possible
  await bad.button('Run').click()
  await expect(guilty.getByRole('alert')).toContainText(/line 8/i, { timeout: 60_000 })
  await expect(guilty.getByRole('alert')).toContainText('onTick of Late')
  await expect(bad.canvas.locator('g.faulty')).toHaveCount(1)
  await bad.outputIs('y', 1000)
  await unharmed(good)
  // The past is there: one cycle back, and forward again.
  await bad.button('Back one cycle').click()
  await bad.outputIs('y', 999)
  await setCode(guilty, example('half-adder').text)
  await bad.drawn('HalfAdder')
})

test('A119 a regular expression that backtracks is ended by the engine itself, with its line', async ({ article }) => {
  const { guilty, good } = await twoSlots(article)
  await setCode(
    guilty,
    `'x'.repeat(9)\n'x'.repeat(40).match(/^(?=(x+x+)+y)/)\ncircuit('Never', { outputs: { y: bit }, eval: () => ({ y: 1 }) })`,
  )
  await expect(guilty.getByRole('alert')).toContainText(/line 2/i, { timeout: 60_000 })
  await unharmed(good)
})

for (const [place, text, line] of [
  ['module code', moduleLoop, 1],
  ['eval', evalLoop, 5],
  ['onTick', tickLoop, 6],
] as const) {
  test(`the editor stays usable through a loop in ${place}, says where it is, and goes on`, async ({ editor }) => {
    const { page } = editor
    await editor.open()
    await editor.write(text)
    const began = Date.now()
    if (place === 'eval') {
      await editor.drawn('Spin')
      await editor.switch('a').click()
    }
    if (place === 'onTick') {
      await editor.drawn('Stuck')
      await editor.button(/^Step/).click()
    }
    // While the engine hangs the page answers at once.
    const ticks = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0
          const until = performance.now() + 500
          const count = () => {
            if (performance.now() >= until) return resolve(frames)
            frames++
            requestAnimationFrame(count)
          }
          requestAnimationFrame(count)
        }),
    )
    expect(ticks).toBeGreaterThan(2)
    await expect(editor.strip.getByRole('button', { name: `Line ${line}` })).toBeVisible()
    expect(Date.now() - began).toBeLessThan(recovered)
    await expect(editor.squiggles.first()).toBeVisible()
    await editor.write(example('half-adder').text)
    await editor.drawn('HalfAdder')
    await expect(editor.strip).toBeHidden()
    await editor.put('a', 1)
    await editor.lampIs('sum', 1)
  })
}
