const word = (w: number, ...names: string[]) => Object.fromEntries(names.map((n) => [n, bus(w)]))
circuit('Spread', { inputs: { ...word(8, 'x', 'y'), go: bit }, outputs: { ...word(9, 's'), ...word(8, 'd') },
  eval: (p: any) => { const { go, ...n } = p; const v = Object.values(n) as number[]; return { s: go ? p.x + p.y : 0, d: v.length } } })
