package realm

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// plainWord is how the interpreter words an exception, and what that means for somebody who writes circuits. In message and
// advice, %o stands for the expression whose member is used, %m for the member, %n for the name that stands at the place,
// and $1 for what the interpreter names.
type plainWord struct {
	pattern         *regexp.Regexp
	message, advice string
}

var plainWords = []plainWord{
	{
		regexp.MustCompile(`^TypeError: Cannot read property '(.*)' of (undefined|null|undefined or null)$`),
		"'%o' is $2, so it has no '$1'.", "Check the spelling, and that it has a value at this point.",
	},
	{regexp.MustCompile(`^TypeError: Object has no member 'to'$`), "'%o' has no 'to': only ports can start a connection.", "Write inputs.a.to(…) or node.out.to(…). A value that stays is a node, such as Constant({ value: 1 })."},
	{regexp.MustCompile(`^TypeError: Object has no member '(.*)'$`), "'%o' has no '$1'.", "Check the spelling."},
	{regexp.MustCompile(`^TypeError: Dynamic object is not callable$`), "'%o.%m' is a port or a node, so it cannot be called.", "Connections are written source.to(target)."},
	{regexp.MustCompile(`^TypeError: (?:Not a function: .*|Value is not an object: .*|Value is not callable|Object is not a function.*)$`), "'%n' is not a function, so it cannot be called.", "Leave the parentheses out, or check the name."},
	{regexp.MustCompile(`^TypeError: Value is not a constructor$`), "'%n' is not a class, so new cannot make one.", "Write %n(…) without new."},
	{regexp.MustCompile(`^ReferenceError: Cannot access a variable before initialization$`), "'%n' is used before the line that defines it has run.", "Move its definition above this line."},
	{regexp.MustCompile(`^TypeError: Assignment to constant variable\.?$`), "A const cannot be given another value.", "Declare it with let, or use another name."},
	{
		regexp.MustCompile(`^TypeError: Cannot mix BigInt and other types, use explicit conversions$`), "A bigint and a number cannot be calculated together.",
		"Ports of more than 32 bits are bigints: write 1n instead of 1, BigInt(x), or Number(x).",
	},
	{
		regexp.MustCompile(`^TypeError: (?:Value is not object coercible|Cannot convert undefined or null to object)$`), "Something is read from undefined or null here.",
		"Check that it has a value, or give one: ({ width = 8 } = {}) => …",
	},
	{regexp.MustCompile(`^TypeError: object is not iterable`), "This is no list, so it can neither be spread nor gone through.", "Check that it is an array at this point."},
}

var nameAt = regexp.MustCompile(`^(?:new\s+)?([\p{L}_$][\p{L}\p{N}_$.]*)`)

// inPlainWords rewords an exception of the interpreter that arose in the user's own text. What a program throws itself, and
// what packages throw, stays as it is.
func (r *Realm) inPlainWords(d *circuit.Diagnostic, stack []goja.StackFrame) {
	script := r.script
	for i := range stack {
		if name := stack[i].SrcName(); name != "<native>" {
			script = r.files[name]
			break
		}
	}
	if script == nil || d.Line == 0 {
		return
	}
	for _, w := range plainWords {
		found := w.pattern.FindStringSubmatch(d.Message)
		if found == nil {
			continue
		}
		object, rest := script.Around(circuit.Place{Line: d.Line, Column: d.Column})
		name := ""
		if n := nameAt.FindStringSubmatch(rest); n != nil {
			name = n[1]
		}
		uses := func(sign string) bool { return strings.Contains(w.message, sign) || strings.Contains(w.advice, sign) }
		if uses("%o") && object == "" || (uses("%n") || uses("%m")) && name == "" {
			return
		}
		member, _, _ := strings.Cut(name, ".")
		if len(found) > 2 && found[2] == "undefined or null" && member != "" && member != found[1] {
			// A method of something that is not there: the place is that of the thing, not of the method.
			object = strings.TrimPrefix(object+"."+member, ".")
			found[2] = "undefined"
		}
		pairs := []string{"%o", object, "%n", name, "%m", member}
		for i, text := range found[1:] {
			pairs = append(pairs, "$"+string(rune('1'+i)), text)
		}
		fill := strings.NewReplacer(pairs...)
		d.Message, d.Suggestion = fill.Replace(w.message), fill.Replace(w.advice)
		return
	}
}

// declaration is the advice for a name that is given a value without having been declared; "" for another use of it.
func (r *Realm) declaration(name string, d *circuit.Diagnostic) string {
	if r.script == nil || d.Line == 0 {
		return ""
	}
	_, rest := r.script.Around(circuit.Place{Line: d.Line, Column: 1})
	before, _, assigned := strings.Cut(rest, "=")
	if !assigned || strings.TrimSpace(before) != name || len(before) >= d.Column {
		return ""
	}
	return "Declare it: const " + name + " = …"
}

// elsewhereNames are names of browsers, of Node and of hardware description languages, with what to do instead.
var elsewhereNames = map[string]string{
	"inputs": "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].", "outputs": "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].",
	"nodes":   "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].",
	"connect": "A wire is written source.to(target).", "wire": "A wire is written source.to(target).", "assign": "A wire is written source.to(target).",
	"input": "Declare ports in the description: inputs: { a: bit }.", "output": "Declare ports in the description: outputs: { y: bit }.",
	"module": "Circuits are made with circuit('Name', { … }).",
	"clk":    "The clock is not a port: onTick runs at its rising edge.", "clock": "The clock is not a port: onTick runs at its rising edge.", "posedge": "The clock is not a port: onTick runs at its rising edge.",
	"simulate": "The page runs the circuit; a test imports it: import { simulate } from '@simten/core/sim'.",
	"window":   outsideAdvice, "document": outsideAdvice, "process": outsideAdvice, "fetch": outsideAdvice, "Buffer": outsideAdvice, "localStorage": outsideAdvice,
	"XMLHttpRequest": outsideAdvice, "WebSocket": outsideAdvice, "Worker": outsideAdvice, "navigator": outsideAdvice, "alert": outsideAdvice, "__dirname": outsideAdvice, "Deno": outsideAdvice, "Bun": outsideAdvice,
}

const outsideAdvice = "A circuit has no page, files or network around it."
