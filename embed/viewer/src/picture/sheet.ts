/** The style sheet of a picture that stands alone: the rules of the canvas, as far as the picture needs them. */
import { css } from 'lit'
import { nodes } from '../canvas/styles/nodes.ts'
import { wires } from '../canvas/styles/wires.ts'
import { faceStyles } from '../faces/registry.ts'
import tokenSheet from '../tokens.css?raw'
import { plain, type Shade, tokensOf } from './colours.ts'

/** The colours of a picture; `auto` are those that the reader's system has. */
export type Theme = Shade | 'auto'

const own = css`
  .paper {
    fill: var(--st-paper);
  }
  .unlit {
    fill: color-mix(in srgb, var(--st-panel-text) 7%, var(--st-panel));
  }
  .pixels-lit {
    fill: var(--st-panel-high);
    shape-rendering: crispEdges;
  }
  .pixels-between {
    fill: none;
    stroke: var(--st-panel);
    stroke-width: 1;
  }
`

interface Rule {
  selectors: string[]
  declarations: [property: string, value: string][]
}

/** Properties that mean nothing in a picture that is only looked at. */
const IDLE = new Set(['cursor', 'pointer-events', 'outline', 'transition'])
/** Properties in which light and dark may differ. */
const COLOURED = new Set(['fill', 'stroke', 'opacity'])

let read: { rules: Rule[]; tokens: ReadonlyMap<string, string> } | undefined

function rulesOfCanvas(): NonNullable<typeof read> {
  read ??= {
    rules: [own, nodes, wires, ...faceStyles].flatMap(({ cssText }) => rulesOf(cssText)),
    tokens: tokensOf(tokenSheet),
  }
  return read
}

function rulesOf(text: string): Rule[] {
  const rules: Rule[] = []
  for (const [, before = '', inside = ''] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const selectors = before.split(',').map((s) => s.trim().replace(/\s+/g, ' '))
    const declarations = inside.split(';').flatMap((line): Rule['declarations'] => {
      const colon = line.indexOf(':')
      const property = line.slice(0, colon).trim()
      const value = line.slice(colon + 1).trim()
      if (colon < 0 || IDLE.has(property)) return []
      const font = property === 'font' ? /^(\d+) (calc\([^)]*\)\)|\S+) (.+)$/.exec(value) : null
      if (!font) return [[property, value]]
      const [, weight = '', size = '', family = ''] = font
      return [
        ['font-weight', weight],
        ['font-size', size],
        ['font-family', family],
      ]
    })
    rules.push({ selectors, declarations })
  }
  return rules
}

/** Whether a selector can mean anything in a picture with these classes. */
function means(selector: string, classes: ReadonlySet<string>): boolean {
  if (/[:[*]/.test(selector)) return false
  return [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name as string))
}

/** The rules for a picture in which these classes are. */
export function sheetFor(classes: ReadonlySet<string>, theme: Theme): string {
  const { rules, tokens } = rulesOfCanvas()
  const lines = (shade: Shade, wanted: (property: string) => boolean, indent: string): string =>
    rules
      .map(({ selectors, declarations }) => {
        const left = selectors.filter((s) => means(s, classes))
        const body = declarations
          .filter(([property]) => wanted(property))
          .map(([property, value]) => `${property}: ${plain(value, tokens, shade)}`)
        return left.length === 0 || body.length === 0 ? '' : `${indent}${left.join(', ')} { ${body.join('; ')} }\n`
      })
      .join('')
  if (theme !== 'auto') return lines(theme, () => true, '')
  const dark = lines('dark', (property) => COLOURED.has(property), '  ')
  return `${lines('light', () => true, '')}@media (prefers-color-scheme: dark) {\n${dark}}\n`
}
