package fst

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
)

// cursor reads from the front of what is left.
type cursor struct{ rest []byte }

func (c *cursor) varint() (uint64, error) {
	v, n := binary.Uvarint(c.rest)
	if n <= 0 {
		return 0, errShort
	}
	c.rest = c.rest[n:]
	return v, nil
}

// signed reads what appendSigned writes.
func (c *cursor) signed() (int64, error) {
	var v int64
	for shift := 0; shift < 64 && len(c.rest) > 0; shift += 7 {
		b := c.rest[0]
		c.rest = c.rest[1:]
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v, nil
		}
	}
	return 0, errShort
}

func (c *cursor) bytes(n uint64) ([]byte, error) {
	if n > uint64(len(c.rest)) {
		return nil, errShort
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b, nil
}

// maxName bounds a name.
const maxName = 1 << 16

// text reads up to a zero.
func (c *cursor) text() (string, error) {
	end := bytes.IndexByte(c.rest, 0)
	if end < 0 {
		return "", errShort
	}
	if end > maxName {
		return "", fmt.Errorf("a name has %d bytes", end)
	}
	text := string(c.rest[:end])
	c.rest = c.rest[end+1:]
	return strings.ToValidUTF8(text, "\ufffd"), nil
}

// scope reads the type, the name and the component of a scope, and gives the name.
func (c *cursor) scope() (name string, err error) {
	if _, err = c.bytes(1); err != nil {
		return "", err
	}
	if name, err = c.text(); err != nil {
		return "", err
	}
	_, err = c.text()
	return name, err
}

// attribute reads an attribute, and tells whether it is a comment.
func (c *cursor) attribute() (text string, comment bool, err error) {
	sort, err := c.bytes(2)
	if err != nil {
		return "", false, err
	}
	if text, err = c.text(); err != nil {
		return "", false, err
	}
	_, err = c.varint()
	return text, sort[0] == attributeMisc && sort[1] == miscComment, err
}

// unpackBits reads bits of which the most significant one stands first.
func unpackBits(cell []byte, width int) circuit.Value {
	unused := len(cell)*8 - width
	words := make([]uint64, 0, 1+len(cell)/8)
	var word uint64
	filled := 0
	for i := len(cell) - 1; i >= 0; i-- {
		b := uint64(cell[i])
		n := 8
		if i == len(cell)-1 {
			b >>= unused
			n -= unused
		}
		word |= b << filled
		if filled += n; filled >= 64 {
			words = append(words, word)
			filled -= 64
			word = b >> (n - filled)
		}
	}
	if filled > 0 {
		words = append(words, word)
	}
	return circuit.FromWords(words).Mask(width)
}
