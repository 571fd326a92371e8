package js

import (
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
)

// Bound gives the methods of an object, which have a name there, the object as their this.
func (l *Lowering) bound(callee, this domain.Value, name string, s *domain.State) domain.Value {
	switch f := callee.(type) {
	case domain.FuncValue:
		if f.F.Method {
			this, _ := l.having(this, name, f.F, s)
			return domain.FuncValue{F: f.F.With(this)}
		}
	case domain.ChoiceValue:
		if a, b := l.bound(f.A, this, name, s), l.bound(f.B, this, name, s); !domain.SameValue(a, f.A) || !domain.SameValue(b, f.B) {
			f.A, f.B, f.Sel = a, b, nil
		}
		return f
	}
	return callee
}

// having is what of the instances that a value can be has this method under a name: where it is called, it is one of
// them. ok is false when none is known to have it, and the value is as it was.
func (l *Lowering) having(v domain.Value, name string, method *domain.Closure, s *domain.State) (_ domain.Value, ok bool) {
	c, choice := v.(domain.ChoiceValue)
	if !choice {
		class, own := instanceClass(v, name, s)
		if own {
			f, function := l.Property(v, domain.ConstString{S: name}, s).(domain.FuncValue)
			return v, !function || f.F == method
		}
		return v, class == nil || class.Methods[name].Getter || class.Methods[name].Closure == method
	}
	if c.Sel == nil {
		a, okA := l.having(c.A, name, method, s)
		b, okB := l.having(c.B, name, method, s)
		switch {
		case okA && !okB:
			return a, true
		case okB && !okA:
			return b, true
		case !okA || domain.SameValue(a, c.A) && domain.SameValue(b, c.B):
			return v, okA
		}
		return domain.Alternative(c.Cond, a, b), true
	}
	has := func(v domain.Value) bool {
		_, ok := l.having(v, name, method, s)
		return ok
	}
	some := slices.IndexFunc(c.Sel.Entries, has)
	if some < 0 {
		return v, false
	}
	entries, all := slices.Clone(c.Sel.Entries), true
	for i, e := range entries {
		if !has(e) { // it is never that
			entries[i], all = entries[some], false
		}
	}
	if all {
		return v, true
	}
	return l.Instead(c.Sel, entries), true
}

// instantiate is new of a class.
func (l *Lowering) instantiate(x *domain.ClassValue, args []domain.Value, s *domain.State) domain.Value {
	for c := x; c != nil; c = c.Base {
		if c.Text == nil || !c.Text.Whole() {
			panic(domain.Refuse("new of a class whose text is not known, or that extends such a class"))
		}
	}
	this := domain.RefValue{Object: l.Alloc(s, &domain.Object{Props: map[string]domain.Value{}, Class: x})}
	l.build(x, this, args, s)
	return this
}

// build runs the constructor of a class, and those of the classes that it extends before, on an instance.
func (l *Lowering) build(x *domain.ClassValue, this domain.RefValue, args []domain.Value, s *domain.State) {
	f := capture.TextOfClass(x).Create
	if x.Base == nil {
		l.initialize(x, this, s)
	} else if f == nil {
		l.build(x.Base, this, args, s)
		l.initialize(x, this, s)
	}
	if f == nil {
		return
	}
	if x.Base != nil && !callsSuper(f) {
		panic(domain.Refuse("a constructor does something before it calls super"))
	}
	if v := l.Invoke(&domain.Closure{Text: &capture.FunctionText{Node: f.Node, Own: capture.TextOfClass(x).Own}, This: this, Home: x}, args, s); v != domain.Value(domain.UndefinedValue{}) {
		panic(domain.Refuse("a constructor that returns something"))
	}
}

// initialize gives an instance the fields that a class declares.
func (l *Lowering) initialize(x *domain.ClassValue, this domain.RefValue, s *domain.State) {
	own, before, home := l.Own, l.This, l.Home
	l.Own, l.This, l.Home = capture.TextOfClass(x).Own, this, x
	for _, f := range capture.TextOfClass(x).Fields {
		var v domain.Value = domain.UndefinedValue{}
		if f.Initial != nil {
			v = l.Expression(f.Initial, s, domain.NewScope(nil))
			if _, function := f.Initial.(*ast.FunctionLiteral); function {
				v.(domain.FuncValue).F.Method = true
			}
		}
		o := s.Heap[this.Object].Copy(1)
		o.Set(f.Name, v)
		s.SetObject(this.Object, o)
	}
	l.Own, l.This, l.Home = own, before, home
}

// callSuper is super(…) at the beginning of a constructor.
func (l *Lowering) callSuper(e *ast.CallExpression, s *domain.State, sc *domain.Scope) domain.Value {
	this, ok := l.This.(domain.RefValue)
	x := l.Home
	if !ok || x == nil || x.Base == nil || capture.TextOfClass(x).Create == nil {
		panic(domain.Refuse("super"))
	}
	if firstCall(capture.TextOfClass(x).Create) != e {
		panic(domain.Refuse("super is called elsewhere than at the beginning of a constructor"))
	}
	l.This = nil // there is none yet
	args := l.allThere(l.spread(e.ArgumentList, s, sc))
	l.This = this
	l.build(x.Base, this, args, s)
	l.initialize(x, this, s)
	return domain.UndefinedValue{}
}

// ofSuper is a method, or a property that is computed, that the class which the running one extends has under a name.
func (l *Lowering) ofSuper(name string, s *domain.State) domain.Value {
	if l.Home == nil || l.Home.Base == nil || l.This == nil {
		panic(domain.Refuse("super"))
	}
	if _, ofClass := l.This.(*domain.ClassValue); ofClass {
		panic(domain.Refuse("super in a static method"))
	}
	m, ok := l.Home.Base.Methods[name]
	if !ok {
		panic(domain.Refuse("'%s' of super, which is no method of a class that this one extends", name))
	}
	return l.MethodOf(m, l.This, s)
}

// superMember is a property of super as a target: what the class that the running one extends has for setting it is
// called.
func (l *Lowering) superMember(name string) target {
	return target{
		read: func(s *domain.State, _ bool) domain.Value { return l.ofSuper(name, s) },
		write: func(s *domain.State, v domain.Value) {
			this, ok := l.This.(domain.RefValue)
			if !ok || l.Home == nil || l.Home.Base == nil || l.Home.Base.Setters[name] == nil {
				panic(domain.Refuse("'%s' of super is set, for which the class that this one extends has no setter", name))
			}
			l.Invoke(l.Home.Base.Setters[name].With(this), []domain.Value{v}, s)
		},
	}
}
