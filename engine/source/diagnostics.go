package source

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"simten.dev/engine/circuit"
)

// lastPanic keeps the stack of the last recovered panic for tests.
var lastPanic atomic.Value

func problem(code circuit.Code, message string) circuit.Diagnostic {
	return circuit.Diagnostic{Stage: circuit.StageSource, Code: code, Severity: circuit.Error, Message: sentence(message)}
}

// sentence begins with a capital letter and ends with a period, unless it asks.
func sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	message = string(unicode.ToUpper(first)) + message[size:]
	if strings.HasSuffix(message, ".") || strings.HasSuffix(message, "?") {
		return message
	}
	return message + "."
}

// problemAt places a diagnostic on the bytes from start to end of the user's text.
func (s *Script) problemAt(code circuit.Code, start, end int, message string) circuit.Diagnostic {
	d := problem(code, message)
	return s.spanned(d, start, end)
}

func (s *Script) spanned(d circuit.Diagnostic, start, end int) circuit.Diagnostic {
	d = d.At(s.text.editorPlace(start))
	if end > start {
		p := s.text.editorPlace(end)
		d.EndLine, d.EndColumn = p.Line, p.Column
	}
	return d
}

// The interpreter's message about a group of a regular expression that it does not know, and what we say.
const (
	unknownGroup = "Invalid group"
	groupMessage = "The interpreter does not support this group of a regular expression."
	groupAdvice  = "For flags in a group, as in (?i:a), which JavaScript has since ES2025, give the whole expression the flag, /a/i, or write [aA]."
)

// parserProblem reports what esbuild accepts and goja's parser does not.
func (s *Script) parserProblem(clean string, err error) circuit.Diagnostic {
	var list parser.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return problem(circuit.CodeSourceInternal, fmt.Sprintf("the interpreter cannot read this text (%v); please report it together with the circuit", err))
	}
	first := list[0]
	lines := newTextLines(clean, true)
	offset, _ := lines.offset(first.Position.Line, first.Position.Column)
	d := problem(circuit.CodeUnsupportedSyntax,
		"the interpreter does not support this syntax ("+strings.TrimSuffix(first.Message, ".")+"); write it another way")
	return d.At(s.placeOfClean(offset))
}

// compilerProblem reports what goja's compiler refuses, such as a variable declared twice.
func (s *Script) compilerProblem(err error) circuit.Diagnostic {
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		p := list[0].Position
		d := problem(circuit.CodeSourceInternal,
			"the compiler produced text it cannot read ("+list[0].Message+"); please report it together with the circuit")
		return d.At(s.Place(p.Line, p.Column))
	}
	var syntax *goja.CompilerSyntaxError
	if errors.As(err, &syntax) {
		d := problem(circuit.CodeSyntax, syntax.Message)
		if syntax.Message == unknownGroup {
			d = problem(circuit.CodeUnsupportedSyntax, groupMessage)
			d.Suggestion = groupAdvice
		}
		if syntax.File != nil {
			p := syntax.File.Position(syntax.Offset)
			d = d.At(s.Place(p.Line, p.Column))
		}
		return d
	}
	return problem(circuit.CodeSourceInternal, fmt.Sprintf("the interpreter refuses this text (%v); please report it together with the circuit", err))
}
