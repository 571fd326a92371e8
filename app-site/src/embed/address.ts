import { openingOf } from '../router/opening.ts'

/**
 * Attributes of `<circuit-embed>` that an address may set. Where the sandbox is and what it may fetch is not among
 * them.
 */
const allowed = [
  'circuit',
  'heading',
  'title',
  'subtitle',
  'description',
  'href',
  'theme',
  'show-controls',
  'auto-run-speed',
  'run',
  'inputs',
  'cycle',
  'panes',
  'layout',
  'readonly',
  'strict',
]

const nothing =
  'This address names no circuit. Write ?example=counter, or the #code=… of a link that Share made, behind /embed.'

/** The element that an address describes. */
export interface EmbedAddress {
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** Why there is no circuit at the address, in words. */
  readonly problem: string | undefined
}

/**
 * Reads an address of /embed: the circuit from `?example=`, `#code=`, the name of a short link in `?stored=` or, as
 * lz-string packs it, `?code=`; and
 * attributes from the rest of its query. In a tab of its own the page shows a stranger's text, which is interpreted
 * only.
 */
export async function embedOf(
  { hash, search, pathname }: Pick<Location, 'hash' | 'search' | 'pathname'>,
  framed: boolean,
): Promise<EmbedAddress> {
  const query = new URLSearchParams(search)
  const packed = query.get('code')
  const stored = query.get('stored')
  const path = packed !== null ? packed : stored !== null ? `s/${stored}` : undefined
  const address = path === undefined ? { hash, search, pathname } : { hash, search: '', pathname: `/circuit/${path}` }
  const opening = await openingOf(address)
  const attributes: [string, string][] = []
  for (const name of allowed) {
    const value = query.get(name)
    if (value !== null && (name !== 'href' || isWebAddress(value))) attributes.push([name, value])
  }
  const layout = opening?.view?.layout
  if (layout && !query.has('layout')) attributes.push(['layout', JSON.stringify(layout)])
  if (opening) attributes.push(['code', opening.text])
  if (opening?.origin === 'link' && !framed) attributes.push(['strict', ''])
  return { attributes, problem: opening ? opening.problem : nothing }
}

/** A link of a stranger leads to a page, not into a script. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
