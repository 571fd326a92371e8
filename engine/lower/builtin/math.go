package builtin

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// MaxTried is the work of looking whether a lambda is ever given up: operations times values. It takes some 10 ms, in
// a browser some 30.
const MaxTried = 1 << 19

// There are no instructions for sines, logarithms and the like, and each engine has its own last digits of them. Of a
// number that a few bits decide they are a table, of what the interpreter computes; of others they stay with the
// closure.

// transcendental are the functions of one number that the interpreter takes from Go as they are.
var transcendental = map[string]func(float64) float64{
	"Math.sin": math.Sin, "Math.cos": math.Cos, "Math.tan": math.Tan, "Math.asin": math.Asin, "Math.acos": math.Acos, "Math.atan": math.Atan,
	"Math.sinh": math.Sinh, "Math.cosh": math.Cosh, "Math.tanh": math.Tanh, "Math.asinh": math.Asinh, "Math.acosh": math.Acosh, "Math.atanh": math.Atanh,
	"Math.exp": math.Exp, "Math.expm1": math.Expm1, "Math.log": math.Log, "Math.log1p": math.Log1p, "Math.cbrt": math.Cbrt,
}

const (
	maxDeciding = 10      // bits of the index of such a table
	maxComputed = 1 << 17 // operations that its arguments take
)

// transcendentalOf is such a function of a number.
func (l *Lowering) transcendentalOf(name string, v domain.Value) domain.Value {
	x, f := l.Float(v), transcendental[name]
	by, arguments, ok := l.B.Enumerate(x.ID, maxDeciding, maxComputed)
	if !ok {
		panic(domain.Refuse("it calls %s with a number that more than %d bits decide; make a table of its values beside the lambda, as in Array.from({ length: 256 }, (_, i) => %[1]s(i))", name, maxDeciding))
	}
	l.Spend(len(arguments))
	r := domain.FloatValue{Lo: math.Inf(1), Hi: math.Inf(-1), ZeroSign: x.ZeroSign}
	results := make([]float64, len(arguments))
	for i, a := range arguments {
		results[i] = f(math.Float64frombits(a))
		if results[i] != results[i] {
			results[i], r.NaN = math.NaN(), true
			continue
		}
		r.Lo, r.Hi = min(r.Lo, results[i]), max(r.Hi, results[i])
	}
	if by == word.None {
		return l.ConstantNumber(results[0])
	}
	if r.Lo > r.Hi { // it is none for each
		return l.ConstantNumber(math.NaN())
	}
	r.ID = l.B.FromBits(l.Lookup(by, 64, len(results), func(i int) uint64 { return math.Float64bits(results[i]) }))
	return r
}
