import { spawn } from 'node:child_process'
import type { Page } from '@playwright/test'
import { Editor } from '../support/editor.ts'
import { test } from '../support/test.ts'

/** Milliseconds between the frames of a page during some time. */
const frames = (page: Page, milliseconds: number) =>
  page.evaluate(async (milliseconds) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const took: number[] = []
    const began = await frame()
    let before = began
    while (before - began < milliseconds) {
      const now = await frame()
      took.push(now - before)
      before = now
    }
    return took
  }, milliseconds)

const report = (state: string, took: number[]) => {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  const total = took.reduce((sum, t) => sum + t, 0)
  const rate = ((1000 * took.length) / total).toFixed(1)
  console.log(`${state}: ${rate} frames a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`)
}

/** Keeps processors busy beside the browser. */
function load(processes: number): () => void {
  const list = Array.from({ length: processes }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  return () => {
    for (const one of list) one.kill('SIGKILL')
  }
}

for (const busy of [0, 2, 4]) {
  test(`frames while the RISC-V computer runs as fast as it can, beside ${busy} busy processes`, async ({ page }) => {
    const editor = new Editor(page)
    await editor.open('/?example=rv32i-computer', 'Rv32iComputer')
    await page.waitForTimeout(3000)
    const end = load(busy)
    try {
      report(`${busy} busy processes, at rest`, await frames(page, 5000))
      await page.getByRole('slider', { name: 'Speed' }).press('End')
      await page.getByRole('button', { name: /^Run/ }).first().click()
      await page.waitForTimeout(2000)
      report(`${busy} busy processes, running`, await frames(page, 5000))
    } finally {
      end()
    }
  })
}
