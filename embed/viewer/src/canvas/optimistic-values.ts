/**
 * Values that were set and that the simulation has not answered yet: they are shown, and counted from, as if they were
 * done.
 */
import type { Value } from '../format/number.ts'
import type { Values } from '../protocol.ts'

export class Unanswered {
  private readonly last = new Map<number, { value: Value; waiting: number }>() // by net

  /** Holds a value until the answer to the last that was set on its net is there; then calls `done`. */
  add(net: number, value: Value, answer: Promise<unknown>, done: () => void): void {
    const held = this.last.get(net) ?? { value, waiting: 0 }
    held.value = value
    held.waiting++
    this.last.set(net, held)
    const end = (): void => {
      held.waiting--
      if (held.waiting > 0 || this.last.get(net) !== held) return
      this.last.delete(net)
      done()
    }
    answer.then(end, end) // what was refused shows the value of the simulation again
  }

  clear(): void {
    this.last.clear()
  }

  /** The values, with those that are held instead of theirs. */
  over(values: Values | undefined): Values | undefined {
    if (!values || this.last.size === 0) return values
    const { last } = this
    return {
      number: (net) => Number(last.get(net)?.value ?? values.number(net)),
      bigint: (net) => BigInt(last.get(net)?.value ?? values.bigint(net)),
      width: (net) => values.width(net),
      net: (path) => values.net(path),
      driven: (path) => values.driven(path),
      text: (path) => values.text(path),
      state: (path, field) => values.state?.(path, field),
      picture: (path) => values.picture?.(path),
    }
  }
}
