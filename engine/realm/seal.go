package realm

import "github.com/dop251/goja"

// seal closes every way to run text as code. Such code would escape the fuel checks, and nothing in
// a circuit needs it.
func (r *Realm) seal() {
	denied := func(what string) func(goja.FunctionCall) goja.Value {
		return func(goja.FunctionCall) goja.Value {
			panic(r.deny(what))
		}
	}
	deniedNew := func(what string) func(goja.ConstructorCall) *goja.Object {
		return func(goja.ConstructorCall) *goja.Object {
			panic(r.deny(what))
		}
	}
	global := r.vm.GlobalObject()
	_ = global.DefineDataProperty("eval", r.native("eval", denied("eval")), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)

	// The constructors of all function kinds are reachable only through their prototypes.
	for _, kind := range []string{
		"(function(){})", "(function*(){})", "(async function(){})",
	} {
		v, err := r.vm.RunString("Object.getPrototypeOf" + kind)
		if err != nil {
			continue
		}
		proto := v.(*goja.Object)
		closed := r.vm.ToValue(deniedNew("The Function constructor")).(*goja.Object)
		_ = closed.DefineDataProperty("name", r.vm.ToValue("Function"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		_ = closed.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		_ = proto.DefineDataProperty("constructor", closed, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		if kind == "(function(){})" {
			_ = global.DefineDataProperty("Function", closed, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		}
	}
}

// deny is the error for something that circuits may not have.
func (r *Realm) deny(what string) *goja.Object {
	e := r.typeError("%s is not available in circuit code: a circuit cannot run text as code. Write the code out.", what)
	r.denied[e] = ""
	return e
}
