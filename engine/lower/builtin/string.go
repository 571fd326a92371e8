package builtin

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/text"
)

// Texts are known when a lambda is lowered, or are one of a few that are; what their methods give is computed then.

var textMethods = map[string]bool{
	"charCodeAt": true, "codePointAt": true, "startsWith": true, "endsWith": true, "includes": true, "indexOf": true, "slice": true, "substring": true,
	"toUpperCase": true, "toLowerCase": true, "trim": true, "charAt": true, "at": true, "padStart": true, "padEnd": true, "repeat": true, "split": true,
}

// knownText is a method of a text whose arguments are known. Letters beyond ASCII are refused, of which not all are one
// UTF-16 unit.
func (l *Lowering) knownText(name, known string, args []domain.Value, s *domain.State) domain.Value {
	if len(args) == 1 && (name == "includes" || name == "indexOf") && text.IsASCII(known) {
		if c, ok := args[0].(domain.CharValue); ok {
			return l.FindChar(name, known, c)
		}
	}
	var texts []string
	for _, a := range args {
		if t, ok := a.(domain.TextValue); ok {
			panic(domain.ReadsText(t))
		}
		key, ok := domain.ConstantKey(a)
		if !ok {
			panic(domain.Refuse("the method %s of a text, with an argument that depends on values", name))
		}
		texts = append(texts, key)
	}
	if !text.IsASCII(known) || !text.IsASCII(strings.Join(texts, "")) {
		panic(domain.Refuse("the method %s of a text that is not plain ASCII", name))
	}
	number := func(i, otherwise int) int {
		if i >= len(args) || args[i] == domain.Value(domain.UndefinedValue{}) {
			return otherwise
		}
		n, ok := domain.ConstInt(args[i])
		if !ok || n != int64(int32(n)) {
			panic(domain.Refuse("the method %s of a text, with an argument that is no small whole number", name))
		}
		return int(n)
	}
	argument := func(i int) string {
		if _, isText := args[i].(domain.ConstString); !isText {
			panic(domain.Refuse("the method %s of a text, with an argument that is no text", name))
		}
		return texts[i]
	}
	if want, ok := textArguments[name]; !ok || len(args) < want[0] || len(args) > want[1] {
		panic(domain.Refuse("the method %s of a text, with these arguments", name))
	}
	clamp := func(i int) int { return max(0, min(i, len(known))) }
	fromEnd := func(i int) int {
		if i < 0 {
			i += len(known)
		}
		return i
	}
	switch name {
	case "startsWith":
		return l.Truth(strings.HasPrefix(known, argument(0)))
	case "endsWith":
		return l.Truth(strings.HasSuffix(known, argument(0)))
	case "includes":
		return l.Truth(strings.Contains(known, argument(0)))
	case "indexOf":
		return l.Integer(int64(strings.Index(known, argument(0))))
	case "slice":
		from, to := clamp(fromEnd(number(0, 0))), clamp(fromEnd(number(1, len(known))))
		return domain.ConstString{S: known[from:max(from, to)]}
	case "substring":
		from, to := clamp(number(0, 0)), clamp(number(1, len(known)))
		return domain.ConstString{S: known[min(from, to):max(from, to)]}
	case "toUpperCase":
		return domain.ConstString{S: strings.ToUpper(known)}
	case "toLowerCase":
		return domain.ConstString{S: strings.ToLower(known)}
	case "trim":
		return domain.ConstString{S: strings.Trim(known, "\t\n\v\f\r ")}
	case "charAt", "at":
		i := number(0, 0)
		if name == "at" {
			i = fromEnd(i)
		}
		switch {
		case i >= 0 && i < len(known):
			return domain.ConstString{S: known[i : i+1]}
		case name == "at":
			return domain.UndefinedValue{}
		}
		return domain.ConstString{S: ""}
	case "padStart", "padEnd":
		with := " "
		if len(args) > 1 {
			with = argument(1)
		}
		n := number(0, 0) - len(known)
		if n <= 0 || with == "" {
			return domain.ConstString{S: known}
		}
		l.Fits(n)
		filler := strings.Repeat(with, n/len(with)+1)[:n]
		if name == "padStart" {
			return domain.ConstString{S: filler + known}
		}
		return domain.ConstString{S: known + filler}
	case "repeat":
		n := number(0, 0)
		if n < 0 {
			panic(domain.Refuse("repeat of a negative number (that throws)"))
		}
		l.Fits(n * len(known))
		return domain.ConstString{S: strings.Repeat(known, n)}
	}
	parts := strings.Split(known, argument(0))
	if argument(0) == "" && known == "" {
		parts = nil
	}
	items := make([]domain.Value, len(parts))
	for i, p := range parts {
		items[i] = domain.ConstString{S: p}
	}
	return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items})}
}

// textArguments are how few and how many arguments the methods of a text are given here.
var textArguments = map[string][2]int{
	"startsWith": {1, 1}, "endsWith": {1, 1}, "includes": {1, 1}, "indexOf": {1, 1}, "slice": {0, 2}, "substring": {0, 2}, "toUpperCase": {0, 0},
	"toLowerCase": {0, 0}, "trim": {0, 0}, "charAt": {0, 1}, "at": {0, 1}, "padStart": {1, 2}, "padEnd": {1, 2}, "repeat": {1, 1}, "split": {1, 1},
}

// StringProperty reads a property of a text that is known.
func (l *Lowering) StringProperty(o domain.ConstString, key domain.Value) domain.Value {
	name, ok := key.(domain.ConstString)
	units := utf16.Encode([]rune(o.S))
	if ok {
		switch name.S {
		case "length":
			return l.Integer(int64(len(units)))
		}
		if textMethods[name.S] {
			return domain.BuiltinValue{Name: "String." + name.S, This: o}
		}
		panic(domain.Refuse("the property '%s' of a text", name.S))
	}
	return l.Element(key, len(units), func(i int) domain.Value { return domain.ConstString{S: string(utf16.Decode(units[i : i+1]))} })
}

func (l *Lowering) stringMethod(name string, o domain.ConstString, args []domain.Value, s *domain.State) domain.Value {
	switch name {
	case "charCodeAt", "codePointAt", "charAt", "at":
		if len(args) == 1 {
			return l.Each(args[0], func(i domain.Value) domain.Value { return l.letter(name, o.S, i) })
		}
	}
	for i, a := range args { // one of a few texts
		if _, ok := a.(domain.ChoiceValue); ok && name != "split" {
			return l.Each(a, func(v domain.Value) domain.Value {
				these := slices.Clone(args)
				these[i] = v
				return l.stringMethod(name, o, these, s)
			})
		}
	}
	return l.knownText(name, o.S, args, s)
}

// letter is a method that gives one letter of a text, at a position.
func (l *Lowering) letter(name, text string, position domain.Value) domain.Value {
	units := utf16.Encode([]rune(text))
	n, known := domain.ToInteger(position)
	i := l.Integer(n)
	if !known {
		if _, fraction := position.(domain.FloatValue); fraction {
			panic(domain.Refuse("%s at a position that may not be a whole number; use Math.floor or | 0", name))
		}
		i = l.Index(position)
	}
	letter := func(k int) domain.Value { return domain.ConstString{S: string(utf16.Decode(units[k : k+1]))} }
	switch name {
	case "at":
		return l.Element(l.fromEnd(i, l.Integer(int64(len(units)))), len(units), letter)
	case "charAt":
		return l.insteadOfUndefined(l.Element(i, len(units), letter), domain.ConstString{S: ""})
	}
	c := &domain.Constant{Array: true, Cache: map[int]domain.Value{}}
	for _, u := range units {
		if utf16.IsSurrogate(rune(u)) && name == "codePointAt" {
			panic(domain.Refuse("codePointAt of a text with letters of two code units"))
		}
		c.Items = append(c.Items, float64(u))
	}
	v := l.ConstantProperty(domain.ConstantValue{C: c}, i)
	if name == "codePointAt" {
		return v
	}
	return l.insteadOfUndefined(v, l.ConstantNumber(math.NaN()))
}

func (l *Lowering) textMethod(name string, t domain.TextValue, args []domain.Value) domain.Value {
	if len(args) != 1 {
		panic(domain.ReadsText(t))
	}
	if name == "concat" {
		return l.AppendText(t, args[0])
	}
	n, ok := domain.ToInteger(args[0])
	if !ok || n >= 0 {
		panic(domain.ReadsText(t))
	}
	if t.Log.Limit != 0 && t.Log.Limit != int(-n) {
		panic(domain.ReadsText(t))
	}
	return domain.TextValue{Log: &domain.TextLog{Field: t.Log.Field, Limit: int(-n), Appends: t.Log.Appends}}
}
