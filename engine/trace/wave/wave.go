// Package wave is the model of a recorded wave: signals in scopes with the changes of their values over time, from
// whatever program and whatever file format. The packages vcd and fst read files into it and write files from it.
//
// Values have four states for each bit, numbers are floating-point, texts are texts. Memory is bounded while a wave
// is read (Options.Bytes), since files come from strangers. A newcomer with another file format writes a package
// beside those two, with a Read that makes a Wave and a Writer that takes one.
package wave

import (
	"container/heap"
	"fmt"
	"math"
	"strings"

	"simten.dev/engine/circuit"
)

// Kind says of which sort the values of a signal are.
type Kind uint8

const (
	// Bits are wires: a number of Width bits, each of which can be unknown.
	Bits Kind = iota
	// Real is a floating-point number.
	Real
	// Text is a text.
	Text
)

// MaxBits bounds the width of one signal of a file.
const MaxBits = circuit.MaxWidth

// Shape is the form of the values of a course.
type Shape struct {
	Kind  Kind
	Width int // in bits; of Bits only
}

// Signal is one name in a wave. Several signals can have one course.
type Signal struct {
	Scope  []string // names of the scopes around it, outermost first
	Name   string
	Range  string // the indices as they were declared, "[7:0]"; or ""
	Course int    // in Header.Shapes, and in Wave.Courses
}

// Path is the scopes and the name, joined by dots.
func (s *Signal) Path() string {
	if len(s.Scope) == 0 {
		return s.Name
	}
	return strings.Join(s.Scope, ".") + "." + s.Name
}

// Header is what a file says before its values.
type Header struct {
	Version string // the program that recorded the wave
	Comment string
	Scale   int // a unit of time is 10 to the power of Scale seconds
	Signals []Signal
	Shapes  []Shape // by course
}

// Shape is the form of the values of a signal.
func (h *Header) Shape(s *Signal) Shape { return h.Shapes[s.Course] }

// Unit names the unit of time: "ns", "10 ps".
func (h *Header) Unit() string {
	units := []string{"fs", "ps", "ns", "us", "ms", "s"}
	n := h.Scale + 15
	if n < 0 || n/3 >= len(units) {
		return fmt.Sprintf("1e%d s", h.Scale)
	}
	return []string{"", "10 ", "100 "}[n%3] + units[n/3]
}

// Wave is a recorded wave in memory.
type Wave struct {
	Header
	First, Last uint64 // the times of its beginning and its end
	Courses     []Course
}

// Bytes is about the memory that the wave takes.
func (w *Wave) Bytes() int64 {
	n := int64(0)
	for i := range w.Signals {
		n += costSignal + int64(len(w.Signals[i].Name)+len(w.Signals[i].Range))
	}
	for i := range w.Courses {
		n += w.Courses[i].bytes()
	}
	return n
}

// Value is the value of a signal at a time: Bits and Unknown, Real, or Text.
type Value struct {
	Bits circuit.Value
	// Unknown has a one for each bit that is neither 0 nor 1. Where Bits has a one, too, nothing drives it (z); else it
	// is not known (x).
	Unknown circuit.Value
	Real    float64
	Text    string
}

// Equal compares two values.
func (v Value) Equal(w Value) bool {
	return v.Bits.Equal(w.Bits) && v.Unknown.Equal(w.Unknown) && v.Text == w.Text &&
		math.Float64bits(v.Real) == math.Float64bits(w.Real)
}

// Known reports whether every bit of the value is 0 or 1.
func (v Value) Known() bool { return v.Unknown.IsZero() }

// KnownBits are the bits, with zeros for those that are neither 0 nor 1.
func (v Value) KnownBits() circuit.Value {
	if v.Known() {
		return v.Bits
	}
	words := make([]uint64, 1+max(len(v.Bits.Hi), len(v.Unknown.Hi)))
	for i := range words {
		words[i] = v.Bits.Word(i) &^ v.Unknown.Word(i)
	}
	return circuit.FromWords(words)
}

// Number makes a value of known bits.
func Number(v circuit.Value) Value { return Value{Bits: v} }

// Undefined is the value of a signal before its first change.
func Undefined(s Shape) Value {
	switch s.Kind {
	case Bits:
		return Value{Unknown: ones(s.Width)}
	case Real:
		return Value{Real: math.NaN()}
	}
	return Value{}
}

func ones(width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = ^uint64(0)
	}
	return circuit.FromWords(words).Mask(width)
}

// Digits writes a value of bits with 0, 1, x and z, most significant first.
func (v Value) Digits(width int) []byte { return v.AppendDigits(nil, width) }

// AppendDigits writes as Digits does.
func (v Value) AppendDigits(b []byte, width int) []byte {
	for i := width - 1; i >= 0; i-- {
		b = append(b, "01xz"[v.Bits.Word(i/64)>>(i%64)&1|v.Unknown.Word(i/64)>>(i%64)&1<<1])
	}
	return b
}

// ParseDigits reads a value of bits, most significant first: 0 and 1, x and z, and the others of nine-valued logic, of
// which l is 0, h is 1, and u, w and - are x. Too few digits are filled up with zeros, or with x or z where the first
// one is such; of too many the last ones count.
func ParseDigits(digits []byte, width int) (Value, error) {
	if len(digits) == 0 {
		return Value{}, fmt.Errorf("there are no digits")
	}
	if len(digits) > width {
		digits = digits[len(digits)-width:]
	}
	if width <= 64 {
		bits, unknown, err := parseWord(digits)
		if err != nil {
			return Value{}, err
		}
		if n := len(digits); n < width && unknown>>(n-1)&1 != 0 {
			fill := (uint64(1)<<width - 1) &^ (uint64(1)<<n - 1) // a shift by 64 gives 0
			if unknown |= fill; bits>>(n-1)&1 != 0 {
				bits |= fill
			}
		}
		return Value{Bits: circuit.Uint(bits), Unknown: circuit.Uint(unknown)}, nil
	}
	words := (width + 63) / 64
	bits, unknown := make([]uint64, words), make([]uint64, words)
	for i, end := 0, len(digits); end > 0; i, end = i+1, end-64 {
		var err error
		if bits[i], unknown[i], err = parseWord(digits[max(0, end-64):end]); err != nil {
			return Value{}, err
		}
	}
	if n := len(digits) - 1; unknown[n/64]>>(n%64)&1 != 0 {
		z := bits[n/64]>>(n%64)&1 != 0
		for i := n + 1; i < width; i++ {
			if unknown[i/64] |= 1 << (i % 64); z {
				bits[i/64] |= 1 << (i % 64)
			}
		}
	}
	return Value{Bits: circuit.FromWords(bits), Unknown: circuit.FromWords(unknown)}, nil
}

// parseWord reads at most 64 digits.
func parseWord(digits []byte) (bits, unknown uint64, err error) {
	for _, c := range digits {
		bits, unknown = bits<<1, unknown<<1
		switch c {
		case '0', 'l', 'L':
		case '1', 'h', 'H':
			bits |= 1
		case 'x', 'X', 'u', 'U', 'w', 'W', '-', '?':
			unknown |= 1
		case 'z', 'Z':
			bits, unknown = bits|1, unknown|1
		default:
			return 0, 0, fmt.Errorf("%q is none of 0, 1, x and z", rune(c))
		}
	}
	return bits, unknown, nil
}

// Writer takes a wave in the order of time. NewWriter of vcd and of fst make one.
type Writer interface {
	// At begins a time, which is later than the one before.
	At(time uint64) error
	// Put gives a course a value from that time on.
	Put(course int, v Value) error
	// Close ends the wave at a time that is not before the last one.
	Close(end uint64) error
}

// Copy writes a whole wave.
func (w *Wave) Copy(to Writer) error {
	var next cursors
	for i := range w.Courses {
		if w.Courses[i].Len() > 0 {
			next = append(next, cursor{course: i, time: w.Courses[i].Time(0)})
		}
	}
	heap.Init(&next)
	for begun, time := false, uint64(0); len(next) > 0; {
		c := &next[0]
		if !begun || c.time != time {
			begun, time = true, c.time
			if err := to.At(time); err != nil {
				return err
			}
		}
		course := &w.Courses[c.course]
		if err := to.Put(c.course, course.Value(c.change)); err != nil {
			return err
		}
		if c.change++; c.change < course.Len() {
			c.time = course.Time(c.change)
			heap.Fix(&next, 0)
		} else {
			heap.Pop(&next)
		}
	}
	return to.Close(w.Last)
}

// cursor is the change of a course that is copied next.
type cursor struct {
	course, change int
	time           uint64
}

// cursors is a heap by time.
type cursors []cursor

func (c cursors) Len() int { return len(c) }

func (c cursors) Less(i, j int) bool {
	return c[i].time < c[j].time || c[i].time == c[j].time && c[i].course < c[j].course
}

func (c cursors) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

// Push is never called: the heap only shrinks.
func (c *cursors) Push(x any) { *c = append(*c, x.(cursor)) }

func (c *cursors) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
