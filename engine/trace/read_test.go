package trace

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/trace/wave"
)

const smallDump = "$timescale 1ns $end\n$scope module tb $end\n$var wire 1 ! clk $end\n$var wire 4 a a [3:0] $end\n" +
	"$upscope $end\n$enddefinitions $end\n#0\n0!\nb101 a\n#5\n1!\n#10\n0!\nbx a\n#15\n1!\n"

func zipped(text string) []byte {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	_, _ = g.Write([]byte(text))
	_ = g.Close()
	return b.Bytes()
}

func TestPackedFilesAreRead(t *testing.T) {
	w, err := Read(bytes.NewReader(zipped(smallDump)), wave.Options{})
	require.NoError(t, err)
	require.Len(t, w.Signals, 2)
	_, err = Read(bytes.NewReader(zipped(string(zipped(smallDump)))), wave.Options{})
	require.ErrorIs(t, err, ErrFormat, "only once")
	stop := errors.New("stop")
	_, err = Read(bytes.NewReader(zipped(smallDump)), wave.Options{Pause: func() error { return stop }})
	require.ErrorIs(t, err, stop)
}

// FuzzRead: whatever a file is, reading it and matching it with a circuit ends without a panic and within its memory.
func FuzzRead(f *testing.F) {
	f.Add([]byte(smallDump))
	f.Add(zipped(smallDump))
	files, err := filepath.Glob("fst/testdata/*.fst")
	require.NoError(f, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data)
	}
	circuit := Circuit{Name: "C", Sequential: true, Inputs: []Port{{Name: "a", Width: 4}, {Name: "b", Pin: "out", Width: 1}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 20
		w, err := Read(bytes.NewReader(data), wave.Options{Bytes: limit})
		if err != nil {
			return
		}
		require.LessOrEqual(t, w.Bytes(), int64(2*limit))
		m, err := NewMatcher(&w.Header, circuit, InputOptions{Lenient: true})
		require.NoError(t, err)
		if m.ClockError != nil {
			return
		}
		moments, err := m.Moments(w)
		if err != nil {
			return
		}
		changes, _, err := m.Changes(w, moments, 1000)
		if err != nil {
			require.ErrorIs(t, err, ErrTooMany)
			return
		}
		for i, c := range changes {
			require.Less(t, c.Step, len(moments))
			require.True(t, i == 0 || changes[i-1].Step <= c.Step)
		}
	})
}
