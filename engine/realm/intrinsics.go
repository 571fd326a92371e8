package realm

import (
	"github.com/dop251/goja"
)

// intrinsics are the built-in values that the realm itself relies on, kept before user code could
// replace them.
type intrinsics struct {
	objectPrototype, arrayPrototype *goja.Object
	mapPrototype, setPrototype      *goja.Object
	errorClass, mapClass            *goja.Object
	rangeErrorClass                 *goja.Object
	mapSet, jsonParse               goja.Callable
	mapForEach, setForEach          goja.Callable
	jsonStringify                   goja.Callable // bounded
	arrayValues                     goja.Value
	ownDescriptor, ownKeys          goja.Callable
	isArray                         goja.Callable
	symbols                         map[string]*goja.Symbol // the well-known ones that the interpreter lacks
}

func (r *Realm) keepIntrinsics() {
	prototype := func(name string) *goja.Object { return r.class(name).Get("prototype").(*goja.Object) }
	r.intrinsics = intrinsics{
		objectPrototype: prototype("Object"),
		arrayPrototype:  prototype("Array"),
		mapPrototype:    prototype("Map"),
		setPrototype:    prototype("Set"),
		errorClass:      r.class("Error"),
		mapClass:        r.class("Map"),
		rangeErrorClass: r.class("RangeError"),
		arrayValues:     prototype("Array").Get("values"),
	}
	r.mapSet, _ = goja.AssertFunction(prototype("Map").Get("set"))
	r.mapForEach, _ = goja.AssertFunction(prototype("Map").Get("forEach"))
	r.setForEach, _ = goja.AssertFunction(prototype("Set").Get("forEach"))
	r.ownKeys, _ = goja.AssertFunction(r.class("Reflect").Get("ownKeys"))
	r.ownDescriptor, _ = goja.AssertFunction(r.class("Object").Get("getOwnPropertyDescriptor"))
	r.isArray, _ = goja.AssertFunction(r.class("Array").Get("isArray"))
	r.jsonParse, _ = goja.AssertFunction(r.class("JSON").Get("parse"))
}

// Entries lists what a Map or Set holds; a Set has no values. No code of the program runs for it. It must run inside
// Do.
func (r *Realm) Entries(o *goja.Object) (keys, values []goja.Value, ok bool) {
	var forEach goja.Callable
	switch p := o.Prototype(); {
	case p == r.mapPrototype:
		forEach = r.mapForEach
	case p == r.setPrototype:
		forEach = r.setForEach
	default:
		return nil, nil, false
	}
	_, err := forEach(o, r.native("", func(call goja.FunctionCall) goja.Value {
		keys = append(keys, call.Argument(1))
		if o.Prototype() == r.mapPrototype {
			values = append(values, call.Argument(0))
		}
		return goja.Undefined()
	}))
	return keys, values, err == nil
}

// Computed reports that a property of an object, which must be no Proxy, has a getter, so that reading it runs code. It
// must run inside Do.
func (r *Realm) Computed(o *goja.Object, name string) bool {
	v, err := r.ownDescriptor(goja.Undefined(), o, r.vm.ToValue(name))
	if err != nil {
		return true
	}
	descriptor, ok := v.(*goja.Object)
	return ok && descriptor.Get("value") == nil
}

// Getter is the function that computes a property of an object, which must be no Proxy; nil when none does. It must run
// inside Do.
func (r *Realm) Getter(o *goja.Object, name string) *goja.Object {
	v, err := r.ownDescriptor(goja.Undefined(), o, r.vm.ToValue(name))
	if err != nil {
		return nil
	}
	descriptor, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	getter, _ := descriptor.Get("get").(*goja.Object)
	return getter
}

// class is a built-in object by its global name. It must only be used before user code has run.
func (r *Realm) class(name string) *goja.Object { return r.vm.Get(name).(*goja.Object) }

// native makes a function of the language. Without a name of its own it would show the name of the
// Go function in stacks and texts.
func (r *Realm) native(name string, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := r.vm.ToValue(f).(*goja.Object)
	_ = o.DefineDataProperty("name", r.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// fixedNames are the built-in objects and functions that the library uses by name. A program that
// could replace them would change what And or Register mean.
var (
	fixedGlobals = []string{
		"Object", "Array", "Math", "JSON", "Number", "String", "BigInt", "Map", "Set", "Symbol", "Reflect", "Error", "TypeError",
		"RangeError", "Promise", "Proxy",
	}
	fixedFunctions = map[string][]string{
		"Object": {"keys", "values", "entries", "fromEntries", "freeze", "hasOwn", "assign", "defineProperty", "getPrototypeOf"},
		"Math":   {"max", "min", "floor", "imul"},
		"Number": {"isInteger"},
		"BigInt": {"asUintN"},
		"Array":  {"isArray"},
	}
	fixedMethods = map[string][]string{
		"Array":    {"keys", "values", "entries", "push", "pop", "at"},
		"Map":      {"get", "set", "has", "delete", "clear", "forEach", "keys", "values", "entries"},
		"String":   {"charCodeAt"},
		"Function": {"call", "bind"},
	}
)

// fixIntrinsics makes what the library relies on unchangeable, and keeps anything from being added to
// what all objects and arrays inherit: a getter there would be asked by every literal of the library.
func (r *Realm) fixIntrinsics() {
	global := r.vm.GlobalObject()
	fix := func(o *goja.Object, name string) {
		_ = o.DefineDataProperty(name, o.Get(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	for class, names := range fixedFunctions {
		for _, name := range names {
			fix(r.class(class), name)
		}
	}
	for class, names := range fixedMethods {
		o := r.class(class).Get("prototype").(*goja.Object)
		for _, name := range names {
			if class == "Function" {
				r.fixInherited(o, name)
			} else {
				fix(o, name)
			}
		}
	}
	_ = r.arrayPrototype.DefineDataPropertySymbol(goja.SymIterator, r.arrayValues, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	for _, name := range fixedGlobals {
		fix(global, name)
	}
	_ = global.Delete("GoError") // the interpreter's own class for errors of its host
	prevent, _ := goja.AssertFunction(r.class("Object").Get("preventExtensions"))
	for _, o := range []*goja.Object{r.objectPrototype, r.arrayPrototype} {
		_, _ = prevent(goja.Undefined(), o)
	}
}

// pureFunctions are built-in functions that only compute, by the object that has them; "" has those without one.
var pureFunctions = map[string][]string{
	"":       {"Number", "Boolean", "BigInt", "isNaN", "isFinite"},
	"Math":   {"abs", "ceil", "clz32", "floor", "imul", "max", "min", "pow", "round", "sign", "sqrt", "trunc"},
	"Number": {"isInteger", "isFinite", "isNaN", "isSafeInteger"},
	"BigInt": {"asIntN", "asUintN"},
}

// keepPureFunctions notes which functions those are, which a program may keep under other names.
func (r *Realm) keepPureFunctions() {
	r.pure = map[*goja.Object]string{}
	for class, names := range pureFunctions {
		of, prefix := r.vm.GlobalObject(), ""
		if class != "" {
			of, prefix = r.class(class), class+"."
		}
		for _, name := range names {
			r.pure[of.Get(name).(*goja.Object)] = prefix + name
		}
	}
}

// PureFunction is the name of a built-in function that only computes, such as Math.min; "" for anything else.
func (r *Realm) PureFunction(o *goja.Object) string { return r.pure[o] }

// fixInherited fixes a method so that objects which inherit it can still be given one of their own by assignment:
// packages have functions with a property bind. A read-only property of the prototype would forbid that too.
func (r *Realm) fixInherited(prototype *goja.Object, name string) {
	method := prototype.Get(name)
	get := r.native(name, func(goja.FunctionCall) goja.Value { return method })
	set := r.native(name, func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok || o == prototype {
			panic(r.typeError("Cannot assign to read only property '%s'", name))
		}
		if err := o.DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			rethrow(err)
		}
		return goja.Undefined()
	})
	_ = prototype.DefineAccessorProperty(name, get, set, goja.FLAG_FALSE, goja.FLAG_FALSE)
}
