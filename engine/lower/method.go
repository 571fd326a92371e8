package lower

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"
)

// method calls a method of the language: of an array, a memory or a text.
func (l *lowering) method(f builtinValue, args []value, s *state) value {
	if f.name == "Object.hasOwnProperty" && len(args) > 0 {
		return l.hasProperty(f.this, args[0], true, s)
	}
	switch o := f.this.(type) {
	case funcValue, builtinValue:
		return l.functionMethod(strings.TrimPrefix(f.name, "Function."), o, args, s)
	case collectionValue:
		return l.collectionMethod(strings.TrimPrefix(f.name, "Map."), o, args)
	case setValue:
		return l.setMethod(strings.TrimPrefix(f.name, "Set."), o, args, s)
	case memoryValue:
		return l.memoryMethod(strings.TrimPrefix(f.name, "Memory."), o, args, s)
	case textValue:
		return l.textMethod(strings.TrimPrefix(f.name, "String."), o, args)
	case refValue:
		name := strings.TrimPrefix(f.name, "Array.")
		_, sparse := l.masked(o, s)
		if sparse || name == "concat" && slices.ContainsFunc(args, func(a value) bool { _, sparse := l.masked(a, s); return sparse }) {
			return l.maskedMethod(name, o, args, s)
		}
		return l.arrayMethod(name, o, args, s)
	case constantValue:
		if f.name == "Array.subarray" { // it shows the same elements, which nobody changes
			return l.freeze(l.arrayMethod("slice", o, args, s))
		}
		return l.arrayMethod(strings.TrimPrefix(f.name, "Array."), o, args, s)
	case constString:
		return l.stringMethod(strings.TrimPrefix(f.name, "String."), o, args, s)
	case charValue:
		return l.charMethod(strings.TrimPrefix(f.name, "String."), o, args)
	case *stringValue:
		return l.lettersMethod(strings.TrimPrefix(f.name, "String."), o, args, s)
	case intValue, floatValue, boolValue, bigValue, *messageValue:
		n, integer := o.(intValue)
		big, bigint := o.(bigValue)
		if (integer || bigint) && !l.inMessage {
			radix := int64(10)
			if len(args) > 0 && args[0] != value(undefinedValue{}) {
				var known bool
				if radix, known = constInt(args[0]); !known || radix < 2 || radix > 36 {
					panic(refuse("toString of a number, with a base that is no known number from 2 to 36"))
				}
			}
			if bigint {
				return l.bigText(big, int(radix))
			}
			return l.numberText(n, int(radix))
		}
		_, name, _ := strings.Cut(f.name, ".")
		return l.messageMethod(name, o, args)
	}
	panic(refuse("the method %s", f.name))
}

func (l *lowering) stringProperty(o constString, key value) value {
	name, ok := key.(constString)
	units := utf16.Encode([]rune(o.s))
	if ok {
		switch name.s {
		case "length":
			return l.integer(int64(len(units)))
		}
		if textMethods[name.s] {
			return builtinValue{"String." + name.s, o}
		}
		panic(refuse("the property '%s' of a text", name.s))
	}
	return l.element(key, len(units), func(i int) value { return constString{string(utf16.Decode(units[i : i+1]))} })
}

func (l *lowering) stringMethod(name string, o constString, args []value, s *state) value {
	switch name {
	case "charCodeAt", "codePointAt", "charAt", "at":
		if len(args) == 1 {
			return l.each(args[0], func(i value) value { return l.letter(name, o.s, i) })
		}
	}
	for i, a := range args { // one of a few texts
		if _, ok := a.(choiceValue); ok && name != "split" {
			return l.each(a, func(v value) value {
				these := slices.Clone(args)
				these[i] = v
				return l.stringMethod(name, o, these, s)
			})
		}
	}
	return l.knownText(name, o.s, args, s)
}

// letter is a method that gives one letter of a text, at a position.
func (l *lowering) letter(name, text string, position value) value {
	units := utf16.Encode([]rune(text))
	n, known := toInteger(position)
	i := l.integer(n)
	if !known {
		if _, fraction := position.(floatValue); fraction {
			panic(refuse("%s at a position that may not be a whole number; use Math.floor or | 0", name))
		}
		i = l.index(position)
	}
	letter := func(k int) value { return constString{string(utf16.Decode(units[k : k+1]))} }
	switch name {
	case "at":
		return l.element(l.fromEnd(i, l.integer(int64(len(units)))), len(units), letter)
	case "charAt":
		return l.insteadOfUndefined(l.element(i, len(units), letter), constString{""})
	}
	c := &constant{array: true, cache: map[int]value{}}
	for _, u := range units {
		if utf16.IsSurrogate(rune(u)) && name == "codePointAt" {
			panic(refuse("codePointAt of a text with letters of two code units"))
		}
		c.items = append(c.items, float64(u))
	}
	v := l.constantProperty(constantValue{c}, i)
	if name == "codePointAt" {
		return v
	}
	return l.insteadOfUndefined(v, l.constantNumber(math.NaN()))
}

// insteadOfUndefined is v, or another value where v is undefined.
func (l *lowering) insteadOfUndefined(v, other value) value {
	return l.each(v, func(v value) value {
		if v == value(undefinedValue{}) {
			return other
		}
		return v
	})
}

// appendText is text + more.
func (l *lowering) appendText(t textValue, more value) value {
	log := &textLog{field: t.log.field, limit: t.log.limit, appends: slices.Clone(t.log.appends)}
	always := l.b.Uint(1, 1)
	switch x := more.(type) {
	case charValue:
		log.appends = append(log.appends, appendUnit{always, x.unit})
	default:
		text, ok := constantKey(more)
		if !ok {
			panic(refuse("a text that depends on values, other than String.fromCharCode"))
		}
		for _, u := range utf16.Encode([]rune(text)) {
			log.appends = append(log.appends, appendUnit{always, l.b.Uint(uint64(u), 16)})
		}
	}
	return textValue{log}
}

func (l *lowering) textMethod(name string, t textValue, args []value) value {
	if len(args) != 1 {
		panic(readsText(t))
	}
	if name == "concat" {
		return l.appendText(t, args[0])
	}
	n, ok := toInteger(args[0])
	if !ok || n >= 0 {
		panic(readsText(t))
	}
	if t.log.limit != 0 && t.log.limit != int(-n) {
		panic(readsText(t))
	}
	return textValue{&textLog{field: t.log.field, limit: int(-n), appends: t.log.appends}}
}
