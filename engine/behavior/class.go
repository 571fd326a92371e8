package behavior

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/source"
)

// classValue is a class from outside the lambda, or another function with properties: the constants that it holds can be read. Of a class whose text is
// known, instances can be made.
type classValue struct {
	c      *constant
	reason string        // why it is not called
	class  *source.Class // nil: not known
	own    *surroundings // of its text
	bodies map[*source.Function]*closure

	literal map[string]*closure // instead, of an object that is written out with getters: these
}

func (*classValue) isValue() {}

// classOf is a function that is not compiled, with what it holds; nil when it holds nothing.
func (l *lowering) classOf(o *goja.Object, reason string) value {
	keys := o.Keys()
	if len(keys) == 0 || len(keys) > maxConstant {
		return nil
	}
	c := l.constantsOf(o, keys)
	l.constants[o] = c
	return &classValue{c: c, reason: reason}
}

func (l *lowering) constantsOf(o *goja.Object, keys []string) *constant {
	c := &constant{keys: keys, props: map[string]any{}, cache: map[int]value{}}
	for _, k := range keys {
		if l.program.Computed(o, k) {
			c.props[k] = refusedValue{reason: fmt.Sprintf("a class outside the lambda has a getter, '%s'; call a function instead", k)}
			continue
		}
		c.props[k] = o.Get(k)
	}
	return c
}

// classFrom is a class of the file, with the constants that it holds when it can be reached; nil when its methods are not those of its text any more.
func (l *lowering) classFrom(c *source.Captured) value {
	v := &classValue{reason: "a class is called without new (that throws)", class: c.Class, own: l.own, bodies: map[*source.Function]*closure{}}
	for _, methods := range []map[string]source.ClassMethod{c.Class.Methods, c.Class.Statics} {
		for _, m := range methods {
			l.getters = l.getters || m.Getter
		}
	}
	if c.Index < 0 || l.own.outer == nil {
		v.c = &constant{cache: map[int]value{}}
		return v
	}
	at, err := l.own.outer(c.Index)
	o, ok := at.(*goja.Object)
	if err != nil || !ok {
		return nil
	}
	if l.changing != nil && l.changing(o) {
		return nil
	}
	prototype, ok := o.Get("prototype").(*goja.Object)
	if !ok || prototype.Prototype() == nil || prototype.Prototype().Prototype() != nil {
		return nil
	}
	for _, name := range prototype.GetOwnPropertyNames() {
		if _, known := c.Class.Methods[name]; !known && name != "constructor" {
			return nil
		}
	}
	v.c = l.constantsOf(o, o.Keys())
	l.constants[o] = v.c
	if known, ok := l.made[o].(*classValue); ok { // it was met as a value of the program
		*known = *v
		return known
	}
	l.made[o] = v
	return v
}

// classProperty reads a constant of a class, or a static method. Others may be inherited.
func (l *lowering) classProperty(x *classValue, key value, s *state) value {
	name, known := constantKey(key)
	if known && x.class != nil {
		if m, ok := x.class.Statics[name]; ok {
			return l.methodOf(x, m, x, s)
		}
	}
	if v, own := x.c.props[name]; known && own {
		return l.use(l.fromData(v))
	}
	panic(refuse("'%s' of a class is used; only static fields and methods that it declares itself are compiled", name))
}

// methodOf is a method as a value, which call gives its this; of what reads a property, the property.
func (l *lowering) methodOf(x *classValue, m source.ClassMethod, this value, s *state) value {
	if m.Function.UsesArguments {
		panic(refuse("a method that uses arguments"))
	}
	if m.Getter {
		return l.invoke(&closure{node: m.Function.Node, own: x.own, this: this}, nil, s)
	}
	if x.bodies[m.Function] == nil {
		x.bodies[m.Function] = &closure{node: m.Function.Node, own: x.own, method: true}
	}
	return funcValue{x.bodies[m.Function]}
}

// computed reads a property of something that is one of several objects, where it is a getter of some of these: its body is run, as that of a method is,
// once for all of them, or on the way of each. Elsewhere ok is false.
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
	if x, ok := l.commonClass(c, s); ok {
		name, _ := constantKey(key)
		return l.memberOf(x, name, c, s), true
	}
	return l.alternatives(c.cond, s,
		func(s *state) value { return l.property(c.a, key, s) },
		func(s *state) value { return l.property(c.b, key, s) }), true
}

// anyComputed reports that a property may be a getter of a class.
func (l *lowering) anyComputed(o, key value, s *state) (any bool) {
	l.alternativesOf(key, func(key value) {
		name, known := constantKey(key)
		l.alternativesOf(o, func(o value) {
			switch x := o.(type) {
			case refValue:
				if class := s.heap[x.object].class; class != nil && known {
					any = any || class.class.Methods[name].Getter
				}
			case *classValue:
				any = any || known && x.class != nil && x.class.Statics[name].Getter
			}
		})
	})
	return any
}

// commonClass is the class that all objects which a value can be are instances of.
func (l *lowering) commonClass(v value, s *state) (class *classValue, ok bool) {
	ok = true
	l.alternativesOf(v, func(v value) {
		r, instance := v.(refValue)
		if !instance || s.heap[r.object].class == nil || class != nil && class != s.heap[r.object].class {
			ok = false
			return
		}
		class = s.heap[r.object].class
	})
	return class, ok
}

// memberOf is methodOf of the method of a name, which is a method or getter of instances.
func (l *lowering) memberOf(x *classValue, name string, this value, s *state) value {
	if f := x.literal[name]; f != nil {
		c := *f
		c.this, c.method = this, false
		return l.invoke(&c, nil, s)
	}
	return l.methodOf(x, x.class.Methods[name], this, s)
}

// addGetter gives an object that is being written out a getter.
func (l *lowering) addGetter(o *object, key, f value) {
	name, known := constantKey(key)
	body, function := f.(funcValue)
	if !known || !function || name == "__proto__" || o.props[name] != nil {
		panic(refuse("a getter whose name is not known or that of another property"))
	}
	if o.class == nil {
		o.class = &classValue{class: &source.Class{Methods: map[string]source.ClassMethod{}}, literal: map[string]*closure{}}
	}
	o.class.class.Methods[name] = source.ClassMethod{Getter: true}
	o.class.literal[name] = body.f
	l.getters = true
}

// bound is what a call of a method calls.
func bound(callee, this value) value {
	switch f := callee.(type) {
	case funcValue:
		if f.f.method {
			c := *f.f
			c.this, c.method = this, false
			return funcValue{&c}
		}
	case choiceValue:
		if a, b := bound(f.a, this), bound(f.b, this); !sameValue(a, f.a) || !sameValue(b, f.b) {
			f.a, f.b, f.sel = a, b, nil
		}
		return f
	}
	return callee
}

// instantiate is new of a class.
func (l *lowering) instantiate(x *classValue, args []value, s *state) value {
	if x.class == nil {
		panic(refuse("new of a class whose text is not known, or that extends another one"))
	}
	this := refValue{l.alloc(s, &object{props: map[string]value{}, class: x})}
	own, before := l.own, l.this
	l.own, l.this = x.own, this
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
	l.own, l.this = own, before
	if f := x.class.Create; f != nil {
		if f.UsesArguments {
			panic(refuse("a constructor that uses arguments"))
		}
		if v := l.invoke(&closure{node: f.Node, own: x.own, this: this}, args, s); v != value(undefinedValue{}) {
			panic(refuse("a constructor that returns something"))
		}
	}
	return this
}
