package sandbox_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/invariants/thorough"
)

// TestConditionsOfPhases has state machines of which one phase looks at much to decide what it does, with writes to a
// memory, as a game that sees whether a piece lands: what it looks at is computed within the branch of the phase, which
// must come before what the decision is for.
func TestConditionsOfPhases(t *testing.T) {
	for seed := range thorough.Count(uint64(24)) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
		heavy := func(x string) string { // some thirty operations
			s := x
			for range 10 + rnd.IntN(6) {
				s = fmt.Sprintf("((%s %s %d) ^ (%s >> %d)) & 1023", s, pick("+", "*", "^", "-"), 1+rnd.IntN(9), pick("a", "y", "h"), rnd.IntN(4))
			}
			return "((" + s + ") % 7 " + pick("< 3", "=== 2", "> 1") + ")"
		}
		write := func() string {
			return fmt.Sprintf("if (%s) m[(%s) & 15] = %s\n", pick("h & 1", "(a >> 1) & 1", heavy("a"), "1"), pick("y", "y + 1", "a", "h >> 2"), pick("h & 1023", "m[y & 15] ^ a", "(a + y) & 1023", "m[a & 15] | 1"))
		}
		text := fmt.Sprintf(`circuit('C', { outputs: { o: bus(16) }, state: { m: mem(16, 10), phase: reg(2), y: reg(6), a: reg(10, %d), h: reg(10) },
  eval: ({ y, a, h, phase }) => ({ o: h ^ (a << 3) ^ (y << 8) ^ phase }),
  onTick: ({ m, phase, y, a, h }) => {
    const na = (a * 5 + 3) & 1023
    if (phase === %d) {
      const lands = %s
      if (!lands) return { a: na, y: %s }
      %s%s%sreturn { m, a: na, phase: 1, h: h ^ y }
    }
    if (phase === 1) {
      const row = m[y & 15]
      if (%s) %sreturn { m, h: (h * 3 + row) & 1023, y: y + 1, phase: row & 1 ? 1 : 2 }
    }
    if (%s) return { phase: 0, a: na, h: (h + 1) & 1023 }
    %sreturn { m, phase: %s, a: na }
  } })`, 1+rnd.IntN(900), rnd.IntN(2)*3, heavy("y"), pick("y + 1", "y ^ h", heavy("h")+" ? 1 : y + 2"), write(), write(), write(), heavy("row"), write(), heavy("h"), write(), pick("0", "3", "(phase + 1) & 3"))
		var want []string
		for i, backend := range backends {
			c, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
			require.NoError(t, err, "%s", text)
			_, hints, err := c.Lower(t.Context())
			require.NoError(t, err)
			require.Empty(t, hints)
			m, err := c.NewMachineOn(t.Context(), backend)
			require.NoError(t, err)
			var got []string
			for range 200 {
				_, err := m.Step(t.Context(), 1)
				require.NoError(t, err)
				got = append(got, fmt.Sprint(m.Peek(c.Design.Outputs[0].Net), m.State(0, 0)))
			}
			require.NoError(t, m.Close())
			c.Close()
			if i == 0 {
				want = got
			}
			require.Equal(t, want, got, "%s of seed %d:\n%s", backend, seed, text)
		}
	}
}
