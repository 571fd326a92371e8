package attacks

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/invariants/behaviours"
)

// checkout is the top of the repository.
const checkout = "../.."

var update = flag.Bool("update", false, "write docs/attacks.md")

func TestEveryAttackIsTried(t *testing.T) {
	cited, err := behaviours.Read(os.DirFS(checkout))
	require.NoError(t, err)
	list := Catalogue()
	require.Len(t, list, 322)
	page, problems := Page(list, cited, Absent)
	require.Empty(t, problems)
	file := filepath.Join(checkout, "docs", "attacks.md")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
		return
	}
	old, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(old), page, "the list is older than the tests: run go test ./invariants/attacks -update")
}

// The list must notice everything that could make it wrong.
func TestPageFindsPlantedMistakes(t *testing.T) {
	list := []Attack{{"A001", "g", "one", "x"}, {"A002", "g", "two", "y"}}
	test := []behaviours.Citation{{File: "x_test.go", Test: "A001 one"}}
	page, problems := Page(list, map[string][]behaviours.Citation{"A001": test, "D5": test}, map[string]string{"A002": "no such thing"})
	require.Empty(t, problems)
	require.Contains(t, page, "Of 2 attacks, 1 are tried")
	_, problems = Page(list, map[string][]behaviours.Citation{"A001": test}, nil)
	require.Equal(t, []string{"A002 (two) has no test, and nothing says why it does not apply"}, problems)
	_, problems = Page(list[:1], map[string][]behaviours.Citation{"A001": test, "A908": test}, map[string]string{"A909": "x"})
	require.Equal(t, []string{"A909 is said not to apply, but does not exist", "x_test.go cites A908, which does not exist"}, problems)
}
