circuit('UartTx', {
  inputs: { start: bit, data: bus(8) },
  outputs: { line: bit, busy: bit },
  state: { shift: reg(10, 1), left: reg(4), divider: reg(3) },
  eval: ({ shift, left }) => ({ line: shift & 1, busy: left !== 0 ? 1 : 0 }),
  onTick: ({ start, data = 0, shift, left, divider }) => {
    if (left === 0) return start ? { shift: (1 << 9) | (data << 1), left: 10, divider: 0 } : { shift: 1, left, divider }
    if (divider < 4) return { shift, left, divider: divider + 1 }
    return { shift: (shift >> 1) | (1 << 9), left: left - 1, divider: 0 }
  },
})
