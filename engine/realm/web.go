package realm

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

//go:embed web/web.js
var webText string

// webScript is prepared once per process, when a program first uses something of it.
var webScript = sync.OnceValues(func() (*source.Script, error) { return source.PreparePlain("web.js", webText) })

// Globals between the realm and web.js; they are gone when it has run.
const (
	webHost    = "__simten_web_host"
	webExports = "__simten_web"
)

// webNames are the globals that web.js defines; webMethods are those that belong to an object of the language.
var (
	webNames = []string{
		"TextEncoder", "TextDecoder", "atob", "btoa", "structuredClone", "queueMicrotask", "performance", "crypto",
		"WeakRef", "FinalizationRegistry",
	}
	webMethods = []struct{ object, name, export string }{
		{"Object", "groupBy", "objectGroupBy"},
		{"Map", "groupBy", "mapGroupBy"},
		{"Promise", "withResolvers", "withResolvers"},
	}
)

// installWeb defines what packages expect of a browser besides the language. Most programs use none of it, so that it is run
// when one of its names is first used.
func (r *Realm) installWeb() {
	global := r.vm.GlobalObject()
	for _, name := range webNames {
		r.defineWeb(global, name, name)
	}
	for _, m := range webMethods {
		if o, ok := r.vm.Get(m.object).(*goja.Object); ok && isNothing(o.Get(m.name)) {
			r.defineWeb(o, m.name, m.export)
		}
	}
}

// defineWeb makes a property whose first use, reading or writing, replaces it by its value.
func (r *Realm) defineWeb(o *goja.Object, name, export string) {
	define := func(v goja.Value) {
		if err := o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			rethrow(err)
		}
	}
	get := func(goja.FunctionCall) goja.Value {
		exports, err := r.loadWeb()
		if err != nil {
			rethrow(err)
		}
		v := exports.Get(export)
		define(v)
		return v
	}
	set := func(call goja.FunctionCall) goja.Value {
		define(call.Argument(0))
		return goja.Undefined()
	}
	_ = o.DefineAccessorProperty(name, r.native("", get), r.native("", set), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// loadWeb runs web.js, once.
func (r *Realm) loadWeb() (*goja.Object, error) {
	if r.web != nil {
		return r.web, nil
	}
	script, err := webScript()
	if err != nil {
		return nil, err
	}
	host := r.vm.NewObject()
	_ = host.Set("require", r.native("", func(call goja.FunctionCall) goja.Value {
		r.require(circuit.Capability(call.Argument(0).String()))
		return goja.Undefined()
	}))
	_ = host.Set("random", r.native("", func(goja.FunctionCall) goja.Value { return r.vm.ToValue(r.random()) }))
	_ = host.Set("epoch", epoch.UnixMilli())
	user := r.script
	r.script = nil
	defer func() { r.script = user }()
	r.installHooks(script)
	r.installOnce(webHost, host)
	if _, err := r.vm.RunProgram(script.Program); err != nil {
		return nil, err
	}
	exports, ok := r.vm.Get(webExports).(*goja.Object)
	if !ok {
		return nil, fmt.Errorf("web.js left no exports")
	}
	r.web = exports
	return exports, r.vm.GlobalObject().Delete(webExports)
}
