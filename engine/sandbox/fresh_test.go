package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
)

// TestLambdasThatChangeTheirOwn: a lambda that is not compiled and changes only what it has made itself keeps no other
// one from being compiled, and the reason that it is not compiled is told.
func TestLambdasThatChangeTheirOwn(t *testing.T) {
	for body, others := range map[string]bool{
		"const l = new Array(4).fill(0); l[i] = T[i]; return { y: Math.atan2(1, l[1]) }":            true,
		"const l = [...T].map((x) => x + i).sort(); l[0] = 3; return { y: Math.atan2(1, l[1]) }":    true,
		"const p = { r: [i, 2] }; p.r[1]++; return { y: Math.atan2(1, p.r[1] + T[0]) }":             true,
		"const p = { q: { r: [i, T] } }; p.q.r[0] = 3; return { y: Math.atan2(1, p.q.r[0]) }":       true,
		"const l = [1, 2].reverse().fill(i); l[0]++; return { y: Math.atan2(1, l[1] + T[i]) }":      true,
		"const p = { q: { r: T } }; p.q.r[0] = 3; return { y: Math.atan2(1, p.q.r[0]) }":            false,
		"const p = [T]; p[0].push(3); return { y: Math.atan2(1, p[0][0]) }":                         false,
		"let l = [1]; l = T; l[0] = 5; return { y: Math.atan2(1, l[0]) }":                           false,
		"T.concat().fill(1); (i ? T : [0])[0] = 2; return { y: Math.atan2(1, T[0]) }":               false,
		"T.fill(i); return { y: Math.atan2(1, T[0]) }":                                              false,
		"[T][0].fill(i); return { y: Math.atan2(1, T[0]) }":                                         false,
		"const same = { copy() { return T } }; same.copy().push(1); return { y: Math.atan2(1, 1) }": false,
	} {
		t.Run(body, func(t *testing.T) {
			text := fmt.Sprintf(`const T = [1, 2, 3, 4]
const A = circuit('A', { inputs: { i: bus(2) }, outputs: { y: bus(8) }, eval: ({ i }) => ({ y: T[i] }) })
const B = circuit('B', { inputs: { i: bus(2) }, outputs: { y: bus(8) }, eval: ({ i }) => { %s } })
circuit('Top', { inputs: { i: bus(2) }, outputs: { y: bus(8), z: bus(8) }, nodes: { a: A, b: B },
  connect: ({ inputs, outputs, nodes: { a, b } }) => [inputs.i.to(a.i, b.i), a.y.to(outputs.y), b.y.to(outputs.z)] })`, body)
			c, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
			require.NoError(t, err)
			defer c.Close()
			_, hints, err := c.Lower(t.Context())
			require.NoError(t, err)
			told := ""
			for _, h := range hints {
				told += h.Message + "\n"
			}
			if others {
				require.Len(t, hints, 1, "%s", told)
			} else {
				require.Contains(t, told, "eval of A is not compiled")
			}
			require.Contains(t, told, "eval of B is not compiled")
		})
	}
}
