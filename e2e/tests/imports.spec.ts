import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bareSandbox } from '../support/bare.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** Ways to ask for code from elsewhere, and what must come of each; the native entries are tried with the same list. */
const spellings = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../engine/source/testdata/imports.json', import.meta.url)), 'utf8'),
) as { name: string; text: string; code: string; line: number }[]

const CIRCUIT = "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })\n"

test('A181 A182 A185 an import in every spelling is refused in words, with its line, by the client and in an embed', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const sandbox = await bareSandbox(page)
  const results = await sandbox.evaluate(
    async (client, { spellings, circuit }) => {
      const slot = client.slot('imports')
      const list: { name: string; code: string; line: number; message: string }[] = []
      for (const { name, text } of spellings) {
        const { diagnostics } = await slot.compile(`${circuit}${text}\n`, { grant: ['modules', 'console', 'clock'] })
        const error = diagnostics.find((d) => d.severity === 'error')
        list.push({ name, code: error?.code ?? '', line: (error?.line ?? 1) - 1, message: error?.message ?? '' })
      }
      return list
    },
    { spellings, circuit: CIRCUIT },
  )
  expect(results.map(({ name, code, line }) => ({ name, code, line }))).toEqual(
    spellings.map(({ name, code, line }) => ({ name, code, line })),
  )

  await page.evaluate(
    ({ circuit, origin }) => {
      const embed = document.createElement('circuit-embed')
      embed.id = 'tried'
      for (const [name, value] of Object.entries({ code: circuit, sandbox: origin, eager: '', modules: '' }))
        embed.setAttribute(name, value)
      document.body.prepend(embed)
    },
    { circuit: CIRCUIT, origin: sandboxUrl },
  )
  const embed = page.locator('#tried')
  for (const { name, message } of results) {
    const { text } = spellings.find((spelling) => spelling.name === name) as { text: string }
    await embed.evaluate((element, code) => element.setAttribute('code', code), `${CIRCUIT}${text}\n`)
    if (message === '') await expect(embed.getByRole('alert'), name).toHaveCount(0)
    else await expect(embed.getByRole('alert'), name).toContainText(message)
  }
  const allowed = [appUrl, sandboxUrl].map((origin) => `${origin}/`)
  expect(requests.filter((url) => !allowed.some((origin) => url.startsWith(origin)))).toEqual([])
})
