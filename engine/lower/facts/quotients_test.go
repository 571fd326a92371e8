package facts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestQuotientsByNumbers divides by numbers, which becomes shifts and multiplications, and rounds in all ways; the sign
// of a zero is looked at, too.
func TestQuotientsByNumbers(t *testing.T) {
	for _, divisor := range []string{"1", "2", "8", "32768", "65536", "2147483648", "4294967296", "3", "7", "10", "641", "1000003", "2147483647", "-1", "-2", "-8", "-7", "-1000003", "2 ** (a & 7)", "(a & 7) + 1", "0.5", "(d ? 16 : 10)"} {
		t.Run(divisor, func(t *testing.T) {
			var list []string
			for _, dividend := range []string{"c", "(c >>> 0)", "b", "(a - 128)", "(c >> 20)", "(c * 5)", "((c >> 15) * (e >> 15))", "(-a)"} {
				for _, rounded := range []string{"Math.floor(%s / %s)", "Math.round(%s / %s)", "Math.ceil(%s / %s)", "Math.trunc(%s / %s)", "%s / %s | 0", "%s %% %s", "(%s %% %s) | 0"} {
					list = append(list, fmt.Sprintf(rounded, dividend, "("+divisor+")"))
				}
				// compiled or not, as it is known what the sign is or not
				lowertest.Agree(t, lowertest.Compile(t, lowertest.Outputs("", fmt.Sprintf("1 / Math.round(%s / (%s)) < 0 ? 1 : 2", dividend, divisor), fmt.Sprintf("1 / Math.ceil(%s / (%s)) < 0 ? 1 : 2", dividend, divisor))), 60, 7)
			}
			text := lowertest.Outputs("", list...)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 150, 7)
			lowertest.AgreeGenerated(t, p, 150, 7)
		})
	}
}

// TestMinusZeroAmongNumbers: -0 in a sum or product does not make doubles of whole numbers.
func TestMinusZeroAmongNumbers(t *testing.T) {
	prelude := "const T = [0, 1, 2, 3].map((k) => ({ re: Math.round(Math.cos(k) * 64), im: Math.round(-Math.sin(k) * 64) }))"
	list := []string{"c * T[0].im + b", "b - T[0].im * c", "T[0].im - a", "-0 + a", "a + -0", "-0 - b", "-0 * c", "c * -0 * e", "(a - b) * T[0].re - c * T[0].im", "Object.is(a + -0, 0) ? 1 : 2"}
	p := lowertest.Compile(t, lowertest.Outputs(prelude, list...))
	require.Empty(t, p.Hints)
	for i := range p.Module.Ops {
		require.NotContains(t, p.Module.Ops[i].Kind.String(), "fmul")
	}
	lowertest.Agree(t, p, 60, 7)
	for _, e := range []string{"1 / (-0 - (a & 0) - b)", "1 / (c * -0)", "1 / ((a & 1) * -0)"} {
		lowertest.Agree(t, lowertest.Compile(t, lowertest.Outputs(prelude, e)), 60, 7)
	}
}
