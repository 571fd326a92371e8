package encode

import (
	"math"
	"math/bits"
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

// readUnsigned and readSigned read one number of src and give the rest; they are for numbers that are well-formed.
func readUnsigned(src []byte) (v uint64, rest []byte) {
	for i, b := range src {
		v |= uint64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return v, src[i+1:]
		}
	}
	return 0, nil
}

func readSigned(src []byte) (v int64, rest []byte) {
	u, rest := readUnsigned(src)
	if width := 7 * (len(src) - len(rest)); width < 64 {
		return int64(u<<(64-width)) >> (64 - width), rest
	}
	return int64(u), rest
}

// septets is how many groups of 7 bits hold a number of so many bits.
func septets(bits int) int { return max(1, (bits+6)/7) }

func FuzzLEBRoundTrip(f *testing.F) {
	for _, v := range []uint64{0, 1, 63, 64, 127, 128, 1 << 31, 1<<32 - 1, 1 << 63, math.MaxUint64} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v uint64) {
		b := AppendUnsigned(nil, v)
		require.Len(t, b, septets(bits.Len64(v)))
		u, rest := readUnsigned(append(b, 0xaa))
		require.Equal(t, v, u)
		require.Equal(t, []byte{0xaa}, rest)

		signed := int64(v)
		b = AppendSigned(nil, signed)
		require.Len(t, b, septets(bits.Len64(uint64(signed^signed>>63))+1), "one bit for the sign")
		s, rest := readSigned(append(b, 0xaa))
		require.Equal(t, signed, s)
		require.Equal(t, []byte{0xaa}, rest)
	})
}
