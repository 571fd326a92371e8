circuit('C', { inputs: { clk: bit }, outputs: { q: bus(8) },
  always @(posedge clk) q <= q + 1
})
