/** A browser that is driven by the standard of browsers, not by a tool for one of them. */
export interface Browser {
  tab(): Promise<Tab>
  close(): Promise<void>
}

/** A page that is open. */
export interface Tab {
  /** Errors on the console and exceptions, of the page and of its frames. */
  readonly complaints: string[]
  open(address: string): Promise<void>
  /**
   * Evaluates an expression in the page, or in its frame of an origin, waits for it, and brings back what JSON can
   * hold.
   */
  run(source: string, where?: string): Promise<unknown>
  click(x: number, y: number): Promise<void>
  /** Presses keys together; those without a character by their numbers in WebDriver. */
  keys(keys: string[]): Promise<void>
  type(text: string): Promise<void>
}

export const Key = { control: '\uE009', backspace: '\uE003' } as const
