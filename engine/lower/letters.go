package lower

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// stringValue is a text of letters that depend on values, as x.toString(2) gives it: an array of texts of one letter
// each, of which some may be missing. It can be counted, filled up, taken apart and read as a number again.
type stringValue struct {
	list  *object
	zeros bool // those that may be missing are the first ones, and zeros then
}

func (*stringValue) isValue() {}

// digitsText is a number as a text of digits of so many bits each, without zeros before the first one.
func (l *lowering) digitsText(x intValue, size int) value {
	if x.lo < 0 {
		panic(refuse("toString(%d) of a number that may be negative", 1<<size))
	}
	return l.digitsOf(x.id, max(1, min(l.b.KnownBits(x.id), maxIntBits)), size)
}

// bigText is a bigint that is not negative as a text of digits in a base that is a power of two.
func (l *lowering) bigText(x bigValue, radix int) value {
	n := max(1, l.b.KnownBits(x.id))
	if x.lo.Sign() < 0 || radix&(radix-1) != 0 || n > maxBigDigits {
		panic(refuse("the method toString of a bigint; of one that is never below zero, the digits in base 2, 4, 8, 16 and 32 are compiled"))
	}
	return l.digitsOf(x.id, n, bits.Len(uint(radix))-1)
}

// maxBigDigits bounds the bits of a bigint whose digits become letters.
const maxBigDigits = 256

// digitsOf is the text of the first n bits of a word as digits of so many bits.
func (l *lowering) digitsOf(id word.ID, n, size int) value {
	width := l.b.Width(id)
	var items []value
	var kept []word.ID
	for i := (n - 1) / size * size; i >= 0; i -= size {
		there := l.b.Uint(1, 1)
		if i > 0 {
			there = l.b.NonZero(l.b.Slice(id, i, width-i))
		}
		items = append(items, l.digitLetter(l.b.Slice(id, i, min(size, width-i)), size))
		kept = append(kept, there)
	}
	return &stringValue{l.maskedArray(items, kept), true}
}

// digitLetter is a digit of so many bits as a letter.
func (l *lowering) digitLetter(bits word.ID, size int) value {
	if size == 1 {
		return l.digit(bits)
	}
	return l.textOf(l.number(l.b.ZExt(bits, 32), 0, 1<<min(size, l.b.Width(bits))-1), 1<<size)
}

// numberText is a number as a text of digits in a base.
func (l *lowering) numberText(x intValue, radix int) value {
	switch few := x.hi-x.lo < maxTexts; {
	case radix == 2, !few && radix&(radix-1) == 0:
		return l.digitsText(x, bits.Len(uint(radix))-1)
	case few:
		return l.textOf(x, radix)
	case radix == 10:
		if digits, kept, ok := l.decimal(x); ok {
			return &stringValue{l.maskedArray(digits, kept), true}
		}
	}
	panic(refuse("a text that depends on values: toString(%d) of a number of which there are many; compute with the number itself, or with its hexadecimal digits, toString(16)", radix))
}

// maxIntBits is how many bits an integer has.
const maxIntBits = 53

func (l *lowering) digit(bit word.ID) value { return l.choose(bit, constString{"1"}, constString{"0"}) }

// isDigit is one bit, the bit that a letter stands for; false when it may be another letter.
func (l *lowering) isDigit(letter value) (word.ID, bool) {
	switch x := letter.(type) {
	case constString:
		return l.b.Uint(oneIf(x.s == "1"), 1), x.s == "0" || x.s == "1"
	case choiceValue:
		a, okA := l.isDigit(x.a)
		b, okB := l.isDigit(x.b)
		return l.b.Mux(x.cond, a, b), okA && okB
	}
	return word.None, false
}

// parseBits is parseInt(…, 2) of letters.
func (l *lowering) parseBits(x *stringValue) value {
	bits := l.presenceMask(x.list)
	var n value = l.integer(0)
	some := l.b.Uint(0, 1)
	for i, letter := range x.list.items {
		bit, ok := l.isDigit(letter)
		if !ok || i >= maxIntBits {
			panic(refuse("parseInt of a text that may be more than %d bits", maxIntBits))
		}
		next := l.arithmetic(token.PLUS, l.arithmetic(token.MULTIPLY, n, l.integer(2)), l.number(bit, 0, 1))
		n, some = l.choose(bits[i], next, n), l.b.Or(some, bits[i])
	}
	return l.choose(some, n, l.constantNumber(math.NaN()))
}

// joined is join with nothing between the items: false when they are not letters.
func (l *lowering) joined(o *object) (value, bool) {
	bits := l.presenceMask(o)
	var items []value
	var kept []word.ID
	for i, item := range o.items {
		switch v := item.(type) {
		case intValue:
			if v.lo >= 0 && v.hi <= 1 {
				items, kept = append(items, l.digit(l.b.Slice(v.id, 0, 1))), append(kept, bits[i])
				continue
			}
			digits, there, ok := l.decimal(v)
			if !ok {
				return nil, false
			}
			for k := range digits {
				items, kept = append(items, digits[k]), append(kept, l.b.And(bits[i], there[k]))
			}
		case *stringValue:
			for k, there := range l.presenceMask(v.list) {
				items, kept = append(items, v.list.items[k]), append(kept, l.b.And(bits[i], there))
			}
		default:
			if !isLetter(item) {
				return nil, false
			}
			items, kept = append(items, item), append(kept, bits[i])
		}
	}
	return &stringValue{list: l.maskedArray(items, kept)}, true
}

// letters are those of a text of which it depends on values how many it has.
func (l *lowering) letters(v value) (*object, bool) {
	switch x := v.(type) {
	case *stringValue:
		return x.list, true
	case choiceValue:
		return l.lettersOfTexts(x)
	}
	return nil, false
}

// lettersOfTexts is one of several texts as an array of their letters; false when they are of one length, or not all
// texts.
func (l *lowering) lettersOfTexts(c choiceValue) (*object, bool) {
	if _, text := firstOf(c).(constString); !text { // most choices are none of texts
		return nil, false
	}
	shortest, longest, texts := math.MaxInt, 0, true
	l.each(c, func(v value) value {
		text, ok := v.(constString)
		texts = texts && ok && len(text.s) <= longestText
		n := utf8.RuneCountInString(text.s)
		shortest, longest = min(shortest, n), max(longest, n)
		return l.integer(0)
	})
	if !texts || shortest == longest {
		return nil, false
	}
	items, kept := make([]value, longest), make([]word.ID, longest)
	for i := range items {
		items[i] = l.each(c, func(v value) value {
			if letters := []rune(v.(constString).s); i < len(letters) {
				return constString{string(letters[i])}
			}
			return constString{"0"} // is not there
		})
		kept[i] = l.truthy(l.each(c, func(v value) value { return l.truth(i < utf8.RuneCountInString(v.(constString).s)) }))
	}
	return l.maskedArray(items, kept), true
}

// firstOf is one of the things that a value may be.
func firstOf(v value) value {
	for {
		c, ok := v.(choiceValue)
		switch {
		case !ok:
			return v
		case c.sel != nil:
			v = c.sel.entries[0]
		default:
			v = c.a
		}
	}
}

func isLetter(v value) bool {
	switch x := v.(type) {
	case constString:
		return utf8.RuneCountInString(x.s) == 1 && isASCII(x.s)
	case choiceValue:
		return isLetter(x.a) && isLetter(x.b)
	}
	return false
}

// letterMethods are the methods of such texts.
var letterMethods = map[string]bool{
	"split": true, "padStart": true, "padEnd": true, "charAt": true, "at": true, "includes": true, "indexOf": true, "replaceAll": true,
	"slice": true, "substring": true, "startsWith": true, "endsWith": true, "lastIndexOf": true, "charCodeAt": true, "toUpperCase": true, "toLowerCase": true,
}

func (l *lowering) lettersProperty(x *stringValue, key value) value {
	if name, ok := key.(constString); ok {
		switch {
		case name.s == "length":
			return l.positions(l.presenceMask(x.list))[len(x.list.items)]
		case letterMethods[name.s]:
			return builtinValue{"String." + name.s, x}
		}
		panic(refuse("the property '%s' of a text that depends on values", name.s))
	}
	return l.maskedItem(x.list, l.index(key))
}

func (l *lowering) lettersMethod(name string, x *stringValue, args []value, s *state) value {
	text := func(i int, otherwise string) string {
		if i >= len(args) {
			return otherwise
		}
		if c, ok := args[i].(constString); ok && isASCII(c.s) {
			return c.s
		}
		panic(refuse("the method %s of a text that depends on values, with an argument that is no plain text", name))
	}
	bits := l.presenceMask(x.list)
	list := func(items []value, kept []word.ID) refValue { return refValue{l.alloc(s, l.maskedArray(items, kept))} }
	switch name {
	case "split":
		by := text(0, "x")
		switch len(by) {
		case 0:
			return list(x.list.items, bits)
		case 1: // one item more than there are such letters
			items := []value{refusedValue{reason: "the parts of a text that depends on values"}}
			kept := []word.ID{l.b.Uint(1, 1)}
			for i, letter := range x.list.items {
				items = append(items, items[0])
				kept = append(kept, l.b.And(bits[i], l.truthy(l.strictEqual(letter, constString{by}))))
			}
			return list(items, kept)
		}
	case "replaceAll":
		if by := text(0, ""); len(by) == 1 && text(1, "x") == "" {
			kept := slices.Clone(bits)
			for i, letter := range x.list.items {
				kept[i] = l.b.And(kept[i], l.b.Not(l.truthy(l.strictEqual(letter, constString{by}))))
			}
			return &stringValue{list: l.maskedArray(x.list.items, kept)}
		}
	case "padStart", "padEnd":
		if n, ok := constInt(args[0]); ok && len(text(1, " ")) == 1 && n <= longestText {
			if x.zeros && name == "padStart" && text(1, " ") == "0" {
				return l.withZeros(x, int(n))
			}
			return &stringValue{list: l.padded(x.list, int(n), text(1, " "), name == "padEnd")}
		}
	case "substring":
		if ascending(args) {
			return l.lettersMethod("slice", x, args, s)
		}
	case "startsWith", "endsWith":
		if len(args) > 1 {
			break
		}
		end := int64(len(text(0, "undefined")))
		from, to := int64(0), end
		if name == "endsWith" {
			from, to = -end, math.MaxInt32
		}
		if end == 0 {
			return l.truth(true)
		}
		return boolValue{l.lettersAre(l.lettersMethod("slice", x, []value{l.integer(from), l.integer(to)}, s).(*stringValue), text(0, "undefined"))}
	case "charCodeAt":
		at := l.integer(0)
		if len(args) > 0 {
			at = l.index(args[0])
		}
		if at.lo < 0 {
			break
		}
		return l.each(l.maskedItem(x.list, at), func(v value) value {
			if text, ok := v.(constString); ok {
				return l.integer(int64(text.s[0]))
			}
			return l.constantNumber(math.NaN())
		})
	case "slice":
		if r, ok := l.maskedMethod(name, list(x.list.items, bits), args, s).(refValue); ok {
			return &stringValue{list: s.heap[r.object]}
		}
	case "toUpperCase", "toLowerCase":
		letters := mapped(x.list.items, func(letter value) value {
			return l.each(letter, func(v value) value {
				if text, ok := v.(constString); !ok || !isASCII(text.s) {
					panic(refuse("the method %s of a text that depends on values, with other letters than those of ASCII", name))
				} else if name == "toUpperCase" {
					return constString{strings.ToUpper(text.s)}
				} else {
					return constString{strings.ToLower(text.s)}
				}
			})
		})
		return &stringValue{l.maskedArray(letters, bits), x.zeros}
	case "charAt", "at", "includes", "indexOf", "lastIndexOf":
		if name == "includes" || name == "indexOf" || name == "lastIndexOf" {
			if len(text(0, "")) != 1 || len(args) > 1 {
				break
			}
		}
		method := name
		if name == "charAt" {
			method = "at"
			if i := l.index(args[0]); i.lo < 0 {
				break
			}
		}
		v := l.maskedMethod(method, list(x.list.items, bits), args, s)
		if name == "charAt" {
			return l.insteadOfUndefined(v, constString{""})
		}
		return v
	}
	panic(refuse("the method %s of a text that depends on values, with these arguments", name))
}

// ascending reports that arguments are positions from the begin, each known and none before the last: between such ones
// substring is slice.
func ascending(args []value) bool {
	last := int64(0)
	for _, a := range args {
		n, ok := constInt(a)
		if !ok || n < last {
			return false
		}
		last = n
	}
	return true
}

// lettersAre is one bit: the letters are those of a text.
func (l *lowering) lettersAre(x *stringValue, text string) word.ID {
	bits := l.presenceMask(x.list)
	// begin[k]: those looked at so far are the first k of the text
	begin := make([]word.ID, len(text)+1)
	for k := range begin {
		begin[k] = l.b.Uint(oneIf(k == 0), 1)
	}
	for i, letter := range x.list.items {
		for k := len(text); k >= 0; k-- {
			begin[k] = l.b.And(begin[k], l.b.Not(bits[i]))
			if k > 0 {
				next := l.b.And(bits[i], l.truthy(l.strictEqual(letter, constString{text[k-1 : k]})))
				begin[k] = l.b.Or(begin[k], l.b.And(begin[k-1], next))
			}
		}
	}
	return begin[len(text)]
}

// lettersKey is such a text as one of some names, or noName.
func (l *lowering) lettersKey(x *stringValue, names []string) value {
	if number, n, ok := l.asNumber(x); ok {
		byNumber := make([]value, 1<<n)
		for i := range byNumber {
			byNumber[i] = noName
			if name := fmt.Sprintf("%0*b", n, i); slices.Contains(names, name) {
				byNumber[i] = constString{name}
			}
		}
		return l.selected(number, byNumber, byNumber[0])
	}
	key := noName
	for _, name := range names {
		if isASCII(name) {
			key = l.choose(l.lettersAre(x, name), constString{name}, key)
		}
	}
	return key
}

// asNumber is a text of so many binary digits as a number; false for one of which more or fewer may be there, and for
// many.
func (l *lowering) asNumber(x *stringValue) (number word.ID, n int, ok bool) {
	n = len(x.list.items)
	if n == 0 || n > bits.Len(maxSelected-1) {
		return word.None, 0, false
	}
	for i, there := range l.presenceMask(x.list) {
		bit, digit := l.isDigit(x.list.items[i])
		if !digit || !l.isTrue(there) {
			return word.None, 0, false
		}
		if i == 0 {
			number = bit
		} else {
			number = l.b.Concat(number, bit)
		}
	}
	return number, n, true
}

// withZeros is a text of digits with so many at least.
func (l *lowering) withZeros(x *stringValue, n int) *stringValue {
	items, kept := slices.Clone(x.list.items), slices.Clone(l.presenceMask(x.list))
	for i := max(0, len(items)-n); i < len(items); i++ {
		kept[i] = l.b.Uint(1, 1)
	}
	more := max(0, n-len(items))
	items = append(slices.Repeat([]value{constString{"0"}}, more), items...)
	return &stringValue{list: l.maskedArray(items, append(l.allKept(more), kept...)), zeros: true}
}

// padded is an array of letters with others before or behind it, so many as are missing to a length.
func (l *lowering) padded(o *object, n int, with string, atEnd bool) *object {
	bits := l.presenceMask(o)
	length := l.positions(bits)[len(bits)]
	items, kept := slices.Clone(o.items), slices.Clone(bits)
	var more []value
	var there []word.ID
	for i := range n { // where fewer than n - i are there
		more = append(more, constString{with})
		there = append(there, l.truthy(l.compare(false, length, l.integer(int64(n-i)))))
	}
	if atEnd {
		return l.maskedArray(append(items, more...), append(kept, there...))
	}
	return l.maskedArray(append(more, items...), append(there, kept...))
}
