/**
 * Sends at most one request at a time of a kind that comes in floods, such as the positions of a slider: while one is
 * under way, later ones are joined into the next.
 */
export class Coalescer<Item, Result> {
  private under = 0
  private next: { item: Item; promise: Promise<Result>; start: (result: Promise<Result>) => void } | undefined

  constructor(
    private readonly send: (item: Item) => Promise<Result>,
    /** One request that stands for two. */
    private readonly join: (earlier: Item, later: Item) => Item,
  ) {}

  /** Settles as the request does of which the item became a part. */
  ask(item: Item): Promise<Result> {
    if (this.under === 0) return this.begin(item)
    if (this.next) {
      this.next.item = this.join(this.next.item, item)
    } else {
      let start = (_: Promise<Result>) => {}
      const promise = new Promise<Result>((resolve) => {
        start = resolve
      })
      this.next = { item, promise, start }
    }
    return this.next.promise
  }

  /** Sends what is gathered without waiting, so that another request can follow it. */
  flush(): void {
    const { next } = this
    this.next = undefined
    if (next) next.start(this.begin(next.item))
  }

  private async begin(item: Item): Promise<Result> {
    this.under++
    try {
      return await this.send(item)
    } finally {
      this.under--
      if (this.under === 0) this.flush()
    }
  }
}
