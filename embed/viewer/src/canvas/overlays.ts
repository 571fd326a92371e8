/** The elements around the picture: the way back up, the zoom buttons, and the states in words. */

import { splitPath } from '@simten/client/path'
import { html, nothing, type TemplateResult } from 'lit'
import { MAX_NODES } from '../layout/graph.ts'
import type { Scene } from '../scene/scene.ts'

/** The content of the canvas. */
export type State =
  | { kind: 'empty' }
  | { kind: 'drawn' }
  | { kind: 'failed'; message: string }
  | { kind: 'too-large'; nodes: number; links: number; kinds: readonly PartKind[] }

/** Parts of one kind on a level that has no picture. */
export interface PartKind {
  readonly component: string
  readonly count: number
  readonly inside: string | undefined // path of one that has an inside to go to
}

/** Kinds that are named one by one where there is no picture. */
const MAX_KINDS = 8

/** The components of a level, the most frequent first. */
export function kindsOf(scene: Scene): PartKind[] {
  const kinds = new Map<string, { component: string; count: number; inside: string | undefined }>()
  for (const { component, role, opens, path } of scene.nodes) {
    if (role !== 'node') continue
    const kind = kinds.get(component)
    if (kind) kind.count++
    else kinds.set(component, { component, count: 1, inside: opens ? path : undefined })
  }
  return [...kinds.values()].sort((a, b) => b.count - a.count)
}

/** The state in words, where there is no picture. */
export function stateNotice(
  state: State,
  again: () => void,
  open: (path: string[]) => void,
): TemplateResult | typeof nothing {
  switch (state.kind) {
    case 'failed':
      return html`<div class="notice" role="alert">
        <div>
          <strong>This circuit could not be drawn</strong>
          ${state.message}. It still runs; only its picture is missing.<br />
          <button @click=${again}>Draw again</button>
        </div>
      </div>`
    case 'too-large':
      return html`<div class="notice" role="status">
        <div>
          <strong>Too large for one picture</strong>
          ${state.nodes.toLocaleString('en')} nodes and ${state.links.toLocaleString('en')} connections on one level; the
          canvas draws up to ${MAX_NODES.toLocaleString('en')} nodes. The circuit still runs. Group parts of it into
          circuits of their own to see it level by level.
          ${state.kinds.length > 0 ? partList(state.kinds, open) : nothing}
        </div>
      </div>`
    case 'empty':
      return html`<slot name="empty"></slot>`
    case 'drawn':
      return nothing
  }
}

/** The components of a level without a picture; one that has an inside can be opened. */
function partList(kinds: readonly PartKind[], open: (path: string[]) => void): TemplateResult {
  const rest = kinds.slice(MAX_KINDS)
  const others = rest.reduce((sum, k) => sum + k.count, 0)
  return html`<ul class="kinds" aria-label="Parts">
    ${kinds.slice(0, MAX_KINDS).map(({ component, count, inside }) => {
      const words = html`<b>${count.toLocaleString('en')}</b> ${component}`
      return html`<li>
        ${
          inside === undefined
            ? html`<span>${words}</span>`
            : html`<button title=${`Look into ${inside}`}
              @click=${() => open(splitPath(inside) ?? [])}>${words} ›</button>`
        }
      </li>`
    })}
    ${rest.length > 0 ? html`<li><span><b>${others.toLocaleString('en')}</b> of ${rest.length} more kinds</span></li>` : nothing}
  </ul>`
}

/**
 * The levels above the one shown. The circuit that a harness opens in place is no level of its own, unless it is too
 * large for that: then its inside is one.
 */
export function trailOf(main: string, path: readonly string[], open: (path: string[]) => void): TemplateResult {
  const crumbs = [{ name: main, path: [] as string[] }]
  path.forEach((id, i) => {
    if (i > 0 || id !== 'dut') crumbs.push({ name: id, path: path.slice(0, i + 1) })
    else if (path.length === 1) crumbs.push({ name: 'inside', path: [id] })
  })
  const last = crumbs.length - 1
  return html`<nav class="trail" part="trail" aria-label="Level">
    ${crumbs.map((c, i) =>
      i === last
        ? html`<span aria-current="true">${c.name}</span>`
        : html`<button @click=${() => open(c.path)} title="Go up (Escape)">${c.name}</button
            ><span class="turn" aria-hidden="true">›</span>`,
    )}
  </nav>`
}

/** Zoom in, zoom out, show all. */
export function zoomButtons(zoom: (factor: number) => void, fit: () => void): TemplateResult {
  return html`<div class="zoom" part="zoom">
    <button class="step" title="Zoom in (+)" aria-label="Zoom in" @click=${() => zoom(1.25)}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 3v10M3 8h10" /></svg>
    </button>
    <button class="step" title="Zoom out (-)" aria-label="Zoom out" @click=${() => zoom(0.8)}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h10" /></svg>
    </button>
    <button title="Show all (0)" aria-label="Show all" @click=${fit}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
      </svg>
    </button>
  </div>`
}
