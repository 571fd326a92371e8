package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// output is where a command writes. It makes characters visible that a terminal would obey or not show: names, messages
// and console texts come from circuits of strangers. The first error of the writer behind it stays, so that commands
// need not look at each line they write: run looks once, at the end.
//
// Characters are shown as escapes that JSON and TypeScript read as the same characters, \u202e or \u001b; what is
// written as JSON or as a program keeps its meaning. Line feeds and tabs pass, which JSON escapes by itself.
type output struct {
	to      *bufio.Writer
	before  *output // is flushed first, so that a terminal shows both in the order in which they were written
	prompt  bool    // every write is flushed
	pending []byte  // the beginning of a character whose rest has not come yet
	err     error
}

func newOutput(w io.Writer) *output { return &output{to: bufio.NewWriterSize(w, 1<<16)} }

// Write never writes less than it is given unless there was an error, now or before.
func (o *output) Write(p []byte) (int, error) {
	if o.before != nil {
		_ = o.before.Flush() // its own error stays with it
	}
	n := len(p)
	if len(o.pending) > 0 {
		p = append(o.pending, p...)
		o.pending = nil
	}
	start := 0
	for i := 0; i < len(p); {
		c := p[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(p[i:])
		if r == utf8.RuneError && size == 1 && !utf8.FullRune(p[i:]) {
			o.put(p[start:i])
			o.pending = append([]byte(nil), p[i:]...)
			start = len(p)
			break
		}
		if size > 1 && !hidden(r) {
			i += size
			continue
		}
		o.put(p[start:i])
		o.put(appendEscape(nil, r, p[i], size))
		i += size
		start = i
	}
	o.put(p[start:])
	if o.prompt {
		_ = o.Flush()
	}
	if o.err != nil {
		return 0, o.err
	}
	return n, nil
}

func (o *output) put(p []byte) {
	if o.err == nil && len(p) > 0 {
		_, o.err = o.to.Write(p)
	}
}

// Flush writes what was collected and gives the first error that there was.
func (o *output) Flush() error {
	if o.err == nil {
		o.err = o.to.Flush()
	}
	return o.err
}

// finish flushes at the end of a command, when no more of a character can come.
func (o *output) finish() error {
	for _, c := range o.pending {
		o.put(appendEscape(nil, utf8.RuneError, c, 1))
	}
	o.pending = nil
	return o.Flush()
}

// hidden reports whether a character acts on a terminal, on the direction of text, or is not seen.
func hidden(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r < 0xa0: // C0, DEL, C1
		return true
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp): // directions, zero widths, ends of lines, tags
		return true
	case r >= 0xe0100 && r <= 0xe01ef: // selectors of variants, which can carry any text unseen
		return true
	}
	return unicode.Is(blank, r)
}

// blank are letters and marks that are drawn as nothing.
var blank = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x034f, Hi: 0x034f, Stride: 1},
	{Lo: 0x115f, Hi: 0x1160, Stride: 1},
	{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
	{Lo: 0x180b, Hi: 0x180f, Stride: 1},
	{Lo: 0x3164, Hi: 0x3164, Stride: 1},
	{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
}}

// appendEscape writes a character as an escape. A byte that is no part of UTF-8 is \xff, which cannot occur in JSON.
func appendEscape(b []byte, r rune, first byte, size int) []byte {
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Appendf(b, `\x%02x`, first)
	case r < ' ':
		return fmt.Appendf(b, `\x%02x`, r)
	case r <= 0xffff:
		return fmt.Appendf(b, `\u%04x`, r)
	}
	return fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
}

// oneLine makes the ends of lines in a text visible, too, where a line of output is one thing.
func oneLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(text)
}

// writeFile gives a file new content, which write writes: the old content stays until the new one is complete. A
// special file, such as a pipe, is written to directly.
func writeFile(path string, write func(io.Writer) error) error {
	mode := os.FileMode(0o644)
	if to, err := filepath.EvalSymlinks(path); err == nil { // a link goes on to lead to the file
		path = to
	}
	switch info, err := os.Stat(path); {
	case err == nil && info.Mode().IsRegular():
		mode = info.Mode().Perm()
	case err == nil:
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return firstError(write(file), file.Close())
	}
	part := path + ".part" // one name, so that a command which was killed leaves no more than one file
	_ = os.Remove(part)
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if err := firstError(write(file), file.Close()); err != nil {
		_ = os.Remove(part) // the error that is told is the one before
		return err
	}
	return os.Rename(part, path)
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
