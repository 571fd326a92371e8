declare module 'virtual:library' {
  /** A component of the standard library, as its reference describes it. */
  export interface LibraryEntry {
    readonly name: string
    /** It takes options and is called in the text: Register({ width: 8 }). */
    readonly factory: boolean
    /** The options that say how large it is, with their defaults. */
    readonly sizes?: readonly (readonly [name: string, value: string])[]
    readonly description: string
  }
  export const library: readonly LibraryEntry[]
}

declare module 'virtual:typescript-libs' {
  /** Where the declarations of the language's own library start. */
  export const rootLib: string
  /** The declaration files of TypeScript's own library, by file name. */
  export const libs: Readonly<Record<string, string>>
}
