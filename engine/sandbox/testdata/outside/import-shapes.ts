import { circuit, bit, bus } from '@simten/core/circuit'
circuit('top', { inputs: { s: bus(3), a: bus(8), b: bus(8), c: bus(8), d: bus(8), en: bit, wa: bus(4), ra: bus(4), rb: bus(4) },
  outputs: { y: bus(8), q: bus(8), qn: bus(8), r0: bus(8), r1: bus(8) },
  nodes: { p: Pmux({ width: 8, sWidth: 3 }), l: Dlatch({ width: 8, enPolarity: 1 }), ln: Dlatch({ width: 8, enPolarity: 0 }), m: Mem({ rdPorts: 2, wrPorts: 1, abits: 4, width: 8, size: 16, store: { 0: 7, 5: 255 } }) },
  connect: ({ inputs: i, outputs: o, nodes: { p, l, ln, m } }) => [i.a.to(p.a, m.wr_data_0), i.s.to(p.s), i.b.to(p.b_0), i.c.to(p.b_1), i.d.to(p.b_2), p.out.to(o.y, l.d, ln.d), i.en.to(l.en, ln.en, m.wr_en_0), l.q.to(o.q), ln.q.to(o.qn), i.wa.to(m.wr_addr_0), i.ra.to(m.rd_addr_0), i.rb.to(m.rd_addr_1), m.rd_data_0.to(o.r0), m.rd_data_1.to(o.r1)] })
