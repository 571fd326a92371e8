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

// webNames are the globals that web.js defines; webMethods are those that belong to an object of the language: the name
// of a global for one of its own methods, with ".prototype" behind it for one that its objects inherit.
var (
	webNames = []string{
		"TextEncoder", "TextDecoder", "atob", "btoa", "structuredClone", "queueMicrotask", "performance", "crypto",
		"WeakRef", "FinalizationRegistry", "Iterator", "SuppressedError", "DisposableStack", "AsyncDisposableStack",
	}
	webMethods = []struct{ object, name, export string }{
		{"Object", "groupBy", "objectGroupBy"},
		{"Map", "groupBy", "mapGroupBy"},
		{"Promise", "withResolvers", "withResolvers"},
		{"Promise", "try", "promiseTry"},
		{"Array", "fromAsync", "fromAsync"},
		{"Error", "isError", "isError"},
		{"RegExp", "escape", "escapePattern"},
	}
	// iteratorMethods are those of what Iterator.prototype is, which exists without Iterator.
	iteratorMethods = []string{
		"map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find",
	}
)

// installWeb defines what packages expect of a browser besides the language. Most programs use none of it, so that it
// is run when one of its names is first used.
func (r *Realm) installWeb() {
	global := r.vm.GlobalObject()
	for _, name := range webNames {
		r.defineWeb(global, nameKey(name), name)
	}
	for _, m := range webMethods {
		if o, ok := r.vm.Get(m.object).(*goja.Object); ok && isNothing(o.Get(m.name)) {
			r.defineWeb(o, nameKey(m.name), m.export)
		}
	}
	iterator := r.iteratorPrototype()
	for _, name := range iteratorMethods {
		if isNothing(iterator.Get(name)) {
			r.defineWeb(iterator, nameKey(name), name)
		}
	}
	if dispose := r.symbols["dispose"]; dispose != nil {
		r.defineWeb(iterator, symbolKey(dispose), "iteratorDispose")
	}
}

// iteratorPrototype is what all iterators of the language inherit from.
func (r *Realm) iteratorPrototype() *goja.Object {
	values, _ := goja.AssertFunction(r.arrayValues)
	of, err := values(r.vm.NewArray())
	if err != nil {
		panic(err)
	}
	return of.(*goja.Object).Prototype().Prototype()
}

// propertyKey is a name or a symbol.
type propertyKey struct {
	name   string
	symbol *goja.Symbol
}

func nameKey(name string) propertyKey           { return propertyKey{name: name} }
func symbolKey(symbol *goja.Symbol) propertyKey { return propertyKey{symbol: symbol} }
func (k propertyKey) define(o *goja.Object, v goja.Value, enumerable goja.Flag) error {
	if k.symbol != nil {
		return o.DefineDataPropertySymbol(k.symbol, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
	}
	return o.DefineDataProperty(k.name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
}

// defineWeb makes a property whose first use, reading or writing, replaces it by its value.
func (r *Realm) defineWeb(o *goja.Object, key propertyKey, export string) {
	get := func(goja.FunctionCall) goja.Value {
		exports, err := r.loadWeb()
		if err != nil {
			rethrow(err)
		}
		v := exports.Get(export)
		if function, ok := v.(*goja.Object); ok && key.symbol == nil && key.name != export {
			_ = function.DefineDataProperty("name", r.vm.ToValue(key.name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		if err := key.define(o, v, goja.FLAG_FALSE); err != nil {
			rethrow(err)
		}
		return v
	}
	set := func(call goja.FunctionCall) goja.Value {
		into, enumerable := o, goja.FLAG_FALSE
		if heir, ok := call.This.(*goja.Object); ok && heir != o { // which gets a property of its own
			into, enumerable = heir, goja.FLAG_TRUE
		}
		if err := key.define(into, call.Argument(0), enumerable); err != nil {
			rethrow(err)
		}
		return goja.Undefined()
	}
	if key.symbol != nil {
		_ = o.DefineAccessorPropertySymbol(key.symbol, r.native("", get), r.native("", set), goja.FLAG_TRUE, goja.FLAG_FALSE)
		return
	}
	_ = o.DefineAccessorProperty(key.name, r.native("", get), r.native("", set), goja.FLAG_TRUE, goja.FLAG_FALSE)
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
