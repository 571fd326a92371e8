package lower

import (
	"math"
	"strings"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// maxDigits bounds the digits of numbers that become letters of a text, and of texts that are read as numbers: those
// are whole numbers that doubles hold.
const maxDigits = 15

// decimal are the digits of a whole number as letters, with the bits that say which of them there are.
func (l *lowering) decimal(n intValue) (letters []value, kept []word.ID, ok bool) {
	if n.lo < 0 {
		return nil, nil, false
	}
	n.negZero = false // "0", too
	power := int64(1)
	for power <= n.hi/10 {
		power *= 10
	}
	if power >= 1_000_000 {
		return nil, nil, false
	}
	for ; power > 0; power /= 10 {
		there := l.b.Uint(1, 1)
		if power > 1 {
			there = l.b.Not(l.truthy(l.compare(false, n, l.integer(power))))
		}
		digit, isInt := l.whole("Math.floor", l.arithmetic(token.SLASH, n, l.integer(power))).(intValue)
		if !isInt {
			return nil, nil, false
		}
		rest, isInt := l.arithmetic(token.REMAINDER, digit, l.integer(10)).(intValue)
		if !isInt {
			return nil, nil, false
		}
		letters, kept = append(letters, l.textOf(rest, 10)), append(kept, there)
	}
	return letters, kept, true
}

// letterDigit is the number that a letter stands for in a base; false when it may be no digit.
func (l *lowering) letterDigit(letter value, radix int) (value, bool) {
	ok := true
	v := l.each(letter, func(v value) value {
		text, is := v.(constString)
		at := -1
		if is && len(text.s) == 1 {
			at = strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz"[:radix], strings.ToLower(text.s)[0])
		}
		if at < 0 {
			ok = false
			at = 0
		}
		return l.integer(int64(at))
	})
	_, is := v.(intValue)
	return v, ok && is
}

// parseDigits is a text of digits as a number, or empty when there are none.
func (l *lowering) parseDigits(x *stringValue, radix int, empty value) value {
	bits := l.presenceMask(x.list)
	if limit := math.Pow(float64(radix), float64(len(bits))); len(bits) > maxDigits || limit > maxInt {
		panic(refuse("a number that is read from a text which may have more than %d digits", maxDigits))
	}
	var n value = l.integer(0)
	for i, letter := range x.list.items {
		digit, ok := l.letterDigit(letter, radix)
		if !ok {
			panic(refuse("a number that is read from a text whose letters may be no digits"))
		}
		next := l.arithmetic(token.PLUS, l.arithmetic(token.MULTIPLY, n, l.integer(int64(radix))), digit)
		n = l.choose(bits[i], next, n)
	}
	return l.choose(l.anyOf(bits), n, empty)
}
