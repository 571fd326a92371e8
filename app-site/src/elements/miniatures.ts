import { type SVGTemplateResult, svg } from 'lit'

const frame = (body: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 160 88" fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">${body}</svg>`

/** Small drawings of the examples, by id. Classes: wire (0), live (1), bus, body. */
export const miniatures: Readonly<Record<string, SVGTemplateResult>> = {
  'half-adder': frame(svg`
    <path class="live" d="M14 20H66M30 20V56H66"/><path class="wire" d="M14 36H66M44 36V68H66"/>
    <circle class="dot-live" cx="30" cy="20" r="2.5"/><circle class="dot" cx="44" cy="36" r="2.5"/>
    <path class="body" d="M66 14q8 14 0 28q22 0 32-14q-10-14-32-14z"/><path class="body" d="M61 14q8 14 0 28" />
    <path class="body" d="M66 48h14a14 14 0 0 1 0 28H66z"/>
    <path class="live" d="M98 28H132"/><path class="wire" d="M94 62H132"/>
    <circle class="lamp-on" cx="140" cy="28" r="7"/><circle class="lamp" cx="140" cy="62" r="7"/>`),
  counter: frame(svg`
    <path class="bus" d="M110 34H124V10H14V28H30M110 34H146"/><path class="bus" d="M62 36H78"/><path class="live" d="M14 46H30"/>
    <path class="body" d="M30 20L62 28V46L30 56V42L36 38L30 34z"/>
    <rect class="body" x="78" y="20" width="32" height="48" rx="2"/><path class="body" d="M78 56l8 5-8 5"/>
    <text x="94" y="40" text-anchor="middle" font-size="11" stroke="none">8</text>`),
  fibonacci: frame(svg`
    <path class="bus" d="M54 32H84M108 32H150M120 32V10H10V24H22M120 32V68H92M68 68H10V40H22"/>
    <path class="body" d="M22 18L54 26V40L22 48V36L28 33L22 30z"/>
    <rect class="body" x="84" y="20" width="24" height="26" rx="2"/><rect class="body" x="68" y="56" width="24" height="24" rx="2"/>
    <circle class="dot-bus" cx="120" cy="32" r="3.5"/>`),
}
