import { circuit as make, bit as wire, bus } from '@simten/core/circuit'
import { And as G, Or, Register as Reg, romFromBytes as bytes, ROM } from "@simten/core/std";
import * as std from '@simten/core/std'
make('Aliased', { inputs: { a: wire, b: wire, i: bus(16) }, outputs: { y: wire, z: wire, r: bus(8) }, nodes: { g: G, o: Or, x: std.Xor, rom: ROM({ memory: bytes([9, 0, 256 + 7]) }), q: Reg({ width: 8 }), one: std.Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { g, o, x, rom, q, one } }) => [inputs.a.to(g.a, o.a, x.a), inputs.b.to(g.b, o.b), g.out.to(outputs.y), o.out.to(x.b), x.out.to(outputs.z), inputs.i.to(rom.addr), rom.data_out.to(q.data), one.out.to(q.we), q.q.to(outputs.r)] })
