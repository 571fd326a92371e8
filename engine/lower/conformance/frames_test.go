package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// frames are lambdas that do a whole picture in a cycle: unrolled, they are too long, and none of their loops is.
var frames = map[string]string{
	"life": `circuit('Life', { inputs: { seed: bus(8) }, outputs: { row: bus(32), n: bus(11) }, state: { grid: mem(32, 32), init: reg(1) },
  eval: ({ grid, seed }) => ({ row: grid[seed & 31], n: grid[3] & 15 }),
  onTick: ({ grid, init, seed }) => {
    if (!init) { for (let y = 0; y < 32; y++) grid[y] = Math.imul(seed * 131 + y, 2654435761) >>> 0; return { grid, init: 1 } }
    const old = Array.from({ length: 32 }, (_, y) => grid[y])
    for (let y = 0; y < 32; y++) {
      let r = 0
      for (let x = 0; x < 32; x++) {
        let n = 0
        for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dx !== 0 || dy !== 0) n += (old[(y + dy + 32) % 32] >>> ((x + dx + 32) % 32)) & 1
        if (n === 3 || (n === 2 && (old[y] >>> x) & 1)) r |= 1 << x
      }
      grid[y] = r >>> 0
    }
    return { grid }
  } })`,
	"points": `circuit('Mandel', { inputs: { t: bus(4) }, outputs: { s: bus(16), at: bus(5) }, state: { fb: mem(1024, 5), acc: reg(16) },
  eval: ({ acc, fb, t }) => ({ s: acc, at: fb[t * 33] }),
  onTick: ({ fb, t }) => {
    let acc = 0
    for (let py = 0; py < 32; py++) for (let px = 0; px < 32; px++) {
      const cx = px / 12 - 2, cy = py / 12 - 1.3 + t / 100
      let x = 0, y = 0, i = 0
      for (; i < 16 && x * x + y * y < 4; i++) { const nx = x * x - y * y + cx; y = 2 * x * y + cy; x = nx }
      fb[py * 32 + px] = i
      acc += i
    }
    return { fb, acc: acc & 0xffff }
  } })`,
}

// TestFrames: loops that are too long for a lambda when they are unrolled become loop operations, also short ones.
func TestFrames(t *testing.T) {
	for name, text := range frames {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = "+text)
			require.Empty(t, p.Hints)
			require.NoError(t, p.Module.Check())
			lowertest.Agree(t, p, 4, 5)
			lowertest.AgreeGenerated(t, p, 12, 5)
		})
	}
}
