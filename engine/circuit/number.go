package circuit

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Number is a whole number that comes from outside the engine: from a field of the page, the arguments of a call, a
// file of inputs. Ports, registers and memory cells take it by one rule: what does not fit is cut to the lower bits, so
// that -1 in 8 bits is 255 and 300 is 44 (docs/language.md, "Values from outside").
type Number struct{ n big.Int }

// In is the number in so many bits.
func (x *Number) In(width int) Value { return FromBig(&x.n, width) }

// ExampleNumbers continues a message about a text that is no number.
const ExampleNumbers = "Write a number such as 42, -1, 0x2a, 0b1010, 0o17 or 'A'."

// NumberError says why something is no number.
type NumberError struct {
	Reason string // "ff is not a number"
	Advice string // a sentence: what to write instead
}

// Error is the reason and the advice, as sentences.
func (e *NumberError) Error() string { return e.Reason + ". " + e.Advice }

func numberError(text, reason, advice string) error {
	return &NumberError{Cut(text, 40) + " " + reason, advice}
}

// ParseNumber reads a number that was typed: 42, -1, 0x2a, 0b1010, 0o17, 'A' (the code of a character), with _ or a
// space between groups of digits. The error says what to write instead, in sentences. embed/viewer/src/format/number.ts
// reads the same.
func ParseNumber(text string) (Number, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return Number{}, &NumberError{"There is no number", ExampleNumbers}
	}
	if code, ok := character(trimmed); ok {
		return ofInt(int64(code)), nil
	}
	rest, negative := strings.CutPrefix(trimmed, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	digits, base := rest, 10
	if len(rest) > 2 && rest[0] == '0' {
		switch rest[1] | 0x20 {
		case 'x':
			digits, base = rest[2:], 16
		case 'o':
			digits, base = rest[2:], 8
		case 'b':
			digits, base = rest[2:], 2
		}
	}
	plain, ok := ungrouped(digits)
	if ok && len(plain) > MaxWidth { // reading decimal digits takes quadratic time
		return Number{}, numberError(trimmed, fmt.Sprintf("has %d digits", len(plain)), fmt.Sprintf("At most %d bits can be held.", MaxWidth))
	}
	var x Number
	if ok {
		_, ok = x.n.SetString(plain, base)
	}
	if !ok {
		return Number{}, numberError(trimmed, "is not a number", instead(trimmed))
	}
	if negative {
		x.n.Neg(&x.n)
	}
	return x, nil
}

func ofInt(i int64) Number {
	var x Number
	x.n.SetInt64(i)
	return x
}

// ungrouped takes separators out that stand between two digits; ok is false when something else than letters and digits
// is left.
func ungrouped(digits string) (plain string, ok bool) {
	var b strings.Builder
	separated := true // a separator needs a digit before it
	for _, r := range digits {
		switch {
		case r == '_' || r == ' ' || r == 0xa0 || r == 0x202f:
			if separated {
				return "", false
			}
			separated = true
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			b.WriteRune(r)
			separated = false
		default:
			return "", false
		}
	}
	return b.String(), !separated
}

// escapes are the characters that a backslash stands before in quotes.
var escapes = map[rune]rune{'n': '\n', 't': '\t', 'r': '\r', '0': 0, '\\': '\\', '\'': '\''}

// character reads a character in single quotes.
func character(text string) (code rune, ok bool) {
	if len(text) < 3 || text[0] != '\'' || text[len(text)-1] != '\'' {
		return 0, false
	}
	inner := text[1 : len(text)-1]
	r, size := utf8.DecodeRuneInString(inner)
	if r == '\\' && size < len(inner) {
		next, more := utf8.DecodeRuneInString(inner[1:])
		code, ok = escapes[next]
		return code, ok && 1+more == len(inner)
	}
	return r, size == len(inner) && r != utf8.RuneError
}

// instead says what to write for a text that is no number.
func instead(text string) string {
	sign, lower := "", strings.ToLower(text)
	switch lower[0] {
	case '-':
		sign, lower = "-", lower[1:]
	case '+':
		lower = lower[1:]
	}
	if lower == "" || lower[0] == '+' || lower[0] == '-' {
		return ExampleNumbers
	}
	hex := func(digits string) bool { return digits != "" && strings.Trim(digits, "0123456789abcdef_") == "" }
	typable := func(text string) bool {
		_, err := ParseNumber(text)
		return err == nil
	}
	if size, based, ok := strings.Cut(lower, "'"); ok && strings.Trim(size, "0123456789") == "" && based != "" {
		based = strings.TrimPrefix(based, "s")
		for prefix, form := range map[string]string{"h": "0x", "b": "0b", "o": "0o", "d": ""} {
			if digits, ok := strings.CutPrefix(based, prefix); ok && hex(digits) {
				if typable(form + digits) {
					return "Write " + sign + form + digits + "."
				}
			}
		}
		return ExampleNumbers
	}
	if f, err := strconv.ParseFloat(lower, 64); err == nil && !hex(lower) && !math.IsInf(f, 0) && !math.IsNaN(f) && math.Abs(f) < 1<<53 {
		below := strconv.FormatInt(int64(math.Floor(f)), 10)
		if f == math.Floor(f) {
			return "Write " + sign + below + "."
		}
		return fmt.Sprintf("It has to be whole. Write %s%s or %s%d.", sign, below, sign, int64(math.Floor(f))+1)
	}
	if hex(lower) && typable("0x"+lower) && !strings.HasPrefix(lower, "0b") {
		if f, err := strconv.ParseFloat(lower, 64); err == nil && f < 1<<53 { // 1e2 can be meant both ways
			return fmt.Sprintf("Write %s%d or %s0x%s.", sign, int64(f), sign, lower)
		}
		return "Write " + sign + "0x" + lower + "."
	}
	for _, bare := range []string{strings.TrimPrefix(lower, "$"), strings.TrimPrefix(lower, "#"), strings.TrimSuffix(lower, "h")} {
		if bare != lower && hex(bare) && typable("0x"+bare) {
			return "Write " + sign + "0x" + bare + "."
		}
	}
	return ExampleNumbers
}

// UnmarshalJSON reads a whole number, a text as ParseNumber reads it, true as 1 and false as 0.
func (x *Number) UnmarshalJSON(data []byte) error {
	s := string(data)
	switch s[0] {
	case 't':
		*x = ofInt(1)
		return nil
	case 'f':
		*x = Number{}
		return nil
	case 'n':
		return &NumberError{"null is not a number", "Leave the name out to keep its value, or write 0 for it."}
	case '[', '{':
		return &NumberError{map[byte]string{'[': "A list", '{': "An object"}[s[0]] + " is not a number", ExampleNumbers}
	case '"':
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		read, err := ParseNumber(text)
		*x = read
		return err
	}
	return x.literal(s)
}

// MarshalJSON writes a decimal number, as a text beyond 2^53 − 1.
func (x Number) MarshalJSON() ([]byte, error) {
	if text := x.n.String(); len(text) <= len("9007199254740991") && x.n.IsInt64() && x.n.CmpAbs(big.NewInt(maxSafeInteger)) <= 0 {
		return []byte(text), nil
	}
	return []byte(`"` + x.n.String() + `"`), nil
}

// Whole gives numbers for values that are known to be whole.
func Whole(values map[string]Value) map[string]Number {
	numbers := make(map[string]Number, len(values))
	for name, v := range values {
		numbers[name] = FromBigInt(v.Big())
	}
	return numbers
}

// literal reads a number as JSON writes it: 5.0 and 1e2 are whole.
func (x *Number) literal(s string) error {
	digits, negative := strings.CutPrefix(s, "-")
	digits, power, _ := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, _ := strings.Cut(digits, ".")
	exponent := 0
	if power != "" {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil {
			exponent = math.MaxInt32
			if power[0] == '-' {
				exponent = -math.MaxInt32
			}
		}
	}
	exponent -= len(fraction)
	digits = strings.TrimLeft(whole+fraction, "0")
	for strings.HasSuffix(digits, "0") {
		digits, exponent = digits[:len(digits)-1], exponent+1
	}
	switch {
	case digits == "":
		digits, exponent = "0", 0
	case exponent < 0:
		return numberError(s, "is not a whole number", instead(s))
	case len(digits)+exponent > MaxWidth/3:
		return numberError(s, "is too large", fmt.Sprintf("At most %d bits can be held.", MaxWidth))
	}
	if _, ok := x.n.SetString(digits+strings.Repeat("0", exponent), 10); !ok {
		return numberError(s, "is not a number", ExampleNumbers)
	}
	if negative {
		x.n.Neg(&x.n)
	}
	return nil
}

// FromFloat takes a number of JavaScript; the error says what to write instead.
func FromFloat(f float64) (Number, error) {
	var x Number
	if f != math.Trunc(f) || math.IsInf(f, 0) { // NaN differs from itself
		text := strconv.FormatFloat(f, 'g', -1, 64)
		return x, numberError(strings.Replace(text, "Inf", "Infinity", 1), "is not a whole number", instead(text))
	}
	big.NewFloat(f).Int(&x.n)
	return x, nil
}

// FromBigInt takes a whole number of any size.
func FromBigInt(n *big.Int) Number {
	var x Number
	x.n.Set(n)
	return x
}
