/**
 * A page that draws a fixture, without a sandbox: ?fixture=counter&theme=dark&ticks=3&set=a:1,b:1, or
 * ?fixture=mesh&columns=25&rows=40
 */
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import type { CircuitCanvas, CircuitSetDetail } from '../../src/canvas/circuit-canvas.ts'
import '../../src/canvas/circuit-canvas.ts'
import '../../src/controls/circuit-controls.ts'
import { ModelClock } from '../support/clock.ts'
import { fixtures, mesh } from '../support/fixtures.ts'

const query = new URLSearchParams(location.search)
const theme = query.get('theme')
if (theme) document.documentElement.dataset.theme = theme
const name = query.get('fixture') ?? 'halfAdder'
const model =
  name === 'mesh'
    ? mesh(Number(query.get('columns') ?? 25), Number(query.get('rows') ?? 20))
    : (fixtures[name as keyof typeof fixtures] ?? fixtures.halfAdder)()
const canvas = document.getElementById('canvas') as CircuitCanvas
canvas.values = model
canvas.compiled = model.compiled
for (const pair of query.get('set')?.split(',') ?? []) {
  const [key, value] = pair.split(':')
  if (key) model.set(key, Number(value))
}
for (let i = Number(query.get('ticks') ?? 0); i > 0; i--) model.tick()
canvas.addEventListener('circuit-set', (e) => {
  const { name: input, value } = (e as CustomEvent<CircuitSetDetail>).detail
  model.set(input, Number(value))
  requestAnimationFrame(() => canvas.refresh())
})
const clock = new ModelClock(model)
let pending: number | undefined
const refresh = () => {
  if (pending !== undefined) return
  pending = requestAnimationFrame(() => {
    pending = undefined
    canvas.refresh()
  })
}
clock.on('frame', refresh)
clock.status.cycle = model.cycle
const controls = document.querySelector('circuit-controls')
if (controls) controls.clock = clock
Object.assign(window, { canvas, model, clock })
