package effort

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWorkIsToldInPortions(t *testing.T) {
	var told []int
	before := To(func(n int) { told = append(told, n) })
	defer func() { To(before) }()
	for range (portion - 1) / stepCost {
		Step(0)
	}
	require.Empty(t, told)
	Step(-16 * portion)
	Step(0)
	require.Equal(t, []int{(portion-1)/stepCost*stepCost + stepCost + portion}, told)
	Match("ab", 1<<20, false)
	require.Equal(t, 1<<16+stepCost, told[1])
	Match("(a{1000})", 1<<20, true)
	require.Greater(t, told[2], 1<<24)
	To(nil)
	Step(1 << 30) // nobody wants to know
	require.Len(t, told, 3)
}

func TestStates(t *testing.T) {
	for pattern, want := range map[string]int{
		"": 0, "abc": 3, "a{10}": 50, "a{2,}": 10, "(a{10}){3,20}": 13 * 200, `a\{10}`: 6, "{": 1, "a{99999999999}b{9}": most,
	} {
		require.Equal(t, want, States(pattern), pattern)
	}
}
