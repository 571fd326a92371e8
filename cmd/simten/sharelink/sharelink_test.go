package sharelink

import (
	"bytes"
	"compress/flate"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCode(t *testing.T) {
	for _, text := range []string{"", "circuit('A', {})", "💡 — \x00", strings.Repeat("nodes\n", 1000)} {
		code, err := Code(text)
		require.NoError(t, err)
		packed, ok := strings.CutPrefix(code, "#code=1d.")
		require.True(t, ok)
		framed, err := base64.RawURLEncoding.DecodeString(packed)
		require.NoError(t, err)
		back, err := io.ReadAll(flate.NewReader(bytes.NewReader(framed[4:])))
		require.NoError(t, err)
		require.Equal(t, text, string(back))
		require.Equal(t, crc32.ChecksumIEEE([]byte(text)), binary.BigEndian.Uint32(framed))
	}
}

func TestATextThatDoesNotPackIsTooLarge(t *testing.T) {
	random := make([]byte, Max)
	_, _ = rand.Read(random)
	_, err := Code(hex.EncodeToString(random))
	require.ErrorIs(t, err, ErrTooLarge)
}
