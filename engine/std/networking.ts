// Ethernet parts, a memory bus, serial ports, and a network card's queues.

const networking = 'networking'

/**
 * Tells which protocol an EtherType stands for.
 *
 * @input ethertype: 16 — the EtherType field of a frame
 * @output is_ipv4: bit — 1 for 0x0800
 * @output is_ipv6: bit — 1 for 0x86DD
 * @output is_arp: bit — 1 for 0x0806
 * @output is_vlan: bit — 1 for 0x8100
 * @output is_mpls: bit — 1 for 0x8847
 * @formula each flag compares ethertype with its number
 * @example
 * ```ts
 * nodes: { parser: Eth_FrameParser, protocol: Eth_ProtocolDecoder },
 * connect: ({ nodes: { parser, protocol } }) => [parser.ethertype.to(protocol.ethertype)]
 * ```
 */
export const Eth_ProtocolDecoder = circuit('Eth_ProtocolDecoder', {
  inputs: { ethertype: bus(16) },
  outputs: { is_ipv4: bit, is_ipv6: bit, is_arp: bit, is_vlan: bit, is_mpls: bit },
  eval: ({ ethertype }) => ({
    is_ipv4: ethertype === 0x0800,
    is_ipv6: ethertype === 0x86dd,
    is_arp: ethertype === 0x0806,
    is_vlan: ethertype === 0x8100,
    is_mpls: ethertype === 0x8847,
  }),
  meta: { description: 'Tells which protocol an EtherType stands for.', category: networking, icon: 'EP' },
})

/**
 * Tells whom a destination address means.
 *
 * `dst_mac_lo` holds the first four octets of the address as they come over the wire, the first one in
 * its top byte; `dst_mac_hi` holds the last two. Exactly one output is 1.
 *
 * @input dst_mac_hi: 16 — octets 4 and 5
 * @input dst_mac_lo: 32 — octets 0 to 3
 * @output is_broadcast: bit — all 48 bits are set
 * @output is_multicast: bit — not broadcast, and the group bit of octet 0 is set
 * @output is_unicast: bit — neither
 * @formula group bit = bit 24 of dst_mac_lo
 * @example
 * ```ts
 * nodes: { parser: Eth_FrameParser, address: Eth_AddrClassifier },
 * connect: ({ nodes: { parser, address } }) => [
 *   parser.dst_mac_hi.to(address.dst_mac_hi), parser.dst_mac_lo.to(address.dst_mac_lo),
 * ]
 * ```
 */
export const Eth_AddrClassifier = circuit('Eth_AddrClassifier', {
  inputs: { dst_mac_hi: bus(16), dst_mac_lo: bus(32) },
  outputs: { is_broadcast: bit, is_multicast: bit, is_unicast: bit },
  eval: ({ dst_mac_hi, dst_mac_lo }) => {
    const broadcast = dst_mac_hi === 0xffff && dst_mac_lo >>> 0 === 0xffffffff ? 1 : 0
    const group = (dst_mac_lo >>> 24) & 1
    return { is_broadcast: broadcast, is_multicast: group & ~broadcast, is_unicast: group ^ 1 }
  },
  meta: { description: 'Tells whom a destination address means.', category: networking, icon: 'EA' },
})

/** Bytes that the frame memory holds: enough for the longest frame of Ethernet, 1,522 bytes. */
const frameBytes = 2048

/**
 * Plays a stored frame as a stream of 32-bit words.
 *
 * The frame's bytes are loaded into `memory` before the run; the frame ends with its last byte that is
 * not 0. All outputs show what the last clock edge produced. `reset` wins over `enable`.
 *
 * @input enable: bit — 1 sends the next word at each clock edge
 * @input reset: bit — starts the frame again
 * @output tdata: 32 — four bytes, the first one in bits 31 to 24
 * @output tkeep: 4 — which bytes count; bit 3 stands for the first
 * @output tvalid: bit — a word is present
 * @output tlast: bit — it is the frame's last one
 * @output byte_offset: 16 — position of its first byte in the frame
 * @formula outputs = registers
 * @clock reset = 1: starts again; else enable = 0: tvalid becomes 0; else the next up to 4 bytes come out, or
 *   after the end tdata, tkeep, tvalid and tlast become 0
 * @example
 * ```ts
 * nodes: { frame: Eth_FrameInput, parser: Eth_FrameParser, on: Constant({ value: 1 }) },
 * connect: ({ nodes: { frame, parser, on } }) => [
 *   on.out.to(frame.enable), frame.tdata.to(parser.tdata), frame.tkeep.to(parser.tkeep),
 *   frame.tvalid.to(parser.tvalid), frame.tlast.to(parser.tlast),
 * ]
 * ```
 */
export const Eth_FrameInput = circuit('Eth_FrameInput', {
  inputs: { enable: bit, reset: bit },
  outputs: { tdata: bus(32), tkeep: bus(4), tvalid: bit, tlast: bit, byte_offset: bus(16) },
  state: {
    memory: mem(frameBytes, 8),
    position: reg(16),
    length: reg(16),
    started: reg(1),
    data: reg(32),
    keep: reg(4),
    valid: reg(1),
    last: reg(1),
    offset: reg(16),
  },
  eval: ({ data, keep, valid, last, offset }) => ({
    tdata: data,
    tkeep: keep,
    tvalid: valid,
    tlast: last,
    byte_offset: offset,
  }),
  onTick: ({ enable, reset, memory, position, length, started, data, keep, valid, last, offset }) => {
    if (reset) return { memory, position: 0, length, started: 0, data, keep, valid: 0, last: 0, offset }
    if (!enable) return { memory, position, length, started, data, keep, valid: 0, last, offset }
    let end = length
    if (!started) {
      end = 0
      for (let i = 0; i < frameBytes; i++) if (memory[i] !== 0) end = i + 1
    }
    if (position >= end) {
      return { memory, position, length: end, started: 1, data: 0, keep: 0, valid: 0, last: 0, offset: position }
    }
    const count = Math.min(4, end - position)
    return {
      memory,
      position: position + count,
      length: end,
      started: 1,
      // Bytes after the end are 0.
      data:
        (memory[position] << 24) | (memory[position + 1] << 16) | (memory[position + 2] << 8) | memory[position + 3],
      keep: (0xf << (4 - count)) & 0xf,
      valid: 1,
      last: position + count === end ? 1 : 0,
      offset: position,
    }
  },
  meta: { description: 'Plays a stored frame as a stream of 32-bit words.', category: networking, icon: 'EI' },
})

/**
 * Reads the header of a frame from a stream of 32-bit words.
 *
 * It goes through the states 0 idle, 2 second word, 3 third word, 4 EtherType, 5 VLAN tag, 6 payload and
 * 7 done, where it stays until the simulation is reset. A frame that ends before its EtherType does not
 * reach state 7.
 *
 * @input tdata: 32 — four bytes, the first one in bits 31 to 24
 * @input tkeep: 4 — which bytes count
 * @input tvalid: bit — a word is present
 * @input tlast: bit — it is the frame's last one
 * @output dst_mac_hi: 16 — destination address, octets 4 and 5
 * @output dst_mac_lo: 32 — destination address, octets 0 to 3
 * @output dst_mac_valid: bit — state 2 or later
 * @output src_mac_hi: 16 — source address, octets 0 and 1
 * @output src_mac_lo: 32 — source address, octets 2 to 5
 * @output src_mac_valid: bit — state 4 or later
 * @output ethertype: 16 — EtherType
 * @output ethertype_valid: bit — state 6 or later
 * @output has_vlan: bit — the frame has a VLAN tag
 * @output vlan_tci: 16 — its tag control information
 * @output vlan_valid: bit — has_vlan, and state 6 or later
 * @output payload_valid: bit — state 6 or 7
 * @output frame_done: bit — state 7
 * @output frame_length: 16 — bytes seen so far
 * @output parse_state: 4 — the state
 * @formula outputs = registers and comparisons of the state
 * @clock tvalid = 1: counts the bytes of tkeep and takes the fields of tdata that belong to the state
 * @example
 * ```ts
 * nodes: { frame: Eth_FrameInput, parser: Eth_FrameParser },
 * connect: ({ nodes: { frame, parser } }) => [
 *   frame.tdata.to(parser.tdata), frame.tkeep.to(parser.tkeep),
 *   frame.tvalid.to(parser.tvalid), frame.tlast.to(parser.tlast),
 * ]
 * ```
 */
export const Eth_FrameParser = circuit('Eth_FrameParser', {
  inputs: { tdata: bus(32), tkeep: bus(4), tvalid: bit, tlast: bit },
  outputs: {
    dst_mac_hi: bus(16),
    dst_mac_lo: bus(32),
    dst_mac_valid: bit,
    src_mac_hi: bus(16),
    src_mac_lo: bus(32),
    src_mac_valid: bit,
    ethertype: bus(16),
    ethertype_valid: bit,
    has_vlan: bit,
    vlan_tci: bus(16),
    vlan_valid: bit,
    payload_valid: bit,
    frame_done: bit,
    frame_length: bus(16),
    parse_state: bus(4),
  },
  state: {
    phase: reg(4),
    dstLow: reg(32),
    dstHigh: reg(16),
    srcLow: reg(32),
    srcHigh: reg(16),
    type: reg(16),
    tci: reg(16),
    tagged: reg(1),
    bytes: reg(16),
  },
  eval: ({ phase, dstLow, dstHigh, srcLow, srcHigh, type, tci, tagged, bytes }) => ({
    dst_mac_hi: dstHigh,
    dst_mac_lo: dstLow,
    dst_mac_valid: phase >= 2,
    src_mac_hi: srcHigh,
    src_mac_lo: srcLow,
    src_mac_valid: phase >= 4,
    ethertype: type,
    ethertype_valid: phase >= 6,
    has_vlan: tagged,
    vlan_tci: tci,
    vlan_valid: tagged && phase >= 6 ? 1 : 0,
    payload_valid: phase >= 6,
    frame_done: phase === 7,
    frame_length: bytes,
    parse_state: phase,
  }),
  onTick: ({ tdata = 0, tkeep = 0, tvalid, tlast, phase, dstLow, dstHigh, srcLow, srcHigh, type, tci, tagged, bytes }) => {
    if (!tvalid) return { phase, dstLow, dstHigh, srcLow, srcHigh, type, tci, tagged, bytes }
    const upper = tdata >>> 16
    const lower = tdata & 0xffff
    const seen = (tkeep & 1) + ((tkeep >> 1) & 1) + ((tkeep >> 2) & 1) + ((tkeep >> 3) & 1)
    const isTag = phase === 4 && upper === 0x8100
    const isType = phase === 4 || phase === 5
    let next = phase
    if (phase === 0) next = 2
    else if (phase === 2) next = 3
    else if (phase === 3) next = 4
    else if (isTag) next = 5
    else if (phase <= 6) next = tlast ? 7 : 6
    return {
      phase: next,
      dstLow: phase === 0 ? tdata : dstLow,
      dstHigh: phase === 2 ? upper : dstHigh,
      // The first two octets of the source wait in srcLow for the word with the other four.
      srcLow: phase === 2 ? lower : phase === 3 ? tdata : srcLow,
      srcHigh: phase === 3 ? srcLow & 0xffff : srcHigh,
      type: isType ? upper : type,
      tci: isTag ? lower : tci,
      tagged: isTag ? 1 : tagged,
      bytes: (bytes + seen) & 0xffff,
    }
  },
  meta: {
    description: 'Reads the header of a frame from a stream of 32-bit words.',
    category: networking,
    icon: 'EF',
  },
})

/** The remainders of the reflected Ethernet polynomial for each value of the low four bits. */
const remainders = Array.from({ length: 16 }, (_, value) => {
  let r = value
  for (let i = 0; i < 4; i++) r = r & 1 ? (r >>> 1) ^ 0xedb88320 : r >>> 1
  return r >>> 0
})

/** The remainder after one more byte. */
function crcByte(remainder: number, byte: number): number {
  const start = remainder ^ byte
  const half = (start >>> 4) ^ remainders[start & 15]
  return (half >>> 4) ^ remainders[half & 15]
}

/**
 * Computes the checksum of a frame.
 *
 * The usual CRC-32: reflected polynomial 0xEDB88320, start and final inversion. When the frame's own
 * checksum is fed in as well, least significant byte first, `crc_ok` tells whether it was right.
 *
 * @input data: 32 — four bytes, the first one in bits 31 to 24
 * @input data_valid: bit — a word is present
 * @input tkeep: 4 — which bytes count; bit 3 stands for the first
 * @input tlast: bit — it is the frame's last one
 * @input reset: bit — starts a new checksum
 * @output crc: 32 — checksum of the bytes so far
 * @output crc_ok: bit — the frame has ended and its checksum was right
 * @formula crc = NOT remainder; crc_ok = ended and remainder = 0xDEBB20E3
 * @clock reset = 1: remainder becomes 0xFFFFFFFF; else data_valid = 1: the bytes of tkeep are added, first one first
 * @example
 * ```ts
 * // The bytes "123456789" give 0xCBF43926.
 * nodes: { crc: Eth_CRC32 }
 * ```
 */
export const Eth_CRC32 = circuit('Eth_CRC32', {
  inputs: { data: bus(32), data_valid: bit, tkeep: bus(4), tlast: bit, reset: bit },
  outputs: { crc: bus(32), crc_ok: bit },
  state: { remainder: reg(32, 0xffffffff), ended: reg(1) },
  eval: ({ remainder, ended }) => ({
    crc: ~remainder >>> 0,
    crc_ok: ended && remainder >>> 0 === 0xdebb20e3 ? 1 : 0,
  }),
  onTick: ({ data = 0, data_valid, tkeep = 0, tlast, reset, remainder, ended }) => {
    if (reset) return { remainder: 0xffffffff, ended: 0 }
    if (!data_valid) return { remainder, ended }
    let r = remainder
    if (tkeep & 8) r = crcByte(r, data >>> 24)
    if (tkeep & 4) r = crcByte(r, (data >>> 16) & 0xff)
    if (tkeep & 2) r = crcByte(r, (data >>> 8) & 0xff)
    if (tkeep & 1) r = crcByte(r, data & 0xff)
    return { remainder: r >>> 0, ended: tlast ? 1 : ended }
  },
  meta: { description: 'Computes the checksum of a frame.', category: networking, icon: 'EC' },
})

/** What MemBusMux reads: its ports, and the address ranges. */
type BusFields = {
  [K in 'addr' | 'write_data' | 'mem_read' | 'mem_write' | 'funct3' | `read_data_${0 | 1 | 2 | 3 | 4}`]: number
} & { [K in `${'base' | 'end'}${0 | 1 | 2 | 3 | 4}`]?: number }

/**
 * Connects a processor to five memories or devices by address.
 *
 * The lowest-numbered range that contains the address is chosen. Its data comes back whether or not it is
 * being read; strobes go to it alone.
 *
 * @input addr: 32 — byte address
 * @input write_data: 32 — what is written
 * @input mem_read: bit — read strobe
 * @input mem_write: bit — write strobe
 * @input funct3: 3 — access size, passed on
 * @input read_data_0: 32 — from device 0
 * @input read_data_1: 32 — from device 1
 * @input read_data_2: 32 — from device 2
 * @input read_data_3: 32 — from device 3
 * @input read_data_4: 32 — from device 4
 * @output local_addr: 32 — address within the range; 0 outside all
 * @output write_data_out: 32 — write_data
 * @output funct3_out: 3 — funct3
 * @output read_data: 32 — from the chosen device; 0 outside all ranges
 * @output p0_read: bit — read strobe of device 0
 * @output p0_write: bit — write strobe of device 0
 * @output p1_read: bit — read strobe of device 1
 * @output p1_write: bit — write strobe of device 1
 * @output p2_read: bit — read strobe of device 2
 * @output p2_write: bit — write strobe of device 2
 * @output p3_read: bit — read strobe of device 3
 * @output p3_write: bit — write strobe of device 3
 * @output p4_read: bit — read strobe of device 4
 * @output p4_write: bit — write strobe of device 4
 * @option base0 = 0x00010000 — first address of device 0
 * @option end0 = 0x0001FFFF — last address of device 0
 * @option base1 = 0x80000000 — first address of device 1
 * @option end1 = 0x80000FFF — last address of device 1
 * @option base2 = 0x80001000 — first address of device 2
 * @option end2 = 0x80001FFF — last address of device 2
 * @option base3 = 0x80002000 — first address of device 3
 * @option end3 = 0x80002FFF — last address of device 3
 * @option base4 = 0x00000000 — first address of device 4
 * @option end4 = 0x0000FFFF — last address of device 4
 * @formula device N is chosen when baseN ≤ addr ≤ endN; local_addr = addr − baseN
 * @example
 * ```ts
 * nodes: { bus: MemBusMux, ram: RV32I_DataMem, uart: UART_TX },
 * connect: ({ nodes: { bus, ram, uart } }) => [
 *   bus.local_addr.to(ram.addr, uart.addr), bus.write_data_out.to(ram.write_data, uart.write_data),
 *   bus.p0_read.to(ram.mem_read), bus.p0_write.to(ram.mem_write), ram.read_data.to(bus.read_data_0),
 *   bus.p1_read.to(uart.mem_read), bus.p1_write.to(uart.mem_write), uart.read_data.to(bus.read_data_1),
 * ]
 * ```
 */
export const MemBusMux = circuit('MemBusMux', {
  inputs: {
    addr: bus(32),
    write_data: bus(32),
    mem_read: bit,
    mem_write: bit,
    funct3: bus(3),
    read_data_0: bus(32),
    read_data_1: bus(32),
    read_data_2: bus(32),
    read_data_3: bus(32),
    read_data_4: bus(32),
  },
  outputs: {
    local_addr: bus(32),
    write_data_out: bus(32),
    funct3_out: bus(3),
    read_data: bus(32),
    p0_read: bit,
    p0_write: bit,
    p1_read: bit,
    p1_write: bit,
    p2_read: bit,
    p2_write: bit,
    p3_read: bit,
    p3_write: bit,
    p4_read: bit,
    p4_write: bit,
  },
  eval: ({
    addr,
    write_data,
    mem_read,
    mem_write,
    funct3,
    read_data_0,
    read_data_1,
    read_data_2,
    read_data_3,
    read_data_4,
    base0 = 0x00010000,
    end0 = 0x0001ffff,
    base1 = 0x80000000,
    end1 = 0x80000fff,
    base2 = 0x80001000,
    end2 = 0x80001fff,
    base3 = 0x80002000,
    end3 = 0x80002fff,
    base4 = 0x00000000,
    end4 = 0x0000ffff,
  }: BusFields) => {
    const a = addr >>> 0
    let device = 5
    let base = a
    let data = 0
    if (a >= base0 && a <= end0) {
      device = 0
      base = base0
      data = read_data_0
    } else if (a >= base1 && a <= end1) {
      device = 1
      base = base1
      data = read_data_1
    } else if (a >= base2 && a <= end2) {
      device = 2
      base = base2
      data = read_data_2
    } else if (a >= base3 && a <= end3) {
      device = 3
      base = base3
      data = read_data_3
    } else if (a >= base4 && a <= end4) {
      device = 4
      base = base4
      data = read_data_4
    }
    return {
      local_addr: (a - base) >>> 0,
      write_data_out: write_data,
      funct3_out: funct3,
      read_data: data,
      p0_read: device === 0 && mem_read ? 1 : 0,
      p0_write: device === 0 && mem_write ? 1 : 0,
      p1_read: device === 1 && mem_read ? 1 : 0,
      p1_write: device === 1 && mem_write ? 1 : 0,
      p2_read: device === 2 && mem_read ? 1 : 0,
      p2_write: device === 2 && mem_write ? 1 : 0,
      p3_read: device === 3 && mem_read ? 1 : 0,
      p3_write: device === 3 && mem_write ? 1 : 0,
      p4_read: device === 4 && mem_read ? 1 : 0,
      p4_write: device === 4 && mem_write ? 1 : 0,
    }
  },
  meta: { description: 'Connects a processor to five memories or devices by address.', category: 'rv32i', icon: 'BUS' },
})

/**
 * Prints characters that a processor writes.
 *
 * A store to address 0 appends a character; stores elsewhere do nothing. Every address reads 1, "ready".
 * The text keeps its last 4,096 characters.
 *
 * @input addr: 32 — register address
 * @input write_data: 32 — character code in the low byte
 * @input mem_read: bit — read strobe
 * @input mem_write: bit — write strobe
 * @output read_data: 32 — 1 while reading, else 0
 * @formula read_data = mem_read
 * @clock mem_write = 1 and addr = 0: appends the character to the text
 * @example
 * ```ts
 * nodes: { bus: MemBusMux, uart: UART_TX },
 * connect: ({ nodes: { bus, uart } }) => [
 *   bus.local_addr.to(uart.addr), bus.write_data_out.to(uart.write_data),
 *   bus.p1_read.to(uart.mem_read), bus.p1_write.to(uart.mem_write), uart.read_data.to(bus.read_data_1),
 * ]
 * ```
 */
export const UART_TX = circuit('UART_TX', {
  inputs: { addr: bus(32), write_data: bus(32), mem_read: bit, mem_write: bit },
  outputs: { read_data: bus(32) },
  state: { text: '' },
  eval: ({ mem_read }) => ({ read_data: mem_read }),
  onTick: ({ addr = 0, write_data = 0, mem_write, text }) => {
    if (!mem_write || addr !== 0) return { text }
    return { text: (text + String.fromCharCode(write_data & 0xff)).slice(-4096) }
  },
  meta: { description: 'Prints characters that a processor writes.', category: 'io', icon: 'TX', synthesizable: false },
})

/** Bytes that the receiver's queue holds. */
const queueBytes = 16

/** What UART_RX's onTick reads: its ports, its state, and the character that the user types. */
type ReceiverFields = {
  [K in 'addr' | 'mem_read' | 'mem_write' | 'head' | 'count' | 'seen' | 'typed']: number
} & { queue: Simten.Memory; value?: number }

/**
 * Receives characters that the user types.
 *
 * The partner of UART_TX, with the same ports. Characters wait in a queue of 16 bytes:
 *
 * - address 0 reads the oldest byte (0 when there is none) and takes it off the queue,
 * - address 4 reads the status: bit 0 is 1 while a byte is waiting; a store here empties the queue,
 * - address 8 reads how many bytes are waiting.
 *
 * Other addresses read 0. Characters come from two places. The option `text` is typed from the start, one
 * character per clock edge. Then comes the keyboard: the argument `value` holds 256 · n + code, where n
 * counts the keys, so that a key pressed twice is noticed, or 0 when there is none; the state field `seen`
 * shows the last number that was taken, and the next key, or 0, is handed over after that. While the queue is full, characters wait
 * outside; none is lost.
 *
 * @input addr: 32 — register address
 * @input write_data: 32 — not used
 * @input mem_read: bit — read strobe
 * @input mem_write: bit — write strobe
 * @output read_data: 32 — the register at addr while reading, else 0
 * @option text = '' — characters that arrive from the start
 * @option value = 0 — the last key, 256 · n + code; 0 is none
 * @formula read_data = mem_read ? (addr = 0 ? oldest byte : addr = 4 ? (waiting > 0) : addr = 8 ? waiting : 0) : 0
 * @clock mem_read = 1 and addr = 0: the oldest byte leaves; mem_write = 1 and addr = 4: the queue is emptied; then
 *   the next character of text, or a new key, enters if there is room
 * @example
 * ```ts
 * nodes: { bus: MemBusMux, keys: UART_RX({ text: 'hello' }) },
 * connect: ({ nodes: { bus, keys } }) => [
 *   bus.local_addr.to(keys.addr), bus.p2_read.to(keys.mem_read), bus.p2_write.to(keys.mem_write),
 *   bus.write_data_out.to(keys.write_data), keys.read_data.to(bus.read_data_2),
 * ]
 * ```
 */
export const UART_RX = circuit('UART_RX', ({ text = '' }: { text?: string; value?: number } = {}) => {
  const codes = Array.from(text, (character) => character.charCodeAt(0) & 0xff)
  const typedAtStart = codes.length
  return {
    inputs: { addr: bus(32), write_data: bus(32), mem_read: bit, mem_write: bit },
    outputs: { read_data: bus(32) },
    state: { queue: mem(queueBytes, 8), head: reg(4), count: reg(5), seen: reg(32), typed: reg(32) },
    eval: ({ addr, mem_read, queue, head, count }) => {
      if (!mem_read) return { read_data: 0 }
      if (addr === 0) return { read_data: count > 0 ? queue[head] : 0 }
      if (addr === 4) return { read_data: count > 0 ? 1 : 0 }
      return { read_data: addr === 8 ? count : 0 }
    },
    onTick: ({ addr = 0, mem_read, mem_write, queue, head, count, seen, typed, value = 0 }: ReceiverFields) => {
      let first = head
      let waiting = count
      if (mem_read && addr === 0 && waiting > 0) {
        first = (first + 1) & (queueBytes - 1)
        waiting -= 1
      }
      if (mem_write && addr === 4) waiting = 0
      const room = waiting < queueBytes
      const end = (first + waiting) & (queueBytes - 1)
      if (room && typed < typedAtStart) {
        queue[end] = codes[typed]
        return { queue, head: first, count: waiting + 1, seen, typed: typed + 1 }
      }
      if (room && value !== 0 && value >>> 0 !== seen >>> 0) {
        queue[end] = value & 0xff
        return { queue, head: first, count: waiting + 1, seen: value >>> 0, typed }
      }
      return { queue, head: first, count: waiting, seen, typed }
    },
    meta: {
      description: 'Receives characters that the user types.',
      category: 'io',
      icon: 'RX',
      interactiveArg: 'value',
      synthesizable: false,
    },
  }
})

/** Words that each queue of the network card holds. */
const queueWords = 4096

/**
 * A network card's transmit and receive queues.
 *
 * The processor fills the transmit queue word by word and then starts it; the words leave one per clock.
 * Words from the network wait in the receive queue. Each queue holds 4,096 words; more are dropped.
 *
 * @input tx_addr: 32 — transmit register: 0 data, 8 count, 0xC start
 * @input tx_write_data: 32 — what is written there
 * @input tx_mem_read: bit — read strobe
 * @input tx_mem_write: bit — write strobe
 * @input rx_addr: 32 — receive register: 0 data, 4 next, 8 count
 * @input rx_mem_read: bit — read strobe
 * @input rx_mem_write: bit — write strobe
 * @input net_rx_data: 32 — a word from the network
 * @input net_rx_valid: bit — it is present
 * @input net_rx_frame: bit — not used
 * @output tx_read_data: 32 — words in the transmit queue when tx_addr is 8, else 0
 * @output rx_read_data: 32 — oldest word when rx_addr is 0, number of words when it is 8, else 0
 * @output net_tx_data: 32 — a word to the network
 * @output net_tx_valid: bit — it is present
 * @output net_tx_frame: bit — it is the last one
 * @formula net_tx_data = the next word of the transmit queue, once started
 * @clock tx_mem_write: address 0 appends a word, 0xC starts sending; a started queue moves on by one word and is
 *   empty after the last; net_rx_valid appends a word to the receive queue; rx_mem_write to address 4 removes the
 *   oldest
 * @example
 * ```ts
 * nodes: { bus: MemBusMux, card: NIC_FIFO },
 * connect: ({ nodes: { bus, card } }) => [
 *   bus.local_addr.to(card.tx_addr, card.rx_addr), bus.write_data_out.to(card.tx_write_data),
 *   bus.p2_write.to(card.tx_mem_write), bus.p3_read.to(card.rx_mem_read), bus.p3_write.to(card.rx_mem_write),
 *   card.rx_read_data.to(bus.read_data_3),
 * ]
 * ```
 */
export const NIC_FIFO = circuit('NIC_FIFO', {
  inputs: {
    tx_addr: bus(32),
    tx_write_data: bus(32),
    tx_mem_read: bit,
    tx_mem_write: bit,
    rx_addr: bus(32),
    rx_mem_read: bit,
    rx_mem_write: bit,
    net_rx_data: bus(32),
    net_rx_valid: bit,
    net_rx_frame: bit,
  },
  outputs: { tx_read_data: bus(32), rx_read_data: bus(32), net_tx_data: bus(32), net_tx_valid: bit, net_tx_frame: bit },
  state: {
    tx: mem(queueWords, 32),
    rx: mem(queueWords, 32),
    txCount: reg(13),
    sent: reg(13),
    sending: reg(1),
    rxHead: reg(12),
    rxCount: reg(13),
  },
  eval: ({ tx_addr, tx_mem_read, rx_addr, rx_mem_read, tx, rx, txCount, sent, sending, rxHead, rxCount }) => {
    const valid = sending && sent < txCount ? 1 : 0
    let received = 0
    if (rx_mem_read && rx_addr === 0 && rxCount > 0) received = rx[rxHead]
    else if (rx_mem_read && rx_addr === 8) received = rxCount
    return {
      tx_read_data: tx_mem_read && tx_addr === 8 ? txCount : 0,
      rx_read_data: received,
      net_tx_data: valid ? tx[sent] : 0,
      net_tx_valid: valid,
      net_tx_frame: valid && sent === txCount - 1 ? 1 : 0,
    }
  },
  onTick: ({
    tx_addr = 0,
    tx_write_data = 0,
    tx_mem_write,
    rx_addr = 0,
    rx_mem_write,
    net_rx_data = 0,
    net_rx_valid,
    tx,
    rx,
    txCount,
    sent,
    sending,
    rxHead,
    rxCount,
  }) => {
    let txWords = txCount
    let position = sent
    let active = sending
    if (tx_mem_write && tx_addr === 0 && txWords < queueWords) {
      tx[txWords] = tx_write_data
      txWords += 1
    }
    if (tx_mem_write && tx_addr === 0xc) {
      position = 0
      active = 1
    }
    if (sending && position < txWords) {
      position += 1
      if (position === txWords) {
        active = 0
        txWords = 0
        position = 0
      }
    }
    let head = rxHead
    let rxWords = rxCount
    if (net_rx_valid && rxWords < queueWords) {
      rx[(head + rxWords) & (queueWords - 1)] = net_rx_data
      rxWords += 1
    }
    if (rx_mem_write && rx_addr === 4 && rxWords > 0) {
      head = (head + 1) & (queueWords - 1)
      rxWords -= 1
    }
    return { tx, rx, txCount: txWords, sent: position, sending: active, rxHead: head, rxCount: rxWords }
  },
  meta: {
    description: "A network card's transmit and receive queues.",
    category: networking,
    icon: 'NIC',
    synthesizable: false,
  },
})
