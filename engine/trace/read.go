package trace

import (
	"bufio"
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

// mostBegin is how much of a file tells its format.
const mostBegin = 512

// Read reads a recorded wave in any of the formats. The error is a *wave.Error with the place in the file,
// wave.ErrTooLarge, ErrFormat, or one of the reader.
func Read(from io.Reader, o wave.Options) (*wave.Wave, error) {
	r := bufio.NewReaderSize(from, 1<<16)
	begin, err := r.Peek(mostBegin)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case vcd.Is(begin):
		return vcd.Read(r, o)
	case fst.Is(begin):
		data, err := io.ReadAll(io.LimitReader(r, mostFile+1))
		if err != nil {
			return nil, err
		}
		if len(data) > mostFile {
			return nil, fmt.Errorf("the file has more than %d MiB", mostFile>>20)
		}
		return fst.Read(data, o)
	}
	return nil, ErrFormat
}

// mostFile bounds a file that has to be in memory as a whole.
const mostFile = 1 << 30
