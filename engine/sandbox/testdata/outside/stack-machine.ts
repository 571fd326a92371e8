circuit('Stack', { inputs: { push: bit, pop: bit, op: bus(2), v: bus(16) }, outputs: { top: bus(16), depth: bus(5), err: bit }, state: { s: mem(16, 16), sp: reg(5), e: reg(1) },
  eval: ({ s, sp, e }) => ({ top: sp ? s[sp - 1] : 0, depth: sp, err: e }),
  onTick: ({ s, sp, push, pop, op, v }) => {
    if (push) { if (sp === 16) return { s, sp, e: 1 }; s[sp] = v; return { s, sp: sp + 1, e: 0 } }
    if (pop) { if (sp < 2) return { s, sp, e: 1 }; const b = s[sp - 1], a = s[sp - 2]; s[sp - 2] = [a + b, a - b, a & b, Math.imul(a, b)][op] & 0xffff; return { s, sp: sp - 1, e: 0 } }
    return { s, sp, e: 0 } } })
