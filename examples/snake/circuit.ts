// Snake on an 8x8 screen. Click `keyboard` or the screen, run,
// and press the arrow keys. Their scan codes arrive: 72 up,
// 77 right, 80 down, 75 left. The edges of the screen lead to
// the other side. Reset starts again.
//
// One memory holds all of the game:
//
//   words  0 to 63   the picture, one pixel a word
//   words 64 to 127  where the body is: a ring of positions,
//                    from the tail's to the head's
//
// A position is 8 * y + x. A step of the game takes four clock
// cycles, because the memory can do one thing per cycle.
const START = [33, 34, 35, 36]
const FOOD = 22
const RING = 64

// Turns scan codes into directions: 0 up, 1 right, 2 down,
// 3 left.
const DirDecoder = circuit('DirDecoder', {
  inputs: { code: bus(8) },
  outputs: { direction: bus(2), pressed: bit },
  eval: ({ code }) => ({
    direction: code === 72 ? 0 : code === 77 ? 1 : code === 80 ? 2 : 3,
    pressed: code === 72 || code === 77 || code === 80 || code === 75 ? 1 : 0,
  }),
})

// Where a step in a direction leads, around the edges.
const neighbour = (position: number, direction: number) => {
  const x = (position & 7) + (direction === 1 ? 1 : direction === 3 ? 7 : 0)
  const y = (position >> 3) + (direction === 2 ? 1 : direction === 0 ? 7 : 0)
  return (y & 7) * 8 + (x & 7)
}

const SnakeCore = circuit('SnakeCore', {
  inputs: { direction: bus(2), pressed: bit, word: bus(8) },
  outputs: { addr: bus(7), data: bus(8), we: bit, score: bus(8), over: bit },
  state: {
    phase: reg(2, 0),
    heading: reg(2, 1),
    head: reg(6, START[START.length - 1]),
    headSlot: reg(6, START.length - 1),
    tail: reg(6, 0),
    tailSlot: reg(6, 0),
    food: reg(6, FOOD),
    ate: reg(1, 0),
    points: reg(8, 0),
    dead: reg(1, 0),
  },
  // The memory's work in each phase:
  //   0  draws the new head, and shows what was there before
  //   1  appends the head to the ring
  //   2  reads the position of the tail from the ring
  //   3  wipes out the tail, or draws new food
  eval: ({
    phase,
    heading,
    head,
    headSlot,
    tail,
    tailSlot,
    food,
    ate,
    points,
    dead,
  }) => ({
    addr:
      phase === 0
        ? neighbour(head, heading)
        : phase === 1
          ? RING + headSlot
          : phase === 2
            ? RING + tailSlot
            : ate
              ? food
              : tail,
    data: phase === 0 ? 1 : phase === 1 ? head : ate,
    we: dead === 0 && phase !== 2 ? 1 : 0,
    score: points,
    over: dead,
  }),
  onTick: (s) => {
    const {
      phase,
      heading,
      head,
      headSlot,
      tail,
      tailSlot,
      food,
      ate,
      points,
      dead,
    } = s
    const same = {
      phase,
      heading,
      head,
      headSlot,
      tail,
      tailSlot,
      food,
      ate,
      points,
      dead,
    }
    if (dead === 1) return same
    if (phase === 0) {
      // The new head is on the food, on the snake itself, or on
      // an empty pixel.
      const next = neighbour(head, heading)
      const eats = next === food ? 1 : 0
      const bites = s.word !== 0 && eats === 0 ? 1 : 0
      return {
        ...same,
        phase: 1,
        head: next,
        headSlot: (headSlot + 1) & 63,
        ate: eats,
        dead: bites,
      }
    }
    if (phase === 1) return { ...same, phase: 2 }
    if (phase === 2) {
      // Whoever eats grows: the tail stays where it is. New food
      // comes 3 to the right of the old one and 5 below it.
      if (ate === 1) {
        const x = ((food & 7) + 3) & 7
        const y = ((food >> 3) + 5) & 7
        return {
          ...same,
          phase: 3,
          food: y * 8 + x,
          points: (points + 1) & 255,
        }
      }
      return {
        ...same,
        phase: 3,
        tail: s.word & 63,
        tailSlot: (tailSlot + 1) & 63,
      }
    }
    // The next step goes where the keyboard says, but not back
    // into the neck.
    const turns = s.pressed === 1 && (s.direction ^ heading) !== 2
    return { ...same, phase: 0, heading: turns ? s.direction : heading }
  },
})

// The memory at the start: picture, body, and food.
const memory: Record<number, number> = { [FOOD]: 1 }
START.forEach((position, slot) => {
  memory[position] = 1
  memory[RING + slot] = position
})

circuit('SnakePlayable', {
  nodes: {
    keyboard: Input({ value: 77, width: 8 }),
    decoder: DirDecoder,
    core: SnakeCore,
    ram: DualPortRAM({ addressWidth: 7, dataWidth: 8, memory }),
    screen: Screen({ width: 8, height: 8 }),
    // The screen counts with 16 bits, the memory with 7.
    pixel: BitSlice({ low: 0, high: 6, width: 16 }),
    score: HexDisplay,
    over: Led,
  },
  connect: ({
    nodes: { keyboard, decoder, core, ram, screen, pixel, score, over },
  }) => [
    keyboard.out.to(decoder.code),
    decoder.direction.to(core.direction),
    decoder.pressed.to(core.pressed),
    core.addr.to(ram.addrA),
    core.data.to(ram.dataA),
    core.we.to(ram.weA),
    ram.outA.to(core.word),
    screen.addrB.to(pixel.in),
    pixel.out.to(ram.addrB),
    ram.outB.to(screen.dataIn),
    core.score.to(score.in),
    core.over.to(over.in),
  ],
})
