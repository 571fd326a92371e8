circuit('SR', { inputs: { s: bit, r: bit }, outputs: { q: bit },
  nodes: { top: Nor, bot: Nor },
  connect: ({ inputs, outputs, nodes: { top, bot } }) => [inputs.r.to(top.a), bot.out.to(top.b), inputs.s.to(bot.b), top.out.to(bot.a, outputs.q)] })
