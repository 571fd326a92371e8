import { DEFAULT_LIMITS, PROTOCOL_VERSION } from '@simten/client/protocol.gen'
import { describe, expect, it } from 'vitest'
import { judgeKnock, welcome } from '../src/handshake.ts'
import { policyProblem, type Surroundings, selfTest } from '../src/self-test.ts'

const APP = 'http://localhost:3001'
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; base-uri 'none'"

describe('A213 A214 A224 A226 A229 the handshake', () => {
  const parent = {}
  const port = {} as MessagePort
  const hello = { hello: 'simten', nonce: '0123456789abcdef', version: PROTOCOL_VERSION }
  const knock = { data: hello, origin: APP, source: parent, ports: [port], isTrusted: true }

  it('answers the parent from an allowed origin', () => {
    expect(judgeKnock(knock, parent, [APP])).toEqual({ port, hello, problem: undefined })
    expect(judgeKnock(knock, parent, ['*'])?.port).toBe(port)
    expect(welcome(hello, DEFAULT_LIMITS)).toEqual({
      welcome: 'simten',
      nonce: hello.nonce,
      version: PROTOCOL_VERSION,
      limits: DEFAULT_LIMITS,
    })
  })

  it.each([
    ['a foreign origin', { ...knock, origin: 'https://evil.example' }, [APP]],
    ['an origin that only begins alike', { ...knock, origin: `${APP}.evil.example` }, [APP]],
    ['an opaque origin', { ...knock, origin: 'null' }, ['*', 'null']],
    ['another window', { ...knock, source: {} }, [APP]],
    ['no window', { ...knock, source: null }, [APP]],
    ['no port', { ...knock, ports: [] }, [APP]],
    ['two ports', { ...knock, ports: [port, port] }, [APP]],
    ['no list of origins', knock, []],
    ['an event made by a script', { ...knock, isTrusted: false }, [APP]],
    ['something else', { ...knock, data: { type: 'webpackOk' } }, [APP]],
    ['a short nonce', { ...knock, data: { ...hello, nonce: 'x' } }, [APP]],
    ['more than a hello', { ...knock, data: { ...hello, more: 1 } }, [APP]],
    ['another product', { ...knock, data: { ...hello, hello: 'simtex' } }, [APP]],
  ])('meets %s with silence', (_, bad, origins) => {
    expect(judgeKnock(bad, parent, origins)).toBeUndefined()
  })

  it('has no opaque parent', () => {
    expect(judgeKnock({ ...knock, source: null }, null, ['*'])).toBeUndefined()
  })

  it('tells another version which side to update', () => {
    const older = judgeKnock({ ...knock, data: { ...hello, version: PROTOCOL_VERSION + 1 } }, parent, [APP])
    expect(older?.problem).toMatchObject({ code: 'UNAVAILABLE', advice: 'Update the sandbox.' })
  })
})

describe('A268 A270 A272 the self-test', () => {
  const good: Surroundings = {
    framed: true,
    origin: 'http://localhost:3002',
    reachesParent: () => false,
    policy: async () => POLICY,
  }

  it('passes in a frame of another origin under the policy', async () => {
    expect(await selfTest(good)).toBeUndefined()
  })

  it.each<[string, Partial<Surroundings>, string]>([
    ['outside a frame', { framed: false }, 'only inside a frame'],
    ['without an origin', { origin: 'null' }, 'allow-same-origin'],
    ['on the origin of the app', { reachesParent: () => true }, 'another origin'],
    ['without a policy', { policy: async () => null }, '_headers'],
    [
      'under an open policy',
      { policy: async () => `${POLICY.replace("'self' ", "'self' 'unsafe-eval' ")}` },
      "'unsafe-eval'",
    ],
  ])('refuses %s and says what to do', async (_, change, text) => {
    expect(await selfTest({ ...good, ...change })).toContain(text)
  })

  it.each([
    ['', "default-src must be 'none'"],
    ["default-src 'self'; script-src 'self'; worker-src 'self'", "default-src must be 'none'"],
    ["default-src 'none'; worker-src 'self'", 'script-src is missing'],
    ["default-src 'none'; script-src 'self'", 'worker-src is missing'],
    ["default-src 'none'; script-src 'self' https:; worker-src 'self'", 'script-src allows https:'],
    ["default-src 'none'; script-src 'self'; worker-src 'self' blob:", 'worker-src allows blob:'],
    ["default-src 'none'; script-src *; worker-src 'self'", 'script-src allows *'],
    ["default-src 'none'; script-src 'unsafe-inline'; worker-src 'self'", "allows 'unsafe-inline'"],
    ["default-src 'none'; script-src 'self'; script-src-elem *; worker-src 'self'", 'script-src-elem overrides'],
    // The first of two directives of one name counts, as in browsers.
    ["default-src 'none'; script-src *; script-src 'self'; worker-src 'self'", 'script-src allows *'],
    ["DEFAULT-SRC 'none'; Script-Src *; worker-src 'self'", 'script-src allows *'],
  ])('sees through the policy %j', (policy, problem) => {
    expect(policyProblem(policy)).toContain(problem)
  })
})
