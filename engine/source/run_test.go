package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

var testLibrary = []string{"circuit", "component", "bit", "bus", "reg", "mem", "And", "Or", "Not", "Adder", "Register"}

// realmStub is a runtime with the host functions and stand-ins for the library.
type realmStub struct {
	vm        *goja.Runtime
	log       []string
	functions map[int]goja.Value
	values    map[int]goja.Callable
	calls     []goja.StackFrame // of circuit()
	refills   int
	traced    int
}

const fuelPortion = 1000

func newRealmStub(maxRefills int) *realmStub {
	r := &realmStub{vm: goja.New(), functions: map[int]goja.Value{}, values: map[int]goja.Callable{}}
	r.vm.SetMaxCallStackSize(1000)
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	must(r.vm.Set(HookRefill, func() int {
		if r.refills++; r.refills > maxRefills {
			r.vm.Interrupt("out of time")
		}
		return fuelPortion
	}))
	must(r.vm.Set(HookBound, func(call goja.FunctionCall) goja.Value { return call.Argument(0) }))
	must(r.vm.Set(HookMade, func(call goja.FunctionCall) goja.Value { return call.Argument(0) }))
	must(r.vm.Set(HookTrace, func(call goja.FunctionCall) goja.Value { r.traced++; return goja.Undefined() }))
	must(r.vm.Set(HookFunction, func(call goja.FunctionCall) goja.Value {
		id := int(call.Argument(0).ToInteger())
		value, _ := goja.AssertFunction(call.Argument(2))
		r.functions[id], r.values[id] = call.Argument(1), value
		return call.Argument(1)
	}))
	must(r.vm.Set("log", func(call goja.FunctionCall) goja.Value {
		var parts []string
		for _, a := range call.Arguments {
			parts = append(parts, a.String())
		}
		r.log = append(r.log, strings.Join(parts, " "))
		return goja.Undefined()
	}))
	for _, name := range testLibrary {
		must(r.vm.Set(name, func(call goja.FunctionCall) goja.Value {
			frames := r.vm.CaptureCallStack(0, nil)
			if name == "circuit" || name == "component" {
				r.calls = append(r.calls, frames[1])
			}
			text := name + ":" + call.Argument(0).String()
			o := r.vm.NewObject()
			_ = o.Set("library", name)
			_ = o.Set("config", call.Argument(1))
			_ = o.Set("toString", func() string { return text })
			return o
		}))
	}
	return r
}

func prepare(t testing.TB, text string) *Script {
	t.Helper()
	s, list := Prepare("test.ts", text, Options{Library: testLibrary})
	require.Emptyf(t, errorsOf(list), "text:\n%s", text)
	require.NotNil(t, s)
	return s
}

func errorsOf(list []circuit.Diagnostic) []string {
	var out []string
	for _, d := range list {
		if d.Severity == circuit.Error {
			out = append(out, d.Error())
		}
	}
	return out
}

// run runs the script and returns what it logged; an exception is logged last.
func (r *realmStub) run(p *goja.Program) []string {
	if _, err := r.vm.RunProgram(p); err != nil {
		var x *goja.Exception
		if errors.As(err, &x) {
			r.log = append(r.log, "throws "+x.Value().String())
		} else {
			r.log = append(r.log, "stopped "+err.Error())
		}
	}
	return r.log
}

// runClean runs the program without the inserted text.
func runClean(t testing.TB, s *Script) []string {
	t.Helper()
	code := s.AST.File.Source()
	program, err := parser.ParseFile(nil, "clean", `"use strict";`+code, 0, parser.WithDisableSourceMaps)
	require.NoError(t, err)
	compiled, err := goja.CompileAST(program, true)
	require.NoError(t, err)
	r := newRealmStub(1000)
	_, err = r.vm.RunString("globalThis.require=()=>{const o={__proto__:null};for(const n of " +
		fmt.Sprintf("%q.split(' ')", strings.Join(testLibrary, " ")) + ")o[n]=globalThis[n];o.default=o;return o}")
	require.NoError(t, err)
	return r.run(compiled)
}

// thrownAt runs the script, which must throw, and maps the innermost frame in it to the user's text.
func thrownAt(t testing.TB, s *Script) circuit.Place {
	t.Helper()
	r := newRealmStub(1000)
	_, err := r.vm.RunProgram(s.Program)
	require.Error(t, err)
	var x *goja.Exception
	var interrupted *goja.InterruptedError
	var frames []goja.StackFrame
	switch {
	case errors.As(err, &x):
		frames = x.Stack()
	case errors.As(err, &interrupted):
		frames = interrupted.Stack()
	}
	for _, f := range frames {
		if f.SrcName() != s.File {
			continue
		}
		position := f.Position()
		if p := s.Place(position.Line, position.Column); !p.IsZero() {
			return p
		}
	}
	t.Fatalf("no frame in the user's text: %v", err)
	return circuit.Place{}
}

// marked splits text at the first ‹ and returns the text without it and its place.
func marked(text string) (string, circuit.Place) {
	before, after, found := strings.Cut(text, "‹")
	if !found {
		panic("no mark in " + text)
	}
	lines := newTextLines(before, true)
	return before + after, lines.editorPlace(len(before))
}
