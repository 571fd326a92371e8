package source

import (
	"strconv"
	"unicode/utf8"
)

// kind is the class of a scanned token.
type kind uint8

const (
	word     kind = iota // identifier or keyword
	number               // numeric literal
	text                 // string literal, or a template without substitutions
	template             // piece of a template with substitutions
	pattern              // regular expression
	mark                 // punctuator
)

// scanned is one token of the user's text; newline says that a line ends before it.
type scanned struct {
	start, end int
	kind       kind
	newline    bool
}

// scan splits TypeScript into tokens. It is only as exact as the limits and the search for a specifier
// need: it tells a regular expression from a division by the token before it, and never fails.
func scan(src string) []scanned {
	tokens := make([]scanned, 0, len(src)/4+8)
	var braces []bool // for every open brace: whether it is the ${ of a template
	newline := false
	add := func(start, end int, k kind) {
		tokens = append(tokens, scanned{start, end, k, newline})
		newline = false
	}
	// templateFrom scans template characters from i and reports where they end and whether a
	// substitution opens there.
	templateFrom := func(i int) (int, bool) {
		for i < len(src) {
			switch src[i] {
			case '\\':
				i++
			case '`':
				return i + 1, false
			case '$':
				if i+1 < len(src) && src[i+1] == '{' {
					return i + 2, true
				}
			}
			i++
		}
		return len(src), false
	}
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			newline = true
			i++
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' && src[i] != '\r' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			i += 2
			for i < len(src) && !(src[i] == '*' && i+1 < len(src) && src[i+1] == '/') {
				if src[i] == '\n' {
					newline = true
				}
				i++
			}
			i = min(i+2, len(src))
		case c == '"' || c == '\'':
			j := i + 1
			for j < len(src) && src[j] != c && src[j] != '\n' {
				if src[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(src))
			add(i, j, text)
			i = j
		case c == '`':
			j, open := templateFrom(i + 1)
			if open {
				braces = append(braces, true)
				add(i, j, template)
			} else {
				add(i, j, text)
			}
			i = j
		case c == '{':
			braces = append(braces, false)
			add(i, i+1, mark)
			i++
		case c == '}':
			inTemplate := false
			if n := len(braces); n > 0 {
				inTemplate = braces[n-1]
				braces = braces[:n-1]
			}
			if !inTemplate {
				add(i, i+1, mark)
				i++
				break
			}
			j, open := templateFrom(i + 1)
			if open {
				braces = append(braces, true)
			}
			add(i, j, template)
			i = j
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
			j := i + 1
			for j < len(src) && (isWordByte(src[j]) || src[j] == '.' ||
				(src[j] == '+' || src[j] == '-') && (src[j-1] == 'e' || src[j-1] == 'E') && src[i] != '0') {
				j++
			}
			add(i, j, number)
			i = j
		case isWordByte(c) || c == '#' || c == '@' || c == '\\':
			j := i + 1
			for j < len(src) && (isWordByte(src[j]) || src[j] == '\\') {
				j++
			}
			add(i, j, word)
			i = j
		case c == '/' && startsPattern(src, tokens):
			j, class := i+1, false
			for j < len(src) && src[j] != '\n' && (src[j] != '/' || class) {
				switch src[j] {
				case '\\':
					j++
				case '[':
					class = true
				case ']':
					class = false
				}
				j++
			}
			j = min(j+1, len(src))
			for j < len(src) && isWordByte(src[j]) {
				j++
			}
			add(i, j, pattern)
			i = j
		default:
			n := markLength(src[i:])
			add(i, i+n, mark)
			i += n
		}
	}
	return tokens
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

// markLength is the length of the punctuator at the start of s. Only those that change the meaning
// of the limits are joined: => must not read as an assignment, and ?. not as a condition.
func markLength(s string) int {
	for _, m := range [...]string{">>>", "===", "!==", "...", "=>", "?.", "??", "&&", "||", "**", "++", "--", "==", "!=", "<=", ">=", "<<", ">>"} {
		if len(s) >= len(m) && s[:len(m)] == m {
			return len(m)
		}
	}
	return 1
}

// startsPattern reports whether a slash after these tokens begins a regular expression.
func startsPattern(src string, tokens []scanned) bool {
	if len(tokens) == 0 {
		return true
	}
	t := tokens[len(tokens)-1]
	switch t.kind {
	case number, text, pattern:
		return false
	case template:
		return src[t.end-1] == '{'
	case word:
		switch src[t.start:t.end] {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "do", "else", "yield", "await":
			return true
		}
		return false
	}
	switch src[t.start:t.end] {
	case ")", "]", "}", "++", "--":
		return false
	}
	return true
}

// unclosed returns the index of the innermost bracket that is never closed, -1 when there is none.
func unclosed(src string, tokens []scanned) int {
	var open []int
	for i, t := range tokens {
		switch {
		case opens(src, t) && !closes(src, t):
			open = append(open, i)
		case closes(src, t) && !opens(src, t) && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// opens reports whether the token opens a bracket; the middle piece of a template closes one and
// opens the next.
func opens(src string, t scanned) bool {
	switch t.kind {
	case template:
		return src[t.end-1] == '{'
	case mark:
		c := src[t.start]
		return c == '(' || c == '[' || c == '{'
	}
	return false
}

func closes(src string, t scanned) bool {
	switch t.kind {
	case template:
		return src[t.start] == '}'
	case mark:
		c := src[t.start]
		return c == ')' || c == ']' || c == '}'
	}
	return false
}

func quoted(s string) string { return strconv.Quote(s) }

func itoa(n int) string { return strconv.Itoa(n) }
