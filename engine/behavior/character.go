package behavior

import (
	"slices"
	"strings"
	"unicode/utf16"

	"simten.dev/engine/behavior/word"
)

// A text of one code unit that depends on values, as String.fromCharCode gives, is compared with other such texts and with constants.

// firstSurrogate is from where on the order of code units is not that of characters; the interpreter orders characters.
const firstSurrogate = 0xd800

// text is a constant text as code units, or one unit that depends on values.
type text struct {
	units []uint16
	char  word.ID // word.None for a constant
}

// unitsOf takes a text apart.
func (l *lowering) unitsOf(v value) text {
	switch x := v.(type) {
	case stringValue:
		return text{utf16.Encode([]rune(x.s)), word.None}
	case charValue:
		return text{nil, x.unit}
	}
	if t, ok := v.(textValue); ok {
		panic(readsText(t))
	}
	panic(refuse("a text that depends on values is compared"))
}

// sameText compares two texts for equality.
func (l *lowering) sameText(a, b value) value {
	x, y := l.unitsOf(a), l.unitsOf(b)
	if y.char == word.None {
		x, y = y, x
	}
	switch {
	case y.char == word.None:
		return l.truth(slices.Equal(x.units, y.units))
	case x.char != word.None:
		return boolValue{l.b.Eq(x.char, y.char)}
	case len(x.units) == 1:
		return boolValue{l.b.Eq(y.char, l.b.Uint(uint64(x.units[0]), 16))}
	}
	return l.truth(false)
}

// orderedTexts is a < b, or a <= b, on two texts.
func (l *lowering) orderedTexts(orEqual bool, a, b value) value {
	x, y := l.unitsOf(a), l.unitsOf(b)
	for _, t := range [2]text{x, y} {
		if t.char != word.None && l.b.KnownBits(t.char) > 15 || slices.ContainsFunc(t.units, func(u uint16) bool { return u >= firstSurrogate }) {
			panic(refuse("texts are ordered of which the characters may be beyond U+%X", firstSurrogate-1))
		}
	}
	if x.char == word.None && y.char == word.None {
		c := slices.Compare(x.units, y.units)
		return l.truth(c < 0 || orEqual && c == 0)
	}
	// The first units decide, unless they are equal: then the shorter text comes first.
	if len(x.units) == 0 && x.char == word.None || len(y.units) == 0 && y.char == word.None {
		return l.truth(x.char == word.None)
	}
	kind := word.ULt
	if len(y.units) > 1 || len(x.units) <= 1 && orEqual {
		kind = word.ULe
	}
	return boolValue{l.b.Compare(kind, l.firstUnit(x), l.firstUnit(y))}
}

func (l *lowering) firstUnit(t text) word.ID {
	if t.char != word.None {
		return t.char
	}
	return l.b.Uint(uint64(t.units[0]), 16)
}

// findChar is the method includes or indexOf of a constant text of plain ASCII, for one unit.
func (l *lowering) findChar(name, text string, char charValue) value {
	var found, at value = l.truth(false), l.integer(-1)
	for i := len(text) - 1; i >= 0; i-- {
		is := l.b.Eq(char.unit, l.b.Uint(uint64(text[i]), 16))
		if name == "includes" {
			found = l.choose(is, l.truth(true), found)
		} else if strings.IndexByte(text, text[i]) == i {
			at = l.choose(is, l.integer(int64(i)), at)
		}
	}
	if name == "includes" {
		return found
	}
	return at
}

// charMethods are the methods of a text of one unit.
var charMethods = map[string]bool{"charCodeAt": true, "codePointAt": true, "charAt": true, "at": true, "toUpperCase": true, "toLowerCase": true}

func (l *lowering) charMethod(name string, o charValue, args []value) value {
	switch name {
	case "toUpperCase", "toLowerCase":
		if l.b.KnownBits(o.unit) > 7 {
			panic(refuse("%s of a character that may be beyond ASCII", name))
		}
		first, by := uint64('a'), word.Sub
		if name == "toLowerCase" {
			first, by = 'A', word.Add
		}
		letter := l.b.Compare(word.ULt, l.b.Binary(word.Sub, o.unit, l.b.Uint(first, 16)), l.b.Uint(26, 16))
		return charValue{l.b.Mux(letter, l.b.Binary(by, o.unit, l.b.Uint('a'-'A', 16)), o.unit)}
	}
	if len(args) > 0 {
		if n, ok := toInteger(args[0]); !ok || n != 0 {
			panic(refuse("%s of a character, at another place than 0", name))
		}
	}
	if name == "charCodeAt" || name == "codePointAt" {
		return l.number(l.b.ZExt(o.unit, 32), 0, 1<<16-1)
	}
	return o
}
