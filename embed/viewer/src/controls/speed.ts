/** The speeds that the clock can be asked for, in cycles per second. */
import { frequency } from '../format/number.ts'

/** Stops of the speed control; 0 stands for as fast as possible, as in the protocol. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 5, 10, 30, 100, 300, 1_000, 10_000, 100_000, 0]

/** Where the control stands at first. */
export const FIRST_SPEED = 5

/** The speed in words: `10 Hz`, `100 kHz`, `max`. */
export function speedName(cyclesPerSecond: number): string {
  return cyclesPerSecond === 0 ? 'max' : frequency(cyclesPerSecond)
}

/** Index of the stop that is nearest to a speed. */
export function nearestStop(cyclesPerSecond: number): number {
  if (cyclesPerSecond <= 0) return SPEEDS.length - 1
  let best = 0
  SPEEDS.forEach((s, i) => {
    if (s > 0 && distance(s, cyclesPerSecond) < distance(SPEEDS[best] as number, cyclesPerSecond)) best = i
  })
  return best
}

function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b))
}
