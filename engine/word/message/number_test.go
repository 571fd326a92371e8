package message

import (
	"math"
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "simten.dev/invariants/thorough" // says how many cases rapid draws
)

// TestNumber compares texts of numbers with those that the interpreter writes.
func TestNumber(t *testing.T) {
	js := goja.New()
	check := func(t require.TestingT, f float64) { require.Equal(t, js.ToValue(f).String(), number(f)) }
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 100, 123.456, 1e20, 1e21, 123456789012345680000, 1234567890123456800000, 1e-6, 1e-7, 1.5e-7,
		0.000001234, 0.0000001234, -1e300, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 53, 1e100,
	} {
		check(t, f)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, math.Float64frombits(rapid.Uint64().Draw(t, "bits")))
		check(t, float64(rapid.Int64().Draw(t, "n"))*math.Pow(10, float64(rapid.IntRange(-30, 30).Draw(t, "e"))))
	})
}
