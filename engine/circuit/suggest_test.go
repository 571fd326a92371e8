package circuit_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

func TestListed(t *testing.T) {
	names := make([]string, 26)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	require.Equal(t, "none", circuit.Listed(nil))
	require.Equal(t, "0, 1", circuit.Listed(names[:2]))
	require.Equal(t, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, … and 2 more", circuit.Listed(names))
}
