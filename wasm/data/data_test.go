package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/wasm/module"
)

// with is a module with the content of a section of data.
func with(content string) []byte {
	m := append(append([]byte{}, module.Header...), byte(module.Memory), 3, 1, 0, 2) // two pages of memory
	m = append(m, byte(module.Data))
	return append(binary.AppendUvarint(m, uint64(len(content))), content...)
}

func TestPiecesBecomeFew(t *testing.T) {
	for _, c := range []struct {
		name    string
		image   []byte
		section string
	}{
		{"nothing", nil, "\x00"},
		{"zeros", make([]byte, 10), "\x00"},
		{"one piece", []byte("\x00\x00abc"), "\x01\x00\x41\x02\x0b\x03abc"},
		{"zeros at the end", []byte("abc\x00\x00"), "\x01\x00\x41\x00\x0b\x03abc"},
		{"few zeros between", []byte("a\x00\x00\x00\x00\x00\x00\x00\x00\x00b"), "\x01\x00\x41\x00\x0b\x0ba\x00\x00\x00\x00\x00\x00\x00\x00\x00b"},
		{"a page of zeros between", []byte("a" + string(make([]byte, pageBytes)) + "b"), "\x02\x00\x41\x00\x0b\x01a\x00\x41\x81\x20\x0b\x01b"},
		{"a zero fewer", []byte("a" + string(make([]byte, pageBytes-1)) + "b"), "\x01\x00\x41\x00\x0b\x81\x20a" + string(make([]byte, pageBytes-1)) + "b"},
	} {
		out, err := Write(with("\x00"), c.image)
		require.NoError(t, err)
		require.Equal(t, with(c.section), out, c.name)
	}
}

func TestOtherFormsAreRefused(t *testing.T) {
	for name, m := range map[string][]byte{
		"no module":           []byte("simten"),
		"a piece too short":   with("\x01\x00\x41\x00\x0b\x7fabc"),
		"an address too high": with("\x01\x00\x41\x80\x80\x80\x80\x08\x0b\x01a"),
		"an address below 0":  with("\x01\x00\x41\x7f\x0b\x01a"),
		"a passive piece":     with("\x01\x01\x01a"),
		"a global's address":  with("\x01\x00\x23\x00\x0b\x01a"),
	} {
		_, err := Image(m)
		require.Error(t, err, name)
	}
	_, err := Write(append(append([]byte{}, module.Header...), byte(module.DataCount), 1, 1), nil)
	require.ErrorIs(t, err, errCounted)
}

// FuzzWrite: whatever the pieces are, the memory of an instance is the same.
func FuzzWrite(f *testing.F) {
	f.Add([]byte("abc"), uint16(0), []byte("def"), uint16(2))
	f.Add([]byte("abc\x00"), uint16(7), []byte("def"), uint16(6000))
	f.Add([]byte("abc"), uint16(5000), []byte{}, uint16(65535))
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	f.Fuzz(func(t *testing.T, a []byte, atA uint16, b []byte, atB uint16) {
		a, b = a[:min(len(a), 1<<15)], b[:min(len(b), 1<<15)]
		content := []byte{2}
		for _, p := range []struct {
			at      uint16
			content []byte
		}{{atA, a}, {atB, b}} {
			content = encode.AppendSigned(append(content, 0, module.I32Const), int64(p.at))
			content = module.AppendSized(append(content, module.End), p.content)
		}
		m := with(string(content))
		image, err := Image(m)
		require.NoError(t, err)
		out, err := Write(m, image)
		require.NoError(t, err)
		memory := func(m []byte) []byte {
			m = append(bytes.Clone(m[:len(module.Header)+5]), append([]byte{7, 5, 1, 1, 'm', 2, 0}, m[len(module.Header)+5:]...)...) // exported
			i, err := runtime.InstantiateWithConfig(ctx, m, wazero.NewModuleConfig().WithName(""))
			require.NoError(t, err)
			defer i.Close(ctx)
			all, _ := i.ExportedMemory("m").Read(0, i.ExportedMemory("m").Size())
			return bytes.Clone(all)
		}
		require.Equal(t, memory(m), memory(out))
	})
}
