package realm

import (
	"math/big"

	"github.com/dop251/goja"

	"simten.dev/engine/limits"
)

// maxBits bounds what a bigint is shifted by or raised to, and the length of what it is multiplied or divided by.
const maxBits = 1 << 17

var bigBits = big.NewInt(maxBits)

// boundBigInt replaces BigInt by a function that refuses texts which take long to read.
func (r *Realm) boundBigInt() {
	original := r.class("BigInt")
	read, _ := goja.AssertFunction(original)
	bounded := r.native("BigInt", func(call goja.FunctionCall) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > maxDigits {
			panic(r.tooMuch("A number of %v digits: the limit is %v", limits.Count(s.Length()), limits.Count(maxDigits)))
		}
		v, err := read(goja.Undefined(), call.Arguments...)
		if err != nil {
			rethrow(err)
		}
		return v
	})
	for _, name := range []string{"asIntN", "asUintN"} {
		r.wrap(original, name, func(call goja.FunctionCall, f nativeFunction) goja.Value {
			if n := number(&call, 0); n > maxBits {
				panic(r.tooMuch("%s of %v bits: the limit is %v", name, grouped(n), limits.Count(maxBits)))
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
