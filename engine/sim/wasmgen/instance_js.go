//go:build js

package wasmgen

import (
	"context"
	"fmt"
	"syscall/js"
)

// browserInstance runs a module with the WebAssembly of the JavaScript host. Modules are compiled
// synchronously, which workers may do at any size.
type browserInstance struct {
	memory                      js.Value
	view                        js.Value // Uint8Array over the memory, which never grows
	doPrepare, doSettle, doStep js.Value
	funcs                       []js.Func
}

func instantiate(_ context.Context, code []byte, h *host) (i instance, err error) {
	defer func() {
		if r := recover(); r != nil { // syscall/js turns JavaScript exceptions into panics
			i, err = nil, asError(r)
		}
	}()
	b := &browserInstance{}
	imports := map[string]any{}
	if h != nil {
		call := js.FuncOf(func(_ js.Value, args []js.Value) any { return int(h.call(uint32(args[0].Int()))) })
		commit := js.FuncOf(func(js.Value, []js.Value) any {
			h.commit()
			return nil
		})
		b.funcs = append(b.funcs, call, commit)
		imports["host"] = map[string]any{"call": call, "commit": commit}
	}
	bytes := js.Global().Get("Uint8Array").New(len(code))
	js.CopyBytesToJS(bytes, code)
	wasm := js.Global().Get("WebAssembly")
	exports := wasm.Get("Instance").New(wasm.Get("Module").New(bytes), imports).Get("exports")
	b.memory = exports.Get("memory")
	b.view = js.Global().Get("Uint8Array").New(b.memory.Get("buffer"))
	b.doPrepare, b.doSettle, b.doStep = exports.Get("prepare"), exports.Get("settle"), exports.Get("step")
	return b, nil
}

// asError turns a recovered JavaScript exception into an error, and passes other panics on.
func asError(r any) error {
	if e, ok := r.(js.Error); ok {
		return fmt.Errorf("generated module: %w", e)
	}
	panic(r)
}

func run(f js.Value, args ...any) (v uint32, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = 0, asError(r)
		}
	}()
	return uint32(f.Invoke(args...).Int()), nil
}

func (b *browserInstance) prepare() (uint32, error)      { return run(b.doPrepare) }
func (b *browserInstance) settle() (uint32, error)       { return run(b.doSettle) }
func (b *browserInstance) step(n uint32) (uint32, error) { return run(b.doStep, int(n)) }

func (b *browserInstance) read(offset uint32, dst []byte) {
	js.CopyBytesToGo(dst, b.view.Call("subarray", int(offset), int(offset)+len(dst)))
}

func (b *browserInstance) write(offset uint32, src []byte) {
	js.CopyBytesToJS(b.view.Call("subarray", int(offset), int(offset)+len(src)), src)
}

func (b *browserInstance) close() error {
	for _, f := range b.funcs {
		f.Release()
	}
	b.view, b.memory = js.Undefined(), js.Undefined()
	b.doPrepare, b.doSettle, b.doStep = js.Undefined(), js.Undefined(), js.Undefined()
	return nil
}
