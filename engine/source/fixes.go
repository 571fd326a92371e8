package source

import (
	"sort"

	"simten.dev/engine/circuit"
)

// Fixes gives the diagnostics of a file that know which name was meant the changes of its text that write it. The text
// at the place of a diagnostic decides: where it is not the name, as for one that is computed, there is no fix.
func Fixes(file, text string, diagnostics []circuit.Diagnostic) {
	var f *fixer
	for i := range diagnostics {
		d := &diagnostics[i]
		if d.Meant == nil || d.Fixes != nil || d.File != file || d.Line < 1 || d.Column < 1 {
			continue
		}
		if f == nil {
			f = &fixer{file: file, lines: newTextLines(text, true), tokens: scan(text)}
		}
		if d.Line <= len(f.lines.editors) {
			d.Fixes = f.fixes(d.Meant, circuit.Place{Line: d.Line, Column: d.Column})
		}
	}
}

// fixer knows the words of a text.
type fixer struct {
	file   string
	lines  textLines
	tokens []scanned
}

// easyText is a text that stands in quotes as it is.
var easyText = Expression(`^[\w$. -]+$`)

func (f *fixer) fixes(m *circuit.Meant, at circuit.Place) []circuit.Fix {
	offset := f.lines.editorOffset(at)
	i := sort.Search(len(f.tokens), func(i int) bool { return f.tokens[i].end > offset })
	if i == len(f.tokens) || f.tokens[i].start > offset {
		return nil
	}
	if i = f.find(i, m); i < 0 {
		return nil
	}
	t := f.tokens[i]
	if m.Use == circuit.UseNothing {
		from, to := f.lines.editorPlace(f.tokens[i-1].start), f.lines.editorPlace(t.end)
		if from.Line != to.Line {
			return nil
		}
		return []circuit.Fix{{Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Replaces: f.lines.text[f.tokens[i-1].start:t.end]}}
	}
	start, end, allowed := t.start, t.end, plainName
	pattern := func(name string) string { return name }
	switch f.word(i) {
	case m.Written:
		if f.shorthand(i) {
			switch m.Use {
			case circuit.UseVariable:
				pattern = func(name string) string { return m.Written + ": " + name }
			case circuit.UseImport:
				pattern = func(name string) string { return name + " as " + m.Written }
			default:
				pattern = func(name string) string { return name + ": " + m.Written }
			}
		}
	default:
		if m.Use == circuit.UseVariable {
			return nil // a text that only happens to be the same
		}
		start, end, allowed = t.start+1, t.end-1, easyText
	}
	var list []circuit.Fix
	from, to := f.lines.editorPlace(start), f.lines.editorPlace(end)
	for _, name := range m.Names {
		if allowed().MatchString(name) {
			list = append(list, circuit.Fix{Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Replaces: m.Written, Text: pattern(name)})
		}
	}
	return list
}

// find is the token that is the name that was meant, given the one at the place of the diagnostic; -1 when there is
// none.
func (f *fixer) find(i int, m *circuit.Meant) int {
	if f.spells(i, m.Written) && (m.Use != circuit.UseMember || f.member(i)) {
		return i
	}
	switch m.Use {
	case circuit.UseOption:
		return f.option(i, m.Written)
	case circuit.UseMember:
		switch {
		case f.mark(i+1) == '[' && f.spells(i+2, m.Written) && f.mark(i+3) == ']': // the place of a['b'] is a
			return i + 2
		case f.mark(i-1) == '.' && f.spells(i-2, m.Written) && f.mark(i-3) == '.': // and that of a.b.c, where a has no b, is c
			return i - 2
		case f.mark(i-1) == '.' && f.mark(i-2) == ']' && f.mark(i-4) == '[' && f.spells(i-3, m.Written):
			return i - 3
		case m.From.Line > 0 && m.From.File == f.file:
			return f.taken(m)
		}
	}
	return -1
}

// taken is the first place in the arguments of a call, from one of them on, where a property is taken out of an object.
func (f *fixer) taken(m *circuit.Meant) int {
	offset := f.lines.editorOffset(m.From)
	depth := 0
	for i := sort.Search(len(f.tokens), func(i int) bool { return f.tokens[i].end > offset }); i < len(f.tokens) && depth >= 0; i++ {
		t := f.tokens[i]
		if closes(f.lines.text, t) {
			depth--
		}
		if opens(f.lines.text, t) {
			depth++
		}
		if f.spells(i, m.Written) && f.member(i) {
			return i
		}
	}
	return -1
}

// member reports that a token is the name of a property, not a variable.
func (f *fixer) member(i int) bool {
	return f.mark(i-1) == '.' || f.key(i) || f.tokens[i].kind == text && f.mark(i-1) == '[' && f.mark(i+1) == ']'
}

// key reports that a token begins a property in braces: { a: …, or { a }.
func (f *fixer) key(i int) bool {
	before, after := f.mark(i-1), f.mark(i+1)
	return (before == '{' || before == ',') && after == ':' || f.shorthand(i)
}

// word is the word that a token is, "" for another one.
func (f *fixer) word(i int) string {
	if i < 0 || i >= len(f.tokens) || f.tokens[i].kind != word {
		return ""
	}
	return f.lines.text[f.tokens[i].start:f.tokens[i].end]
}

// mark is the punctuation that a token begins with, 0 for another one.
func (f *fixer) mark(i int) byte {
	if i < 0 || i >= len(f.tokens) || f.tokens[i].kind != mark {
		return 0
	}
	return f.lines.text[f.tokens[i].start]
}

// shorthand reports that a word is a property of braces and the variable of that name in one.
func (f *fixer) shorthand(i int) bool {
	if before := f.mark(i - 1); before != '{' && before != ',' {
		return false
	}
	switch after := f.mark(i + 1); {
	case after != ',' && after != '}' && after != '=', after == '=' && f.tokens[i+1].end-f.tokens[i+1].start > 1:
		return false
	}
	depth := 0
	for k := i - 1; k >= 0; k-- {
		switch t := f.tokens[k]; {
		case closes(f.lines.text, t) && !opens(f.lines.text, t):
			depth++
		case opens(f.lines.text, t) && !closes(f.lines.text, t):
			if depth == 0 {
				return f.mark(k) == '{'
			}
			depth--
		}
	}
	return false
}

// option is the token of a property of the object that the call which begins at a token is given, -1 when there is not
// exactly one of the name.
func (f *fixer) option(i int, name string) int {
	for f.word(i) != "" && f.mark(i+1) == '.' {
		i += 2
	}
	if f.word(i) == "" || f.mark(i+1) != '(' {
		return -1
	}
	depth, found := 0, -1
	for i++; i < len(f.tokens); i++ {
		t := f.tokens[i]
		closing, opening := closes(f.lines.text, t), opens(f.lines.text, t)
		if closing {
			depth--
		}
		if opening {
			depth++
		}
		if closing && depth == 0 {
			break
		}
		if depth == 2 && f.spells(i, name) && f.key(i) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// spells reports that a token is a name, in quotes or without.
func (f *fixer) spells(i int, name string) bool {
	if i < 0 || i >= len(f.tokens) {
		return false
	}
	t := f.tokens[i]
	written := f.lines.text[t.start:t.end]
	return t.kind == word && written == name ||
		t.kind == text && len(written) >= 2 && written[1:len(written)-1] == name
}
