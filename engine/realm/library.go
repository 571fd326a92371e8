package realm

import (
	"fmt"
	"slices"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/source"
	"simten.dev/engine/std"
	"simten.dev/engine/std/bundle"
)

// library is the standard library's script, prepared once per process.
var library = sync.OnceValues(func() (*source.Script, error) {
	return source.PrepareLibrary("library.js", std.Script)
})

// notNames are exports of the library that are not names of the language.
var notNames = []string{"WIDTH_INFERENCE", "standardCircuits"}

// loadLibrary runs the library and makes its exports global names.
func (r *Realm) loadLibrary() error {
	script, err := library()
	if err != nil {
		return err
	}
	r.installHooks(script)
	if _, err := r.vm.RunProgram(script.Program); err != nil {
		return err
	}
	exports, ok := r.vm.Get(bundle.Global).(*goja.Object)
	if !ok {
		return fmt.Errorf("the library left no exports")
	}
	if table, ok := exports.Get("WIDTH_INFERENCE").(*goja.Object); ok {
		data, _ := table.Export().(map[string]any)
		r.loadInference(data)
	}
	global := r.vm.GlobalObject()
	for _, name := range exports.Keys() {
		if slices.Contains(notNames, name) {
			continue
		}
		if err := global.DefineDataProperty(name, exports.Get(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
		r.libraryNames = append(r.libraryNames, name)
	}
	if err := r.defineAggregate(global, exports.Get("standardCircuits")); err != nil {
		return err
	}
	return global.Delete(bundle.Global)
}

// defineAggregate makes the name of the array of all components. The array is built when it is first
// looked at: building every component takes longer than most programs.
func (r *Realm) defineAggregate(global *goja.Object, build goja.Value) error {
	function, ok := goja.AssertFunction(build)
	if !ok {
		return fmt.Errorf("the library has no standardCircuits")
	}
	r.libraryNames = append(r.libraryNames, std.Aggregate)
	return global.DefineAccessorProperty(std.Aggregate, r.vm.ToValue(func(goja.FunctionCall) goja.Value {
		list, err := function(goja.Undefined())
		if err != nil {
			rethrow(err)
		}
		if err := global.DefineDataProperty(std.Aggregate, list, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			rethrow(err)
		}
		return list
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// installHooks gives a script its two host functions. The script reads them once, before anything
// else of it runs; reading removes them, so that user code never sees them.
func (r *Realm) installHooks(script *source.Script) {
	once := func(name string, hook func(goja.FunctionCall) goja.Value) {
		global := r.vm.GlobalObject()
		_ = global.DefineAccessorProperty(name, r.vm.ToValue(func(goja.FunctionCall) goja.Value {
			_ = global.Delete(name)
			return r.vm.ToValue(hook)
		}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	once(source.HookRefill, r.refill)
	once(source.HookFunction, func(call goja.FunctionCall) goja.Value {
		f := call.Argument(1)
		o, ok := f.(*goja.Object)
		id, whole := wholeNumber(call.Argument(0))
		if ok && whole {
			captured, _ := goja.AssertFunction(call.Argument(2))
			r.functions[o] = functionMark{script: script, id: int(id), captured: captured}
		}
		return f
	})
}
