// A stack machine with data and return stack that runs a program from a ROM (greatest common divisors, summed).
const OPS = ['LIT', 'ADD', 'SUB', 'DUP', 'DROP', 'SWAP', 'OVER', 'JMP', 'JZ', 'LT', 'LOAD', 'STORE', 'CALL', 'RET', 'XOR', 'MUL']
const op = (name: string, arg = 0) => (OPS.indexOf(name) << 12) | (arg & 0xfff)
const ROM_WORDS = [
  op('LIT', 0), op('LOAD'), op('LIT', 1), op('ADD'), op('DUP'), op('LIT', 0), op('STORE'), // n = n + 1
  op('LIT', 97), op('MUL'), op('LIT', 4095), op('OVER'), op('XOR'), // a = 97 n, b = a ^ 4095
  op('CALL', 18), op('LIT', 1), op('LOAD'), op('ADD'), op('LIT', 1), op('STORE'), // 12..17
  // gcd at 18: ( a b -- gcd )
  op('DUP'), op('JZ', 34), op('OVER'), op('OVER'), op('LT'), op('JZ', 25), op('SWAP'), // 18..24
  op('SWAP'), op('OVER'), op('SUB'), op('DUP'), op('JZ', 34), op('JMP', 18), op('JMP', 18), op('JMP', 18), op('JMP', 18),
  op('DROP'), op('JMP', 0), // 34, 35
]

const Machine = circuit('StackMachine', {
  outputs: { out: bus(32), top1: bus(16) },
  state: { pc: reg(8), sp: reg(4), rp: reg(4), tos: reg(16), stack: mem(16, 16), returns: mem(16, 8), ram: mem(256, 16), cycles: reg(16) },
  eval: ({ pc, tos, sp, cycles }) => ({ out: (tos << 16) ^ (cycles << 8) ^ (sp << 4) ^ pc, top1: tos }),
  onTick: ({ pc, sp, rp, tos, stack, returns, ram, cycles }) => {
    const word = ROM_WORDS[pc] ?? 0
    const arg = word & 0xfff
    const nos = stack[(sp - 1) & 15]
    const state: any = { pc: pc + 1, cycles: cycles + 1, stack, returns, ram }
    const push = (v: number) => {
      stack[sp] = tos
      state.sp = (sp + 1) & 15
      state.tos = v & 0xffff
    }
    const binary = (v: number) => {
      state.tos = v & 0xffff
      state.sp = (sp - 1) & 15
    }
    switch (OPS[word >> 12]) {
      case 'LIT': push(arg); break
      case 'ADD': binary(nos + tos); break
      case 'SUB': binary(nos - tos); break
      case 'DUP': push(tos); break
      case 'DROP': binary(nos); break
      case 'SWAP': stack[(sp - 1) & 15] = tos; state.tos = nos; break
      case 'OVER': push(nos); break
      case 'JMP': state.pc = arg; break
      case 'JZ': if (tos === 0) state.pc = arg; binary(nos); break
      case 'LT': binary(nos < tos ? 1 : 0); break
      case 'LOAD': state.tos = ram[tos & 255]; break
      case 'STORE': ram[tos & 255] = nos; state.tos = stack[(sp - 2) & 15]; state.sp = (sp - 2) & 15; break
      case 'CALL': returns[rp] = pc + 1; state.rp = (rp + 1) & 15; state.pc = arg; break
      case 'RET': state.pc = returns[(rp - 1) & 15]; state.rp = (rp - 1) & 15; break
      case 'XOR': binary(nos ^ tos); break
      case 'MUL': binary(nos * tos); break
    }
    return state
  },
})

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes: { machine: Machine },
  connect: ({ outputs, nodes: { machine } }) => [machine.out.to(outputs.out)],
})
