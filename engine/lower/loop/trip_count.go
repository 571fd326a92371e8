package loop

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

// Counted is the loop with the parts of its test that count behind an &&, as in while (list.length && n++ < 6), at the
// begin of its body, where they leave it: there the count has its value of the test that goes on, and is not a choice
// by the part before it, so that a bound is found.
func (p LoopParts) Counted() LoopParts {
	if p.Test == nil || p.BodyFirst {
		return p
	}
	parts := conjuncts(p.Test, nil)
	n := 1
	for n < len(parts) && !counts(parts[n]) {
		n++
	}
	if n == len(parts) {
		return p
	}
	body := &ast.BlockStatement{LeftBrace: p.Body.Idx0()}
	for _, part := range parts[n:] {
		body.List = append(body.List, &ast.IfStatement{
			If: part.Idx0(), Test: &ast.UnaryExpression{Operator: token.NOT, Idx: part.Idx0(), Operand: part},
			Consequent: &ast.BranchStatement{Idx: part.Idx0(), Token: token.BREAK},
		})
	}
	body.List = append(body.List, p.Body)
	p.Test, p.Body = parts[0], body
	for _, part := range parts[1:n] {
		p.Test = &ast.BinaryExpression{Operator: token.LOGICAL_AND, Left: p.Test, Right: part}
	}
	return p
}

// conjuncts appends the parts of an expression that && joins.
func conjuncts(e ast.Expression, list []ast.Expression) []ast.Expression {
	if b, ok := e.(*ast.BinaryExpression); ok && b.Operator == token.LOGICAL_AND {
		return conjuncts(b.Right, conjuncts(b.Left, list))
	}
	return append(list, e)
}

// counts reports whether a comparison changes what it compares.
func counts(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		return counts(e.Left) || counts(e.Right)
	case *ast.UnaryExpression:
		return e.Operator == token.INCREMENT || e.Operator == token.DECREMENT
	case *ast.AssignExpression:
		return true
	}
	return false
}

// A loop that goes on until a queue is empty, and appends to it, as a search of a grid does, is not seen to end: after
// each round the queue may be longer. Unrolling it takes the longer the more items there may be, up to the bound of a
// lambda, which is a second and more. So it is given up when there are many.

// maxQueued is how many more items than at the begin of the loop there may be in an array whose length is all that
// ends it.
const maxQueued = 40

// queue is the array whose length is all that a loop's test asks for, by its number in the heap.
func (p LoopParts) queue(s *domain.State, sc *domain.Scope) (object int, ok bool) {
	lengthOf := func(e ast.Expression) bool {
		d, is := e.(*ast.DotExpression)
		if !is || d.Identifier.Name != "length" {
			return false
		}
		id, is := d.Left.(*ast.Identifier)
		if !is {
			return false
		}
		cell, is := sc.Find(id.Name.String())
		if !is {
			return false
		}
		r, is := s.ValueOf(cell).(domain.RefValue)
		object = r.Object
		return is && s.Heap[object].Array
	}
	if b, is := p.Test.(*ast.BinaryExpression); is {
		return object, lengthOf(b.Left) || lengthOf(b.Right)
	}
	return object, lengthOf(p.Test)
}

// growing gives a loop up that goes on until a queue is empty when that has become much longer than it was, which had
// so many items.
func (l *Lowering) growing(p LoopParts, had int, s *domain.State, sc *domain.Scope) {
	if n, ok := p.queue(s, sc); ok && s.Heap[n].Length() > had+maxQueued {
		panic(domain.Refuse(domain.OpenLoop + ", and an array in it that may become longer in each round" + domain.BoundHelps))
	}
}

// queued is how many items there may be in the array whose length ends a loop.
func (p LoopParts) queued(s *domain.State, sc *domain.Scope) int {
	if n, ok := p.queue(s, sc); ok {
		return s.Heap[n].Length()
	}
	return 0
}
