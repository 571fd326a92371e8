package goja

import (
	"math"
	"sync"
)

// Powers by tables: with fewer digits than a pair has, which are enough for all but one in a thousand to tell how a
// power is rounded.

// The error of quickPower, as a part of the power, is less than 2^-64; it is taken for eight times that.
const quickError = 0x1p-61

const (
	logParts = 64 // of a number from one power of two to the next
	expBits  = 7
	expParts = 1 << expBits // of a power of two
)

type powerTables struct {
	inverse [2 * logParts]float64 // nearly logParts / i
	log     [2 * logParts]pair    // of 1 / inverse
	root    [expParts]pair        // 2 to the power of i / expParts
}

var quickTables = sync.OnceValue(func() *powerTables {
	t := &powerTables{}
	for i := logParts / 2; i < len(t.inverse); i++ {
		t.inverse[i] = logParts / float64(i)
		l := logarithm(t.inverse[i])
		t.log[i] = pair{-l.high, -l.low}
	}
	for i := range t.root {
		p, power := exponential(ln2.times(pair{float64(i) / expParts, 0}))
		t.root[i] = p.scaled(math.Ldexp(1, power))
	}
	return t
})

// quickPower is x ** y for a positive x, when its digits tell how it is rounded.
func quickPower(x, y float64) (float64, bool) {
	t := quickTables()
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = fraction*2, exponent-1
	}
	i := int(fraction*logParts + 0.5)
	r := product(fraction, t.inverse[i])
	r = normal(r.high-1, r.low)
	z, rest := r.high, 0.0
	for n := 12; n > 3; n-- { // log (1 + r) = r - r²/2 + r³/3 - …
		rest = inversely[n].high - float64(rest*z)
	}
	square := r.times(r)
	row := square.times(r).times(inversely[3]).plus(square.scaled(-0.5))
	row = row.plus(pair{-float64(rest * float64(square.high*square.high)), 0})
	l := ln2.times(pair{float64(exponent), 0}).plus(t.log[i]).plus(r).plus(row)

	p := product(y, l.high)
	p = normal(p.high, p.low+float64(y*l.low))
	if math.Abs(p.high) > 690 { // near the largest and the smallest numbers
		return 0, false
	}
	steps := math.Round(p.high * (expParts / math.Ln2))
	r = p.minus(ln2.times(pair{steps / expParts, 0}))
	z, rest = r.high, 1.0
	for n := 9; n > 3; n-- {
		rest = float64(float64(rest*z)*inversely[n].high) + 1
	}
	square = r.times(r)
	less := square.scaled(0.5).plus(pair{float64(float64(square.high*z)*rest) / 6, 0}).plus(r) // e^r - 1
	whole := int(steps)
	root := t.root[whole&(expParts-1)]
	p = root.plus(root.times(less))
	spread := quickError * p.high
	if p.high+(p.low-spread) != p.high+(p.low+spread) {
		return 0, false
	}
	return math.Ldexp(p.high+p.low, whole>>expBits), true
}
