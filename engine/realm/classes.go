package realm

import (
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/source"
)

// Class is a class that the program has made.
type Class struct {
	Script *source.Script
	ID     int // of the source.Function with the class
	// Captured reads what methods and fields capture, Private a private field of an instance, by their index in
	// source.Function.Captured and source.Class.Private. They must run inside Do.
	Captured func(index int) (goja.Value, error)
	Private  func(o *goja.Object, index int) (goja.Value, error)
	// Object is the class itself, Base the prototype of the instances of the class that it extends; nil: it extends none.
	Object, Base *goja.Object
}

// classMark is a class that the source stage has marked, as it was when it was made.
type classMark struct {
	Class
	methods map[string]*goja.Object // of the prototype, or what computes a property of it
	statics map[string]*goja.Object // the same of the class
}

// markClass remembers a class under its prototype, which it keeps.
func (r *Realm) markClass(o *goja.Object, script *source.Script, id int, captured, private goja.Callable) {
	prototype, ok := o.Get("prototype").(*goja.Object)
	if !ok || captured == nil || private == nil {
		return
	}
	m := &classMark{Class: Class{Script: script, ID: id, Object: o}}
	m.Captured = func(index int) (goja.Value, error) { return captured(goja.Undefined(), r.vm.ToValue(index)) }
	m.Private = func(o *goja.Object, index int) (goja.Value, error) {
		return private(goja.Undefined(), o, r.vm.ToValue(index))
	}
	if base := prototype.Prototype(); base != nil && base != r.objectPrototype {
		m.Base = base
	}
	var plain, known bool
	m.methods, plain = r.methodsOf(prototype)
	m.statics, known = r.methodsOf(o)
	if plain && known {
		r.classes[prototype] = m
	}
}

// symbolNames are the names under which methods with a symbol for theirs stand among the others.
var symbolNames = map[*goja.Symbol]string{
	goja.SymIterator:    source.SymbolName("iterator"),
	goja.SymToStringTag: source.SymbolName("toStringTag"),
}

// methodsOf lists the functions that a prototype or class has, and its prototype; false when it has something else,
// too.
func (r *Realm) methodsOf(prototype *goja.Object) (map[string]*goja.Object, bool) {
	keys, err := r.ownKeys(goja.Undefined(), prototype)
	list, ok := keys.(*goja.Object)
	if err != nil || !ok {
		return nil, false
	}
	methods := map[string]*goja.Object{}
	for i := range int(list.Get("length").ToInteger()) {
		key := list.Get(strconv.Itoa(i))
		name := ""
		if symbol, ok := key.(*goja.Symbol); !ok {
			name = key.String()
		} else if name = symbolNames[symbol]; name == "" {
			return nil, false
		}
		if f := r.method(prototype, key); f != nil {
			methods[name] = f
		} else if name != "length" && name != "name" { // of a class
			return nil, false
		}
	}
	return methods, true
}

// method is the function that an object has of its own under a name, or one that computes the property; nil when there
// is none.
func (r *Realm) method(o *goja.Object, key goja.Value) *goja.Object {
	v, err := r.ownDescriptor(goja.Undefined(), o, key)
	descriptor, ok := v.(*goja.Object)
	if err != nil || !ok {
		return nil
	}
	for _, part := range []string{"value", "get", "set"} {
		if f, ok := descriptor.Get(part).(*goja.Object); ok {
			return f
		}
	}
	return nil
}

// ClassOf finds the class whose instances have a prototype; nil when it is not known, or when its methods are not those
// of its text any more. It must run inside Do.
func (r *Realm) ClassOf(prototype *goja.Object) *Class {
	m := r.classes[prototype]
	if m == nil || m.Base != nil && prototype.Prototype() != m.Base || m.Base == nil && prototype.Prototype() != r.objectPrototype {
		return nil
	}
	methods, plain := r.methodsOf(prototype)
	if !plain || len(methods) != len(m.methods) {
		return nil
	}
	for name, f := range methods {
		if m.methods[name] != f {
			return nil
		}
	}
	for name, f := range m.statics {
		if r.method(m.Object, r.vm.ToValue(name)) != f {
			return nil
		}
	}
	return &m.Class
}
