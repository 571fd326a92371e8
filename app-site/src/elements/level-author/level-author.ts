import { LinkError } from '@simten/client/share-link'
import { html, LitElement, nothing } from 'lit'
import { hashOfLevel, type SharedLevel } from '../../learn/level-link.ts'
import { controls } from '../shared-styles.ts'
import { levelAuthorStyles } from './styles.ts'

const firstTests = `test.each([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])('a = %d, b = %d', (a, b, y) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('y')).toBe(y)
})
`
const firstStarter = `circuit('Mine', {
  inputs: { a: bit, b: bit },
  outputs: { y: bit },
  nodes: { nand: Nand },
  connect: ({ inputs, outputs, nodes: { nand } }) => [
    inputs.a.to(nand.a),
    inputs.b.to(nand.b),
    nand.out.to(outputs.y),
  ],
})
`

/** A form that makes a level out of texts, and a link to it. */
export class LevelAuthor extends LitElement {
  static override readonly styles = [controls, levelAuthorStyles]

  private link = ''
  private said = ''

  protected override render() {
    const area = (name: string, label: string, text: string, rows: number) => html`<label>${label}
      <textarea name=${name} rows=${rows} spellcheck=${name === 'text' ? 'true' : 'false'}
        class=${name === 'text' ? '' : 'code'} .defaultValue=${text}></textarea></label>`
    return html`<form @submit=${(e: SubmitEvent) => void this.make(e)} @input=${() => this.forget()}>
      <label>Title <input name="title" required maxlength="200" /></label>
      ${area('text', 'What to build, in your words', '', 4)}
      ${area('tests', 'Tests: submission is the circuit to simulate', firstTests, 8)}
      ${area('starter', 'The circuit to start from', firstStarter, 10)}
      <label>Parts that may be used, with spaces between; empty: all <input name="parts" spellcheck="false"
        placeholder="Nand Not" /></label>
      <label class="check"><input type="checkbox" name="lambdas" /> Circuits may compute with eval and onTick</label>
      <div class="numbers">
        <label>Par, gates <input type="number" name="gates" min="0" step="1" /></label>
        <label>Par, depth <input type="number" name="depth" min="0" step="1" /></label>
      </div>
      <p><button class="primary">Make the link</button></p>
      <div role="status">
        ${this.said === '' ? nothing : html`<p>${this.said}</p>`}
        ${this.link === '' ? nothing : html`<p><a href=${this.link}>Open the level</a></p>`}
      </div>
    </form>`
  }

  private forget(): void {
    if (this.link === '') return
    this.link = this.said = ''
    this.requestUpdate()
  }

  private async make(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    const number = (name: string) => (text(name) === '' ? {} : { [name]: Number(text(name)) })
    const parts = text('parts')
      .split(/[\s,]+/)
      .filter((part) => part !== '')
    const level: SharedLevel = {
      title: text('title'),
      text: text('text'),
      tests: text('tests'),
      starter: text('starter'),
      ...(parts.length > 0 && { parts }),
      ...(form.has('lambdas') && { lambdas: true }),
      par: { ...number('gates'), ...number('depth') },
    }
    try {
      this.link = `${location.origin}/learn/open${await hashOfLevel(level)}`
      await navigator.clipboard.writeText(this.link).then(
        () => {
          this.said = 'Link copied. The level is in it; nothing is stored on a server.'
        },
        () => {
          this.said = 'This browser keeps pages from the clipboard. Copy the address of this link.'
        },
      )
    } catch (error) {
      this.said = error instanceof LinkError ? error.message : 'The link could not be made.'
    }
    this.requestUpdate()
  }
}

customElements.define('level-author', LevelAuthor)
