import type { LineMark } from '../editor/breakpoint-gutter.ts'
import { NotWatched, type WatchedLine } from '../editor/lambda-lines.ts'
import type { Breakpoint, Debugger } from './debugger.ts'
import { whenOf } from './line-breakpoints.ts'
import type { AppState } from './state.ts'

/** The text beside whose lines breakpoints are; the editor is such. */
export interface BreakpointText {
  /** The lines on which breakpoints are now, by their ids. */
  readonly breakpointLines: ReadonlyMap<number, number>
  /**
   * The condition of a breakpoint beside a line, in the file of a breakpoint or the one that is shown; undefined when
   * the text has no circuit. Throws NotWatched.
   */
  watched(line: number, breakpoint?: number): WatchedLine | undefined
  /** Whether a breakpoint is in the file that is shown. */
  shows?(breakpoint: number): boolean
  breakpoints: readonly LineMark[]
}

/** The page around, as far as breakpoints beside lines need it. */
export interface BreakpointPage {
  readonly state: Readonly<Pick<AppState, 'compiled' | 'foreign' | 'broken' | 'debug'>>
  readonly debugger: Pick<Debugger, 'add' | 'remove' | 'reread'>
  readonly text: BreakpointText | null
  /** The drawn level, as node ids from the top. */
  readonly level: readonly string[]
  say(text: string, tone?: 'bad'): void
}

/** Keeps the breakpoints of the debugger and the marks beside the lines of the text together. */
export class BreakpointLines {
  constructor(private readonly page: BreakpointPage) {}

  /** Sets a breakpoint beside a line of a lambda, or takes it away; where there can be none it says why. */
  async toggle(line: number): Promise<void> {
    const { page } = this
    if (!page.text) return
    const lines = page.text.breakpointLines
    const there = page.state.debug.breakpoints.find(
      (b) => b.line && lines.get(b.id) === line && page.text?.shows?.(b.id) !== false,
    )
    if (there) {
      page.debugger.remove(there.id)
      page.say(`The breakpoint at line ${line} is removed.`)
      return
    }
    const read = this.read(line)
    if ('problem' in read) page.say(`No breakpoint in line ${line}: ${read.problem}`, 'bad')
    else if (await page.debugger.add(read.when, 'true', read.line)) page.say(`Breakpoint at line ${line}.`)
    else page.say(`No breakpoint in line ${line}: ${page.state.debug.told?.text ?? 'it is not known.'}`, 'bad')
  }

  /** After an edit breakpoints are where their text is now, and wait for what it says. */
  reread(): void {
    const lines = this.page.text?.breakpointLines
    this.page.debugger.reread((b) => {
      const line = lines?.get(b.id)
      return line === undefined ? undefined : this.read(line, b.id)
    })
  }

  /** Another text is opened: breakpoints beside the lines of the one before go. */
  forget(): void {
    this.page.debugger.reread(() => undefined)
  }

  /** Marks breakpoints beside their lines. */
  show(breakpoints: readonly Breakpoint[]): void {
    if (this.page.text) this.page.text.breakpoints = breakpoints.flatMap(markOf)
  }

  /** The condition of a breakpoint beside a line. */
  private read(
    number: number,
    breakpoint?: number,
  ): { when: string; line: NonNullable<Breakpoint['line']> } | { problem: string } {
    const { compiled, foreign, broken } = this.page.state
    try {
      const watched = this.page.text?.watched(number, breakpoint)
      if (!watched || foreign || broken) throw new NotWatched('The text has no circuit that runs.')
      return { when: whenOf(watched, compiled, this.page.level), line: { number, text: watched.text } }
    } catch (error) {
      if (error instanceof NotWatched) return { problem: error.message }
      throw error
    }
  }
}

function markOf({ id, line, hits, problem, active, here }: Breakpoint): LineMark[] {
  if (!line) return []
  const counted = hits === undefined ? '' : hits === 1 ? ', 1 hit' : `, ${hits.toLocaleString('en')} hits`
  const title = problem ?? `Breakpoint at line ${line.number}${counted} (F9)`
  return [{ id, line: line.number, active: active && problem === undefined, here, title }]
}
