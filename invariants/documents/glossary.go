package documents

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// glossary is the page whose tables say where each concept is, in the third column: files, identifiers, and phrases of
// comments in quotation marks.
const glossary = "docs/glossary.md"

var (
	// identifier is a name of Go or TypeScript, perhaps behind those of its package or type.
	identifier = regexp.MustCompile(`^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)$`)
	word       = regexp.MustCompile(`[A-Za-z_]\w*`)
	phrase     = regexp.MustCompile(`"([^"]+)"`)
	// breakOfComment is where a comment goes on in the next line.
	breakOfComment = regexp.MustCompile(`\n[\t ]*(?://|\*)?[\t ]*`)
)

// checkGlossary lists what the third column of the glossary names and the repository does not have. Files stand there
// without their folder, or with a part of it.
func (t *tree) checkGlossary() ([]string, error) {
	text, err := os.ReadFile(filepath.Join(t.root, filepath.FromSlash(glossary)))
	if err != nil {
		return nil, err
	}
	words, prose := map[string]bool{}, make([]string, len(t.sources))
	for i, source := range t.sources {
		for _, w := range word.FindAllString(source, -1) {
			words[w] = true
		}
		prose[i] = breakOfComment.ReplaceAllString(source, " ")
	}
	says := func(phrase string) bool {
		for _, text := range prose {
			if strings.Contains(text, phrase) {
				return true
			}
		}
		return false
	}
	var problems []string
	for i, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			continue
		}
		problem := func(name string) {
			problems = append(problems, fmt.Sprintf("%s:%d: there is no %s", glossary, i+1, name))
		}
		for _, m := range code.FindAllStringSubmatch(cells[3], -1) {
			name := identifier.FindStringSubmatch(m[1])
			switch {
			case fileLike.MatchString(m[1]):
				if !t.ends(m[1]) {
					problem(m[1])
				}
			case name != nil && !words[name[1]] && !t.ends(m[1]):
				problem(m[1])
			case strings.Contains(m[1], "/") && !strings.Contains(m[1], "*") && !t.ends(m[1]):
				problem(m[1])
			}
		}
		for _, m := range phrase.FindAllStringSubmatch(cells[3], -1) {
			if !says(m[1]) {
				problem(m[0])
			}
		}
	}
	return problems, nil
}
