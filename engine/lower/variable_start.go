package lower

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// A loop may begin at a number that depends on values:
//
//	for (let i = at; i < 7; i++) queue[i] = queue[i + 1]
//
// Unrolled as it stands, its variable depends on values in each round, and what it does with queue[i] it does with
// every item. Instead, the rounds are those of all numbers that the variable may be, which are known in them, and in
// each it is asked whether the loop has begun.

// begins is such a loop.
type begins struct {
	cell   int // its variable
	begin  intValue
	first  int64 // number that it may be
	last   int64 // in its round the loop has begun
	step   int64
	parts  loopParts // as it was
	scope  *scope
	tested bool // each round begins with the test, for it depends on values
}

const (
	maxBegins = 64  // numbers that the variable may be at first
	maxPassed = 256 // rounds
)

// begins takes such a loop apart.
func (l *lowering) begins(p loopParts, s *state, sc *scope) (*begins, bool) {
	if p.next != nil || p.test == nil || p.bodyFirst || len(p.each) == 0 || l.loops.KeepLoops || l.short > 0 {
		return nil, false
	}
	name, step := stepped(p.update)
	if step == 0 || !slices.Contains(p.each, name) {
		return nil, false
	}
	cell, ok := sc.find(name)
	if !ok {
		return nil, false
	}
	v, ok := s.cell(cell).(intValue)
	if !ok || v.lo == v.hi || v.negZero || v.hi-v.lo >= maxBegins {
		return nil, false
	}
	x := &begins{cell: cell, begin: v, first: v.lo, last: v.hi, step: step, parts: p, scope: sc}
	if step < 0 {
		x.first, x.last = v.hi, v.lo
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

// beginAnywhere lowers such a loop; false when that cannot be done, or is no better.
func (l *lowering) beginAnywhere(x *begins, s *state, sc *scope) (flow, bool) {
	begin, cut, steps, mark := l.remember(), l.loops.Cut, l.steps, len(l.b.Ops)
	f, ok := l.attempt(func() flow {
		_, known := x.holds(l, x.first, s)
		x.tested = !known
		return l.loopOf(x.rounds(l), l.clone(s, s.cond), sc)
	})
	l.loops.Seen = true // as it stands, the test depends on values
	if ok && !x.tested {
		return f, true
	}
	back := func() {
		l.recall(begin)
		l.loops.Cut, l.steps = cut, steps
	}
	if !ok {
		back()
		return flow{}, false
	}
	after, spent, end := l.remember(), l.steps, len(l.b.Ops)
	back()
	g, ok := l.attempt(func() flow { return l.loopOf(x.parts, l.clone(s, s.cond), sc) })
	if ok && len(l.b.Ops)-end < end-mark {
		return g, true
	}
	l.recall(after)
	l.loops.Cut, l.steps = cut, spent
	return f, true
}

// attempt lowers something; false when it is refused.
func (l *lowering) attempt(lower func() flow) (f flow, ok bool) {
	at := l.at
	defer func() {
		switch x := recover().(type) {
		case nil:
		case refusal, tooLong:
			l.at, ok = at, false
		default:
			panic(x)
		}
	}()
	return lower(), true
}

// begun is one bit: the loop has begun at a number or before.
func (x *begins) begun(l *lowering, k int64) word.ID {
	if x.step < 0 {
		return l.truthy(l.compare(true, l.integer(k), x.begin))
	}
	return l.truthy(l.compare(true, x.begin, l.integer(k)))
}

// holds is what the test gives for a number, when that is known and nothing else comes of it.
func (x *begins) holds(l *lowering, k int64, s *state) (holds, known bool) {
	try, before := l.clone(s, s.cond), l.remember()
	try.setCell(x.cell, l.integer(k))
	cells, heap := slices.Clone(try.cells), slices.Clone(try.heap)
	holds, known = l.constBool(l.truthy(l.expression(x.parts.test, try, x.scope)))
	pure := len(l.throws) == len(before.l.throws) && l.doubted == before.l.doubted && slices.Equal(heap, try.heap[:len(heap)])
	for i, c := range cells {
		pure = pure && (c == nil || sameValue(c, try.cell(i)))
	}
	l.recall(before)
	return holds, known && pure
}

// ends reports that no round begins at a number or later.
func (x *begins) ends(l *lowering, k int64, s *state) bool {
	for ; ; k += x.step {
		holds, known := x.holds(l, k, s)
		if !known || holds {
			panic(refuse("a loop that begins at a number that depends on values, and whose end does, too"))
		}
		if x.passed(k) {
			return true
		}
	}
}

// passed reports that the loop has begun at a number, at the latest.
func (x *begins) passed(k int64) bool { return (k-x.last)*x.step >= 0 }

// rounds is the loop with rounds of known numbers.
func (x *begins) rounds(l *lowering) loopParts {
	p := x.parts
	p.test, p.update = nil, nil
	if x.tested {
		at := x.parts.test.Idx0()
		p.body = &ast.BlockStatement{LeftBrace: p.body.Idx0(), List: []ast.Statement{
			&ast.IfStatement{
				If: at, Test: &ast.UnaryExpression{Operator: token.NOT, Idx: at, Operand: x.parts.test},
				Consequent: &ast.BranchStatement{Idx: at, Token: token.BREAK},
			},
			p.body,
		}}
	}
	closures, assigned := l.closures, len(l.assigned)
	p.next = func(i int, s *state) (round, bool) {
		k := x.first + int64(i)*x.step
		if i > maxPassed || l.closures != closures || slices.Contains(l.assigned[assigned:], x.cell) {
			panic(refuse("a loop that begins at a number that depends on values, and has many rounds, makes functions or changes its variable"))
		}
		if !x.tested {
			if holds, known := x.holds(l, k, s); !(known && holds) && x.ends(l, k, s) {
				return round{}, false
			}
		}
		there := l.b.Uint(1, 1)
		if !x.passed(k) {
			there = x.begun(l, k)
		}
		return round{there: there, begins: true, take: func(s *state, _ *scope) { s.setCell(x.cell, l.integer(k)) }}, true
	}
	return p
}
