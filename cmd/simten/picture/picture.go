// Package picture draws circuits as SVG with the code that draws them on the page. In comes what the page gets of a
// simulation, out goes the text of the picture that the page saves: byte for byte the same.
//
// The code is a script (gen makes it of embed/viewer). It runs in an interpreter that has no function of the host, so
// that names in a circuit, which come from strangers, meet nothing but this script. Whoever needs a bound on memory
// runs it in a process with limits, as the command does.
//
//go:generate go run ./gen
package picture

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/dop251/goja"

	"simten.dev/engine/protocol"
)

// data holds draw.js, the script, and elk.js.gz, the layout engine; see gen.
//
//go:embed all:data
var data embed.FS

// ErrNotBuilt is that the program was built without the script.
var ErrNotBuilt = errors.New("this program was built without what draws pictures: build it with `make build`")

// file is one of the files of data.
func file(name string) ([]byte, error) {
	content, err := data.ReadFile("data/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	return content, err
}

// Themes are the names of the colours that a picture can have; auto are those of the reader's system.
var Themes = []string{"auto", "light", "dark"}

// Request says what is drawn.
type Request struct {
	Compiled protocol.CompileResult `json:"compiled"`         // with its design, without tables
	Frame    *protocol.Frame        `json:"frame"`            // a whole one
	Path     []string               `json:"path"`             // node ids from the top to the level that is drawn
	Theme    string                 `json:"theme"`            // one of Themes
	Cycle    uint64                 `json:"cycle"`            // that the values are of
	Layout   json.RawMessage        `json:"layout,omitempty"` // places of parts by path: {"dut.alu": {"x": 40, "y": 80}}
}

// layout is the layout engine, compiled once.
var layout = sync.OnceValues(compileLayout)

func compileLayout() (*goja.Program, error) {
	packed, err := file("elk.js.gz")
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return goja.Compile("elk.js", string(text), false)
}

// host is what the drawing and its layout engine expect of every host of JavaScript. The engine only wants to come back
// later, for which a timer that ends at once is enough; nobody gives up a picture but who interrupts the interpreter.
const host = `globalThis.global = globalThis
globalThis.console = {}
globalThis.setTimeout = (then) => void Promise.resolve().then(then)
globalThis.clearTimeout = () => {}
globalThis.AbortController = class { signal = { aborted: false, addEventListener() {} }; abort() { this.signal.aborted = true } }`

// Draw gives the picture. The error is of ctx, or says why there is no picture: there is no such level, or it is too
// large.
func Draw(ctx context.Context, request Request) (string, error) {
	drawing, err := file("draw.js")
	if err != nil {
		return "", err
	}
	engine, err := layout()
	if errors.Is(err, ErrNotBuilt) {
		return "", err
	}
	if err != nil {
		return "", fmt.Errorf("the drawing is damaged: %w", err)
	}
	text, err := json.Marshal(request)
	if err != nil {
		return "", err
	}
	vm := goja.New()
	vm.SetMaxCallStackSize(4_000)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			vm.Interrupt(ctx.Err())
		case <-done:
		}
	}()
	answer, err := call(vm, engine, string(drawing), string(text))
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) && ctx.Err() != nil {
		return "", ctx.Err()
	}
	return answer, err
}

func call(vm *goja.Runtime, engine *goja.Program, drawing, request string) (string, error) {
	if _, err := vm.RunString(host); err != nil {
		return "", err
	}
	if _, err := vm.RunProgram(engine); err != nil {
		return "", err
	}
	if _, err := vm.RunScript("draw.js", drawing); err != nil {
		return "", err
	}
	draw, ok := goja.AssertFunction(vm.Get("picture").ToObject(vm).Get("draw"))
	if !ok {
		return "", errors.New("the drawing is damaged: it has no function draw")
	}
	value, err := draw(goja.Undefined(), vm.ToValue(request))
	if err != nil {
		return "", err
	}
	promise, ok := value.Export().(*goja.Promise)
	if !ok {
		return "", errors.New("the drawing is damaged: it gave no promise")
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return promise.Result().String(), nil
	case goja.PromiseStateRejected:
		return "", refusal(vm, promise.Result())
	default:
		return "", errors.New("the drawing ended without a picture")
	}
}

// refusal is the message of what a script threw.
func refusal(vm *goja.Runtime, thrown goja.Value) error {
	if o, ok := thrown.(*goja.Object); ok {
		if message := o.Get("message"); message != nil {
			return errors.New(message.String())
		}
	}
	return errors.New(thrown.String())
}
