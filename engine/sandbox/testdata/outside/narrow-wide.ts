circuit('Widths', { inputs: { b: bit, n: bus(3), w: bus(8) }, outputs: { bw: bus(8), nw: bus(8), wb: bit, chain: bus(8) },
  nodes: { buf: Buffer, r: BusOr({ width: 5 }), z: Constant({ value: 0, width: 5 }) },
  connect: ({ inputs, outputs, nodes: { buf, r, z } }) => [inputs.b.to(outputs.bw), inputs.n.to(outputs.nw, r.a), inputs.w.to(buf.in), buf.out.to(outputs.wb), z.out.to(r.b), r.out.to(outputs.chain)] })
