package vcd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/trace/wave"
)

// Bounds of one word, and of the texts of a header.
const (
	maxWord = wave.MaxBits + 16
	maxText = 1 << 16
)

// Is reports whether a file that begins so is a dump.
func Is(begin []byte) bool {
	begin = bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\ufeff")), " \t\r\n")
	for _, keyword := range []string{"$date", "$version", "$comment", "$timescale", "$scope", "$var", "$attrbegin", "$enddefinitions"} {
		if bytes.HasPrefix(begin, []byte(keyword)) {
			return true
		}
	}
	return false
}

// Read reads a dump of four-state values, real numbers and texts (the extension of GTKWave). The error is a *wave.Error
// with the line, wave.ErrTooLarge, or one of the reader that it reads from.
func Read(from io.Reader, o wave.Options) (*wave.Wave, error) {
	r := &reader{r: bufio.NewReaderSize(from, 1<<16), Builder: wave.NewBuilder(o), line: 1, byID: map[string]int{}}
	r.Scale = -9
	if begin, _ := r.r.Peek(3); string(begin) == "\ufeff" {
		_, _ = r.r.Discard(3)
	}
	if err := r.header(); err != nil {
		return nil, err
	}
	r.Begin(o)
	if err := r.values(); err != nil {
		return nil, err
	}
	return &r.Wave, nil
}

// reader reads a dump word by word.
type reader struct {
	*wave.Builder
	r     *bufio.Reader
	line  int
	word  []byte
	scope []string
	byID  map[string]int // courses
	time  uint64
	timed bool // a time was there
}

// errEnd is the end of the file between two words.
var errEnd = errors.New("the file ends")

func (r *reader) wrong(format string, args ...any) error {
	return &wave.Error{Line: r.line, Message: fmt.Sprintf(format, args...)}
}

// scan reads the next word into r.word.
func (r *reader) scan() error {
	r.word = r.word[:0]
	for {
		buffered, err := r.r.Peek(max(1, r.r.Buffered()))
		if len(buffered) == 0 {
			switch {
			case err != nil && !errors.Is(err, io.EOF):
				return err
			case len(r.word) > 0:
				return nil
			}
			return errEnd
		}
		n := 0
		if len(r.word) == 0 {
			for n < len(buffered) && buffered[n] <= ' ' {
				if buffered[n] == '\n' {
					r.line++
				}
				n++
			}
		}
		begin := n
		for n < len(buffered) && buffered[n] > ' ' {
			n++
		}
		r.word = append(r.word, buffered[begin:n]...)
		if len(r.word) > maxWord {
			return r.wrong("a word is longer than %d characters; is this a value change dump?", maxWord)
		}
		ended := n < len(buffered)
		_, _ = r.r.Discard(n)
		if ended && len(r.word) > 0 {
			return nil
		}
	}
}

// part reads the next word of a section; its end is an error.
func (r *reader) part(section, what string) (string, error) {
	switch err := r.scan(); {
	case errors.Is(err, errEnd):
		return "", r.wrong("the file ends within %s", section)
	case err != nil:
		return "", err
	case string(r.word) == "$end":
		return "", r.wrong("%s has no %s", section, what)
	}
	return string(r.word), nil
}

// rest reads up to $end.
func (r *reader) rest(section string) (string, error) {
	var text strings.Builder
	for {
		switch err := r.scan(); {
		case errors.Is(err, errEnd):
			return "", r.wrong("the file ends within %s", section)
		case err != nil:
			return "", err
		case string(r.word) == "$end":
			return text.String(), nil
		}
		if text.Len() < maxText {
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			text.Write(r.word)
		}
	}
}

// header reads the sections up to $enddefinitions.
func (r *reader) header() error {
	for {
		switch err := r.scan(); {
		case errors.Is(err, errEnd):
			if len(r.Signals) == 0 {
				return r.wrong("the file declares no signals; is it a value change dump?")
			}
			return nil
		case err != nil:
			return err
		}
		if r.word[0] != '$' {
			return r.wrong("%s where a section such as $var should begin; is this a value change dump?", shown(r.word))
		}
		section := string(r.word)
		var err error
		switch section {
		case "$enddefinitions":
			_, err = r.rest(section)
			if err == nil {
				return nil
			}
		case "$scope":
			err = r.enter()
		case "$upscope":
			if len(r.scope) == 0 {
				return r.wrong("$upscope without $scope")
			}
			r.scope = r.scope[: len(r.scope)-1 : len(r.scope)-1]
			_, err = r.rest(section)
		case "$var":
			err = r.declare()
		case "$timescale":
			err = r.timescale()
		case "$version":
			r.Version, err = r.rest(section)
		case "$comment":
			r.Comment, err = r.rest(section)
		case "$dumpvars", "$dumpall", "$dumpports":
			return r.wrong("%s before $enddefinitions", section)
		case "$end":
		default: // $date, and attributes that some programs write
			_, err = r.rest(section)
		}
		if err != nil {
			return err
		}
	}
}

func (r *reader) enter() error {
	if _, err := r.part("$scope", "type"); err != nil {
		return err
	}
	name, err := r.part("$scope", "name")
	if err != nil {
		return err
	}
	if err := r.Take(int64(len(name) + 16*(len(r.scope)+1))); err != nil {
		return err
	}
	r.scope = append(slices.Clip(r.scope), name) // signals keep the list
	_, err = r.rest("$scope")
	return err
}

// declare reads $var type width identifier name [range] $end.
func (r *reader) declare() error {
	const section = "$var"
	sort, err := r.part(section, "type")
	if err != nil {
		return err
	}
	size, err := r.part(section, "width")
	if err != nil {
		return err
	}
	id, err := r.part(section, "identifier")
	if err != nil {
		return err
	}
	name, err := r.part(section, "name")
	if err != nil {
		return err
	}
	span, err := r.rest(section)
	if err != nil {
		return err
	}
	span = strings.ReplaceAll(span, " ", "")
	if at := strings.LastIndexByte(name, '['); at > 0 && span == "" && strings.HasSuffix(name, "]") && indices(name[at:]) && name[0] != '\\' {
		name, span = name[:at], name[at:]
	}
	name = strings.TrimPrefix(name, `\`) // of an escaped identifier
	shape := wave.Shape{Kind: wave.Bits}
	switch sort {
	case "real", "realtime", "real_parameter", "shortreal":
		shape.Kind = wave.Real
	case "string":
		shape.Kind = wave.Text
	case "port":
		return r.wrong("%s is a port of an extended dump, as $dumpports writes it; write one of $dumpvars", shown([]byte(name)))
	default:
		width, err := strconv.Atoi(size)
		if err != nil || width < 1 {
			return r.wrong("%s has the width %s, which is no number from 1 on", shown([]byte(name)), shown([]byte(size)))
		}
		if width > wave.MaxBits {
			return r.wrong("%s has %d bits; at most %d can be read", shown([]byte(name)), width, wave.MaxBits)
		}
		shape.Width = width
	}
	course, known := r.byID[id]
	if !known {
		course = len(r.Shapes)
		r.byID[id] = course
		r.Shapes = append(r.Shapes, shape)
		if err := r.Take(int64(len(id) + 48)); err != nil {
			return err
		}
	} else if before := r.Shapes[course]; before != shape {
		return r.wrong("%s has the identifier %s of a signal with another width or type", shown([]byte(name)), shown([]byte(id)))
	}
	return r.Declare(wave.Signal{Scope: r.scope, Name: name, Range: span, Course: course})
}

// indices reports whether a text is [7:0] or [3].
func indices(text string) bool {
	digits := false
	for _, c := range text[1 : len(text)-1] {
		digits = digits || c >= '0' && c <= '9'
		if (c < '0' || c > '9') && c != ':' && c != '-' {
			return false
		}
	}
	return digits
}

func (r *reader) timescale() error {
	text, err := r.rest("$timescale")
	if err != nil {
		return err
	}
	text = strings.ReplaceAll(text, " ", "")
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	magnitude, known := map[string]int{"1": 0, "10": 1, "100": 2, "": 0}[text[:digits]]
	unit, ok := map[string]int{"s": 0, "ms": -3, "us": -6, "ns": -9, "ps": -12, "fs": -15}[text[digits:]]
	if !known || !ok {
		return r.wrong("the $timescale %s is none of 1, 10 and 100 of s, ms, us, ns, ps and fs", shown([]byte(text)))
	}
	r.Scale = unit + magnitude
	return nil
}

// values reads times and changes to the end of the file.
func (r *reader) values() error {
	for {
		switch err := r.scan(); {
		case errors.Is(err, errEnd):
			return nil
		case err != nil:
			return err
		}
		var err error
		switch w := r.word; w[0] {
		case '#':
			err = r.stamp(w[1:])
		case '$':
			err = r.keyword(string(w))
		case 'b', 'B', 'r', 'R', 's', 'S':
			err = r.long()
		case 'p':
			err = r.wrong("%s is a value of an extended dump, as $dumpports writes it; write one of $dumpvars", shown(w))
		default:
			err = r.bit(w)
		}
		if err != nil {
			return err
		}
	}
}

func (r *reader) stamp(digits []byte) error {
	time, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		return r.wrong("the time #%s is no number below 2^64", shown(digits))
	}
	if r.timed && time < r.time {
		return r.wrong("the time goes back from %d to %d", r.time, time)
	}
	if !r.timed {
		r.First = time
	}
	r.time, r.timed, r.Last = time, true, time
	return nil
}

// keyword skips what a keyword between values means to programs that write dumps: the values follow by themselves.
func (r *reader) keyword(word string) error {
	switch word {
	case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end":
		return nil
	case "$var", "$scope", "$upscope":
		return r.wrong("%s after $enddefinitions", word)
	}
	_, err := r.rest(word) // $comment
	return err
}

// bit reads a value of one bit, such as 1!.
func (r *reader) bit(w []byte) error {
	value, err := wave.ParseDigits(w[:1], 1)
	if err != nil {
		return r.wrong("%s is no value; is this a value change dump?", shown(w))
	}
	course, err := r.course(w[1:])
	if err != nil {
		return err
	}
	switch s := r.Shapes[course]; {
	case s.Kind != wave.Bits:
		return r.wrong("%s is a bit, which its signal is not", shown(w))
	case s.Width > 1:
		if value, err = wave.ParseDigits(w[:1], s.Width); err != nil {
			return err
		}
	}
	return r.Add(course, r.time, value)
}

// long reads a value with its identifier behind a blank: b0101 !, r1.5 ", stext #.
func (r *reader) long() error {
	sort, text := r.word[0]|0x20, slices.Clone(r.word[1:])
	switch err := r.scan(); {
	case errors.Is(err, errEnd):
		return r.wrong("the file ends within a value")
	case err != nil:
		return err
	}
	course, err := r.course(r.word)
	if err != nil {
		return err
	}
	if !r.Keeps(course) {
		return nil
	}
	shape := r.Shapes[course]
	var value wave.Value
	switch {
	case sort == 'b' && shape.Kind == wave.Bits:
		if value, err = wave.ParseDigits(text, shape.Width); err != nil {
			return r.wrong("the value %s cannot be read: %v", shown(text), err)
		}
	case sort == 'r' && shape.Kind == wave.Real:
		if value.Real, err = strconv.ParseFloat(string(text), 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			return r.wrong("%s is no number", shown(text))
		}
	case sort == 's' && shape.Kind == wave.Text:
		value.Text = unescape(text)
	default:
		return r.wrong("the value %s is of another type than its signal", shown(text))
	}
	return r.Add(course, r.time, value)
}

func (r *reader) course(id []byte) (int, error) {
	course, ok := r.byID[string(id)]
	if !ok {
		return 0, r.wrong("no signal has the identifier %s", shown(id))
	}
	return course, nil
}

// unescape reads the escapes of C in a text.
func unescape(text []byte) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		c = text[i]
		switch at := strings.IndexByte("abfnrtv", c); {
		case at >= 0:
			b.WriteByte("\a\b\f\n\r\t\v"[at])
		case c == 'x' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			n, _ := strconv.ParseUint(string(text[i+1:i+3]), 16, 8)
			b.WriteByte(byte(n))
			i += 2
		case c >= '0' && c <= '7':
			n, k := 0, i
			for k < len(text) && k < i+3 && text[k] >= '0' && text[k] <= '7' {
				n = n<<3 | int(text[k]-'0')
				k++
			}
			b.WriteByte(byte(n))
			i = k - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// shown is a word in a message.
func shown(word []byte) string {
	const limit = 40
	if len(word) > limit {
		return strconv.Quote(string(word[:limit])) + "…"
	}
	return strconv.Quote(string(word))
}
