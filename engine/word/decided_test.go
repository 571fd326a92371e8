package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/word"
)

// A value that a few bits decide is found, with its result for each value of them; one that more bits decide, or a
// memory beside them, is not.
func TestDecided(t *testing.T) {
	b := word.NewBuilder()
	x, y, wide := b.Leaf(word.Param, 5, 0), b.Leaf(word.Param, 6, 1), b.Leaf(word.Param, 32, 2)
	part := b.Slice(wide, 24, 8)
	squares := func(id word.ID) word.ID { return b.Binary(word.Mul, b.ZExt(id, 32), b.ZExt(id, 32)) }
	double := b.Float2(word.FMul, b.FromInt(b.ZExt(part, 32), false), b.Float(0.5))
	sum := b.Add(b.ZExt(x, 7), b.ZExt(y, 7))
	for name, c := range map[string]struct {
		id, by word.ID
		want   func(v uint64) uint64
	}{
		"a value":         {squares(x), x, func(v uint64) uint64 { return v * v }},
		"a part":          {squares(part), part, func(v uint64) uint64 { return v * v }},
		"a sum":           {b.Xor(squares(sum), b.Uint(3, 32)), sum, func(v uint64) uint64 { return v*v ^ 3 }},
		"itself":          {y, y, func(v uint64) uint64 { return v }},
		"a constant":      {b.Uint(9, 32), word.None, func(uint64) uint64 { return 9 }},
		"more than there": {squares(wide), -3, nil},
		"two":             {b.Add(squares(x), squares(part)), -3, nil},
	} {
		by, values, ok := b.Enumerate(c.id, 10, 1<<16)
		require.Equal(t, c.want != nil, ok, name)
		if !ok {
			continue
		}
		require.Equal(t, c.by, by, name)
		for v, got := range values {
			require.Equal(t, c.want(uint64(v)), got, name)
		}
	}
	_, values, ok := b.Enumerate(double, 10, 1<<16)
	require.True(t, ok)
	require.Len(t, values, 256)
	_, _, ok = b.Enumerate(double, 10, 500)
	require.False(t, ok, "it takes too many operations")
	_, _, ok = b.Enumerate(double, 7, 1<<16)
	require.False(t, ok, "more bits decide it")
}
