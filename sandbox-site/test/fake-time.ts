/** Time that passes only when a test says so; everything scheduled happens in order. */
export class FakeTime {
  now = 0
  private sequence = 0
  private queue: { at: number; sequence: number; callback: () => void }[] = []

  after(milliseconds: number, callback: () => void): () => void {
    const entry = { at: this.now + milliseconds, sequence: this.sequence++, callback }
    this.queue.push(entry)
    return () => {
      this.queue = this.queue.filter((other) => other !== entry)
    }
  }

  /** Lets time pass until nothing is left before the given moment. Promises settle between two events. */
  async until(end: number): Promise<void> {
    for (;;) {
      for (let i = 0; i < 8; i++) await Promise.resolve()
      let first: (typeof this.queue)[number] | undefined
      for (const entry of this.queue) {
        if (!first || entry.at < first.at || (entry.at === first.at && entry.sequence < first.sequence)) first = entry
      }
      if (!first || first.at > end) break
      this.queue.splice(this.queue.indexOf(first), 1)
      this.now = Math.max(this.now, first.at)
      first.callback()
    }
    this.now = end
  }

  pass(milliseconds: number): Promise<void> {
    return this.until(this.now + milliseconds)
  }
}

/** Repeatable random numbers. */
export class Random {
  constructor(private seed: number) {}

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0
    return Math.floor((this.seed / 2 ** 32) * n)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}
