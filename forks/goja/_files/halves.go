package goja

import (
	"unicode"
	"unicode/utf16"
)

// betweenHalves changes a text between halves of surrogate pairs, which stay as they are.
func betweenHalves(s unicodeString, change func(string) String) String {
	var b StringBuilder
	from, n := 0, s.Length()
	for i := 0; i <= n; i++ {
		switch {
		case i < n && !utf16.IsSurrogate(rune(s.CharAt(i))):
			continue
		case i+1 < n && utf16.DecodeRune(rune(s.CharAt(i)), rune(s.CharAt(i+1))) != unicode.ReplacementChar:
			i++
			continue
		}
		if from < i {
			b.WriteString(change(s.Substring(from, i).String()))
		}
		if i < n {
			b.WriteSubstring(s, i, i+1)
		}
		from = i + 1
	}
	return b.String()
}
