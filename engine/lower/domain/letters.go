package domain

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// StringValue is a text of letters that depend on values, as x.toString(2) gives it: an array of texts of one letter
// each, of which some may be missing. It can be counted, filled up, taken apart and read as a number again.
type StringValue struct {
	List  *Object
	Zeros bool // those that may be missing are the first ones, and zeros then
}

func (*StringValue) isValue() {}

// digitsText is a number as a text of digits of so many bits each, without zeros before the first one.
func (l *Lowering) digitsText(x IntValue, size int) Value {
	if x.Lo < 0 {
		panic(Refuse("toString(%d) of a number that may be negative", 1<<size))
	}
	return l.digitsOf(x.ID, max(1, min(l.B.KnownBits(x.ID), maxIntBits)), size)
}

// BigText is a bigint that is not negative as a text of digits in a base that is a power of two.
func (l *Lowering) BigText(x BigValue, radix int) Value {
	n := max(1, l.B.KnownBits(x.ID))
	if x.Lo.Sign() < 0 || radix&(radix-1) != 0 || n > maxBigDigits {
		panic(Refuse("the method toString of a bigint; of one that is never below zero, the digits in base 2, 4, 8, 16 and 32 are compiled"))
	}
	return l.digitsOf(x.ID, n, bits.Len(uint(radix))-1)
}

// maxBigDigits bounds the bits of a bigint whose digits become letters.
const maxBigDigits = 256

// digitsOf is the text of the first n bits of a word as digits of so many bits.
func (l *Lowering) digitsOf(id word.ID, n, size int) Value {
	width := l.B.Width(id)
	var items []Value
	var kept []word.ID
	for i := (n - 1) / size * size; i >= 0; i -= size {
		there := l.B.Uint(1, 1)
		if i > 0 {
			there = l.B.NonZero(l.B.Slice(id, i, width-i))
		}
		items = append(items, l.digitLetter(l.B.Slice(id, i, min(size, width-i)), size))
		kept = append(kept, there)
	}
	return &StringValue{l.MaskedArray(items, kept), true}
}

// digitLetter is a digit of so many bits as a letter.
func (l *Lowering) digitLetter(bits word.ID, size int) Value {
	if size == 1 {
		return l.digit(bits)
	}
	return l.textOf(l.Number(l.B.ZExt(bits, 32), 0, 1<<min(size, l.B.Width(bits))-1), 1<<size)
}

// NumberText is a number as a text of digits in a base.
func (l *Lowering) NumberText(x IntValue, radix int) Value {
	switch few := x.Hi-x.Lo < MaxTexts; {
	case radix == 2, !few && radix&(radix-1) == 0:
		return l.digitsText(x, bits.Len(uint(radix))-1)
	case few:
		return l.textOf(x, radix)
	case radix == 10:
		if digits, kept, ok := l.decimal(x); ok {
			return &StringValue{l.MaskedArray(digits, kept), true}
		}
	}
	panic(Refuse("a text that depends on values: toString(%d) of a number of which there are many; compute with the number itself, or with its hexadecimal digits, toString(16)", radix))
}

// maxIntBits is how many bits an integer has.
const maxIntBits = 53

func (l *Lowering) digit(bit word.ID) Value { return l.Choose(bit, ConstString{"1"}, ConstString{"0"}) }

// isDigit is one bit, the bit that a letter stands for; false when it may be another letter.
func (l *Lowering) isDigit(letter Value) (word.ID, bool) {
	switch x := letter.(type) {
	case ConstString:
		return l.B.Uint(oneIf(x.S == "1"), 1), x.S == "0" || x.S == "1"
	case ChoiceValue:
		a, okA := l.isDigit(x.A)
		b, okB := l.isDigit(x.B)
		return l.B.Mux(x.Cond, a, b), okA && okB
	}
	return word.None, false
}

// ParseBits is parseInt(…, 2) of letters.
func (l *Lowering) ParseBits(x *StringValue) Value {
	bits := l.PresenceMask(x.List)
	var n Value = l.Integer(0)
	some := l.B.Uint(0, 1)
	for i, letter := range x.List.Items {
		bit, ok := l.isDigit(letter)
		if !ok || i >= maxIntBits {
			panic(Refuse("parseInt of a text that may be more than %d bits", maxIntBits))
		}
		next := l.Arithmetic(token.PLUS, l.Arithmetic(token.MULTIPLY, n, l.Integer(2)), l.Number(bit, 0, 1))
		n, some = l.Choose(bits[i], next, n), l.B.Or(some, bits[i])
	}
	return l.Choose(some, n, l.ConstantNumber(math.NaN()))
}

// Joined is join with nothing between the items: false when they are not letters.
func (l *Lowering) Joined(o *Object) (Value, bool) {
	bits := l.PresenceMask(o)
	var items []Value
	var kept []word.ID
	for i, item := range o.Items {
		switch v := item.(type) {
		case IntValue:
			if v.Lo >= 0 && v.Hi <= 1 {
				items, kept = append(items, l.digit(l.B.Slice(v.ID, 0, 1))), append(kept, bits[i])
				continue
			}
			digits, there, ok := l.decimal(v)
			if !ok {
				return nil, false
			}
			for k := range digits {
				items, kept = append(items, digits[k]), append(kept, l.B.And(bits[i], there[k]))
			}
		case *StringValue:
			for k, there := range l.PresenceMask(v.List) {
				items, kept = append(items, v.List.Items[k]), append(kept, l.B.And(bits[i], there))
			}
		default:
			if !isLetter(item) {
				return nil, false
			}
			items, kept = append(items, item), append(kept, bits[i])
		}
	}
	return &StringValue{List: l.MaskedArray(items, kept)}, true
}

// Letters are those of a text of which it depends on values how many it has.
func (l *Lowering) Letters(v Value) (*Object, bool) {
	switch x := v.(type) {
	case *StringValue:
		return x.List, true
	case ChoiceValue:
		return l.lettersOfTexts(x)
	}
	return nil, false
}

// lettersOfTexts is one of several texts as an array of their letters; false when they are of one length, or not all
// texts.
func (l *Lowering) lettersOfTexts(c ChoiceValue) (*Object, bool) {
	if _, text := firstOf(c).(ConstString); !text { // most choices are none of texts
		return nil, false
	}
	shortest, longest, texts := math.MaxInt, 0, true
	l.Each(c, func(v Value) Value {
		text, ok := v.(ConstString)
		texts = texts && ok && len(text.S) <= LongestText
		n := utf8.RuneCountInString(text.S)
		shortest, longest = min(shortest, n), max(longest, n)
		return l.Integer(0)
	})
	if !texts || shortest == longest {
		return nil, false
	}
	items, kept := make([]Value, longest), make([]word.ID, longest)
	for i := range items {
		items[i] = l.Each(c, func(v Value) Value {
			if letters := []rune(v.(ConstString).S); i < len(letters) {
				return ConstString{string(letters[i])}
			}
			return ConstString{"0"} // is not there
		})
		kept[i] = l.Truthy(l.Each(c, func(v Value) Value { return l.Truth(i < utf8.RuneCountInString(v.(ConstString).S)) }))
	}
	return l.MaskedArray(items, kept), true
}

// firstOf is one of the things that a value may be.
func firstOf(v Value) Value {
	for {
		c, ok := v.(ChoiceValue)
		switch {
		case !ok:
			return v
		case c.Sel != nil:
			v = c.Sel.Entries[0]
		default:
			v = c.A
		}
	}
}

func isLetter(v Value) bool {
	switch x := v.(type) {
	case ConstString:
		return utf8.RuneCountInString(x.S) == 1 && IsASCII(x.S)
	case ChoiceValue:
		return isLetter(x.A) && isLetter(x.B)
	}
	return false
}

// LetterMethods are the methods of such texts.
var LetterMethods = map[string]bool{
	"split": true, "padStart": true, "padEnd": true, "charAt": true, "at": true, "includes": true, "indexOf": true, "replaceAll": true,
	"slice": true, "substring": true, "startsWith": true, "endsWith": true, "lastIndexOf": true, "charCodeAt": true, "toUpperCase": true, "toLowerCase": true,
}

// Ascending reports that arguments are positions from the begin, each known and none before the last: between such ones
// substring is slice.
func Ascending(args []Value) bool {
	last := int64(0)
	for _, a := range args {
		n, ok := ConstInt(a)
		if !ok || n < last {
			return false
		}
		last = n
	}
	return true
}

// LettersAre is one bit: the letters are those of a text.
func (l *Lowering) LettersAre(x *StringValue, text string) word.ID {
	bits := l.PresenceMask(x.List)
	// begin[k]: those looked at so far are the first k of the text
	begin := make([]word.ID, len(text)+1)
	for k := range begin {
		begin[k] = l.B.Uint(oneIf(k == 0), 1)
	}
	for i, letter := range x.List.Items {
		for k := len(text); k >= 0; k-- {
			begin[k] = l.B.And(begin[k], l.B.Not(bits[i]))
			if k > 0 {
				next := l.B.And(bits[i], l.Truthy(l.StrictEqual(letter, ConstString{text[k-1 : k]})))
				begin[k] = l.B.Or(begin[k], l.B.And(begin[k-1], next))
			}
		}
	}
	return begin[len(text)]
}

// lettersKey is such a text as one of some names, or noName.
func (l *Lowering) lettersKey(x *StringValue, names []string) Value {
	if number, n, ok := l.asNumber(x); ok {
		byNumber := make([]Value, 1<<n)
		for i := range byNumber {
			byNumber[i] = noName
			if name := fmt.Sprintf("%0*b", n, i); slices.Contains(names, name) {
				byNumber[i] = ConstString{name}
			}
		}
		return l.selected(number, byNumber, byNumber[0])
	}
	key := noName
	for _, name := range names {
		if IsASCII(name) {
			key = l.Choose(l.LettersAre(x, name), ConstString{name}, key)
		}
	}
	return key
}

// asNumber is a text of so many binary digits as a number; false for one of which more or fewer may be there, and for
// many.
func (l *Lowering) asNumber(x *StringValue) (number word.ID, n int, ok bool) {
	n = len(x.List.Items)
	if n == 0 || n > bits.Len(MaxSelected-1) {
		return word.None, 0, false
	}
	for i, there := range l.PresenceMask(x.List) {
		bit, digit := l.isDigit(x.List.Items[i])
		if !digit || !l.IsTrue(there) {
			return word.None, 0, false
		}
		if i == 0 {
			number = bit
		} else {
			number = l.B.Concat(number, bit)
		}
	}
	return number, n, true
}

// WithZeros is a text of digits with so many at least.
func (l *Lowering) WithZeros(x *StringValue, n int) *StringValue {
	items, kept := slices.Clone(x.List.Items), slices.Clone(l.PresenceMask(x.List))
	for i := max(0, len(items)-n); i < len(items); i++ {
		kept[i] = l.B.Uint(1, 1)
	}
	more := max(0, n-len(items))
	items = append(slices.Repeat([]Value{ConstString{"0"}}, more), items...)
	return &StringValue{List: l.MaskedArray(items, append(l.AllKept(more), kept...)), Zeros: true}
}

// Padded is an array of letters with others before or behind it, so many as are missing to a length.
func (l *Lowering) Padded(o *Object, n int, with string, atEnd bool) *Object {
	bits := l.PresenceMask(o)
	length := l.Positions(bits)[len(bits)]
	items, kept := slices.Clone(o.Items), slices.Clone(bits)
	var more []Value
	var there []word.ID
	for i := range n { // where fewer than n - i are there
		more = append(more, ConstString{with})
		there = append(there, l.Truthy(l.Compare(false, length, l.Integer(int64(n-i)))))
	}
	if atEnd {
		return l.MaskedArray(append(items, more...), append(kept, there...))
	}
	return l.MaskedArray(append(more, items...), append(there, kept...))
}
