/**
 * When loading the engine begins: as soon as a circuit needs it, or the first precompiled one runs, or after a while
 * without a circuit.
 */
export class EngineTurn {
  /** Resolves when loading may begin. */
  readonly come: Promise<void>
  private resolve: () => void = () => {}
  private waits = true

  constructor(
    private readonly after: (milliseconds: number, callback: () => void) => void,
    patience: number,
    private readonly maxPatience: number,
  ) {
    this.come = new Promise((resolve) => {
      this.resolve = resolve
    })
    after(patience, () => {
      if (this.waits) this.begin()
    })
  }

  /** A precompiled circuit is about to run. */
  wait(): void {
    this.waits = false
    this.after(this.maxPatience, () => this.begin())
  }

  /** The engine is needed, or nothing else has to be done before it. */
  begin(): void {
    this.resolve()
  }
}
