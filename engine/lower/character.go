package lower

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"simten.dev/engine/word"
)

// A text of one code unit that depends on values, as String.fromCharCode gives, is compared with other such texts and
// with constants.

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
	case constString:
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
	for _, side := range [2][2]value{{a, b}, {b, a}} {
		if x, ok := side[0].(*stringValue); ok {
			if text, known := side[1].(constString); known {
				return boolValue{l.lettersAre(x, text.s)}
			}
		}
	}
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

// noName stands for all texts that are none of some names.
var noName value = constString{"\x00 none of them"}

// asKey is a text that depends on values as one of some names, or noName; false for anything else.
func (l *lowering) asKey(key value, names []string) (value, bool) {
	switch x := key.(type) {
	case charValue:
		return l.charKey(x, names), true
	case *stringValue:
		return l.lettersKey(x, names), true
	}
	return nil, false
}

// charKey is a text of one unit as one of some names, or noName.
func (l *lowering) charKey(c charValue, names []string) value {
	var byUnit []value
	for _, name := range names {
		units := utf16.Encode([]rune(name))
		if len(units) != 1 {
			continue
		}
		if units[0] >= maxSelected {
			panic(refuse("a character is a key among some that are not of an alphabet"))
		}
		for len(byUnit) <= int(units[0]) {
			byUnit = append(byUnit, noName)
		}
		byUnit[units[0]] = constString{name}
	}
	return l.selected(c.unit, byUnit, noName)
}

// eachKey is what f gives for the name of a property that a text which depends on values is, and none where it is that
// of no property; false for anything else.
func (l *lowering) eachKey(key, o value, s *state, none value, f func(value) value) (value, bool) {
	switch key.(type) {
	case charValue, *stringValue:
	default:
		return nil, false
	}
	name, _ := l.asKey(key, l.names(o, s))
	return l.each(name, func(name value) value {
		if name == noName {
			return none
		}
		return f(name)
	}), true
}

// names are those of a value's properties that a text which depends on values can be.
func (l *lowering) names(o value, s *state) []string {
	length := 0
	switch x := o.(type) {
	case refValue:
		object := s.heap[x.object]
		if object.class != nil || object.lists != nil {
			break
		}
		if !object.array {
			return object.keys
		}
		length = object.length()
	case constantValue:
		if x.c.class != nil {
			break
		}
		if !x.c.array {
			return x.c.keys
		}
		length = len(x.c.items)
	}
	if length == 0 {
		panic(refuse("a text that depends on values as a key of something else than an object or a list"))
	}
	digits := make([]string, min(length, 10))
	for i := range digits {
		digits[i] = strconv.Itoa(i)
	}
	return digits
}

// digitOf is the value of a unit as a digit of a base up to 36, and whether it is one.
func (l *lowering) digitOf(c charValue, radix int) (digit value, is word.ID) {
	digit, is = l.integer(0), l.b.Uint(0, 1)
	for _, r := range []struct{ first, from, n int }{{'0', 0, min(radix, 10)}, {'a', 10, radix - 10}, {'A', 10, radix - 10}} {
		if r.n <= 0 {
			continue
		}
		distance := l.b.Binary(word.Sub, c.unit, l.b.Uint(uint64(r.first), 16))
		within := l.b.Compare(word.ULt, distance, l.b.Uint(uint64(r.n), 16))
		value := l.number(l.b.Add(l.b.ZExt(l.b.Slice(distance, 0, 6), 32), l.b.Uint(uint64(r.from), 32)), 0, int64(r.from+63))
		digit, is = l.choose(within, value, digit), l.b.Or(is, within)
	}
	return digit, is
}

// charToNumber is ToNumber of a text of one unit: a digit, 0 for a space, or none.
func (l *lowering) charToNumber(c charValue) value {
	digit, is := l.digitOf(c, 10)
	space := l.b.Uint(0, 1)
	for _, u := range spaces {
		space = l.b.Or(space, l.b.Eq(c.unit, l.b.Uint(uint64(u), 16)))
	}
	return l.choose(is, digit, l.choose(space, l.integer(0), l.constantNumber(math.NaN())))
}

// spaces are what the interpreter takes for white space there: that of JavaScript (ECMA-262, 12.2 and 12.3), and
// U+0085.
var spaces = []uint16{
	'\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
	0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
}

// oneFloat is one of some numbers as one double.
func (l *lowering) oneFloat(v value) floatValue {
	if c, ok := v.(choiceValue); ok {
		return l.chooseFloat(c.cond, l.oneFloat(c.a), l.oneFloat(c.b)).(floatValue)
	}
	return l.float(v)
}

// parseInt is parseInt of a text that is known, or has one unit.
func (l *lowering) parseInt(v value, radix int) value {
	switch x := v.(type) {
	case *stringValue:
		if radix == 2 {
			return l.parseBits(x)
		}
		return l.parseDigits(x, radix, l.constantNumber(math.NaN()))
	case charValue:
		digit, is := l.digitOf(x, radix)
		return l.choose(is, digit, l.constantNumber(math.NaN()))
	case constString:
		if !isASCII(x.s) {
			break
		}
		text := strings.ToLower(strings.TrimLeft(x.s, "\t\n\v\f\r "))
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
			return l.constantNumber(math.NaN())
		}
		if i, err := strconv.ParseInt(text[:n], radix, 64); err == nil && i <= maxInt && (i > 0 || sign > 0) {
			return l.integer(sign * i)
		}
	case intValue:
		if radix == 10 {
			x.negZero = false
			return x
		}
	}
	panic(refuse("parseInt of this value"))
}
