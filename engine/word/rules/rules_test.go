package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	list, err := Parse("a", "# a comment\n\n(Mux|FMux c (= d _ x) y) && opposite(d, c) && bit => (= c x y) # why\n")
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "FMux", list[1].Kind)
	require.Equal(t, 3, list[1].Line)
	require.Equal(t, "FMux", list[1].Pattern.Args[1].Kind)
	require.Equal(t, "FMux", list[1].Result.Kind)
	require.Equal(t, []Condition{{"opposite", []string{"d", "c"}}, {Name: "bit"}}, list[1].Conditions)
	require.True(t, strings.HasPrefix(list[1].Text, "(Mux|FMux"))
}

func TestErrorsOfRules(t *testing.T) {
	for text, message := range map[string]string{
		"(And x y)":                   "has no =>",
		"x => x":                      "is no operation",
		"(And x y => x":               "a bracket is not closed",
		"(And x y) z => x":            `"z" stands after`,
		"(And x y) => z":              `the pattern has no "z"`,
		"(And x _) => _":              `the pattern has no "_"`,
		"(And x y) && something => x": `"something" is no condition`,
		"(And x y) && isZero(x => x":  "the bracket",
		"(And) => 0":                  "0 operands",
		"(Mux a b c d) => a":          "4 operands",
		"(And x ) ) => x":             "stands after",
		"(And x (Not )) => x":         "0 operands",
	} {
		_, err := Parse("file", "\n"+text)
		require.ErrorContains(t, err, message, text)
		require.ErrorContains(t, err, "file.rules:2: ")
	}
}

// Every file of the list can be read.
func TestFiles(t *testing.T) {
	for _, name := range List {
		list, err := Read(name)
		require.NoError(t, err)
		require.NotEmpty(t, list)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("(Mux|FMux c (= d _ x) y) && opposite(d, c) => (= c x y)")
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = Parse("fuzz", text) // it must end without a panic
	})
}
