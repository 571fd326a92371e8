// @vitest-environment happy-dom
import { COMMANDS } from '@simten/client/commands.gen'
import { afterEach, describe, expect, it } from 'vitest'
import { HelpText } from './help-text.ts'

async function help() {
  const element = new HelpText()
  document.body.append(element)
  await element.updateComplete
  return element.renderRoot
}

afterEach(() => document.body.replaceChildren())

describe('the help', () => {
  it('has the keys of every command, each with what it does', async () => {
    const root = await help()
    const keys = [...root.querySelectorAll('dt')].map((dt) => dt.textContent?.trim().toLowerCase())
    for (const command of COMMANDS) {
      if ('shortcut' in command) expect(keys).toContain(command.shortcut.toLowerCase())
      else if ('keys' in command) expect(keys).toContain(command.keys.join(' ').toLowerCase())
    }
    expect(root.querySelectorAll('dt')).toHaveLength(root.querySelectorAll('dd').length)
  })

  it('has headings, and leads to the reference and the licences', async () => {
    const root = await help()
    expect([...root.querySelectorAll('h2')].map((h) => h.textContent)).toEqual(['The language in five lines', 'Keys'])
    const links = [...root.querySelectorAll('a')].map((a) => a.getAttribute('href'))
    expect(links).toEqual(['/components', '/embed-demo', '/licenses.txt'])
  })
})
