/**
 * `<CircuitEmbed>` for React 18 and 19, with the props and the handle of public Simten's component:
 *
 *   <CircuitEmbed code={text} height={300} initialInputs={{ a: 1 }} onPortValuesChange={(values) => …} ref={handle} />
 *
 * A circuit is given by its text: a circuit that was built in the page has functions, which cannot go into the sandbox.
 */
import { createComponent, type EventName } from '@lit/react'
import * as React from 'react'
import { CircuitEmbed as CircuitEmbedElement } from './circuit-embed/circuit-embed.ts'
import type {
  CircuitChangeDetail,
  CircuitEmbedEvents,
  CircuitErrorDetail,
  CircuitReadyDetail,
  CircuitTickDetail,
  Value,
} from './circuit-embed/events.ts'

const Element = createComponent({
  tagName: 'circuit-embed',
  elementClass: CircuitEmbedElement,
  react: React,
  events: {
    onCircuitReady: 'circuit-ready' as EventName<CircuitEmbedEvents['circuit-ready']>,
    onCircuitChange: 'circuit-change' as EventName<CircuitEmbedEvents['circuit-change']>,
    onCircuitTick: 'circuit-tick' as EventName<CircuitEmbedEvents['circuit-tick']>,
    onCircuitError: 'circuit-error' as EventName<CircuitEmbedEvents['circuit-error']>,
  },
})

/** The props of {@link CircuitEmbed}. Those without a comment are attributes of `<circuit-embed>`. */
export interface CircuitEmbedProps {
  code?: string
  src?: string
  /** Name of the circuit to run; the last one of the text when absent. */
  circuit?: string
  title?: string
  subtitle?: string
  description?: string
  href?: string
  editor?: string
  theme?: 'light' | 'dark'
  height?: number | string
  showControls?: boolean
  autoRunSpeed?: number
  /** Runs by itself: `true`, or cycles per second, 0 as fast as possible. */
  run?: boolean | number
  /** Values of inputs at first. */
  initialInputs?: Readonly<Record<string, number>>
  cycle?: number
  panes?: string
  /** Places of parts by their names; the layout places those that are not named. */
  layout?: Readonly<Record<string, { readonly x: number; readonly y: number }>>
  readonly?: boolean
  eager?: boolean
  modules?: boolean
  strict?: boolean
  sandbox?: string
  className?: string
  style?: React.CSSProperties
  /** The page's own picture of the circuit, until the live one is there. */
  children?: React.ReactNode
  /** All signals by path, when the circuit stands in its first state and then with every change. */
  onPortValuesChange?: (values: Map<string, Value>) => void
  onReady?: (detail: CircuitReadyDetail) => void
  onChange?: (detail: CircuitChangeDetail) => void
  onTick?: (detail: CircuitTickDetail) => void
  onError?: (detail: CircuitErrorDetail) => void
}

/** Operates the circuit that the reader sees. */
export interface CircuitEmbedHandle {
  tick(): void
  reset(): void
  setNodeValue(node: string, value: number | bigint): void
  startAutoRun(cyclesPerSecond: number): void
  stopAutoRun(): void
  /** The element, which has more methods. */
  readonly element: CircuitEmbedElement | null
}

/** A live circuit. */
export const CircuitEmbed = React.forwardRef<CircuitEmbedHandle, CircuitEmbedProps>(function CircuitEmbed(props, ref) {
  const { height, run, initialInputs, layout, onPortValuesChange, onReady, onChange, onTick, onError, ...rest } = props
  const element = React.useRef<CircuitEmbedElement>(null)
  React.useImperativeHandle(ref, () => {
    const call = (method: (e: CircuitEmbedElement) => Promise<void>): void => {
      // The event circuit-error and the picture tell of a failure.
      if (element.current) method(element.current).catch(() => {})
    }
    return {
      tick: () => call((e) => e.tick()),
      reset: () => call((e) => e.reset()),
      setNodeValue: (node, value) => call((e) => e.setInput(node, value)),
      startAutoRun: (cyclesPerSecond) => call((e) => e.run(cyclesPerSecond)),
      stopAutoRun: () => call((e) => e.stop()),
      get element() {
        return element.current
      },
    }
  }, [])
  return React.createElement(Element, {
    ...rest,
    ref: element,
    ...(height !== undefined && { height: String(height) }),
    autorun: run === undefined || run === false ? null : run === true ? '' : run === 0 ? 'max' : String(run),
    layout: layout ? JSON.stringify(layout) : null,
    inputs: initialInputs ? JSON.stringify(initialInputs) : null,
    onCircuitReady: (e) => onReady?.(e.detail),
    onCircuitChange: (e) => {
      onChange?.(e.detail)
      const values = onPortValuesChange && element.current?.portValues()
      if (values && values.size > 0) onPortValuesChange(values)
    },
    onCircuitTick: (e) => onTick?.(e.detail),
    onCircuitError: (e) => onError?.(e.detail),
  })
})
