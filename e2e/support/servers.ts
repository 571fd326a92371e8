/** Where the two origins are. The ports differ from those of `make run`, so that both can be up at once. */
export const appUrl = process.env.SIMTEN_APP_URL ?? 'http://localhost:3101'
export const sandboxUrl = process.env.SIMTEN_SANDBOX_URL ?? 'http://localhost:3102'
/** Whether the tests start the servers themselves. */
export const startServers = process.env.SIMTEN_APP_URL === undefined
