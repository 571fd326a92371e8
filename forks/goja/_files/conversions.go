package goja

import "math"

// lowBits is a finite number as an integer that has the same lowest 32 bits (ToInt32 and its kin, ECMA-262 7.1.6). Beyond 2^63
// the conversion of Go gives what the machine has for it.
func lowBits(f float64) int64 {
	if math.Abs(f) < 1<<63 {
		return int64(f)
	}
	return int64(math.Mod(f, 1<<32))
}

// isNegativeZero reports that the product of two integers is -0.
func isNegativeZero(left, right valueInt) bool {
	return left == 0 && right < 0 || left < 0 && right == 0
}
