// @vitest-environment happy-dom

import { act, createElement, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CircuitEmbed as CircuitEmbedElement } from './circuit-embed/circuit-embed.ts'
import { CircuitEmbed, type CircuitEmbedHandle, type CircuitEmbedProps } from './react.ts'

let root: Root
let page: HTMLElement

beforeEach(() => {
  // Nothing comes into sight, so no sandbox is opened.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  page = document.createElement('div')
  document.body.append(page)
  root = createRoot(page)
})

afterEach(() => {
  act(() => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})

const handle = createRef<CircuitEmbedHandle>()
const show = (props: CircuitEmbedProps) =>
  act(() => root.render(createElement(CircuitEmbed, { ...props, ref: handle })))
const element = () => page.querySelector('circuit-embed') as CircuitEmbedElement
const tell = (name: string, detail: unknown) => element().dispatchEvent(new CustomEvent(name, { detail }))

it("takes public Simten's props", () => {
  show({ code: 'x', height: 300, showControls: false, title: 'T', initialInputs: { a: 1 }, run: 0, theme: 'dark' })
  const { code, height, showControls, title, inputs, autorun, theme } = element()
  expect({ code, height, showControls, title, inputs, autorun, theme }).toEqual({
    code: 'x',
    height: '300',
    showControls: false,
    title: 'T',
    inputs: '{"a":1}',
    autorun: 'max',
    theme: 'dark',
  })
  show({ code: 'x', run: true })
  expect(element().autorun).toBe('')
  show({ code: 'x' })
  expect(element().autorun).toBeNull()
})

it('tells of all signals when there are some', () => {
  const [values, change, error] = [vi.fn(), vi.fn(), vi.fn()]
  show({ code: 'x', onPortValuesChange: values, onChange: change, onError: error })
  tell('circuit-change', { cycle: 0, values: {} })
  expect(values).not.toHaveBeenCalled()
  vi.spyOn(element(), 'portValues').mockReturnValue(new Map([['dut.sum', 1]]))
  tell('circuit-change', { cycle: 1, values: { sum: 1 } })
  expect(values.mock.calls).toEqual([[new Map([['dut.sum', 1]])]])
  expect(change).toHaveBeenLastCalledWith({ cycle: 1, values: { sum: 1 } })
  tell('circuit-error', { code: 'E001', message: 'm', hint: '' })
  expect(error).toHaveBeenCalledWith({ code: 'E001', message: 'm', hint: '' })
})

it('operates the circuit by its handle', () => {
  show({ code: 'x' })
  const calls: unknown[] = []
  for (const name of ['tick', 'reset', 'setInput', 'run', 'stop'] as const) {
    vi.spyOn(element(), name).mockImplementation(async (...given: unknown[]) => void calls.push([name, ...given]))
  }
  handle.current?.tick()
  handle.current?.reset()
  handle.current?.setNodeValue('a', 1)
  handle.current?.startAutoRun(15)
  handle.current?.stopAutoRun()
  expect(calls).toEqual([['tick'], ['reset'], ['setInput', 'a', 1], ['run', 15], ['stop']])
  expect(handle.current?.element).toBe(element())
})

it('keeps the run of the element when other props change', () => {
  show({ code: 'x', title: 'one' })
  const before = element()
  show({ code: 'x', title: 'two' })
  expect(element()).toBe(before)
})
