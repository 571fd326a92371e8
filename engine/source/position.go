package source

import (
	"sort"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
)

// textLines converts between byte offsets and lines of one text. Compilers also end a line at
// U+2028 and U+2029, editors do not, so user text has two tables.
type textLines struct {
	text    string
	file    string // circuit.Place.File of its places
	starts  []int  // offset of each line as ECMAScript counts lines
	editors []int  // offset of each line as editors count them; same slice when equal
}

func newTextLines(text string, editors bool) textLines {
	t := textLines{text: text}
	special := strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029")
	t.starts = lineStarts(text, special)
	t.editors = t.starts
	if editors && special {
		t.editors = lineStarts(text, false)
	}
	return t
}

func lineStarts(text string, special bool) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			starts = append(starts, i+1)
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		case 0xE2:
			if special && i+2 < len(text) && text[i+1] == 0x80 && (text[i+2] == 0xA8 || text[i+2] == 0xA9) {
				i += 2
				starts = append(starts, i+1)
			}
		}
	}
	return starts
}

// offset returns the byte offset of a 1-based line and 1-based byte column.
func (t *textLines) offset(line, column int) (int, bool) {
	if line < 1 || line > len(t.starts) || column < 1 {
		return 0, false
	}
	o := t.starts[line-1] + column - 1
	if o > len(t.text) {
		return 0, false
	}
	return o, true
}

// utf16Offset returns the byte offset of a 0-based line and a 0-based column in UTF-16 code units.
func (t *textLines) utf16Offset(line, column int) int {
	if line < 0 || line >= len(t.starts) {
		return len(t.text)
	}
	i := t.starts[line]
	for column > 0 && i < len(t.text) {
		r, n := utf8.DecodeRuneInString(t.text[i:])
		column -= utf16Len(r)
		i += n
	}
	return i
}

// editorPlace returns the place of a byte offset as editors show it.
func (t *textLines) editorPlace(offset int) circuit.Place {
	offset = min(max(offset, 0), len(t.text))
	line := sort.Search(len(t.editors), func(i int) bool { return t.editors[i] > offset })
	column := 1
	for _, r := range t.text[t.editors[line-1]:offset] {
		column += utf16Len(r)
	}
	return circuit.Place{Line: line, Column: column, File: t.file}
}

// editorOffset is the byte offset of a place as editors show it, whose line there must be. Columns behind the text are
// its end.
func (t *textLines) editorOffset(p circuit.Place) int {
	at, units := t.editors[p.Line-1], p.Column-1
	for _, r := range t.text[at:] {
		if units <= 0 {
			break
		}
		units -= utf16Len(r)
		at += utf8.RuneLen(r)
	}
	return at
}

func utf16Len(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// segment says that the clean script from byte offset at on comes from this place of the user's text:
// 0-based line as ECMAScript counts and 0-based column in UTF-16 code units. A bundle has several sources.
type segment struct{ at, line, column, source int32 }

// decodeMappings reads the mappings of a version 3 source map.
func decodeMappings(mappings, clean string) []segment {
	var (
		segments      []segment
		line, column  int // of the user's text
		source        int
		offset, units int // in the clean script: byte offset, and the UTF-16 column it stands for
		generated     int
	)
	field := func(i int) (value, next int, ok bool) {
		shift, v := uint(0), 0
		for i < len(mappings) && shift < 60 {
			d := base64Digit(mappings[i])
			if d < 0 {
				return 0, i, false
			}
			i++
			v |= (d & 31) << shift
			shift += 5
			if d&32 == 0 {
				if v&1 != 0 {
					return -(v >> 1), i, true
				}
				return v >> 1, i, true
			}
		}
		return 0, i, false
	}
	for i := 0; i < len(mappings); {
		switch mappings[i] {
		case ';':
			i++
			generated, units = 0, 0
			if n := strings.IndexByte(clean[offset:], '\n'); n >= 0 {
				offset += n + 1
			} else {
				offset = len(clean)
			}
			continue
		case ',':
			i++
			continue
		}
		var fields [5]int
		n := 0
		for n < len(fields) {
			v, next, ok := field(i)
			if !ok {
				break
			}
			fields[n], i = v, next
			n++
		}
		if n == 0 {
			return segments // not a source map
		}
		generated += fields[0]
		for units < generated && offset < len(clean) {
			if c := clean[offset]; c < utf8.RuneSelf {
				units++
				offset++
				continue
			}
			r, size := utf8.DecodeRuneInString(clean[offset:])
			units += utf16Len(r)
			offset += size
		}
		if n >= 4 {
			source += fields[1]
			line += fields[2]
			column += fields[3]
			segments = append(segments, segment{int32(offset), int32(line), int32(column), int32(source)})
		}
	}
	return segments
}

func base64Digit(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// placeOfClean returns where a byte offset of the clean script comes from.
func (s *Script) placeOfClean(offset int) circuit.Place {
	g, ok := s.segmentAt(offset)
	if !ok {
		return circuit.Place{}
	}
	if len(s.text.starts) == len(s.text.editors) {
		return circuit.Place{Line: int(g.line) + 1, Column: int(g.column) + 1, File: s.placeFile}
	}
	return s.text.editorPlace(s.text.utf16Offset(int(g.line), int(g.column)))
}

// textOffset is placeOfClean as a byte offset of the user's text.
func (s *Script) textOffset(cleanOffset int) (int, bool) {
	g, ok := s.segmentAt(cleanOffset)
	if !ok {
		return 0, false
	}
	return s.text.utf16Offset(int(g.line), int(g.column)), true
}

func (s *Script) segmentAt(offset int) (segment, bool) {
	i := sort.Search(len(s.segments), func(i int) bool { return int(s.segments[i].at) > offset })
	if i == 0 {
		return segment{}, false
	}
	return s.segments[i-1], true
}

// edit replaces the bytes [at, at+remove) of the clean script by text. A position inside the inserted
// text is reported as anchor, an offset of the clean script.
type edit struct {
	at, remove int
	text       string
	anchor     int
	order      int       // among edits at one place: closing text first, then opening text
	codeStart  int       // offset of text in Code
	function   *Function // whose value function the text ends with
}

// Order of edits at one offset.
const (
	closing = iota
	opening
)

// cleanOffset converts an offset of Code into one of the clean script.
func (s *Script) cleanOffset(code int) int {
	i := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].codeStart > code })
	if i == 0 {
		return code
	}
	e := s.edits[i-1]
	if code < e.codeStart+len(e.text) {
		return e.anchor
	}
	return e.at + e.remove + code - e.codeStart - len(e.text)
}

// codeOffset converts an offset of the clean script into one of Code, for text that is not removed.
func (s *Script) codeOffset(clean int) int {
	i := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].at > clean })
	if i == 0 {
		return clean
	}
	e := s.edits[i-1]
	return e.codeStart + len(e.text) + clean - e.at - e.remove
}
