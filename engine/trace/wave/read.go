package wave

import (
	"fmt"
)

// DefaultBytes bounds the memory of a wave that is read.
const DefaultBytes = 256 << 20

// Options say what of a file is read.
type Options struct {
	// Bytes bounds the memory that the wave takes, and what is unpacked on the way; 0 is DefaultBytes.
	Bytes int64
	// Keep, when set, chooses the signals whose values are kept; all are listed.
	Keep func(h *Header, s *Signal) bool
	// Pause, when set, is called now and then; an error ends the reading.
	Pause func() error
}

// Error says why a file cannot be read, and where.
type Error struct {
	Line    int   // of a text, from 1 on; or 0
	Offset  int64 // in bytes, of a file that is no text
	Message string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}

// Builder makes a wave out of a header and values, within bounds.
type Builder struct {
	Wave
	left  int64
	kept  []bool // by course
	pause func() error
	work  int // until the next pause
}

// pauseWork is how much is read between two pauses: signals, changes and pieces of memory.
const pauseWork = 4096

// Bounds of a header.
const (
	maxSignals = 4_000_000
	maxDepth   = 1000
	costSignal = 160 // memory of a signal and its course, without its names
)

// NewBuilder begins a wave.
func NewBuilder(o Options) *Builder {
	b := &Builder{left: o.Bytes, pause: o.Pause}
	if b.left <= 0 {
		b.left = DefaultBytes
	}
	return b
}

// ErrTooLarge is the error of a wave that takes more memory than it may.
var ErrTooLarge = fmt.Errorf("the wave takes more memory than it may; read fewer signals of it")

// Take reserves memory.
func (b *Builder) Take(bytes int64) error {
	if b.left -= bytes; b.left < 0 {
		b.left = -1 // and never again enough
		return ErrTooLarge
	}
	return b.yield()
}

// yield lets others work now and then.
func (b *Builder) yield() error {
	if b.work--; b.work > 0 || b.pause == nil {
		return nil
	}
	b.work = pauseWork
	return b.pause()
}

// Left is the memory that can still be taken.
func (b *Builder) Left() int64 { return max(b.left, 0) }

// Declare adds a signal.
func (b *Builder) Declare(s Signal) error {
	if len(b.Signals) >= maxSignals || len(s.Scope) > maxDepth {
		return ErrTooLarge
	}
	b.Signals = append(b.Signals, s)
	return b.Take(int64(costSignal + len(s.Name) + len(s.Range)))
}

// Begin ends the header: no signal follows.
func (b *Builder) Begin(o Options) {
	b.Courses = make([]Course, len(b.Shapes))
	b.kept = make([]bool, len(b.Shapes))
	for i, s := range b.Shapes {
		b.Courses[i].Shape = s
		b.kept[i] = o.Keep == nil
	}
	if o.Keep != nil {
		for i := range b.Signals {
			if s := &b.Signals[i]; !b.kept[s.Course] {
				b.kept[s.Course] = o.Keep(&b.Header, s)
			}
		}
	}
}

// Keeps reports whether the values of a course are wanted.
func (b *Builder) Keeps(course int) bool { return b.kept[course] }

// Add appends a change of a course.
func (b *Builder) Add(course int, time uint64, v Value) error {
	if !b.kept[course] {
		return b.yield()
	}
	c := &b.Courses[course]
	before := len(c.times)
	cost := c.cost(v)
	if c.Add(time, v); len(c.times) > before {
		return b.Take(cost)
	}
	return b.yield()
}
