package capture

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
)

// newClass is a class with a text, which captures what own says; nil when a private name means one thing in
// it and another one in what it extends.
func (l *Lowering) newClass(class *source.Class, own *Surroundings, base *domain.ClassValue) *domain.ClassValue {
	x := &domain.ClassValue{Reason: "a class is called without new (that throws)", Text: &ClassText{Class: class, Own: own}, Base: base, Methods: map[string]domain.ClassMethod{}, Statics: map[string]domain.ClassMethod{}, Setters: map[string]*domain.Closure{}, Private: map[string]bool{}}
	if base != nil {
		maps.Copy(x.Methods, base.Methods)
		maps.Copy(x.Setters, base.Setters)
		maps.Copy(x.Private, base.Private)
	}
	names := slices.Clone(class.Private)
	declares := func(name string) {
		delete(x.Methods, name) // a getter without its setter hides both of the class that this one extends
		delete(x.Setters, name)
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
		l.Getters = l.Getters || m.Getter
		x.Methods[name] = methodOf(x, m)
	}
	for name, m := range class.Statics {
		l.Getters = l.Getters || m.Getter
		x.Statics[name] = methodOf(x, m)
	}
	for name, f := range class.Setters {
		x.Setters[name] = methodOf(x, source.ClassMethod{Function: f}).Closure
	}
	for _, name := range names {
		if x.Private[name] {
			return nil
		}
		x.Private[name] = true
	}
	return x
}

// methodOf is a method of a class as a function.
func methodOf(x *domain.ClassValue, m source.ClassMethod) domain.ClassMethod {
	text := &FunctionText{Node: m.Function.Node, Own: TextOfClass(x).Own}
	return domain.ClassMethod{Closure: &domain.Closure{Text: text, Method: true, Home: x}, Getter: m.Getter}
}

// classOf is a function that is not compiled, with what it holds; nil when it holds nothing.
func (l *Lowering) classOf(o *goja.Object, reason string) domain.Value {
	keys := o.Keys()
	if len(keys) == 0 || len(keys) > MaxConstant {
		return nil
	}
	c := l.constantsOf(o, keys)
	l.Constants[o] = c
	return &domain.ClassValue{C: c, Reason: reason}
}

func (l *Lowering) constantsOf(o *goja.Object, keys []string) *domain.Constant {
	c := &domain.Constant{Keys: keys, Props: map[string]any{}, Cache: map[int]domain.Value{}}
	for _, k := range keys {
		if l.Program.Computed(o, k) {
			c.Props[k] = domain.RefusedValue{Reason: fmt.Sprintf("a class outside the lambda has a getter, '%s'; call a function instead", k)}
			continue
		}
		c.Props[k] = o.Get(k)
	}
	return c
}

// maxInherited bounds the classes that extend each other.
const maxInherited = 32

// classAt is the class whose instances have a prototype; nil when it, or one that it extends, is not known.
func (l *Lowering) classAt(prototype *goja.Object, depth int) *domain.ClassValue {
	if x, ok := l.prototypes[prototype]; ok {
		return x
	}
	c := l.Program.ClassOf(prototype)
	if c == nil || depth > maxInherited {
		return nil
	}
	f := c.Script.Function(c.ID)
	if f == nil || f.Class == nil || !f.Class.Named || l.Changing != nil && l.Changing(c.Object) {
		return nil
	}
	var base *domain.ClassValue
	if c.Base != nil {
		if base = l.classAt(c.Base, depth+1); base == nil {
			return nil
		}
	}
	x := l.newClass(f.Class, NewSurroundings(f, c.Captured), base)
	if x == nil {
		return nil
	}
	x.C, TextOfClass(x).At = l.constantsOf(c.Object, c.Object.Keys()), c
	if l.prototypes == nil {
		l.prototypes = map[*goja.Object]*domain.ClassValue{}
	}
	l.prototypes[prototype], l.Made[c.Object], l.Constants[c.Object] = x, x, x.C
	return x
}

// classMade is a class as a value of the program; nil when its text is not known.
func (l *Lowering) classMade(o *goja.Object) *domain.ClassValue {
	if o.ExportType() == reflect.TypeFor[goja.Proxy]() || l.Program.Computed(o, "prototype") {
		return nil
	}
	prototype, ok := o.Get("prototype").(*goja.Object)
	if !ok {
		return nil
	}
	x := l.classAt(prototype, 0)
	if x == nil || l.Made[o] != domain.Value(x) { // a function with the prototype of a class
		return nil
	}
	return x
}

// instanceOf gives an object from outside its class, and what its private fields hold; false when that is not known.
func (l *Lowering) instanceOf(o *goja.Object, c *domain.Constant) bool {
	c.Class = l.classAt(o.Prototype(), 0)
	if c.Class == nil {
		return false
	}
	for x := c.Class; x != nil; x = x.Base {
		for i, name := range TextOfClass(x).Private {
			v, err := TextOfClass(x).At.Private(o, i)
			if err != nil { // another object, which has been given that prototype
				return false
			}
			c.Props[name] = v
		}
	}
	return true
}

// OfFunctions are properties that each class has of its own.
var OfFunctions = map[string]bool{"length": true, "name": true, "prototype": true}
