package sim

import (
	"encoding/binary"
	"errors"

	"simten.dev/engine/circuit"
)

// Encoder writes the parts of a snapshot: variable-length numbers, texts and values.
type Encoder struct{ Bytes []byte }

// Uint writes a number.
func (e *Encoder) Uint(v uint64) { e.Bytes = binary.AppendUvarint(e.Bytes, v) }

// Bool writes a flag.
func (e *Encoder) Bool(v bool) {
	if v {
		e.Uint(1)
	} else {
		e.Uint(0)
	}
}

// Text writes a string.
func (e *Encoder) Text(s string) {
	e.Uint(uint64(len(s)))
	e.Bytes = append(e.Bytes, s...)
}

// Value writes a value of any width.
func (e *Encoder) Value(v circuit.Value) {
	e.Uint(uint64(len(v.Hi)))
	e.Uint(v.Lo)
	for _, w := range v.Hi {
		e.Uint(w)
	}
}

// ErrSnapshot means that bytes are not a snapshot, or not of this circuit.
var ErrSnapshot = errors.New("not a snapshot of this circuit")

// Decoder reads what an Encoder wrote. After the first error every read gives zero; Err tells.
type Decoder struct {
	bytes []byte
	bad   bool
}

// NewDecoder reads from b.
func NewDecoder(b []byte) *Decoder { return &Decoder{bytes: b} }

// Err is ErrSnapshot when something could not be read.
func (d *Decoder) Err() error {
	if d.bad {
		return ErrSnapshot
	}
	return nil
}

// Done is Err, and ErrSnapshot when bytes are left over.
func (d *Decoder) Done() error {
	if d.bad || len(d.bytes) != 0 {
		return ErrSnapshot
	}
	return nil
}

// fail makes every later read give zero.
func (d *Decoder) fail() { d.bad, d.bytes = true, nil }

// Uint reads a number.
func (d *Decoder) Uint() uint64 {
	v, n := binary.Uvarint(d.bytes)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.bytes = d.bytes[n:]
	return v
}

// Count reads a number of items that follow, each at least one byte long.
func (d *Decoder) Count() int {
	n := d.Uint()
	if n > uint64(len(d.bytes)) {
		d.fail()
		return 0
	}
	return int(n)
}

// Take reads n bytes as they stand; they are part of what is read from. It gives nil when there are fewer.
func (d *Decoder) Take(n int) []byte {
	if n < 0 || n > len(d.bytes) {
		d.fail()
		return nil
	}
	b := d.bytes[:n:n]
	d.bytes = d.bytes[n:]
	return b
}

// Bool reads a flag.
func (d *Decoder) Bool() bool { return d.Uint() != 0 }

// Text reads a string.
func (d *Decoder) Text() string {
	n := d.Count()
	s := string(d.bytes[:n])
	d.bytes = d.bytes[n:]
	return s
}

// Value reads a value of any width.
func (d *Decoder) Value() circuit.Value {
	n := d.Count()
	words := make([]uint64, 0, n+1)
	for range n + 1 {
		words = append(words, d.Uint())
	}
	return circuit.FromWords(words)
}
