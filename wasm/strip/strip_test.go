package strip

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"simten.dev/wasm/data"
	"simten.dev/wasm/module"
)

// program grows its stack, collects garbage in the middle, and tells where it is.
const program = `package main

import (
	"fmt"
	"runtime"
)

type node struct{ next *node; n int }

//go:noinline
func build(n int, list *node) *node {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		runtime.GC()
		return list
	}
	return build(n-1, &node{list, n + room[(n+1)%64]})
}

func failing() (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var list *node
	return fmt.Sprint(list.n)
}

func main() {
	sum := 0
	for list := build(1000, nil); list != nil; list = list.next {
		sum += list.n
	}
	done := make(chan int)
	go func() { runtime.GC(); done <- len(fmt.Sprintf("%v", map[string][]float64{"a": {1.5}})) }()
	fmt.Println(sum, <-done, failing())
	pc, file, line, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name(), file, line)
}
`

// built is the program as Go links it.
func built(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module program\n"), 0o600))
	cmd := exec.Command("go", "build", "-trimpath", "-o", "program.wasm", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, string(output))
	m, err := os.ReadFile(filepath.Join(dir, "program.wasm"))
	require.NoError(t, err)
	return m
}

func run(t *testing.T, m []byte) string {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	_, err := r.InstantiateWithConfig(ctx, m, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out))
	require.NoError(t, err, out.String())
	return out.String()
}

// TestStrip: a program does the same without files and lines, but for what it says of them.
func TestStrip(t *testing.T) {
	m := built(t)
	require.Equal(t, "500500 12 runtime error: invalid memory address or nil pointer dereference\nmain.main program/main.go 35\n", run(t, m))
	small, forgotten, err := Strip(m)
	require.NoError(t, err)
	require.Greater(t, forgotten, 50_000)
	require.Equal(t, "500500 12 runtime error: invalid memory address or nil pointer dereference\nmain.main ? 0\n", run(t, small))
	require.False(t, bytes.Contains(small, []byte("program/main.go")))

	again, none, err := Strip(small)
	require.NoError(t, err)
	require.Zero(t, none)
	require.Equal(t, small, again)
}

// with is a module with a section of data.
func with(content string) []byte {
	m := binary.AppendUvarint(append(append([]byte{}, module.Header...), byte(module.Data)), uint64(len(content)))
	return append(m, content...)
}

func TestStripRefusesOtherForms(t *testing.T) {
	for name, m := range map[string][]byte{
		"no module":           []byte("simten"),
		"no data":             module.Header,
		"no table":            with("\x01\x00\x41\x00\x0b\x03abc"),
		"a piece too short":   with("\x01\x00\x41\x00\x0b\x7fabc"),
		"an address too high": with("\x01\x00\x41\x80\x80\x80\x80\x08\x0b\x01a"),
		"a table cut off":     with("\x01\x00\x41\x00\x0b\x10" + string(header) + "\x01\x00\x00\x00\x00\x00\x00\x00"),
	} {
		_, _, err := Strip(m)
		require.Error(t, err, name)
	}
}

// FuzzStrip: whatever stands in the data, there is an error or a module with no more of it.
func FuzzStrip(f *testing.F) {
	f.Add(append(append([]byte{}, header...), make([]byte, 200)...))
	f.Fuzz(func(t *testing.T, image []byte) {
		m := with(string(binary.AppendUvarint([]byte("\x01\x00\x41\x00\x0b"), uint64(len(image)))) + string(image))
		before := bytes.Clone(m)
		out, forgotten, err := Strip(m)
		require.Equal(t, before, m, "it changes a copy")
		if err == nil {
			after, err := data.Image(out)
			require.NoError(t, err)
			require.LessOrEqual(t, len(after), len(image))
			require.LessOrEqual(t, forgotten, len(image))
		}
	})
}
