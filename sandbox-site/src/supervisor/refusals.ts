import type { ProtocolError } from '@simten/client/protocol.gen'
import type { Environment } from './environment.ts'

/** Refusals that the app is told of in a second. */
const MAX_REFUSALS = 20

/** Tells the app of refusals outside any request. A flood of them is told in part. */
export class Refusals {
  private told = 0
  private since = Number.NEGATIVE_INFINITY

  constructor(private readonly environment: Environment) {}

  tell(error: ProtocolError): void {
    const now = this.environment.now()
    if (now - this.since >= 1_000) {
      this.told = 0
      this.since = now
    }
    if (++this.told <= MAX_REFUSALS) this.environment.send({ event: 'refused', error })
  }
}
