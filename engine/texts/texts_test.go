package texts

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestDecode(t *testing.T) {
	for content, want := range map[string]string{
		"": "", "a": "a", Mark: "", Mark + "a": "a", Mark + Mark + "a": Mark + "a",
		"a\r\nb\rc\nd": "a\nb\nc\nd", "\r\r\n\n": "\n\n\n", "'\u2028'": "'\u2028'", "é😀": "é😀", "\ufffd": "\ufffd",
	} {
		text, err := Decode([]byte(content))
		require.NoError(t, err, "%q", content)
		require.Equal(t, want, text)
	}
	for content, want := range map[string]string{
		"\xff\xfea\x00":         "is in UTF-16. Save it as UTF-8.",
		"\xfe\xff\x00a":         "is in UTF-16. Save it as UTF-8.",
		"c\x00i\x00r\x00":       "is in UTF-16. Save it as UTF-8.",
		"\x00c\x00i\x00r":       "is in UTF-16. Save it as UTF-8.",
		"\xff\xfe\x00\x00":      "is in UTF-32. Save it as UTF-8.",
		"a\r\néb\xe9":           "2:3: holds the byte 0xe9, which is not UTF-8. Save the file as UTF-8.",
		"\xed\xa0\x80":          "1:1: holds the byte 0xed, which is not UTF-8. Save the file as UTF-8.",
		Mark + "ab\x00\x00\x00": "1:3: holds a byte 0, so it is no text. Name a file with text in it, saved as UTF-8.",
		"\x7fELF\x02\x00":       "1:6: holds a byte 0, so it is no text. Name a file with text in it, saved as UTF-8.",
	} {
		_, err := Decode([]byte(content))
		var wrong *Error
		require.ErrorAs(t, err, &wrong, "%q", content)
		require.EqualError(t, err, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\r\n\xffb"))
	f.Fuzz(func(t *testing.T, content []byte) {
		text, err := Decode(content)
		if err != nil {
			require.Empty(t, text)
			return
		}
		require.True(t, utf8.ValidString(text))
		require.NotContains(t, text, "\r")
		if !strings.HasPrefix(text, Mark) {
			again, err := Decode([]byte(text))
			require.NoError(t, err)
			require.Equal(t, text, again)
		}
	})
}
