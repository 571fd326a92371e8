import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { target: unknown; failureSummary?: string }[]
}

/** Findings of axe on a page, as short lines. The frame of the sandbox shows nothing. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const found = await page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as {
      run(context: object, options: object): Promise<{ violations: Violation[] }>
    }
    const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'], iframes: false })
    return violations
  })
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map((n) => `${id} (${impact}): ${JSON.stringify(n.target)} ${n.failureSummary?.replace(/\s+/g, ' ') ?? ''}`),
  )
}
