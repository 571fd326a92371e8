package documents

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// columns is how long a line of a comment or of a template may be. gofumpt does not break lines, and Biome breaks code
// only.
const columns = 120

var (
	// commentLine is a line that is a comment and nothing else, in Go, TypeScript or CSS.
	commentLine = regexp.MustCompile(`^\s*(?://|/\*|\*(?: |$))\s*(.*)$`)
	// rawText is a piece of a text that Go or TypeScript takes as it is: what looks like a comment in it is none.
	rawText = regexp.MustCompile("(?s)`[^`]*`")
	// attribute is the place before an attribute of a template, at which a line can be broken: within openTag.
	attribute = regexp.MustCompile(` [@.?]?[A-Za-z][\w-]*=(?:"|\$\{)`)
	openTag   = regexp.MustCompile(`<[a-z][\w-]*(\s(?:[^<>]|=>)*)?$`)
)

// longTags lists the lines of templates in a TypeScript source that are longer than columns and can be broken between
// the attributes of a tag. Texts and expressions of a template stay in one line: a break would be in the page.
func longTags(name, text string) []string {
	var problems []string
	for i, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) <= columns {
			continue
		}
		margin := len(line) - len(strings.TrimLeft(line, " ")) + len("<button ")
		for _, at := range attribute.FindAllStringIndex(line, -1) {
			if at[0] > margin && at[0] <= columns && openTag.MatchString(line[:at[0]]) {
				problems = append(problems, fmt.Sprintf("%s:%d: a tag of more than %d columns", name, i+1, columns))
				break
			}
		}
	}
	return problems
}

// longComments lists the lines of comments in a source that are longer than columns. A line of one word, such as an
// address, cannot be broken.
func longComments(name, text string) []string {
	var problems []string
	if !strings.HasSuffix(name, ".css") {
		text = withoutRawTexts(text)
	}
	for i, line := range strings.Split(text, "\n") {
		comment := commentLine.FindStringSubmatch(line)
		if comment == nil || utf8.RuneCountInString(line) <= columns || !strings.Contains(comment[1], " ") {
			continue
		}
		problems = append(problems, fmt.Sprintf("%s:%d: a comment of more than %d columns", name, i+1, columns))
	}
	return problems
}

// withoutRawTexts empties raw texts, and keeps the numbers of lines. A quote in a comment begins none.
func withoutRawTexts(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if commentLine.MatchString(line) && utf8.RuneCountInString(line) <= columns {
			lines[i] = ""
		}
	}
	return rawText.ReplaceAllStringFunc(strings.Join(lines, "\n"), func(raw string) string {
		return strings.Repeat("\n", strings.Count(raw, "\n"))
	})
}
