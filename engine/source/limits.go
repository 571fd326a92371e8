package source

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// Limits on the shape of the text. Both parsers recurse over nesting without a bound of their own, and
// in WebAssembly the browser's stack ends after about 500 nested functions or 1,000 brackets.
const (
	maxNesting   = 200   // brackets, template substitutions and arrows around one token
	maxArrows    = 40    // arrows in a row: a => b => c; esbuild takes time with their cube
	maxChain     = 1500  // weight of the operators and brackets around one token; see operatorWeight
	maxElse      = 400   // else-ifs in a row
	maxPrefix    = 50    // statements nested without braces: for (…) for (…) …
	maxNamespace = 50    // dots in a namespace name; esbuild's time grows with their cube
	maxDefaults  = 12    // default values inside default values; goja parses parameters twice
	maxSequence  = 3000  // expressions joined by the comma operator; esbuild's time grows with their square
	maxNumber    = 40000 // characters of a number; reading takes time with their square
	maxRepeated  = 100   // declarations of names that the block has already; esbuild's time grows with their square
	maxExpansion = 1 << 20
)

// bracketWeight is what an open bracket adds to the weight of a chain of operators.
const bracketWeight = 5

// level is what has been counted since the last separator inside one pair of brackets.
type level struct {
	chain, arrows, elses, prefix int

	assigned bool // there is a = in this item
	list     bool // commas separate items of a list, not expressions
	commas   int

	declared map[string]bool // by let, const and class
	repeated int             // declarations of what was declared before
}

// checkLimits refuses text that is short but makes a parser recurse or its output grow without bound.
func (s *Script) checkLimits(tokens []scanned) *circuit.Diagnostic {
	src := s.Text
	tooDeep := func(t scanned, format string, args ...any) *circuit.Diagnostic {
		d := s.problemAt(circuit.CodeNestedTooDeeply, t.start, t.end, fmt.Sprintf(format, args...))
		return &d
	}
	enums := map[string]int{}
	levels := []level{{}}
	depth := 0    // open brackets and the arrows between them
	defaults := 0 // open levels with a = in the current item
	chain := 0    // sum of all open levels' chain, the weight that is on the stack
	for i, t := range tokens {
		top := &levels[len(levels)-1]
		if closes(src, t) && len(levels) > 1 {
			depth -= top.arrows + 1
			defaults -= one(top.assigned)
			chain -= top.chain
			levels = levels[:len(levels)-1]
			top = &levels[len(levels)-1]
		}
		if opens(src, t) {
			depth++
			levels = append(levels, level{list: opensList(src, tokens, i)})
			if defaults > maxDefaults {
				return tooDeep(t, "default values are nested more than %d levels deep; give the inner functions names of their own", maxDefaults)
			}
			if depth > maxNesting {
				return tooDeep(t, "this is nested more than %d levels deep; give the inner parts names of their own", maxNesting)
			}
			continue
		}
		w := src[t.start:t.end]
		if separates(src, tokens, i) {
			depth -= top.arrows
			defaults -= one(top.assigned)
			chain -= top.chain
			*top = level{elses: top.elses, prefix: top.prefix, list: top.list, commas: top.commas, declared: top.declared, repeated: top.repeated}
		}
		if name, ok := declares(src, tokens, i); ok {
			if top.declared == nil {
				top.declared = map[string]bool{}
			}
			if top.declared[name] {
				top.repeated++
			}
			top.declared[name] = true
			if top.repeated > maxRepeated {
				d := s.problemAt(circuit.CodeSyntax, tokens[i+1].start, tokens[i+1].end, fmt.Sprintf("the name %s is declared in this block already", name))
				return &d
			}
		}
		switch {
		case t.kind == number && len(w) > maxNumber:
			return tooDeep(t, "this number has %v characters, more than %v; no bus is that wide", limits.Count(len(w)), limits.Count(maxNumber))
		case w == ",":
			if top.commas++; top.commas > maxSequence && !top.list {
				return tooDeep(t, "more than %d expressions joined by commas; end them with semicolons", maxSequence)
			}
		case w == ";":
			top.commas = 0
		case w == "=" && !top.assigned:
			top.assigned = true
			defaults++
		case w == "=>":
			top.arrows++
			if depth++; depth > maxNesting || top.arrows > maxArrows {
				return tooDeep(t, "this is nested more than %d levels deep; give the inner parts names of their own", maxNesting)
			}
		case t.kind == mark || t.kind == word && operatorWords[w]:
			w := operatorWeight(src, tokens, i)
			top.chain += w
			if chain += w; chain+bracketWeight*depth > maxChain {
				return tooDeep(t, "this expression has too many operators; split it, or build it with a loop")
			}
		case w == "else":
			if i+1 < len(tokens) && src[tokens[i+1].start:tokens[i+1].end] == "if" {
				if top.elses++; top.elses > maxElse {
					return tooDeep(t, "more than %d else-ifs in a row; use a table or switch", maxElse)
				}
			} else {
				top.elses = 0
			}
		case statementWords[w]:
			before := ""
			if i > 0 {
				before = src[tokens[i-1].start:tokens[i-1].end]
			}
			if before == "else" && w == "if" {
				break // counted with the else
			}
			if before == ")" || before == "else" || before == "do" || before == ":" {
				if top.prefix++; top.prefix > maxPrefix {
					return tooDeep(t, "more than %d statements nested without braces; use functions", maxPrefix)
				}
			} else {
				top.prefix = 0
			}
		case w == "namespace" || w == "module":
			if n := dottedName(src, tokens[i+1:]); n > maxNamespace {
				return tooDeep(t, "this namespace name has %d parts, more than %d; shorten it", n, maxNamespace)
			}
		case w == "enum":
			if d := s.checkEnum(tokens[i+1:], enums); d != nil {
				return d
			}
		}
	}
	return nil
}

// operatorWords are the words that join or prefix operands.
var operatorWords = map[string]bool{
	"typeof": true, "void": true, "delete": true, "new": true, "await": true, "yield": true, "in": true, "instanceof": true,
	"as": true, "satisfies": true, "extends": true, "keyof": true, "infer": true, "readonly": true, "is": true, "asserts": true,
	"unique": true, "of": true,
}

var statementWords = map[string]bool{"for": true, "while": true, "do": true, "if": true, "with": true, "try": true, "switch": true}

// operatorWeight is how much stack an operator takes: 1 for one that parsers take in a loop, 2 for a
// call or one half of a condition, 4 for one they recurse on: prefix operators, assignments, powers.
func operatorWeight(src string, tokens []scanned, i int) int {
	w := src[tokens[i].start:tokens[i].end]
	switch w {
	case ".", "}":
		return 1
	case "?.", ")", "]", "?", ":":
		return 2
	case "=", "**", "<":
		return 4
	}
	if w == "new" {
		return 8
	}
	if tokens[i].kind == word || i == 0 {
		return 4
	}
	before := tokens[i-1]
	if before.kind == mark && !closes(src, before) {
		return 4 // an operator after an operator is a prefix
	}
	return 1
}

// separates reports whether token i begins a new list item or statement.
func separates(src string, tokens []scanned, i int) bool {
	t := tokens[i]
	if t.kind == mark {
		return src[t.start] == ',' || src[t.start] == ';'
	}
	if i == 0 || t.kind == template && src[t.start] == '}' {
		return false
	}
	if t.kind == word && operatorWords[src[t.start:t.end]] {
		return false
	}
	before := tokens[i-1]
	switch before.kind {
	case mark:
		return t.newline && closes(src, before) || src[before.start] == '}'
	case word:
		return t.newline && !operatorWords[src[before.start:before.end]]
	}
	return t.newline && before.kind != template
}

// opensList reports whether the commas inside the bracket at token i separate the items of an array,
// of an object or of a call, which parsers keep as a list.
func opensList(src string, tokens []scanned, i int) bool {
	t := tokens[i]
	if t.kind == template {
		return false
	}
	before := scanned{}
	if i > 0 {
		before = tokens[i-1]
	}
	w := src[before.start:before.end]
	switch src[t.start] {
	case '[':
		return true
	case '(': // of a call
		return i > 0 && (before.kind == word && !operatorWords[w] || before.kind == mark && closes(src, before))
	}
	switch before.kind { // { of an object or of a block
	case mark:
		return w != ")" && w != "=>" && w != ";" && w != "{" && w != "}"
	case word:
		return w == "return" || w == "default" || w == "enum" || operatorWords[w] || i > 1 && src[tokens[i-2].start:tokens[i-2].end] == "enum"
	}
	return true
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// declares reports whether token i begins a declaration by let, const or class, and of what. It sees the first name of
// a statement only, and rather none than one that is none: declaring a name again is an error in any case.
func declares(src string, tokens []scanned, i int) (name string, ok bool) {
	if i+2 >= len(tokens) || tokens[i].kind != word || tokens[i+1].kind != word {
		return "", false
	}
	switch src[tokens[i].start:tokens[i].end] {
	case "let", "const", "class":
	default:
		return "", false
	}
	begins := i == 0 || separates(src, tokens, i)
	if !begins {
		switch before := tokens[i-1]; src[before.start:before.end] {
		case ";", "{", "export":
			begins = true
		}
	}
	name = src[tokens[i+1].start:tokens[i+1].end]
	switch name {
	case "enum", "extends", "implements", "in", "of", "instanceof", "as", "satisfies":
		return "", false
	}
	return name, begins
}

// dottedName counts the parts of the name at the start of tokens.
func dottedName(src string, tokens []scanned) int {
	n := 0
	for i := 0; i < len(tokens); i += 2 {
		if tokens[i].kind != word {
			break
		}
		n++
		if i+1 >= len(tokens) || src[tokens[i+1].start:tokens[i+1].end] != "." {
			break
		}
	}
	return n
}

// checkEnum bounds the text of string members that repeat earlier ones: esbuild writes every member out.
// tokens begins after the word enum; lengths has the text length of the members so far, 0 for numbers,
// by name alone, since enums may refer to each other.
func (s *Script) checkEnum(tokens []scanned, lengths map[string]int) *circuit.Diagnostic {
	src := s.Text
	if len(tokens) < 2 || tokens[0].kind != word || src[tokens[1].start:tokens[1].end] != "{" {
		return nil
	}
	total, depth := 0, 1
	name, length, value := "", 0, false
	members := map[string]bool{}
	for _, t := range tokens[2:] {
		w := src[t.start:t.end]
		// esbuild tells each repetition, and takes the longer for each the more there are.
		if depth == 1 && !value && name == "" && t.kind != mark {
			if members[unquote(w)] {
				d := s.problemAt(circuit.CodeSyntax, t.start, t.end, fmt.Sprintf("the member %s stands in this enum already", w))
				return &d
			}
			members[unquote(w)] = true
		}
		switch {
		case opens(src, t) && !closes(src, t):
			depth++
		case closes(src, t) && !opens(src, t):
			depth--
		}
		switch {
		case depth == 0 || depth == 1 && w == ",":
			lengths[name] = max(lengths[name], length)
			total += length
			name, length, value = "", 0, false
		case depth == 1 && !value && w == "=":
			value = true
		case !value && name == "":
			name = unquote(w)
		case t.kind == text:
			length += len(w) + lengths[unquote(w)] // a member may be named by a string: E['A']
		case t.kind == template:
			length += len(w)
		case t.kind == word:
			length += lengths[w]
		}
		if total+length > maxExpansion {
			d := s.problemAt(circuit.CodeExpansion, t.start, t.end, fmt.Sprintf(
				"the members of this enum grow beyond %v bytes; write the text out, or compute it with a function", limits.Count(maxExpansion)))
			return &d
		}
		if depth == 0 {
			return nil
		}
	}
	return nil
}

func unquote(w string) string {
	if len(w) >= 2 && (w[0] == '"' || w[0] == '\'' || w[0] == '`') {
		return w[1 : len(w)-1]
	}
	return w
}
