package documents

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	// lineComment is a comment at the end of a line of code.
	lineComment = regexp.MustCompile(`\s(?://|/\*) (.*)$`)
	// riddle is a sentence that begins with What: its subject has no name. A question may.
	riddle = regexp.MustCompile("(?:^|[.:!?)|`*] +)(?:\\*\\*)?(What\\b[^.!?]*[.!?]?)")
	// hidden is a subject without a name within a sentence.
	hidden = regexp.MustCompile(`(?i)\b(?:that which|what cannot|what is needed of|is what it (?:is|was|gives))\b`)
	// nameless is the name of a test that begins with What.
	nameless = regexp.MustCompile(`^func (?:Test|Benchmark|Fuzz)What|\bt\.Run\("what\b|^\s*"what [^"]*":` +
		"|\\b(?:it|test|describe)(?:\\.\\w+)?\\(['\"`]what\\b")
	testFile = regexp.MustCompile(`(?:_test\.go|\.(?:test|spec)\.ts)$`)
	// item begins a paragraph of a document: a heading, an item of a list, a row of a table.
	item = regexp.MustCompile(`^\s*(?:#+|[-*+]|\d+\.|\|)\s+`)
)

// namelessSubjects lists the sentences of a document, or of the comments of a source, that begin with What and are no
// questions, or have another subject without a name: "the values that a lambda writes" says more than "what a lambda
// writes". The names of tests are such sentences, too.
func namelessSubjects(name, text string) []string {
	var problems []string
	for _, p := range paragraphs(name, text) {
		for _, sentence := range riddle.FindAllStringSubmatch(p.text, -1) {
			if !strings.HasSuffix(sentence[1], "?") {
				problems = append(problems, fmt.Sprintf("%s:%d: name the subject of %q", name, p.line, sentence[1]))
			}
		}
		for _, words := range hidden.FindAllString(p.text, -1) {
			problems = append(problems, fmt.Sprintf("%s:%d: say it without %q", name, p.line, words))
		}
	}
	if testFile.MatchString(name) {
		for i, line := range strings.Split(text, "\n") {
			if nameless.MatchString(line) {
				problems = append(problems, fmt.Sprintf("%s:%d: name the subject of the test", name, i+1))
			}
		}
	}
	return problems
}

// paragraph is some lines of prose, joined, and the number of the first.
type paragraph struct {
	line int
	text string
}

// paragraphs are those of a document, or of the comments of a source.
func paragraphs(name, text string) []paragraph {
	document := strings.HasSuffix(name, ".md")
	lines := strings.Split(text, "\n")
	if !document && !strings.HasSuffix(name, ".css") {
		emptyRawTexts(lines)
	}
	var all []paragraph
	fenced, open := false, false
	for i, line := range lines {
		prose, begins := line, false
		if document {
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			if fenced || strings.HasPrefix(line, "    ") && !open {
				prose = ""
			} else if mark := item.FindString(line); mark != "" {
				prose, begins = line[len(mark):], true
			}
		} else if comment := commentLine.FindStringSubmatch(line); comment != nil {
			prose = strings.TrimSuffix(comment[1], "*/")
			begins = strings.HasPrefix(strings.TrimSpace(line), "/*")
		} else {
			prose, begins = behindCode(line), true
		}
		prose = strings.TrimSpace(strings.TrimPrefix(prose, "*"))
		switch {
		case prose == "":
			open = false
		case open && !begins:
			all[len(all)-1].text += " " + prose
		default:
			all, open = append(all, paragraph{i + 1, prose}), true
		}
	}
	return all
}

// behindCode is the comment behind the code of a line. It is none within quotes.
func behindCode(line string) string {
	at := lineComment.FindStringSubmatchIndex(line)
	if at == nil || strings.Count(line[:at[0]], `"`)%2 == 1 {
		return ""
	}
	return line[at[2]:at[3]]
}

// emptyRawTexts empties the lines that are within raw texts. A quote in a comment begins none.
func emptyRawTexts(lines []string) {
	raw := false
	for i, line := range lines {
		if !raw && commentLine.MatchString(line) {
			continue
		}
		within := raw
		if strings.Count(line, "`")%2 == 1 {
			raw = !raw
		}
		if within {
			lines[i] = ""
		}
	}
}
