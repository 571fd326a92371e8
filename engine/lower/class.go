package lower

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// classValue is a class from outside the lambda, or another function with properties: the constants that it holds can
// be read. Of a class whose text is known, methods can be called, and instances made if all of it is.
type classValue struct {
	c       *constant
	reason  string                 // why it is not called
	class   *source.Class          // nil: not known
	methods map[string]classMethod // of instances, inherited ones among them
	statics map[string]classMethod // its own
	base    *classValue            // that it extends
	at      *realm.Class           // at run time; nil: it is out of reach
	own     *surroundings          // of its text
	setters map[string]*closure
	private map[string]bool // names of methods and fields, inherited ones among them
}

// classMethod is a method, or what computes a property.
type classMethod struct {
	*closure
	getter bool
}

func (*classValue) isValue() {}

// newClass is a class with a text, which captures what own says; nil when a private name means one thing in
// it and another one in what it extends.
func (l *lowering) newClass(class *source.Class, own *surroundings, base *classValue) *classValue {
	x := &classValue{reason: "a class is called without new (that throws)", class: class, base: base, own: own, methods: map[string]classMethod{}, statics: map[string]classMethod{}, setters: map[string]*closure{}, private: map[string]bool{}}
	if base != nil {
		maps.Copy(x.methods, base.methods)
		maps.Copy(x.setters, base.setters)
		maps.Copy(x.private, base.private)
	}
	names := slices.Clone(class.Private)
	declares := func(name string) {
		delete(x.methods, name) // a getter without its setter hides both of the class that this one extends
		delete(x.setters, name)
		if source.IsPrivate(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for name := range class.Methods {
		declares(name)
	}
	for name := range class.Setters {
		declares(name)
	}
	for name, m := range class.Methods {
		l.getters = l.getters || m.Getter
		x.methods[name] = x.method(m)
	}
	for name, m := range class.Statics {
		l.getters = l.getters || m.Getter
		x.statics[name] = x.method(m)
	}
	for name, f := range class.Setters {
		x.setters[name] = x.method(source.ClassMethod{Function: f}).closure
	}
	for _, name := range names {
		if x.private[name] {
			return nil
		}
		x.private[name] = true
	}
	return x
}

func (x *classValue) method(m source.ClassMethod) classMethod {
	return classMethod{&closure{node: m.Function.Node, own: x.own, method: true, home: x}, m.Getter}
}

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

// maxInherited bounds the classes that extend each other.
const maxInherited = 32

// classAt is the class whose instances have a prototype; nil when it, or one that it extends, is not known.
func (l *lowering) classAt(prototype *goja.Object, depth int) *classValue {
	if x, ok := l.prototypes[prototype]; ok {
		return x
	}
	c := l.program.ClassOf(prototype)
	if c == nil || depth > maxInherited {
		return nil
	}
	f := c.Script.Function(c.ID)
	if f == nil || f.Class == nil || !f.Class.Named || l.changing != nil && l.changing(c.Object) {
		return nil
	}
	var base *classValue
	if c.Base != nil {
		if base = l.classAt(c.Base, depth+1); base == nil {
			return nil
		}
	}
	x := l.newClass(f.Class, newSurroundings(f, c.Captured), base)
	if x == nil {
		return nil
	}
	x.c, x.at = l.constantsOf(c.Object, c.Object.Keys()), c
	if l.prototypes == nil {
		l.prototypes = map[*goja.Object]*classValue{}
	}
	l.prototypes[prototype], l.made[c.Object], l.constants[c.Object] = x, x, x.c
	return x
}

// classMade is a class as a value of the program; nil when its text is not known.
func (l *lowering) classMade(o *goja.Object) *classValue {
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() || l.program.Computed(o, "prototype") {
		return nil
	}
	prototype, ok := o.Get("prototype").(*goja.Object)
	if !ok {
		return nil
	}
	x := l.classAt(prototype, 0)
	if x == nil || l.made[o] != value(x) { // a function with the prototype of a class
		return nil
	}
	return x
}

// instanceOf gives an object from outside its class, and what its private fields hold; false when that is not known.
func (l *lowering) instanceOf(o *goja.Object, c *constant) bool {
	c.class = l.classAt(o.Prototype(), 0)
	if c.class == nil {
		return false
	}
	for x := c.class; x != nil; x = x.base {
		for i, name := range x.class.Private {
			v, err := x.at.Private(o, i)
			if err != nil { // another object, which has been given that prototype
				return false
			}
			c.props[name] = v
		}
	}
	return true
}

// classFrom is a class of the file, with the constants that it holds when it can be reached; nil when its methods are
// not those of its text any more.
func (l *lowering) classFrom(c *source.Captured) value {
	if c.Index < 0 || l.own.outer == nil {
		x := l.newClass(c.Class, l.own, nil)
		if x != nil {
			x.c = &constant{cache: map[int]value{}}
			return x
		}
		return nil
	}
	at, err := l.own.outer(c.Index)
	if o, ok := at.(*goja.Object); ok && err == nil {
		if x, ok := l.fromRealm(o).(*classValue); ok && x.class != nil {
			return x
		}
	}
	return nil
}

// classProperty reads a constant of a class, or a static method, its own or an inherited one.
func (l *lowering) classProperty(x *classValue, key value, s *state) value {
	name, known := constantKey(key)
	for c := x; c != nil && known && (c == x || !ofFunctions[name]); c = c.base {
		if m, ok := c.statics[name]; ok {
			return l.methodOf(m, x, s)
		}
		if v, own := c.c.props[name]; own {
			return l.use(l.fromData(v))
		}
	}
	panic(refuse("'%s' of a class is used; only static fields and methods are compiled", name))
}

// ofFunctions are properties that each class has of its own.
var ofFunctions = map[string]bool{"length": true, "name": true, "prototype": true}

// methodOf is a method as a value, which call gives its this; of what computes a property, the property.
func (l *lowering) methodOf(m classMethod, this value, s *state) value {
	if m.getter {
		return l.invoke(m.with(this), nil, s)
	}
	return funcValue{m.closure}
}
