package realm

import (
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

// Objects have as many properties as the program gave them, one by one; lists and texts have them for nothing.

func (r *Realm) boundObjects() {
	// The results of the functions are as long as the lists that they have walked over.
	returned := func(name string, v goja.Value) {
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
			r.work(name, r.length(o))
		}
	}
	for class, names := range map[string][]string{
		"Object": {
			"assign", "defineProperties", "entries", "freeze", "fromEntries", "getOwnPropertyDescriptors", "getOwnPropertyNames", "isFrozen",
			"isSealed", "keys", "seal", "values",
		},
		"Reflect": {"ownKeys"},
	} {
		for _, name := range names {
			r.wrap(r.class(class), name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
				for _, a := range call.Arguments {
					r.list(name, a)
				}
				v := f(call)
				returned(name, v)
				return v
			})
		}
	}
	for class, names := range map[string][]string{"Map": {"forEach"}, "Set": {"forEach", "difference", "intersection", "isDisjointFrom", "isSubsetOf", "isSupersetOf", "symmetricDifference", "union"}} {
		for _, name := range names {
			r.wrap(r.class(class).Get("prototype").(*goja.Object), name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
				for _, v := range []goja.Value{call.This, call.Argument(0)} {
					if o, ok := v.(*goja.Object); ok {
						r.work(name, r.size(o))
					}
				}
				return f(call)
			})
		}
	}
	for _, name := range []string{"all", "allSettled", "any", "race"} {
		r.wrap(r.class("Promise"), name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			r.list("Promise."+name, call.Argument(0))
			return f(call)
		})
	}
	global := r.vm.GlobalObject()
	for _, name := range []string{"decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "parseFloat", "parseInt", "unescape"} {
		r.wrap(global, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			if _, ok := call.Argument(0).(goja.String); ok {
				r.list(name, call.Argument(0))
			}
			return f(call)
		})
	}
}

// boundCalls bounds lists that become the arguments of a call.
func (r *Realm) boundCalls() {
	list := func(what string, v goja.Value) {
		if r.later(goesThrough{what: what, arguments: true}, v) {
			return
		}
		if n := r.length(v); n > maxArguments && isObject(v) {
			panic(r.tooMuch("%s with %v arguments: the limit is %v", what, limits.Count(n), limits.Count(maxArguments)))
		}
	}
	functions := r.class("Function").Get("prototype").(*goja.Object)
	r.wrap(functions, "apply", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		list("apply", call.Argument(1))
		return f(call)
	})
	reflection := r.class("Reflect")
	r.wrap(reflection, "apply", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		list("Reflect.apply", call.Argument(2))
		return f(call)
	})
	r.wrap(reflection, "construct", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		list("Reflect.construct", call.Argument(1))
		return f(call)
	})
}

// boundPrototypes keeps a Proxy from becoming the prototype of an object that exists already. Only so
// can a Proxy come into its own chain of prototypes, and looking for a property there never ends.
func (r *Realm) boundPrototypes() {
	refuse := func(v goja.Value) {
		o, _ := v.(*goja.Object)
		for ; o != nil; o = o.Prototype() {
			if o.ExportType() == proxyExport {
				panic(r.typeError("A Proxy cannot become the prototype of an object that exists; use Object.create"))
			}
		}
	}
	for _, name := range []string{"Object", "Reflect"} {
		r.wrap(r.class(name), "setPrototypeOf", func(call goja.FunctionCall, f nativeFunction) goja.Value {
			refuse(call.Argument(1))
			return f(call)
		})
	}
	describe, _ := goja.AssertFunction(r.class("Object").Get("getOwnPropertyDescriptor"))
	v, err := describe(goja.Undefined(), r.objectPrototype, r.vm.ToValue("__proto__"))
	if err != nil {
		return
	}
	accessor, ok := v.(*goja.Object)
	if !ok {
		return
	}
	r.wrap(accessor, "set", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		refuse(call.Argument(0))
		return f(call)
	})
	_ = r.objectPrototype.DefineAccessorProperty("__proto__", accessor.Get("get"), accessor.Get("set"), goja.FLAG_FALSE, goja.FLAG_FALSE)
}

var proxyExport = reflect.TypeFor[goja.Proxy]()
