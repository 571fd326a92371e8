package domain

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
func (l *Lowering) unitsOf(v Value) text {
	switch x := v.(type) {
	case ConstString:
		return text{utf16.Encode([]rune(x.S)), word.None}
	case CharValue:
		return text{nil, x.Unit}
	}
	if t, ok := v.(TextValue); ok {
		panic(ReadsText(t))
	}
	panic(Refuse("a text that depends on values is compared"))
}

// sameText compares two texts for equality.
func (l *Lowering) sameText(a, b Value) Value {
	for _, side := range [2][2]Value{{a, b}, {b, a}} {
		if x, ok := side[0].(*StringValue); ok {
			if text, known := side[1].(ConstString); known {
				return BoolValue{l.LettersAre(x, text.S)}
			}
		}
	}
	x, y := l.unitsOf(a), l.unitsOf(b)
	if y.char == word.None {
		x, y = y, x
	}
	switch {
	case y.char == word.None:
		return l.Truth(slices.Equal(x.units, y.units))
	case x.char != word.None:
		return BoolValue{l.B.Eq(x.char, y.char)}
	case len(x.units) == 1:
		return BoolValue{l.B.Eq(y.char, l.B.Uint(uint64(x.units[0]), 16))}
	}
	return l.Truth(false)
}

// orderedTexts is a < b, or a <= b, on two texts.
func (l *Lowering) orderedTexts(orEqual bool, a, b Value) Value {
	x, y := l.unitsOf(a), l.unitsOf(b)
	for _, t := range [2]text{x, y} {
		if t.char != word.None && l.B.KnownBits(t.char) > 15 || slices.ContainsFunc(t.units, func(u uint16) bool { return u >= firstSurrogate }) {
			panic(Refuse("texts are ordered of which the characters may be beyond U+%X", firstSurrogate-1))
		}
	}
	if x.char == word.None && y.char == word.None {
		c := slices.Compare(x.units, y.units)
		return l.Truth(c < 0 || orEqual && c == 0)
	}
	// The first units decide, unless they are equal: then the shorter text comes first.
	if len(x.units) == 0 && x.char == word.None || len(y.units) == 0 && y.char == word.None {
		return l.Truth(x.char == word.None)
	}
	kind := word.ULt
	if len(y.units) > 1 || len(x.units) <= 1 && orEqual {
		kind = word.ULe
	}
	return BoolValue{l.B.Compare(kind, l.firstUnit(x), l.firstUnit(y))}
}

func (l *Lowering) firstUnit(t text) word.ID {
	if t.char != word.None {
		return t.char
	}
	return l.B.Uint(uint64(t.units[0]), 16)
}

// FindChar is the method includes or indexOf of a constant text of plain ASCII, for one unit.
func (l *Lowering) FindChar(name, text string, char CharValue) Value {
	var found, at Value = l.Truth(false), l.Integer(-1)
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
func (l *Lowering) CharMethod(name string, o CharValue, args []Value) Value {
	switch name {
	case "toUpperCase", "toLowerCase":
		if l.B.KnownBits(o.Unit) > 7 {
			panic(Refuse("%s of a character that may be beyond ASCII", name))
		}
		first, by := uint64('a'), word.Sub
		if name == "toLowerCase" {
			first, by = 'A', word.Add
		}
		letter := l.B.Compare(word.ULt, l.B.Binary(word.Sub, o.Unit, l.B.Uint(first, 16)), l.B.Uint(26, 16))
		return CharValue{l.B.Mux(letter, l.B.Binary(by, o.Unit, l.B.Uint('a'-'A', 16)), o.Unit)}
	}
	if len(args) > 0 {
		if n, ok := ToInteger(args[0]); !ok || n != 0 {
			panic(Refuse("%s of a character, at another place than 0", name))
		}
	}
	if name == "charCodeAt" || name == "codePointAt" {
		return l.Number(l.B.ZExt(o.Unit, 32), 0, 1<<16-1)
	}
	return o
}

// noName stands for all texts that are none of some names.
var noName Value = ConstString{"\x00 none of them"}

// AsKey is a text that depends on values as one of some names, or noName; false for anything else.
func (l *Lowering) AsKey(key Value, names []string) (Value, bool) {
	switch x := key.(type) {
	case CharValue:
		return l.charKey(x, names), true
	case *StringValue:
		return l.lettersKey(x, names), true
	}
	return nil, false
}

// charKey is a text of one unit as one of some names, or noName.
func (l *Lowering) charKey(c CharValue, names []string) Value {
	var byUnit []Value
	for _, name := range names {
		units := utf16.Encode([]rune(name))
		if len(units) != 1 {
			continue
		}
		if units[0] >= MaxSelected {
			panic(Refuse("a character is a key among some that are not of an alphabet"))
		}
		for len(byUnit) <= int(units[0]) {
			byUnit = append(byUnit, noName)
		}
		byUnit[units[0]] = ConstString{name}
	}
	return l.selected(c.Unit, byUnit, noName)
}

// EachKey is what f gives for the name of a property that a text which depends on values is, and none where it is that
// of no property; false for anything else.
func (l *Lowering) EachKey(key, o Value, s *State, none Value, f func(Value) Value) (Value, bool) {
	switch key.(type) {
	case CharValue, *StringValue:
	default:
		return nil, false
	}
	name, _ := l.AsKey(key, l.names(o, s))
	return l.Each(name, func(name Value) Value {
		if name == noName {
			return none
		}
		return f(name)
	}), true
}

// Names are those of a value's properties that a text which depends on values can be.
func (l *Lowering) names(o Value, s *State) []string {
	length := 0
	switch x := o.(type) {
	case RefValue:
		object := s.Heap[x.Object]
		if object.Class != nil || object.Lists != nil {
			break
		}
		if !object.Array {
			return object.Keys
		}
		length = object.Length()
	case ConstantValue:
		if x.C.Class != nil {
			break
		}
		if !x.C.Array {
			return x.C.Keys
		}
		length = len(x.C.Items)
	}
	if length == 0 {
		panic(Refuse("a text that depends on values as a key of something else than an object or a list"))
	}
	digits := make([]string, min(length, 10))
	for i := range digits {
		digits[i] = strconv.Itoa(i)
	}
	return digits
}

// DigitOf is the value of a unit as a digit of a base up to 36, and whether it is one.
func (l *Lowering) DigitOf(c CharValue, radix int) (digit Value, is word.ID) {
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
func (l *Lowering) CharToNumber(c CharValue) Value {
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

// oneFloat is one of some numbers as one double.
func (l *Lowering) oneFloat(v Value) FloatValue {
	if c, ok := v.(ChoiceValue); ok {
		return l.chooseFloat(c.Cond, l.oneFloat(c.A), l.oneFloat(c.B)).(FloatValue)
	}
	return l.Float(v)
}
