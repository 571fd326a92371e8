package source

import (
	"encoding/json"
	"regexp"
	"strings"

	"simten.dev/engine/circuit"
)

// maxPasted is how much of a text is looked at to find out what it is.
const maxPasted = 1 << 16

// foreign is a kind of text that is no circuit, as a whole: what was pasted or opened by mistake.
type foreign struct {
	sign   func() *regexp.Regexp // where it shows
	what   string
	advice string
	wraps  bool // a circuit may stand in it; else a text in which one is made is a circuit with a mistake
}

const circuitAdvice = "Circuits are written in TypeScript: circuit('Name', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })."

// foreigners are tried in their order; the first whose sign is found tells what the text is.
var foreigners = []foreign{
	{Expression(`[\x00-\x08\x0e-\x1a\x1c-\x1f]`), "This is no text: it looks like the content of a file of another kind", "Open the file of the circuit in a text editor, and paste what it shows.", true},
	{Expression("(?m)^[ \t]*(```|~~~)"), "This looks like Markdown", "Paste only what stands between the two lines of ```.", true},
	{Expression(`(?i)^\s*(<!doctype\b|<\?xml\b|<[a-zA-Z][\w:-]*(\s+[\w:@-]+\s*=|\s*/?>))`), "This looks like HTML, the text of a web page", "Paste only the text of the circuit: it begins with circuit('Name', { or with an import.", true},
	{Expression(`^\s*https?://\S+\s*$`), "This is an address, not a circuit", "Open it in the browser, or paste the text of the circuit.", true},
	{Expression("(?m)^[ \t]*(`timescale\\b|`include\\b|`define\\b|`default_nettype\\b|endmodule\\b|module[ \t]+\\w+\\s*(#\\s*\\(|\\(|;))"), "This looks like Verilog", "Verilog cannot be read. " + circuitAdvice, false},
	{Expression(`(?mi)^[ \t]*(library[ \t]+ieee\b|entity[ \t]+\w+[ \t]+is\b|architecture[ \t]+\w+[ \t]+of\b)`), "This looks like VHDL", "VHDL cannot be read. " + circuitAdvice, false},
	{Expression(`(?m)^[ \t]*(def[ \t]+\w+[ \t]*\(.*:[ \t]*(#.*)?$|(async[ \t]+def|elif)[ \t].*$|class[ \t]+\w+[ \t]*(\([^)]*\))?:[ \t]*$|from[ \t]+[\w.]+[ \t]+import\b|import[ \t]+\w[\w.]*([ \t]+as[ \t]+\w+)?[ \t]*$|if[ \t]+__name__\b)`), "This looks like Python", circuitAdvice, false},
	{Expression(`(?m)^[ \t]*#[ \t]*(include\b|define\b|ifndef\b|pragma\b)`), "This looks like C", circuitAdvice, false},
	{Expression(`^(#!.*\b(ba|z|da)?sh\b|\s*\$[ \t]+\w)`), "This looks like commands for a shell", circuitAdvice, false},
}

// making finds a circuit that is made.
var making = Expression(`\b(circuit|component)\s*\(`)

// prose is a line of words with nothing between them that a program has there.
var prose = Expression(`^\s*(\pL[\pL'’,-]*[ \t]+){2,}\pL[\pL'’,-]*[.:!?]?[ \t]*(\r?\n|$)`)

// asPasted puts one error in the place of those of a text that is no circuit as a whole, when it shows what it is.
func asPasted(text string, list []circuit.Diagnostic) []circuit.Diagnostic {
	wrong := false
	first := 0 // line of the first error
	for _, d := range list {
		if d.Code == circuit.CodeSyntax || d.Code == circuit.CodeNestedTooDeeply {
			wrong = true
			if d.Line > 0 && (first == 0 || d.Line < first) {
				first = d.Line
			}
		}
	}
	if !wrong {
		return list
	}
	start := text[:min(len(text), maxPasted)]
	made := making().MatchString(start)
	tell := func(at, end int, message, advice string) []circuit.Diagnostic {
		s := &Script{Text: text, text: newTextLines(text, true)}
		d := s.problemAt(circuit.CodeSyntax, at, end, message)
		d.Suggestion = advice
		return []circuit.Diagnostic{d}
	}
	for _, f := range foreigners {
		if made && !f.wraps {
			continue
		}
		at := f.sign().FindStringIndex(start)
		if at == nil {
			continue
		}
		found := start[at[0]:at[1]]
		from := at[0] + len(found) - len(strings.TrimLeft(found, " \t\r\n"))
		end := at[1]
		if line := strings.IndexByte(start[from:end], '\n'); line >= 0 {
			end = from + line
		}
		return tell(from, end, f.what, f.advice)
	}
	if trimmed := strings.TrimSpace(text); len(trimmed) > 1 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid([]byte(trimmed)) {
		at := strings.IndexByte(text, trimmed[0])
		return tell(at, at+1, "This is JSON: data, not a circuit", circuitAdvice)
	}
	if at := prose().FindStringIndex(start); at != nil && first <= 1 && !made {
		return tell(0, len(strings.TrimRight(start[:at[1]], "\r\n")), "This looks like a sentence, not like a circuit", circuitAdvice)
	}
	return list
}
