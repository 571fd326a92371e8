/**
 * The script of a page that holds one circuit and runs it from a disk, without a network and without the engine. The
 * page has its data in an element of the id `circuit` (file.ts). Nothing of the circuit's text reaches the page: the data
 * are tables, which are checked here, and a module of WebAssembly that imports nothing.
 */
import { decode } from '@simten/client/precompiled'
import type { CircuitSetDetail } from '@simten/viewer/canvas/circuit-canvas'
import '@simten/viewer/canvas/circuit-canvas'
import '@simten/viewer/controls/circuit-controls'
import { readArrangement } from '@simten/viewer/layout/arrangement'
import { setEngine } from '@simten/viewer/layout/layout'
import { pageEngine } from '@simten/viewer/layout/page-engine'
import tokens from '@simten/viewer/tokens.css?inline'
import { FileRun, type GivenAt } from './run.ts'
import styles from './style.css?inline'

setEngine(pageEngine())

const sheet = new CSSStyleSheet()
sheet.replaceSync(tokens + styles)
document.adoptedStyleSheets.push(sheet)

try {
  await show()
} catch (error) {
  const words = document.createElement('p')
  words.role = 'alert'
  words.textContent = `The circuit in this file cannot be shown. ${error instanceof Error ? error.message : ''}`
  document.body.replaceChildren(words)
}

async function show(): Promise<void> {
  const data = JSON.parse(document.getElementById('circuit')?.textContent ?? '') as Record<string, unknown>
  const run = await FileRun.start(decode(data.precompiled))
  const repeated = data.run as { given?: readonly GivenAt[]; cycle?: number } | undefined
  if (repeated?.given) await run.repeat(repeated.given, repeated.cycle ?? 0)
  const canvas = document.createElement('circuit-canvas')
  canvas.compiled = run.compiled
  canvas.arrangement = readArrangement(data.layout)
  canvas.values = run.values
  canvas.running = () => run.status.running
  canvas.addEventListener('circuit-set', (event) => {
    const { name, value, until } = (event as CustomEvent<CircuitSetDetail>).detail
    const answer = run.set({ [name]: typeof value === 'bigint' ? `0x${value.toString(16)}` : value })
    until?.(answer)
    answer.catch(() => undefined) // a text, which only the engine reads
  })
  run.on('frame', () => canvas.refresh())
  const controls = document.createElement('circuit-controls')
  controls.clock = run
  const stage = document.createElement('main')
  stage.append(canvas, controls)
  controls.scope = stage
  document.body.replaceChildren(document.querySelector('header') ?? '', stage)
}
