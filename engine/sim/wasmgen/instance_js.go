//go:build js

package wasmgen

import (
	"context"

	"simten.dev/engine/dom"
)

// browserInstance runs a module with the WebAssembly of the JavaScript host.
type browserInstance struct {
	memory                      dom.Uint8Array // never grows
	doPrepare, doSettle, doStep dom.Export
	funcs                       []dom.Func
}

// doing begins the messages of what the host throws.
const doing = "generated module"

// compilation is a module that the browser compiles.
type compilation struct {
	done   bool
	module dom.Module
	err    error
}

// compile begins to compile a module. The browser does it beside everything else, as long as its event loop gets its
// turn.
func compile(code []byte) *compilation {
	c := &compilation{}
	dom.CompileModule(code, func(m dom.Module, err error) { c.module, c.err, c.done = m, err, true })
	return c
}

// compileNow compiles a module before it returns.
func compileNow(code []byte) *compilation {
	c := &compilation{done: true}
	c.err = dom.Try(doing, func() { c.module = dom.NewModule(code) })
	return c
}

// ready reports that start does not wait.
func (c *compilation) ready() bool { return c.done }

// start makes an instance of a module that is compiled.
func (c *compilation) start(_ context.Context, h *host) (instance, error) {
	if c.err != nil {
		return nil, c.err
	}
	b := &browserInstance{}
	imports := map[string]map[string]dom.Func{}
	if h != nil {
		call := dom.NewFunc(func(args dom.Arguments) any { return int(h.call(uint32(args.Int(0)))) })
		commit := dom.NewFunc(func(dom.Arguments) any {
			h.commit()
			return nil
		})
		b.funcs = append(b.funcs, call, commit)
		imports["host"] = map[string]dom.Func{"call": call, "commit": commit}
	}
	err := dom.Try(doing, func() {
		i := dom.NewInstance(c.module, imports)
		b.memory = i.Memory("memory")
		b.doPrepare, b.doSettle, b.doStep = i.Function("prepare"), i.Function("settle"), i.Function("step")
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

func run(f dom.Export, args ...any) (v uint32, err error) {
	err = dom.Try(doing, func() { v = uint32(f.Int(args...)) })
	return v, err
}

func (b *browserInstance) prepare() (uint32, error)      { return run(b.doPrepare) }
func (b *browserInstance) settle() (uint32, error)       { return run(b.doSettle) }
func (b *browserInstance) step(n uint32) (uint32, error) { return run(b.doStep, int(n)) }

func (b *browserInstance) read(offset uint32, dst []byte)  { b.memory.CopyTo(dst, int(offset)) }
func (b *browserInstance) write(offset uint32, src []byte) { b.memory.CopyFrom(int(offset), src) }

func (b *browserInstance) close() error {
	for _, f := range b.funcs {
		f.Release()
	}
	*b = browserInstance{}
	return nil
}
