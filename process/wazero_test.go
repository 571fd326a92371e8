package process

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// The other home that was thought of: the engine's own wasm build under wazero, in the caller's process.
// It is here to be measured, and to show that the library does not depend on its home:
//
//	GOOS=wasip1 GOARCH=wasm go build -ldflags '-s -w' -o /tmp/simten.wasm ./process/testdata/wasi
//	SIMTEN_WASI=/tmp/simten.wasm go test ./process -run TestWazero -bench Wazero -benchtime 20x -timeout 30m -v
const wasiVariable = "SIMTEN_WASI"

// wazeroHome runs workers in instances of one compiled module.
type wazeroHome struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

func newWazeroHome(t testing.TB, cacheFolder string) *wazeroHome {
	t.Helper()
	path := os.Getenv(wasiVariable)
	if path == "" {
		t.Skip(wasiVariable + " names no module")
	}
	code, err := os.ReadFile(path)
	require.NoError(t, err)
	config := wazero.NewRuntimeConfig().
		WithMemoryLimitPages(uint32(limits.Default.MemoryMebibytes << 20 >> 16)).WithCloseOnContextDone(true)
	if cacheFolder != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cacheFolder)
		require.NoError(t, err)
		config = config.WithCompilationCache(cache)
	}
	ctx := context.Background()
	h := &wazeroHome{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	t.Cleanup(func() { _ = h.runtime.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, h.runtime)
	h.module, err = h.runtime.CompileModule(ctx, code)
	require.NoError(t, err)
	return h
}

type wazeroLink struct {
	io.Reader
	io.Writer
	stop context.CancelFunc
	done chan struct{}
	err  error
}

func (h *wazeroHome) Start(limits.Limits) (sandbox.Link, error) {
	ctx, stop := context.WithCancel(context.Background())
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	l := &wazeroLink{Reader: answers, Writer: feed, done: make(chan struct{}), stop: sync.OnceFunc(func() {
		stop()
		_ = feed.Close()
	})}
	go func() {
		_, l.err = h.runtime.InstantiateModule(ctx, h.module, wazero.NewModuleConfig().
			WithName("").WithStdin(in).WithStdout(out).WithSysWalltime().WithSysNanotime().WithSysNanosleep())
		_ = out.Close()
		close(l.done)
	}()
	return l, nil
}

func (l *wazeroLink) Kill() { l.stop() }

func (l *wazeroLink) Wait() *protocol.Error {
	<-l.done
	var exit *sys.ExitError
	if errors.As(l.err, &exit) && exit.ExitCode() == 2 {
		return protocol.NewError(protocol.ErrMemory, "The program needs too much memory.")
	}
	return nil
}

// residentMebibytes is this process's memory, or that of another by its id.
func residentMebibytes(id string) float64 {
	text, err := os.ReadFile("/proc/" + id + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return float64(n) / 1024
		}
	}
	return 0
}

const aFunction = "(data) => data.reduce((sum, x) => sum + x, 0)"

var someData = []int{1, 2, 3}

func once(b testing.TB, s *sandbox.Sandbox) {
	x, err := s.Execute(context.Background(), aFunction, someData)
	if err != nil || string(x.Result) != "6" {
		b.Fatal(x, err)
	}
}

func TestWazeroAsAHome(t *testing.T) {
	before := residentMebibytes("self")
	start := time.Now()
	folder := t.TempDir()
	newWazeroHome(t, folder)
	t.Logf("compile of the module, nothing cached: %v; memory %.0f MiB", time.Since(start), residentMebibytes("self")-before)
	start = time.Now()
	h := newWazeroHome(t, folder)
	t.Logf("the same from the cache on disk: %v", time.Since(start))
	start = time.Now()
	s, err := sandbox.New(sandbox.Config{Home: h, Processes: 1})
	require.NoError(t, err)
	defer s.Close()
	once(t, s)
	t.Logf("first call: %v; memory %.0f MiB", time.Since(start), residentMebibytes("self")-before)
	start = time.Now()
	for range 20 {
		once(t, s)
	}
	t.Logf("a warm call: %v", time.Since(start)/20)
}

func BenchmarkWazeroColdCall(b *testing.B) {
	h := newWazeroHome(b, b.TempDir())
	for b.Loop() {
		s, err := sandbox.New(sandbox.Config{Home: h, Processes: 1})
		require.NoError(b, err)
		once(b, s)
		s.Close()
	}
}

func BenchmarkWazeroWarmCall(b *testing.B) {
	s, err := sandbox.New(sandbox.Config{Home: newWazeroHome(b, b.TempDir()), Processes: 1})
	require.NoError(b, err)
	defer s.Close()
	once(b, s)
	for b.Loop() {
		once(b, s)
	}
}
