const four = [0, 1, 2, 3]

circuit('MyMemory', {
  inputs: { address: bus(2), data: bus(8), write: bit },
  outputs: { value: bus(8) },
  nodes: {
    decoder: Decoder,
    word: four.map(() => Register({ width: 8 })),
    bit0: BitSlice({ low: 0, high: 0, width: 2 }),
    bit1: BitSlice({ low: 1, high: 1, width: 2 }),
    lower: Mux({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: { decoder, word, bit0, bit1, lower } }) => [
    inputs.address.to(decoder.in, bit0.in, bit1.in),
    inputs.data.to(...word.map((w) => w.data)),
    // Only one word may be written, and only when write is 1.
    inputs.write.to(...word.map((w) => w.we)),
    word[0].q.to(lower.in0),
    word[1].q.to(lower.in1),
    bit0.out.to(lower.sel),
    lower.out.to(outputs.value),
  ],
})
