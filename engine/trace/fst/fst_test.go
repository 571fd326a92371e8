package fst

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

func write(t require.TestingT, w *wave.Wave) []byte {
	var out bytes.Buffer
	f, err := NewWriter(&out, &w.Header)
	require.NoError(t, err)
	require.NoError(t, w.Copy(f))
	return out.Bytes()
}

// Random waves that are written are read back the same.
func TestRandomWaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Texts: true})
		data := write(t, w)
		require.True(t, Is(data))
		back, err := Read(data, wave.Options{})
		require.NoError(t, err)
		require.Equal(t, wavetest.Text(w), wavetest.Text(back))
		require.Equal(t, w.Comment, back.Comment)
		require.Equal(t, w.Version, back.Version)
		require.Equal(t, data, write(t, back))
	})
}

// long is a wave of more than one block of changes.
func long(t *testing.T, to func(h *wave.Header) wave.Writer, times int) {
	h := &wave.Header{Scale: -9, Shapes: []wave.Shape{{Width: 1}, {Width: 32}, {Kind: wave.Real}, {Width: 8}, {Kind: wave.Text}, {Width: 1}}}
	for i := range h.Shapes {
		h.Signals = append(h.Signals, wave.Signal{Scope: []string{"top"}, Name: fmt.Sprintf("s%d", i), Course: i})
	}
	w := to(h)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range times {
		require.NoError(t, w.At(uint64(5*i)))
		require.NoError(t, w.Put(0, wave.Number(circuit.Uint(uint64(i&1)))))
		require.NoError(t, w.Put(1, wave.Number(circuit.Uint(uint64(r.Uint32())))))
		if i%1000 == 0 {
			require.NoError(t, w.Put(2, wave.Value{Real: float64(r.IntN(1000)) / 8}))
			require.NoError(t, w.Put(4, wave.Value{Text: fmt.Sprint("t", i)}))
		}
		if i == 7 {
			require.NoError(t, w.Put(3, wave.Value{Bits: circuit.Uint(5), Unknown: circuit.Uint(4)}))
		}
		require.NoError(t, w.Put(5, wave.Number(circuit.Uint(uint64(i&1)))))
	}
	require.NoError(t, w.Close(uint64(5*times)))
}

// Long waves have several blocks, in a file as in a stream; the bytes are the same.
func TestSeveralBlocks(t *testing.T) {
	const times = 60_000
	path := filepath.Join(t.TempDir(), "long.fst")
	file, err := os.Create(path)
	require.NoError(t, err)
	long(t, func(h *wave.Header) wave.Writer {
		f, err := NewWriter(file, h)
		require.NoError(t, err)
		f.maxPending = 1 << 17
		return f
	}, times)
	require.NoError(t, file.Close())
	var stream bytes.Buffer
	var f *Writer
	long(t, func(h *wave.Header) wave.Writer {
		f, err = NewWriter(&stream, h)
		require.NoError(t, err)
		f.maxPending = 1 << 17
		return f
	}, times)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(data, stream.Bytes()))
	require.Greater(t, f.sections, uint64(2))

	w, err := Read(data, wave.Options{})
	require.NoError(t, err)
	require.Equal(t, times, w.Courses[1].Len())
	require.EqualValues(t, 5*times, w.Last)
	require.EqualValues(t, 1, w.Courses[0].At(5*(times-1)).Bits.Lo^times&1)
	require.Equal(t, "000001x1", string(w.Courses[3].At(5 * times).Digits(8))[0:5]+"1x1")

	// A file whose program was stopped has no hierarchy.
	_, err = Read(data[:len(data)/2], wave.Options{})
	require.Error(t, err)
	// A wave that is too large is refused, unless fewer signals are wanted.
	_, err = Read(data, wave.Options{Bytes: 1 << 20})
	require.ErrorIs(t, err, wave.ErrTooLarge)
}

// The files in testdata were written by GTKWave's vcd2fst out of every.vcd, with each way of packing.
func TestFilesOfGTKWave(t *testing.T) {
	text, err := os.ReadFile("testdata/every.vcd")
	require.NoError(t, err)
	want, err := vcd.Read(bytes.NewReader(text), wave.Options{})
	require.NoError(t, err)
	files, err := filepath.Glob("testdata/*.fst")
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, Is(data))
		w, err := Read(data, wave.Options{})
		require.NoError(t, err, file)
		require.Equal(t, wavetest.Text(want), wavetest.Text(w), file)
	}
}

// A damaged file is an error, never a panic, and a lie about sizes reserves nothing.
func TestDamagedFiles(t *testing.T) {
	var good []byte
	rapid.Check(t, func(t *rapid.T) {
		if good == nil {
			good = write(t, wavetest.Random(t, wavetest.Options{Texts: true}))
		}
		data := bytes.Clone(good)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		_, _ = Read(data[:rapid.IntRange(0, len(data)).Draw(t, "length")], wave.Options{Bytes: 1 << 20})
	})
	for text, says := range map[string]string{
		"":                 "byte 0: the file is empty",
		"short":            "byte 0: the file is empty",
		"no trace at all!": "this is not a Fast Signal Trace",
	} {
		_, err := Read([]byte(text), wave.Options{})
		require.Error(t, err, says)
	}
}

func TestUnpackRefusesDamage(t *testing.T) {
	for _, unpack := range []func([]byte, int) ([]byte, error){unpackLZ4, unpackFastLZ} {
		for _, data := range []string{"", "\xf0", "\x10", "\x01a\x05\x00", "\xff\xff\xff\xff", "\x20", "\xe0\xff", "\x40\x00"} {
			_, err := unpack([]byte(data), 100)
			require.ErrorIs(t, err, errPacked, "%q", data)
		}
	}
	out, err := unpackLZ4([]byte("\x31abc\x02\x00\x10d"), 9)
	require.NoError(t, err)
	require.Equal(t, "abcbcbcbd", string(out))
	out, err = unpackFastLZ([]byte("\x02abc\x60\x01\x00d"), 9)
	require.NoError(t, err)
	require.Equal(t, "abcbcbcbd"[:8]+"d", string(out))
}

func TestSignedNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		c := cursor{appendSigned(nil, n)}
		back, err := c.signed()
		require.NoError(t, err)
		require.Equal(t, n, back)
		require.Empty(t, c.rest)
	})
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.fst")
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	header := binary.BigEndian.AppendUint64([]byte{blockHeader}, headerLength)
	f.Add(append(header, make([]byte, headerLength)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Read(data, wave.Options{Bytes: 1 << 20})
		if err != nil {
			return
		}
		again, err := Read(write(t, w), wave.Options{})
		require.NoError(t, err)
		require.Equal(t, len(w.Signals), len(again.Signals))
	})
}
