package realm

import (
	"math/bits"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

func (r *Realm) boundArrays() {
	walking := []string{
		"concat", "copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "includes",
		"indexOf", "lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "splice", "unshift", "with",
		"toReversed", "toSpliced",
	}
	for _, name := range walking {
		r.wrap(r.arrayPrototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			r.elements(name, call.This)
			if name == "concat" {
				for _, a := range call.Arguments {
					r.elements(name, a)
				}
			}
			return f(call)
		})
	}
	if r.options.Trace != nil { // which shall hear of those, too, though their work is not counted
		for _, name := range []string{"push", "pop", "at"} {
			r.wrap(r.arrayPrototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value { return f(call) })
		}
	}
	for _, name := range []string{"join", "toString", "toLocaleString"} {
		r.wrap(r.arrayPrototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			defer r.deeper()()
			r.elements(name, call.This)
			r.work(name, 1) // a list that holds itself many times over
			return f(call)
		})
	}
	for _, name := range []string{"sort", "toSorted"} {
		r.wrap(r.arrayPrototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			many := r.later(goesThrough{what: name, compares: true}, call.This)
			if !many {
				r.elements(name, call.This)
				n := r.length(call.This)
				r.work(name, n*int64(bits.Len64(uint64(max(0, n))))) // comparisons
				many = n > muchWork
			}
			if goja.IsUndefined(call.Argument(0)) && many {
				call.Arguments = []goja.Value{r.native("compare", r.compareTexts)}
			} else if compare, ok := goja.AssertFunction(call.Argument(0)); ok && r.hearing == nil {
				call.Arguments = []goja.Value{r.native("compare", r.withoutNegativeZero(compare))}
			}
			return f(call)
		})
	}
	r.wrap(r.arrayPrototype, "flat", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		r.elements("flat", call.This)
		if o, ok := call.This.(*goja.Object); ok {
			r.refuseNesting("flat", o)
		}
		return f(call)
	})
	r.wrap(r.class("Array"), "from", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		r.elements("Array.from", call.Argument(0))
		return f(call)
	})
}

// withoutNegativeZero gives 0 where a comparison gives -0, which the published interpreter takes for "less".
func (r *Realm) withoutNegativeZero(compare goja.Callable) nativeFunction {
	return func(call goja.FunctionCall) goja.Value {
		v, err := compare(goja.Undefined(), call.Arguments...)
		if err != nil {
			rethrow(err)
		}
		if n := v.ToNumber(); n.ToFloat() != 0 {
			return n
		}
		return r.vm.ToValue(0)
	}
}

// compareTexts is the order of sort without a function, as a function that counts its work.
func (r *Realm) compareTexts(call goja.FunctionCall) goja.Value {
	text := func(v goja.Value) goja.String {
		if s, ok := v.ToString().(goja.String); ok {
			return s
		}
		s, _ := r.vm.ToValue(v.String()).(goja.String) // a number
		return s
	}
	a, b := text(call.Argument(0)), text(call.Argument(1))
	r.work("sort", int64(min(a.Length(), b.Length()))/16)
	return r.vm.ToValue(a.CompareTo(b))
}

// refuseNesting refuses arrays inside arrays that are too deep, circular, or more than can be walked.
func (r *Realm) refuseNesting(what string, o *goja.Object) {
	sizes := map[*goja.Object]int64{}
	var walk func(*goja.Object, int64) int64
	walk = func(o *goja.Object, level int64) int64 {
		if level > maxNative {
			panic(r.tooMuch("%s of arrays nested more than %d levels deep", what, maxNative))
		}
		if size, ok := sizes[o]; ok {
			return size
		}
		n := min(r.length(o), maxElements)
		size := n
		r.work(what, n)
		for i := range n {
			if inner, ok := o.Get(sprintf("%d", i)).(*goja.Object); ok && inner.ClassName() == "Array" {
				size += walk(inner, level+1)
			}
			if size > maxElements {
				panic(r.tooMuch("%s of more than %v elements", what, limits.Count(maxElements)))
			}
		}
		sizes[o] = size
		return size
	}
	walk(o, 1)
}

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
		if !r.later(goesThrough{what: "set"}, call.Argument(0)) {
			r.work("set", r.length(call.Argument(0)))
		}
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
