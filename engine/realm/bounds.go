package realm

import (
	"math/big"
	"math/bits"
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
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

type nativeFunction = func(goja.FunctionCall) goja.Value

// wrap replaces a built-in function for good. around gets the call and the original, or what corrects it.
func (r *Realm) wrap(o *goja.Object, name string, around func(goja.FunctionCall, nativeFunction) goja.Value) {
	if wrapped := r.wrapped(o, name, around); wrapped != nil {
		_ = o.DefineDataProperty(name, wrapped, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
}

// wrapped is the function that wrap puts into its place; nil when the property is no built-in function.
func (r *Realm) wrapped(o *goja.Object, name string, around func(goja.FunctionCall, nativeFunction) goja.Value) *goja.Object {
	object, ok := o.Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	original := r.corrected[object]
	if original == nil {
		if original, ok = object.Export().(nativeFunction); !ok {
			return nil
		}
	}
	wrapped := r.native(name, func(call goja.FunctionCall) goja.Value {
		if r.options.Trace.on() {
			r.traceHere(name)
		}
		before := r.busy
		defer func() {
			r.goes = goesThrough{}
			if r.busy != before {
				r.see(before)
			}
		}()
		return around(call, original)
	})
	_ = wrapped.DefineDataProperty("length", object.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return wrapped
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

// textLength is the length of a text or of the object of one, 0 for anything else. It runs no code of the program.
func (r *Realm) textLength(v goja.Value) int64 {
	if o, ok := v.(*goja.Object); ok && o.ClassName() != "String" {
		return 0
	}
	return max(0, r.length(v))
}

// number converts an argument that the built-in function takes for a number, so that the program sees one conversion.
func number(call *goja.FunctionCall, i int) float64 {
	v := call.Argument(i)
	if isObject(v) {
		v = v.ToNumber()
		call.Arguments[i] = v
	}
	return v.ToFloat()
}

// text converts what a method of texts is called of, which comes before its arguments.
func text(call *goja.FunctionCall) {
	if isObject(call.This) {
		call.This = call.This.ToString()
	}
}

// elements refuses a value with more elements than natives may walk over, and looks at the clock when
// there are many.
func (r *Realm) elements(what string, v goja.Value) {
	if r.later(goesThrough{what: what}, v) {
		return
	}
	n := r.length(v)
	if n > maxElements {
		panic(r.tooMuch("%s of %v elements: the limit is %v", what, limits.Count(n), limits.Count(maxElements)))
	}
	r.work(what, n)
}

// goesThrough is what a built-in function does with an object whose length it reads itself.
type goesThrough struct {
	what      string
	arguments bool // the items become the arguments of a call
	compares  bool // it compares items
}

// later leaves an object whose length may run code of the program to the interpreter, which tells when it has read it.
func (r *Realm) later(w goesThrough, v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || r.hearing == nil || plainList(o) {
		return false
	}
	r.goes = w
	return true
}

// plainList reports an object whose length is no code of the program.
func plainList(o *goja.Object) bool {
	t := o.ExportType()
	return t != proxyExport && (o.ClassName() == "Array" || o.ClassName() == "String" || typedArrays[t])
}

// heard bounds a length that a built-in function has read.
func (r *Realm) heard(_ *goja.Object, n int64) {
	w := r.goes
	switch w.what {
	case "":
		return
	case "concat": // which reads several
	default:
		r.goes = goesThrough{}
	}
	switch {
	case w.arguments && n > maxArguments:
		panic(r.tooMuch("%s with %v arguments: the limit is %v", w.what, limits.Count(n), limits.Count(maxArguments)))
	case n > maxElements:
		panic(r.tooMuch("%s of %v elements: the limit is %v", w.what, limits.Count(n), limits.Count(maxElements)))
	case w.compares:
		n *= int64(bits.Len64(uint64(n)))
	}
	r.work(w.what, n)
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
		panic(r.tooMuch("%s of %v elements: the limit is %v", what, limits.Count(n), limits.Count(maxElements)))
	}
	r.work(what, n)
}

// listLength is the length of an array, a typed array or the object of a text, 0 for any other object. It runs no code
// of the program.
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

// bound is the host's side of source.HookBound.
func (r *Realm) bound(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	switch v.(type) {
	case *goja.Object, goja.String:
		r.list("Spreading", v)
		return v
	}
	if n, ok := v.Export().(*big.Int); ok && call.Argument(1) != r.vm.ToValue(0) { // which a bigint that is spread out has
		r.note("")
		by := call.Argument(1)
		if shifts := by == r.vm.ToValue(2) || by == r.vm.ToValue(3); shifts || goja.IsUndefined(by) { // or raised by it
			if n.CmpAbs(bigBits) > 0 {
				if shifts && (n.Sign() < 0) == (by == r.vm.ToValue(2)) { // nothing is left
					return r.vm.ToValue(big.NewInt(int64(n.Sign()) << 30))
				}
				panic(r.tooMuch("A bigint shifted or raised by %v: the limit is %v", n, limits.Count(maxBits)))
			}
			return v
		}
		size := int64(n.BitLen())
		if size > maxBits {
			panic(r.tooMuch("A bigint multiplied or divided by one of %v bits: the limit is %v", limits.Count(size), limits.Count(maxBits)))
		}
		words := size / 64
		r.work("BigInt", words*words/64)
	}
	return v
}

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
		const never = 1<<53 - 1 // bytes that no memory has, which is a RangeError
		if n, ok := v.Export().(int64); ok && n > muchWork && n < never {
			r.work("new", n/16)
		}
	}
	return v
}
