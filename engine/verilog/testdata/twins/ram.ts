circuit('Scratch', {
  inputs: { address: bus(3), data: bus(8), write: bit },
  outputs: { word: bus(8) },
  nodes: { ram: DualPortRAM({ addressWidth: 3, memory: [7, 0, 5] }) },
  connect: ({ inputs, outputs, nodes: { ram } }) => [
    inputs.address.to(ram.addrA), inputs.data.to(ram.dataA), inputs.write.to(ram.weA), ram.outA.to(outputs.word),
  ],
})
