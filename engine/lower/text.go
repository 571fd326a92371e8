package lower

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Texts are known when a lambda is lowered, or are one of a few that are; what their methods give is computed then.

var textMethods = map[string]bool{
	"charCodeAt": true, "codePointAt": true, "startsWith": true, "endsWith": true, "includes": true, "indexOf": true, "slice": true, "substring": true,
	"toUpperCase": true, "toLowerCase": true, "trim": true, "charAt": true, "at": true, "padStart": true, "padEnd": true, "repeat": true, "split": true,
}

// longestText bounds the texts that are made.
const longestText = 1 << 12

// knownText is a method of a text whose arguments are known. Letters beyond ASCII are refused, of which not all are one
// UTF-16 unit.
func (l *lowering) knownText(name, text string, args []value, s *state) value {
	if len(args) == 1 && (name == "includes" || name == "indexOf") && isASCII(text) {
		if c, ok := args[0].(charValue); ok {
			return l.findChar(name, text, c)
		}
	}
	var texts []string
	for _, a := range args {
		if t, ok := a.(textValue); ok {
			panic(readsText(t))
		}
		key, ok := constantKey(a)
		if !ok {
			panic(refuse("the method %s of a text, with an argument that depends on values", name))
		}
		texts = append(texts, key)
	}
	if !isASCII(text) || !isASCII(strings.Join(texts, "")) {
		panic(refuse("the method %s of a text that is not plain ASCII", name))
	}
	number := func(i, otherwise int) int {
		if i >= len(args) || args[i] == value(undefinedValue{}) {
			return otherwise
		}
		n, ok := constInt(args[i])
		if !ok || n != int64(int32(n)) {
			panic(refuse("the method %s of a text, with an argument that is no small whole number", name))
		}
		return int(n)
	}
	argument := func(i int) string {
		if _, isText := args[i].(constString); !isText {
			panic(refuse("the method %s of a text, with an argument that is no text", name))
		}
		return texts[i]
	}
	if want, ok := textArguments[name]; !ok || len(args) < want[0] || len(args) > want[1] {
		panic(refuse("the method %s of a text, with these arguments", name))
	}
	clamp := func(i int) int { return max(0, min(i, len(text))) }
	fromEnd := func(i int) int {
		if i < 0 {
			i += len(text)
		}
		return i
	}
	switch name {
	case "startsWith":
		return l.truth(strings.HasPrefix(text, argument(0)))
	case "endsWith":
		return l.truth(strings.HasSuffix(text, argument(0)))
	case "includes":
		return l.truth(strings.Contains(text, argument(0)))
	case "indexOf":
		return l.integer(int64(strings.Index(text, argument(0))))
	case "slice":
		from, to := clamp(fromEnd(number(0, 0))), clamp(fromEnd(number(1, len(text))))
		return constString{text[from:max(from, to)]}
	case "substring":
		from, to := clamp(number(0, 0)), clamp(number(1, len(text)))
		return constString{text[min(from, to):max(from, to)]}
	case "toUpperCase":
		return constString{strings.ToUpper(text)}
	case "toLowerCase":
		return constString{strings.ToLower(text)}
	case "trim":
		return constString{strings.Trim(text, "\t\n\v\f\r ")}
	case "charAt", "at":
		i := number(0, 0)
		if name == "at" {
			i = fromEnd(i)
		}
		switch {
		case i >= 0 && i < len(text):
			return constString{text[i : i+1]}
		case name == "at":
			return undefinedValue{}
		}
		return constString{""}
	case "padStart", "padEnd":
		with := " "
		if len(args) > 1 {
			with = argument(1)
		}
		n := number(0, 0) - len(text)
		if n <= 0 || with == "" {
			return constString{text}
		}
		l.fits(n)
		filler := strings.Repeat(with, n/len(with)+1)[:n]
		if name == "padStart" {
			return constString{filler + text}
		}
		return constString{text + filler}
	case "repeat":
		n := number(0, 0)
		if n < 0 {
			panic(refuse("repeat of a negative number (that throws)"))
		}
		l.fits(n * len(text))
		return constString{strings.Repeat(text, n)}
	}
	parts := strings.Split(text, argument(0))
	if argument(0) == "" && text == "" {
		parts = nil
	}
	items := make([]value, len(parts))
	for i, p := range parts {
		items[i] = constString{p}
	}
	return refValue{l.alloc(s, &object{array: true, items: items})}
}

// textArguments are how few and how many arguments the methods of a text are given here.
var textArguments = map[string][2]int{
	"startsWith": {1, 1}, "endsWith": {1, 1}, "includes": {1, 1}, "indexOf": {1, 1}, "slice": {0, 2}, "substring": {0, 2}, "toUpperCase": {0, 0},
	"toLowerCase": {0, 0}, "trim": {0, 0}, "charAt": {0, 1}, "at": {0, 1}, "padStart": {1, 2}, "padEnd": {1, 2}, "repeat": {1, 1}, "split": {1, 1},
}

func (l *lowering) fits(length int) {
	l.spend(1 + length/16)
	if length > longestText {
		panic(refuse("a text of more than %d letters", longestText))
	}
}

func isASCII(text string) bool {
	return !slices.ContainsFunc([]byte(text), func(b byte) bool { return b >= utf8.RuneSelf })
}
