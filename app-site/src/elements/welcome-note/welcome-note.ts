import { css, html, LitElement } from 'lit'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'

/** What this page is, for those who see it for the first time. Fires `welcome-close`. */
export class WelcomeNote extends LitElement {
  static override readonly properties = { clocked: { type: Boolean } }
  static override readonly styles = [
    controls,
    css`
      :host { display: flex; align-items: center; gap: 8px; max-width: min(560px, 100%); padding: 6px 6px 6px 14px; pointer-events: auto;
        background: var(--st-raised); border: 1px solid var(--st-line); border-radius: var(--st-radius-card); box-shadow: var(--st-shadow); }
      p { margin: 0; }
      b { font-weight: 600; }
      button { flex: none; padding: 0 6px; min-height: 28px; color: var(--st-muted); }
      /* beside the button that shows all of the picture */
      @media (max-width: 47.5em) { :host { justify-self: start; max-width: calc(100% - 48px); } }
      @media print { :host { display: none; } }
    `,
  ]

  /** The circuit has a clock, so that it can be run. */
  declare clocked: boolean

  constructor() {
    super()
    this.clocked = false
  }

  protected override render() {
    return html`<p role="note">
        <b>Here a circuit is a text: it is drawn as you write it, and it works.</b>
        ${this.clocked ? 'Press Run.' : 'Touch a switch.'}
      </p>
      <button type="button" title="Close" aria-label="Close this note" @click=${() => this.dispatchEvent(new CustomEvent('welcome-close'))}>${icons.close}</button>`
  }
}

customElements.define('welcome-note', WelcomeNote)
