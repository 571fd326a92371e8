package js

import (
	"maps"
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// deleteProperty is delete of a property of a plain object that the lambda has made.
func (l *Lowering) deleteProperty(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	l.deletions++
	var o, key domain.Value
	switch e := e.(type) {
	case *ast.DotExpression:
		o, key = l.Expression(e.Left, s, sc), domain.ConstString{S: e.Identifier.Name.String()}
	case *ast.BracketExpression:
		o = l.Expression(e.Left, s, sc)
		key = l.Expression(e.Member, s, sc)
	default:
		panic(domain.Refuse("delete of something else than a property"))
	}
	if _, ok := o.(domain.MemoryValue); ok {
		panic(domain.Refuse("delete of a cell of a memory, which does nothing; write m.delete(address)"))
	}
	r, ok := o.(domain.RefValue)
	name, known := domain.ConstantKey(key)
	if !ok || !known || s.Heap[r.Object].Array || s.Heap[r.Object].Class != nil || s.Heap[r.Object].Writes != nil {
		panic(domain.Refuse("delete of something else than a known property of a plain object of the lambda"))
	}
	old := s.Heap[r.Object]
	if _, there := old.Props[name]; !there {
		return l.Truth(true)
	}
	l.MayChange(r.Object)
	c := old.Copy(0)
	delete(c.Props, name)
	c.Keys = slices.DeleteFunc(slices.Clone(c.Keys), func(k string) bool { return k == name })
	if c.PresentIf != nil {
		c.PresentIf = maps.Clone(c.PresentIf)
		delete(c.PresentIf, name)
	}
	s.SetObject(r.Object, c)
	return l.Truth(true)
}
