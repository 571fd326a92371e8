package source

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/circuit"
)

// syntaxError is one error of esbuild's parser, and what is known about the text around it.
type syntaxError struct {
	script *Script
	tokens []scanned
	text   string // esbuild's words
	at     int    // byte where it stopped
	token  int    // the token that stands there, or after it; len(tokens) at the end of the text
}

// explained says in the words of somebody who writes circuits what a parser's error means. It gives nil when there is
// nothing better than the parser's own words.
func (s *Script) explained(m api.Message, tokens []scanned) []circuit.Diagnostic {
	if m.Location == nil {
		return nil
	}
	at, ok := s.text.offset(m.Location.Line, m.Location.Column+1)
	if !ok {
		return nil
	}
	token, _ := slices.BinarySearchFunc(tokens, at, func(t scanned, at int) int { return t.end - 1 - at })
	e := &syntaxError{script: s, tokens: tokens, text: m.Text, at: at, token: token}
	for _, explain := range []func() []circuit.Diagnostic{
		e.lookalike, e.otherLanguage, e.foreignNumber, e.openText, e.openComment(m), e.equalSigns, e.semicolon, e.nameMissing,
		e.foreignSign, e.badName, e.bitRange, e.closedEarly, e.colonMissing, e.bracket, e.declaredTwice(m), e.misplaced,
	} {
		if list := explain(); len(list) > 0 {
			return list
		}
	}
	return nil
}

func (e *syntaxError) say(start, end int, message, suggestion string) []circuit.Diagnostic {
	d := e.script.problemAt(circuit.CodeSyntax, start, end, message)
	d.Suggestion = suggestion
	return []circuit.Diagnostic{d}
}

// word is the text of token i; "" when there is none.
func (e *syntaxError) word(i int) string {
	if i < 0 || i >= len(e.tokens) {
		return ""
	}
	return e.script.Text[e.tokens[i].start:e.tokens[i].end]
}

// lookalikes are characters that word processors and web pages put in the place of others.
var lookalikes = map[rune]string{
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '´': "'", '“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`,
	'–': "-", '—': "-", '−': "-", '×': "*", '÷': "/", '≤': "<=", '≥': ">=", '≠': "!==", '→': "=>", '⇒': "=>", '…': "...",
	'，': ",", '；': ";", '：': ":", '（': "(", '）': ")", '｛': "{", '｝': "}", '［': "[", '］': "]", '．': ".",
}

func (e *syntaxError) lookalike() []circuit.Diagnostic {
	r, size := utf8.DecodeRuneInString(e.script.Text[e.at:])
	if isInvisible(r) {
		return e.say(e.at, e.at+size, fmt.Sprintf("the invisible character U+%04X stands here", r), "Delete it.")
	}
	plain, ok := lookalikes[r]
	if !ok {
		return nil
	}
	message := fmt.Sprintf("%c looks like %s, but is another character", r, plain)
	suggestion := "Write " + plain + " instead."
	if plain == "'" || plain == `"` {
		message = fmt.Sprintf("%c is a typographic quote, which cannot begin or end a text here", r)
		suggestion = "Write " + plain + " instead, at both ends."
	}
	return e.say(e.at, e.at+size, message, suggestion)
}

// foreignWords begin statements of hardware description languages that are none of TypeScript.
var foreignWords = map[string]string{
	"assign": "logic", "wire": "logic", "signal": "logic",
	"always": "clock", "always_ff": "clock", "always_comb": "logic", "always_latch": "clock", "initial": "clock", "process": "clock", "reg": "clock", "logic": "logic",
	"module": "whole", "endmodule": "whole", "entity": "whole", "architecture": "whole", "input": "whole", "output": "whole", "inout": "whole", "library": "whole",
}

var foreignAdvice = map[string]string{
	"logic": "Write logic as eval: ({ a, b }) => ({ y: a & b }), or join the ports of nodes in connect: a.to(b).",
	"clock": "Write what is remembered as state: { q: reg(8) }, and what a clock edge does as onTick: ({ q }) => ({ q: q + 1 }).",
	"whole": "Write circuit('Name', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) }).",
}

// otherLanguage finds a statement of Verilog or VHDL in the line of the error.
func (e *syntaxError) otherLanguage() []circuit.Diagnostic {
	first := min(e.token, len(e.tokens)-1)
	if first < 0 {
		return nil
	}
	for first > 0 && !e.tokens[first].newline {
		first--
	}
	for i := first; i <= e.token && i < len(e.tokens); i++ {
		kind, ok := foreignWords[e.word(i)]
		if !ok || e.tokens[i].kind != word || i > 0 && e.word(i-1) == "." {
			continue
		}
		if i+1 < len(e.tokens) {
			next := e.tokens[i+1]
			starts := next.kind == word || e.word(i+1) == "[" || e.word(i+1) == "@"
			if !starts && (e.word(i) != "endmodule" || !next.newline) || next.newline && e.word(i) != "endmodule" {
				continue
			}
		}
		return e.say(e.tokens[i].start, e.tokens[i].end, "This reads like Verilog or VHDL ("+quoted(e.word(i))+"): circuits are written in TypeScript", foreignAdvice[kind])
	}
	return nil
}

var foreignNumber = Expression(`^'([bodhBODH])([0-9a-fA-F_]+)`)

// foreignNumber finds a number such as 8'hFF in the line of the error.
func (e *syntaxError) foreignNumber() []circuit.Diagnostic {
	for i := min(e.token, len(e.tokens)-1); i > 0; i-- {
		quote := e.tokens[i]
		if quote.kind == text && e.tokens[i-1].kind == number && e.tokens[i-1].end == quote.start {
			if found := foreignNumber().FindStringSubmatch(e.script.Text[quote.start:]); found != nil {
				base := map[string]int{"b": 2, "o": 8, "d": 10, "h": 16}[strings.ToLower(found[1])]
				if n, ok := new(big.Int).SetString(strings.ReplaceAll(found[2], "_", ""), base); ok && len(found[2]) < 100 {
					start, end := e.tokens[i-1].start, quote.start+len(found[0])
					plain := map[int]string{2: "0b" + n.Text(2), 8: "0o" + n.Text(8), 10: n.String(), 16: "0x" + strings.ToUpper(n.Text(16))}[base]
					return e.say(start, end, e.script.Text[start:end]+" is a number of Verilog", "Write "+plain+".")
				}
			}
		}
		if quote.newline {
			break
		}
	}
	return nil
}

// openText places the report of a text that is not closed where the text begins.
func (e *syntaxError) openText() []circuit.Diagnostic {
	if e.text != "Unterminated string literal" && e.text != "Unterminated template literal" {
		return nil
	}
	for i := min(e.token, len(e.tokens)-1); i >= 0; i-- {
		if t := e.tokens[i]; t.kind == text && t.start <= e.at {
			quote, where := e.script.Text[t.start:t.start+1], " in its line"
			if quote == "`" {
				where = ""
			}
			return e.say(t.start, t.start+1, "the text that begins here is not closed"+where, "Write "+quote+" at its end.")
		}
	}
	return nil
}

// openComment places the report of a comment that is not closed where it begins.
func (e *syntaxError) openComment(m api.Message) func() []circuit.Diagnostic {
	return func() []circuit.Diagnostic {
		if !strings.HasPrefix(e.text, `Expected "*/"`) || len(m.Notes) == 0 || m.Notes[0].Location == nil {
			return nil
		}
		l := m.Notes[0].Location
		start, ok := e.script.text.offset(l.Line, l.Column+1)
		if !ok {
			return nil
		}
		return e.say(start, start+2, "the comment that begins here is not closed", "Write */ at its end.")
	}
}

// foreignSign finds signs of other languages: -> for an arrow, # before a comment, a comma twice.
func (e *syntaxError) foreignSign() []circuit.Diagnostic {
	before := e.token - 1
	switch {
	case e.text == `Unexpected ">"` && e.word(before) == "-":
		return e.say(e.tokens[before].start, e.at+1, "an arrow function is written with =>", "Write => instead of ->")
	case strings.HasPrefix(e.text, "Syntax error") && e.at > 0 && e.script.Text[e.at-1] == '#':
		return e.say(e.at-1, e.at, "a comment does not begin with #", "Write // instead.")
	case e.text == `Expected identifier but found ","` && (e.word(before) == "," || e.word(before) == "{"):
		return e.say(e.at, e.at+1, "a comma stands here without an entry before it", "Delete it.")
	}
	return nil
}

// digitFirst is what was meant as a name: neither a number in another base nor one with a dot.
var digitFirst = Expression(`^(?:[1-9]\d*|0)[\p{L}_$][\p{L}\p{N}_$]*$`)

var plainName = Expression(`^[\p{L}_$][\p{L}\p{N}_$]*$`)

// badName finds names that are none: with a dash, with a digit at the beginning, or words of the language.
func (e *syntaxError) badName() []circuit.Diagnostic {
	at := e.token
	switch {
	case strings.HasSuffix(e.text, `but found "-"`) && plainName().MatchString(e.word(at-1)) && plainName().MatchString(e.word(at+1)) && e.tokens[at-1].end == e.tokens[at].start && e.tokens[at].end == e.tokens[at+1].start:
		name := e.word(at-1) + "-" + e.word(at+1)
		return e.say(e.tokens[at-1].start, e.tokens[at+1].end, "a name cannot contain -", "Write "+strings.ReplaceAll(name, "-", "_")+", or for a port or node '"+name+"' with quotes.")
	case strings.HasPrefix(e.text, outMisread):
		return e.say(e.at, e.at+len("out"), "after << in a text with types, the name 'out' is read as a word of TypeScript", "Write (out), or use another name.")
	case strings.HasPrefix(e.text, "Syntax error") && at < len(e.tokens) && e.tokens[at].kind == number && digitFirst().MatchString(e.word(at)):
		return e.say(e.tokens[at].start, e.tokens[at].end, "a name cannot begin with a digit", "Write _"+e.word(at)+", or a word before the digits.")
	case strings.HasPrefix(e.text, "Expected identifier but found") && plainName().MatchString(e.word(at)):
		return e.say(e.tokens[at].start, e.tokens[at].end, quoted(e.word(at))+" is a word of the language and cannot be a name", "Write "+e.word(at)+"_ instead.")
	}
	return nil
}

// colonMissing finds the entry of an object that has no colon between its name and its value.
func (e *syntaxError) colonMissing() []circuit.Diagnostic {
	at := e.token
	if before := e.word(at - 2); !strings.HasPrefix(e.text, `Expected "}" but found "`) || before != "{" && before != "," || at >= len(e.tokens) ||
		e.tokens[at].kind == mark || e.tokens[at-1].kind != word || e.tokens[at].newline {
		return nil
	}
	return e.say(e.tokens[at].start, e.tokens[at].end, "something is missing between "+quoted(e.word(at-1))+" and "+quoted(e.word(at)),
		"Write "+e.word(at-1)+": "+e.word(at)+" for a value, or a comma between two names.")
}

// misplaced finds a sign that stands twice, and a colon without a name before it.
func (e *syntaxError) misplaced() []circuit.Diagnostic {
	if e.token < 1 || e.token >= len(e.tokens) || e.tokens[e.token].kind != mark {
		return nil
	}
	found, before := e.word(e.token), e.word(e.token-1)
	start, end := e.tokens[e.token].start, e.tokens[e.token].end
	switch {
	case e.text == "Unexpected "+quoted(found) && found == before:
		return e.say(start, end, quoted(found)+" stands here twice", "Delete one.")
	case e.text == "Unexpected "+quoted(found):
		return e.say(start, end, quoted(found)+" cannot follow "+quoted(before), "Something is missing between them, or one of them is too much.")
	case strings.HasPrefix(e.text, "Expected identifier but found") && found == ":":
		return e.say(start, end, "a name is missing before this colon", "Write which port, node or key is meant.")
	}
	return nil
}

// bitRange finds a[7:4].
func (e *syntaxError) bitRange() []circuit.Diagnostic {
	open := e.opener(e.token)
	if e.text != `Expected "]" but found ":"` || open < 1 || e.word(open) != "[" || open+2 != e.token {
		return nil
	}
	high, ok1 := new(big.Int).SetString(e.word(open+1), 10)
	low, ok2 := new(big.Int).SetString(e.word(e.token+1), 10)
	advice := "Write (a >> low) & mask in a lambda, or use a BitSlice node."
	if ok1 && ok2 && high.Cmp(low) >= 0 && high.IsInt64() && high.Int64() < 64 {
		width := uint(high.Int64()-low.Int64()) + 1
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), width), big.NewInt(1))
		advice = fmt.Sprintf("In a lambda write (%s >> %s) & 0x%x; as a node, BitSlice({ low: %s, high: %s }).", e.word(open-1), low, mask, low, high)
	}
	return e.say(e.tokens[open].start, e.tokens[e.token].end, "a range of bits is not written with a colon", advice)
}

// closedEarly finds an entry of an object behind the bracket that closed the object.
func (e *syntaxError) closedEarly() []circuit.Diagnostic {
	at := e.token
	if e.text != `Expected ")" but found ":"` || e.word(at-2) != "," || e.word(at-3) != "}" {
		return nil
	}
	closer := e.tokens[at-3]
	return e.say(closer.start, closer.end, "the object is closed here already, so that "+quoted(e.word(at-1)+":")+" stands outside of it", "Delete one }.")
}

// opener is the bracket that is open before token i, -1 when there is none.
func (e *syntaxError) opener(i int) int {
	return unclosed(e.script.Text, e.tokens[:min(i, len(e.tokens))])
}

// equalSigns finds the entries of an object that are written name = value.
func (e *syntaxError) equalSigns() []circuit.Diagnostic {
	if e.text != `Unexpected "="` {
		return nil
	}
	open := e.opener(e.token)
	if open < 0 || e.word(open) != "{" || e.isPattern(open) {
		return nil
	}
	var list []circuit.Diagnostic
	depth := 0
	for i := open + 1; i+1 < len(e.tokens) && depth >= 0; i++ {
		t := e.tokens[i]
		switch {
		case opens(e.script.Text, t) && !closes(e.script.Text, t):
			depth++
		case closes(e.script.Text, t) && !opens(e.script.Text, t):
			depth--
		case depth == 0 && t.kind == word && e.word(i+1) == "=" && (i-1 == open || e.word(i-1) == ","):
			sign := e.tokens[i+1]
			list = append(list, e.say(sign.start, sign.end, "in an object a colon stands after a name, not =", "Write "+e.word(i)+": …")...)
		}
	}
	return list
}

// isPattern reports that the braces from token open on take the parameter of a function apart, where = gives a default.
func (e *syntaxError) isPattern(open int) bool {
	depth := 0
	for i := open; i < len(e.tokens); i++ {
		switch t := e.tokens[i]; {
		case opens(e.script.Text, t) && !closes(e.script.Text, t):
			depth++
		case closes(e.script.Text, t) && !opens(e.script.Text, t):
			depth--
		}
		if depth > 0 {
			continue
		}
		for i++; e.word(i) == ")"; i++ {
		}
		return e.word(i) == ":" || e.word(i) == "=" || e.word(i) == "=>"
	}
	return false
}

// semicolon finds a semicolon between the entries of an object or a list.
func (e *syntaxError) semicolon() []circuit.Diagnostic {
	if e.text != `Expected "}" but found ";"` && e.text != `Expected "]" but found ";"` {
		return nil
	}
	return e.say(e.at, e.at+1, "a comma stands between the entries of an object or a list, not a semicolon", "Write , instead of ;")
}

// nameMissing finds a dot with nothing behind it.
func (e *syntaxError) nameMissing() []circuit.Diagnostic {
	if before := e.word(e.token - 1); !strings.HasPrefix(e.text, "Expected identifier but found") || before != "." && before != "?." {
		return nil
	}
	dot := e.tokens[e.token-1]
	return e.say(dot.start, dot.end, "a name is missing after this dot", "Write which node or port is meant.")
}

var bracketStopped = Expression(`^(?:Unexpected|Expected ".+" but found) "[\])}]"$`)

var pairOf = map[string]string{"(": ")", "[": "]", "{": "}", ")": "(", "]": "[", "}": "{"}

// bracket finds the bracket that does not fit to the one that is open.
func (e *syntaxError) bracket() []circuit.Diagnostic {
	if e.token >= len(e.tokens) || e.tokens[e.token].kind != mark {
		return nil
	}
	found := e.word(e.token)
	open := e.opener(e.token)
	switch {
	case bracketStopped().MatchString(e.text):
	case e.text == `Expected ")" but found ";"` && open >= 0 && e.word(open) == "(":
	case e.text == `Expected ")" but found "{"` && open > 0 && slices.Contains([]string{"if", "while", "for", "switch"}, e.word(open-1)):
	default:
		return nil
	}
	start, end := e.tokens[e.token].start, e.tokens[e.token].end
	if open < 0 {
		return e.say(start, end, "this "+quoted(found)+" closes nothing", "Delete it, or write the "+pairOf[found]+" that belongs to it.")
	}
	opened := e.word(open)
	if e.tokens[open].kind != mark || pairOf[opened] == found {
		return nil
	}
	line := e.script.text.editorPlace(e.tokens[open].start).Line
	return e.say(start, end, fmt.Sprintf(`expected %q but found %q: the %q in line %d is not closed`, pairOf[opened], found, opened, line),
		"Write "+pairOf[opened]+" before this "+found+".")
}

// declaredTwice adds where a name was declared first.
func (e *syntaxError) declaredTwice(m api.Message) func() []circuit.Diagnostic {
	return func() []circuit.Diagnostic {
		if !strings.HasSuffix(m.Text, "has already been declared") || len(m.Notes) == 0 || m.Notes[0].Location == nil {
			return nil
		}
		name := strings.TrimSuffix(strings.TrimPrefix(m.Text, "The symbol "), " has already been declared")
		return e.say(e.at, e.at+m.Location.Length, name+" has already been declared in line "+itoa(m.Notes[0].Location.Line), "Choose another name for this one.")
	}
}
