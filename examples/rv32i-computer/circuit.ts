// A computer: a RISC-V processor with a five-stage pipeline,
// a program in ROM, RAM, a serial port and a counter to look
// at. The program prints a line, waits, and does it again.
//
//   0x00000000  ROM: program and text
//   0x00010000  RAM
//   0x80000000  serial port: a store prints a character, a
//               load tells whether it is ready
//   0x80001000  output register, shown as `lines`

// A small assembler: each function makes the word of one
// instruction. Registers are numbers, offsets are in bytes.
const imm = (value: number, high: number, low: number) =>
  (value >> low) & ((1 << (high - low + 1)) - 1)
const iType = (
  opcode: number,
  f3: number,
  rd: number,
  rs1: number,
  value: number,
) => (imm(value, 11, 0) << 20) | (rs1 << 15) | (f3 << 12) | (rd << 7) | opcode
const addi = (rd: number, rs1: number, value: number) =>
  iType(0x13, 0, rd, rs1, value)
const lw = (rd: number, rs1: number, offset: number) =>
  iType(0x03, 2, rd, rs1, offset)
const lbu = (rd: number, rs1: number, offset: number) =>
  iType(0x03, 4, rd, rs1, offset)
const lui = (rd: number, upper: number) => (upper << 12) | (rd << 7) | 0x37
const sw = (rs2: number, rs1: number, offset: number) =>
  (imm(offset, 11, 5) << 25) |
  (rs2 << 20) |
  (rs1 << 15) |
  (2 << 12) |
  (imm(offset, 4, 0) << 7) |
  0x23
const branch = (f3: number, rs1: number, rs2: number, offset: number) =>
  (imm(offset, 12, 12) << 31) |
  (imm(offset, 10, 5) << 25) |
  (rs2 << 20) |
  (rs1 << 15) |
  (f3 << 12) |
  (imm(offset, 4, 1) << 8) |
  (imm(offset, 11, 11) << 7) |
  0x63
const beq = (rs1: number, rs2: number, offset: number) =>
  branch(0, rs1, rs2, offset)
const bne = (rs1: number, rs2: number, offset: number) =>
  branch(1, rs1, rs2, offset)
const jump = (offset: number) =>
  (imm(offset, 20, 20) << 31) |
  (imm(offset, 10, 1) << 21) |
  (imm(offset, 11, 11) << 20) |
  (imm(offset, 19, 12) << 12) |
  0x6f

const TEXT = 'HELLO FROM RISC-V\r\n'
const TEXT_ADDRESS = 0x100
const zero = 0
const serial = 8
const text = 9
const ram = 18
const output = 19
const char = 10
const ready = 5
const wait = 6
const lines = 7

const program = [
  lui(serial, 0x80000),
  lui(output, 0x80001),
  lui(ram, 0x10),
  // line:
  addi(text, zero, TEXT_ADDRESS),
  // next:
  lbu(char, text, 0),
  beq(char, zero, 6 * 4), // the text ends with a 0: count
  // busy:
  lw(ready, serial, 0),
  beq(ready, zero, -1 * 4), // busy
  sw(char, serial, 0),
  addi(text, text, 1),
  jump(-6 * 4), // next
  // count: the number of lines is kept in RAM
  lw(lines, ram, 0),
  addi(lines, lines, 1),
  sw(lines, ram, 0),
  sw(lines, output, 0),
  addi(wait, zero, 300),
  // pause:
  addi(wait, wait, -1),
  bne(wait, zero, -1 * 4), // pause
  jump(-15 * 4), // line
]

// Program and text, byte by byte, low bytes first.
const rom = new Uint8Array(TEXT_ADDRESS + TEXT.length + 1)
program.forEach((word, i) => {
  for (let byte = 0; byte < 4; byte++) rom[4 * i + byte] = word >>> (8 * byte)
})
for (let i = 0; i < TEXT.length; i++) rom[TEXT_ADDRESS + i] = TEXT.charCodeAt(i)

circuit('Rv32iComputer', {
  outputs: { pc: bus(32), lines: bus(8) },
  nodes: {
    core: RV32I_Core(),
    rom: DualPortROM({ memory: romFromBytes(rom) }),
    bus: MemBusMux,
    ram: RV32I_DataMem,
    uart: UART_TX,
    byte: Slice({ inWidth: 32, offset: 0, width: 8 }),
    lines: Register({ width: 8 }),
    shown: ZeroExtend({ inWidth: 8, outWidth: 32 }),
    nothing: Constant({ value: 0, width: 32 }),
    never: Constant({ value: 0, width: 1 }),
  },
  connect: ({ outputs, nodes: n }) => [
    // One port of the ROM is for instructions, the other one
    // for loads, here of text.
    n.core.instr_addr.to(n.rom.addrA),
    n.rom.dataA.to(n.core.instruction),

    n.core.data_addr.to(n.bus.addr),
    n.core.data_write.to(n.bus.write_data),
    n.core.data_mem_read.to(n.bus.mem_read),
    n.core.data_mem_write.to(n.bus.mem_write),
    n.core.data_funct3.to(n.bus.funct3),
    n.bus.read_data.to(n.core.data_read),

    n.bus.local_addr.to(n.ram.addr, n.uart.addr, n.rom.addrB),
    n.bus.write_data_out.to(n.ram.write_data, n.uart.write_data, n.byte.in),
    n.bus.funct3_out.to(n.ram.funct3),

    // Device 0: RAM.
    n.bus.p0_read.to(n.ram.mem_read),
    n.bus.p0_write.to(n.ram.mem_write),
    n.ram.read_data.to(n.bus.read_data_0),
    // Device 1: the serial port.
    n.bus.p1_read.to(n.uart.mem_read),
    n.bus.p1_write.to(n.uart.mem_write),
    n.uart.read_data.to(n.bus.read_data_1),
    // Device 2: the output register.
    n.bus.p2_write.to(n.lines.we),
    n.byte.out.to(n.lines.data),
    n.never.out.to(n.lines.rst),
    n.lines.q.to(n.shown.in, outputs.lines),
    n.shown.out.to(n.bus.read_data_2),
    // Device 4: the ROM. There is no device 3.
    n.nothing.out.to(n.bus.read_data_3),
    n.rom.dataB.to(n.bus.read_data_4),

    // The processor could have a network card.
    n.nothing.out.to(n.core.net_rx_data),
    n.never.out.to(n.core.net_rx_valid, n.core.net_rx_frame),
    n.core.pc_out.to(outputs.pc),
  ],
})
