// Package vcd reads and writes value change dumps (IEEE 1800-2017, 21.7), the text format of waveforms that every
// viewer and simulator knows. A wave of package wave goes in and comes out. A keyword that the reader does not know
// is skipped up to its $end; one that means something gets a case in reader.keyword.
package vcd

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/trace/wave"
)

// Writer writes a dump: declared widths, one scope for each level of the hierarchy. There is no date, so the same wave
// gives the same bytes.
type Writer struct {
	w      *bufio.Writer
	shapes []wave.Shape
	ids    []string // by course
	time   uint64
	state  stage
	due    bool // the time has not been written yet
	line   []byte
}

// stage is how far a dump is.
type stage uint8

const (
	declared stage = iota // nothing but the header is there
	initial               // the first values are being written
	running
)

// NewWriter writes the header.
func NewWriter(w io.Writer, h *wave.Header) (*Writer, error) {
	v := &Writer{w: bufio.NewWriter(w), shapes: h.Shapes, ids: make([]string, len(h.Shapes))}
	for i := range v.ids {
		v.ids[i] = identifier(i)
	}
	if h.Version != "" {
		fmt.Fprintf(v.w, "$version %s $end\n", words(h.Version))
	}
	if h.Comment != "" {
		fmt.Fprintf(v.w, "$comment %s $end\n", words(h.Comment))
	}
	if _, err := fmt.Fprintf(v.w, "$timescale %s $end\n", timescale(h.Scale)); err != nil {
		return nil, err
	}
	var scope []string
	for i := range h.Signals {
		s := &h.Signals[i]
		same := 0
		for same < len(scope) && same < len(s.Scope) && scope[same] == s.Scope[same] {
			same++
		}
		for range scope[same:] {
			v.w.WriteString("$upscope $end\n")
		}
		for _, name := range s.Scope[same:] {
			fmt.Fprintf(v.w, "$scope module %s $end\n", word(name))
		}
		scope = s.Scope
		kind, width, span := "wire", h.Shapes[s.Course].Width, ""
		switch h.Shapes[s.Course].Kind {
		case wave.Real:
			kind, width = "real", 64
		case wave.Text:
			kind, width = "string", 1
		}
		if s.Range != "" {
			span = " " + word(s.Range)
		}
		fmt.Fprintf(v.w, "$var %s %d %s %s%s $end\n", kind, width, v.ids[s.Course], word(s.Name), span)
	}
	for range scope {
		v.w.WriteString("$upscope $end\n")
	}
	v.w.WriteString("$enddefinitions $end\n")
	return v, v.w.Flush()
}

// word makes one word of a name, as the format needs it.
func word(name string) string {
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
	if name == "" || name == "$end" {
		return "_" + name
	}
	return name
}

// words keeps a text from ending the section that it stands in.
func words(text string) string {
	list := strings.Fields(text)
	for i := range list {
		list[i] = word(list[i])
	}
	return strings.Join(list, " ")
}

// timescale writes a unit of time: 1, 10 or 100 of s, ms, us, ns, ps or fs.
func timescale(scale int) string {
	n := min(max(scale+15, 0), 17)
	return []string{"1", "10", "100"}[n%3] + []string{"fs", "ps", "ns", "us", "ms", "s"}[n/3]
}

// At begins a time. It stands in the file when a value or the end follows.
func (v *Writer) At(time uint64) error {
	if v.state == initial {
		v.w.WriteString("$end\n")
		v.state = running
	}
	v.time, v.due = time, true
	return nil
}

// stamp writes the time.
func (v *Writer) stamp() {
	if v.due {
		v.line = append(strconv.AppendUint(append(v.line[:0], '#'), v.time, 10), '\n')
		v.w.Write(v.line)
		v.due = false
	}
}

// Put writes one value: 0 or 1 before the identifier, or b and the binary digits without leading zeros, a blank, and
// the identifier; the same with x and z.
func (v *Writer) Put(course int, value wave.Value) error {
	v.stamp()
	if v.state == declared {
		v.w.WriteString("$dumpvars\n")
		v.state = initial
	}
	line := v.line[:0]
	switch shape := v.shapes[course]; {
	case shape.Kind == wave.Real:
		line = append(strconv.AppendFloat(append(line, 'r'), value.Real, 'g', -1, 64), ' ')
	case shape.Kind == wave.Text:
		line = append(escape(append(line, 's'), value.Text), ' ')
	case shape.Width == 1:
		line = value.AppendDigits(line, 1)
	case !value.Known():
		line = append(shorten(value.AppendDigits(append(line, 'b'), shape.Width)), ' ')
	case len(value.Bits.Hi) == 0:
		line = append(strconv.AppendUint(append(line, 'b'), value.Bits.Lo, 2), ' ')
	default:
		line = append(value.Bits.Big().Append(append(line, 'b'), 2), ' ')
	}
	v.line = append(append(line, v.ids[course]...), '\n')
	_, err := v.w.Write(v.line)
	return err
}

// shorten leaves out leading digits that a reader adds by itself; the first byte is the b.
func shorten(line []byte) []byte {
	n := 1
	for n+1 < len(line) && (line[n] == line[n+1] && line[n] != '1' || line[n] == '0' && line[n+1] == '1') {
		n++
	}
	return slices.Delete(line, 1, n)
}

// escape writes a text as one word, with the escapes of C, as GTKWave reads it.
func escape(line []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\\':
			line = append(line, `\\`...)
		case c <= ' ' || c >= 0x7f:
			line = fmt.Appendf(line, `\%03o`, c)
		default:
			line = append(line, c)
		}
	}
	return line
}

// Close writes the end, so that viewers show the last value for its full length.
func (v *Writer) Close(end uint64) error {
	if v.state == initial {
		v.w.WriteString("$end\n")
	}
	if v.due = v.due || end != v.time; v.due && (v.state != declared || end > 0) {
		v.time = end
		v.stamp()
	}
	return v.w.Flush()
}

// identifier is the n-th short name of the format: bijective base 94 over '!' to '~' (M66).
func identifier(n int) string {
	const base = 94
	var b []byte
	for n++; n > 0; n /= base {
		n--
		b = append(b, byte('!'+n%base))
	}
	slices.Reverse(b)
	return string(b)
}
