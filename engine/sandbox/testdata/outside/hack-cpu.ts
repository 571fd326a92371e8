// a tiny accumulator CPU with a ROM
const prog = [0x15, 0x23, 0x31, 0x44, 0x18, 0x51, 0x62, 0x70, 0x09, 0x80]
circuit('TinyCpu', { inputs: { irq: bit, port: bus(8) }, outputs: { pc: bus(8), acc: bus(8), out: bus(8), z: bit },
  nodes: { rom: ROM({ memory: prog }), core: circuit('Core', { inputs: { ins: bus(8), port: bus(8), irq: bit }, outputs: { pcOut: bus(16), accOut: bus(8), out: bus(8), zero: bit },
    state: { pc: reg(8), acc: reg(8), o: reg(8), z: reg(1) },
    eval: ({ pc, acc, o, z }) => ({ pcOut: pc, accOut: acc, out: o, zero: z }),
    onTick: ({ ins, port, irq, pc, acc, o }) => {
      const op = ins >> 4, k = ins & 15; let next = (pc + 1) & 255, a = acc, out = o
      if (op === 1) a = k; else if (op === 2) a += k; else if (op === 3) a -= k; else if (op === 4) a <<= k & 3; else if (op === 5) out = a; else if (op === 6) a ^= port; else if (op === 7) next = 0; else if (op === 8) next = irq ? 0 : k
      a &= 0xff
      return { pc: next, acc: a, o: out, z: +(a === 0) }
    } }) },
  connect: ({ inputs, outputs, nodes: { rom, core } }) => [core.pcOut.to(rom.addr), rom.data_out.to(core.ins), inputs.port.to(core.port), inputs.irq.to(core.irq), core.accOut.to(outputs.acc), core.out.to(outputs.out), core.zero.to(outputs.z), rom.data_out.to(outputs.pc)] })
