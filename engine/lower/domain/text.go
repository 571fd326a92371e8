package domain

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// TextLog is what was appended to a text, in order.
type TextLog struct {
	Field   int
	Appends []appendUnit
	Limit   int // code units kept; 0 = not limited
}

type appendUnit struct{ Enable, Unit word.ID }

func (l *Lowering) mergeTexts(cond word.ID, x, y *TextLog) *TextLog {
	m := &TextLog{Field: x.Field, Limit: max(x.Limit, y.Limit)}
	same := 0
	for same < len(x.Appends) && same < len(y.Appends) && x.Appends[same] == y.Appends[same] {
		same++
	}
	m.Appends = slices.Clone(x.Appends[:same])
	for _, a := range x.Appends[same:] {
		m.Appends = append(m.Appends, appendUnit{l.B.And(cond, a.Enable), a.Unit})
	}
	not := l.B.Not(cond)
	for _, a := range y.Appends[same:] {
		m.Appends = append(m.Appends, appendUnit{l.B.And(not, a.Enable), a.Unit})
	}
	return m
}

// LongestText bounds the texts that are made.
const LongestText = 1 << 12

// Fits refuses texts that are too long.
func (l *Lowering) Fits(length int) {
	l.Spend(1 + length/16)
	if length > LongestText {
		panic(Refuse("a text of more than %d letters", LongestText))
	}
}

// IsASCII reports a text of ASCII letters only.
func IsASCII(text string) bool {
	return !slices.ContainsFunc([]byte(text), func(b byte) bool { return b >= utf8.RuneSelf })
}

// decimal are the digits of a whole number as letters, with the bits that say which of them there are.
func (l *Lowering) decimal(n IntValue) (letters []Value, kept []word.ID, ok bool) {
	if n.Lo < 0 {
		return nil, nil, false
	}
	n.NegZero = false // "0", too
	power := int64(1)
	for power <= n.Hi/10 {
		power *= 10
	}
	if power >= 1_000_000 {
		return nil, nil, false
	}
	for ; power > 0; power /= 10 {
		there := l.B.Uint(1, 1)
		if power > 1 {
			there = l.B.Not(l.Truthy(l.Compare(false, n, l.Integer(power))))
		}
		digit, isInt := l.Whole("Math.floor", l.Arithmetic(token.SLASH, n, l.Integer(power))).(IntValue)
		if !isInt {
			return nil, nil, false
		}
		rest, isInt := l.Arithmetic(token.REMAINDER, digit, l.Integer(10)).(IntValue)
		if !isInt {
			return nil, nil, false
		}
		letters, kept = append(letters, l.textOf(rest, 10)), append(kept, there)
	}
	return letters, kept, true
}

// AppendText is text + more.
func (l *Lowering) AppendText(t TextValue, more Value) Value {
	log := &TextLog{Field: t.Log.Field, Limit: t.Log.Limit, Appends: slices.Clone(t.Log.Appends)}
	always := l.B.Uint(1, 1)
	switch x := more.(type) {
	case CharValue:
		log.Appends = append(log.Appends, appendUnit{always, x.Unit})
	default:
		text, ok := ConstantKey(more)
		if !ok {
			panic(Refuse("a text that depends on values, other than String.fromCharCode"))
		}
		for _, u := range utf16.Encode([]rune(text)) {
			log.Appends = append(log.Appends, appendUnit{always, l.B.Uint(uint64(u), 16)})
		}
	}
	return TextValue{log}
}
