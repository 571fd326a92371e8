package lower

import (
	"maps"
	"slices"

	"github.com/dop251/goja/ast"
)

// deleteProperty is delete of a property of a plain object that the lambda has made.
func (l *lowering) deleteProperty(e ast.Expression, s *state, sc *scope) value {
	l.deletions++
	var o, key value
	switch e := e.(type) {
	case *ast.DotExpression:
		o, key = l.expression(e.Left, s, sc), constString{e.Identifier.Name.String()}
	case *ast.BracketExpression:
		o = l.expression(e.Left, s, sc)
		key = l.expression(e.Member, s, sc)
	default:
		panic(refuse("delete of something else than a property"))
	}
	if _, ok := o.(memoryValue); ok {
		panic(refuse("delete of a cell of a memory, which does nothing; write m.delete(address)"))
	}
	r, ok := o.(refValue)
	name, known := constantKey(key)
	if !ok || !known || s.heap[r.object].array || s.heap[r.object].class != nil || s.heap[r.object].writes != nil {
		panic(refuse("delete of something else than a known property of a plain object of the lambda"))
	}
	old := s.heap[r.object]
	if _, there := old.props[name]; !there {
		return l.truth(true)
	}
	l.mayChange(r.object)
	c := old.copy(0)
	delete(c.props, name)
	c.keys = slices.DeleteFunc(slices.Clone(c.keys), func(k string) bool { return k == name })
	if c.presentIf != nil {
		c.presentIf = maps.Clone(c.presentIf)
		delete(c.presentIf, name)
	}
	s.setObject(r.object, c)
	return l.truth(true)
}
