package message

import (
	"math"
	"strconv"
	"strings"
)

// Bounds of the exponents within which JavaScript writes a number without one: 1e21 and 1e-7 have one.
const (
	largestPlain  = 21
	smallestPlain = -6
)

// number is Number::toString of ECMAScript for radix 10: the shortest digits that give the number back.
func number(f float64) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+") + "inity" // Go writes Inf
	case f == 0:
		return "0" // also of -0
	case f < 0:
		return "-" + number(-f)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	n, _ := strconv.Atoi(exponent) // Go wrote it
	n++                            // the number is 0.digits times ten to the n
	switch {
	case n > 0 && n <= largestPlain:
		if zeros := n - len(digits); zeros >= 0 {
			return digits + strings.Repeat("0", zeros)
		}
		return digits[:n] + "." + digits[n:]
	case n <= 0 && n > smallestPlain:
		return "0." + strings.Repeat("0", -n) + digits
	}
	if len(digits) > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	sign, e := "+", n-1
	if e < 0 {
		sign, e = "-", -e
	}
	return digits + "e" + sign + strconv.Itoa(e)
}
