/** One immutable state object and the functions that wait for its changes. */
export class Store<S extends object> {
  private current: S
  private readonly subscribers = new Set<(state: S, previous: S) => void>()

  constructor(initial: S) {
    this.current = Object.freeze({ ...initial })
  }

  get state(): Readonly<S> {
    return this.current
  }

  /** Replaces the given fields. Subscribers run at once, and only when a field has another value than before. */
  update(patch: Partial<S>): void {
    const previous = this.current
    const changed = (Object.keys(patch) as (keyof S)[]).some((key) => !Object.is(patch[key], previous[key]))
    if (!changed) return
    this.current = Object.freeze({ ...previous, ...patch })
    // A subscriber may update again: the others must then see the newest state, not the one of this call.
    for (const subscriber of [...this.subscribers]) subscriber(this.current, previous)
  }

  /** Calls back after every change until the returned function is called. */
  subscribe(subscriber: (state: Readonly<S>, previous: Readonly<S>) => void): () => void {
    this.subscribers.add(subscriber)
    return () => this.subscribers.delete(subscriber)
  }

  /** Calls back with one derived value, now and whenever it changes. */
  watch<T>(select: (state: Readonly<S>) => T, callback: (value: T) => void): () => void {
    let last = select(this.current)
    callback(last)
    return this.subscribe(() => {
      const next = select(this.current)
      if (Object.is(next, last)) return
      last = next
      callback(next)
    })
  }
}
