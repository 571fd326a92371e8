package bundle

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const text = `// A file.
import { word } from './words'

const shared = 'x'

type Width = number

/** Uses Two, says the comment. */
export const One = circuit('One', {
  // and Two here
  meta: { category: shared },
})

function helper(x: number): number {
  return word(x)
}

export const Two = circuit('Two', {
  eval: ({ a }) => ({ y: helper(a) }),
})

export const Three = circuit('Three', {
  nodes: { two: Two },
})
`

func TestFileByDeclarations(t *testing.T) {
	f := split(text)
	one := f.only([]string{"One"})
	require.Contains(t, one, "const shared")
	require.Contains(t, one, "import { word }")
	require.NotContains(t, one, "helper")
	require.NotContains(t, one, "export const Two")
	three := f.only([]string{"Three"})
	require.Contains(t, three, "function helper")
	require.Contains(t, three, "export const Two")
	require.NotContains(t, three, "shared")
	require.Equal(t, strings.Count(text, "\n"), strings.Count(f.only([]string{"One", "Three"}), "\n"), "nothing is lost")
	require.Equal(t, [][]string{{"One"}, {"Three", "Two"}}, groups(f, []string{"One", "Three", "Two"}))
}
