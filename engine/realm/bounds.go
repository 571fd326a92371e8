package realm

import (
	"errors"
	"math/big"
	"math/bits"
	"reflect"
	"runtime"
	"slices"

	"github.com/dop251/goja"
)

// The fuel checks stand in user code; a loop inside a built-in function has none, and one call of
// such a function can take minutes, or all memory. So the built-in functions that can be given a
// number are wrapped: they refuse more than a machine can do in a fraction of a second, look at the
// clock when they have much to do, and count how deeply they call each other.
const (
	maxElements   = 1 << 20 // elements that one built-in function walks over
	maxCharacters = 1 << 25 // UTF-16 units that one built-in function makes at once
	maxArguments  = 1 << 17 // arguments of one call
	maxDigits     = 40_000  // digits read as one bigint
	maxNative     = 200     // built-in functions inside each other without user code between them
	maxPattern    = 10_000  // characters of a regular expression made at run time
	maxGroups     = 100     // parentheses inside each other in such an expression

	muchWork    = 1 << 10 // elements or characters from which on the clock is looked at
	workPerStep = 32      // elements or characters that count as one step
)

// errTooDeep ends a program whose data is nested deeper than built-in functions may follow.
var errTooDeep = errors.New("nested too deeply")

// look ends the program when its time is over. Fuel checks do the same in user code.
func (r *Realm) look() {
	r.alive()
	if err := r.ctx.Err(); err != nil {
		r.stop(err)
	}
	if r.options.Now().After(r.deadline) {
		r.stop(errTimeLimit)
	}
}

// work counts what a built-in function is about to do: n elements, characters or the like, of about 50 ns each. Many
// of them are steps like the loop rounds of the program, so that the verdict is the same on every machine.
func (r *Realm) work(builtin string, n int64) {
	if r.owed += n; r.owed < muchWork {
		return
	}
	r.steps += int(min(r.owed/workPerStep, 1<<40))
	r.owed = 0
	if r.script == nil {
		return // the library's own
	}
	r.see(&sighting{r.here(), builtin})
	if r.steps > r.options.Steps {
		r.stopped = builtin
		r.stop(errStepLimit)
	}
	r.look()
}

// effort is work for engine/effort, inside the built-in function that was entered last.
func (r *Realm) effort(n int) { r.work("RegExp", int64(n)) }

// stop ends the program past every catch and finally. It must be called by a host function.
func (r *Realm) stop(why error) {
	r.stoppedAt = r.here()
	r.vm.Interrupt(why)
	// The interrupt shows at the next instruction of the program. This gets through the native code
	// that called the host function.
	panic(r.vm.NewGoError(why))
}

// deeper counts one native function inside another. The caller calls the result when it is done.
func (r *Realm) deeper() func() {
	if r.nativeDepth++; r.nativeDepth > maxNative {
		r.nativeDepth = 0
		r.stop(errTooDeep)
	}
	return func() { r.nativeDepth = max(0, r.nativeDepth-1) }
}

type nativeFunction = func(goja.FunctionCall) goja.Value

// wrap replaces a built-in function for good. around gets the call and the original.
func (r *Realm) wrap(o *goja.Object, name string, around func(goja.FunctionCall, nativeFunction) goja.Value) {
	object, ok := o.Get(name).(*goja.Object)
	if !ok {
		return
	}
	original, ok := object.Export().(nativeFunction)
	if !ok {
		return
	}
	wrapped := r.native(name, func(call goja.FunctionCall) goja.Value {
		if r.options.Trace.on() {
			r.traceHere(name)
		}
		before := r.busy
		defer func() {
			if r.busy != before {
				r.see(before)
			}
		}()
		return around(call, original)
	})
	_ = wrapped.DefineDataProperty("length", object.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.DefineDataProperty(name, wrapped, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// boundNatives wraps what can be given too much.
func (r *Realm) boundNatives() {
	r.boundArrays()
	r.boundTypedArrays()
	r.boundObjects()
	r.boundTexts()
	r.boundCalls()
	r.boundPrototypes()
	r.boundJSON()
	r.boundBigInt()
}

// length is the length of an array, array-like or text, -1 for anything else.
func (r *Realm) length(v goja.Value) int64 {
	switch x := v.(type) {
	case *goja.Object:
		if n := x.Get("length"); n != nil && !isObject(n) {
			return n.ToInteger()
		}
	case goja.String:
		return int64(x.Length())
	}
	return -1
}

// elements refuses a value with more elements than natives may walk over, and looks at the clock when
// there are many.
func (r *Realm) elements(what string, v goja.Value) {
	n := r.length(v)
	if n > maxElements {
		panic(r.tooMuch("%s of %d elements: the limit is %d", what, n, maxElements))
	}
	r.work(what, n)
}

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
	for _, name := range []string{"push", "pop", "at"} {
		r.wrap(r.arrayPrototype, name, func(call goja.FunctionCall, f nativeFunction) goja.Value { return f(call) })
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
			r.elements(name, call.This)
			r.work(name, r.length(call.This)*int64(bits.Len64(uint64(max(0, r.length(call.This)))))) // comparisons
			if goja.IsUndefined(call.Argument(0)) && r.length(call.This) > muchWork {
				call.Arguments = []goja.Value{r.native("compare", r.compareTexts)}
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
				panic(r.tooMuch("%s of more than %d elements", what, maxElements))
			}
		}
		sizes[o] = size
		return size
	}
	walk(o, 1)
}

func (r *Realm) boundTexts() {
	texts := r.class("String").Get("prototype").(*goja.Object)
	made := func(what string, n float64) {
		if n > maxCharacters {
			panic(r.tooMuch("%s makes a text of %.0f characters: the limit is %d", what, n, maxCharacters))
		}
		r.work(what, int64(max(0, n))/16)
	}
	r.wrap(texts, "repeat", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if n := call.Argument(0).ToFloat(); n >= 0 {
			made("repeat", n*float64(max(1, r.length(call.This))))
		}
		return f(call)
	})
	for _, name := range []string{"padStart", "padEnd"} {
		r.wrap(texts, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			made(name, call.Argument(0).ToFloat())
			return f(call)
		})
	}
	// These look at every character, some of them at every pair of two.
	for _, name := range []string{
		"split", "replace", "replaceAll", "match", "matchAll", "search", "indexOf", "lastIndexOf", "includes", "normalize", "toLowerCase",
		"toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase", "localeCompare", "trim",
	} {
		r.wrap(texts, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			n := r.length(call.This)
			r.note(name)
			argument := call.Argument(0)
			if text, ok := argument.(goja.String); ok {
				switch name {
				case "match", "matchAll", "search":
					r.refusePattern(text.String())
				case "split":
					if text.Length() == 0 && n > maxElements {
						panic(r.tooMuch("split into %d characters: the limit is %d", n, maxElements))
					}
				}
			}
			r.work(name, n)
			r.searching(name, call.This, argument)
			return f(call)
		})
	}
	r.wrap(r.class("String"), "raw", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok {
			if raw := o.Get("raw"); raw != nil {
				r.elements("String.raw", raw)
			}
		}
		return f(call)
	})
	patterns := r.class("RegExp").Get("prototype").(*goja.Object)
	for _, name := range []string{"test", "compile"} {
		r.wrap(patterns, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			r.note(name)
			r.work(name, r.length(call.Argument(0)))
			if name == "compile" {
				r.refusePattern(call.Argument(0).String())
			}
			return f(call)
		})
	}
}

// note notes the place of what may match a regular expression or make a large bigint: natively that is not counted, and
// the process may be ended in it.
func (r *Realm) note(builtin string) {
	if runtime.GOARCH != "wasm" && r.script != nil {
		r.see(&sighting{r.here(), builtin})
	}
}

// refusePattern refuses a regular expression that its compiler would have to follow too deeply.
func (r *Realm) refusePattern(pattern string) {
	if len(pattern) > maxPattern {
		panic(r.tooMuch("A regular expression of %d characters: the limit is %d", len(pattern), maxPattern))
	}
	if depth := groupDepth(pattern); depth > maxGroups {
		panic(r.tooMuch("A regular expression with groups nested %d deep: the limit is %d", depth, maxGroups))
	}
}

func groupDepth(pattern string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth--
		}
	}
	return deepest
}

// boundCalls bounds lists that become the arguments of a call, and texts that become a bigint.
func (r *Realm) boundCalls() {
	list := func(what string, v goja.Value) {
		if n := r.length(v); n > maxArguments && isObject(v) {
			panic(r.tooMuch("%s with %d arguments: the limit is %d", what, n, maxArguments))
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

// boundJSON bounds the nesting of JSON both ways and looks at the clock on the way.
func (r *Realm) boundJSON() {
	object := r.class("JSON")
	r.wrap(object, "parse", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		text := call.Argument(0)
		if s, ok := text.(goja.String); ok {
			if depth := bracketDepth(s.String()); depth > maxNative {
				panic(r.tooMuch("JSON nested %d levels deep: the limit is %d", depth, maxNative))
			}
			r.work("JSON.parse", int64(s.Length()))
		}
		v := f(goja.FunctionCall{This: call.This, Arguments: []goja.Value{text}})
		if reviver, ok := goja.AssertFunction(call.Argument(1)); ok {
			root := r.vm.NewObject()
			_ = root.Set("", v)
			return r.revive(root, "", reviver, 0)
		}
		return v
	})
	r.wrap(object, "stringify", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		replacer := call.Argument(1)
		own, _ := goja.AssertFunction(replacer)
		var keys []string
		if own == nil && isObject(replacer) {
			keys = r.listed(replacer.(*goja.Object))
		}
		call.Arguments = []goja.Value{call.Argument(0), r.native("replacer", r.nested(own, keys)), call.Argument(2)}
		return f(call)
	})
	r.jsonStringify, _ = goja.AssertFunction(object.Get("stringify"))
}

// revive calls a reviver for everything that was read, inner values first. The reviver may change what
// is still to come, so the depth is bounded here.
func (r *Realm) revive(holder *goja.Object, key string, reviver goja.Callable, level int) goja.Value {
	if level > maxNative {
		panic(r.tooMuch("JSON nested more than %d levels deep", maxNative))
	}
	value := orUndefined(holder.Get(key))
	if o, ok := value.(*goja.Object); ok {
		keys := o.Keys()
		r.work("JSON.parse", int64(len(keys)))
		for _, k := range keys {
			if v := r.revive(o, k, reviver, level+1); goja.IsUndefined(v) {
				_ = o.Delete(k)
			} else {
				_ = o.DefineDataProperty(k, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			}
		}
	}
	v, err := reviver(holder, r.vm.ToValue(key), value)
	if err != nil {
		rethrow(err)
	}
	return v
}

// nested is a replacer that follows how deep it is, whatever getters and toJSON make up on
// the way, and calls the program's own. keys, if not nil, are the ones that objects are written with.
func (r *Realm) nested(own goja.Callable, keys []string) nativeFunction {
	depth := map[*goja.Object]int{}
	var size int
	return func(call goja.FunctionCall) goja.Value {
		r.work("JSON.stringify", 8)
		value := call.Argument(1)
		if own != nil {
			var err error
			if value, err = own(call.This, call.Arguments...); err != nil {
				rethrow(err)
			}
		}
		switch v := value.(type) {
		case goja.String:
			size += v.Length()
		case *goja.Object:
			holder, _ := call.This.(*goja.Object)
			level := depth[holder] + 1
			depth[v] = max(depth[v], level)
			if level > maxNative {
				panic(r.tooMuch("JSON nested more than %d levels deep", maxNative))
			}
			if v.ClassName() == "Array" {
				r.elements("JSON", v)
			} else if keys != nil && v.ClassName() == "Object" {
				chosen := r.vm.NewObject()
				for _, key := range keys {
					if inner := v.Get(key); inner != nil {
						_ = chosen.DefineDataProperty(key, inner, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
					}
				}
				depth[chosen] = depth[v]
				value = chosen
			}
		}
		if size += 2; size > maxCharacters {
			panic(r.tooMuch("JSON of more than %d characters", maxCharacters))
		}
		return value
	}
}

// listed reads the keys of an array that is given to JSON.stringify.
func (r *Realm) listed(list *goja.Object) []string {
	if list.ClassName() != "Array" {
		return nil
	}
	r.elements("JSON.stringify", list)
	keys := []string{}
	for i := range r.length(list) {
		switch v := list.Get(sprintf("%d", i)); kindOf(orUndefined(v)) {
		case "string", "number":
			if key := v.String(); !slices.Contains(keys, key) {
				keys = append(keys, key)
				r.work("JSON.stringify", int64(len(keys)))
			}
		}
	}
	return keys
}

// bracketDepth is how deep the brackets of a JSON text are inside each other.
func bracketDepth(text string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest
}

// boundBigInt replaces BigInt by a function that refuses texts which take long to read.
func (r *Realm) boundBigInt() {
	original := r.class("BigInt")
	read, _ := goja.AssertFunction(original)
	bounded := r.native("BigInt", func(call goja.FunctionCall) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > maxDigits {
			panic(r.tooMuch("A number of %d digits: the limit is %d", s.Length(), maxDigits))
		}
		v, err := read(goja.Undefined(), call.Arguments...)
		if err != nil {
			rethrow(err)
		}
		return v
	})
	for _, name := range []string{"asIntN", "asUintN"} {
		r.wrap(original, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			if n := call.Argument(0).ToFloat(); n > maxBits {
				panic(r.tooMuch("%s of %.0f bits: the limit is %d", name, n, maxBits))
			}
			return f(call)
		})
	}
	prototype := original.Get("prototype").(*goja.Object)
	r.wrap(prototype, "toString", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if n, ok := call.This.Export().(*big.Int); ok {
			r.work("toString", int64(n.BitLen())/8)
		}
		return f(call)
	})
	for _, name := range []string{"asIntN", "asUintN", "prototype"} {
		_ = bounded.DefineDataProperty(name, original.Get(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	_ = prototype.DefineDataProperty("constructor", bounded, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = r.vm.GlobalObject().DefineDataProperty("BigInt", bounded, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// bound is the host's side of source.HookBound.
func (r *Realm) bound(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	switch v.(type) {
	case *goja.Object, goja.String:
		r.list("Spreading", v)
		return v
	}
	if n, ok := v.Export().(*big.Int); ok {
		r.note("")
		if goja.IsUndefined(call.Argument(1)) { // shifted or raised by it
			if n.CmpAbs(bigBits) > 0 {
				panic(r.tooMuch("A bigint shifted or raised by %v: the limit is %v", n, maxBits))
			}
			return v
		}
		size := int64(n.BitLen())
		if size > maxBits {
			panic(r.tooMuch("A bigint multiplied or divided by one of %d bits: the limit is %d", size, maxBits))
		}
		words := size / 64
		r.work("BigInt", words*words/64)
	}
	return v
}

// maxBits bounds what a bigint is shifted by or raised to, and the length of what it is multiplied or divided by.
const maxBits = 1 << 17

var bigBits = big.NewInt(maxBits)

// made is the host's side of source.HookMade: the first argument of a built-in class, which takes all of a list, or as
// many bytes as a number says.
func (r *Realm) made(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	switch x := v.(type) {
	case *goja.Object:
		if n := r.listLength(x); n > 0 {
			r.work("new", n)
		}
	case goja.String:
		r.note("")
		r.work("new", int64(x.Length()))
	default:
		if n, ok := v.Export().(int64); ok && n > muchWork {
			r.work("new", n/16)
		}
	}
	return v
}
