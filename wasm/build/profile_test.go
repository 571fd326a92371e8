package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func zipped(t *testing.T, message string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write([]byte(message))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// TestTheProfileNamesNoFolder: texts keep their numbers, and those that are paths are empty; so it is in the profile of
// the repository.
func TestTheProfileNamesNoFolder(t *testing.T) {
	const number, text, other = "\x48\x05", "\x32\x04main", "\x0a\x02/a" // fields 9, 6 and 1; only the second is a text
	got, err := withoutPaths(zipped(t, number+text+"\x32\x05/root"+other))
	require.NoError(t, err)
	want, err := withoutPaths(zipped(t, number+text+"\x32\x00"+other))
	require.NoError(t, err)
	require.Equal(t, want, got)

	profile, err := os.ReadFile(filepath.Join("..", "..", profilePath))
	require.NoError(t, err)
	again, err := withoutPaths(profile)
	require.NoError(t, err)
	require.Equal(t, profile, again)

	for _, bad := range []string{"\x32\x05/ro", "\x4d\x00\x00\x00\x00"} {
		_, err := withoutPaths(zipped(t, bad))
		require.Error(t, err)
	}
	_, err = withoutPaths([]byte("no gzip"))
	require.Error(t, err)
}

// FuzzWithoutPaths gives it anything: it ends, and what it makes has no more paths.
func FuzzWithoutPaths(f *testing.F) {
	f.Add([]byte("\x48\x05\x32\x05/root"))
	f.Fuzz(func(t *testing.T, message []byte) {
		once, err := withoutPaths(zipped(t, string(message)))
		if err != nil {
			return
		}
		twice, err := withoutPaths(once)
		require.NoError(t, err)
		require.Equal(t, once, twice)
	})
}
