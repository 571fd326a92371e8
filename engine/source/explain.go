package source

import (
	"regexp"
	"strings"

	"simten.dev/engine/circuit"
)

// Explain rewords the message of an exception that arose at a place in the text, and advises. It goes by the message
// and the text alone, so that an interpreted lambda and a compiled one say the same. An error that a program throws
// itself keeps its message.
func (s *Script) Explain(message string, p circuit.Place) (text, advice string) {
	if p.Line == 0 {
		return message, ""
	}
	text, advice = s.inPlainWords(message, p)
	if advice == "" && s.throwsAt(p) {
		advice = "The program itself throws this here, and nothing after it runs: change what leads to this line."
	}
	return text, advice
}

// throwsAt reports that a throw statement, or what it throws, begins at a place.
func (s *Script) throwsAt(p circuit.Place) bool {
	_, line := s.Around(circuit.Place{Line: p.Line, Column: 1})
	_, rest := s.Around(p)
	before := strings.TrimSuffix(line, rest)
	if after, found := strings.CutPrefix(rest, "throw"); found && (after == "" || !isWordByte(after[0])) {
		return !endsInName(before)
	}
	before, found := strings.CutSuffix(strings.TrimRight(before, " ("), "throw")
	return found && !endsInName(before)
}

// endsInName reports that what follows a text is the rest of a name, or a member.
func endsInName(text string) bool {
	return text != "" && (isWordByte(text[len(text)-1]) || strings.HasSuffix(text, "."))
}

// plainWord is how the interpreter words an exception, and what that means for somebody who writes circuits. In message
// and advice, %o stands for the expression whose member is used, %m for the member, %n for the name that stands at the
// place, and $1 for what the interpreter names.
type plainWord struct {
	pattern         func() *regexp.Regexp
	message, advice string
}

const builtInFixed = "Built-in objects are fixed here, as frozen ones are: write a function instead, or change a copy, such as { ...it, name: value }."

var plainWords = []plainWord{
	{
		Expression(`^TypeError: Cannot read property '(.*)' of (undefined|null|undefined or null)$`),
		"'%o' is $2, so it has no '$1'.", "Check the spelling, and that it has a value at this point.",
	},
	{Expression(`^TypeError: Object has no member 'to'$`), "'%o' has no 'to': only ports can start a connection.", "Write inputs.a.to(…) or node.out.to(…). A value that stays is a node, such as Constant({ value: 1 })."},
	{Expression(`^TypeError: Object has no member '(.*)'$`), "'%o' has no '$1'.", "Check the spelling."},
	{Expression(`^TypeError: Object has no member '.*'$`), "There is no function under this index or name, so it cannot be called.", "Check that it is one of those that there are."},
	{Expression(`^TypeError: Dynamic object is not callable$`), "'%o.%m' is a port or a node, so it cannot be called.", "Connections are written source.to(target)."},
	{Expression(`^TypeError: (?:Not a function: .*|Value is not an object: .*|Value is not callable|Object is not a function.*)$`), "'%n' is not a function, so it cannot be called.", "Leave the parentheses out, or check the name."},
	{Expression(`^TypeError: Value is not a constructor$`), "'%n' is not a class, so new cannot make one.", "Write %n(…) without new."},
	{Expression(`^ReferenceError: Cannot access a variable before initialization$`), "'%n' is used before the line that defines it has run.", "Move its definition above this line."},
	{Expression(`^TypeError: Assignment to constant variable\.?$`), "A const cannot be given another value.", "Declare it with let, or use another name."},
	{
		Expression(`^TypeError: Cannot mix BigInt and other types, use explicit conversions$`), "A bigint and a number cannot be calculated together.",
		"Ports of more than 32 bits are bigints: write 1n instead of 1, BigInt(x), or Number(x).",
	},
	{
		Expression(`^TypeError: (?:Value is not object coercible|Cannot convert undefined or null to object)$`), "Something is read from undefined or null here.",
		"Check that it has a value, or give one: ({ width = 8 } = {}) => …",
	},
	{Expression(`^(Bus width must be a positive integer, got the (?:text '|bigint )0*([1-9]\d*)(?:'|n))$`), "$1.", "Write the number alone: bus($2)."},
	{Expression(`^(Register width must be a positive integer, got the (?:text '|bigint )0*([1-9]\d*)(?:'|n))$`), "$1.", "Write the number alone: reg($2)."},
	{Expression(`^(Bus width must be a positive integer, got .*)$`), "$1.", "Write how many wires there are, such as bus(8); a single one is bit."},
	{Expression(`^(Register width must be a positive integer, got .*)$`), "$1.", "Write how many bits there are, such as reg(8)."},
	{Expression(`^(Memory (?:depth|width) must be a positive integer, got .*)$`), "$1.", "Write the number of cells and the bits of one, such as mem(256, 8)."},
	{Expression(`^TypeError: Cannot add property '?(.*?)'?, object is not extensible$`), "Property '$1' cannot be added: this object is fixed.", builtInFixed},
	{Expression(`^TypeError: Cannot (?:assign to read only|delete) property '(.*?)'(?: of .*)?$`), "Property '$1' cannot be changed: it is fixed.", builtInFixed},
	{
		Expression(`^SyntaxError: Invalid flags supplied to RegExp constructor '(.*[dv].*)'$`),
		"The interpreter does not support the flags d and v of regular expressions (ES2022, ES2024), as in '$1'.", "Write the pattern without them.",
	},
	{Expression(`^SyntaxError: (?:.*: )?` + unknownGroup + `$`), groupMessage, groupAdvice},
	{Expression(`^TypeError: object is not iterable`), "This is no list, so it can neither be spread nor gone through.", "Check that it is an array at this point."},
}

var nameAt = Expression(`^(?:new\s+)?([\p{L}_$][\p{L}\p{N}_$.]*)`)

// inPlainWords rewords an exception of the interpreter.
func (s *Script) inPlainWords(message string, p circuit.Place) (text, advice string) {
	for _, w := range plainWords {
		found := w.pattern().FindStringSubmatch(message)
		if found == nil {
			continue
		}
		object, rest := s.Around(p)
		name := ""
		if n := nameAt().FindStringSubmatch(rest); n != nil {
			name = n[1]
		}
		uses := func(sign string) bool { return strings.Contains(w.message, sign) || strings.Contains(w.advice, sign) }
		if uses("%o") && object == "" || (uses("%n") || uses("%m")) && name == "" {
			continue
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
		advice = fill.Replace(w.advice)
		for _, missing := range []string{member, strings.Join(found[1:], "")} {
			if lacking := WhatIsLacking(object, missing); lacking != "" && uses("%o") && missing != "" {
				advice = lacking
			}
		}
		return fill.Replace(w.message), advice
	}
	return message, ""
}
