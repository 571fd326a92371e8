circuit('Method', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, state: { t: reg(8) },
  eval({ a, t }) { return { y: a ^ t } },
  onTick: function ({ a, t }) { return { t: (t + a) & 0xff } } })
