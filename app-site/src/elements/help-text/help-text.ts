import { COMMANDS } from '@simten/client/commands.gen'
import { html, LitElement, type TemplateResult } from 'lit'
import { controls } from '../shared-styles.ts'
import { helpTextStyles } from './styles.ts'

/** The keys of the commands of a circuit, each with what it does. */
function keysOfCommands(): TemplateResult[] {
  return COMMANDS.flatMap((command) => {
    if ('shortcut' in command) return [html`<dt><kbd>${command.shortcut}</kbd></dt><dd>${small(command.summary)}</dd>`]
    if (!('keys' in command)) return []
    const keys = command.keys.map((key) => html`<kbd>${key.length === 1 ? key.toUpperCase() : key}</kbd> `)
    return [html`<dt>${keys}</dt><dd>in the circuit: ${small(command.summary)}</dd>`]
  })
}

/** A sentence as a part of another one. */
const small = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** Five lines on the language and the keys of the page. */
export class HelpText extends LitElement {
  static override readonly styles = [controls, helpTextStyles]

  protected override render() {
    return html`
      <h2>The language in five lines</h2>
      <ul>
        <li><code>circuit('Name', { … })</code> makes a circuit. The last one in the text is the one that runs.</li>
        <li><code>inputs</code> and <code>outputs</code> name its ports: <code>a: bit</code> is one wire, <code>d: bus(8)</code> is eight.</li>
        <li><code>nodes</code> are its parts: <code>Xor</code>, <code>Adder({ width: 8 })</code>, or a circuit of your own.</li>
        <li><code>connect</code> lists the wires: <code>inputs.a.to(xor.a, and.a)</code>.</li>
        <li>Instead of nodes, <code>eval</code> gives the outputs by a formula; <code>state</code> and <code>onTick</code> add a memory that changes at each clock edge.</li>
      </ul>
      <h2>Keys</h2>
      <dl>
        <dt><kbd>F8</kbd> <kbd>Shift F8</kbd></dt><dd>next, previous problem</dd>
        <dt><kbd>F9</kbd></dt><dd>breakpoint at this line of a lambda, or no more</dd>
        <dt><kbd>Ctrl .</kbd></dt><dd>make the change that the problem at the cursor suggests</dd>
        <dt><kbd>Ctrl Space</kbd></dt><dd>complete a name</dd>
        <dt><kbd>Ctrl F</kbd></dt><dd>search the text</dd>
        <dt><kbd>Ctrl Z</kbd></dt><dd>undo, also an example that you opened</dd>
        <dt><kbd>Esc</kbd> then <kbd>Tab</kbd></dt><dd>leave the text (Tab alone indents)</dd>
        <dt><kbd>Space</kbd></dt>
        <dd>in the circuit: flip the switch that has the focus</dd>
        ${keysOfCommands()}
        <dt><kbd>I</kbd></dt>
        <dd>in the circuit: inspect the part that has the focus; again, go there</dd>
        <dt><kbd>Alt</kbd> with an arrow</dt>
        <dd>in the circuit: move the part that has the focus, which a mouse drags and a finger after a moment's rest</dd>
        <dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>move the bar between text and circuit when it has the focus</dd>
      </dl>
      <p>Your text is kept in this browser with every edit. On a Mac, Ctrl is ⌘.</p>
      <p><a href="/components">All components of the library</a></p>
      <p><a href="/embed-demo">Put a circuit on a page of your own</a></p>
      <p><a href="/licenses.txt">Licences of what this page contains</a></p>
    `
  }
}

customElements.define('help-text', HelpText)
