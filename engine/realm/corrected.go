package realm

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// correctNatives replaces what gives another result in the interpreter than the language says. Bitwise operators are corrected in the text of a program
// (source/word.go). What place does must be done after everything else has been wrapped.
func (r *Realm) correctNatives() (place func()) {
	r.corrected = map[*goja.Object]nativeFunction{}
	var places []func()
	correct := func(o *goja.Object, name string, around func(goja.FunctionCall, nativeFunction) goja.Value) {
		object, _ := o.Get(name).(*goja.Object)
		original, ok := object.Export().(nativeFunction)
		if !ok {
			return
		}
		r.corrected[object] = func(call goja.FunctionCall) goja.Value { return around(call, original) }
		places = append(places, func() {
			if o.Get(name) == goja.Value(object) {
				r.wrap(o, name, func(call goja.FunctionCall, f nativeFunction) goja.Value { return f(call) })
			}
		})
	}
	indexOf, _ := r.arrayPrototype.Get("indexOf").Export().(nativeFunction)
	correct(r.arrayPrototype, "includes", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if n, ok := wholeNumber(call.Argument(0)); ok && n == 0 { // the interpreter's own does not find -0
			return r.vm.ToValue(indexOf(call).ToInteger() >= 0)
		}
		return f(call)
	})
	includes, _ := r.arrayPrototype.Get("includes").Export().(nativeFunction)
	correct(r.arrayPrototype, "map", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		of, ok := call.This.(*goja.Object)
		sparse := ok && of.ClassName() == "Array" && includes(goja.FunctionCall{This: of, Arguments: []goja.Value{goja.Undefined()}}).ToBoolean()
		got := f(call)
		if list, ok := got.(*goja.Object); ok && sparse && list.ClassName() == "Array" && list.Prototype() == r.arrayPrototype {
			return r.withHoles(list)
		}
		return got
	})
	correct(r.class("Number").Get("prototype").(*goja.Object), "toString", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if o, ok := call.This.(*goja.Object); ok && o.ClassName() != "Number" {
			return f(call)
		}
		x, ok := call.This.Export().(float64)
		if !ok || x >= 0 || x <= -1 {
			return f(call)
		}
		call.This = r.vm.ToValue(-x) // whose sign it loses in other bases than 10
		return r.vm.ToValue("-" + f(call).String())
	})
	correct(r.vm.GlobalObject(), "parseInt", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		got := f(call)
		if base := call.Argument(1); !isObject(call.Argument(0)) && math.Abs(got.ToFloat()) >= 1<<53 && (goja.IsUndefined(base) || base.ToInteger() == 10 || base.ToInteger() == 0) {
			if exact, ok := decimalPrefix(call.Argument(0).String()); ok { // the interpreter rounds after each digit
				return r.vm.ToValue(exact)
			}
		}
		return got
	})
	correct(r.class("Math"), "log10", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		got := f(call)
		near := math.Round(got.ToFloat())
		if got.ToFloat() != near && !isObject(call.Argument(0)) && math.Abs(near) < 400 && math.Pow10(int(near)) == call.Argument(0).ToFloat() {
			return r.vm.ToValue(near) // of 1e15, for one, the interpreter's own is less than 15
		}
		return got
	})
	correct(r.class("String"), "fromCharCode", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		for i, v := range call.Arguments {
			call.Arguments[i] = r.lowWord(v)
		}
		return f(call)
	})
	correct(r.class("Uint8Array").Get("prototype").(*goja.Object).Prototype(), "fill", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		if o, ok := call.This.(*goja.Object); ok && len(call.Arguments) > 0 {
			switch orUndefined(o.GetSymbol(goja.SymToStringTag)).String() {
			case "Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array":
				call.Arguments[0] = r.lowWord(call.Arguments[0])
			}
		}
		return f(call)
	})
	view := r.class("DataView").Get("prototype").(*goja.Object)
	for _, name := range []string{"setInt8", "setUint8", "setInt16", "setUint16", "setInt32", "setUint32"} {
		correct(view, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			if len(call.Arguments) > 1 {
				call.Arguments[1] = r.lowWord(call.Arguments[1])
			}
			return f(call)
		})
	}
	return func() {
		for _, place := range places {
			place()
		}
		r.corrected = nil
	}
}

// withHoles copies an array in which the interpreter's map has left holes: it counts them as items, and then takes them for some,
// which a Set does not survive.
func (r *Realm) withHoles(list *goja.Object) goja.Value {
	length := r.length(list)
	copied := r.vm.NewArray()
	for i := range length {
		if key := strconv.FormatInt(i, 10); list.Get(key) != nil {
			_ = copied.DefineDataProperty(key, list.Get(key), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
	}
	_ = copied.Set("length", length)
	return copied
}

// decimalPrefix is the whole number that a text begins with.
func decimalPrefix(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+')) {
		end++
	}
	x, err := strconv.ParseFloat(text[:end], 64)
	return x, err == nil || errors.Is(err, strconv.ErrRange)
}

// lowWord is what functions that take the low bits of a number see of it: the interpreter takes numbers through an int64.
func (r *Realm) lowWord(v goja.Value) goja.Value {
	if isObject(v) {
		return v
	}
	x, ok := v.Export().(float64)
	if !ok || math.Abs(x) < 1<<63 || math.IsInf(x, 0) {
		return v
	}
	return r.vm.ToValue(math.Mod(x, 1<<32))
}
