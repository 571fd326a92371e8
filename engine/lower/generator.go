package lower

import "github.com/dop251/goja/ast"

// A generator of the file runs to its end where it is called, and what it yields is a list. In the language it runs as
// far as somebody asks, so that it sees what happens meanwhile: an object that it was given may not change before the
// list is used, and it may not throw.

// generate begins a generator; the function that it gives ends it.
func (l *lowering) generate(c *closure, s *state) (finish func(args []value, s *state) value) {
	if c.scope != nil {
		panic(refuse("a generator in a lambda; write it beside the lambda"))
	}
	thrown := len(l.throws) + l.thrown
	list := refValue{l.alloc(s, &object{array: true})}
	l.yielded = &list
	return func(args []value, s *state) value {
		if len(l.throws)+l.thrown != thrown {
			panic(refuse("a generator that may throw"))
		}
		o := *s.heap[list.object]
		o.lists = &view{of: undefinedValue{}, reached: map[int]*object{}}
		for _, v := range append(args, c.this) {
			l.reach(v, s, o.lists.reached)
		}
		return refValue{l.alloc(s, &o)}
	}
}

// yield is yield in a generator, which is given nothing back.
func (l *lowering) yield(e *ast.YieldExpression, s *state, sc *scope) value {
	if l.yielded == nil {
		panic(refuse("yield"))
	}
	list := *l.yielded
	more := &object{array: true}
	switch {
	case e.Delegate:
		all := l.iterated(l.expression(l.delegate(e.Argument), s, sc), s)
		l.goThrough(all, s)
		more.items, more.present = l.appendSparse(nil, nil, all, s)
	case e.Argument != nil:
		more.items = []value{l.expression(e.Argument, s, sc)}
	default:
		more.items = []value{undefinedValue{}}
	}
	l.append(list, more, s)
	return undefinedValue{}
}

// delegate is what yield* goes through: esbuild wraps it in a function of its own.
func (l *lowering) delegate(e ast.Expression) ast.Expression {
	call, ok := e.(*ast.CallExpression)
	if !ok || len(call.ArgumentList) != 1 {
		return e
	}
	id, ok := call.Callee.(*ast.Identifier)
	if !ok || id.Name != "__yieldStar" {
		return e
	}
	if c := l.own.function.Lookup(id); c == nil || c.Function == nil || !l.own.function.PlaceOf(c.Function.Node.Idx0()).IsZero() {
		return e
	}
	return call.ArgumentList[0]
}

// reach notes the objects of the lambda that a value leads to.
func (l *lowering) reach(v value, s *state, reached map[int]*object) {
	l.spend(1)
	each := func(n int) {
		o := s.heap[n]
		if _, known := reached[n]; known || o == nil {
			return
		}
		reached[n] = o
		for _, item := range o.items {
			l.reach(item, s, reached)
		}
		for _, k := range o.keys {
			l.reach(o.props[k], s, reached)
		}
	}
	switch x := v.(type) {
	case refValue:
		each(x.object)
	case setValue:
		if each(x.keys); x.values != noValues {
			each(x.values)
		}
	case memoryValue:
		each(x.log)
	case cellsValue:
		each(x.of.log)
	case choiceValue:
		l.reach(x.a, s, reached)
		l.reach(x.b, s, reached)
	case funcValue:
		if x.f.scope != nil {
			panic(refuse("a generator that is given a function of the lambda"))
		}
	}
}
