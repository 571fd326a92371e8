circuit('A', { nodes: { r: Register({ width: '16' }), q: Adder({ width: null }), s: BitSlice({ low: 9, high: 3 }) } })
