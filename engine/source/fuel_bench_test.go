package source

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// userLambdas are behaviours as people write them: an ALU, a decoder, a counter of bits, a shift register, a
// divider, a state machine with a table.
const userLambdas = `
const lambdas: any[] = [
  ({ op, a, b }: any) => { switch (op) { case 0: return { y: (a + b) & 255 }; case 1: return { y: (a - b) & 255 }; case 2: return { y: a & b }; case 3: return { y: a | b }; default: return { y: a ^ b } } },
  ({ op }: any) => ({ y: 1 << op, z: op === 3 ? 1 : 0, w: (op >> 1) & 1 }),
  ({ a }: any) => { let n = 0; for (let i = 0; i < 8; i++) n += (a >> i) & 1; return { y: n } },
  ({ a, b, op }: any) => ({ y: op & 1 ? ((a << 1) | (b & 1)) & 255 : a }),
  ({ a, b }: any) => { if (b === 0) return { q: 255, r: a }; return { q: Math.floor(a / b), r: a % b } },
  ({ a, op }: any) => { const table = [1, 2, 3, 0]; const next = table[op & 3]; return { s: next, y: next === 0 && a > 100 ? 1 : 0 } },
]
run(lambdas)
`

// runner prepares the lambdas, with their fuel checks or with the checks cut out of the text, and gives a
// function that calls each once.
func runner(tb testing.TB, checks bool) func() {
	tb.Helper()
	s, list := Prepare("lambdas.ts", userLambdas, Options{Library: testLibrary})
	require.NotNil(tb, s, "%v", list)
	code := s.Code
	require.Equal(tb, 7, strings.Count(code, "$0R()"), "a check for each lambda and for the loop")
	if !checks {
		code = strings.ReplaceAll(strings.ReplaceAll(code, "--$0F;$0F||$0R();", ""), "--$0F,$0F||$0R(),", "")
		require.NotContains(tb, code, "$0R()")
	}
	program, err := compile("lambdas.ts", code)
	require.NoError(tb, err)
	r := newRealmStub(1 << 30)
	var lambdas []goja.Callable
	require.NoError(tb, r.vm.Set("run", func(call goja.FunctionCall) goja.Value {
		o := call.Argument(0).ToObject(r.vm)
		for _, k := range o.Keys() {
			f, _ := goja.AssertFunction(o.Get(k))
			lambdas = append(lambdas, f)
		}
		return goja.Undefined()
	}))
	_, err = r.vm.RunProgram(program)
	require.NoError(tb, err)
	require.Len(tb, lambdas, 6)
	n := 0
	return func() {
		for _, f := range lambdas {
			n++
			argument := r.vm.NewObject() // as the realm makes one for each call
			_ = argument.Set("op", n&3)
			_ = argument.Set("a", n&255)
			_ = argument.Set("b", n>>3&255)
			if _, err := f(goja.Undefined(), argument); err != nil {
				panic(err)
			}
		}
	}
}

// BenchmarkLambdaFuel is the cost of the fuel checks in lambdas that are called in the interpreter: it calls the
// same lambdas with and without, in turns, and reports how much longer those with checks take.
func BenchmarkLambdaFuel(b *testing.B) {
	with, without := runner(b, true), runner(b, false)
	const turn = 20
	var paid, free time.Duration
	took := func(f func()) time.Duration {
		start := time.Now()
		for range turn {
			f()
		}
		return time.Since(start)
	}
	ratios := make([]float64, 0, b.N)
	for range b.N {
		var f, p time.Duration
		if rand.Intn(2) == 0 { // what comes first pays for the other's garbage
			f, p = took(without), took(with)
		} else {
			p, f = took(with), took(without)
		}
		free, paid = free+f, paid+p
		ratios = append(ratios, float64(p)/float64(f))
	}
	b.ReportMetric(100*(median(ratios)-1), "%cost")
	b.ReportMetric(float64(paid.Nanoseconds())/float64(b.N*turn*6), "ns/lambda")
}

func median(list []float64) float64 {
	sorted := append([]float64{}, list...)
	for i := range sorted {
		for k := i; k > 0 && sorted[k] < sorted[k-1]; k-- {
			sorted[k], sorted[k-1] = sorted[k-1], sorted[k]
		}
	}
	return sorted[len(sorted)/2]
}
