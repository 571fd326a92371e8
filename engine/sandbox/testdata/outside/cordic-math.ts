const K = Array.from({ length: 16 }, (_, i) => Math.round(Math.atan(2 ** -i) * 65536))
circuit('Cordic', { inputs: { angle: bus(20) }, outputs: { sin: bus(24), cos: bus(24) },
  eval: ({ angle }) => { let x = Math.round(0.6072529350088812 * 65536), y = 0, z = angle & 0x1ffff
    for (let i = 0; i < 16; i++) { const s = z >= 0 ? 1 : -1; [x, y, z] = [x - s * (y >> i), y + s * (x >> i), z - s * K[i]] }
    return { sin: y & 0xffffff, cos: x & 0xffffff } } })
