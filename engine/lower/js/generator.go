package js

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// A generator of the file runs to its end where it is called, and what it yields is a list. In the language it runs as
// far as somebody asks, so that it sees what happens meanwhile: an object that it was given may not change before the
// list is used, and it may not throw.

// generate begins a generator; the function that it gives ends it.
func (l *Lowering) generate(c *domain.Closure, s *domain.State) (finish func(args []domain.Value, s *domain.State) domain.Value) {
	if c.Scope != nil {
		panic(domain.Refuse("a generator in a lambda; write it beside the lambda"))
	}
	thrown := len(l.Throws) + l.Thrown
	list := domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true})}
	l.Yielded = &list
	return func(args []domain.Value, s *domain.State) domain.Value {
		if len(l.Throws)+l.Thrown != thrown {
			panic(domain.Refuse("a generator that may throw"))
		}
		o := *s.Heap[list.Object]
		o.Lists = &domain.LiveView{Of: domain.UndefinedValue{}, Reached: map[int]*domain.Object{}}
		for _, v := range append(args, c.This) {
			l.reach(v, s, o.Lists.Reached)
		}
		return domain.RefValue{Object: l.Alloc(s, &o)}
	}
}

// yield is yield in a generator, which is given nothing back.
func (l *Lowering) yield(e *ast.YieldExpression, s *domain.State, sc *domain.Scope) domain.Value {
	if l.Yielded == nil {
		panic(domain.Refuse("yield"))
	}
	list := *l.Yielded
	more := &domain.Object{Array: true}
	switch {
	case e.Delegate:
		all := l.Iterated(l.Expression(l.delegate(e.Argument), s, sc), s)
		l.GoThrough(all, s)
		more.Items, more.Present = l.AppendSparse(nil, nil, all, s)
	case e.Argument != nil:
		more.Items = []domain.Value{l.Expression(e.Argument, s, sc)}
	default:
		more.Items = []domain.Value{domain.UndefinedValue{}}
	}
	l.Append(list, more, s)
	return domain.UndefinedValue{}
}

// delegate is what yield* goes through: esbuild wraps it in a function of its own.
func (l *Lowering) delegate(e ast.Expression) ast.Expression {
	call, ok := e.(*ast.CallExpression)
	if !ok || len(call.ArgumentList) != 1 {
		return e
	}
	id, ok := call.Callee.(*ast.Identifier)
	if !ok || id.Name != "__yieldStar" {
		return e
	}
	if c := l.Own.Function.Lookup(id); c == nil || c.Function == nil || !l.Own.Function.PlaceOf(c.Function.Node.Idx0()).IsZero() {
		return e
	}
	return call.ArgumentList[0]
}

// Reach notes the objects of the lambda that a value leads to.
func (l *Lowering) reach(v domain.Value, s *domain.State, reached map[int]*domain.Object) {
	l.Spend(1)
	each := func(n int) {
		o := s.Heap[n]
		if _, known := reached[n]; known || o == nil {
			return
		}
		reached[n] = o
		for _, item := range o.Items {
			l.reach(item, s, reached)
		}
		for _, k := range o.Keys {
			l.reach(o.Props[k], s, reached)
		}
	}
	switch x := v.(type) {
	case domain.RefValue:
		each(x.Object)
	case domain.SetValue:
		if each(x.Keys); x.Values != domain.NoValues {
			each(x.Values)
		}
	case domain.MemoryValue:
		each(x.Log)
	case domain.CellsValue:
		each(x.Of.Log)
	case domain.ChoiceValue:
		l.reach(x.A, s, reached)
		l.reach(x.B, s, reached)
	case domain.FuncValue:
		if x.F.Scope != nil {
			panic(domain.Refuse("a generator that is given a function of the lambda"))
		}
	}
}
