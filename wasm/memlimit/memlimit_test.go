package memlimit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"simten.dev/wasm/module"
)

// growing has one memory of one page without a maximum, and a function "grow" that asks for more.
var growing = []byte{
	0, 'a', 's', 'm', 1, 0, 0, 0,
	1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f, // type (i32) -> i32
	3, 2, 1, 0, // one function
	5, 3, 1, 0, 1, // memory: at least 1 page
	7, 8, 1, 4, 'g', 'r', 'o', 'w', 0, 0, // export
	10, 8, 1, 6, 0, 0x20, 0, 0x40, 0, 0x0b, // local.get 0, memory.grow
}

func grow(t *testing.T, module []byte, pages uint64) int32 {
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	instance, err := runtime.Instantiate(ctx, module)
	require.NoError(t, err)
	result, err := instance.ExportedFunction("grow").Call(ctx, pages)
	require.NoError(t, err)
	return int32(result[0])
}

func TestTheMaximumHolds_A149(t *testing.T) {
	require.Equal(t, int32(1), grow(t, growing, 300), "without a maximum there is room")
	limited, err := Set(growing, 200)
	require.NoError(t, err)
	require.Equal(t, int32(-1), grow(t, limited, 200))
	require.Equal(t, int32(1), grow(t, limited, 199))
}

func TestSettingTwiceTakesTheLast(t *testing.T) {
	first, err := Set(growing, 1000)
	require.NoError(t, err)
	second, err := Set(first, 2)
	require.NoError(t, err)
	direct, err := Set(growing, 2)
	require.NoError(t, err)
	require.Equal(t, direct, second)
}

func TestSetRefuses(t *testing.T) {
	section := func(content ...byte) []byte {
		return append(append([]byte(nil), module.Header...), append([]byte{5, byte(len(content))}, content...)...)
	}
	for name, c := range map[string]struct {
		module  []byte
		maximum uint32
		want    string
	}{
		"nothing":            {nil, 1, "not a WebAssembly module"},
		"no memory":          {module.Header, 1, "defines no memory"},
		"two memories":       {section(2, 0, 1, 0, 1), 1, "2 memories"},
		"no memory in it":    {section(0), 1, "0 memories"},
		"shared":             {section(1, 3, 1, 1), 1, "flag 3"},
		"too small":          {section(1, 0, 9), 8, "starts with 9 pages"},
		"rest":               {section(1, 0, 1, 7), 8, "1 bytes too many"},
		"cut":                {section(1, 0, 1)[:12], 8, "ends behind"},
		"endless number":     {section(1, 0, 0x80, 0x80, 0x80, 0x80, 0x80), 8, "ends too early"},
		"large number":       {section(1, 0, 0xff, 0xff, 0xff, 0xff, 0x7f), 8, "starts with 34359738367 pages"},
		"too large":          {section(1, 0, 1), 1<<16 + 1, "more than a memory can have"},
		"endless section id": {append(append([]byte(nil), module.Header...), 0), 1, "ends behind"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Set(c.module, c.maximum)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func FuzzSet(f *testing.F) {
	f.Add(growing, uint32(100))
	f.Add(module.Header, uint32(1))
	f.Fuzz(func(t *testing.T, m []byte, maximum uint32) {
		limited, err := Set(m, maximum)
		if err != nil {
			return
		}
		again, err := Set(limited, maximum)
		require.NoError(t, err)
		require.Equal(t, limited, again)
	})
}
