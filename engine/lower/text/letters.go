package text

import (
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// digitsText is a number as a text of digits of so many bits each, without zeros before the first one.
func (l *Lowering) digitsText(x domain.IntValue, size int) domain.Value {
	if x.Lo < 0 {
		panic(domain.Refuse("toString(%d) of a number that may be negative", 1<<size))
	}
	return l.digitsOf(x.ID, max(1, min(l.B.KnownBits(x.ID), maxIntBits)), size)
}

// BigText is a bigint that is not negative as a text of digits in a base that is a power of two.
func (l *Lowering) BigText(x domain.BigValue, radix int) domain.Value {
	n := max(1, l.B.KnownBits(x.ID))
	if x.Lo.Sign() < 0 || radix&(radix-1) != 0 || n > maxBigDigits {
		panic(domain.Refuse("the method toString of a bigint; of one that is never below zero, the digits in base 2, 4, 8, 16 and 32 are compiled"))
	}
	return l.digitsOf(x.ID, n, bits.Len(uint(radix))-1)
}

// maxBigDigits bounds the bits of a bigint whose digits become letters.
const maxBigDigits = 256

// digitsOf is the text of the first n bits of a word as digits of so many bits.
func (l *Lowering) digitsOf(id word.ID, n, size int) domain.Value {
	width := l.B.Width(id)
	var items []domain.Value
	var kept []word.ID
	for i := (n - 1) / size * size; i >= 0; i -= size {
		there := l.B.Uint(1, 1)
		if i > 0 {
			there = l.B.NonZero(l.B.Slice(id, i, width-i))
		}
		items = append(items, l.digitLetter(l.B.Slice(id, i, min(size, width-i)), size))
		kept = append(kept, there)
	}
	return &domain.StringValue{List: l.MaskedArray(items, kept), Zeros: true}
}

// digitLetter is a digit of so many bits as a letter.
func (l *Lowering) digitLetter(bits word.ID, size int) domain.Value {
	if size == 1 {
		return l.digit(bits)
	}
	return l.textOf(l.Number(l.B.ZExt(bits, 32), 0, 1<<min(size, l.B.Width(bits))-1), 1<<size)
}

// NumberText is a number as a text of digits in a base.
func (l *Lowering) NumberText(x domain.IntValue, radix int) domain.Value {
	switch few := x.Hi-x.Lo < MaxTexts; {
	case radix == 2, !few && radix&(radix-1) == 0:
		return l.digitsText(x, bits.Len(uint(radix))-1)
	case few:
		return l.textOf(x, radix)
	case radix == 10:
		if digits, kept, ok := l.decimal(x); ok {
			return &domain.StringValue{List: l.MaskedArray(digits, kept), Zeros: true}
		}
	}
	panic(domain.Refuse("a text that depends on values: toString(%d) of a number of which there are many; compute with the number itself, or with its hexadecimal digits, toString(16)", radix))
}

// maxIntBits is how many bits an integer has.
const maxIntBits = 53

func (l *Lowering) digit(bit word.ID) domain.Value {
	return l.Choose(bit, domain.ConstString{S: "1"}, domain.ConstString{S: "0"})
}

// isDigit is one bit, the bit that a letter stands for; false when it may be another letter.
func (l *Lowering) isDigit(letter domain.Value) (word.ID, bool) {
	switch x := letter.(type) {
	case domain.ConstString:
		return l.B.Uint(domain.OneIf(x.S == "1"), 1), x.S == "0" || x.S == "1"
	case domain.ChoiceValue:
		a, okA := l.isDigit(x.A)
		b, okB := l.isDigit(x.B)
		return l.B.Mux(x.Cond, a, b), okA && okB
	}
	return word.None, false
}

// ParseBits is parseInt(…, 2) of letters.
func (l *Lowering) ParseBits(x *domain.StringValue) domain.Value {
	bits := l.PresenceMask(x.List)
	var n domain.Value = l.Integer(0)
	some := l.B.Uint(0, 1)
	for i, letter := range x.List.Items {
		bit, ok := l.isDigit(letter)
		if !ok || i >= maxIntBits {
			panic(domain.Refuse("parseInt of a text that may be more than %d bits", maxIntBits))
		}
		next := l.Arithmetic(domain.Plus, l.Arithmetic(domain.Times, n, l.Integer(2)), l.Number(bit, 0, 1))
		n, some = l.Choose(bits[i], next, n), l.B.Or(some, bits[i])
	}
	return l.Choose(some, n, l.ConstantNumber(math.NaN()))
}

// Joined is join with nothing between the items: false when they are not letters.
func (l *Lowering) Joined(o *domain.Object) (domain.Value, bool) {
	bits := l.PresenceMask(o)
	var items []domain.Value
	var kept []word.ID
	for i, item := range o.Items {
		switch v := item.(type) {
		case domain.IntValue:
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
		case *domain.StringValue:
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
	return &domain.StringValue{List: l.MaskedArray(items, kept)}, true
}

// Letters are those of a text of which it depends on values how many it has.
func (l *Lowering) Letters(v domain.Value) (*domain.Object, bool) {
	switch x := v.(type) {
	case *domain.StringValue:
		return x.List, true
	case domain.ChoiceValue:
		return l.lettersOfTexts(x)
	}
	return nil, false
}

// lettersOfTexts is one of several texts as an array of their letters; false when they are of one length, or not all
// texts.
func (l *Lowering) lettersOfTexts(c domain.ChoiceValue) (*domain.Object, bool) {
	if _, text := firstOf(c).(domain.ConstString); !text { // most choices are none of texts
		return nil, false
	}
	shortest, longest, texts := math.MaxInt, 0, true
	l.Each(c, func(v domain.Value) domain.Value {
		text, ok := v.(domain.ConstString)
		texts = texts && ok && len(text.S) <= LongestText
		n := utf8.RuneCountInString(text.S)
		shortest, longest = min(shortest, n), max(longest, n)
		return l.Integer(0)
	})
	if !texts || shortest == longest {
		return nil, false
	}
	items, kept := make([]domain.Value, longest), make([]word.ID, longest)
	for i := range items {
		items[i] = l.Each(c, func(v domain.Value) domain.Value {
			if letters := []rune(v.(domain.ConstString).S); i < len(letters) {
				return domain.ConstString{S: string(letters[i])}
			}
			return domain.ConstString{S: "0"} // is not there
		})
		kept[i] = l.Truthy(l.Each(c, func(v domain.Value) domain.Value {
			return l.Truth(i < utf8.RuneCountInString(v.(domain.ConstString).S))
		}))
	}
	return l.MaskedArray(items, kept), true
}

// firstOf is one of the things that a value may be.
func firstOf(v domain.Value) domain.Value {
	for {
		c, ok := v.(domain.ChoiceValue)
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

func isLetter(v domain.Value) bool {
	switch x := v.(type) {
	case domain.ConstString:
		return utf8.RuneCountInString(x.S) == 1 && IsASCII(x.S)
	case domain.ChoiceValue:
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
func Ascending(args []domain.Value) bool {
	last := int64(0)
	for _, a := range args {
		n, ok := domain.ConstInt(a)
		if !ok || n < last {
			return false
		}
		last = n
	}
	return true
}

// AsNumber is a text of so many binary digits as a number; false for one of which more or fewer may be there, and for
// many.
func (l *Lowering) AsNumber(x *domain.StringValue) (number word.ID, n int, ok bool) {
	n = len(x.List.Items)
	if n == 0 || n > bits.Len(choice.MaxSelected-1) {
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
func (l *Lowering) WithZeros(x *domain.StringValue, n int) *domain.StringValue {
	items, kept := slices.Clone(x.List.Items), slices.Clone(l.PresenceMask(x.List))
	for i := max(0, len(items)-n); i < len(items); i++ {
		kept[i] = l.B.Uint(1, 1)
	}
	more := max(0, n-len(items))
	items = append(slices.Repeat([]domain.Value{domain.ConstString{S: "0"}}, more), items...)
	return &domain.StringValue{List: l.MaskedArray(items, append(l.AllKept(more), kept...)), Zeros: true}
}

// Padded is an array of letters with others before or behind it, so many as are missing to a length.
func (l *Lowering) Padded(o *domain.Object, n int, with string, atEnd bool) *domain.Object {
	bits := l.PresenceMask(o)
	length := l.Positions(bits)[len(bits)]
	items, kept := slices.Clone(o.Items), slices.Clone(bits)
	var more []domain.Value
	var there []word.ID
	for i := range n { // where fewer than n - i are there
		more = append(more, domain.ConstString{S: with})
		there = append(there, l.Truthy(l.Compare(false, length, l.Integer(int64(n-i)))))
	}
	if atEnd {
		return l.MaskedArray(append(items, more...), append(kept, there...))
	}
	return l.MaskedArray(append(more, items...), append(there, kept...))
}

// decimal are the digits of a whole number as letters, with the bits that say which of them there are.
func (l *Lowering) decimal(n domain.IntValue) (letters []domain.Value, kept []word.ID, ok bool) {
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
		digit, isInt := l.Whole("Math.floor", l.Arithmetic(domain.Over, n, l.Integer(power))).(domain.IntValue)
		if !isInt {
			return nil, nil, false
		}
		rest, isInt := l.Arithmetic(domain.Remainder, digit, l.Integer(10)).(domain.IntValue)
		if !isInt {
			return nil, nil, false
		}
		letters, kept = append(letters, l.textOf(rest, 10)), append(kept, there)
	}
	return letters, kept, true
}
