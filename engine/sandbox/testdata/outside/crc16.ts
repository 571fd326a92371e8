const table = Uint16Array.from({ length: 256 }, (_, i) => { let c = i << 8; for (let k = 0; k < 8; k++) c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1; return c })
circuit('Crc16', { inputs: { data: bus(8), en: bit, init: bit }, outputs: { crc: bus(16) }, state: { c: reg(16, 0xffff) }, eval: ({ c }) => ({ crc: c }),
  onTick: ({ c, data, en, init }) => ({ c: init ? 0xffff : en ? ((c << 8) ^ table[((c >> 8) ^ data) & 0xff]) & 0xffff : c }) })
