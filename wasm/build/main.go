// Command build makes the engine's WebAssembly module for the browser:
//
//	go run ./wasm/build -out build/wasm
//
// It writes engine.wasm with the memory maximum of protocol.DefaultLimits, Go's own wasm_exec.js, and engine.json
// with the module's size. It does nothing when no input has changed. With -profile it writes the profile that the
// compiler inlines by, which takes a minute and a machine with nothing else to do. With -plain the post-linker does
// nothing. The Go toolchain is that of go.mod, whichever runs this; -try builds with another one and says what
// differs. wasm/README.md describes the stages.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"simten.dev/engine/protocol"
	"simten.dev/wasm/memlimit"
)

func main() {
	out := flag.String("out", "build/wasm", "folder for the products")
	profile := flag.Bool("profile", false, "measure which calls are frequent, for later builds, and write "+profilePath)
	plain := flag.Bool("plain", false, "leave the module as Go's linker wrote it, but for the memory's maximum")
	version := flag.String("try", "", "build with another `toolchain` than that of go.mod, such as go1.27.0, and say what differs")
	flag.Parse()
	run := func() error { return build(*out, *plain) }
	switch {
	case *profile:
		run = writeProfile
	case *version != "":
		run = func() error { return tryToolchain(*version, *out) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "wasm/build:", err)
		os.Exit(1)
	}
}

// info is engine.json: what the sandbox page must know before it has the module.
type info struct {
	Bytes  int    `json:"bytes"`  // of the module, decompressed
	Inputs string `json:"inputs"` // hash of everything the module was built from
}

// linkFlags leave out the debugger's data. The names of functions go when peephole has read them.
const linkFlags = "-w"

// notInlined are the packages in which the compiler does not copy small functions into their callers. They run for a
// moment after each edit, or seldom, and the copies make the module larger.
var notInlined = []string{
	"encoding/json", "go/...", "regexp/...", "golang.org/x/text/...",
	"github.com/dlclark/...", "github.com/dop251/goja/ast", "github.com/dop251/goja/file", "github.com/dop251/goja/parser", "github.com/dop251/goja/token", "github.com/go-sourcemap/...", "github.com/evanw/esbuild/...",
	"fmt", "iter", "math/big", "os", "reflect", "text/...", "time", "context", "encoding/base64", "path/...", "io/...", "internal/poll", "syscall",
	"simten.dev/engine/ask", "simten.dev/engine/dom", "simten.dev/engine/limits", "simten.dev/wasm",
	"simten.dev/engine/check", "simten.dev/engine/elaborate", "simten.dev/engine/emit", "simten.dev/engine/history",
	"simten.dev/engine/modules", "simten.dev/engine/protocol",
	"simten.dev/engine/sandbox", "simten.dev/engine/session", "simten.dev/engine/sim/specialize", "simten.dev/engine/sim/batch", "simten.dev/engine/sim/event", "simten.dev/engine/sim/fields", "simten.dev/engine/sim/host",
	"simten.dev/engine/sim/image", "simten.dev/engine/sim/tier", "simten.dev/engine/sim/wasmgen/...", "simten.dev/engine/source", "simten.dev/engine/std", "simten.dev/engine/texts",
	"simten.dev/engine/graph", "simten.dev/engine/sim/fault", "simten.dev/engine/opt/...", "simten.dev/engine/ask/probe", "simten.dev/engine/trace",
	"simten.dev/engine/lower", "simten.dev/engine/lower/capture", "simten.dev/engine/lower/builtin", "simten.dev/engine/lower/facts", "simten.dev/engine/lower/js",
	"simten.dev/engine/lower/memory", "simten.dev/engine/netlist", "simten.dev/engine/synthesis", "simten.dev/engine/verilog", "simten.dev/engine/testbench", "simten.dev/engine/grade",
	"simten.dev/engine/project", "simten.dev/engine/commands", "simten.dev/engine/trace/...",
}

// compileFlags are the compiler's flags for each of them.
func compileFlags() []string {
	var flags []string
	for _, packages := range notInlined {
		flags = append(flags, "-gcflags", packages+"=-l")
	}
	return flags
}

func build(out string, plain bool) error {
	if err := pinToolchain(""); err != nil {
		return err
	}
	if err := buildImporter(out); err != nil {
		return err
	}
	hash, err := hashInputs("./wasm")
	if err != nil {
		return err
	}
	if plain {
		hash += " plain"
	}
	modulePath := filepath.Join(out, "engine.wasm")
	infoPath := filepath.Join(out, "engine.json")
	if upToDate(infoPath, modulePath, hash) {
		return nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	small, err := link(filepath.Join(out, "engine.unlimited.wasm"))
	if err != nil {
		return err
	}
	if !plain {
		linked := len(small)
		var found []pattern
		if small, found, err = postlink(small); err == nil {
			err = checkPatterns(found, linked)
		}
		if err != nil {
			return fmt.Errorf("engine.wasm: %w", err)
		}
	}
	if err := os.WriteFile(modulePath, small, 0o644); err != nil {
		return err
	}
	if err := copyRuntime(filepath.Join(out, "wasm_exec.js")); err != nil {
		return err
	}
	text, err := json.Marshal(info{Bytes: len(small), Inputs: hash})
	if err != nil {
		return err
	}
	fmt.Printf("engine.wasm: %.1f MB\n", float64(len(small))/1e6)
	return os.WriteFile(infoPath, append(text, '\n'), 0o644) // last: it says that the rest is whole
}

// link compiles and links the module, by way of a file that is removed again, and gives its memory a maximum.
func link(raw string) ([]byte, error) {
	defer os.Remove(raw)
	if err := compile(raw); err != nil {
		return nil, err
	}
	linked, err := os.ReadFile(raw)
	if err != nil {
		return nil, err
	}
	limited, err := memlimit.Set(linked, uint32(protocol.DefaultLimits.MemoryMebibytes<<20/memlimit.PageBytes))
	if err != nil {
		return nil, fmt.Errorf("engine.wasm: %w", err)
	}
	return limited, nil
}

func upToDate(infoPath, modulePath, hash string) bool {
	text, err := os.ReadFile(infoPath)
	if err != nil {
		return false
	}
	var known info
	if json.Unmarshal(text, &known) != nil || known.Inputs != hash {
		return false
	}
	file, err := os.Stat(modulePath)
	return err == nil && file.Size() == int64(known.Bytes)
}

// copyRuntime copies the JavaScript half of Go's runtime from the toolchain that built the module;
// the two must fit.
func copyRuntime(to string) error {
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// goTool runs the go command for the browser's platform and returns what it prints.
func goTool(args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return output, nil
}
