// Parts that read Ethernet frames.

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
