// A single-cycle RV32I computer: all integer instructions, 1 KiB of RAM, and a program that counts
// primes with a sieve again and again.
const PROGRAM = [
  0x00100093, 0x00000413, 0x00000313, 0x40000393, 0x00032023, 0x00430313, 0xfe734ce3, 0x00000513,
  0x00200293, 0x0002ce03, 0x000e1e63, 0x00150513, 0x00528eb3, 0x007ed863, 0x001e8023, 0x005e8eb3,
  0xff5ff06f, 0x00128293, 0xfc72cee3, 0x00a40433, 0x00341f13, 0x01d45f93, 0x01ff6433, 0xfadff06f,
]

const Computer = circuit('Computer', {
  outputs: { out: bus(32) },
  state: { pc: reg(32), x: mem(32, 32), ram: mem(256, 32) },
  eval: ({ pc, x }) => ({ out: x[8] ^ pc }),
  onTick: ({ pc, x, ram }) => {
    const i = PROGRAM[(pc >>> 2) & 31] | 0
    const opcode = i & 127
    const rd = (i >>> 7) & 31
    const funct3 = (i >>> 12) & 7
    const rs1 = x[(i >>> 15) & 31] | 0
    const rs2 = x[(i >>> 20) & 31] | 0
    const immI = i >> 20
    const immS = ((i >> 25) << 5) | ((i >>> 7) & 31)
    const immB = ((i >> 31) << 12) | ((i << 4) & 0x800) | ((i >>> 20) & 0x7e0) | ((i >>> 7) & 0x1e)
    const immU = i & 0xfffff000
    const immJ = ((i >> 31) << 20) | (i & 0xff000) | ((i >>> 9) & 0x800) | ((i >>> 20) & 0x7fe)

    let result = 0
    let next = (pc + 4) | 0
    let writes = rd !== 0
    if (opcode === 0x37) {
      result = immU
    } else if (opcode === 0x17) {
      result = (pc + immU) | 0
    } else if (opcode === 0x6f) {
      result = next
      next = (pc + immJ) | 0
    } else if (opcode === 0x67) {
      result = next
      next = (rs1 + immI) & ~1
    } else if (opcode === 0x63) {
      const less = funct3 & 2 ? rs1 >>> 0 < rs2 >>> 0 : rs1 < rs2
      const holds = funct3 & 4 ? less : rs1 === rs2
      if (holds !== ((funct3 & 1) === 1)) next = (pc + immB) | 0
      writes = false
    } else if (opcode === 0x03) {
      const address = (rs1 + immI) | 0
      const word = ram[(address >>> 2) & 255] >>> ((address & 3) * 8)
      result =
        funct3 === 0 ? (word << 24) >> 24
        : funct3 === 1 ? (word << 16) >> 16
        : funct3 === 4 ? word & 0xff
        : funct3 === 5 ? word & 0xffff
        : word
    } else if (opcode === 0x23) {
      const address = (rs1 + immS) | 0
      const cell = (address >>> 2) & 255
      const shift = (address & 3) * 8
      const mask = (funct3 === 0 ? 0xff : funct3 === 1 ? 0xffff : -1) << shift
      ram[cell] = (ram[cell] & ~mask) | ((rs2 << shift) & mask)
      writes = false
    } else if (opcode === 0x13 || opcode === 0x33) {
      const register = opcode === 0x33
      const b = register ? rs2 : immI
      const alternative = (i & 0x40000000) !== 0
      switch (funct3) {
        case 0:
          result = register && alternative ? rs1 - b : rs1 + b
          break
        case 1:
          result = rs1 << (b & 31)
          break
        case 2:
          result = rs1 < b ? 1 : 0
          break
        case 3:
          result = rs1 >>> 0 < b >>> 0 ? 1 : 0
          break
        case 4:
          result = rs1 ^ b
          break
        case 5:
          result = alternative ? rs1 >> (b & 31) : rs1 >>> (b & 31)
          break
        case 6:
          result = rs1 | b
          break
        default:
          result = rs1 & b
      }
    } else {
      writes = false
    }
    if (writes) x[rd] = result | 0
    return { pc: next, x, ram }
  },
})

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes: { computer: Computer },
  connect: ({ outputs, nodes: { computer } }) => [computer.out.to(outputs.out)],
})
