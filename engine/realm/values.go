package realm

import (
	"fmt"
	"math"
	"math/big"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// grouped is a number of JavaScript as messages write it; it may be Infinity.
func grouped(n float64) string {
	if math.Abs(n) < 1<<53 {
		return limits.Count(n).String()
	}
	return sprintf("%.0f", n)
}

// toCell converts what a lambda returned (or an initial value) to width bits: the mathematically
// truncated integer modulo 2^width, negative numbers in two's complement, booleans as 0 and 1, NaN
// and Infinity as 0 (4.2, D47, M18). For numbers up to 32 bits that is JavaScript's ToInt32.
// negative says that the number was below zero; fits that it was representable as a signed or
// unsigned number of that width.
func (r *Realm) toCell(v goja.Value, width int) (value circuit.Value, negative, fits bool) {
	if isNothing(v) {
		return circuit.Value{}, false, true
	}
	if isObject(v) { // Export of an object could run user code outside a protected call
		return fromFloat(v.ToFloat(), width)
	}
	switch x := v.Export().(type) {
	case int64:
		return fromInt(x, width)
	case bool:
		if x {
			return circuit.Uint(1), false, true
		}
		return circuit.Value{}, false, true
	case float64:
		return fromFloat(x, width)
	case *big.Int:
		return fromBig(x, width)
	}
	return fromFloat(v.ToFloat(), width) // strings
}

func fromInt(x int64, width int) (circuit.Value, bool, bool) {
	if x < 0 {
		if width <= 64 {
			return circuit.Uint(uint64(x)).Mask(width), true, width == 64 || x >= -(1<<(width-1))
		}
		return fromBig(big.NewInt(x), width)
	}
	v := circuit.Uint(uint64(x))
	return v.Mask(width), false, v.Fits(width)
}

func fromFloat(x float64, width int) (circuit.Value, bool, bool) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return circuit.Value{}, false, false
	case math.Abs(x) < 1<<62:
		return fromInt(int64(x), width) // Go truncates toward zero, like JavaScript
	}
	b, _ := big.NewFloat(x).Int(nil)
	return fromBig(b, width)
}

func fromBig(x *big.Int, width int) (circuit.Value, bool, bool) {
	negative := x.Sign() < 0
	fits := x.BitLen() <= width
	if negative {
		// −2^(w−1) has bit length w and is the only w-bit magnitude that fits.
		fits = new(big.Int).Not(x).BitLen() <= width-1
	}
	return circuit.FromBig(x, width), negative, fits
}

// fromCell converts a value to what a lambda sees: up to 31 bits a non-negative number; exactly 32
// bits an int32 (D51); wider a bigint (compatibility.md).
func (r *Realm) fromCell(v circuit.Value, width int) goja.Value {
	switch {
	case width < 32:
		return r.vm.ToValue(int64(v.Lo))
	case width == 32:
		return r.vm.ToValue(int64(int32(uint32(v.Lo))))
	default:
		return r.vm.ToValue(v.Big())
	}
}

// fromState is fromCell for state: a 32-bit register shows the number that was last returned, with
// the sign it had (public Simten keeps state as plain numbers, 4.11).
func (r *Realm) fromState(v circuit.Value, negative bool, width int) goja.Value {
	if width == 32 && !negative {
		return r.vm.ToValue(int64(v.Lo))
	}
	return r.fromCell(v, width)
}

// fromArgument converts an option value (circuit.Arguments) to the language.
func (r *Realm) fromArgument(v any) goja.Value {
	switch x := v.(type) {
	case circuit.Value:
		if x.Fits(53) {
			return r.vm.ToValue(int64(x.Lo))
		}
		return r.vm.ToValue(x.Big())
	case []any:
		items := make([]any, len(x))
		for i := range x {
			items[i] = r.fromArgument(x[i])
		}
		return r.vm.NewArray(items...)
	case circuit.Arguments:
		o := r.vm.NewObject()
		for _, k := range x.Keys {
			_ = o.DefineDataProperty(k, r.fromArgument(x.Values[k]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return o
	case nil:
		return goja.Undefined()
	default:
		return r.vm.ToValue(x)
	}
}

// argumentDepth bounds the nesting of option values.
const argumentDepth = 8

// toArgument converts an option value to plain data. Functions and other values that are not data
// are left out.
func (r *Realm) toArgument(v goja.Value, depth int) (any, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		switch x := v.Export().(type) {
		case int64:
			return float64(x), true
		case float64, string, bool:
			return x, true
		case *big.Int:
			if x.Sign() >= 0 {
				return circuit.FromBig(x, circuit.MaxWidth), true
			}
		}
		return nil, false
	}
	if depth >= argumentDepth {
		return nil, false
	}
	if _, callable := goja.AssertFunction(o); callable {
		return nil, false
	}
	if isMap(o) {
		contents, _ := r.memoryContents(o)
		return memoryArgument(contents), true
	}
	if o.ClassName() == "Array" {
		n := int(o.Get("length").ToInteger())
		if n > maxArrayArgument {
			panic(r.rangeError("An option holds %v values; the limit is %v", limits.Count(n), limits.Count(maxArrayArgument)))
		}
		items := make([]any, n)
		for i := range items {
			if item, ok := r.toArgument(orUndefined(o.Get(fmt.Sprint(i))), depth+1); ok {
				items[i] = item
			}
		}
		return items, true
	}
	var a circuit.Arguments
	for _, k := range o.Keys() {
		if item, ok := r.toArgument(orUndefined(o.Get(k)), depth+1); ok {
			a.Set(k, item)
		}
	}
	return a, true
}

// fieldsOf appends the properties of an options object, each read once. There are none of what is no plain object.
func (r *Realm) fieldsOf(o *goja.Object, list []field) []field {
	if list, plain := r.plainFields(o, list); plain {
		return list
	}
	if _, callable := goja.AssertFunction(o); callable || o.ClassName() == "Array" || isMap(o) {
		return list
	}
	for _, k := range o.Keys() {
		list = append(list, field{name: k})
	}
	for i := range list {
		list[i].value = orUndefined(o.Get(list[i].name))
	}
	return list
}

// entriesOf are the properties of an object; those without a value are to be read in turn, which may run code of the
// program.
func (r *Realm) entriesOf(o *goja.Object) []field {
	list, plain := r.plainFields(o, nil)
	if plain {
		return list
	}
	for _, k := range o.Keys() {
		list = append(list, field{name: k})
	}
	return list
}

// plainFields appends the properties of an object of which the interpreter can tell that reading them runs nothing.
func (r *Realm) plainFields(o *goja.Object, list []field) (_ []field, plain bool) {
	if r.faster == nil {
		return list, false
	}
	r.plainRead = list
	plain = r.faster.PlainProperties(o, r.addPlain)
	list, r.plainRead = r.plainRead, nil
	return list, plain
}

// elementsOf gives the elements of an array, from the first one on.
func (r *Realm) elementsOf(array *goja.Object) func(i int) goja.Value {
	if r.faster != nil {
		if list, plain := r.faster.Elements(array); plain {
			return func(i int) goja.Value { return list[i] }
		}
	}
	index := counter{}
	return func(int) goja.Value { return orUndefined(array.Get(index.next())) }
}

// toArguments converts options to plain data, as toArgument does.
func (r *Realm) toArguments(given []field) circuit.Arguments {
	var a circuit.Arguments
	for _, f := range given {
		if item, ok := r.toArgument(f.value, 1); ok {
			a.Set(f.name, item)
		}
	}
	return a
}

// maxArrayArgument bounds an array given as an option, such as a ROM image.
const maxArrayArgument = 1 << 22

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}
