import type { Block } from './blocks.ts'

/** How large a good solution is; only what is named counts. */
export interface Par {
  readonly gates?: number
  readonly depth?: number
  readonly cycles?: number
}

/** The data of a level beside its texts. */
export interface LevelWords {
  readonly title: string
  /** The subject of the level, in a sentence. */
  readonly line: string
  /** The part of the path that it belongs to. */
  readonly chapter: string
  /** Components that may be used; all of them when absent. */
  readonly parts?: readonly string[]
  /** Primitives of one's own are allowed. */
  readonly lambdas?: boolean
  readonly par?: Par
  readonly hint?: string
}

/** A step of the path. */
export interface Step extends LevelWords {
  /** Its part of the address: /learn/<slug>. */
  readonly slug: string
  readonly number: number
}

/** A task: what is built, and what judges it. */
export interface Level extends Pick<LevelWords, 'title' | 'parts' | 'lambdas' | 'par' | 'hint'> {
  /** Under which the browser keeps what was written. */
  readonly id: string
  readonly tests: string
  readonly starter: string
  readonly solution?: string
  /** The level comes from a link, so its circuits are interpreted only until the user has edited them. */
  readonly foreign?: boolean
}

/** A step with its texts. */
export interface Lesson {
  readonly blocks: readonly Block[]
  readonly level: Level
}

const words = import.meta.glob<LevelWords>('../../../examples/learn/*/level.json', { import: 'default', eager: true })
const texts = import.meta.glob<string>('../../../examples/learn/*/*.ts', { query: '?raw', import: 'default' })
const lessons = import.meta.glob<readonly Block[]>('../../../examples/learn/*/lesson.md', { import: 'default' })

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** The path, in its order: folders are named 01-first, 02-second and so on. */
export const steps: readonly Step[] = Object.entries(words)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([path, level], i) => ({ ...level, slug: slugOf(path), number: i + 1 }))

function slugOf(path: string): string {
  return folderOf(path).replace(/^.*\/\d+-/, '')
}

/** The chapters of the path with their steps. */
export const chapters: readonly { readonly title: string; readonly steps: readonly Step[] }[] = [
  ...new Set(steps.map((s) => s.chapter)),
].map((title) => ({ title, steps: steps.filter((s) => s.chapter === title) }))

export const stepBySlug = (slug: string): Step | undefined => steps.find((s) => s.slug === slug)

/** Loads the texts of a step. */
export async function lessonOf(step: Step): Promise<Lesson> {
  const folder = folderOf(Object.keys(words).find((path) => slugOf(path) === step.slug) ?? '')
  const text = (name: string) => texts[`${folder}/${name}.ts`]?.() ?? Promise.resolve('')
  const [blocks, tests, starter, solution] = await Promise.all([
    lessons[`${folder}/lesson.md`]?.() ?? [],
    text('level.test'),
    text('starter'),
    text('solution'),
  ])
  return { blocks, level: { ...step, id: step.slug, tests, starter, solution } }
}
