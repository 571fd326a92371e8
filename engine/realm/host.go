package realm

import (
	"context"
	"errors"
	"strconv"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// The interface for a host that adds functions of its own to a realm, such as simulate() for tests. Host functions run
// inside user code: they throw what goes wrong into it, by Throw.

// Runtime is the interpreter of the realm.
func (r *Realm) Runtime() *goja.Runtime { return r.vm }

// Built reads a circuit value: its definition, and the options that it was made with. ok is false for anything else.
func (r *Realm) Built(v goja.Value) (d *Definition, arguments circuit.Arguments, ok bool) {
	i, ok := r.asInstance(v)
	if !ok {
		return nil, circuit.Arguments{}, false
	}
	i = r.asWideAsValue(i)
	return i.definition, i.arguments, true
}

// asWideAsValue is a component of the library made without its width, as wide as its value: by itself it has nothing
// else to take a width from.
func (r *Realm) asWideAsValue(i *instanceValue) *instanceValue {
	if i.factory == nil || !i.factory.library {
		return i
	}
	rule := r.inference[i.factory.name]
	value, ok := i.arguments.Get(rule.value)
	if _, given := i.arguments.Get(rule.option); given || !ok || rule.value == "" {
		return i
	}
	width := bitsOf(value)
	for _, p := range i.definition.Circuit.Outputs {
		width = max(width, p.PortType.Wires())
	}
	arguments := i.arguments.Clone()
	arguments.Set(rule.option, float64(width))
	d := r.specialise(i.factory, r.fromArgument(arguments), arguments)
	return &instanceValue{definition: d, arguments: arguments, factory: i.factory, explicit: i.explicit}
}

// Unsigned is a value as it is read from outside of lambdas: a number up to 32 bits, a bigint above, never negative.
func (r *Realm) Unsigned(v circuit.Value, width int) goja.Value {
	if width <= 32 {
		return r.vm.ToValue(int64(v.Lo))
	}
	return r.vm.ToValue(v.Big())
}

// Cell reads a number, a bigint or a truth value as width bits; see Eval for what does not fit. ok is false for
// anything else.
func (r *Realm) Cell(v goja.Value, width int) (value circuit.Value, ok bool) {
	switch kindOf(v) {
	case "number", "bigint", "boolean":
		value, _, _ = r.toCell(v, width)
		return value, true
	}
	return value, false
}

// Cells calls put with the addresses and cells of memory contents: a Map, an array, or an object with decimal keys. ok
// is false for anything else. put must not throw.
func (r *Realm) Cells(v goja.Value, put func(address uint64, cell goja.Value)) (ok bool) {
	o, ok := v.(*goja.Object)
	return ok && r.cells(o, put)
}

// IsMap reports whether a value is a Map, without running user code.
func IsMap(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	return ok && isMap(o)
}

// Plain copies data into the realm as plain objects, by way of JSON.
func (r *Realm) Plain(v any) goja.Value { return r.plain(v) }

// KindOf names the kind of a value for a message: "null", "array", or the word of typeof.
func KindOf(v goja.Value) string { return kindOf(v) }

// Throw throws an error into the user code that called the host: an Error whose properties are those of the
// diagnostic, if it is one. When time is up it stops the user code instead, which that cannot catch.
func (r *Realm) Throw(err error) {
	var d *circuit.Diagnostic
	if !errors.As(err, &d) {
		panic(r.rangeError("%s", err.Error()))
	}
	if d.Code == circuit.CodeTimeLimit || d.Code == circuit.CodeLambdaTime {
		r.vm.Interrupt(d)
	}
	text := d.Message
	if d.Suggestion != "" {
		text += " " + d.Suggestion
	}
	e := r.rangeError("%s", text).(*goja.Object)
	_ = e.Set("code", string(d.Code))
	if d.Line > 0 {
		_ = e.Set("line", d.Line)
		_ = e.Set("column", d.Column)
		if d.File != "" {
			_ = e.Set("file", d.File)
		}
	}
	panic(e)
}

// ThrowTypeError throws a TypeError into the user code that called the host.
func (r *Realm) ThrowTypeError(format string, args ...any) { panic(r.typeError(format, args...)) }

// Rethrow passes on an error of a function of the realm that the host has called from inside user code.
func (r *Realm) Rethrow(err error) { rethrow(err) }

// Call calls a function of the user's program from outside, with the clock started. An error is a
// *circuit.Diagnostic; thrown is what the function threw, nil for other errors.
func (r *Realm) Call(ctx context.Context, f goja.Callable, args ...goja.Value) (result, thrown goja.Value, err error) {
	err = r.protect(ctx, func() error {
		var inner error
		result, inner = f(goja.Undefined(), args...)
		return inner
	})
	if err == nil {
		return result, nil, nil
	}
	thrown, err = r.Explain(err)
	return nil, thrown, err
}

// Explain is an error of the interpreter as a *circuit.Diagnostic, and what the program threw; nil when it was stopped
// from outside.
func (r *Realm) Explain(err error) (thrown goja.Value, d error) {
	var exception *goja.Exception
	if errors.As(err, &exception) && !ends(err) {
		thrown = exception.Value()
	}
	problem := r.diagnose(err, circuit.StageRealm, circuit.CodeException)
	return thrown, &problem
}

// Here is the place of the user's code that called the host function now running.
func (r *Realm) Here() circuit.Place { return r.here() }

// frame is one line of the stack property of an Error.
var frame = source.Expression(`(?m)^\tat (?:.*\()?([^()\n]+):(\d+):(\d+)\(\d+\)\)?$`)

// Origin is where an Error was made, in the user's files; the zero Place when that is unknown. It must run inside
// Guard: reading the stack may run user code.
func (r *Realm) Origin(thrown goja.Value) circuit.Place {
	o, ok := thrown.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return circuit.Place{}
	}
	text := ""
	_ = r.inside(func() {
		if s, ok := stringOf(orUndefined(o.Get("stack"))); ok {
			text = s
		}
	})
	for _, m := range frame().FindAllStringSubmatch(text, 50) {
		script := r.files[m[1]]
		line, err1 := strconv.Atoi(m[2])
		column, err2 := strconv.Atoi(m[3])
		if script == nil || err1 != nil || err2 != nil {
			continue
		}
		if at := script.Place(line, column); !at.IsZero() {
			return at
		}
	}
	return circuit.Place{}
}

// Message is the message of something that was thrown. It must run inside Guard: reading it may run user code.
func (r *Realm) Message(thrown goja.Value) string {
	text, err := r.thrownText(thrown)
	if err != nil {
		return "The program threw an object whose message takes too long to read."
	}
	return text
}

// Guard runs f, which calls functions of the realm by Call, under one clock. Between the calls the realm works off
// what promises have put off.
func (r *Realm) Guard(ctx context.Context, f func() error) error { return r.protect(ctx, f) }

// Define makes a global name, before the user's program runs.
func (r *Realm) Define(name string, v goja.Value) error {
	return r.vm.GlobalObject().DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// ThrowProblems says whether the problems of a circuit are thrown by the circuit() call that has them. Otherwise, and
// at first, they are collected, so that all problems of a file show at once.
func (r *Realm) ThrowProblems(on bool) { r.throwing = on }

// Problems are the diagnostics so far.
func (r *Realm) Problems() []circuit.Diagnostic { return r.diagnostics }

// throwSince throws the first error that a circuit() call has collected since there were n diagnostics.
func (r *Realm) throwSince(n int) {
	if !r.throwing {
		return
	}
	for i := n; i < len(r.diagnostics); i++ {
		if d := r.diagnostics[i]; d.Severity == circuit.Error {
			r.diagnostics = r.diagnostics[:n]
			r.Throw(&d)
		}
	}
}

// ThrowNamed throws an Error with a name of its own into the user code that called the host.
func (r *Realm) ThrowNamed(name, message string) {
	e := r.rangeError("%s", message).(*goja.Object)
	_ = e.Set("name", name)
	panic(e)
}
