import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of the test's own, on an origin of its own. */
export interface Host {
  /** Its origin, without a slash at the end. */
  readonly url: string
  /** The path and query of every request, in order. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/** Starts a host on a free port; it answers until it is stopped. */
export async function startHost(answer: RequestListener): Promise<Host> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      // The browser keeps its connections open for later.
      server.closeAllConnections()
      await closed
    },
  }
}
