package realm

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCounter(t *testing.T) {
	for _, prefix := range []string{"", "conn_", "a longer text, which ends with digits 99"} {
		c := counter{prefix: prefix}
		var first string
		for n := range 12_345 {
			text := c.next()
			require.Equal(t, prefix+strconv.Itoa(n), text)
			if n == 0 {
				first = text
			}
		}
		require.Equal(t, prefix+"0", first)
	}
}

func TestSlab(t *testing.T) {
	var s slab[int]
	given := map[*int]bool{}
	for n := range 1000 {
		v := s.next()
		require.Zero(t, *v)
		require.False(t, given[v])
		*v, given[v] = n+1, true
	}
}

func TestSlabHandsOutSeveralInARow(t *testing.T) {
	var s slab[int]
	taken := map[*int]bool{}
	for n := range 2 * largestSlab {
		list := s.several(n)
		require.Len(t, list, n)
		require.Equal(t, n, cap(list), "appending takes nothing of the next")
		for i := range list {
			require.False(t, taken[&list[i]])
			require.Zero(t, list[i])
			taken[&list[i]] = true
			list[i] = 1
		}
	}
}
