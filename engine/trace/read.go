package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"simten.dev/engine/trace/fst"
	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
)

// ErrFormat is the error of a file in neither of the formats.
var ErrFormat = errors.New("this is neither a value change dump (VCD) nor a Fast Signal Trace (FST)")

// Is reports whether a file that begins so is a recorded wave. A few hundred bytes are enough.
func Is(begin []byte) bool { return vcd.Is(begin) || fst.Is(begin) }

// maxBegin is how much of a file tells its format.
const maxBegin = 512

// Read reads a recorded wave in any of the formats, also one that is packed with gzip. The error is a *wave.Error with
// the place in the file, wave.ErrTooLarge, ErrFormat, or one of the reader.
func Read(from io.Reader, o wave.Options) (*wave.Wave, error) {
	if o.Pause != nil {
		from = &pausing{from, o.Pause}
	}
	return read(from, o, true)
}

// read is Read of a file that may be packed, or not.
func read(from io.Reader, o wave.Options, packed bool) (*wave.Wave, error) {
	r := bufio.NewReaderSize(from, 1<<16)
	begin, err := r.Peek(maxBegin)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case vcd.Is(begin):
		return vcd.Read(r, o)
	case fst.Is(begin):
		limit := int64(maxFile)
		if o.Bytes > 0 {
			limit = min(limit, o.Bytes)
		}
		data, err := io.ReadAll(io.LimitReader(r, limit+1))
		if err != nil {
			return nil, err
		}
		if int64(len(data)) > limit {
			return nil, fmt.Errorf("the file has more than %d MiB", limit>>20)
		}
		return fst.Read(data, o)
	case packed && bytes.HasPrefix(begin, []byte(gzipped)):
		unpacked, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("the packed file cannot be read: %w", err)
		}
		return read(unpacked, o, false)
	}
	return nil, ErrFormat
}

// gzipped is how a file begins that is packed with gzip.
const gzipped = "\x1f\x8b"

// pausing lets others work between two reads.
type pausing struct {
	from  io.Reader
	pause func() error
}

func (p *pausing) Read(b []byte) (int, error) {
	if err := p.pause(); err != nil {
		return 0, err
	}
	return p.from.Read(b)
}

// maxFile bounds a file that has to be in memory as a whole.
const maxFile = 1 << 30
