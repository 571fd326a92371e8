package source

import (
	"fmt"

	"simten.dev/engine/circuit"
)

// phased finds `import source x from` and `import defer * as x from`. The transpiler takes them for plain imports, but
// the first means a module that is not run, and the second one that runs later: a circuit would get something else
// than it asks for.
func (s *Script) phased(tokens []scanned) []circuit.Diagnostic {
	var list []circuit.Diagnostic
	is := func(i int, what string) bool {
		return i < len(tokens) && s.Text[tokens[i].start:tokens[i].end] == what
	}
	for i := range tokens {
		if tokens[i].kind != word || !is(i, "import") || i+3 >= len(tokens) {
			continue
		}
		// A property may be called import; "import source from 'x'" names what it imports source.
		if i > 0 && (is(i-1, ".") || is(i-1, "?.")) {
			continue
		}
		phase := i + 1
		next := phase + 1
		if !is(phase, "source") && !is(phase, "defer") || !(is(next, "*") || tokens[next].kind == word) {
			continue
		}
		if is(next, "from") && !is(next+1, "from") {
			continue
		}
		list = append(list, s.problemAt(circuit.CodeUnsupportedSyntax, tokens[i].start, tokens[phase].end, fmt.Sprintf(
			"there is no import %[1]s in circuit source; leave out the word %[1]s", s.Text[tokens[phase].start:tokens[phase].end])))
	}
	return list
}
