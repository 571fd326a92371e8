// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { entries } from '../../components/reference.ts'

vi.mock('@simten/embed/circuit-embed/circuit-embed', () => ({})) // it loads the engine
vi.mock('../../state/sandbox-origin.ts', () => ({ sandboxOrigin: async () => 'https://sandbox.example' }))

const { ComponentSpecimen } = await import('./component-specimen.ts')

async function specimen(name: string) {
  const element = new ComponentSpecimen()
  element.entry = entries.find((entry) => entry.name === name)
  document.body.append(element)
  await vi.waitFor(() => expect(element.renderRoot.querySelector('circuit-embed')).not.toBeNull())
  const code = () => element.renderRoot.querySelector('circuit-embed')?.getAttribute('code')
  return { element, code }
}

afterEach(() => document.body.replaceChildren())

describe('a component that can be tried', () => {
  it('runs a circuit of the component with the options that are chosen', async () => {
    const { element, code } = await specimen('Adder')
    expect(code()).toContain('Adder(')
    const field = element.renderRoot.querySelector<HTMLInputElement>('input[type=number]')
    if (!field) throw new Error('there is no option')
    expect(field.closest('label')?.textContent?.trim()).toBe('width')
    const choose = async (value: string) => {
      field.value = value
      field.dispatchEvent(new Event('change'))
      await element.updateComplete
    }
    await choose('13')
    expect(code()).toContain('13')
    await choose('100000')
    expect(code()).toContain('13') // no width that the component has
  })

  it('shows waveforms for a component with a clock only', async () => {
    const panes = async (name: string) =>
      (await specimen(name)).element.renderRoot.querySelector('circuit-embed')?.getAttribute('panes')
    expect(await panes('Register')).toBe('wave')
    expect(await panes('And')).toBeNull()
  })
})
