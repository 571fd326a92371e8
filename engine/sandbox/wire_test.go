package sandbox

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFramesRoundTrip(t *testing.T) {
	var stream bytes.Buffer
	w := bufio.NewWriter(&stream)
	require.NoError(t, writeFrame(w, frameCall, []byte(`{"op":"close"}`)))
	require.NoError(t, writeFrame(w, frameCancel, nil))
	r := bufio.NewReader(&stream)
	kind, payload, err := readFrame(r, 14)
	require.NoError(t, err)
	require.EqualValues(t, frameCall, kind)
	require.Equal(t, `{"op":"close"}`, string(payload))
	kind, payload, err = readFrame(r, 0)
	require.NoError(t, err)
	require.EqualValues(t, frameCancel, kind)
	require.Empty(t, payload)
	_, _, err = readFrame(r, 0)
	require.ErrorIs(t, err, io.EOF)
}

func TestLongFramesAreRefusedUnread_A222(t *testing.T) {
	_, _, err := readFrame(bufio.NewReader(bytes.NewReader([]byte{frameCall, 0xff, 0xff, 0xff, 0xff})), 1<<20)
	require.ErrorContains(t, err, "4294967295")
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte{frameCall, 0, 0, 0, 2, '{', '}'})
	f.Add([]byte{frameAnswer, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bufio.NewReader(bytes.NewReader(data))
		for {
			kind, payload, err := readFrame(r, 64)
			if err != nil {
				return
			}
			var again bytes.Buffer
			require.NoError(t, writeFrame(bufio.NewWriter(&again), kind, payload))
			k, p, err := readFrame(bufio.NewReader(&again), len(payload))
			require.NoError(t, err)
			require.Equal(t, kind, k)
			require.Equal(t, payload, p)
		}
	})
}
