circuit('Compound', { inputs: { a: bus(16), b: bus(16) }, outputs: { y: bus(32), z: bus(32), w: bus(32) },
  eval: ({ a, b }) => { let y = a; y += b; y *= 3; y -= 7; y ^= b << 3; y |= 1; y <<= 2; y >>>= 1; let z = a; z **= 2; z %= 1009; z &&= z + b; z ||= 5; let w: any = null; w ??= a & b; w = (a, b, w + 1); return { y, z, w } } })
