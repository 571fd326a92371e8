// How a network switch learns. Three computers, A, B and C, are
// plugged into its ports 0, 1 and 2. A keeps sending a frame to
// B, B keeps answering, and C calls everybody.
//
// The switch is not told who is where. It notes the sender of
// each frame together with the port that the frame came in by.
// Where the receiver is not known yet, the frame goes out by all
// other ports; so C gets a copy of A's first frame and of none
// after that. Press `forget` and it starts again.
const A = 0x02_00_00_00_00_0a
const B = 0x02_00_00_00_00_0b
const C = 0x02_00_00_00_00_0c
const EVERYBODY = 0xff_ff_ff_ff_ff_ff

// The bytes of an Ethernet frame: receiver, sender, type, text.
// (A real one is padded to 60 bytes and ends with a checksum.)
function frame(to: number, from: number, text: string): number[] {
  const bytes = (address: number) =>
    [40, 32, 24, 16, 8, 0].map((n) => Math.floor(address / 2 ** n) % 256)
  const letters = [...text].map((letter) => letter.charCodeAt(0))
  return [...bytes(to), ...bytes(from), 0x88, 0xb5, ...letters]
}

// Gives the turn to one port after the other: receives a frame
// into the buffer, sends it on from there, and starts the
// sender's frame again for the next time.
const Arbiter = circuit('Arbiter', {
  inputs: { last: bit, words: bus(6) },
  outputs: {
    port: bus(2),
    enable0: bit,
    enable1: bit,
    enable2: bit,
    again: bit,
    sending: bit,
    index: bus(6),
    sent: bit,
  },
  state: { turn: reg(2, 0), phase: reg(2, 0), position: reg(6, 0) },
  eval: ({ turn, phase, position, words }) => ({
    port: turn,
    enable0: phase === 0 && turn === 0 ? 1 : 0,
    enable1: phase === 0 && turn === 1 ? 1 : 0,
    enable2: phase === 0 && turn === 2 ? 1 : 0,
    again: phase === 2 ? 1 : 0,
    sending: phase === 1 ? 1 : 0,
    index: position,
    sent: phase === 1 && position === words - 1 ? 1 : 0,
  }),
  onTick: ({ turn, phase, position, last, words }) => {
    if (phase === 0) return { turn, phase: last ? 1 : 0, position: 0 }
    if (phase === 1) {
      const done = position === words - 1
      return { turn, phase: done ? 2 : 1, position: position + 1 }
    }
    return { turn: turn === 2 ? 0 : turn + 1, phase: 0, position: 0 }
  },
})

// Passes on the words of the port whose turn it is.
const Intake = circuit('Intake', {
  inputs: {
    port: bus(2),
    data0: bus(32),
    data1: bus(32),
    data2: bus(32),
    valid0: bit,
    valid1: bit,
    valid2: bit,
    last0: bit,
    last1: bit,
    last2: bit,
  },
  outputs: { data: bus(32), valid: bit, last: bit },
  eval: (s) => ({
    data: s.port === 0 ? s.data0 : s.port === 1 ? s.data1 : s.data2,
    valid: s.port === 0 ? s.valid0 : s.port === 1 ? s.valid1 : s.valid2,
    last: s.port === 0 ? s.last0 : s.port === 1 ? s.last1 : s.last2,
  }),
})

// Reads the two addresses off the first three words of a frame
// and counts its words.
const Header = circuit('Header', {
  inputs: { data: bus(32), valid: bit, clear: bit },
  outputs: { receiver: bus(48), sender: bus(48), words: bus(6) },
  state: { to: reg(48, 0), from: reg(48, 0), count: reg(6, 0) },
  eval: ({ to, from, count }) => ({ receiver: to, sender: from, words: count }),
  onTick: ({ to, from, count, data, valid, clear }) => {
    if (clear) return { to: 0n, from: 0n, count: 0 }
    if (!valid) return { to, from, count }
    const high = BigInt(data >>> 16)
    const low = BigInt(data & 0xffff)
    if (count === 0) to = (high << 32n) | (low << 16n)
    if (count === 1) {
      to = to | high
      from = low << 32n
    }
    if (count === 2) from = from | (high << 16n) | low
    return { to, from, count: count + 1 }
  },
})

// Who is where: four addresses and their ports.
const AddressTable = circuit('AddressTable', {
  inputs: {
    receiver: bus(48),
    sender: bus(48),
    port: bus(2),
    learn: bit,
    forget: bit,
  },
  outputs: { known: bit, at: bus(2), size: bus(8) },
  state: {
    address0: reg(48, 0),
    address1: reg(48, 0),
    address2: reg(48, 0),
    address3: reg(48, 0),
    ports: mem(4, 2),
    next: reg(2, 0),
    used: reg(3, 0),
  },
  eval: (s) => {
    const entry =
      s.receiver === s.address0
        ? 0
        : s.receiver === s.address1
          ? 1
          : s.receiver === s.address2
            ? 2
            : s.receiver === s.address3
              ? 3
              : 4
    const known = entry < s.used
    return { known: known ? 1 : 0, at: known ? s.ports[entry] : 0, size: s.used }
  },
  onTick: (s) => {
    const { address0, address1, address2, address3, ports, next, used } = s
    const same = { address0, address1, address2, address3, ports, next, used }
    if (s.forget) return { ...same, next: 0, used: 0 }
    if (!s.learn) return same
    // Somebody known may have moved to another port.
    for (let i = 0; i < 4; i++) {
      const address =
        i === 0 ? address0 : i === 1 ? address1 : i === 2 ? address2 : address3
      if (i < used && address === s.sender) {
        ports[i] = s.port
        return same
      }
    }
    // Somebody new takes the place of the oldest entry.
    ports[next] = s.port
    return {
      address0: next === 0 ? s.sender : address0,
      address1: next === 1 ? s.sender : address1,
      address2: next === 2 ? s.sender : address2,
      address3: next === 3 ? s.sender : address3,
      ports,
      next: next + 1,
      used: used === 4 ? 4 : used + 1,
    }
  },
})

// Decides by which ports a frame leaves. The lowest bit of the
// first byte of an address marks groups, such as everybody.
const Forward = circuit('Forward', {
  inputs: {
    receiver: bus(48),
    known: bit,
    at: bus(2),
    from: bus(2),
    sending: bit,
  },
  outputs: { out0: bit, out1: bit, out2: bit, flood: bit },
  eval: ({ receiver, known, at, from, sending }) => {
    const group = Number((receiver >> 40n) & 1n)
    const flood = group === 1 || known === 0 ? 1 : 0
    const goes = (port: number) =>
      sending === 1 && port !== from && (flood === 1 || port === at) ? 1 : 0
    return { out0: goes(0), out1: goes(1), out2: goes(2), flood: flood & sending }
  },
})

// A computer's network card, as far as it matters here: counts
// the frames that arrive.
const Receiver = circuit('Receiver', {
  inputs: { valid: bit, last: bit },
  outputs: { frames: bus(8) },
  state: { count: reg(8, 0) },
  eval: ({ count }) => ({ frames: count }),
  onTick: ({ count, valid, last }) => ({ count: count + (valid & last) }),
})

circuit('NetworkSwitch', {
  outputs: { word: bus(32), toA: bit, toB: bit, toC: bit },
  nodes: {
    forget: Button,
    a: Eth_FrameInput({ memory: frame(B, A, 'Hello B, this is A.') }),
    b: Eth_FrameInput({ memory: frame(A, B, 'Good to hear from you, A.') }),
    c: Eth_FrameInput({ memory: frame(EVERYBODY, C, 'Is anybody there?') }),
    arbiter: Arbiter,
    intake: Intake,
    header: Header,
    buffer: DualPortRAM({ addressWidth: 6, dataWidth: 32 }),
    table: AddressTable,
    forward: Forward,
    receiverA: Receiver,
    receiverB: Receiver,
    receiverC: Receiver,
    framesAtA: HexDisplay,
    framesAtB: HexDisplay,
    framesAtC: HexDisplay,
    learned: HexDisplay,
    flooding: Led,
  },
  connect: ({ outputs, nodes: n }) => [
    n.arbiter.enable0.to(n.a.enable),
    n.arbiter.enable1.to(n.b.enable),
    n.arbiter.enable2.to(n.c.enable),
    n.arbiter.again.to(n.a.reset, n.b.reset, n.c.reset, n.header.clear),
    n.arbiter.port.to(n.intake.port, n.table.port, n.forward.from),

    n.a.tdata.to(n.intake.data0),
    n.b.tdata.to(n.intake.data1),
    n.c.tdata.to(n.intake.data2),
    n.a.tvalid.to(n.intake.valid0),
    n.b.tvalid.to(n.intake.valid1),
    n.c.tvalid.to(n.intake.valid2),
    n.a.tlast.to(n.intake.last0),
    n.b.tlast.to(n.intake.last1),
    n.c.tlast.to(n.intake.last2),
    n.intake.last.to(n.arbiter.last),

    // A frame waits in the buffer until it is known where to.
    n.intake.data.to(n.header.data, n.buffer.dataA),
    n.intake.valid.to(n.header.valid, n.buffer.weA),
    n.header.words.to(n.buffer.addrA, n.arbiter.words),
    n.arbiter.index.to(n.buffer.addrB),

    n.header.receiver.to(n.table.receiver, n.forward.receiver),
    n.header.sender.to(n.table.sender),
    n.arbiter.sent.to(n.table.learn),
    n.forget.out.to(n.table.forget),
    n.table.known.to(n.forward.known),
    n.table.at.to(n.forward.at),
    n.table.size.to(n.learned.in),

    n.arbiter.sending.to(n.forward.sending),
    n.forward.out0.to(n.receiverA.valid, outputs.toA),
    n.forward.out1.to(n.receiverB.valid, outputs.toB),
    n.forward.out2.to(n.receiverC.valid, outputs.toC),
    n.forward.flood.to(n.flooding.in),
    n.arbiter.sent.to(n.receiverA.last, n.receiverB.last, n.receiverC.last),
    n.buffer.outB.to(outputs.word),

    n.receiverA.frames.to(n.framesAtA.in),
    n.receiverB.frames.to(n.framesAtB.in),
    n.receiverC.frames.to(n.framesAtC.in),
  ],
})
