// Package dynamic finds code that turns text into code, in browser sources and in built bundles. It reads syntax
// trees, not lines: TypeScript and modules are first made plain scripts, pages are read tag by tag.
package dynamic

import (
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Rule names what was found.
type Rule string

// The rules.
const (
	Eval         Rule = "eval"                 // eval by any name of its own, called or passed on
	Function     Rule = "Function constructor" // new Function, Function(), or a way to it through constructor
	StringTimer  Rule = "timer with a string"  // setTimeout('…')
	Import       Rule = "import of built code" // import() of something computed, of data: or of blob:
	ScriptURL    Rule = "javascript: URL"
	CodeURL      Rule = "code in a URL" // a data: URL with a script in it
	Write        Rule = "document.write"
	InlineEvents Rule = "inline event handler" // onclick="…" in markup
	InlineScript Rule = "inline script"        // <script> with its code between the tags
)

// Finding is one place that breaks a rule.
type Finding struct {
	File string
	Line int // from 1; 0 when unknown
	Rule Rule
}

// String gives the finding as file:line: rule.
func (f Finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Rule) }

// Scan looks through one file; the ending of its name says what it is: .ts, .js, .mjs or .html. The error says that the
// file could not be read as such, which is no proof of anything and must fail a test too.
func Scan(name, source string) ([]Finding, error) {
	switch path.Ext(name) {
	case ".html":
		return scanPage(name, source)
	case ".ts", ".mts", ".js", ".mjs":
		return scanScript(name, source, 0)
	}
	return nil, fmt.Errorf("%s: neither a script nor a page", name)
}

// scanScript looks through a script that begins after the given number of lines of its file.
func scanScript(name, source string, above int) ([]Finding, error) {
	tree, err := lower(name, source)
	if err != nil {
		return nil, err
	}
	s := scanner{plain: map[*ast.Identifier]bool{}}
	walk(tree.program, s.node)
	var findings []Finding
	for _, h := range s.hits {
		line := tree.line(h.at)
		if line > 0 {
			line += above
		}
		findings = append(findings, Finding{name, line, h.rule})
	}
	sort.SliceStable(findings, func(i, j int) bool { return findings[i].Line < findings[j].Line })
	return findings, nil
}

type hit struct {
	at   file.Idx
	rule Rule
}

type scanner struct {
	hits []hit
	// plain are references to Function that make no code: x instanceof Function, Function.prototype.
	plain map[*ast.Identifier]bool
}

func (s *scanner) report(n ast.Node, r Rule) { s.hits = append(s.hits, hit{n.Idx0(), r}) }

func (s *scanner) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Identifier:
		switch {
		case n.Name == "eval":
			s.report(n, Eval)
		case n.Name == "Function" && !s.plain[n]:
			s.report(n, Function)
		}
	case *ast.BinaryExpression:
		s.allow(n.Left)
		s.allow(n.Right)
	case *ast.UnaryExpression:
		s.allow(n.Operand)
	case *ast.DotExpression:
		s.member(n, n.Left, string(n.Identifier.Name))
		if n.Identifier.Name == "prototype" {
			s.allow(n.Left)
		}
	case *ast.BracketExpression:
		if key, ok := text(n.Member); ok {
			s.member(n, n.Left, key)
		}
	case *ast.CallExpression:
		s.call(n, n.Callee, n.ArgumentList)
	case *ast.NewExpression:
		s.call(n, n.Callee, n.ArgumentList)
	case *ast.StringLiteral:
		s.text(n, n.Value.String())
	case *ast.TemplateElement:
		s.text(n, n.Parsed.String())
	}
}

// allow notes that a reference compares or asks, and makes nothing.
func (s *scanner) allow(e ast.Expression) {
	if id, ok := e.(*ast.Identifier); ok && id.Name == "Function" {
		s.plain[id] = true
	}
}

// globals are the names of the global object.
var globals = map[string]bool{
	"globalThis": true, "window": true, "self": true, "top": true, "parent": true, "frames": true, "global": true,
}

func (s *scanner) member(n ast.Node, object ast.Expression, key string) {
	name := lastName(object)
	switch {
	case globals[name] && key == "eval":
		s.report(n, Eval)
	case globals[name] && key == "Function":
		s.report(n, Function)
	case documents[name] && (key == "write" || key == "writeln"):
		s.report(n, Write)
	}
}

// documents are the names under which a document is known.
var documents = map[string]bool{"document": true, "ownerDocument": true, "contentDocument": true, "doc": true}

func (s *scanner) call(n ast.Node, callee ast.Expression, args []ast.Expression) {
	var first ast.Expression
	if len(args) > 0 {
		first = args[0]
	}
	switch lastName(callee) {
	case "setTimeout", "setInterval", "setImmediate":
		if first != nil && makesText(first) {
			s.report(n, StringTimer)
		}
	case "require", "importScripts":
		if _, free := callee.(*ast.Identifier); !free || first == nil {
			return
		}
		if target, ok := text(first); !ok || !ownModule(target) {
			s.report(n, Import)
		}
	case "setAttribute":
		if name, ok := text(first); ok && isHandler(name) {
			s.report(n, InlineEvents)
		}
	case "constructor":
		if object := objectOf(callee); object != nil && isFunction(object) {
			s.report(n, Function)
		}
	}
}

// text looks at the value of a literal.
func (s *scanner) text(n ast.Node, value string) {
	lower := strings.ToLower(strings.TrimSpace(value))
	switch {
	case strings.HasPrefix(lower, "javascript:"):
		s.report(n, ScriptURL)
	case strings.HasPrefix(lower, "data:") && codeType(lower[len("data:"):]):
		s.report(n, CodeURL)
	}
	if strings.Contains(value, "<") && handlerInMarkup(value) {
		s.report(n, InlineEvents)
	}
}

func codeType(media string) bool {
	for _, t := range []string{"text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "text/html", "image/svg+xml;base64"} {
		if strings.HasPrefix(media, t) {
			return true
		}
	}
	return false
}

// ownModule tells whether a module comes from the own origin or from the build: a path, a package name, or virtual:.
func ownModule(target string) bool {
	t := strings.ToLower(strings.TrimSpace(target))
	if strings.HasPrefix(t, "//") {
		return false
	}
	scheme, _, ok := strings.Cut(t, ":")
	return !ok || strings.ContainsAny(scheme, "/.") || scheme == "virtual"
}

// lastName gives the name at the end of a reference: of f, a.f and a['f'] alike it is f.
func lastName(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.Identifier:
		return string(e.Name)
	case *ast.DotExpression:
		return string(e.Identifier.Name)
	case *ast.BracketExpression:
		key, _ := text(e.Member)
		return key
	case *ast.OptionalChain:
		return lastName(e.Expression)
	case *ast.Optional:
		return lastName(e.Expression)
	case *ast.SequenceExpression:
		if len(e.Sequence) > 0 {
			return lastName(e.Sequence[len(e.Sequence)-1])
		}
	}
	return ""
}

// objectOf gives what stands before the last dot.
func objectOf(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.DotExpression:
		return e.Left
	case *ast.BracketExpression:
		return e.Left
	case *ast.OptionalChain:
		return objectOf(e.Expression)
	case *ast.Optional:
		return objectOf(e.Expression)
	}
	return nil
}

// isFunction tells whether an expression surely is a function or the prototype of one, so that its constructor makes
// code.
func isFunction(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		return true
	case *ast.DotExpression, *ast.BracketExpression:
		return lastName(e) == "constructor"
	case *ast.CallExpression:
		return lastName(e.Callee) == "getPrototypeOf" && len(e.ArgumentList) > 0 && isFunction(e.ArgumentList[0])
	}
	return false
}

// text gives the value of an expression that is a constant text.
func text(e ast.Expression) (string, bool) {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return e.Value.String(), true
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Expressions) == 0 && len(e.Elements) == 1 {
			return e.Elements[0].Parsed.String(), true
		}
	}
	return "", false
}

// makesText tells whether an expression surely gives a text.
func makesText(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.StringLiteral, *ast.TemplateLiteral:
		return true
	case *ast.BinaryExpression:
		return e.Operator.String() == "+" && (makesText(e.Left) || makesText(e.Right))
	case *ast.ConditionalExpression:
		return makesText(e.Consequent) || makesText(e.Alternate)
	case *ast.CallExpression:
		switch lastName(e.Callee) {
		case "String", "join", "toString", "concat", "replace", "slice", "trim":
			return true
		}
	}
	return false
}
