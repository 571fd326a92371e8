package loop

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// frame is a moment before variables of a block were made.
type frame struct{ cells, closures int }

// Mark notes which variables there are.
func (l *Lowering) Mark() frame { return frame{l.CellCount, l.Closures} }

// Release forgets the variables that were made since mark, unless a function may still see them.
func (l *Lowering) Release(mark frame, f *Flow) {
	if l.Closures != mark.closures {
		return
	}
	l.CellCount = mark.cells
	cut := func(s *domain.State) {
		if s != nil && len(s.Cells) > mark.cells {
			s.Cells = s.Cells[:mark.cells:mark.cells]
		}
	}
	cut(f.Next)
	for _, list := range [3][]domain.Exit{f.Returns, f.Breaks, f.Continues} {
		for _, e := range list {
			cut(e.S)
		}
	}
}

// Hoist declares what a block declares, so that names mean the right variable before that.
func (l *Lowering) Hoist(list []ast.Statement, s *domain.State, sc *domain.Scope) {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.LexicalDeclaration:
			for _, b := range st.List {
				l.HoistTarget(b.Target, s, sc, st.Token == token.CONST)
			}
		case *ast.FunctionDeclaration:
			l.Closures++
			l.Declare(s, sc, st.Function.Name.Name.String(), domain.FuncValue{F: &domain.Closure{Text: &capture.FunctionText{Node: st.Function, Own: l.Own}, Scope: sc}})
		case *ast.ClassDeclaration:
			panic(domain.Refuse("a class in the lambda; write it beside the lambda"))
		}
	}
}

// HoistTarget declares the names of a pattern before they are given values.
func (l *Lowering) HoistTarget(t ast.Expression, s *domain.State, sc *domain.Scope, fixed bool) {
	EachName(t, func(name string) {
		if fixed {
			sc.Fix(name)
		}
		l.Declare(s, sc, name, domain.RefusedValue{Reason: "the variable '" + name + "' is used before it has a value (that throws)", Early: true})
	})
}

// EachName calls f for every name that a binding target declares.
func EachName(t ast.Expression, f func(string)) {
	switch t := t.(type) {
	case *ast.Identifier:
		f(t.Name.String())
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				f(p.Name.Name.String())
			case *ast.PropertyKeyed:
				EachName(p.Value, f)
			}
		}
		if t.Rest != nil {
			EachName(t.Rest, f)
		}
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			if e != nil {
				EachName(e, f)
			}
		}
		if t.Rest != nil {
			EachName(t.Rest, f)
		}
	case *ast.AssignExpression:
		EachName(t.Left, f)
	}
}

// Statements runs a list of statements.
func (l *Lowering) Statements(list []ast.Statement, s *domain.State, sc *domain.Scope) Flow {
	var f Flow
	f.Next = s
	for _, st := range list {
		if f.Next == nil {
			break
		}
		g := l.Statement(st, f.Next, sc, "")
		f.Add(g)
		f.Next = g.Next
	}
	return f
}

// Branch runs two alternatives on copies of s and merges what goes on.
func (l *Lowering) Branch(cond word.ID, s *domain.State, yes, no func(*domain.State) Flow) Flow {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.Cond
	a := yes(l.Clone(s, l.B.And(before, cond)))
	b := no(l.Clone(s, l.B.And(before, l.B.Not(cond))))
	var f Flow
	f.Add(a)
	f.Add(b)
	switch {
	case a.Next != nil && b.Next != nil:
		f.Next = l.Merge(cond, a.Next, b.Next)
	case a.Next != nil:
		f.Next = a.Next
	case b.Next != nil:
		f.Next = b.Next
	default:
		return f
	}
	f.Next.Cond = before
	return f
}
