package realm

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

const nativeBody = "[native code]"

// showOwnText lets the text of a function be that of the user's file, without what the source stage has put in.
// Functions of the library show no text, as the built-in ones.
func (r *Realm) showOwnText() {
	functions := r.class("Function").Get("prototype").(*goja.Object)
	wrapped := r.wrapped(functions, "toString", func(call goja.FunctionCall, f nativeFunction) goja.Value {
		shown := f(call)
		code := shown.String()
		if strings.HasSuffix(code, nativeBody+" }") {
			return shown
		}
		r.work("toString", int64(len(code)))
		for _, name := range slices.Sorted(maps.Keys(r.files)) {
			r.work("toString", int64(len(r.files[name].Code))/16) // which is searched
			if text, ok := r.files[name].UserText(code); ok {
				return r.vm.ToValue(text)
			}
		}
		name := ""
		if o, ok := call.This.(*goja.Object); ok {
			if n, ok := orUndefined(o.Get("name")).(goja.String); ok {
				name = n.String()
			}
		}
		return r.vm.ToValue("function " + name + "() { " + nativeBody + " }")
	})
	_ = functions.DefineDataProperty("toString", wrapped, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	r.fixInherited(functions, "toString") // packages give their functions a toString of their own
}
