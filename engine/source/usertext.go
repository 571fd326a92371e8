package source

import (
	"sort"
	"strings"
)

// UserText is the user's own text of a function or class whose code stands in Code, with its types and comments; ok is
// false when Code does not have it.
func (s *Script) UserText(code string) (text string, ok bool) {
	start := strings.Index(s.Code, code)
	if start < 0 || code == "" || len(s.segments) == 0 {
		return "", false
	}
	first, ok1 := s.textOffset(s.cleanOffset(start))
	last, ok2 := s.textOffset(s.lastClean(start, start+len(code)))
	if !ok1 || !ok2 || last < first {
		return "", false
	}
	tokens := scan(s.Text)
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].start >= first })
	if i == len(tokens) {
		return "", false
	}
	word := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return s.Text[tokens[i].start:tokens[i].end]
	}
	// An only parameter stands without its parentheses in the code, and is where the function begins there.
	if bareParameter().MatchString(code) && word(i) != "async" && word(i-1) == "(" && word(i+1) != "=>" {
		i--
	}
	if strings.HasPrefix(code, "async") && word(i) != "async" && word(i-1) == "async" {
		i--
	}
	begin, end, depth := tokens[i].start, first, 0
	// Brackets that esbuild leaves out, as around the body of an arrow function, are closed behind the last token that it
	// keeps.
	for ; i < len(tokens) && (tokens[i].start <= last || depth > 0); i++ {
		t := tokens[i]
		opening, closing := opens(s.Text, t), closes(s.Text, t)
		if closing && !opening && depth == 0 {
			break
		}
		if opening && !closing {
			depth++
		} else if closing && !opening {
			depth--
		}
		end = t.end
	}
	return s.Text[begin:end], end > begin
}

var bareParameter = Expression(`^(?:async )?[\p{L}_$][\p{L}\p{N}_$]*=>`)

// lastClean is the offset in the clean script of the last character between two offsets of Code that is no inserted
// text.
func (s *Script) lastClean(start, end int) int {
	for i := len(s.edits) - 1; i >= 0; i-- {
		e := s.edits[i]
		if e.codeStart < end && end <= e.codeStart+len(e.text) { // the code ends in inserted text
			end = e.codeStart
		}
	}
	return s.cleanOffset(max(start, end-1))
}
