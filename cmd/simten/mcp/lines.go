package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"
)

// parseError answers a line that is no JSON, whose id nobody knows.
const parseError = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: a message is one line of JSON"}}` + "\n"

// lines passes on the lines of a client that are JSON. Others are answered, and end nothing.
func lines(in io.ReadCloser, out io.WriteCloser, logs *slog.Logger) (io.ReadCloser, io.WriteCloser) {
	shared := &sharedWriter{WriteCloser: out}
	read, write := io.Pipe()
	go func() {
		buffered := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := oneLineOf(buffered)
			switch {
			case errors.Is(err, errLongLine), err == nil && len(bytes.TrimSpace(line)) > 0 && !json.Valid(line):
				logs.Warn("a line is no message", "bytes", len(line))
				_, _ = io.WriteString(shared, parseError) // a client that has gone reads nothing
			case len(bytes.TrimSpace(line)) > 0 && json.Valid(line):
				if _, err := write.Write(append(bytes.TrimRight(line, "\r\n"), '\n')); err != nil {
					return
				}
			}
			if err != nil && !errors.Is(err, errLongLine) {
				_ = write.CloseWithError(err) // io.EOF ends it in order
				return
			}
		}
	}()
	return both{read, in}, shared
}

var errLongLine = errors.New("the line is too long")

// oneLineOf reads a line of at most maxLine bytes; of a longer one nothing is kept.
func oneLineOf(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errLongLine
		}
		return line, err
	}
}

// both closes the reader and what it reads from.
type both struct {
	*io.PipeReader
	from io.Closer
}

func (b both) Close() error { return errors.Join(b.PipeReader.Close(), b.from.Close()) }

// sharedWriter writes whole messages, from several goroutines.
type sharedWriter struct {
	io.WriteCloser
	mu sync.Mutex
}

func (s *sharedWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.WriteCloser.Write(p)
}
