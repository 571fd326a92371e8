// Runs a netlist in DigitalJS: node digitaljs.mjs NETLIST.json CYCLES-TO-SHOW SECONDS. Writes
// {outputs, firstMs, cyclesPerSecond}. Processor time counts, as a cycle can take longer than a window.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url) // its modules load in Node in this form only
const { Vector3vl } = require('3vl')
const { HeadlessCircuit } = require('digitaljs')

const [file, trace, limit] = process.argv.slice(2)
const job = { netlist: JSON.parse(readFileSync(file, 'utf8')), trace: Number(trace), seconds: Number(limit) }
const start = performance.now()
const circuit = new HeadlessCircuit(job.netlist)
const [low, high] = [Vector3vl.zero, Vector3vl.one]

const settle = () => {
  while (circuit.hasPendingEvents) circuit.updateGatesNext()
}
const cycle = () => {
  circuit.setInput('clk', high)
  settle()
  circuit.setInput('clk', low)
  settle()
}
const output = () => Number.parseInt(circuit.getOutput('out').toBin(), 2)

circuit.setInput('clk', low)
settle()
const outputs = [output()]
let firstMs = 0
while (outputs.length < job.trace) {
  cycle()
  firstMs ||= performance.now() - start
  outputs.push(output())
}
let cycles = 0
const before = process.cpuUsage()
let seconds = 0
do {
  cycle()
  cycles++
  const used = process.cpuUsage(before)
  seconds = (used.user + used.system) / 1e6
} while (seconds < job.seconds)
console.log(JSON.stringify({ outputs, firstMs, cyclesPerSecond: cycles / seconds }))
