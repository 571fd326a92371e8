// Two channels of one timer: a circuit of primitives of its own.
const Channel = circuit('Channel', {
  inputs: { time: bus(8), level: bus(8) },
  outputs: { on: bit },
  state: { held: reg(8) },
  eval: ({ time, held }) => ({ on: time < held ? 1 : 0 }),
  onTick: ({ time = 0, level = 0, held }) => ({ held: time === 255 ? level : held }),
})
const Timer = circuit('Timer', {
  outputs: { time: bus(8) },
  state: { now: reg(8) },
  eval: ({ now }) => ({ time: now }),
  onTick: ({ now }) => ({ now: now + 1 }),
})
circuit('Pwm', {
  inputs: { red: bus(8), blue: bus(8) },
  outputs: { redOn: bit, blueOn: bit },
  nodes: { timer: Timer, left: Channel, right: Channel },
  connect: ({ inputs, outputs, nodes: { timer, left, right } }) => [
    timer.time.to(left.time, right.time), inputs.red.to(left.level), inputs.blue.to(right.level),
    left.on.to(outputs.redOn), right.on.to(outputs.blueOn),
  ],
})
