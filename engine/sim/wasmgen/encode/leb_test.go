package encode

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLEBKnownBytes(t *testing.T) {
	// The examples are those of the binary format's own description and its corner values.
	require.Equal(t, []byte{0xe5, 0x8e, 0x26}, AppendUnsigned(nil, 624485))
	require.Equal(t, []byte{0xc0, 0xbb, 0x78}, AppendSigned(nil, -123456))
	require.Equal(t, []byte{0x3f}, AppendSigned(nil, 63))
	require.Equal(t, []byte{0xc0, 0x00}, AppendSigned(nil, 64))
	require.Equal(t, []byte{0x40}, AppendSigned(nil, -64))
	require.Equal(t, []byte{0xbf, 0x7f}, AppendSigned(nil, -65))
	require.Len(t, AppendUnsigned(nil, math.MaxUint64), 10)
	require.Len(t, AppendSigned(nil, math.MinInt64), 10)
}

func TestLEBRefusesMalformed(t *testing.T) {
	for _, src := range [][]byte{nil, {0x80}, {0x80, 0x80}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02}} {
		_, _, err := Unsigned(src)
		require.ErrorIs(t, err, ErrLEB)
		_, _, err = Signed(src)
		require.ErrorIs(t, err, ErrLEB)
	}
}

func FuzzLEBRoundTrip(f *testing.F) {
	for _, v := range []uint64{0, 1, 63, 64, 127, 128, 1 << 31, 1<<32 - 1, 1 << 63, math.MaxUint64} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v uint64) {
		u, rest, err := Unsigned(append(AppendUnsigned(nil, v), 0xaa))
		require.NoError(t, err)
		require.Equal(t, v, u)
		require.Equal(t, []byte{0xaa}, rest)
		s, rest, err := Signed(append(AppendSigned(nil, int64(v)), 0xaa))
		require.NoError(t, err)
		require.Equal(t, int64(v), s)
		require.Equal(t, []byte{0xaa}, rest)
	})
}

func FuzzLEBDecode(f *testing.F) {
	f.Add([]byte{0xe5, 0x8e, 0x26})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, src []byte) {
		// A number that decodes must encode to no more bytes than it came in, and decode back.
		if v, rest, err := Unsigned(src); err == nil {
			again := AppendUnsigned(nil, v)
			require.LessOrEqual(t, len(again), len(src)-len(rest))
			back, _, err := Unsigned(again)
			require.NoError(t, err)
			require.Equal(t, v, back)
		}
		if v, rest, err := Signed(src); err == nil {
			again := AppendSigned(nil, v)
			require.LessOrEqual(t, len(again), len(src)-len(rest))
			back, _, err := Signed(again)
			require.NoError(t, err)
			require.Equal(t, v, back)
		}
	})
}
