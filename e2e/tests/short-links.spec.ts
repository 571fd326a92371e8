/** Short links of a server that stores circuits. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Circuit } from '../support/circuit.ts'
import { expect, test } from '../support/test.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

/** Starts a server with a store, and gives its address. */
async function serve(folder: string): Promise<{ server: ChildProcess; address: string }> {
  const ports = ['--app-port', '0', '--sandbox-port', '0']
  const server = spawn(path('build/simten'), ['serve', '--root', path('.'), '--store', folder, ...ports])
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (said: Buffer) => {
      const found = /runs at (http:\S+)/.exec(said.toString())?.[1]
      if (found) resolve(found)
    })
    server.on('exit', () => reject(new Error('the server ended')))
  })
  return { server, address }
}

test('a short link opens the circuit and its run, and only the own pages store', async ({ page, context, request }) => {
  const folder = mkdtempSync(join(tmpdir(), 'simten-store-'))
  const { server, address } = await serve(folder)
  try {
    await page.goto(`${address}/?example=counter`)
    const circuit = new Circuit(page)
    await circuit.drawn('Counter8')
    await page.getByRole('button', { name: 'Step one cycle' }).click()
    await circuit.outputIs('count', 1)
    await page.getByRole('button', { name: /^Share/ }).click()
    await page.getByRole('button', { name: /^Copy a short link/ }).click()
    await expect(page.locator('.toast')).toContainText('Short link copied')
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^[\w-]{27}$/)

    const other = await context.newPage()
    await other.goto(`${address}/circuit/s/${name}`)
    await expect(other.locator('.toast')).toContainText('Verified', { timeout: 40_000 })
    await expect(other).toHaveTitle(/Counter8/)
    await other.close()

    const foreign = { Origin: 'https://blog.example', 'Content-Type': 'text/plain' }
    const refused = await request.post(`${address}/s`, { data: 'code=1r.AAAA', headers: foreign })
    expect(refused.status()).toBe(403)
    expect(readdirSync(folder)).toEqual([name])
  } finally {
    server.kill()
    rmSync(folder, { recursive: true })
  }
})
