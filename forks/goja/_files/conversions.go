package goja

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja/parser"
)

// lowBits is a finite number as an integer that has the same lowest 32 bits (ToInt32 and its kin, ECMA-262 7.1.6).
// Beyond 2^63 the conversion of Go gives what the machine has for it.
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

// unsignedInt reads digits that have no sign.
func unsignedInt(digits string, base int) (int64, error) {
	if digits[0] == '-' || digits[0] == '+' {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseInt(digits, base, 64)
}

// basedFloat reads a number such as 0xff, of any length, rounded once.
func basedFloat(text string) (float64, bool) {
	if len(text) < 3 || text[0] != '0' {
		return 0, false
	}
	bits := 0 // of a digit
	switch text[1] {
	case 'x', 'X':
		bits = 4
	case 'o', 'O':
		bits = 3
	case 'b', 'B':
		bits = 1
	default:
		return 0, false
	}
	const limit = 1 << 59 // from which on further digits say only whether anything is behind
	first, behind := uint64(0), 0
	for _, c := range []byte(text[2:]) {
		digit := digitVal(c)
		switch {
		case digit >= 1<<bits:
			return 0, false
		case first < limit:
			first = first<<bits | uint64(digit)
		default:
			behind += bits
			if digit != 0 {
				first |= 1
			}
		}
	}
	return math.Ldexp(float64(first), behind), true
}

// trimmed is a text without the white space at its start or end.
func trimmed(s String, start, end bool) String {
	from, to := 0, s.Length()
	for start && from < to && strings.ContainsRune(parser.WhitespaceChars, rune(s.CharAt(from))) {
		from++
	}
	for end && from < to && strings.ContainsRune(parser.WhitespaceChars, rune(s.CharAt(to-1))) {
		to--
	}
	return s.Substring(from, to)
}

// oneNaN is a number in the form in which it is written to memory: a NaN has many, of which the machine chooses.
func oneNaN[T float32 | float64](x T) T {
	if x != x {
		var bits any = x
		if _, short := bits.(float32); short {
			return T(math.Float32frombits(0x7fc00000))
		}
		return T(math.Float64frombits(0x7ff8000000000000))
	}
	return x
}

// floorDiv is a quotient rounded down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// primitive is the receiver of a property of a value that is no object; nil: it is an object.
func primitive(v Value) Value {
	if _, ok := v.(*Object); ok {
		return nil
	}
	return v
}
