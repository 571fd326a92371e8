package goja

import (
	"math"
	"math/big"
)

// Functions of Math whose results are right in the last place: they are computed with twice as many digits and rounded
// once. Go's own of powers and angles are not, and that of exponentials differs between machines.

// pair is a number of twice as many digits: the sum of two, of which the second is at most half a unit in the last
// place of the first.
type pair struct{ high, low float64 }

// sum adds two numbers without loss. Conversions such as float64(a*b) keep the compiler from fused operations, which
// round otherwise.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, float64(a-float64(s-t)) + float64(b-t)}
}

// normal makes a pair of two numbers of which the first is larger.
func normal(a, b float64) pair {
	s := a + b
	return pair{s, b - float64(s-a)}
}

// halves divides a number into two of half as many digits.
func halves(x float64) (high, low float64) {
	const half = 1<<27 + 1
	c := float64(half * x)
	high = c - float64(c-x)
	return high, x - high
}

// product multiplies two numbers without loss.
func product(a, b float64) pair {
	p := float64(a * b)
	ah, al := halves(a)
	bh, bl := halves(b)
	return pair{p, float64(al*bl) - float64(float64(float64(p-float64(ah*bh))-float64(al*bh))-float64(ah*bl))}
}

func (a pair) plus(b pair) pair {
	s, t := sum(a.high, b.high), sum(a.low, b.low)
	s = normal(s.high, s.low+t.high)
	return normal(s.high, s.low+t.low)
}

func (a pair) minus(b pair) pair { return a.plus(pair{-b.high, -b.low}) }

func (a pair) times(b pair) pair {
	p := product(a.high, b.high)
	return normal(p.high, p.low+float64(float64(a.high*b.low)+float64(a.low*b.high)))
}

func (a pair) over(b pair) pair {
	q := a.high / b.high
	r := a.minus(b.times(pair{q, 0}))
	next := r.high / b.high
	r = r.minus(b.times(pair{next, 0}))
	return normal(q, next).plus(pair{r.high / b.high, 0})
}

// scaled multiplies by a power of two that loses nothing.
func (a pair) scaled(by float64) pair { return pair{a.high * by, a.low * by} }

// digits is a constant as the sum of numbers, each of them the nearest to what the ones before leave.
func digits(text string, count int) []float64 {
	rest, _, _ := big.ParseFloat(text, 10, 1200, big.ToNearestEven)
	var list []float64
	for range count {
		x, _ := rest.Float64()
		list = append(list, x)
		rest.Sub(rest, big.NewFloat(x))
	}
	return list
}

func pairOf(text string) pair {
	list := digits(text, 2)
	return pair{list[0], list[1]}
}

// quotients are 1/n.
func quotients(count int) []pair {
	list := make([]pair, count)
	for n := 1; n < count; n++ {
		list[n] = pair{1, 0}.over(pair{float64(n), 0})
	}
	return list
}

var (
	ln2       = pairOf("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687")
	ln10      = pairOf("2.302585092994045684017991454684364207601101488628772976033327900967572609677352480235997205089598298341")
	halfOfPi  = digits("1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401741267105853399107404326", 4)
	inversely = quotients(48)
)

// logarithm is that of a positive number.
func logarithm(x float64) pair {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = fraction*2, exponent-1
	}
	s := sum(fraction, -1).over(sum(fraction, 1)) // log of the fraction = 2 (s + s³/3 + s⁵/5 + …)
	square := s.times(s)
	rest := 0.0
	for n := 45; n > 23; n -= 2 { // of these the first digits are enough
		rest = float64(rest*square.high) + inversely[n].high
	}
	row := pair{rest, 0}
	for n := 23; n > 0; n -= 2 {
		row = row.times(square).plus(inversely[n])
	}
	return ln2.times(pair{float64(exponent), 0}).plus(row.times(s).scaled(2))
}

// exponential is e to the power of a number, times 2 to the power of a whole one. The number is less than 2000,
// positive or negative.
func exponential(x pair) (pair, int) {
	const parts, squarings = 256, 8
	power := math.Round(x.high / ln2.high)
	r := x.minus(ln2.times(pair{power, 0})).scaled(1.0 / parts)
	rest := 1.0
	for n := 11; n > 6; n-- {
		rest = float64(float64(rest*r.high)*inversely[n].high) + 1
	}
	row := pair{rest, 0}.times(inversely[6])
	for n := 5; n > 0; n-- { // (e^r - 1) / r
		row = row.times(r).plus(pair{1, 0}).times(inversely[n])
	}
	less := row.times(r) // e^r - 1
	for range squarings {
		less = less.scaled(2).plus(less.times(less))
	}
	return less.plus(pair{1, 0}), int(power)
}

// rounded is the number that is nearest to a pair times a power of two.
func rounded(x pair, power int) float64 {
	const minExponent = -1022 // of the powers of two with all digits after them
	if power > minExponent+4 {
		return math.Ldexp(x.high, power)
	}
	if power < -1100 {
		return 0
	}
	anchor := math.Ldexp(3, -1023-power) // its last digit is the last one that the result can have
	s := sum(anchor, x.high)
	return math.Ldexp(float64(s.high+float64(s.low+x.low))-anchor, power)
}

// exponentialOf is Math.exp.
func exponentialOf(x float64) float64 {
	switch {
	case math.IsNaN(x), x > 710, x < -746:
		return math.Exp(x)
	case math.Abs(x) < 0x1p-60:
		return 1
	}
	p, power := exponential(pair{x, 0})
	return rounded(p, power)
}

// logarithmTo is the logarithm to a base.
func logarithmTo(x float64, base pair) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	return logarithm(x).over(base).high
}

// powerOf is x ** y of the language.
func powerOf(x, y float64) float64 {
	switch {
	case math.IsNaN(y), math.Abs(x) == 1 && math.IsInf(y, 0):
		return math.NaN()
	case y == 0, x == 1:
		return 1
	case x == 0, math.IsNaN(x), math.IsInf(x, 0), math.IsInf(y, 0), x < 0 && y != math.Trunc(y):
		return math.Pow(x, y)
	case y == 1:
		return x
	case y == 2:
		return x * x
	case x < 0:
		p := powerOf(-x, y)
		if math.Mod(y, 2) != 0 {
			return -p
		}
		return p
	}
	if n := int(y); float64(n) == y && n >= -16 && n <= 16 {
		return smallPower(x, n)
	}
	if p, ok := quickPower(x, y); ok {
		return p
	}
	return slowPower(x, y)
}

// slowPower is x ** y for a positive x and a y that is no small whole number, with all digits of a pair.
func slowPower(x, y float64) float64 {
	l := logarithm(x)
	if about := y * l.high; about > 710 {
		return math.Inf(1)
	} else if about < -746 {
		return 0
	}
	if math.Abs(y) > 0x1p900 {
		return math.Pow(x, y)
	}
	p, power := exponential(l.times(pair{y, 0}))
	return roundedPower(x, y, p, power)
}

// smallPower is a power that a few products make.
func smallPower(x float64, n int) float64 {
	fraction, exponent := math.Frexp(x)
	p := pair{fraction, 0}
	for range max(n, -n) - 1 {
		p = p.times(pair{fraction, 0})
	}
	if n < 0 {
		p = pair{1, 0}.over(p)
	}
	_, more := math.Frexp(p.high)
	return roundedPower(x, float64(n), p.scaled(math.Ldexp(1, -more)), exponent*n+more)
}

// roundedPower rounds what is nearly x ** y. It may lie in the middle between two numbers.
func roundedPower(x, y float64, p pair, power int) float64 {
	if tie := math.Abs(p.low) / (math.Nextafter(p.high, 4) - p.high); math.Abs(tie-0.5) < 0x1p-30 || math.Abs(tie-0.25) < 0x1p-30 {
		if exact, ok := exactPower(x, y); ok {
			return exact
		}
	}
	return rounded(p, power)
}

// Power is x ** y of the language.
func (*Runtime) Power(x, y float64) float64 { return powerOf(x, y) }

// Log2 is Math.log2.
func (*Runtime) Log2(x float64) float64 { return logarithmTo(x, ln2) }

// exactPower is a power that may lie in the middle between two numbers; those have few factors.
func exactPower(x, y float64) (float64, bool) {
	for ; y != math.Trunc(y); y *= 2 {
		root := math.Sqrt(x)
		if p := product(root, root); p.high != x || p.low != 0 {
			return 0, false
		}
		x = root
	}
	if y < 0 || y > 64 {
		return 0, false
	}
	exact := new(big.Float).SetPrec(64 * 53).SetInt64(1)
	for range int(y) {
		exact.Mul(exact, big.NewFloat(x))
	}
	result, _ := exact.Float64()
	return result, true
}

// angle is what is left of an angle beyond a multiple of a right one, and how many of those there are, of which the
// last two bits count.
func angle(x float64) (pair, int) {
	const near = 1 << 30
	if math.Abs(x) > near {
		return farAngle(x)
	}
	turns := math.Round(x / halfOfPi[0])
	first := product(turns, halfOfPi[0])
	r := sum(x, -first.high).plus(pair{-first.low, 0})
	for _, part := range halfOfPi[1:] {
		p := product(turns, part)
		r = r.minus(p)
	}
	return r, int(turns)
}

// farAngle is angle for a large one, of which most of the digits of pi are needed.
func farAngle(x float64) (pair, int) {
	const bits = 1300
	right := manyDigitsOfPi(bits)
	exact := new(big.Float).SetPrec(bits).SetFloat64(x)
	turns := new(big.Float).SetPrec(bits).Quo(exact, right)
	if x > 0 {
		turns.Add(turns, big.NewFloat(0.5))
	} else {
		turns.Sub(turns, big.NewFloat(0.5))
	}
	whole, _ := turns.Int(nil)
	exact.Sub(exact, right.Mul(right, new(big.Float).SetPrec(bits).SetInt(whole)))
	high, _ := exact.Float64()
	low, _ := exact.Sub(exact, big.NewFloat(high)).Float64()
	return pair{high, low}, int(new(big.Int).And(whole, big.NewInt(3)).Int64())
}

// manyDigitsOfPi is half of pi: 2 (4 atan(1/5) - atan(1/239)).
func manyDigitsOfPi(bits uint) *big.Float {
	one := new(big.Int).Lsh(big.NewInt(1), bits+32)
	inverse := func(of int64) *big.Int { // atan(1/of)
		total, power := new(big.Int), new(big.Int).Quo(one, big.NewInt(of))
		for n := int64(1); power.Sign() != 0; n += 2 {
			term := new(big.Int).Quo(power, big.NewInt(n))
			if n%4 == 3 {
				term.Neg(term)
			}
			total.Add(total, term)
			power.Quo(power, big.NewInt(of*of))
		}
		return total
	}
	quarter := new(big.Int).Sub(new(big.Int).Lsh(inverse(5), 2), inverse(239))
	return new(big.Float).SetPrec(bits).SetMantExp(new(big.Float).SetPrec(bits).SetInt(quarter), 1-int(bits+32))
}

// sine is that of a small angle.
func sine(x pair) pair {
	return series(x, 27).times(x)
}

// cosine is that of a small angle.
func cosine(x pair) pair { return series(x, 26) }

// series is 1 - x²/(n(n-1)) … up to the last n, which is even for a cosine.
func series(x pair, last int) pair {
	square := x.times(x)
	rest := 1.0
	for ; last > 19; last -= 2 { // of these the first digits are enough
		rest = 1 - float64(float64(rest*square.high)*float64(inversely[last].high*inversely[last-1].high))
	}
	row := pair{rest, 0}
	for n := last; n > 1; n -= 2 {
		row = pair{1, 0}.minus(row.times(square).times(inversely[n]).times(inversely[n-1]))
	}
	return row
}

// turned is the sine of an angle, and of that many right ones more.
func turned(x float64, more int) pair {
	r, turns := angle(x)
	turns += more
	p := pair{}
	if turns&1 == 0 {
		p = sine(r)
	} else {
		p = cosine(r)
	}
	if turns&2 != 0 {
		p = pair{-p.high, -p.low}
	}
	return p
}

// sineOf is Math.sin.
func sineOf(x float64) float64 {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x):
		return math.NaN()
	case math.Abs(x) < 0x1p-27:
		return x
	}
	return turned(x, 0).high
}

// cosineOf is Math.cos.
func cosineOf(x float64) float64 {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x):
		return math.NaN()
	case math.Abs(x) < 0x1p-27:
		return 1
	}
	return turned(x, 1).high
}

// tangentOf is Math.tan.
func tangentOf(x float64) float64 {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x):
		return math.NaN()
	case math.Abs(x) < 0x1p-27:
		return x
	}
	return turned(x, 0).over(turned(x, 1)).high
}
