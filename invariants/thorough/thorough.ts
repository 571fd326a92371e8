/** How many random cases the tests in TypeScript try; thorough.go has the same for those in Go. */
import { env } from 'node:process'

/** All cases are wanted: `make thorough`. */
export const thorough = Boolean(env.SIMTEN_THOROUGH)

/** A quarter of so many cases, or all of them; few in a quick run. */
export const count = (n: number): number => (thorough ? n : Math.ceil(n / (env.SIMTEN_QUICK ? 32 : 4)))

/** Every fourth item of a list, or all of them: for items of one kind, each of which takes long. */
export const some = <T>(list: readonly T[]): T[] => list.filter((_, i) => thorough || i % 4 === 0)
