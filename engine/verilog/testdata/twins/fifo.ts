circuit('Fifo', {
  inputs: { push: bit, pop: bit, data: bus(8) },
  outputs: { head: bus(8), empty: bit, full: bit },
  state: { slots: mem(8, 8), first: reg(3), used: reg(4) },
  eval: ({ slots, first, used }) => ({ head: slots[first], empty: used === 0 ? 1 : 0, full: used === 8 ? 1 : 0 }),
  onTick: ({ push, pop, data = 0, slots, first, used }) => {
    const takes = push && used < 8 ? 1 : 0
    const gives = pop && used > 0 ? 1 : 0
    if (takes) slots[(first + used) & 7] = data
    return { slots, first: gives ? first + 1 : first, used: used + takes - gives }
  },
})
