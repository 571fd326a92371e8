package builtin

import (
	"math"
	"strconv"
	"strings"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
)

// parseInt is parseInt of a text that is known, or has one unit.
func (l *Lowering) parseInt(v domain.Value, radix int) domain.Value {
	switch x := v.(type) {
	case *domain.StringValue:
		if radix == 2 {
			return l.ParseBits(x)
		}
		return l.parseDigits(x, radix, l.ConstantNumber(math.NaN()))
	case domain.CharValue:
		digit, is := l.DigitOf(x, radix)
		return l.Choose(is, digit, l.ConstantNumber(math.NaN()))
	case domain.ConstString:
		if !text.IsASCII(x.S) {
			break
		}
		text := strings.ToLower(strings.TrimLeft(x.S, "\t\n\v\f\r "))
		sign := int64(1)
		if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
			if text[0] == '-' {
				sign = -1
			}
			text = text[1:]
		}
		if radix == 16 {
			text = strings.TrimPrefix(text, "0x")
		} else if strings.HasPrefix(text, "0x") {
			break
		}
		n := 0
		for n < len(text) && strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz"[:radix], text[n]) >= 0 {
			n++
		}
		if n == 0 {
			return l.ConstantNumber(math.NaN())
		}
		if i, err := strconv.ParseInt(text[:n], radix, 64); err == nil && i <= domain.MaxInt && (i > 0 || sign > 0) {
			return l.Integer(sign * i)
		}
	case domain.IntValue:
		if radix == 10 {
			x.NegZero = false
			return x
		}
	}
	panic(domain.Refuse("parseInt of this value"))
}

// maxDigits bounds the digits of numbers that become letters of a text, and of texts that are read as numbers: those
// are whole numbers that doubles hold.
const maxDigits = 15

// letterDigit is the number that a letter stands for in a base; false when it may be no digit.
func (l *Lowering) letterDigit(letter domain.Value, radix int) (domain.Value, bool) {
	ok := true
	v := l.Each(letter, func(v domain.Value) domain.Value {
		text, is := v.(domain.ConstString)
		at := -1
		if is && len(text.S) == 1 {
			at = strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz"[:radix], strings.ToLower(text.S)[0])
		}
		if at < 0 {
			ok = false
			at = 0
		}
		return l.Integer(int64(at))
	})
	_, is := v.(domain.IntValue)
	return v, ok && is
}

// parseDigits is a text of digits as a number, or empty when there are none.
func (l *Lowering) parseDigits(x *domain.StringValue, radix int, empty domain.Value) domain.Value {
	bits := l.PresenceMask(x.List)
	if limit := math.Pow(float64(radix), float64(len(bits))); len(bits) > maxDigits || limit > domain.MaxInt {
		panic(domain.Refuse("a number that is read from a text which may have more than %d digits", maxDigits))
	}
	var n domain.Value = l.Integer(0)
	for i, letter := range x.List.Items {
		digit, ok := l.letterDigit(letter, radix)
		if !ok {
			panic(domain.Refuse("a number that is read from a text whose letters may be no digits"))
		}
		next := l.Arithmetic(domain.Plus, l.Arithmetic(domain.Times, n, l.Integer(int64(radix))), digit)
		n = l.Choose(bits[i], next, n)
	}
	return l.Choose(l.AnyOf(bits), n, empty)
}
