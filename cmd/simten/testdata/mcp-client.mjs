// Speaks with `simten mcp` through the client of the TypeScript SDK, and prints what it saw as one JSON object. The
// client checks every structured result against the schema of its tool.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [kind, ...rest] = process.argv.slice(2)
const transport =
  kind === 'stdio'
    ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: { ...process.env }, stderr: 'ignore' })
    : new StreamableHTTPClientTransport(new URL(rest[0]), {
        requestInit: { headers: { Authorization: `Bearer ${rest[1]}` } },
      })
const client = new Client({ name: 'test', version: '1' })
await client.connect(transport)

const source = `circuit('Counter', {
  outputs: { count: bus(8) }, state: { n: reg(8) },
  eval: ({ n }) => ({ count: n }), onTick: ({ n }) => ({ n: (n + 1) & 255 }),
})`
const { tools } = await client.listTools()
const seen = {
  server: client.getServerVersion().name,
  instructions: client.getInstructions().length,
  tools: tools.length,
  schemas: tools.filter((tool) => tool.inputSchema.type === 'object' && tool.outputSchema?.type === 'object').length,
  resources: (await client.listResources()).resources.length,
  prompts: (await client.listPrompts()).prompts.length,
}
const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options)

const simulated = await call('simulate_circuit', { source, ticks: 5 })
seen.final = simulated.structuredContent.final.count
const run = simulated.structuredContent.run.id
seen.found = (await call('find', { run, when: 'count === 3' })).structuredContent.cycles
seen.query = (await call('query_run', { run, code: '(run) => run.last' })).structuredContent.result
const checked = await call('check_circuit', { source: 'circuit(' })
seen.valid = checked.structuredContent.valid
const wrong = await call('simulate_circuit', { source: 'circuit(' })
seen.error = [wrong.isError, wrong.structuredContent.error.code]
const unknown = await call('find', { run, wen: 'count' })
seen.unknown = [unknown.isError, unknown.structuredContent.error.code]

const cancel = new AbortController()
setTimeout(() => cancel.abort('enough'), 300)
seen.cancelled = await call('query_run', { run, code: '(run) => { for (;;); }' }, { signal: cancel.signal }).then(
  () => 'answered',
  (error) => String(error.message ?? error),
)
seen.after = (await call('digest', { run })).structuredContent.cycle
let progress = 0
await call('simulate_circuit', { source, ticks: 10_000_000 }, { onprogress: () => progress++ })
seen.progress = progress > 0
await client.close()
console.log(JSON.stringify(seen))
