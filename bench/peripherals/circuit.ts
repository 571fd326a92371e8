// Peripherals of a microcontroller, each a state machine: eight serial lines whose transmitter feeds their receiver,
// four SPI masters in a loop with themselves, a timer with a divider, and a FIFO that collects what was received.
const LINES = 8
const MASTERS = 4

const serial = (period: number) => circuit(`Serial${period}`, {
  outputs: { data: bus(8), valid: bit },
  state: { next: reg(8, period), shift: reg(10), sent: reg(4), baud: reg(6), phase: reg(6), bits: reg(4), got: reg(8), busy: reg(1), done: reg(1) },
  eval: ({ got, done }) => ({ data: got, valid: done }),
  onTick: ({ next, shift, sent, baud, phase, bits, got, busy, done }) => {
    const line = sent === 0 ? 1 : shift & 1
    let r: any = { done: 0 }
    if (sent === 0) {
      r.shift = (next << 1) | 0x200
      r.sent = 10
      r.baud = 0
      r.next = (next * 13 + 5) & 0xff
    } else if (baud === period - 1) {
      r.baud = 0
      r.shift = shift >>> 1
      r.sent = sent - 1
    } else r.baud = baud + 1
    if (!busy) {
      if (line === 0) {
        r.busy = 1
        r.phase = 0
        r.bits = 0
      }
    } else if (phase === (bits === 0 ? period + (period >>> 1) - 1 : period - 1)) {
      r.phase = 0
      if (bits === 8) {
        r.busy = 0
        r.done = 1
      } else {
        r.got = ((line << 7) | (got >>> 1)) & 0xff
        r.bits = bits + 1
      }
    } else r.phase = phase + 1
    return r
  },
})

const spi = (divider: number) => circuit(`Spi${divider}`, {
  outputs: { data: bus(8), valid: bit },
  state: { out: reg(8, 0xa5), into: reg(8), count: reg(4), clock: reg(1), divide: reg(4), word: reg(8), done: reg(1) },
  eval: ({ word, done }) => ({ data: word, valid: done }),
  onTick: ({ out, into, count, clock, divide, word }) => {
    if (divide !== divider) return { divide: divide + 1, done: 0 }
    if (!clock) return { divide: 0, clock: 1, into: ((into << 1) | (out >>> 7)) & 0xff, done: 0 }
    if (count === 7) return { divide: 0, clock: 0, count: 0, word: into, out: (into + word + divider) & 0xff, done: 1 }
    return { divide: 0, clock: 0, count: count + 1, out: (out << 1) & 0xff, done: 0 }
  },
})

const Timer = circuit('Timer', {
  outputs: { now: bus(16), tick: bit },
  state: { prescale: reg(7), time: reg(16), fired: reg(1) },
  eval: ({ time, fired }) => ({ now: time, tick: fired }),
  onTick: ({ prescale, time }) =>
    prescale === 99 ? { prescale: 0, time: (time + 1) & 0xffff, fired: (time & 7) === 7 ? 1 : 0 } : { prescale: prescale + 1, fired: 0 },
})

const Collector = circuit('Collector', {
  inputs: {
    ...Object.fromEntries(Array.from({ length: LINES + MASTERS }, (_, i) => [`d${i}`, bus(8)])),
    ...Object.fromEntries(Array.from({ length: LINES + MASTERS }, (_, i) => [`v${i}`, bit])),
    now: bus(16),
    tick: bit,
  },
  outputs: { out: bus(32) },
  state: { ram: mem(64, 8), head: reg(6), tail: reg(6), sum: reg(32, 1), last: reg(4) },
  eval: ({ sum, now }) => ({ out: sum ^ now }),
  onTick: (v: any) => {
    const r: any = { ram: v.ram }
    let which = 15
    let data = 0
    for (let i = 0; i < 12; i++) {
      const at = [v.v0, v.v1, v.v2, v.v3, v.v4, v.v5, v.v6, v.v7, v.v8, v.v9, v.v10, v.v11][i]
      if (which === 15 && at) {
        which = i
        data = [v.d0, v.d1, v.d2, v.d3, v.d4, v.d5, v.d6, v.d7, v.d8, v.d9, v.d10, v.d11][i]
      }
    }
    if (which !== 15 && ((v.tail + 1) & 63) !== v.head) {
      v.ram.set(v.tail, data)
      r.tail = (v.tail + 1) & 63
      r.last = which
    }
    if (v.tick && v.head !== v.tail) {
      r.sum = (Math.imul(v.sum, 31) + v.ram.get(v.head) + v.last) | 0
      r.head = (v.head + 1) & 63
    }
    return r
  },
})

const nodes: Record<string, any> = { timer: Timer, collector: Collector }
for (let i = 0; i < LINES; i++) nodes[`serial${i}`] = serial(8 + 5 * i)
for (let i = 0; i < MASTERS; i++) nodes[`spi${i}`] = spi(2 + i)

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.timer.now.to(n.collector.now), n.timer.tick.to(n.collector.tick), n.collector.out.to(outputs.out)]
    for (let i = 0; i < LINES + MASTERS; i++) {
      const from = i < LINES ? n[`serial${i}`] : n[`spi${i - LINES}`]
      list.push(from.data.to(n.collector[`d${i}`]), from.valid.to(n.collector[`v${i}`]))
    }
    return list
  },
})
