package documents

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentencesNameTheirSubject(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	var problems []string
	read := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (slices.Contains(skipped, d.Name()) && name != "wasm/build" ||
				strings.HasPrefix(d.Name(), ".") && name != ".") {
				return fs.SkipDir
			}
			return err
		}
		if !slices.Contains([]string{".go", ".ts", ".css", ".md"}, path.Ext(name)) || strings.Contains(name, ".gen.") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		read++
		problems = append(problems, namelessSubjects(name, string(text))...)
		return err
	})
	require.NoError(t, err)
	require.Greater(t, read, 1000)
	require.Empty(t, problems, strings.Join(problems, "\n"))
}

func TestNamelessSubjectsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		found      int
	}{
		"a comment":             {"a.go", "// What comes back is data.\n", 1},
		"over two lines":        {"a.go", "// It writes. What\n// comes back is data.\n", 1},
		"a second sentence":     {"a.go", "// f calls. What it gives is data.\nfunc f() {}\n", 1},
		"behind code":           {"a.go", "x := 1 // What it is\n", 1},
		"a block":               {"a.ts", "/** What it is. */\nconst a = 1\n/**\n * What it is not.\n */\n", 2},
		"CSS":                   {"a.css", "/* What floats. */", 1},
		"a heading":             {"a.md", "## What is written\n", 1},
		"an item":               {"a.md", "- One.\n- What else there is\n", 1},
		"a cell":                {"a.md", "| a | b. What is not listed is denied. |\n", 1},
		"bold":                  {"a.md", "It is so. **What** else\n", 1},
		"a question":            {"a.md", "What is it? It is that.\n", 0},
		"within a sentence":     {"a.go", "// It tells what comes back. Whatever that is.\n", 0},
		"a text":                {"a.go", "s := \"// What it does\"\n", 0},
		"a raw text":            {"a.ts", "const s = `\n// What it does\n`\n", 0},
		"code in a document":    {"a.md", "```\n// What it does\n```\n\n    // What it does\n", 0},
		"a name in a paragraph": {"a.go", "// WhatIf is a name.\n", 0},
		"a hidden subject":      {"a.go", "// f refuses what\n// cannot be read.\n", 1},
		"that which":            {"a.md", "It is that which is needed.\n", 1},
		"a test":                {"a_test.go", "func TestWhatIsRead(t *testing.T) {}\n", 1},
		"a test of a table":     {"a_test.go", "\t\t\"what is read\": {1},\n", 1},
		"a test in TypeScript":  {"a.test.ts", "it('" + "what is read', () => {})\ntest.only(`" + "what is not`)\n", 2},
		"a named test":          {"a_test.go", "func TestRead(t *testing.T) { t.Run(\"a\", nil) }\n", 0},
		"a text of a program":   {"a.ts", "const words = it('" + "what is read')\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			require.Len(t, namelessSubjects(c.file, c.text), c.found)
		})
	}
}
