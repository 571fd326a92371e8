const sim = simulate(And)
sim.set({ a: 1 })
