package lower

import (
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/source"
)

// bound gives the methods of an object, which have a name there, the object as their this.
func (l *lowering) bound(callee, this value, name string, s *state) value {
	switch f := callee.(type) {
	case funcValue:
		if f.f.method {
			this, _ := l.having(this, name, f.f, s)
			return funcValue{f.f.with(this)}
		}
	case choiceValue:
		if a, b := l.bound(f.a, this, name, s), l.bound(f.b, this, name, s); !sameValue(a, f.a) || !sameValue(b, f.b) {
			f.a, f.b, f.sel = a, b, nil
		}
		return f
	}
	return callee
}

// having is what of the instances that a value can be has this method under a name: where it is called, it is one of
// them. ok is false when none is known to have it, and the value is as it was.
func (l *lowering) having(v value, name string, method *closure, s *state) (_ value, ok bool) {
	c, choice := v.(choiceValue)
	if !choice {
		class, own := instanceClass(v, name, s)
		if own {
			f, function := l.property(v, constString{name}, s).(funcValue)
			return v, !function || f.f == method
		}
		return v, class == nil || class.methods[name].getter || class.methods[name].closure == method
	}
	if c.sel == nil {
		a, okA := l.having(c.a, name, method, s)
		b, okB := l.having(c.b, name, method, s)
		switch {
		case okA && !okB:
			return a, true
		case okB && !okA:
			return b, true
		case !okA || sameValue(a, c.a) && sameValue(b, c.b):
			return v, okA
		}
		return alternative(c.cond, a, b), true
	}
	has := func(v value) bool {
		_, ok := l.having(v, name, method, s)
		return ok
	}
	some := slices.IndexFunc(c.sel.entries, has)
	if some < 0 {
		return v, false
	}
	entries, all := slices.Clone(c.sel.entries), true
	for i, e := range entries {
		if !has(e) { // it is never that
			entries[i], all = entries[some], false
		}
	}
	if all {
		return v, true
	}
	return l.instead(c.sel, entries), true
}

// instantiate is new of a class.
func (l *lowering) instantiate(x *classValue, args []value, s *state) value {
	for c := x; c != nil; c = c.base {
		if c.class == nil || !c.class.Whole {
			panic(refuse("new of a class whose text is not known, or that extends such a class"))
		}
	}
	this := refValue{l.alloc(s, &object{props: map[string]value{}, class: x})}
	l.build(x, this, args, s)
	return this
}

// build runs the constructor of a class, and those of the classes that it extends before, on an instance.
func (l *lowering) build(x *classValue, this refValue, args []value, s *state) {
	f := x.class.Create
	if x.base == nil {
		l.initialize(x, this, s)
	} else if f == nil {
		l.build(x.base, this, args, s)
		l.initialize(x, this, s)
	}
	if f == nil {
		return
	}
	if x.base != nil && !callsSuper(f) {
		panic(refuse("a constructor does something before it calls super"))
	}
	if v := l.invoke(&closure{node: f.Node, own: x.own, this: this, home: x}, args, s); v != value(undefinedValue{}) {
		panic(refuse("a constructor that returns something"))
	}
}

// initialize gives an instance the fields that a class declares.
func (l *lowering) initialize(x *classValue, this refValue, s *state) {
	own, before, home := l.own, l.this, l.home
	l.own, l.this, l.home = x.own, this, x
	for _, f := range x.class.Fields {
		var v value = undefinedValue{}
		if f.Initial != nil {
			v = l.expression(f.Initial, s, newScope(nil))
			if _, function := f.Initial.(*ast.FunctionLiteral); function {
				v.(funcValue).f.method = true
			}
		}
		o := s.heap[this.object].copy(1)
		o.set(f.Name, v)
		s.setObject(this.object, o)
	}
	l.own, l.this, l.home = own, before, home
}

// callsSuper reports that a constructor begins with a call of super.
func callsSuper(f *source.Function) bool {
	call := firstCall(f)
	if call == nil {
		return false
	}
	_, ok := call.Callee.(*ast.SuperExpression)
	return ok
}

// firstCall is the call that is the first statement of a constructor; nil when it begins otherwise.
func firstCall(f *source.Function) *ast.CallExpression {
	n, ok := f.Node.(*ast.FunctionLiteral)
	if !ok || len(n.Body.List) == 0 {
		return nil
	}
	first, ok := n.Body.List[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	call, _ := first.Expression.(*ast.CallExpression)
	return call
}

// callSuper is super(…) at the beginning of a constructor.
func (l *lowering) callSuper(e *ast.CallExpression, s *state, sc *scope) value {
	this, ok := l.this.(refValue)
	x := l.home
	if !ok || x == nil || x.base == nil || x.class.Create == nil {
		panic(refuse("super"))
	}
	if firstCall(x.class.Create) != e {
		panic(refuse("super is called elsewhere than at the beginning of a constructor"))
	}
	l.this = nil // there is none yet
	args := l.allThere(l.spread(e.ArgumentList, s, sc))
	l.this = this
	l.build(x.base, this, args, s)
	l.initialize(x, this, s)
	return undefinedValue{}
}

// ofSuper is a method, or a property that is computed, that the class which the running one extends has under a name.
func (l *lowering) ofSuper(name string, s *state) value {
	if l.home == nil || l.home.base == nil || l.this == nil {
		panic(refuse("super"))
	}
	if _, ofClass := l.this.(*classValue); ofClass {
		panic(refuse("super in a static method"))
	}
	m, ok := l.home.base.methods[name]
	if !ok {
		panic(refuse("'%s' of super, which is no method of a class that this one extends", name))
	}
	return l.methodOf(m, l.this, s)
}

// superMember is a property of super as a target: what the class that the running one extends has for setting it is
// called.
func (l *lowering) superMember(name string) target {
	return target{
		read: func(s *state, _ bool) value { return l.ofSuper(name, s) },
		write: func(s *state, v value) {
			this, ok := l.this.(refValue)
			if !ok || l.home == nil || l.home.base == nil || l.home.base.setters[name] == nil {
				panic(refuse("'%s' of super is set, for which the class that this one extends has no setter", name))
			}
			l.invoke(l.home.base.setters[name].with(this), []value{v}, s)
		},
	}
}

// isInstance is v instanceof x.
func (l *lowering) isInstance(v, x value, s *state) value {
	class, ok := x.(*classValue)
	if !ok || class.at == nil {
		panic(refuse("instanceof something else than a class of the file"))
	}
	return l.each(v, func(v value) value {
		var of *classValue
		switch x := v.(type) {
		case refValue:
			of = s.heap[x.object].class
		case constantValue:
			of = x.c.class
		}
		found := false
		for ; of != nil; of = of.base {
			if of.at == nil && of.own != nil { // one that is in reach may be the same
				panic(refuse("instanceof of what a class makes that is out of reach"))
			}
			found = found || of == class
		}
		return l.truth(found)
	})
}

// computed reads a property of something that is one of several objects, where it is a getter of some of these: its
// body is run, as that of a method is, once for all of them, or on the way of each. Elsewhere ok is false.
func (l *lowering) computed(o, key value, s *state) (_ value, ok bool) {
	if !l.getters || !l.anyComputed(o, key, s) {
		return nil, false
	}
	if k, is := key.(choiceValue); is {
		return l.alternatives(k.cond, s,
			func(s *state) value { return l.property(o, k.a, s) },
			func(s *state) value { return l.property(o, k.b, s) }), true
	}
	c, is := o.(choiceValue)
	if !is {
		return nil, false
	}
	name, _ := constantKey(key)
	if x, ok := l.commonClass(c, name, s); ok {
		return l.methodOf(x.methods[name], c, s), true
	}
	return l.alternatives(c.cond, s,
		func(s *state) value { return l.property(c.a, key, s) },
		func(s *state) value { return l.property(c.b, key, s) }), true
}

// anyComputed reports that a property may be a getter of a class.
func (l *lowering) anyComputed(o, key value, s *state) (any bool) {
	l.alternativesOf(key, func(key value) {
		name, _ := constantKey(key)
		l.alternativesOf(o, func(o value) {
			if x, ok := o.(*classValue); ok {
				for ; x != nil && !any; x = x.base {
					any = x.statics[name].getter
				}
			} else if class, _ := instanceClass(o, name, s); class != nil {
				any = any || class.methods[name].getter
			}
		})
	})
	return any
}

// instanceClass is the class of an instance, nil for anything else, and whether the instance has a property of its own
// with a name.
func instanceClass(v value, name string, s *state) (class *classValue, own bool) {
	switch x := v.(type) {
	case refValue:
		_, own = s.heap[x.object].props[name]
		return s.heap[x.object].class, own
	case constantValue:
		_, own = x.c.props[name]
		return x.c.class, own
	}
	return nil, false
}

// commonClass is the class that all objects which a value can be are instances of, without a property of their own with
// a name.
func (l *lowering) commonClass(v value, name string, s *state) (common *classValue, ok bool) {
	ok = true
	l.alternativesOf(v, func(v value) {
		class, own := instanceClass(v, name, s)
		if class == nil || own || common != nil && common != class {
			ok = false
			return
		}
		common = class
	})
	return common, ok
}

// hasPrivate refuses a private field or method that an object has not, or not yet. Of one of several objects, those
// that have it are meant.
func (l *lowering) hasPrivate(o, key value, s *state) {
	name, ok := key.(constString)
	if !ok || !source.IsPrivate(name.s) {
		return
	}
	switch x := o.(type) {
	case choiceValue:
		return
	case *classValue:
		if x.statics[name.s].closure != nil {
			return
		}
	default:
		class, own := instanceClass(o, name.s, s)
		if own || class != nil && (class.methods[name.s].closure != nil || class.setters[name.s] != nil) {
			return
		}
	}
	panic(refuse("a private field is used that is not there (that throws)"))
}

// isLiteral reports that what has the class is an object that is written out with getters or setters, which are
// properties of its own.
func (x *classValue) isLiteral() bool { return x != nil && x.own == nil }

// publicKeys are the names of the properties of an object, without private fields.
func (o *object) publicKeys() []string {
	if o.class == nil || len(o.class.private) == 0 {
		return o.keys
	}
	return slices.DeleteFunc(slices.Clone(o.keys), source.IsPrivate)
}
