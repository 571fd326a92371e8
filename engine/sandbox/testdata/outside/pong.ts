const WIDTH = 32, HEIGHT = 16
circuit('Pong', { inputs: { up: bit, down: bit }, outputs: { x: bus(5), y: bus(4), pad: bus(4), score: bus(8) }, state: { bx: reg(5, 4), by: reg(4, 3), dx: reg(1, 1), dy: reg(1, 1), p: reg(4, 6), sc: reg(8) },
  eval: ({ bx, by, p, sc }) => ({ x: bx, y: by, pad: p, score: sc }),
  onTick: ({ up, down, bx, by, dx, dy, p, sc }) => {
    const pad = Math.min(HEIGHT - 4, Math.max(0, p + (down - up)))
    let vx = dx ? 1 : -1, vy = dy ? 1 : -1, nx = bx + vx, ny = by + vy
    if (ny < 0 || ny >= HEIGHT) { vy = -vy; ny = by + vy }
    if (nx < 0) { vx = 1; nx = 1 }
    if (nx >= WIDTH - 1) { const hit = ny >= pad && ny < pad + 4; sc = hit ? sc + 1 : 0; vx = -1; nx = WIDTH - 2 }
    return { bx: nx, by: ny, dx: vx > 0, dy: vy > 0 ? 1 : 0, p: pad, sc }
  } })
