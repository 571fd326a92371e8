package circuit

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// oddName draws names of few characters, those with a meaning among them, so that collisions would be met.
func oddName(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringOfN(rapid.SampledFrom([]rune(`ab_.'\$2e0 *é`)), 0, 4, -1),
		rapid.String(),
		rapid.SampledFrom([]string{topName, "_$$", "_", "__", "$", "constructor", "a.b", "'a.b'", "2e"}),
	).Draw(t, label)
}

func TestPathsCanBeTakenApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return oddName(t, "name") }), 1, 4).Draw(t, "names")
		path := ""
		for _, name := range names {
			if path = AppendPath(path, name); path == "" {
				t.Fatalf("no path of %q", names)
			}
		}
		require.Equal(t, JoinPath(names...), path)
		back, ok := SplitPath(path)
		require.True(t, ok, "%q", path)
		require.Equal(t, names, back, "%q", path)
	})
}

func TestEscapedNamesNeverCollide(t *testing.T) {
	identifier := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*$`)
	rapid.Check(t, func(t *rapid.T) {
		name, other := oddName(t, "name"), oddName(t, "other")
		escaped := EscapeName(name)
		require.Regexp(t, identifier, escaped)
		back, err := UnescapeName(escaped)
		require.NoError(t, err, "%q", name)
		require.Equal(t, name, back)
		require.Equal(t, name == other, escaped == EscapeName(other), "%q and %q", name, other)
		if regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) {
			require.Equal(t, name, escaped, "ordinary names stay")
		}
	})
}

func TestEscapedNames(t *testing.T) {
	for name, want := range map[string]string{
		"sum": "sum", "": "_$$", "p.q": "p$2e$q", "x y": "x$20$y", "x_y": "x_y", "1a": "_$31$a", "_": "_", "_.": "_$5f$$2e$",
		".": "_$2e$", "$": "_$24$", "_a.": "_a$2e$", "é": "_$e9$", "😀": "_$1f600$", "_$$": "_$5f$$24$$24$",
	} {
		require.Equal(t, want, EscapeName(name))
	}
	for _, text := range []string{"a$", "a$$", "a$zz$", "a$2e", "a$2E$", "a$61$", "$2e$", "a b", "", "é", "a$ffffffff$"} {
		_, err := UnescapeName(text)
		require.Error(t, err, text)
	}
}

// The page reads and writes paths with the same table.
func TestPathsOfTheTable(t *testing.T) {
	var table struct {
		Paths []struct {
			Names []string
			Path  string
		}
		Invalid []string
	}
	content, err := os.ReadFile("testdata/paths.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &table))
	for _, c := range table.Paths {
		require.Equal(t, c.Path, JoinPath(c.Names...))
		names, ok := SplitPath(c.Path)
		require.True(t, ok)
		require.Equal(t, c.Names, names)
	}
	for _, path := range table.Invalid {
		_, ok := SplitPath(path)
		require.False(t, ok, path)
	}
}

func FuzzPath(f *testing.F) {
	f.Add("'a.b'.c", "a$2e$")
	f.Fuzz(func(t *testing.T, path, identifier string) {
		if names, ok := SplitPath(path); ok {
			again, ok := SplitPath(JoinPath(names...))
			require.True(t, ok)
			require.Equal(t, names, again)
		}
		if name, err := UnescapeName(identifier); err == nil && utf8.ValidString(name) {
			require.Equal(t, identifier, EscapeName(name))
		}
	})
}
