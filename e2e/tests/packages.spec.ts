import { Editor } from '../support/editor.js'
import { appUrl, sandboxUrl } from '../support/servers.js'
import { expect, test } from '../support/test.js'

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

test('a package that does not exist is told at its place, and the last circuit stays', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/)
  const editor = new Editor(page)
  await editor.open()
  await editor.write(circuit.replace("'crc-32'", "'no-such-package-at-all'"))
  await editor.showProblems()
  await expect(editor.problems.filter({ hasText: 'no-such-package-at-all' })).toHaveCount(1, { timeout: 30_000 })
  await editor.lampIs('sum', 0)
})
