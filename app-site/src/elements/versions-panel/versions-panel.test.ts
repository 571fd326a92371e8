// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import './versions-panel.ts'

it('lists the versions of the project first, and tells what is chosen', async () => {
  const panel = document.createElement('versions-panel')
  panel.text = 'now'
  panel.project = 'p'
  panel.versions = [
    { id: 3, project: 'q', at: 3, text: 'other' },
    { id: 2, project: 'p', at: 2, text: 'then', name: 'before the bug' },
    { id: 1, project: 'p', at: 1, text: 'now' },
  ]
  const told: [string, unknown][] = []
  for (const name of ['version-restore', 'version-remove', 'version-name'])
    panel.addEventListener(name, (e) => told.push([name, (e as CustomEvent).detail]))
  document.body.append(panel)
  await panel.updateComplete
  const words = [...panel.renderRoot.querySelectorAll('h3, .words')].map((e) => e.textContent)
  expect(words).toEqual(['This project', 'before the bug', '1 line', 'Other projects', '1 line'])
  const button = (name: string) =>
    [...panel.renderRoot.querySelectorAll('button')].find((b) => b.textContent?.trim() === name)
  button('Restore')?.click()
  button('Delete')?.click()
  expect(told.map(([name, detail]) => [name, (detail as { id?: number }).id ?? detail])).toEqual([
    ['version-restore', 2],
    ['version-remove', 2],
  ])
  panel.renderRoot.querySelectorAll<HTMLElement>('.version')[1]?.click()
  await panel.updateComplete
  expect(button('Restore')?.disabled).toBe(true)
})
