/**
 * Requests of the page to the language worker, and its answers. Offsets count UTF-16 code units of the user's text.
 */
export type Question =
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'complete'; readonly text: string; readonly at: number }
  | { readonly kind: 'describe'; readonly text: string; readonly at: number; readonly name: string }
  | { readonly kind: 'hover'; readonly text: string; readonly at: number }
  | { readonly kind: 'definition'; readonly text: string; readonly at: number }
  | { readonly kind: 'occurrences'; readonly text: string; readonly at: number }
  | { readonly kind: 'format'; readonly text: string }

/** A question with the number that its answer carries. */
export interface Asked {
  readonly id: number
  /** The path of the file that the question's text is of. */
  readonly file: string
  /** The other files of the project by path, when they have changed since they were sent last. */
  readonly others?: Readonly<Record<string, string>>
  readonly question: Question
}

/** An answer; `failure` instead of a value when the worker could not give one. */
export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly failure?: string
}

/** Something that the TypeScript compiler finds wrong. */
export interface TypeProblem {
  /** The path of the file that it is in, when that is another one than the question's. */
  readonly file?: string
  readonly from: number
  readonly to: number
  readonly message: string
  /** TypeScript's number of the error, such as 2339. */
  readonly code: number
  /** The text cannot be read here at all. */
  readonly syntax?: true
}

export type SuggestionKind = 'property' | 'method' | 'function' | 'class' | 'variable' | 'type' | 'keyword'

/** One way to go on writing. */
export interface Suggestion {
  readonly label: string
  readonly kind: SuggestionKind
  /** The text to insert, when it is not the label. */
  readonly insert?: string
  /** It comes from TypeScript's own library, not from the user's text or the circuit library. */
  readonly foreign: boolean
}

/** Suggestions for the word that starts at `from`. */
export interface Suggestions {
  readonly from: number
  /** They are the members of something: no other words make sense there. */
  readonly members: boolean
  readonly list: readonly Suggestion[]
}

/** A description of a name: its type as TypeScript shows it, and its documentation in Markdown. */
export interface Description {
  readonly from: number
  readonly to: number
  readonly signature: string
  readonly documentation: string
}

/** Where a name is defined: at a place of a file of the project, or in the library. */
export type Definition =
  | { readonly file: string; readonly from: number; readonly to: number }
  | { readonly library: string }

/** A place where a name stands, and the words around a new name there: `{ a }` becomes `{ a: b }`. */
export interface Occurrence {
  /** The path of the file. */
  readonly file: string
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
}

/** All places of a name, or why it cannot have another one. */
export type Occurrences =
  | { readonly name: string; readonly places: readonly Occurrence[] }
  | { readonly refused: string }

/** A piece of the text that another one takes the place of. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The type of the value that answers a question. */
export interface Answers {
  readonly check: readonly TypeProblem[]
  readonly complete: Suggestions | undefined
  readonly describe: Description | undefined
  readonly hover: Description | undefined
  readonly definition: Definition | undefined
  readonly occurrences: Occurrences | undefined
  readonly format: readonly Edit[]
}
