package loop

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// A loop may begin at a number that depends on values:
//
//	for (let i = at; i < 7; i++) queue[i] = queue[i + 1]
//
// Unrolled as it stands, its variable depends on values in each round, and what it does with queue[i] it does with
// every item. Instead, the rounds are those of all numbers that the variable may be, which are known in them, and in
// each it is asked whether the loop has begun.

// Begins is such a loop.
type begins struct {
	cell   int // its variable
	begin  domain.IntValue
	first  int64 // number that it may be
	last   int64 // in its round the loop has begun
	step   int64
	parts  LoopParts // as it was
	scope  *domain.Scope
	tested bool // each round begins with the test, for it depends on values
}

const (
	maxBegins = 64  // numbers that the variable may be at first
	maxPassed = 256 // rounds
)

// Begins takes such a loop apart.
func (l *Lowering) Begins(p LoopParts, s *domain.State, sc *domain.Scope) (*begins, bool) {
	if p.Next != nil || p.Test == nil || p.BodyFirst || len(p.Each) == 0 || l.Loops.KeepLoops || l.short > 0 {
		return nil, false
	}
	name, step := stepped(p.Update)
	if step == 0 || !slices.Contains(p.Each, name) {
		return nil, false
	}
	cell, ok := sc.Find(name)
	if !ok {
		return nil, false
	}
	v, ok := s.Cell(cell).(domain.IntValue)
	if !ok || v.Lo == v.Hi || v.NegZero || v.Hi-v.Lo >= maxBegins {
		return nil, false
	}
	x := &begins{cell: cell, begin: v, first: v.Lo, last: v.Hi, step: step, parts: p, scope: sc}
	if step < 0 {
		x.first, x.last = v.Hi, v.Lo
	}
	return x, true
}

// stepped is the variable to which an expression adds 1, or -1; a step of 0 when it does something else.
func stepped(e ast.Expression) (name string, step int64) {
	var at ast.Expression
	switch e := e.(type) {
	case *ast.UnaryExpression:
		switch e.Operator {
		case token.INCREMENT:
			step = 1
		case token.DECREMENT:
			step = -1
		}
		at = e.Operand
	case *ast.AssignExpression:
		one, ok := e.Right.(*ast.NumberLiteral)
		if !ok || one.Value != int64(1) {
			return "", 0
		}
		switch e.Operator {
		case token.PLUS:
			step = 1
		case token.MINUS:
			step = -1
		}
		at = e.Left
	}
	id, ok := at.(*ast.Identifier)
	if !ok {
		return "", 0
	}
	return id.Name.String(), step
}

// BeginAnywhere lowers such a loop; false when that cannot be done, or is no better.
func (l *Lowering) BeginAnywhere(x *begins, s *domain.State, sc *domain.Scope) (Flow, bool) {
	began := l.Work.Begin()
	begin, cut, steps, mark := l.remember(), l.Loops.Cut, l.Steps, len(l.B.Ops)
	f, ok := l.attempt(func() Flow {
		_, known := x.holds(l, x.first, s)
		x.tested = !known
		return l.LoopOf(x.rounds(l), l.Clone(s, s.Cond), sc)
	})
	l.Loops.Seen = true // as it stands, the test depends on values
	if ok && !x.tested {
		l.Work.Ended("variable start", began, true)
		return f, true
	}
	back := func() {
		l.recall(begin)
		l.Loops.Cut, l.Steps = cut, steps
	}
	if !ok {
		l.Work.Ended("variable start", began, false)
		back()
		return Flow{}, false
	}
	second := l.Work.Begin()
	after, spent, end := l.remember(), l.Steps, len(l.B.Ops)
	back()
	g, ok := l.attempt(func() Flow { return l.LoopOf(x.parts, l.Clone(s, s.Cond), sc) })
	if ok && len(l.B.Ops)-end < end-mark {
		l.Work.Ended("variable start", began, false)
		return g, true
	}
	l.Work.Ended("variable start: as written", second, false)
	l.recall(after)
	l.Loops.Cut, l.Steps = cut, spent
	return f, true
}

// begun is one bit: the loop has begun at a number or before.
func (x *begins) begun(l *Lowering, k int64) word.ID {
	if x.step < 0 {
		return l.Truthy(l.Compare(true, l.Integer(k), x.begin))
	}
	return l.Truthy(l.Compare(true, x.begin, l.Integer(k)))
}

// holds is what the test gives for a number, when that is known and nothing else comes of it.
func (x *begins) holds(l *Lowering, k int64, s *domain.State) (holds, known bool) {
	try, before := l.Clone(s, s.Cond), l.remember()
	try.SetCell(x.cell, l.Integer(k))
	cells, heap := slices.Clone(try.Cells), slices.Clone(try.Heap)
	holds, known = l.ConstBool(l.Truthy(l.Expression(x.parts.Test, try, x.scope)))
	pure := len(l.Throws) == len(before.l.Throws) && l.Doubted == before.l.Doubted && slices.Equal(heap, try.Heap[:len(heap)])
	for i, c := range cells {
		pure = pure && (c == nil || domain.SameValue(c, try.Cell(i)))
	}
	l.recall(before)
	return holds, known && pure
}

// ends reports that no round begins at a number or later.
func (x *begins) ends(l *Lowering, k int64, s *domain.State) bool {
	for ; ; k += x.step {
		holds, known := x.holds(l, k, s)
		if !known || holds {
			panic(domain.Refuse("a loop that begins at a number that depends on values, and whose end does, too"))
		}
		if x.passed(k) {
			return true
		}
	}
}

// passed reports that the loop has begun at a number, at the latest.
func (x *begins) passed(k int64) bool { return (k-x.last)*x.step >= 0 }

// rounds is the loop with rounds of known numbers.
func (x *begins) rounds(l *Lowering) LoopParts {
	p := x.parts
	p.Test, p.Update = nil, nil
	if x.tested {
		at := x.parts.Test.Idx0()
		p.Body = &ast.BlockStatement{LeftBrace: p.Body.Idx0(), List: []ast.Statement{
			&ast.IfStatement{
				If: at, Test: &ast.UnaryExpression{Operator: token.NOT, Idx: at, Operand: x.parts.Test},
				Consequent: &ast.BranchStatement{Idx: at, Token: token.BREAK},
			},
			p.Body,
		}}
	}
	closures, assigned := l.Closures, len(l.Assigned)
	p.Next = func(i int, s *domain.State) (Round, bool) {
		k := x.first + int64(i)*x.step
		if i > maxPassed || l.Closures != closures || slices.Contains(l.Assigned[assigned:], x.cell) {
			panic(domain.Refuse("a loop that begins at a number that depends on values, and has many rounds, makes functions or changes its variable"))
		}
		if !x.tested {
			if holds, known := x.holds(l, k, s); !(known && holds) && x.ends(l, k, s) {
				return Round{}, false
			}
		}
		there := l.B.Uint(1, 1)
		if !x.passed(k) {
			there = x.begun(l, k)
		}
		return Round{There: there, begins: true, Take: func(s *domain.State, _ *domain.Scope) { s.SetCell(x.cell, l.Integer(k)) }}, true
	}
	return p
}
