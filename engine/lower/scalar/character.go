package scalar

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// A text of one code unit that depends on values, as String.fromCharCode gives, is compared with other such texts and
// with constants.

// firstSurrogate is from where on the order of code units is not that of characters; the interpreter orders characters.
const firstSurrogate = 0xd800

// Text is a constant text as code units, or one unit that depends on values.
type Text struct {
	Units []uint16
	Char  word.ID // word.None for a constant
}

// UnitsOf takes a text apart.
func (l *Lowering) UnitsOf(v domain.Value) Text {
	switch x := v.(type) {
	case domain.ConstString:
		return Text{utf16.Encode([]rune(x.S)), word.None}
	case domain.CharValue:
		return Text{nil, x.Unit}
	}
	if t, ok := v.(domain.TextValue); ok {
		panic(domain.ReadsText(t))
	}
	panic(domain.Refuse("a text that depends on values is compared"))
}

// orderedTexts is a < b, or a <= b, on two texts.
func (l *Lowering) orderedTexts(orEqual bool, a, b domain.Value) domain.Value {
	x, y := l.UnitsOf(a), l.UnitsOf(b)
	for _, t := range [2]Text{x, y} {
		if t.Char != word.None && l.B.KnownBits(t.Char) > 15 || slices.ContainsFunc(t.Units, func(u uint16) bool { return u >= firstSurrogate }) {
			panic(domain.Refuse("texts are ordered of which the characters may be beyond U+%X", firstSurrogate-1))
		}
	}
	if x.Char == word.None && y.Char == word.None {
		c := slices.Compare(x.Units, y.Units)
		return l.Truth(c < 0 || orEqual && c == 0)
	}
	// The first units decide, unless they are equal: then the shorter text comes first.
	if len(x.Units) == 0 && x.Char == word.None || len(y.Units) == 0 && y.Char == word.None {
		return l.Truth(x.Char == word.None)
	}
	kind := word.ULt
	if len(y.Units) > 1 || len(x.Units) <= 1 && orEqual {
		kind = word.ULe
	}
	return domain.BoolValue{ID: l.B.Compare(kind, l.firstUnit(x), l.firstUnit(y))}
}

func (l *Lowering) firstUnit(t Text) word.ID {
	if t.Char != word.None {
		return t.Char
	}
	return l.B.Uint(uint64(t.Units[0]), 16)
}

// FindChar is the method includes or indexOf of a constant text of plain ASCII, for one unit.
func (l *Lowering) FindChar(name, text string, char domain.CharValue) domain.Value {
	var found, at domain.Value = l.Truth(false), l.Integer(-1)
	for i := len(text) - 1; i >= 0; i-- {
		is := l.B.Eq(char.Unit, l.B.Uint(uint64(text[i]), 16))
		if name == "includes" {
			found = l.Choose(is, l.Truth(true), found)
		} else if strings.IndexByte(text, text[i]) == i {
			at = l.Choose(is, l.Integer(int64(i)), at)
		}
	}
	if name == "includes" {
		return found
	}
	return at
}

// CharMethods are the methods of a text of one unit.
var CharMethods = map[string]bool{"charCodeAt": true, "codePointAt": true, "charAt": true, "at": true, "toUpperCase": true, "toLowerCase": true}

// CharMethod calls a method of a text of one code unit.
func (l *Lowering) CharMethod(name string, o domain.CharValue, args []domain.Value) domain.Value {
	switch name {
	case "toUpperCase", "toLowerCase":
		if l.B.KnownBits(o.Unit) > 7 {
			panic(domain.Refuse("%s of a character that may be beyond ASCII", name))
		}
		first, by := uint64('a'), word.Sub
		if name == "toLowerCase" {
			first, by = 'A', word.Add
		}
		letter := l.B.Compare(word.ULt, l.B.Binary(word.Sub, o.Unit, l.B.Uint(first, 16)), l.B.Uint(26, 16))
		return domain.CharValue{Unit: l.B.Mux(letter, l.B.Binary(by, o.Unit, l.B.Uint('a'-'A', 16)), o.Unit)}
	}
	if len(args) > 0 {
		if n, ok := domain.ToInteger(args[0]); !ok || n != 0 {
			panic(domain.Refuse("%s of a character, at another place than 0", name))
		}
	}
	if name == "charCodeAt" || name == "codePointAt" {
		return l.Number(l.B.ZExt(o.Unit, 32), 0, 1<<16-1)
	}
	return o
}

// CharKey is a text of one unit as one of some names, or noName.
func (l *Lowering) CharKey(c domain.CharValue, names []string) domain.Value {
	var byUnit []domain.Value
	for _, name := range names {
		units := utf16.Encode([]rune(name))
		if len(units) != 1 {
			continue
		}
		if units[0] >= choice.MaxSelected {
			panic(domain.Refuse("a character is a key among some that are not of an alphabet"))
		}
		for len(byUnit) <= int(units[0]) {
			byUnit = append(byUnit, domain.NoName)
		}
		byUnit[units[0]] = domain.ConstString{S: name}
	}
	return l.Selected(c.Unit, byUnit, domain.NoName)
}

// DigitOf is the value of a unit as a digit of a base up to 36, and whether it is one.
func (l *Lowering) DigitOf(c domain.CharValue, radix int) (digit domain.Value, is word.ID) {
	digit, is = l.Integer(0), l.B.Uint(0, 1)
	for _, r := range []struct{ first, from, n int }{{'0', 0, min(radix, 10)}, {'a', 10, radix - 10}, {'A', 10, radix - 10}} {
		if r.n <= 0 {
			continue
		}
		distance := l.B.Binary(word.Sub, c.Unit, l.B.Uint(uint64(r.first), 16))
		within := l.B.Compare(word.ULt, distance, l.B.Uint(uint64(r.n), 16))
		value := l.Number(l.B.Add(l.B.ZExt(l.B.Slice(distance, 0, 6), 32), l.B.Uint(uint64(r.from), 32)), 0, int64(r.from+63))
		digit, is = l.Choose(within, value, digit), l.B.Or(is, within)
	}
	return digit, is
}

// CharToNumber is ToNumber of a text of one unit: a digit, 0 for a space, or none.
func (l *Lowering) CharToNumber(c domain.CharValue) domain.Value {
	digit, is := l.DigitOf(c, 10)
	space := l.B.Uint(0, 1)
	for _, u := range spaces {
		space = l.B.Or(space, l.B.Eq(c.Unit, l.B.Uint(uint64(u), 16)))
	}
	return l.Choose(is, digit, l.Choose(space, l.Integer(0), l.ConstantNumber(math.NaN())))
}

// spaces are what the interpreter takes for white space there: that of JavaScript (ECMA-262, 12.2 and 12.3), and
// U+0085.
var spaces = []uint16{
	'\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
	0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
}
