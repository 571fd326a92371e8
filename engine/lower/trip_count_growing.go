package lower

import (
	"github.com/dop251/goja/ast"
)

// A loop that goes on until a queue is empty, and appends to it, as a search of a grid does, is not seen to end: after
// each round the queue may be longer. Unrolling it takes the longer the more items there may be, up to the bound of a
// lambda, which is a second and more. So it is given up when there are many.

// maxQueued is how many more items than at the begin of the loop there may be in an array whose length is all that
// ends it.
const maxQueued = 40

// queue is the array whose length is all that a loop's test asks for, by its number in the heap.
func (p loopParts) queue(s *state, sc *scope) (object int, ok bool) {
	lengthOf := func(e ast.Expression) bool {
		d, is := e.(*ast.DotExpression)
		if !is || d.Identifier.Name != "length" {
			return false
		}
		id, is := d.Left.(*ast.Identifier)
		if !is {
			return false
		}
		cell, is := sc.find(id.Name.String())
		if !is {
			return false
		}
		r, is := s.valueOf(cell).(refValue)
		object = r.object
		return is && s.heap[object].array
	}
	if b, is := p.test.(*ast.BinaryExpression); is {
		return object, lengthOf(b.Left) || lengthOf(b.Right)
	}
	return object, lengthOf(p.test)
}

// growing gives a loop up that goes on until a queue is empty when that has become much longer than it was, which had
// so many items.
func (l *lowering) growing(p loopParts, had int, s *state, sc *scope) {
	if n, ok := p.queue(s, sc); ok && s.heap[n].length() > had+maxQueued {
		panic(refuse(openLoop + ", and an array in it that may become longer in each round" + boundHelps))
	}
}

// queued is how many items there may be in the array whose length ends a loop.
func (p loopParts) queued(s *state, sc *scope) int {
	if n, ok := p.queue(s, sc); ok {
		return s.heap[n].length()
	}
	return 0
}
