//go:build js

package dom

import "syscall/js"

// Instance is a WebAssembly.Instance.
type Instance struct{ js.Value }

// NewInstance compiles a module and makes an instance of it, both synchronously, which workers may do at any size.
// Imports are functions by module and name.
func NewInstance(code []byte, imports map[string]map[string]Func) Instance {
	wasm := js.Global().Get("WebAssembly")
	from := NewObject()
	for module, functions := range imports {
		names := NewObject()
		for name, f := range functions {
			names.Set(name, f.Value)
		}
		from.Set(module, names.Value)
	}
	module := wasm.Get("Module").New(NewUint8Array(code).Value)
	return Instance{wasm.Get("Instance").New(module, from.Value)}
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

// ConsoleError writes a line to the console of the developer's tools.
func ConsoleError(text string) { js.Global().Get("console").Call("error", text) }
