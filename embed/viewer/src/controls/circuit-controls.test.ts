// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { CircuitControls } from './circuit-controls.ts'
import './circuit-controls.ts'
import { ModelClock } from '../../test/support/clock.ts'
import { fixtures } from '../../test/support/fixtures.ts'
import { nearestStop, SPEEDS, speedName } from './speed.ts'

async function mount(fixture: keyof typeof fixtures): Promise<{ controls: CircuitControls; clock: ModelClock }> {
  const clock = new ModelClock(fixtures[fixture]())
  const host = document.createElement('div')
  const controls = document.createElement('circuit-controls')
  controls.clock = clock
  host.append(controls)
  document.body.append(host)
  await controls.updateComplete
  return { controls, clock }
}

const button = (c: CircuitControls, name: string) =>
  c.renderRoot.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)

const settled = async (c: CircuitControls) => {
  await new Promise((r) => setTimeout(r, 30))
  await c.updateComplete
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('circuit-controls', () => {
  it('says that a combinational circuit has no clock', async () => {
    const { controls } = await mount('halfAdder')
    expect(controls.renderRoot.querySelectorAll('button')).toHaveLength(0)
    const pill = controls.renderRoot.querySelector('.pill')
    expect(pill?.textContent?.trim()).toBe('No clock: outputs follow inputs at once')
    expect(pill?.getAttribute('title')).toContain('combinational')
  })

  it('steps, runs, pauses and resets', async () => {
    const { controls, clock } = await mount('counter')
    button(controls, 'Step one cycle')?.click()
    await settled(controls)
    expect(controls.renderRoot.querySelector('.cycle')?.textContent).toContain('1')
    button(controls, 'Run')?.click()
    await settled(controls)
    expect(button(controls, 'Pause')).not.toBeNull()
    button(controls, 'Pause')?.click()
    await settled(controls)
    button(controls, 'Reset to cycle 0')?.click()
    await settled(controls)
    expect(clock.requests).toEqual(['tick 1', 'run 5', 'pause', 'reset'])
    expect(clock.status.cycle).toBe(0)
  })

  it('pauses before it steps a running circuit', async () => {
    const { controls, clock } = await mount('counter')
    await clock.run(2)
    await settled(controls)
    button(controls, 'Step one cycle')?.click()
    await settled(controls)
    expect(clock.requests).toEqual(['run 2', 'pause', 'tick 1'])
  })

  it('goes back once for each click, also while the way there shows the first cycle', async () => {
    const { controls, clock } = await mount('counter')
    button(controls, 'Back one cycle')?.click()
    expect(clock.requests).toEqual([])
    await clock.tick(9)
    await settled(controls)
    const answers: (() => void)[] = []
    clock.move = async (by) => {
      clock.requests.push(`move ${by}`)
      clock.show(0) // the present is reached again from the start
      await new Promise<void>((resolve) => answers.push(resolve))
    }
    for (let i = 0; i < 3; i++) {
      button(controls, 'Back one cycle')?.click()
      await settled(controls)
    }
    expect(button(controls, 'Back one cycle')?.getAttribute('aria-disabled')).toBe('false')
    expect(clock.requests).toEqual(['tick 9', 'move -1', 'move -1', 'move -1'])
    for (const answer of answers) answer()
    await settled(controls)
    expect(button(controls, 'Back one cycle')?.getAttribute('aria-disabled')).toBe('true')
  })

  it('changes the speed of a running circuit and shows it', async () => {
    const { controls, clock } = await mount('counter')
    await clock.run(2)
    await settled(controls)
    expect(controls.renderRoot.querySelector('.speed')?.textContent).toBe('2 Hz')
    const slider = controls.renderRoot.querySelector('input[aria-label="Speed"]') as HTMLInputElement
    slider.value = String(SPEEDS.length - 1)
    slider.dispatchEvent(new Event('input'))
    await settled(controls)
    expect(clock.requests.at(-1)).toBe('run 0')
    expect(controls.renderRoot.querySelector('.speed')?.textContent).toBe('max')
    await clock.pause()
  })

  it('takes a change of speed while the run is still starting', async () => {
    const { controls, clock } = await mount('counter')
    const run = clock.run.bind(clock)
    clock.run = async (speed) => {
      await new Promise((r) => setTimeout(r, 5))
      await run(speed)
    }
    button(controls, 'Run')?.click()
    controls.parentElement?.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))
    await settled(controls)
    expect(clock.requests).toEqual(['run 5', 'run 10'])
    expect(controls.renderRoot.querySelector('.speed')?.textContent).toBe('10 Hz')
    await clock.pause()
  })

  it('listens to keys around it, but not while somebody types', async () => {
    const { controls, clock } = await mount('counter')
    const press = (target: Element, key: string) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }))
    const input = document.createElement('input')
    controls.parentElement?.append(input)
    press(input, '.')
    press(controls.parentElement as Element, '.')
    press(controls.parentElement as Element, 'r')
    await settled(controls)
    expect(clock.requests).toEqual(['tick 1', 'reset'])
  })

  it('is hidden without a circuit', async () => {
    const { controls } = await mount('counter')
    controls.clock = undefined
    await controls.updateComplete
    expect(controls.hasAttribute('idle')).toBe(true)
  })

  it('tells of a failed request', async () => {
    const { controls, clock } = await mount('counter')
    clock.tick = () => Promise.reject(new Error('stopped at line 3'))
    const told = new Promise<CustomEvent<{ error: Error }>>((resolve) =>
      controls.addEventListener('circuit-error', (e) => resolve(e as unknown as CustomEvent<{ error: Error }>)),
    )
    controls.step()
    expect((await told).detail.error.message).toBe('stopped at line 3')
  })
})

describe('the past', () => {
  const scrubber = (c: CircuitControls) =>
    c.renderRoot.querySelector<HTMLInputElement>('input.time') as HTMLInputElement
  const drag = (c: CircuitControls, cycle: number) => {
    scrubber(c).value = String(cycle)
    scrubber(c).dispatchEvent(new Event('input'))
  }

  it('M49 has nothing before the first cycle, and says so', async () => {
    const { controls, clock } = await mount('counter')
    const back = button(controls, 'Back one cycle')
    expect(back?.getAttribute('aria-disabled')).toBe('true')
    expect(back?.title).toContain('nothing before it')
    back?.click()
    expect(scrubber(controls).disabled).toBe(true)
    expect(scrubber(controls).title).toContain('Run or step first')
    expect(clock.requests).toEqual([])
  })

  it('M48 goes back and forward by single cycles, and on from the last one', async () => {
    const { controls, clock } = await mount('counter')
    await clock.tick(3)
    await settled(controls)
    button(controls, 'Back one cycle')?.click()
    await settled(controls)
    expect(controls.hasAttribute('past')).toBe(true)
    expect(controls.renderRoot.querySelector('.cycle')?.textContent).toContain('2')
    button(controls, 'Step one cycle')?.click()
    await settled(controls)
    expect(controls.hasAttribute('past')).toBe(false)
    button(controls, 'Step one cycle')?.click()
    await settled(controls)
    expect(clock.requests).toEqual(['tick 3', 'move -1', 'move 1', 'tick 1'])
  })

  it('shows the cycle under the thumb at once, and the way back', async () => {
    const { controls, clock } = await mount('counter')
    await clock.tick(100)
    await settled(controls)
    let arrive = () => {}
    clock.seek = (cycle) => {
      clock.requests.push(`seek ${cycle}`)
      return new Promise((resolve) => {
        arrive = resolve
      })
    }
    drag(controls, 40)
    await settled(controls)
    expect(controls.renderRoot.querySelector('.cycle')?.textContent).toContain('40')
    expect(controls.hasAttribute('past')).toBe(true)
    expect(scrubber(controls).getAttribute('aria-valuetext')).toBe('40 of 0 to 100')
    arrive()
    await settled(controls)
    expect(scrubber(controls).value).toBe('100') // this clock did not move
  })

  it('comes back to now by button and by key', async () => {
    const { controls, clock } = await mount('counter')
    await clock.tick(9)
    await clock.seek(4)
    await settled(controls)
    button(controls, 'Back to now, cycle 9')?.click()
    await settled(controls)
    expect(button(controls, 'Back to now, cycle 9')).toBeNull()
    await clock.seek(4)
    await settled(controls)
    controls.parentElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    expect(clock.requests.slice(1)).toEqual(['seek 4', 'seek 9', 'seek 4', 'seek 9'])
  })

  it('M50 offers what a branch set aside', async () => {
    const { controls, clock } = await mount('counter')
    clock.aside = { cycle: 4, last: 900 }
    await clock.tick(5)
    await settled(controls)
    const undo = controls.renderRoot.querySelector<HTMLButtonElement>('button.undo')
    expect(undo?.title).toBe('Bring back what was set aside: up to cycle 900 (U)')
    undo?.click()
    await settled(controls)
    expect(clock.requests).toEqual(['tick 5', 'undo'])
  })
})

describe('speeds', () => {
  it('finds the nearest stop', () => {
    expect(SPEEDS[nearestStop(5)]).toBe(5)
    expect(SPEEDS[nearestStop(0)]).toBe(0)
    expect(SPEEDS[nearestStop(800)]).toBe(1000)
    expect(speedName(0)).toBe('max')
    expect(speedName(100_000)).toBe('100 kHz')
  })
})
