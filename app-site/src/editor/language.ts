import { library } from 'virtual:library'
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { Language } from '../language/client.ts'
import { descriptionView } from '../language/describe.ts'
import type { Description, Suggestion } from '../language/messages.ts'
import { applyComponent, connecting, FOREIGN, sorted } from './completion.ts'
import { expectedAt } from './expected.ts'
import { type FileList, specifierOf } from './file-states.ts'
import { syntax } from './syntax.ts'

/** How long a person who types waits for types, in milliseconds; then the library alone answers. */
const typing = 1_500

const components = new Map(library.map((c) => [c.name, c]))

/** Completion by types; `otherwise` answers while these are not there, and where types know nothing. */
export function typedCompletion(language: Language, otherwise: CompletionSource): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!language.ready) return otherwise(context)
    if (/String|Comment|RegExp/.test(syntax(context.state, context.pos).resolveInner(context.pos, -1).name)) return null
    const word = context.matchBefore(/[\w$]+/)
    const afterDot = context.matchBefore(/\.[\w$]*/) !== null
    if (!word && !afterDot && !context.explicit) return null

    const text = context.state.doc.toString()
    const found = await language.ask({ kind: 'complete', text, at: context.pos }, typing)
    if (context.aborted) return null
    if (!found || found.list.length === 0 || (afterDot && !found.members)) return otherwise(context)
    const describe = (name: string) => language.ask({ kind: 'describe', text, at: context.pos, name })
    const options = found.list.map((s) => completionOf(s, describe))
    return {
      from: found.from,
      options: found.members ? options : sorted(options, expectedAt(context.state, context.pos)),
      validFor: /^[\w$]*$/,
    }
  }
}

function completionOf(
  suggestion: Suggestion,
  describe: (name: string) => Promise<Description | undefined>,
): Completion {
  const { label, kind, foreign, insert } = suggestion
  const component = foreign ? undefined : components.get(label)
  if (label === 'to' && kind === 'method' && !foreign) return { ...connecting, info: () => described(describe, label) }
  return {
    label,
    type: component ? 'class' : kind,
    ...(component ? { apply: applyComponent(component) } : {}),
    ...(component?.factory ? { detail: '({ … })' } : {}),
    ...(insert === undefined ? {} : { apply: insert }),
    // Names of circuits come first, names of JavaScript last.
    boost: component ? 1 : foreign || kind === 'keyword' ? FOREIGN : 2,
    info: () => described(describe, label),
  }
}

async function described(
  describe: (name: string) => Promise<Description | undefined>,
  label: string,
): Promise<HTMLElement | null> {
  const found = await describe(label)
  return found ? descriptionView(found) : null
}

/** Shows what the name under the pointer is. */
export function typedHover(language: Language): Extension {
  return hoverTooltip(
    async (view, pos) => {
      const inside = syntax(view.state, pos).resolveInner(pos, -1).name
      if (/Comment/.test(inside)) return null
      const found = await language.ask({ kind: 'hover', text: view.state.doc.toString(), at: pos })
      if (!found || found.to > view.state.doc.length) return null
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: descriptionView(found) }) }
    },
    { hoverTime: 400 },
  )
}

/** Offers the other files of the project where a path is written in an import. */
export function importCompletion(files: () => FileList): CompletionSource {
  return (context) => {
    const node = syntax(context.state, context.pos).resolveInner(context.pos, -1)
    if (node.name !== 'String' || !/^(Import|Export)Declaration$/.test(node.parent?.name ?? '')) return null
    const { files: paths, active } = files()
    const options = paths
      .filter((path) => path !== active)
      .map((path) => ({ label: specifierOf(path, active), type: 'variable' }))
    return { from: node.from + 1, options, validFor: /^[^'"\n]*$/ }
  }
}
