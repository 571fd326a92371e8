package grammar

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The same seed gives the same program, and the next index another one.
func TestProgramsRepeat(t *testing.T) {
	seen := map[string]bool{}
	for i := range uint64(200) {
		p := New(7, i)
		require.Equal(t, p.Text(), New(7, i).Text())
		seen[p.Text()] = true
	}
	require.Len(t, seen, 200)
}

// The proposals of the shrinker are smaller, and different from each other.
func TestSmallerProgramsAreSmaller(t *testing.T) {
	p := New(7, 1)
	list := p.Smaller(1000)
	require.NotEmpty(t, list)
	for _, q := range list {
		require.Less(t, q.Size(), p.Size())
	}
	require.LessOrEqual(t, len(p.Smaller(5)), 5)
}

// Every rule of the statements is used.
func TestEveryStatementIsWritten(t *testing.T) {
	for i, r := range statements {
		g := generatorOf(3, uint64(i))
		require.NotNil(t, r.make(g, 2), "rule %d", i)
	}
}
