// The Hack computer from "The Elements of Computing Systems"
// (nand2tetris): a 16-bit processor with two registers, a ROM
// for its program, a RAM, and a screen that is just another
// piece of memory. Its program draws a Sierpinski triangle:
// the pixel at (x, y) is lit when x AND y is zero.
//
// The program stands here as text. The assembler below, which
// is plain TypeScript, turns it into the contents of the ROM.
const PROGRAM = `
      @SCREEN   // the address of the next pixel
      D=A
      @pixel
      M=D
      @y
      M=0
(ROW)
      @x
      M=0
(COLUMN)
      @x
      D=M
      @y
      D=D&M
      @NEXT     // some bit is set in both: stay dark
      D;JNE
      @pixel
      A=M
      M=1
(NEXT)
      @pixel
      M=M+1
      @x
      MD=M+1
      @32
      D=D-A
      @COLUMN   // 32 pixels make a row
      D;JLT
      @y
      MD=M+1
      @32
      D=D-A
      @ROW      // 32 rows make the picture
      D;JLT
(END)
      @END
      0;JMP
`

// Functions of the ALU, as its six control bits. With M in the place of
// A the seventh bit, in front of them, is set.
const COMPUTE: Record<string, string> = {
  '0': '101010',
  '1': '111111',
  '-1': '111010',
  D: '001100',
  A: '110000',
  '!D': '001101',
  '!A': '110001',
  '-D': '001111',
  '-A': '110011',
  'D+1': '011111',
  'A+1': '110111',
  'D-1': '001110',
  'A-1': '110010',
  'D+A': '000010',
  'D-A': '010011',
  'A-D': '000111',
  'D&A': '000000',
  'D|A': '010101',
}
const JUMPS = ['', 'JGT', 'JEQ', 'JGE', 'JLT', 'JNE', 'JLE', 'JMP']

function assemble(text: string): number[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\/\/.*/, '').trim())
    .filter((line) => line !== '')
  const symbols: Record<string, number> = { SCREEN: 16384 }
  const code: string[] = []
  for (const line of lines) {
    if (line.startsWith('(')) symbols[line.slice(1, -1)] = code.length
    else code.push(line)
  }
  let variables = 16
  return code.map((line) => {
    if (line.startsWith('@')) {
      const name = line.slice(1)
      if (/^\d+$/.test(name)) return Number(name)
      const address = symbols[name] ?? variables++
      symbols[name] = address
      return address
    }
    const [rest = '', jump = ''] = line.split(';')
    const [target, source] = rest.includes('=')
      ? rest.split('=')
      : ['', rest]
    const fromMemory = source.includes('M')
    const compute = COMPUTE[source.replace('M', 'A')]
    if (compute === undefined || !JUMPS.includes(jump)) {
      throw new Error(`This is no instruction of Hack: ${line}`)
    }
    const bits =
      '111' +
      (fromMemory ? '1' : '0') +
      compute +
      (target.includes('A') ? '1' : '0') +
      (target.includes('D') ? '1' : '0') +
      (target.includes('M') ? '1' : '0')
    return parseInt(bits, 2) * 8 + JUMPS.indexOf(jump)
  })
}

// The ALU, as in the example of its own.
const Operand = circuit('Operand', {
  inputs: { in: bus(16), zero: bit, invert: bit },
  outputs: { out: bus(16) },
  nodes: {
    nothing: Constant({ value: 0, width: 16 }),
    zeroed: Mux({ width: 16 }),
    not: BusNot({ width: 16 }),
    inverted: Mux({ width: 16 }),
  },
  connect: ({ inputs, outputs, nodes: { nothing, zeroed, not, inverted } }) => [
    inputs.in.to(zeroed.in0),
    nothing.out.to(zeroed.in1),
    inputs.zero.to(zeroed.sel),
    zeroed.out.to(not.in, inverted.in0),
    not.out.to(inverted.in1),
    inputs.invert.to(inverted.sel),
    inverted.out.to(outputs.out),
  ],
})

const HackAlu = circuit('HackAlu', {
  inputs: {
    x: bus(16),
    y: bus(16),
    zx: bit,
    nx: bit,
    zy: bit,
    ny: bit,
    f: bit,
    no: bit,
  },
  outputs: { out: bus(16), zr: bit, ng: bit },
  nodes: {
    x: Operand,
    y: Operand,
    and: BusAnd({ width: 16 }),
    add: Adder({ width: 16 }),
    noCarry: Constant({ value: 0, width: 1 }),
    function: Mux({ width: 16 }),
    not: BusNot({ width: 16 }),
    result: Mux({ width: 16 }),
    any: ReduceOr({ width: 16 }),
    isZero: Not,
    sign: Slice({ inWidth: 16, offset: 15, width: 1 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.x.to(n.x.in),
    inputs.zx.to(n.x.zero),
    inputs.nx.to(n.x.invert),
    inputs.y.to(n.y.in),
    inputs.zy.to(n.y.zero),
    inputs.ny.to(n.y.invert),

    n.x.out.to(n.and.a, n.add.a),
    n.y.out.to(n.and.b, n.add.b),
    n.noCarry.out.to(n.add.carry_in),
    n.and.out.to(n.function.in0),
    n.add.sum.to(n.function.in1),
    inputs.f.to(n.function.sel),

    n.function.out.to(n.not.in, n.result.in0),
    n.not.out.to(n.result.in1),
    inputs.no.to(n.result.sel),
    n.result.out.to(outputs.out, n.any.a, n.sign.in),
    n.any.out.to(n.isZero.in),
    n.isZero.out.to(outputs.zr),
    n.sign.out.to(outputs.ng),
  ],
})

// Takes an instruction apart. One that starts with 0 only loads
// a number into A; one that starts with 1 computes.
const Decode = circuit('Decode', {
  inputs: { instruction: bus(16) },
  outputs: {
    number: bus(15),
    computes: bit,
    useM: bit,
    zx: bit,
    nx: bit,
    zy: bit,
    ny: bit,
    f: bit,
    no: bit,
    loadA: bit,
    loadD: bit,
    writeM: bit,
    jump: bus(3),
  },
  eval: ({ instruction: i }) => {
    const c = (i >> 15) & 1
    return {
      number: i & 0x7fff,
      computes: c,
      useM: (i >> 12) & 1,
      zx: (i >> 11) & 1,
      nx: (i >> 10) & 1,
      zy: (i >> 9) & 1,
      ny: (i >> 8) & 1,
      f: (i >> 7) & 1,
      no: (i >> 6) & 1,
      loadA: c === 0 ? 1 : (i >> 5) & 1,
      loadD: c & (i >> 4),
      writeM: c & (i >> 3),
      jump: c === 0 ? 0 : i & 7,
    }
  },
})

// Counts instructions, or jumps to the one that A names when
// the result is what the jump waits for: less than zero (4),
// zero (2) or greater than zero (1).
const ProgramCounter = circuit('ProgramCounter', {
  inputs: { target: bus(15), jump: bus(3), zr: bit, ng: bit },
  outputs: { pc: bus(15) },
  state: { count: reg(15, 0) },
  eval: ({ count }) => ({ pc: count }),
  onTick: ({ count, target, jump, zr, ng }) => {
    const result = ng ? 4 : zr ? 2 : 1
    return { count: jump & result ? target : count + 1 }
  },
})

const HackCpu = circuit('HackCpu', {
  inputs: { instruction: bus(16), inM: bus(16) },
  outputs: { pc: bus(15), address: bus(15), outM: bus(16), writeM: bit },
  nodes: {
    decode: Decode,
    pc: ProgramCounter,
    alu: HackAlu,
    a: Register({ width: 16 }),
    d: Register({ width: 16 }),
    number: ZeroExtend({ inWidth: 15, outWidth: 16 }),
    intoA: Mux({ width: 16 }),
    operand: Mux({ width: 16 }),
    address: Slice({ inWidth: 16, offset: 0, width: 15 }),
    never: Constant({ value: 0, width: 1 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.instruction.to(n.decode.instruction),

    // A takes the number of the instruction, or the result.
    n.decode.number.to(n.number.in),
    n.number.out.to(n.intoA.in0),
    n.alu.out.to(n.intoA.in1),
    n.decode.computes.to(n.intoA.sel),
    n.intoA.out.to(n.a.data),
    n.decode.loadA.to(n.a.we),
    n.alu.out.to(n.d.data),
    n.decode.loadD.to(n.d.we),
    n.never.out.to(n.a.rst, n.d.rst),

    // The ALU sees D, and A or what the memory holds at A.
    n.d.q.to(n.alu.x),
    n.a.q.to(n.operand.in0, n.address.in),
    inputs.inM.to(n.operand.in1),
    n.decode.useM.to(n.operand.sel),
    n.operand.out.to(n.alu.y),
    n.decode.zx.to(n.alu.zx),
    n.decode.nx.to(n.alu.nx),
    n.decode.zy.to(n.alu.zy),
    n.decode.ny.to(n.alu.ny),
    n.decode.f.to(n.alu.f),
    n.decode.no.to(n.alu.no),

    n.address.out.to(n.pc.target, outputs.address),
    n.decode.jump.to(n.pc.jump),
    n.alu.zr.to(n.pc.zr),
    n.alu.ng.to(n.pc.ng),

    n.pc.pc.to(outputs.pc),
    n.alu.out.to(outputs.outM),
    n.decode.writeM.to(outputs.writeM),
  ],
})

// Bit 14 of an address tells the screen from the RAM.
const AddressDecoder = circuit('AddressDecoder', {
  inputs: { address: bus(15), write: bit },
  outputs: {
    ram: bus(8),
    writeRam: bit,
    pixel: bus(10),
    writePixel: bit,
    isScreen: bit,
  },
  eval: ({ address, write }) => {
    const isScreen = (address >> 14) & 1
    return {
      ram: address & 0xff,
      writeRam: write & (1 - isScreen),
      pixel: address & 0x3ff,
      writePixel: write & isScreen,
      isScreen,
    }
  },
})

circuit('HackComputer', {
  outputs: { pc: bus(15) },
  nodes: {
    cpu: HackCpu,
    rom: Mem({
      rdPorts: 1,
      wrPorts: 0,
      abits: 15,
      width: 16,
      store: assemble(PROGRAM),
    }),
    decoder: AddressDecoder,
    ram: DualPortRAM({ addressWidth: 8, dataWidth: 16 }),
    // A pixel is a byte, and the screen shows them all.
    picture: DualPortRAM({ addressWidth: 10, dataWidth: 8 }),
    dot: Slice({ inWidth: 16, offset: 0, width: 8 }),
    shown: ZeroExtend({ inWidth: 8, outWidth: 16 }),
    readBack: Mux({ width: 16 }),
    screen: Screen({ width: 32, height: 32 }),
    scan: BitSlice({ low: 0, high: 9, width: 16 }),
    unused: Constant({ value: 0, width: 8 }),
  },
  connect: ({ outputs, nodes: n }) => [
    n.cpu.pc.to(n.rom.rd_addr_0, outputs.pc),
    n.rom.rd_data_0.to(n.cpu.instruction),

    n.cpu.address.to(n.decoder.address),
    n.cpu.writeM.to(n.decoder.write),
    n.cpu.outM.to(n.ram.dataA, n.dot.in),
    n.dot.out.to(n.picture.dataA),
    n.decoder.ram.to(n.ram.addrA),
    n.decoder.writeRam.to(n.ram.weA),
    n.decoder.pixel.to(n.picture.addrA),
    n.decoder.writePixel.to(n.picture.weA),
    n.ram.outA.to(n.readBack.in0),
    n.picture.outA.to(n.shown.in),
    n.shown.out.to(n.readBack.in1),
    n.decoder.isScreen.to(n.readBack.sel),
    n.readBack.out.to(n.cpu.inM),
    n.unused.out.to(n.ram.addrB),

    n.screen.addrB.to(n.scan.in),
    n.scan.out.to(n.picture.addrB),
    n.picture.outB.to(n.screen.dataIn),
  ],
})
