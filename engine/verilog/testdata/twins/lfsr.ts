circuit('Lfsr', {
  inputs: { step: bit },
  outputs: { out: bus(16) },
  state: { word: reg(16, 0xace1) },
  eval: ({ word }) => ({ out: word }),
  onTick: ({ step, word }) => {
    const feedback = (word ^ (word >> 2) ^ (word >> 3) ^ (word >> 5)) & 1
    return { word: step ? (word >> 1) | (feedback << 15) : word }
  },
})
