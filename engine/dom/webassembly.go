//go:build js

package dom

import (
	"errors"
	"syscall/js"
)

// Instance is a WebAssembly.Instance.
type Instance struct{ js.Value }

// Module is a WebAssembly.Module.
type Module struct{ js.Value }

// Underlying implements Value.
func (m Module) Underlying() js.Value { return m.Value }

// NewModule compiles a module at once, which workers may do at any size.
func NewModule(code []byte) Module {
	return Module{js.Global().Get("WebAssembly").Get("Module").New(NewUint8Array(code).Value)}
}

// CompileModule compiles a module beside everything else. From the event loop, later, it calls done, with the module or
// with what is wrong with it.
func CompileModule(code []byte, done func(Module, error)) {
	var compiled, failed Func
	end := func(m Module, err error) any {
		compiled.Release()
		failed.Release()
		done(m, err)
		return nil
	}
	compiled = NewFunc(func(args Arguments) any { return end(Module{args[0]}, nil) })
	failed = NewFunc(func(args Arguments) any { return end(Module{}, errors.New(args[0].Call("toString").String())) })
	js.Global().Get("WebAssembly").Call("compile", NewUint8Array(code).Value).Call("then", compiled.Value, failed.Value)
}

// NewInstance makes an instance of a module. Imports are functions by module and name.
func NewInstance(module Module, imports map[string]map[string]Func) Instance {
	from := NewObject()
	for module, functions := range imports {
		names := NewObject()
		for name, f := range functions {
			names.Set(name, f.Value)
		}
		from.Set(module, names.Value)
	}
	return Instance{js.Global().Get("WebAssembly").Get("Instance").New(module.Value, from.Value)}
}

// Underlying implements Value.
func (i Instance) Underlying() js.Value { return i.Value }

// Memory is all of an exported memory, as long as it does not grow.
func (i Instance) Memory(name string) Uint8Array {
	return Uint8Array{js.Global().Get("Uint8Array").New(i.Get("exports").Get(name).Get("buffer"))}
}

// Function is an exported function.
func (i Instance) Function(name string) Export { return Export{i.Get("exports").Get(name)} }

// Export is a function of an instance.
type Export struct{ js.Value }

// Underlying implements Value.
func (e Export) Underlying() js.Value { return e.Value }

// Int calls the function, whose result is an i32.
func (e Export) Int(args ...any) int { return e.Invoke(args...).Int() }

// ConsoleWarn writes a warning to the console of the developer's tools.
func ConsoleWarn(text string) { js.Global().Get("console").Call("warn", text) }
