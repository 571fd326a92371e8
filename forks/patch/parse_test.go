package patch

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

const header = "edit name\nlane: speed\nwhy: it is\n\tslow\ntest: TestIt\nupstream: no\n"

func TestParse(t *testing.T) {
	edits, err := Parse("a.edits", "# words\n\n"+header+`needs: other, more
add: x.go, y/z.go
--- a.go
 stays
-goes
+comes
+
+too

-gone
--- b/c.go x2
+first
 anchor
# a comment
--- b/c.go ~3
-\bx(\d)
+y$1
--- p.go !split f=2 g=1
--- q !lazy 4

edit second
lane: security
why: w
test: TestIt
upstream: yes: "text"
add: only.go
`)
	require.NoError(t, err)
	require.Len(t, edits, 2)
	e := edits[0]
	require.Equal(t, []string{"name", "it is slow", "TestIt", "no"}, []string{e.Name, e.Why, e.Test, e.Upstream})
	require.Equal(t, []string{"other", "more"}, e.Needs)
	require.Equal(t, []string{"x.go", "y/z.go"}, e.Added)
	require.Equal(t, []Change{
		{"a.go", 12, Replace{[]string{"stays", "goes"}, []string{"stays", "comes", "", "too"}, 1}},
		{"a.go", 18, Replace{[]string{"gone"}, nil, 1}},
		{"b/c.go", 20, Replace{[]string{"anchor"}, []string{"first", "anchor"}, 2}},
	}, e.Changes[:3])
	require.Equal(t, `\bx(\d)`, e.Changes[3].Describe())
	require.Equal(t, 3, e.Changes[3].Operation.(Rewrite).Count)
	require.Equal(t, Change{"p.go", 26, Split{[]FunctionCases{{"f", 2}, {"g", 1}}}}, e.Changes[4])
	require.Equal(t, Change{"q", 27, Lazy{4}}, e.Changes[5])
	require.Equal(t, Security, edits[1].Lane)
	require.Equal(t, []string{"only.go"}, edits[1].Added)
}

func TestParseRefuses(t *testing.T) {
	for text, message := range map[string]string{
		"lane: speed":                                      "before the first edit",
		"edit":                                             "words with hyphens",
		"edit A":                                           "words with hyphens",
		"edit a\nlane: fast\n":                             "no lane \"fast\"",
		"edit a\nlane speed\n":                             "key: value",
		"edit a\ncolour: red\n":                            "no \"colour\"",
		"edit a\nadd: ../x.go\n":                           "cannot be added",
		"edit a\nlane: speed\n more\n":                     "why or upstream only",
		"edit a\nlane: speed\n":                            "no \"why\"",
		header:                                             "does nothing",
		header + "--- a.go\n":                              "nothing is done in a.go",
		header + "--- /a.go\n a\n+b\n":                     "path of a file",
		header + "--- a.go\n a\n":                          "changes nothing",
		header + "--- a.go\n+a\n":                          "found by",
		header + "--- a.go\n- \n+a\n":                      "found by",
		header + "--- a.go\nx\n":                           "none of space",
		header + "--- a.go x0\n-a\n":                       "no count",
		header + "--- a.go ~1\n-(\n+x\n":                   "missing closing",
		header + "--- a.go ~1\n-a\n-b\n+x\n":               "one line with -",
		header + "--- a.go often\n-a\n":                    "none of x3",
		header + "--- a.go x2 more\n-a\n":                  "too much",
		header + "--- a.go !split f\n":                     "count of its cases",
		header + "--- a.go !lazy many\n":                   "no count",
		header + "--- a.go !lazy 1\n-a\n":                  "nothing below",
		header + "--- a.go\n-a\n\n" + header + "--- a\n-b": "two edits",
	} {
		_, err := Parse("a.edits", text)
		require.ErrorContains(t, err, message, text)
		require.ErrorContains(t, err, "a.edits:", text)
	}
}

// TestAnchorsMatchAsOftenAsTheySay: an edit whose anchor is missing, or stands there too often, changes nothing and
// says all that is needed to mend it; the others are tried, too.
func TestAnchorsMatchAsOftenAsTheySay(t *testing.T) {
	published := func() Files { return Files{"a.go": []byte("one\ntwo\ntwo\n\tthree\n")} }
	apply := func(changes string) (string, []Problem) {
		edits, err := Parse("goja/a.edits", header+changes)
		require.NoError(t, err)
		files := published()
		problems := Apply(files, edits, func(string) ([]byte, error) { return nil, errors.New("none") })
		return string(files["a.go"]), problems
	}
	for changes, want := range map[string]string{
		"--- a.go\n-one\n+1\n":                      "1\ntwo\ntwo\n\tthree\n",
		"--- a.go\n one\n two\n+2\n":                "one\ntwo\n2\ntwo\n\tthree\n",
		"--- a.go x2\n-two\n+2\n":                   "one\n2\n2\n\tthree\n",
		"--- a.go\n-\tthree\n":                      "one\ntwo\ntwo\n",
		"--- a.go\n-one\n+1\n\n-1\n+eins\n":         "eins\ntwo\ntwo\n\tthree\n",
		"--- a.go ~2\n-tw(o)\n+$1\n":                "one\no\no\n\tthree\n",
		"--- a.go\n+zero\n one\n":                   "zero\none\ntwo\ntwo\n\tthree\n",
		"--- a.go\n-one\n-two\n-two\n-\tthree\n+\n": "\n",
	} {
		got, problems := apply(changes)
		require.Empty(t, problems, changes)
		require.Equal(t, want, got)
	}
	for changes, found := range map[string]string{
		"--- a.go\n-four\n":                  "found 0 times, not 1",
		"--- a.go\n-hree\n":                  "found 0 times, not 1", // not a whole line
		"--- a.go\n two\n+x\n":               "found 2 times, not 1",
		"--- a.go ~1\n-two\n+x\n":            "found 2 times, not 1",
		"--- b.go\n-one\n":                   "no such file",
		"--- a.go\n-four\n\n-one\n+1\n":      "found 0 times, not 1",
		"--- a.go !lazy 1\n":                 "0 tables",
		"--- a.go !split f=1\n":              "expected 'package'",
		"add: a.go\n--- a.go\n-one\n+one1\n": "none",
	} {
		_, problems := apply(changes)
		require.Len(t, problems, 1, changes)
		text := problems[0].Error()
		for _, part := range []string{"goja/a.edits:", "edit name (speed) does not apply to ", "reason for the edit: it is slow", found} {
			require.Contains(t, text, part, changes)
		}
	}
}

// FuzzParse: any text is edits or an error, and edits do to any file what they say or nothing.
func FuzzParse(f *testing.F) {
	f.Add(header+"--- a.go\n-one\n+1\n", "one\ntwo\n")
	f.Add(header+"--- a.go ~1\n-(o)ne\n+$1\n--- a.go !split f=1\n--- . !lazy 1\n", "package p\nvar a = map[int]int{}\n")
	f.Fuzz(func(t *testing.T, text, file string) {
		edits, err := Parse("a.edits", text)
		if err != nil {
			return
		}
		for _, e := range edits {
			require.NotEmpty(t, e.Lane)
			require.NotEmpty(t, len(e.Changes)+len(e.Added))
			for _, c := range e.Changes {
				files := Files{"a.go": []byte(file)}
				c.Path = "a.go"
				if _, ok := c.Operation.(Lazy); ok {
					c.Path = "."
				}
				if c.apply(files, c.Path) != nil {
					require.Equal(t, file, string(files["a.go"]))
				}
			}
		}
	})
}
