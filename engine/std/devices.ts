// Devices that a processor reaches by addresses: the bus to its devices, serial ports, a network card's queues.

const networking = 'networking'

/** The state of MemBusMux: its ports, and the address ranges. */
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

/** The argument of UART_RX's onTick: its ports, its state, and the character that the user types. */
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
 * shows the last number that was taken, and the next key, or 0, is handed over after that. While the queue is full,
 * characters wait outside; none is lost.
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
