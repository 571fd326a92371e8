package fastcheck

import (
	"errors"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// The module is one file, and says which versions it is made of and that their licences lie beside it.
func TestModule(t *testing.T) {
	text, err := Module()
	if errors.Is(err, ErrNotBuilt) {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Regexp(t, `^// Generated .*, see LICENSE: fast-check \d\S* pure-rand \d\S*\n`, text)
	require.NotRegexp(t, regexp.MustCompile(`\bimport\s*[{*"']|\bimport\(`), text)
	licences, err := data.ReadFile("data/LICENSE")
	require.NoError(t, err)
	require.Contains(t, string(licences), "pure-rand")
}
