/** Listeners by event name; Events maps each name to its argument. */
export class Emitter<Events> {
  private readonly listeners = new Map<keyof Events, Set<(argument: never) => void>>()

  /** Adds a listener; the result removes it. */
  on<Name extends keyof Events>(name: Name, listener: (argument: Events[Name]) => void): () => void {
    let set = this.listeners.get(name)
    if (!set) {
      set = new Set()
      this.listeners.set(name, set)
    }
    set.add(listener)
    return () => set.delete(listener)
  }

  /** Calls every listener. One that throws does not keep the others from hearing. */
  emit<Name extends keyof Events>(name: Name, argument: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      try {
        ;(listener as (argument: Events[Name]) => void)(argument)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
