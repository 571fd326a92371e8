package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Operators that see 32 bits of a number, and the sign of a zero, are the same in Node and on every backend, for
// numbers beyond 2^63, for texts and for what objects, lists and functions give on.
func TestLowBitsOnAllBackends(t *testing.T) {
	sides, err := lambdaSides()
	require.NoError(t, err)
	defer closeAll(sides)
	var list []body
	for _, huge := range []string{
		"c * c * (b + 3)", "2 ** 70 + 2 ** 40 * a", "-(2 ** 63) - c * 2048", "+'1e21'", "Number('0x' + 'f'.repeat(30))", "1e300 * (a + 1)", "c / 2 ** -60",
		"Math.pow(c + 1, 3)", "[c * c * 9][0]", "({ x: c * c * 9 }).x", "((...r) => r[0])(c * c * 33)", "Math.max(c * c * 5, 1)", "Number(f * f)", "1 / d",
		"(0 - b) * 0", "parseInt('9'.repeat(30))", "c * -0",
	} {
		for _, y := range []string{"x | 0", "x >>> 1", "~x", "x << 3", "x >> (a & 7)", "x & 0xff00ff", "7 ^ x", "1 << x", "Math.imul(x, 3)", "Math.clz32(x)", "1 / x < 0 ? 1 : 2"} {
			list = append(list, body{len(list), fmt.Sprintf("({ a, b, c, d, e, f }) => { const x = %s; return { y: (%s) >>> 0, z: 0, w: 1 / (x * -0) < 0 ? 1 : 0 } }", huge, y)})
		}
	}
	for _, y := range []string{"'1e21' | 0", "'1e21' >>> a", "~'-1e21'", "' 12 ' << 1", "'x' | 5", "'0x1ffffffff' & 0xffff", "`${c}00000` | 0", "'\\u2003' + c ^ 1"} {
		list = append(list, body{len(list), fmt.Sprintf("({ a, b, c, d, e, f }) => ({ y: (%s) >>> 0, z: 0, w: 0 })", y)})
	}
	want, err := sides[0].run(t.Context(), list)
	require.NoError(t, err)
	for _, s := range sides[1:] {
		got, err := s.run(t.Context(), list)
		require.NoError(t, err)
		for i, b := range list {
			require.NotContains(t, want[i], "Error", b.text)
			require.Equal(t, want[i], got[i], "%s on %s", b.text, s.name)
		}
	}
}
