// Package texts reads texts that come from outside: circuits, tests, JSON, locks. In goes what a file holds, out comes
// a text without a byte order mark, in UTF-8, whose lines all end with a line feed; or an error that says what the
// file is instead. Whoever adds a kind of file reads it here, so that lines and columns mean the same everywhere.
package texts

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Mark is the byte order mark with which some editors begin a file.
const Mark = "\uFEFF"

// Error says why the content of a file is not a text. Its message continues the name of the file.
type Error struct {
	Reason string
	Advice string
	Line   int // from 1; 0 when the file as a whole is meant
	Column int // from 1, in UTF-16 units, as editors count
}

// Error is the place, the reason and what to do.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Reason + ". " + e.Advice
	}
	return fmt.Sprintf("%d:%d: %s. %s", e.Line, e.Column, e.Reason, e.Advice)
}

// Decode gives the text of a file. The error is an *Error.
func Decode(content []byte) (string, error) {
	if name := wide(content); name != "" {
		return "", &Error{Reason: "is in " + name, Advice: "Save it as UTF-8."}
	}
	text := Normalize(string(content))
	if utf8.ValidString(text) {
		if i := strings.IndexByte(text, 0); i >= 0 {
			line, column := Place(text, i)
			return "", &Error{
				Reason: "holds a byte 0, so it is no text", Advice: "Name a file with text in it, saved as UTF-8.", Line: line, Column: column,
			}
		}
		return text, nil
	}
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
			line, column := Place(text, i)
			return "", &Error{
				Reason: fmt.Sprintf("holds the byte 0x%02x, which is not UTF-8", text[i]), Advice: "Save the file as UTF-8.",
				Line: line, Column: column,
			}
		}
	}
	return text, nil
}

// Normalize gives a text without a byte order mark at its start, in which CR and CRLF are LF. The language knows two
// more ends of a line, U+2028 and U+2029; they stay, because they can stand in a string.
func Normalize(text string) string {
	text = strings.TrimPrefix(text, Mark)
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// wide names the encoding of a text whose characters have several bytes each; "" when it has none of them.
func wide(content []byte) string {
	for _, form := range []struct{ start, name string }{
		{"\xff\xfe\x00\x00", "UTF-32"},
		{"\x00\x00\xfe\xff", "UTF-32"},
		{"\xff\xfe", "UTF-16"},
		{"\xfe\xff", "UTF-16"},
	} {
		if strings.HasPrefix(string(content[:min(len(content), 4)]), form.start) {
			return form.name
		}
	}
	// Without a mark: texts of programs and JSON begin with ASCII, of which every second byte is 0 then.
	const enough = 4
	if len(content) < enough || len(content)%2 != 0 || bytes.IndexByte(content[:enough], 0) < 0 {
		return ""
	}
	for i := 0; i < enough; i += 2 {
		if (content[i] == 0) == (content[i+1] == 0) || (content[i] == 0) != (content[0] == 0) {
			return ""
		}
	}
	return "UTF-16"
}

// Place is the line and column of a byte offset of a text that Decode or Normalize gave, both from 1.
func Place(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	column = 1
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		column += max(utf16.RuneLen(r), 1)
	}
	return strings.Count(before, "\n") + 1, column
}
