package patch

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// shortest is how many lines a case has at least that becomes a function.
const shortest = 6

// splitCases makes functions of the longer cases of the longest switch in a function.
//
// The function of a case stands in its place and is called there, so it has the variables around it. It returns what
// the case returns, and whether it does.
func splitCases(set *token.FileSet, file *ast.File, text []byte, function string) (*splitter, error) {
	s := &splitter{set: set, text: text}
	return s, s.function(file, function)
}

type splitter struct {
	set   *token.FileSet
	text  []byte
	edits []edit
	count int // of cases that became functions
}

func (s *splitter) offset(p token.Pos) int { return s.set.Position(p).Offset }
func (s *splitter) lines(n ast.Node) int {
	return s.set.Position(n.End()).Line - s.set.Position(n.Pos()).Line
}

// insert puts text before a position.
func (s *splitter) insert(at token.Pos, text string) {
	s.edits = append(s.edits, edit{s.offset(at), s.offset(at), text})
}

func (s *splitter) replace(n ast.Node, text string) {
	s.edits = append(s.edits, edit{s.offset(n.Pos()), s.offset(n.End()), text})
}

func (s *splitter) function(file *ast.File, name string) error {
	f := functionNamed(file, name)
	if f == nil {
		return fmt.Errorf("there is no such function")
	}
	var names, results []string
	if f.Type.Results != nil {
		for i, r := range f.Type.Results.List {
			if len(r.Names) > 0 {
				return fmt.Errorf("its results have names")
			}
			names = append(names, fmt.Sprintf("caseResult%d", i))
			results = append(results, fmt.Sprintf("%s %s", names[i], s.text[s.offset(r.Type.Pos()):s.offset(r.Type.End())]))
		}
	}
	var longest *ast.BlockStmt
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if body, loop := bodyOf(n); body != nil && !loop && (longest == nil || s.lines(body) > s.lines(longest)) {
			longest = body
		}
		return true
	})
	if longest == nil {
		return fmt.Errorf("it has no switch")
	}
	for _, c := range longest.List {
		if c, ok := c.(*ast.CaseClause); ok {
			s.clause(c, names, results)
		}
	}
	if last := f.Body.List[len(f.Body.List)-1]; last.End() == longest.End() && len(results) > 0 {
		s.insert(f.Body.Rbrace, "\tpanic(\"every case returns\")\n") // which the compiler does not see any more
	}
	return nil
}

// clause makes the function of one case, unless something in it leads to a place outside that is neither the end of the
// case nor the caller.
func (s *splitter) clause(c *ast.CaseClause, names, results []string) {
	if len(c.Body) == 0 || s.lines(c) < shortest {
		return
	}
	inner := &splitter{set: s.set, text: s.text}
	w := &walker{s: inner, names: names, labels: map[string]bool{}}
	for _, statement := range c.Body {
		ast.Inspect(statement, func(n ast.Node) bool {
			if l, ok := n.(*ast.LabeledStmt); ok {
				w.labels[l.Label.Name] = true
			}
			return true
		})
	}
	for _, statement := range c.Body {
		w.walk(statement, false, false)
	}
	if w.failed {
		return
	}
	s.count++
	s.insert(c.Body[0].Pos(), fmt.Sprintf("if %s := func() (%s) {\n", listed(names, "caseReturns"), listed(results, "caseReturns bool")))
	s.edits = append(s.edits, inner.edits...)
	s.insert(c.Body[len(c.Body)-1].End(), fmt.Sprintf("\n%s\n}(); caseReturns {\nreturn %s\n}", w.leave("false"), strings.Join(names, ", ")))
}

// listed is a list of words with one more.
func listed(words []string, last string) string {
	return strings.Join(slices.Concat(words, []string{last}), ", ")
}

// bodyOf is the body of a statement in which break means that statement, and whether continue does.
func bodyOf(n ast.Node) (body *ast.BlockStmt, loop bool) {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body, true
	case *ast.RangeStmt:
		return n.Body, true
	case *ast.SwitchStmt:
		return n.Body, false
	case *ast.TypeSwitchStmt:
		return n.Body, false
	case *ast.SelectStmt:
		return n.Body, false
	}
	return nil, false
}

// walker looks for ways out of a case.
type walker struct {
	s      *splitter
	names  []string
	labels map[string]bool // that stand in the case
	failed bool
}

// leave ends the function of a case; returns tells whether the case returns to the caller, too.
func (w *walker) leave(returns string) string { return "return " + listed(w.names, returns) }

// walk goes through a statement; breaks and continues tell whether these words mean something inside of the case there.
func (w *walker) walk(n ast.Node, breaks, continues bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if body, loop := bodyOf(n); body != nil {
			w.walk(body, true, continues || loop)
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			w.returns(n)
		case *ast.BranchStmt:
			switch {
			case n.Label != nil:
				w.failed = w.failed || n.Tok == token.GOTO || !w.labels[n.Label.Name]
			case n.Tok == token.BREAK && !breaks:
				w.s.replace(n, w.leave("false"))
			case n.Tok == token.CONTINUE && !continues, n.Tok == token.FALLTHROUGH && !breaks:
				w.failed = true
			}
		}
		return true
	})
}

func (w *walker) returns(r *ast.ReturnStmt) {
	switch {
	case len(w.names) == 0:
		w.s.replace(r, w.leave("true"))
	case len(r.Results) == len(w.names):
		w.s.insert(r.End(), ", true")
	default: // of a call with several results
		w.s.edits = append(w.s.edits, edit{w.s.offset(r.Pos()), w.s.offset(r.Results[0].Pos()), fmt.Sprintf("{\n%s := ", strings.Join(w.names, ", "))})
		w.s.insert(r.End(), fmt.Sprintf("\n%s\n}", w.leave("true")))
	}
}
