package dom

import (
	"math"
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBytesAndWordsCrossUnchanged(t *testing.T) {
	for _, bytes := range [][]byte{nil, {0}, {1, 2, 255}} {
		array := NewUint8Array(bytes)
		require.Equal(t, "Uint8Array", array.Get("constructor").Get("name").String())
		require.Equal(t, append([]byte{}, bytes...), array.Bytes())
	}
	words := NewUint32Array([]uint32{0, 1, math.MaxUint32, 1 << 31})
	require.Equal(t, "Uint32Array", words.Get("constructor").Get("name").String())
	require.Equal(t, 4, words.Length())
	require.InDelta(t, float64(math.MaxUint32), words.Index(2).Float(), 0)
	require.Zero(t, NewUint32Array(nil).Length())

	array := NewUint8Array([]byte{1, 2, 3, 4})
	array.CopyFrom(1, []byte{9, 8})
	got := make([]byte, 3)
	array.CopyTo(got, 1)
	require.Equal(t, []byte{9, 8, 4}, got)
}

func TestCallHandsOverEveryKindOfArgument(t *testing.T) {
	var seen Arguments
	f := NewFunc(func(args Arguments) any {
		seen = append(Arguments{}, args...)
		return NewObject().With("bytes", NewUint8Array([]byte{7}))
	})
	defer f.Release()
	o := NewObject().With("f", f)
	o.Call("f", "text", 2.5, true, nil, NewUint8Array([]byte{1}), []any{1, []any{NewUint8Array([]byte{5})}}, NewObject().With("in", NewUint8Array(nil)))
	require.Equal(t, "text", seen.Text(0))
	require.InDelta(t, 2.5, seen.Number(1), 0)
	require.True(t, seen.Bool(2))
	require.Nil(t, seen.Bytes(3))
	_, is := seen.Object(3)
	require.False(t, is)
	require.Equal(t, []byte{1}, seen.Bytes(4))
	list := seen.List(5)
	require.Equal(t, 2, list.Len())
	require.InDelta(t, 1, list.Number(0), 0)
	require.Equal(t, []byte{5}, list.List(1).Bytes(0))
	in, is := seen.Object(6)
	require.True(t, is)
	require.Empty(t, in.Bytes("in"))

	require.Equal(t, []byte{7}, Object{f.Invoke()}.Bytes("bytes"), "a value of the package is a result too")
	require.Equal(t, 3, Object{js.ValueOf(map[string]any{"list": []any{1, 2, 3}})}.List("list").Len())
}

func TestTry(t *testing.T) {
	require.NoError(t, Try("well", func() {}))
	err := Try("making", func() { js.Global().Get("Array").New(-1) })
	require.ErrorContains(t, err, "making: ")
	require.ErrorContains(t, err, "Invalid array length")
	require.PanicsWithValue(t, "other", func() { _ = Try("other", func() { panic("other") }) })
}

// The module is (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add call $host) over one
// page of memory.
var module = []byte{
	0, 'a', 's', 'm', 1, 0, 0, 0,
	1, 12, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 1, 0x7f,
	2, 10, 1, 4, 'h', 'o', 's', 't', 1, 'f', 0, 0,
	3, 2, 1, 1,
	5, 4, 1, 1, 1, 1,
	7, 13, 2, 3, 'a', 'd', 'd', 0, 1, 3, 'm', 'e', 'm', 2, 0,
	10, 11, 1, 9, 0, 0x20, 0, 0x20, 1, 0x6a, 0x10, 0, 0x0b,
}

func TestInstance(t *testing.T) {
	double := NewFunc(func(args Arguments) any { return 2 * args.Int(0) })
	defer double.Release()
	i := NewInstance(NewModule(module), map[string]map[string]Func{"host": {"f": double}})
	require.Equal(t, 14, i.Function("add").Int(3, 4))
	memory := i.Memory("mem")
	require.Equal(t, 1<<16, memory.Length())
	require.ErrorContains(t, Try("compiling", func() { NewModule([]byte("not a module")) }), "compiling: ")
}

func TestCompileModule(t *testing.T) {
	type answer struct {
		module Module
		err    error
	}
	answers := make(chan answer)
	done := func(m Module, err error) { go func() { answers <- answer{m, err} }() }
	CompileModule(module, done)
	compiled := <-answers
	require.NoError(t, compiled.err)
	f := NewFunc(func(args Arguments) any { return args.Int(0) })
	defer f.Release()
	require.Equal(t, 7, NewInstance(compiled.module, map[string]map[string]Func{"host": {"f": f}}).Function("add").Int(3, 4))
	CompileModule([]byte("not a module"), done)
	require.ErrorContains(t, (<-answers).err, "CompileError")
}
