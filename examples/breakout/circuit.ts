// Breakout without a processor, on a raster display of 32 x 24
// pixels. Click `keyboard` or the display, run, and press an
// arrow key: their scan codes arrive, 75 for left and 77 for
// right. The paddle moves while the switch `keyboardHeld` is 1,
// which it is as long as the key is down. Reset starts again.
//
// The picture is all the game knows about its bricks: a pixel
// that is lit where the ball wants to go is something to bounce
// off, and above the paddle it is a brick. A brick is three
// pixels wide and has a dark one to its right.
const WIDTH = 32
const HEIGHT = 24
const PADDLE_ROW = 22
const PADDLE_WIDTH = 6
const BRICK_ROWS = [2, 3, 4, 5]
const BRICKS = (BRICK_ROWS.length * WIDTH) / 4

// One step of the game takes 14 clock cycles, because the
// memory can do one thing per cycle.
const WIPE_BALL = 0 // the ball disappears
const LOOK_ASIDE = 1 // what is left or right of it?
const BREAK_ASIDE = 2 // 2, 3, 4: wipe out a brick found there
const LOOK_AHEAD = 5 // what is above or below it?
const BREAK_AHEAD = 6 // 6, 7, 8: wipe out a brick found there
const LOOK_DIAGONALLY = 9 // what is where it goes?
const MOVE = 10 // ball and paddle get their new places
const WIPE_PADDLE = 11 // the paddle loses a pixel at one end
const DRAW_PADDLE = 12 // and gets one at the other end
const DRAW_BALL = 13 // the ball appears again

// Turns scan codes into a movement: 1 left, 2 right, 0 none.
const Keys = circuit('Keys', {
  inputs: { code: bus(8), held: bit },
  outputs: { move: bus(2) },
  eval: ({ code, held }) => ({
    move: held === 0 ? 0 : code === 75 ? 1 : code === 77 ? 2 : 0,
  }),
})

// The paddle: where its left end is, and how it has moved.
const Paddle = circuit('Paddle', {
  inputs: { move: bus(2), phase: bus(4) },
  outputs: { left: bus(5), moved: bus(2) },
  state: { position: reg(5, 13), last: reg(2, 0) },
  eval: ({ position, last }) => ({ left: position, moved: last }),
  onTick: ({ position, last, move, phase }) => {
    if (phase !== MOVE) return { position, last }
    const goes =
      move === 1 && position > 0
        ? 1
        : move === 2 && position < WIDTH - PADDLE_WIDTH
          ? 2
          : 0
    return {
      position: goes === 1 ? position - 1 : goes === 2 ? position + 1 : position,
      last: goes,
    }
  },
})

// The ball: place, direction (right and down are 1), and what it
// has met. `x` and `y` are where it is, `nextX` and `nextY` where
// it would be without a bounce.
const Ball = circuit('Ball', {
  inputs: { lit: bit, phase: bus(4), still: bit },
  outputs: {
    x: bus(5),
    y: bus(5),
    nextX: bus(5),
    nextY: bus(5),
    hit: bit,
    lost: bit,
  },
  state: {
    atX: reg(5, 16),
    atY: reg(5, 12),
    right: reg(1, 1),
    down: reg(1, 0),
    brick: reg(1, 0),
    gone: reg(1, 0),
  },
  eval: ({ atX, atY, right, down, brick, gone }) => ({
    x: atX,
    y: atY,
    nextX: (right ? atX + 1 : atX - 1) & 31,
    nextY: (down ? atY + 1 : atY - 1) & 31,
    hit: brick,
    lost: gone,
  }),
  onTick: ({ atX, atY, right, down, brick, gone, lit, phase, still }) => {
    const same = { atX, atY, right, down, brick, gone }
    if (still) return same
    if (phase === LOOK_ASIDE) {
      const wall = right ? atX === WIDTH - 1 : atX === 0
      const bounces = wall || lit === 1
      return {
        ...same,
        right: bounces ? 1 - right : right,
        brick: lit === 1 && !wall && atY < PADDLE_ROW ? 1 : 0,
      }
    }
    if (phase === LOOK_AHEAD) {
      const wall = down === 0 && atY === 0
      const bottom = down === 1 && atY === HEIGHT - 1
      const bounces = wall || (lit === 1 && !bottom)
      const nextY = down ? atY + 1 : atY - 1
      return {
        ...same,
        down: bounces ? 1 - down : down,
        brick: lit === 1 && !wall && nextY < PADDLE_ROW ? 1 : 0,
        gone: bottom ? 1 : 0,
      }
    }
    // Into a corner: back where it came from.
    if (phase === LOOK_DIAGONALLY) {
      return lit === 1
        ? { ...same, right: 1 - right, down: 1 - down, brick: 0 }
        : { ...same, brick: 0 }
    }
    if (phase === MOVE && gone === 0) {
      const x = right ? atX + 1 : atX - 1
      const y = down ? atY + 1 : atY - 1
      // In a corner with a wall it stays for one step.
      return {
        ...same,
        atX: x < 0 || x >= WIDTH ? atX : x,
        atY: y < 0 || y >= HEIGHT ? atY : y,
      }
    }
    // A new ball starts in the middle.
    if (phase === DRAW_BALL && gone === 1) {
      return { ...same, atX: 16, atY: 12, right: 1, down: 0, gone: 0 }
    }
    return same
  },
})

// Which pixel the memory sees in each phase, and what becomes of
// it; and the count of phases, points and balls.
const Painter = circuit('Painter', {
  inputs: {
    x: bus(5),
    y: bus(5),
    nextX: bus(5),
    nextY: bus(5),
    hit: bit,
    lost: bit,
    left: bus(5),
    moved: bus(2),
    word: bus(8),
  },
  outputs: {
    phase: bus(4),
    addr: bus(10),
    data: bus(8),
    we: bit,
    lit: bit,
    still: bit,
    score: bus(8),
    balls: bus(8),
  },
  state: {
    now: reg(4, 0),
    points: reg(8, 0),
    remaining: reg(8, 3),
    brickX: reg(5, 0),
    brickY: reg(5, 0),
    fresh: reg(1, 0),
  },
  eval: (s) => {
    const over = s.remaining === 0 || s.points === BRICKS ? 1 : 0
    const pixel = (x: number, y: number) => (y & 31) * WIDTH + (x & 31)
    const breaks =
      (s.now >= BREAK_ASIDE && s.now < LOOK_AHEAD) ||
      (s.now >= BREAK_AHEAD && s.now < LOOK_DIAGONALLY)
    const third = s.now < LOOK_AHEAD ? s.now - BREAK_ASIDE : s.now - BREAK_AHEAD
    let addr = pixel(s.x, s.y)
    let data = 0
    let we = 0
    if (s.now === WIPE_BALL) {
      // The paddle may have been pushed onto the ball.
      const onPaddle =
        s.y === PADDLE_ROW && s.x >= s.left && s.x < s.left + PADDLE_WIDTH
      data = onPaddle ? 1 : 0
      we = 1
    } else if (s.now === LOOK_ASIDE) addr = pixel(s.nextX, s.y)
    else if (s.now === LOOK_AHEAD) addr = pixel(s.x, s.nextY)
    else if (s.now === LOOK_DIAGONALLY) addr = pixel(s.nextX, s.nextY)
    else if (breaks) {
      addr = pixel(s.brickX + third, s.brickY)
      we = s.hit
    } else if (s.now === WIPE_PADDLE) {
      const end = s.moved === 1 ? s.left + PADDLE_WIDTH : s.left - 1
      addr = pixel(end, PADDLE_ROW)
      we = s.moved === 0 ? 0 : 1
    } else if (s.now === DRAW_PADDLE) {
      const end = s.moved === 1 ? s.left : s.left + PADDLE_WIDTH - 1
      addr = pixel(end, PADDLE_ROW)
      data = 1
      we = s.moved === 0 ? 0 : 1
    } else if (s.now === DRAW_BALL) {
      data = 1
      we = 1 - s.lost
    }
    return {
      phase: s.now,
      addr,
      data,
      we: over ? 0 : we,
      lit: s.word === 0 ? 0 : 1,
      still: over,
      score: s.points,
      balls: s.remaining,
    }
  },
  onTick: (s) => {
    const same = {
      now: s.now,
      points: s.points,
      remaining: s.remaining,
      brickX: s.brickX,
      brickY: s.brickY,
      fresh: s.fresh,
    }
    if (s.remaining === 0 || s.points === BRICKS) return same
    const next = { ...same, now: s.now === DRAW_BALL ? 0 : s.now + 1 }
    if (s.now === LOOK_ASIDE) {
      return { ...next, brickX: s.nextX & 28, brickY: s.y, fresh: 1 }
    }
    if (s.now === LOOK_AHEAD) {
      return { ...next, brickX: s.x & 28, brickY: s.nextY, fresh: 1 }
    }
    if (s.fresh === 1) {
      return { ...next, points: s.points + s.hit, fresh: 0 }
    }
    if (s.now === DRAW_BALL && s.lost === 1) {
      return { ...next, remaining: s.remaining - 1 }
    }
    return next
  },
})

// The picture at the start: bricks and paddle.
const picture: Record<number, number> = {}
for (const y of BRICK_ROWS) {
  for (let x = 0; x < WIDTH; x++) if (x % 4 !== 3) picture[y * WIDTH + x] = 1
}
for (let i = 0; i < PADDLE_WIDTH; i++) {
  picture[PADDLE_ROW * WIDTH + 13 + i] = 1
}

circuit('Breakout', {
  nodes: {
    keyboard: Input({ value: 0, width: 8 }),
    keyboardHeld: Switch,
    keys: Keys,
    paddle: Paddle,
    ball: Ball,
    painter: Painter,
    frame: DualPortRAM({ addressWidth: 10, dataWidth: 8, memory: picture }),
    monitor: RasterDisplay({ width: WIDTH, height: HEIGHT }),
    // The display counts with 16 bits, the memory with 10.
    scan: BitSlice({ low: 0, high: 9, width: 16 }),
    score: HexDisplay,
    balls: HexDisplay,
  },
  connect: ({
    nodes: {
      keyboard,
      keyboardHeld,
      keys,
      paddle,
      ball,
      painter,
      frame,
      monitor,
      scan,
      score,
      balls,
    },
  }) => [
    keyboard.out.to(keys.code),
    keyboardHeld.out.to(keys.held),
    keys.move.to(paddle.move),
    paddle.left.to(painter.left),
    paddle.moved.to(painter.moved),

    ball.x.to(painter.x),
    ball.y.to(painter.y),
    ball.nextX.to(painter.nextX),
    ball.nextY.to(painter.nextY),
    ball.hit.to(painter.hit),
    ball.lost.to(painter.lost),
    painter.phase.to(ball.phase, paddle.phase),
    painter.lit.to(ball.lit),
    painter.still.to(ball.still),

    painter.addr.to(frame.addrA),
    painter.data.to(frame.dataA),
    painter.we.to(frame.weA),
    frame.outA.to(painter.word),
    monitor.addrB.to(scan.in),
    scan.out.to(frame.addrB),
    frame.outB.to(monitor.dataIn),

    painter.score.to(score.in),
    painter.balls.to(balls.in),
  ],
})
