//go:build !js

package wasmgen

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// nativeInstance runs a module with wazero's compiler.
type nativeInstance struct {
	runtime             wazero.Runtime
	memory              api.Memory
	doPrepare, doSettle api.Function
	doStep              api.Function
	results             [1]uint64
}

// compilation is the code of a module; wazero compiles it at the start.
type compilation struct{ code []byte }

func compile(code []byte) *compilation    { return &compilation{code} }
func compileNow(code []byte) *compilation { return &compilation{code} }

// ready reports that start does not wait for somebody else.
func (c *compilation) ready() bool { return true }

// start compiles and starts a module. Generated code takes no time limit of its own: callers
// bound the number of cycles of one call instead, which costs nothing.
func (c *compilation) start(ctx context.Context, h *host) (instance, error) {
	r := wazero.NewRuntime(ctx)
	fail := func(err error) (instance, error) {
		_ = r.Close(ctx)
		return nil, err
	}
	if h != nil {
		_, err := r.NewHostModuleBuilder("host").
			NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
			stack[0] = uint64(h.call(uint32(stack[0])))
		}), []api.ValueType{api.ValueTypeI32}, []api.ValueType{api.ValueTypeI32}).Export("call").
			NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) { h.commit() }), nil, nil).
			Export("commit").Instantiate(ctx)
		if err != nil {
			return fail(err)
		}
	}
	m, err := r.Instantiate(ctx, c.code)
	if err != nil {
		return fail(err)
	}
	return &nativeInstance{
		runtime: r, memory: m.Memory(),
		doPrepare: m.ExportedFunction("prepare"),
		doSettle:  m.ExportedFunction("settle"),
		doStep:    m.ExportedFunction("step"),
	}, nil
}

func (i *nativeInstance) run(f api.Function, argument uint64) (uint32, error) {
	i.results[0] = argument
	err := f.CallWithStack(context.Background(), i.results[:])
	return uint32(i.results[0]), err
}

func (i *nativeInstance) prepare() (uint32, error)       { return i.run(i.doPrepare, 0) }
func (i *nativeInstance) settle() (uint32, error)        { return i.run(i.doSettle, 0) }
func (i *nativeInstance) step(n uint32) (uint32, error)  { return i.run(i.doStep, uint64(n)) }
func (i *nativeInstance) read(offset uint32, dst []byte) { copy(dst, i.view(offset, len(dst))) }
func (i *nativeInstance) write(offset uint32, src []byte) {
	copy(i.view(offset, len(src)), src)
}

func (i *nativeInstance) view(offset uint32, n int) []byte {
	b, _ := i.memory.Read(offset, uint32(n))
	return b
}

func (i *nativeInstance) close() error { return i.runtime.Close(context.Background()) }
