package realm

import (
	"strings"

	"github.com/dop251/goja"
)

// Console is what a program printed: at most consoleCalls lines and consoleBytes bytes.
type Console struct {
	Lines   []string
	Dropped int // lines beyond the bounds
	bytes   int
}

const (
	consoleCalls = 1_000
	consoleBytes = 64 << 10
)

func (c *Console) print(line string) {
	line = clip(line, 4_000)
	if len(c.Lines) >= consoleCalls || c.bytes+len(line) > consoleBytes {
		c.Dropped++
		return
	}
	c.bytes += len(line)
	c.Lines = append(c.Lines, line)
}

func (r *Realm) installConsole() {
	console := r.vm.NewObject()
	print := func(call goja.FunctionCall) goja.Value {
		parts := make([]string, 0, len(call.Arguments))
		for _, a := range call.Arguments {
			parts = append(parts, r.describe(a))
		}
		r.console.print(strings.Join(parts, " "))
		return goja.Undefined()
	}
	for _, name := range []string{"log", "info", "warn", "error", "debug", "trace"} {
		_ = console.Set(name, print)
	}
	_ = r.vm.GlobalObject().DefineDataProperty("console", console, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// describe is a value as console.log shows it: strings as they are, plain objects as JSON.
func (r *Realm) describe(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return v.String()
	}
	if b, isBuilt := r.built[o]; isBuilt {
		return "[circuit " + b.definition.Circuit.Name + "]"
	}
	if _, callable := goja.AssertFunction(o); !callable && o.ClassName() != "Error" {
		if text, err := o.MarshalJSON(); err == nil && len(text) > 0 {
			return string(text)
		}
	}
	return o.String()
}
