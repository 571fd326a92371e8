package fst

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

var errPacked = errors.New("packed data is damaged")

// grown reports whether data of a length can unpack to size bytes, so that nothing is reserved for a lie.
func grown(size, length uint64, ratio uint64) bool { return size <= length*ratio+1024 }

// The most that one byte of a form becomes.
const (
	maxZlib   = 1032
	maxLZ4    = 255
	maxFastLZ = 256
)

// inflater unpacks zlib again and again.
type inflater struct {
	source bytes.Reader
	r      io.ReadCloser
}

func (z *inflater) unpack(data []byte, size int) ([]byte, error) {
	if !grown(uint64(size), uint64(len(data)), maxZlib) {
		return nil, errPacked
	}
	z.source.Reset(data)
	var err error
	if z.r == nil {
		z.r, err = zlib.NewReader(&z.source)
	} else {
		err = z.r.(zlib.Resetter).Reset(&z.source, nil)
	}
	if err != nil {
		z.r = nil
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	out := make([]byte, size)
	if _, err := io.ReadFull(z.r, out); err != nil {
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	return out, nil
}

// unpackLZ4 unpacks one block of LZ4: literals and matches in turns, whose lengths are in the two halves of a token and
// go on in further bytes where they are 15.
func unpackLZ4(data []byte, size int) ([]byte, error) {
	if !grown(uint64(size), uint64(len(data)), maxLZ4) {
		return nil, errPacked
	}
	out := make([]byte, 0, size)
	length := func(half int) (int, bool) {
		if half != 15 {
			return half, true
		}
		for {
			if len(data) == 0 {
				return 0, false
			}
			c := data[0]
			data = data[1:]
			if half += int(c); c != 255 {
				return half, half <= size
			}
		}
	}
	for len(data) > 0 {
		token := int(data[0])
		data = data[1:]
		n, ok := length(token >> 4)
		if !ok || n > len(data) || n > size-len(out) {
			return nil, errPacked
		}
		out = append(out, data[:n]...)
		if data = data[n:]; len(data) == 0 {
			break
		}
		if len(data) < 2 {
			return nil, errPacked
		}
		back := int(binary.LittleEndian.Uint16(data))
		data = data[2:]
		n, ok = length(token & 15)
		if n += 4; !ok || back == 0 || back > len(out) || n > size-len(out) {
			return nil, errPacked
		}
		out = again(out, back, n)
	}
	if len(out) != size {
		return nil, errPacked
	}
	return out, nil
}

// again appends n bytes that begin so many bytes back; they can be among those.
func again(out []byte, back, n int) []byte {
	for from := len(out) - back; n > 0; {
		k := min(n, len(out)-from)
		out = append(out, out[from:from+k]...)
		n -= k
	}
	return out
}

// unpackFastLZ unpacks FastLZ of both levels. An instruction below 32 is a run of literals; others are matches, whose
// length is in the upper three bits and goes on in further bytes where it is 7: in one at level 1, in any number at
// level 2.
func unpackFastLZ(data []byte, size int) ([]byte, error) {
	if len(data) == 0 || !grown(uint64(size), uint64(len(data)), maxFastLZ) {
		return nil, errPacked
	}
	const farther = 8191 // distances from here on have two more bytes at level 2
	second := data[0]>>5 == 1
	if data[0]>>5 > 1 {
		return nil, errPacked
	}
	out := make([]byte, 0, size)
	next := func() int {
		if len(data) == 0 {
			return -1
		}
		c := data[0]
		data = data[1:]
		return int(c)
	}
	for op := next() & 31; op >= 0; op = next() {
		if op < 32 {
			n := op + 1
			if n > len(data) || n > size-len(out) {
				return nil, errPacked
			}
			out = append(out, data[:n]...)
			data = data[n:]
			continue
		}
		n, back := op>>5-1, (op&31)<<8
		if n == 6 {
			for {
				c := next()
				if c < 0 || n > size {
					return nil, errPacked
				}
				if n += c; !second || c != 255 {
					break
				}
			}
		}
		low := next()
		if low < 0 {
			return nil, errPacked
		}
		if back += low; second && low == 255 && back == farther {
			high, low := next(), next()
			if high < 0 || low < 0 {
				return nil, errPacked
			}
			back = farther + high<<8 + low
		}
		if back, n = back+1, n+3; back > len(out) || n > size-len(out) {
			return nil, errPacked
		}
		out = again(out, back, n)
	}
	if len(out) != size {
		return nil, errPacked
	}
	return out, nil
}
