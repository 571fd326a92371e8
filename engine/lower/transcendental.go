package lower

import (
	"math"

	"simten.dev/engine/word"
)

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
func (l *lowering) transcendentalOf(name string, v value) value {
	x, f := l.float(v), transcendental[name]
	by, arguments, ok := l.b.Enumerate(x.id, maxDeciding, maxComputed)
	if !ok {
		panic(refuse("it calls %s with a number that more than %d bits decide; make a table of its values beside the lambda, as in Array.from({ length: 256 }, (_, i) => %[1]s(i))", name, maxDeciding))
	}
	l.spend(len(arguments))
	r := floatValue{lo: math.Inf(1), hi: math.Inf(-1), zeroSign: x.zeroSign}
	results := make([]float64, len(arguments))
	for i, a := range arguments {
		results[i] = f(math.Float64frombits(a))
		if results[i] != results[i] {
			results[i], r.nan = math.NaN(), true
			continue
		}
		r.lo, r.hi = min(r.lo, results[i]), max(r.hi, results[i])
	}
	if by == word.None {
		return l.constantNumber(results[0])
	}
	if r.lo > r.hi { // it is none for each
		return l.constantNumber(math.NaN())
	}
	r.id = l.b.FromBits(l.lookup(by, 64, len(results), func(i int) uint64 { return math.Float64bits(results[i]) }))
	return r
}
