import { bareSandbox } from '../support/bare.ts'
import { Editor } from '../support/editor.ts'
import { appUrl, sandboxUrl } from '../support/servers.ts'
import { expect, sandboxFrame, test } from '../support/test.ts'

/** The checksum of "123456789" is the published check value of CRC-32. */
const circuit = `import { str } from 'crc-32'

const check = str('123456789') >>> 0
circuit('Checksum', {
  outputs: { crc: bus(32) },
  nodes: { check: Constant({ value: check, width: 32 }) },
  connect: ({ outputs, nodes }) => [nodes.check.out.to(outputs.crc)],
})
`

test('a package of npm comes from the two origins, and from nowhere else', async ({ page, context }) => {
  const hosts = new Set<string>()
  const packages = new Set<string>()
  context.on('request', (request) => {
    const { protocol, origin, pathname } = new URL(request.url())
    if (protocol === 'data:' || protocol === 'blob:') return
    hosts.add(origin)
    if (pathname.includes('/crc-32')) packages.add(origin)
  })
  const editor = new Editor(page)
  await editor.open()
  await editor.write(circuit)
  await editor.drawn('Checksum')
  await editor.outputIs('crc', 0xcbf43926)
  expect([...packages]).toEqual([new URL(sandboxUrl).origin])
  expect([...hosts].filter((origin) => origin !== appUrl && origin !== sandboxUrl)).toEqual([])
})

test('a package that does not exist is told at its place, and the last circuit stays', async ({ editor, guard }) => {
  guard.allow(/Failed to load resource/)
  await editor.open()
  await editor.put('a', 1)
  await editor.lampIs('sum', 1)
  await editor.text.click()
  await editor.page.keyboard.press('ControlOrMeta+Home')
  await editor.page.keyboard.insertText("import { str } from 'no-such-package-at-all'\nstr('')\n")
  await editor.showProblems()
  await expect(editor.problems.filter({ hasText: 'no-such-package-at-all' })).toHaveCount(1, { timeout: 30_000 })
  await editor.lampIs('sum', 1)
})

test('A196 packages of an earlier visit are there without a network, as their lock says; without a lock that is told', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource|ERR_/)
  const first = await bareSandbox(page)
  const lock = await first.evaluate(async (client, source) => {
    const { lock } = await client.slot('a').compile(source, { grant: ['modules'] })
    // As the page does with each edit: now the exact versions are asked for.
    await client.slot('a').compile(source, { grant: ['modules'], ...(lock && { lock }) })
    return lock
  }, circuit)
  expect(Object.keys(lock?.packages ?? {})).toEqual(['crc-32'])
  // A fetched package is written a moment later.
  const host = await sandboxFrame(page)
  const modules = Object.keys(lock?.modules ?? {}).length
  await expect
    .poll(() => host.evaluate(async () => (await (await caches.open('simten-modules-1')).keys()).length))
    .toBeGreaterThanOrEqual(modules)

  let asked = 0
  await page.route(`${sandboxUrl}/npm/**`, (route) => {
    asked++
    return route.abort()
  })
  const later = await bareSandbox(page)
  const outcome = await later.evaluate(
    async (client, { source, lock }) => {
      const pinned = await client.slot('a').compile(source, { grant: ['modules'], ...(lock && { lock }) })
      const { values } = client.slot('a')
      const told = (result: typeof pinned) => result.diagnostics.find((d) => d.severity === 'error')
      const open = await client.slot('b').compile(source, { grant: ['modules'] })
      return {
        main: pinned.main,
        crc: values.number(values.net('__top__.crc') ?? -1),
        error: told(pinned),
        without: told(open),
      }
    },
    { source: circuit, lock },
  )
  expect(outcome).toMatchObject({ main: 'Checksum', crc: 0xcbf43926, without: { code: 'E014', line: 1 } })
  expect(outcome.error).toBeUndefined()
  expect(outcome.without?.message).toContain('could not be reached')
  expect(asked).toBeGreaterThan(0)
})
