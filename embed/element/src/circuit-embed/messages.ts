/** Messages of an embed where there is no circuit to operate yet, or something is wrong with it. */
import type { Diagnostic, Health, Progress } from '@simten/client'
import { SandboxError } from '@simten/client'
import { type LoadingStep, loadingStep, phaseInWords } from '@simten/client/progress'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { CircuitErrorDetail } from './events.ts'

/** Something that is wrong: with the text or its address, with the run, with the sandbox. */
export interface Trouble extends CircuitErrorDetail {
  readonly kind: 'source' | 'stopped' | 'unreachable'
  /** Another try may go better. */
  readonly again: boolean
}

/** The trouble that an error of the sandbox, or any other, means; undefined for what was given up on purpose. */
export function troubleOf(error: unknown, kind: 'source' | 'stopped'): Trouble | undefined {
  if (!(error instanceof SandboxError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind, code: 'INVALID_REQUEST', message, hint: '', again: true }
  }
  const { code, message, advice: hint, file, line, column } = error
  if (code === 'ABORTED') return undefined
  if (code === 'UNAVAILABLE') return { kind: 'unreachable', code, message, hint, again: true }
  const place = line === undefined ? {} : { line, ...(file && { file }), ...(column !== undefined && { column }) }
  return { kind, code, message, hint, again: true, ...place }
}

/** The trouble that an error in the text means. */
export function troubleIn({ code, message, suggestion, file, line, column, again }: Diagnostic): Trouble {
  const place = line === undefined ? {} : { line, ...(file && { file }), ...(column !== undefined && { column }) }
  return { kind: 'source', code, message, hint: suggestion ?? '', again: again === true, ...place }
}

/** A sentence in the middle of the frame. */
export function centred(
  title: string,
  words: unknown,
  role: 'status' | 'alert',
  more: unknown = nothing,
): TemplateResult {
  return html`<div class="centre" part="message" role=${role}>
    <div><strong>${title}</strong><p>${words}</p>${more}</div>
  </div>`
}

/** A line at the upper edge that needs no answer. */
export function quiet(words: string, done?: number): TemplateResult {
  return html`${keyed(
    words,
    html`<div class="strip quiet" part="message" role="status">
      <span>${words}</span>
      ${done === undefined ? nothing : html`<progress max="1" .value=${done} aria-label="Compiled"></progress>`}
    </div>`,
  )}`
}

/** How far a compile is. */
export function compiling(progress: Progress | undefined): TemplateResult {
  return progress ? quiet(`${phaseInWords(progress.phase)}…`, progress.done) : quiet('Compiling…')
}

/** An error of the text or the run, with the button that `again` is. */
export function strip(trouble: Trouble, again: unknown): TemplateResult {
  return html`<div class="strip" part="message" role="alert">
    ${
      trouble.line
        ? html`<span
      class="place">${trouble.file === undefined ? 'line' : `${trouble.file}:`} ${trouble.line}</span>`
        : nothing
    }
    <span>${trouble.message} ${trouble.hint === '' ? nothing : html`<span class="hint">${trouble.hint}</span>`}</span>
    ${again}
  </div>`
}

/** The thing that is being loaded, in words. */
const steps: Readonly<Record<LoadingStep, string>> = {
  page: 'Loading the simulator',
  engine: 'Loading the simulator',
  prepare: 'Preparing the simulator',
  start: 'Starting the simulator',
}

/** How far loading the simulator is; beside a picture of the circuit in a line, else in the middle. */
export function loading(health: Health | undefined, beside: boolean): TemplateResult {
  const step = loadingStep(health?.detail)
  const total = health?.total ?? 0
  const loaded = health?.loaded ?? 0
  const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)
  const words = `${steps[step ?? 'page']}${total > 0 ? `, ${mega(loaded)} of ${mega(total)} MB` : '…'}`
  // Text that changes is made anew: the same one would move, and a browser counts that as a shift of the page.
  const told = keyed(
    `${words} ${health?.detail}`,
    html`<div>
      ${words} ${step ? nothing : html`<p>${health?.detail}</p>`}
      ${
        total > 0
          ? html`<progress max=${total} .value=${loaded} aria-label="Loading"></progress>`
          : html`<span class="turning" role="progressbar" aria-label=${steps[step ?? 'page']}></span>`
      }
    </div>`,
  )
  return html`<div class=${beside ? 'strip quiet' : 'centre'} part="message" role="status">${told}</div>`
}
