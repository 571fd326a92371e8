package realm

import (
	"reflect"

	"github.com/dop251/goja"
)

// What walks over typed arrays and over the properties of objects. Objects have as many properties as the program gave
// them, one by one; lists and texts have them for nothing.

func (r *Realm) boundTypedArrays() {
	prototype := r.class("Uint8Array").Get("prototype").(*goja.Object).Prototype()
	for name, cost := range map[string]int64{ // sixteenths of a unit of work, for each element
		"copyWithin": 1, "every": 16, "fill": 4, "filter": 16, "find": 16, "findIndex": 16, "findLast": 16, "findLastIndex": 16, "forEach": 16,
		"includes": 4, "indexOf": 4, "join": 64, "lastIndexOf": 4, "map": 16, "reduce": 16, "reduceRight": 16, "reverse": 4, "slice": 4,
		"some": 16, "sort": 256, "toLocaleString": 128, "toReversed": 4, "toSorted": 256, "toString": 64, "with": 4,
	} {
		if name == "toString" {
			continue // the one of Array
		}
		r.wrap(prototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			r.work(name, r.length(call.This)*cost/16)
			return f(call)
		})
	}
	r.wrap(prototype, "set", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		r.work("set", r.length(call.Argument(0)))
		return f(call)
	})
	r.wrap(r.class("ArrayBuffer").Get("prototype").(*goja.Object), "slice", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			if n, ok := orUndefined(o.Get("byteLength")).Export().(int64); ok {
				r.work("slice", n/64)
			}
		}
		return f(call)
	})
}

func (r *Realm) boundObjects() {
	// What the functions return is as long as what they have walked over.
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
			if n := r.length(call.Argument(0)); n > 0 {
				r.list(name, call.Argument(0))
			}
			return f(call)
		})
	}
}

// list refuses a list or a text that is too long to be walked over, and counts the work for a shorter one.
func (r *Realm) list(what string, v goja.Value) {
	n := int64(0)
	switch x := v.(type) {
	case *goja.Object:
		n = r.listLength(x)
	case goja.String:
		n = int64(x.Length())
	}
	if n > maxElements {
		panic(r.tooMuch("%s of %d elements: the limit is %d", what, n, maxElements))
	}
	r.work(what, n)
}

// listLength is the length of an array, a typed array or the object of a text, 0 for any other object. It runs no code of
// the program.
func (r *Realm) listLength(o *goja.Object) int64 {
	switch o.ClassName() {
	case "Array", "String":
		return r.length(o)
	case "Map", "Set":
		return r.size(o)
	}
	if typedArrays[o.ExportType()] {
		return r.length(o)
	}
	return 0
}

// size is how many entries a Map or a Set has, 0 for anything else.
func (r *Realm) size(o *goja.Object) int64 {
	switch o.ClassName() {
	case "Map", "Set":
		if n := o.Get("size"); n != nil && !isObject(n) {
			return n.ToInteger()
		}
	}
	return 0
}

var typedArrays = map[reflect.Type]bool{
	reflect.TypeFor[[]uint8](): true, reflect.TypeFor[[]int8](): true, reflect.TypeFor[[]uint16](): true, reflect.TypeFor[[]int16](): true,
	reflect.TypeFor[[]uint32](): true, reflect.TypeFor[[]int32](): true, reflect.TypeFor[[]float32](): true, reflect.TypeFor[[]float64](): true,
	reflect.TypeFor[[]uint64](): true, reflect.TypeFor[[]int64](): true,
}

// searching counts the work of finding a text in a text that has other than plain characters: both are compared at every place.
func (r *Realm) searching(name string, in, v goja.Value) {
	what, ok := v.(goja.String)
	if ok && reflect.TypeOf(in).Kind() != reflect.String {
		r.work(name, r.length(in)*int64(what.Length())/64)
	}
}
