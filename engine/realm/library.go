package realm

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/source"
	"simten.dev/engine/std"
)

// part is one part of the standard library, prepared once per process.
type part struct {
	once   sync.Once
	script *source.Script
	err    error
}

var (
	partsLock sync.Mutex
	parts     = map[string]*part{}
)

func preparePart(name string) (*source.Script, error) {
	partsLock.Lock()
	p := parts[name]
	if p == nil {
		p = &part{}
		parts[name] = p
	}
	partsLock.Unlock()
	p.once.Do(func() {
		var text string
		if text, p.err = std.Part(name); p.err == nil {
			p.script, p.err = source.PrepareLibrary(name+".js", text)
		}
	})
	return p.script, p.err
}

// Exports that are for the realm and no names of the language.
const (
	inferenceTable   = "WIDTH_INFERENCE"
	standardCircuits = "standardCircuits"
)

// loadLibrary makes the library's names global. Each part is run when one of its names is first used:
// most circuits need two or three of a dozen.
func (r *Realm) loadLibrary() error {
	global := r.vm.GlobalObject()
	for _, export := range std.Exports() {
		name := export.Name
		switch name {
		case inferenceTable:
			exports, err := r.loadPart(export.Part)
			if err != nil {
				return err
			}
			data, _ := exports.Get(name).Export().(map[string]any)
			r.loadInference(data)
			continue
		case standardCircuits:
			name = std.Aggregate
		}
		r.libraryNames = append(r.libraryNames, name)
		if err := r.defineLazily(global, name, export); err != nil {
			return err
		}
	}
	return nil
}

// defineLazily makes a global name whose first use, reading or writing, replaces it by its value.
func (r *Realm) defineLazily(global *goja.Object, name string, export std.Name) error {
	define := func(v goja.Value) {
		if err := global.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			rethrow(err)
		}
	}
	get := func(goja.FunctionCall) goja.Value {
		exports, err := r.loadPart(export.Part)
		if err != nil {
			rethrow(err)
		}
		v := exports.Get(export.Name)
		if export.Name == standardCircuits { // the name stands for what the function builds
			build, _ := goja.AssertFunction(v)
			if v, err = build(goja.Undefined()); err != nil {
				rethrow(err)
			}
		}
		define(v)
		return v
	}
	set := func(call goja.FunctionCall) goja.Value {
		define(call.Argument(0))
		return goja.Undefined()
	}
	return global.DefineAccessorProperty(name, r.native(name, get), r.native(name, set), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// loadPart runs a part of the library, once.
func (r *Realm) loadPart(name string) (*goja.Object, error) {
	if exports := r.parts[name]; exports != nil {
		return exports, nil
	}
	script, err := preparePart(name)
	if err != nil {
		return nil, err
	}
	user := r.script
	r.script = nil // what runs now is the library, whoever asked for it
	defer func() { r.script = user }()
	r.installHooks(script)
	if _, err := r.vm.RunProgram(script.Program); err != nil {
		return nil, err
	}
	exports, ok := r.vm.Get(std.Global).(*goja.Object)
	if !ok {
		return nil, fmt.Errorf("part %s of the library left no exports", name)
	}
	r.parts[name] = exports
	return exports, r.vm.GlobalObject().Delete(std.Global)
}

// installHooks gives a script its host functions. The script reads them once, before anything
// else of it runs; reading removes them, so that user code never sees them.
func (r *Realm) installHooks(script *source.Script) {
	r.installOnce(source.HookRefill, r.native("", r.refill))
	r.installOnce(source.HookBound, r.native("", r.bound))
	r.installOnce(source.HookMade, r.native("", r.made))
	if r.options.Trace != nil {
		r.installOnce(source.HookTrace, r.native("", r.traceStatement))
	}
	// Only what the script reads is there to be read.
	if len(script.Modules) > 0 {
		r.installOnce(source.HookModule, r.native("", func(call goja.FunctionCall) goja.Value {
			return r.imported(script, call.Argument(0).String())
		}))
	}
	if script.HasExports() {
		r.installOnce(source.HookExports, r.native("", func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok { // undefined: the file exports nothing
				r.ran[script].exports = o
			}
			return goja.Undefined()
		}))
	}
	r.installOnce(source.HookFunction, r.native("", func(call goja.FunctionCall) goja.Value {
		f := call.Argument(1)
		o, ok := f.(*goja.Object)
		id, whole := wholeNumber(call.Argument(0))
		if ok && whole {
			captured, _ := goja.AssertFunction(call.Argument(2))
			if private, class := goja.AssertFunction(call.Argument(3)); class {
				r.markClass(o, script, int(id), captured, private)
				return f
			}
			r.functions[o] = functionMark{script: script, id: int(id), captured: captured}
		}
		return f
	}))
}

// installOnce makes a global that is gone when it has been read.
func (r *Realm) installOnce(name string, value goja.Value) {
	global := r.vm.GlobalObject()
	_ = global.DefineAccessorProperty(name, r.native("", func(goja.FunctionCall) goja.Value {
		_ = global.Delete(name)
		return value
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
