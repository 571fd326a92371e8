package source

import (
	"strings"

	"simten.dev/engine/circuit"
)

// longestExpression bounds what Around gives, in bytes.
const longestExpression = 80

// Around gives the text at a place: the expression whose member stands there ("g[2]" before the out of g[2].out), ""
// when there is none, and the rest of the line.
func (s *Script) Around(p circuit.Place) (object, rest string) {
	if p.Line < 1 || p.Line > len(s.text.editors) {
		return "", ""
	}
	at := s.text.editorOffset(p)
	rest, _, _ = strings.Cut(s.Text[at:], "\n")
	if before, ok := strings.CutSuffix(s.Text[:at], "."); ok {
		object = memberChain(strings.TrimSuffix(before, "?"))
	}
	return object, rest
}

// memberChain is the chain of names, indexes and calls that text ends with; "" when it is long, or something else.
func memberChain(text string) string {
	i := len(text)
	for i > 0 && len(text)-i <= longestExpression {
		switch c := text[i-1]; {
		case isWordByte(c) || c == '.':
			i--
		case c == ']' || c == ')':
			open := map[byte]byte{']': '[', ')': '('}[c]
			depth := 0
			for i--; i >= 0; i-- {
				if text[i] == c {
					depth++
				} else if text[i] == open {
					if depth--; depth == 0 {
						break
					}
				}
			}
			if i < 0 {
				return ""
			}
		default:
			return text[i:]
		}
	}
	if i > 0 {
		return ""
	}
	return text
}
