package realm

import (
	"math"
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

var bigInt = reflect.TypeFor[*big.Int]()

// exactNumber replaces Number by one that is right for bigints: the interpreter's own keeps their lowest 64 bits only.
// It is written in the language, since no function of the host can both be called and make objects.
func (r *Realm) exactNumber() error {
	wrapped, err := r.vm.RunString(`(function (original, construct, plain) {
  return function Number(value) {
    if (new.target) return construct(original, [arguments.length ? plain(value) : 0], new.target)
    return arguments.length ? original(plain(value)) : 0
  }
})`)
	if err != nil {
		return err
	}
	around, _ := goja.AssertFunction(wrapped)
	original := r.class("Number")
	plain := r.native("Number", func(call goja.FunctionCall) goja.Value {
		v := call.Argument(0)
		if v.ExportType() != bigInt {
			return v
		}
		nearest, _ := new(big.Float).SetInt(v.Export().(*big.Int)).Float64()
		return r.vm.ToValue(nearest)
	})
	result, err := around(goja.Undefined(), original, r.class("Reflect").Get("construct"), plain)
	if err != nil {
		return err
	}
	number := result.(*goja.Object)
	for _, name := range original.GetOwnPropertyNames() {
		switch name {
		case "name", "length":
		case "parseFloat", "parseInt": // those of the global object, which have been wrapped
			_ = number.DefineDataProperty(name, r.vm.Get(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		case "prototype":
			_ = number.DefineDataProperty(name, original.Get(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		default:
			flag := goja.FLAG_FALSE
			if _, method := goja.AssertFunction(original.Get(name)); method {
				flag = goja.FLAG_TRUE
			}
			_ = number.DefineDataProperty(name, original.Get(name), flag, flag, goja.FLAG_FALSE)
		}
	}
	prototype := original.Get("prototype").(*goja.Object)
	_ = prototype.DefineDataProperty("constructor", number, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return r.vm.GlobalObject().DefineDataProperty("Number", number, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// exactSign replaces Math.sign: the interpreter's own gives 1 for what is no number and becomes 0 or none.
func (r *Realm) exactSign() {
	r.wrap(r.class("Math"), "sign", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		n := call.Argument(0).ToNumber()
		if x := n.ToFloat(); x == 0 || math.IsNaN(x) {
			return n
		}
		call.Arguments = []goja.Value{n}
		return f(call)
	})
}
