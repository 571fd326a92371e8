package realm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// Console is what a program printed, within Options.ConsoleCalls and ConsoleBytes.
type Console struct {
	Lines   []string
	Dropped int // lines beyond the bounds
	bytes   int
}

// longestLine bounds one line, in bytes.
const longestLine = 4_000

// Text is what was printed, line by line, and last how much is missing, if anything is.
func (c Console) Text() []string {
	if c.Dropped == 0 {
		return c.Lines
	}
	return append(slices.Clone(c.Lines), fmt.Sprintf("… and %v more that the limit of the console left out (%v lines, %v bytes are shown).", limits.Count(c.Dropped), limits.Count(len(c.Lines)), limits.Count(c.bytes)))
}

// print keeps a line. After the first one that does not fit, none is kept, so that the lines shown
// have no gaps.
func (r *Realm) print(line string) {
	c := &r.console
	line = circuit.Cut(line, longestLine)
	if c.Dropped > 0 || len(c.Lines) >= r.options.ConsoleCalls || c.bytes+len(line) > r.options.ConsoleBytes {
		c.Dropped++
		return
	}
	c.bytes += len(line)
	c.Lines = append(c.Lines, line)
}

func (r *Realm) installConsole() {
	console := r.vm.NewObject()
	print := func(call goja.FunctionCall) goja.Value {
		r.require(circuit.CapConsole)
		if r.console.Dropped > 0 {
			r.console.Dropped++
			return goja.Undefined()
		}
		parts := make([]string, 0, len(call.Arguments))
		for _, a := range call.Arguments {
			parts = append(parts, r.describe(a))
		}
		r.print(strings.Join(parts, " "))
		return goja.Undefined()
	}
	for _, name := range []string{"log", "info", "warn", "error", "debug", "trace"} {
		_ = console.Set(name, r.native(name, print))
	}
	_ = r.vm.GlobalObject().DefineDataProperty("console", console, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// describe is a value as console.log shows it: strings as they are, plain objects as JSON. Functions of the program on
// that way (getters, toJSON, a toString) run as part of the call of console.log.
func (r *Realm) describe(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return v.String()
	}
	if b, isBuilt := r.builtOf(o); isBuilt {
		return "[circuit " + b.label() + "]"
	}
	switch {
	case o.ClassName() == "Error":
		return o.String()
	case kindOf(o) == "function":
		return "[function]"
	}
	text, err := r.jsonStringify(goja.Undefined(), o)
	if err == nil && !goja.IsUndefined(text) {
		return text.String()
	}
	if _, thrown := err.(*goja.Exception); err != nil && !thrown { //nolint:errorlint // goja hands it over unwrapped
		panic(err) // an end that cannot be caught
	}
	return "[" + kindOf(o) + "]" // circular, too large, or holding what JSON cannot say
}
