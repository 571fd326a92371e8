/** Characters that may wait for a receiver, for example while the clock stands still. */
const LONGEST_QUEUE = 256

/**
 * Hands typed characters to one receiver (UART_RX). Its argument holds 256 · n + code, where n counts the characters;
 * its state `seen` shows the last such number that was taken. The next character is handed over after that, or 0, no
 * character: a reset keeps the argument, and the last character shall not come again.
 */
export class Typist {
  private readonly queue: number[] = []
  private waiting: number | undefined // what `seen` was when the last character was handed over
  private handed: number | undefined // the last character with its number, until it was taken

  constructor(private readonly send: (value: number) => void) {}

  /** Takes a character; false when too many wait already. */
  type(code: number, seen: number): boolean {
    if (this.queue.length >= LONGEST_QUEUE) return false
    this.queue.push(code)
    this.look(seen)
    return true
  }

  /** Hands over the next character if the last one was taken, or if the receiver went back to another time. */
  look(seen: number): void {
    if (this.waiting !== undefined && seen === this.waiting) return
    this.waiting = undefined
    const taken = seen === this.handed
    this.handed = undefined
    const code = this.queue.shift()
    if (code === undefined) {
      if (taken) this.send(0)
      return
    }
    this.waiting = seen
    const count = (Math.floor(seen / 256) + 1) % 2 ** 24
    this.handed = count * 256 + code
    this.send(this.handed)
  }

  /** Characters that wait. */
  get length(): number {
    return this.queue.length
  }
}
