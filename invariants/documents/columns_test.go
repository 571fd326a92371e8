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

func TestCommentsKeepToTheColumns(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	var problems []string
	read := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (slices.Contains(skipped, d.Name()) && name != "wasm/build" || d.Name() == "testdata" ||
				strings.HasPrefix(d.Name(), ".") && name != ".") {
				return fs.SkipDir
			}
			return err
		}
		if !slices.Contains([]string{".go", ".ts", ".css"}, path.Ext(name)) || strings.Contains(name, ".gen.") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		read++
		problems = append(problems, longComments(name, string(text))...)
		top, _, _ := strings.Cut(name, "/")
		if slices.Contains([]string{"app-site", "embed", "sandbox-site"}, top) && path.Ext(name) == ".ts" && !testFile.MatchString(name) {
			problems = append(problems, longTags(name, string(text))...)
		}
		return err
	})
	require.NoError(t, err)
	require.Greater(t, read, 1000)
	require.Empty(t, problems, strings.Join(problems, "\n"))
}

func TestLongCommentsAreFound(t *testing.T) {
	words := strings.Repeat("word ", 30)
	for name, c := range map[string]struct {
		file, text string
		found      int
	}{
		"Go":                  {"a.go", "\t// " + words, 1},
		"TypeScript":          {"a.ts", "/**\n * " + words + "\n */\n/* " + words + "*/", 2},
		"CSS":                 {"a.css", "/* " + words + "*/", 1},
		"short":               {"a.go", "// " + words[:100], 0},
		"wide characters":     {"a.go", "// " + strings.Repeat("ä ", 55), 0},
		"an address":          {"a.go", "// https://" + strings.Repeat("x", 130), 0},
		"code":                {"a.ts", "const a = '" + words + "'", 0},
		"a text of Go":        {"a.go", "var s = `\n// " + words + "\n`", 0},
		"a rule in a text":    {"a.ts", "const s = css`\n* { " + words + "}\n`", 0},
		"a quote in comments": {"a.go", "// a ` here\n// " + words, 1},
	} {
		t.Run(name, func(t *testing.T) {
			require.Len(t, longComments(c.file, c.text), c.found)
		})
	}
}

func TestLongTagsAreFound(t *testing.T) {
	words := strings.Repeat("word ", 24)
	for name, c := range map[string]struct {
		text  string
		found int
	}{
		"a tag":                 {"  html`<button class=\"plain\" aria-label=\"" + words + "\">`", 1},
		"a tag with a function": {"  html`<button type=\"button\" @click=${() => a} title=\"" + words + "\">`", 1},
		"a broken tag":          {"  html`<button class=\"plain\"\n    aria-label=\"" + words + "\">`", 0},
		"a text":                {"  html`<p>" + words + "</p>`", 0},
		"code":                  {"  const a = '" + words + "', b=\"c\"", 0},
	} {
		t.Run(name, func(t *testing.T) {
			require.Len(t, longTags("a.ts", c.text), c.found)
		})
	}
}
