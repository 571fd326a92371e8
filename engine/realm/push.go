package realm

import (
	"reflect"
	"strconv"

	"github.com/dop251/goja"
)

var arrayExport = reflect.TypeFor[[]any]()

// longestPush bounds the arrays that push appends to, so that no length or index comes near the end of its range.
const longestPush = 1 << 30

// push appends to an ordinary array, as push of Array.prototype does, and returns the new length. It returns nil, with
// nothing done, when that is left to the interpreter's own. That one asks Array.prototype and Object.prototype for a
// setter of each new index, by its text in four tables: in WebAssembly, where hashing a text is slow, it takes twice as
// long. Neither prototype ever has an index: see fixIntrinsics.
func (r *Realm) push(call goja.FunctionCall) goja.Value {
	o, ok := call.This.(*goja.Object)
	if !ok || !r.fixed || len(call.Arguments) == 0 || o.ExportType() != arrayExport || o.Prototype() != r.arrayPrototype {
		return nil
	}
	n := o.Get("length").ToInteger()
	if n > longestPush {
		return nil
	}
	for i, v := range call.Arguments {
		if err := o.DefineDataProperty(strconv.FormatInt(n, 10), v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			if i > 0 {
				rethrow(err)
			}
			return nil // the interpreter's own says what is wrong
		}
		n++
	}
	return r.vm.ToValue(n)
}
