package goja

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// precision is far more than the digits of any float64.
const precision = 1200

// exactExponential is e to the power of a number.
func exactExponential(x *big.Float) *big.Float {
	parts := 0
	r := new(big.Float).SetPrec(precision).Set(x)
	for r.MantExp(nil) > -20 {
		r.Quo(r, big.NewFloat(2))
		parts++
	}
	total, term := new(big.Float).SetPrec(precision).SetInt64(1), new(big.Float).SetPrec(precision).SetInt64(1)
	for n := int64(1); n < 40; n++ {
		term.Quo(term.Mul(term, r), new(big.Float).SetInt64(n))
		total.Add(total, term)
	}
	for range parts {
		total.Mul(total, total)
	}
	return total
}

// exactLogarithm is that of a positive number.
func exactLogarithm(x float64) *big.Float {
	fraction, exponent := math.Frexp(x)
	atanh := func(s *big.Float) *big.Float {
		total, power := new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision).Set(s)
		square := new(big.Float).SetPrec(precision).Mul(s, s)
		for n := int64(1); n < 300; n += 2 {
			total.Add(total, new(big.Float).SetPrec(precision).Quo(power, new(big.Float).SetInt64(n)))
			power.Mul(power, square)
		}
		return total.Mul(total, big.NewFloat(2))
	}
	f := new(big.Float).SetPrec(precision).SetFloat64(fraction)
	one := big.NewFloat(1)
	l := atanh(f.Quo(new(big.Float).SetPrec(precision).Sub(f, one), new(big.Float).SetPrec(precision).Add(f, one)))
	third := new(big.Float).SetPrec(precision).Quo(one, new(big.Float).SetInt64(3)) // log 2 = 2 atanh(1/3)
	return l.Add(l, new(big.Float).SetPrec(precision).Mul(atanh(third), new(big.Float).SetInt64(int64(exponent))))
}

// nearest is the float64 next to a number.
func nearest(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// TestLastPlace: powers, exponentials, logarithms and angles are right in the last place.
func TestLastPlace(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	check := func(name string, got, want float64) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %v instead of %v", name, got, want)
		}
	}
	for range 100 {
		x, y := math.Exp(random.Float64()*1400-700), (random.Float64()-0.5)*40
		for range 3 {
			check("a power", powerOf(x, y), nearest(exactExponential(new(big.Float).SetPrec(precision).Mul(exactLogarithm(x), big.NewFloat(y)))))
			x, y = 1+random.Float64()/1000, y*1e4
		}
		z := (random.Float64() - 0.5) * 1490
		check("an exponential", exponentialOf(z), nearest(exactExponential(big.NewFloat(z))))
		check("a logarithm", logarithmTo(x, ln10), nearest(new(big.Float).Quo(exactLogarithm(x), exactLogarithm(10))))
		check("a logarithm", logarithmTo(x, ln2), nearest(new(big.Float).Quo(exactLogarithm(x), exactLogarithm(2))))
	}
	for n := -323.0; n <= 308; n++ {
		want, _, _ := big.ParseFloat("1e"+intToValue(int64(n)).String(), 10, precision, big.ToNearestEven)
		check("a power of ten", powerOf(10, n), nearest(want))
	}
	for range 2000 { // that lie in the middle between two numbers
		x := float64(random.IntN(1<<27) | 1<<26 | 1)
		check("a square", powerOf(x, 2), nearest(new(big.Float).SetPrec(precision).Mul(big.NewFloat(x), big.NewFloat(x))))
		x = float64(random.IntN(1<<18) | 1<<17 | 1)
		cube := new(big.Float).SetPrec(precision).Mul(big.NewFloat(x), big.NewFloat(x*x))
		check("a cube", powerOf(x, 3), nearest(cube))
		check("a cube", powerOf(x*x, 1.5), nearest(cube))
	}
	for range 2000 {
		x, n := math.Exp(random.Float64()*140-70), random.IntN(33)-16
		want := new(big.Float).SetPrec(precision).SetInt64(1)
		for range max(n, -n) {
			want.Mul(want, big.NewFloat(x))
		}
		if n < 0 {
			want.Quo(big.NewFloat(1), want)
		}
		check("a small power", powerOf(x, float64(n)), nearest(want))
	}
	for range 100 {
		x := (random.Float64() - 0.5) * 100
		for range 4 {
			sin, cos, tan := sineOf(x), cosineOf(x), tangentOf(x)
			wantSin, wantCos := exactAngle(x)
			check("a sine", sin, nearest(wantSin))
			check("a cosine", cos, nearest(wantCos))
			check("a tangent", tan, nearest(new(big.Float).Quo(wantSin, wantCos)))
			x *= math.Exp(random.Float64() * 200)
		}
	}
	for program, want := range map[string]string{
		"1.1 ** 100.5":           "14453.22815520849",
		"(-8) ** 3 + (-2) ** -3": "-512.125",
		"[(-8) ** (1 / 3), 1 ** NaN, 1 ** Infinity, (-1) ** -Infinity, NaN ** 0, 0 ** -1, (-0) ** -1, (-0) ** 3 === 0, 1 / (-0) ** 3].join()":    "NaN,NaN,NaN,NaN,1,Infinity,-Infinity,true,-Infinity",
		"[2 ** -1074, 2 ** -1075, 2 ** 1024, 2 ** 1023.5, 0.5 ** 1074.4, 5e-324 ** 0.5, 1.7976931348623157e308 ** 1e-300].join()":                "5e-324,0,Infinity,1.2711610061536464e+308,5e-324,2.2227587494850775e-162,1",
		"[Infinity ** -1, (-Infinity) ** 3, 0.5 ** Infinity, 0.5 ** -Infinity, 1.0000000000000002 ** 1e300, 0.9999999999999999 ** 1e300].join()": "0,-Infinity,0,Infinity,Infinity,0",
		"[Math.exp(1), Math.exp(-745.2), Math.exp(710), Math.exp(-0), Math.exp(-Infinity), Math.exp(Infinity), Math.exp(NaN)].join()":            "2.718281828459045,0,Infinity,1,0,Infinity,NaN",
		"[Math.log10(1000), Math.log10(1e-5), Math.log2(8), Math.log2(5e-324), Math.log2(0), Math.log2(-1), Math.log10(Infinity)].join()":        "3,-5,3,-1074,-Infinity,NaN,Infinity",
		"[Math.sin(Math.PI), Math.cos(1e22), Math.tan(1e5), 1 / Math.sin(-0), Math.sin(Infinity), Math.cos(0), Math.sin(5e-324)].join()":         "1.2246467991473532e-16,0.523214785395139,-0.035771662952898776,-Infinity,NaN,1,5e-324",
	} {
		evaluate(t, program, want)
	}
}

// TestQuickPowers: where the quick way tells a power, it is that of the slow one.
func TestQuickPowers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const count = 200_000
	told := 0
	for i := range count {
		x, y := math.Exp(random.Float64()*1400-700), (random.Float64()-0.5)*40
		switch i % 4 {
		case 1:
			x, y = random.Float64()*3, random.Float64()*100-50
		case 2:
			x, y = 1+(random.Float64()-0.5)/math.Exp(random.Float64()*30), y*math.Exp(random.Float64()*30)
		case 3:
			x, y = float64(random.IntN(1000)+1), float64(random.IntN(4001)-2000)/8
		}
		if got, ok := quickPower(x, y); ok {
			told++
			if want := slowPower(x, y); got != want {
				t.Fatalf("%v ** %v is %v the quick way and %v the slow one", x, y, got, want)
			}
		}
	}
	if told < count/2 {
		t.Errorf("the quick way tells %d powers of %d", told, count)
	}
}

// BenchmarkPowers takes the quick way, but for one in some hundreds, and the slow one.
func BenchmarkPowers(b *testing.B) {
	for name, f := range map[string]func(x, y float64) float64{"quick": powerOf, "slow": slowPower, "Go": math.Pow} {
		b.Run(name, func(b *testing.B) {
			x, sum := 1.0, 0.0
			for b.Loop() {
				x += 0.001
				sum += f(x, 2.5)
			}
			if sum == 0 {
				b.Error("nothing was computed")
			}
		})
	}
}

// exactAngle are the sine and cosine of a number.
func exactAngle(x float64) (sin, cos *big.Float) {
	right := manyDigitsOfPi(precision)
	r := new(big.Float).SetPrec(precision).SetFloat64(x)
	whole, _ := new(big.Float).SetPrec(precision).Quo(r, right).Int(nil)
	r.Sub(r, new(big.Float).SetPrec(precision).Mul(right, new(big.Float).SetPrec(precision).SetInt(whole)))
	sin, cos = new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision)
	term := new(big.Float).SetPrec(precision).SetInt64(1)
	for n := int64(1); n < 400; n++ {
		into := []*big.Float{cos, sin, cos, sin}[(n-1)%4]
		if (n-1)%4 > 1 {
			into.Sub(into, term)
		} else {
			into.Add(into, term)
		}
		term.Quo(term.Mul(term, r), new(big.Float).SetInt64(n))
	}
	switch new(big.Int).And(whole, big.NewInt(3)).Int64() {
	case 1:
		sin, cos = cos, sin.Neg(sin)
	case 2:
		sin, cos = sin.Neg(sin), cos.Neg(cos)
	case 3:
		sin, cos = cos.Neg(cos), sin
	}
	return sin, cos
}
