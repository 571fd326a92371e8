package wave

import (
	"encoding/binary"
	"math"
	"sort"

	"simten.dev/engine/circuit"
)

// Course is the values of a signal over time: only changes are kept.
type Course struct {
	Shape
	times   []uint64
	cells   []byte // size() bytes a value
	unknown []byte // as cells; nil while every bit is known
	texts   []string
}

// size is the number of bytes of one value.
func (c *Course) size() int {
	switch c.Kind {
	case Bits:
		return (c.Width + 7) / 8
	case Real:
		return 8
	}
	return 0
}

// Len is the number of changes.
func (c *Course) Len() int { return len(c.times) }

// Time is when a change happened.
func (c *Course) Time(i int) uint64 { return c.times[i] }

// Value is the value from a change on; that before the first change is not defined.
func (c *Course) Value(i int) Value {
	if i < 0 {
		return Undefined(c.Shape)
	}
	switch c.Kind {
	case Text:
		return Value{Text: c.texts[i]}
	case Real:
		return Value{Real: math.Float64frombits(binary.LittleEndian.Uint64(c.cells[8*i:]))}
	}
	v := Value{Bits: load(c.cells, i, c.size())}
	if c.unknown != nil {
		v.Unknown = load(c.unknown, i, c.size())
	}
	return v
}

// bytes is about the memory of the changes.
func (c *Course) bytes() int64 {
	n := 8*len(c.times) + len(c.cells) + len(c.unknown) + 16*len(c.texts)
	for _, text := range c.texts {
		n += len(text)
	}
	return int64(n) * 5 / 4
}

// Find is the last change at a time or before; -1 when there is none.
func (c *Course) Find(time uint64) int {
	return sort.Search(len(c.times), func(i int) bool { return c.times[i] > time }) - 1
}

// At is the value at a time.
func (c *Course) At(time uint64) Value { return c.Value(c.Find(time)) }

// Add appends a change, at a time that is not before the last one. A value that is the same as before is no change, and
// a second value at one time takes the place of the first.
func (c *Course) Add(time uint64, v Value) {
	n := len(c.times)
	if n > 0 && c.times[n-1] == time {
		c.cut(n - 1)
		n--
	}
	if n > 0 && c.Value(n-1).Equal(v) {
		return
	}
	c.times = append(c.times, time)
	switch c.Kind {
	case Text:
		c.texts = append(c.texts, v.Text)
	case Real:
		c.cells = binary.LittleEndian.AppendUint64(c.cells, math.Float64bits(v.Real))
	default:
		size := c.size()
		c.cells = store(c.cells, v.Bits, size)
		if c.unknown == nil && !v.Known() {
			c.unknown = make([]byte, n*size, (n+1)*size)
		}
		if c.unknown != nil {
			c.unknown = store(c.unknown, v.Unknown, size)
		}
	}
}

// cut keeps the first n changes.
func (c *Course) cut(n int) {
	c.times = c.times[:n]
	if c.Kind == Text {
		c.texts = c.texts[:n]
		return
	}
	c.cells = c.cells[:n*c.size()]
	if c.unknown != nil {
		c.unknown = c.unknown[:n*c.size()]
	}
}

// cost is the memory that one more change takes, in bytes. Lists that grow have room for more.
func (c *Course) cost(v Value) int64 {
	n := 8 + c.size() + len(v.Text)
	if c.Kind == Text {
		n += 16
	}
	if c.unknown != nil || !v.Known() {
		n += c.size()
	}
	return int64(n) * 5 / 4
}

// load reads the i-th value of size bytes.
func load(cells []byte, i, size int) circuit.Value {
	cell := cells[i*size : (i+1)*size]
	if size <= 8 {
		var x uint64
		for k := size - 1; k >= 0; k-- {
			x = x<<8 | uint64(cell[k])
		}
		return circuit.Uint(x)
	}
	words := make([]uint64, (size+7)/8)
	for k, b := range cell {
		words[k/8] |= uint64(b) << (8 * (k % 8))
	}
	return circuit.FromWords(words)
}

// store appends a value of size bytes.
func store(cells []byte, v circuit.Value, size int) []byte {
	for k := range size {
		cells = append(cells, byte(v.Word(k/8)>>(8*(k%8))))
	}
	return cells
}
