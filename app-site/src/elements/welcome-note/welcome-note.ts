import { html, LitElement } from 'lit'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { welcomeNoteStyles } from './styles.ts'

/** An introduction to the page, for those who see it for the first time. Fires `welcome-close`. */
export class WelcomeNote extends LitElement {
  static override readonly properties = { clocked: { type: Boolean } }
  static override readonly styles = [controls, welcomeNoteStyles]

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
      <button type="button" title="Close" aria-label="Close this note"
        @click=${() => this.dispatchEvent(new CustomEvent('welcome-close'))}>${icons.close}</button>`
  }
}

customElements.define('welcome-note', WelcomeNote)
