import { type SVGTemplateResult, svg } from 'lit'

const frame = (body: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 160 88" fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">${body}</svg>`

/** Small drawings of the examples, by id. Classes: wire (0), live (1), bus, body. */
const miniatures: Readonly<Record<string, SVGTemplateResult>> = {
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
  'delay-line': frame(svg`
    <path class="live" d="M10 36H22M50 36H66"/><path class="live" d="M58 36V69"/><path class="wire" d="M94 36H110M138 36H146V69M102 36V69"/>
    <circle class="dot-live" cx="58" cy="36" r="2.5"/><circle class="dot" cx="102" cy="36" r="2.5"/>
    <rect class="body" x="22" y="24" width="28" height="32" rx="2"/><path class="body" d="M30 56l6-6 6 6"/>
    <rect class="body" x="66" y="24" width="28" height="32" rx="2"/><path class="body" d="M74 56l6-6 6 6"/>
    <rect class="body" x="110" y="24" width="28" height="32" rx="2"/><path class="body" d="M118 56l6-6 6 6"/>
    <circle class="lamp-on" cx="58" cy="74" r="5"/><circle class="lamp" cx="102" cy="74" r="5"/><circle class="lamp" cx="146" cy="74" r="5"/>`),
  fibonacci: frame(svg`
    <path class="bus" d="M54 32H84M108 32H150M120 32V10H10V24H22M120 32V68H92M68 68H10V40H22"/>
    <path class="body" d="M22 18L54 26V40L22 48V36L28 33L22 30z"/>
    <rect class="body" x="84" y="20" width="24" height="26" rx="2"/><rect class="body" x="68" y="56" width="24" height="24" rx="2"/>
    <circle class="dot-bus" cx="120" cy="32" r="3.5"/>`),
}

/** Drawings of what the examples of a category have in common. */
const sketches: Readonly<Record<string, SVGTemplateResult>> = {
  basics: frame(svg`
    <path class="wire" d="M14 44H34M66 44H94M126 44H146"/><rect class="body" x="34" y="24" width="32" height="40" rx="2"/>
    <rect class="body" x="94" y="24" width="32" height="40" rx="2"/><path class="live" d="M14 44H34"/>`),
  arithmetic: frame(svg`
    <path class="bus" d="M14 26H58M14 62H58M102 44H146"/>
    <path class="body" d="M58 10L102 30V58L58 78V52L66 44L58 36z"/><path class="live" d="M80 20V8M74 44h12M80 38v12"/>`),
  math: frame(svg`
    <path class="bus" d="M14 44H48M80 44H146M112 44V76H30V56H48"/><rect class="body" x="48" y="30" width="32" height="36" rx="2"/>
    <circle class="body" cx="112" cy="44" r="12"/><path class="live" d="M106 44h12M112 38v12"/>`),
  coding: frame(svg`
    <path class="bus" d="M14 24H146M14 64H146"/><path class="wire" d="M36 24V52M84 64V36M124 24V52"/>
    <circle class="body" cx="36" cy="64" r="11"/><path class="live" d="M36 53v22M25 64h22"/>
    <circle class="body" cx="84" cy="24" r="11"/><path class="live" d="M84 13v22M73 24h22"/>
    <circle class="body" cx="124" cy="64" r="11"/><path class="live" d="M124 53v22M113 64h22"/>`),
  cpu: frame(svg`
    <path class="wire" d="M62 18V6M80 18V6M98 18V6M62 70V82M80 70V82M98 70V82"/>
    <path class="bus" d="M14 44H50M110 44H146"/><rect class="body" x="50" y="18" width="60" height="52" rx="4"/>
    <rect class="body" x="64" y="32" width="32" height="24" rx="2"/><path class="live" d="M72 44h16"/>`),
  network: frame(svg`
    <path class="wire" d="M38 22H62M38 66H62M98 44H122"/><path class="live" d="M38 22H62"/>
    <rect class="body" x="62" y="12" width="36" height="64" rx="4"/><rect class="body" x="12" y="12" width="26" height="20" rx="2"/>
    <rect class="body" x="12" y="56" width="26" height="20" rx="2"/><rect class="body" x="122" y="34" width="26" height="20" rx="2"/>
    <path class="live" d="M72 30h16l-5-5M88 30l-5 5M88 58H72l5-5M72 58l5 5"/>`),
  media: frame(svg`
    <rect class="body" x="20" y="10" width="120" height="68" rx="4"/><path class="wire" d="M30 44H130"/>
    <path class="live" d="M30 44q10-40 20 0t20 0t20 0t20 0t20 0"/>`),
  game: frame(svg`
    <rect class="body" x="36" y="8" width="88" height="72" rx="4"/>
    <path class="live" d="M52 60H80V36H100"/><circle class="dot-live" cx="110" cy="24" r="4"/>`),
}

/** The drawing of an example, or else the one of its category. */
export function miniatureOf(example: {
  readonly id: string
  readonly category: string
}): SVGTemplateResult | undefined {
  return miniatures[example.id] ?? sketches[example.category]
}
