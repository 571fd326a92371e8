package process

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"simten.dev/engine/protocol"
)

// A Go runtime that is out of memory or out of stack ends the process past recover and writes a report of
// many pages. CrashFilter keeps the beginning of that report from the reader and says in words what it means.
type CrashFilter struct {
	out  io.Writer // for everything else; may be nil
	mu   sync.Mutex
	tail bytes.Buffer // the report, once it has begun
}

// NewCrashFilter passes what is no report on to out, or drops it when out is nil.
func NewCrashFilter(out io.Writer) *CrashFilter { return &CrashFilter{out: out} }

// maxReport is how much of a report is kept, in bytes.
const maxReport = 64 << 10

// crashMarks begin the reports of Go's runtime, and those of the C library about threads that it cannot start.
var crashMarks = []string{"fatal error: ", "runtime: ", "runtime/cgo: ", "panic: ", "SIG", "unexpected fault address"}

// Write implements io.Writer.
func (f *CrashFilter) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tail.Len() > 0 || startsCrash(p) {
		if room := maxReport - f.tail.Len(); room > 0 {
			f.tail.Write(p[:min(room, len(p))])
		}
		return len(p), nil
	}
	if f.out == nil {
		return len(p), nil
	}
	return f.out.Write(p)
}

func startsCrash(p []byte) bool {
	for _, mark := range crashMarks {
		if bytes.HasPrefix(p, []byte(mark)) {
			return true
		}
	}
	return false
}

// builtinFrame is a built-in function of the interpreter in a report.
var builtinFrame = regexp.MustCompile(`goja\.\(\*Runtime\)\.([a-z]+)proto_(\w+)\(`)

// builtinNames are the prototypes of builtinFrame as programs write them.
var builtinNames = map[string]string{
	"array": "Array", "string": "String", "regexp": "RegExp", "object": "Object", "function": "Function", "map": "Map",
	"set": "Set", "bigint": "BigInt", "typedArray": "TypedArray", "arrayBuffer": "ArrayBuffer",
}

// Crash is what ended the process, nil when there was no report.
func (f *CrashFilter) Crash(mebibytes int) *protocol.Error {
	f.mu.Lock()
	report := f.tail.String()
	f.mu.Unlock()
	if report == "" {
		return nil
	}
	var e *protocol.Error
	switch {
	case strings.Contains(report, "stack exceeds") || strings.Contains(report, "stack overflow"):
		e = protocol.NewError(protocol.ErrMemory, "The program was stopped because it nests too deeply (functions, data, prototypes or source text).")
		e.Advice = "Make it flatter."
	case strings.Contains(report, "out of memory") || strings.Contains(report, "cannot allocate") || strings.Contains(report, "pthread_create failed"):
		e = protocol.NewError(protocol.ErrMemory, fmt.Sprintf("The program was stopped because it needs more than %d MiB of memory.", mebibytes))
		e.Advice = "Use smaller arrays, strings or numbers."
	default:
		first, _, _ := strings.Cut(report, "\n")
		e = protocol.NewError(protocol.ErrMemory, "The interpreter gave up on this program ("+first+").")
	}
	if m := builtinFrame.FindStringSubmatch(report); m != nil && builtinNames[m[1]] != "" {
		e.Message += fmt.Sprintf(" It was inside %s.prototype.%s.", builtinNames[m[1]], m[2])
	}
	return e
}
