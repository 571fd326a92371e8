package realm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/source"
)

// inBuiltin is the advice when a built-in function was stopped.
const inBuiltin = "Use smaller arrays, strings or numbers, or a simpler regular expression."

// diagnose turns an error of a run into a diagnostic at the place in the user's text where it
// arose. fallback is the code of an ordinary exception.
func (r *Realm) diagnose(err error, stage circuit.Stage, fallback circuit.Code) circuit.Diagnostic {
	d := circuit.Diagnostic{Stage: stage, Code: fallback, Severity: circuit.Error}
	var interrupted *goja.InterruptedError
	var exception *goja.Exception
	var overflow *goja.StackOverflowError
	var stack []goja.StackFrame
	var proxy *thrownProxy
	if errors.As(err, &proxy) {
		d.Message, d.Suggestion = proxy.Error(), "Write throw new Error('…')."
		return r.inPackage(d.At(r.placeOf(proxy.stack)), proxy.stack)
	}
	errors.As(err, &exception)
	var cause any
	switch {
	case errors.As(err, &interrupted):
		var known *circuit.Diagnostic // raised by the host, see Throw
		if errors.As(asError(interrupted.Value()), &known) {
			return *known
		}
		stack, cause = interrupted.Stack(), interrupted.Value()
		d = d.At(r.placeOf(stack))
	case exception != nil && ends(err): // stop, with nothing of the program left to run
		stack, cause = exception.Stack(), exception.Unwrap()
		d = d.At(r.placeOf(stack))
	}
	if cause != nil && !r.stoppedAt.IsZero() {
		d = d.At(r.stoppedAt)
	}
	switch {
	case cause != nil:
		switch {
		case errors.Is(asError(cause), errTimeLimit), errors.Is(asError(cause), context.DeadlineExceeded):
			d.Code = circuit.CodeTimeLimit
			d.Message = fmt.Sprintf("This ran for more than %v and was stopped here, probably in a loop that does not end.", limits.Span(r.options.RunTime))
			d.Suggestion = "Check the loop's condition, or give it fewer rounds."
			d.Again = true
			r.tooLarge(&d, limits.Span(r.options.RunTime).String())
			if r.stopped != "" {
				d.Message = fmt.Sprintf("This ran for more than %v and was stopped here, inside the built-in function %s.", limits.Span(r.options.RunTime), r.stopped)
				d.Suggestion = inBuiltin
			}
		case errors.Is(asError(cause), errStepLimit):
			d.Code = circuit.CodeTimeLimit
			d.Message = fmt.Sprintf("This took more than %v steps (loop rounds and function calls) and was stopped here, probably in a loop that does not end.", limits.Count(r.options.Steps))
			d.Suggestion = "Check the loop's condition, or give it fewer rounds."
			r.tooLarge(&d, fmt.Sprintf("%v steps", limits.Count(r.options.Steps)))
			if r.stopped != "" {
				d.Message = fmt.Sprintf("This took more than %v steps and was stopped here, inside the built-in function %s.", limits.Count(r.options.Steps), r.stopped)
				d.Suggestion = inBuiltin
			}
		case errors.Is(asError(cause), context.Canceled):
			d.Code = circuit.CodeTimeLimit
			d.Message = "Stopped on request."
		case errors.Is(asError(cause), errTooDeep):
			d.Message = fmt.Sprintf("Data is nested more than %d levels deep.", maxNative)
			d.Suggestion = "Keep the values in one flat array or Map."
		default:
			d.Code = circuit.CodeTimeLimit
			d.Message = fmt.Sprintf("Stopped: %v.", cause)
		}
	case errors.As(err, &overflow):
		d = d.At(r.placeOf(overflow.Stack()))
		stack = overflow.Stack()
		d.Message = fmt.Sprintf("Functions call each other more than %d levels deep, or generators delegate (yield*) too deep.", r.options.CallDepth)
		d.Suggestion = "Check that the recursion ends, or write it as a loop."
	case exception != nil:
		text, ended := r.exceptionText(exception)
		if ended != nil { // the message was a trap
			err := r.diagnose(ended, stage, fallback)
			return err.At(r.placeOf(exception.Stack()))
		}
		d = d.At(r.placeOf(exception.Stack()))
		stack = exception.Stack()
		d.Message = text
		o, _ := exception.Value().(*goja.Object)
		advice, denied := r.denied[o]
		switch {
		case denied:
			d.Code, d.Suggestion = circuit.CodeDenied, advice
			d.Message = strings.TrimPrefix(d.Message, "TypeError: ")
		case o != nil && r.isOwn(o):
			d.Message = strings.TrimPrefix(d.Message, "TypeError: ")
		default:
			r.inPlainWords(&d, stack)
		}
		if name, ok := strings.CutSuffix(d.Message, " is not defined"); ok {
			if name, ok = strings.CutPrefix(name, "ReferenceError: "); ok {
				d.Code = circuit.CodeUnknownName
				d.Message = sprintf("'%s' is not defined.", name)
				if d.Suggestion = r.declaration(name, &d); d.Suggestion != "" {
					break
				}
				if what := r.declaredOnly(name); what != "" {
					d.Message = sprintf("'%s' is declared with 'declare %s', which makes nothing: it says that another file does.", name, what)
					d.Suggestion = "There is no other file here: write it without declare, with its value."
					break
				}
				if d.Suggestion = elsewhereNames[name]; d.Suggestion == "" {
					d.Suggestion = source.WhatIsLacking("", name)
				}
				if name == "wire" && r.isValueOfKey(circuit.Place{File: d.File, Line: d.Line, Column: d.Column}) {
					d.Suggestion = "Write bit for a port of one wire, bus(8) for one of eight."
				}
				if d.Suggestion == "" {
					d.Suggestion = foreignType(name)
				}
				if d.Suggestion == "" {
					d.Guess(circuit.UseVariable, name, r.LibraryNames())
				}
			}
		}
	case errors.Is(err, errBroken):
		d.Code = circuit.CodeMemory
		d.Message = "The program asked for more than the interpreter can give." // the panic's own text speaks of Go
		d.Suggestion = "Use smaller arrays, strings or numbers."
	default:
		d.Message = err.Error()
	}
	return r.inPackage(d, stack)
}

// thrownProxy is what a program threw when that was a Proxy.
type thrownProxy struct{ stack []goja.StackFrame }

func (*thrownProxy) Error() string { return "The program threw a Proxy, which tells nothing." }

// withoutProxy replaces an exception whose value is a Proxy. Whatever asks such an exception for something (errors.As
// does) would run the program's traps, with nothing to stop them, or panic when the Proxy is revoked.
func withoutProxy(err error) error {
	if ex, ok := err.(*goja.Exception); ok { //nolint:errorlint // see above
		if o, ok := ex.Value().(*goja.Object); ok && o.ExportType() == proxyExport {
			return &thrownProxy{ex.Stack()}
		}
	}
	return err
}

// tooLarge puts another cause in place of a loop without an end when the program was stopped while it wired a circuit
// of many nodes: that circuit is what takes long, and parts that are used many times are made once.
func (r *Realm) tooLarge(d *circuit.Diagnostic, spent string) {
	if r.wiring == nil || len(r.wiring.Nodes) < manyNodes {
		return
	}
	d.Circuit = r.wiring.Name
	d.Message = fmt.Sprintf("%s has %v nodes, and connecting them took more than %s; it was stopped here.", r.wiring.Name, limits.Count(len(r.wiring.Nodes)), spent)
	d.Suggestion = "Build it of parts: a circuit of a thousand gates that is a node a thousand times is made once."
}

// manyNodes is from how many nodes on a circuit is the likelier reason for running long than a loop without an end.
const manyNodes = 10_000

// ends reports an end that user code cannot catch, on its way through native code.
func ends(err error) bool {
	return errors.Is(err, errTimeLimit) || errors.Is(err, errStepLimit) || errors.Is(err, errTooDeep) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

func asError(v any) error {
	if err, ok := v.(error); ok {
		return err
	}
	return fmt.Errorf("%v", v)
}

// exceptionText is the message of a thrown Error, or the thrown value as text (2.6). Reading it may run
// user code (getters, toString), so that happens inside goja's protection and on the same clock; err
// is the end of the time limit.
func (r *Realm) exceptionText(ex *goja.Exception) (text string, err error) {
	return r.thrownText(ex.Value())
}

func (r *Realm) thrownText(v goja.Value) (text string, err error) {
	o, ok := v.(*goja.Object)
	if !ok {
		if v == nil {
			return "The program failed.", nil
		}
		if isNothing(v) {
			return sprintf("The program threw %s, which tells nothing; write throw new Error('…')", v), nil
		}
		return circuit.Cut(v.String(), 2_000), nil
	}
	err = r.inside(func() {
		switch {
		case o.ClassName() == "Error":
			name, message := o.Get("name"), o.Get("message")
			if message != nil {
				text = message.String()
			}
			if name != nil && name.String() != "Error" && text != "" {
				text = name.String() + ": " + text
			} else if text == "" && name != nil {
				text = name.String()
			}
		case kindOf(o) == "function":
			text = "The program threw a function."
		default:
			if message, ok := o.Get("message").(goja.String); ok { // thrown as other languages throw their errors
				text = message.String()
				return
			}
			if text = o.String(); strings.HasPrefix(text, "[object ") {
				text = ""
			}
		}
	})
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		r.vm.ClearInterrupt()
		return "", err
	}
	if text == "" || err != nil {
		text = "The program threw an object without a message."
	}
	return circuit.Cut(text, 2_000), nil
}

// safely runs f, which may run user code, and turns any panic into an error.
func safely(f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%v", x)
		}
	}()
	f()
	return nil
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// placeOf is the innermost frame of a stack that stands in the user's file.
func (r *Realm) placeOf(stack []goja.StackFrame) circuit.Place {
	return *r.innermost(stack)
}

// nativeFile is how goja names where a host function stands.
const nativeFile = "<native>"

// nowhere is the place of what has none.
var nowhere = new(circuit.Place)

// innermost is placeOf without a copy. The place must not be changed.
func (r *Realm) innermost(stack []goja.StackFrame) *circuit.Place {
	if r.script == nil {
		return nowhere
	}
	for i := range stack {
		file := stack[i].SrcName()
		if file == nativeFile {
			continue
		}
		if at := r.recent.find(&stack[i]); at != nil {
			return at
		}
		if r.files[file] != nil {
			if at := r.placeOfFrame(&stack[i]); !at.IsZero() {
				r.recent.add(&stack[i], at)
				return at
			}
		}
	}
	return nowhere
}

// recentPlaces are the places of the last frames that were looked up: a loop comes by the same few, in the same order.
type recentPlaces struct {
	frames [8]goja.StackFrame
	places [8]*circuit.Place
	last   int // found or added
}

// find gives the place of a frame, nil when it is not among them.
func (p *recentPlaces) find(frame *goja.StackFrame) *circuit.Place {
	for k := range p.frames {
		if i := (p.last + 1 + k) % len(p.frames); p.places[i] != nil && p.frames[i] == *frame {
			p.last = i
			return p.places[i]
		}
	}
	return nil
}

func (p *recentPlaces) add(frame *goja.StackFrame, at *circuit.Place) {
	p.last = (p.last + 1) % len(p.frames)
	p.frames[p.last], p.places[p.last] = *frame, at
}

// placeOfFrame is where a frame of one of the user's files stands. A program has few places and a generator
// comes to each of them thousands of times.
func (r *Realm) placeOfFrame(frame *goja.StackFrame) *circuit.Place {
	at := r.places[*frame]
	if at == nil {
		p := frame.Position()
		place := r.files[frame.SrcName()].Place(p.Line, p.Column)
		at = &place
		r.places[*frame] = at
	}
	return at
}

// here is the place of the user's code that called the host function now running.
func (r *Realm) here() circuit.Place { return *r.placeHere() }

// placeHere is here without a copy. The place must not be changed.
func (r *Realm) placeHere() *circuit.Place {
	if r.script == nil {
		return nowhere
	}
	call := r.calledAt()
	if call != nil && call.at != nil {
		return call.at
	}
	// The caller is nearly always the frame right below; only if it is not the stack is looked at further down.
	for i, frames := range nearFrames {
		r.stack = r.vm.CaptureCallStack(frames, r.stack[:0])
		if at := r.innermost(r.stack); !at.IsZero() {
			if call != nil && i == 0 {
				call.at = at
			}
			return at
		}
	}
	return r.innermost(r.vm.CaptureCallStack(0, nil))
}

// callPlace is where a host function was called.
type callPlace struct {
	program *goja.Program
	pc      int
	at      *circuit.Place // nil until it was looked up, or when that frame tells none
}

const callPlaces = 512

// calledAt is what is remembered of the place from which the host function now running was called; nil when it is not
// known which that is.
func (r *Realm) calledAt() *callPlace {
	if r.faster == nil {
		return nil
	}
	program, pc := r.faster.Caller()
	if program == nil {
		return nil
	}
	call := &r.calls[uint(pc)%callPlaces]
	if call.program != program || call.pc != pc {
		*call = callPlace{program: program, pc: pc}
	}
	return call
}

// nearFrames is how many frames are looked at first, and then: the host function and its caller, and one more.
var nearFrames = [...]int{2, 3}

// typeError is a TypeError of the language's own functions, to be thrown into the program.
func (r *Realm) typeError(format string, args ...any) *goja.Object {
	e := r.vm.NewTypeError(fmt.Sprintf(format, args...))
	r.thrown = append(r.thrown, e)
	if len(r.thrown) > 16 { // a program that catches them in a loop
		r.thrown = slices.Delete(r.thrown, 0, 1)
	}
	return e
}

// isOwn reports an error that the language's own functions threw: its message needs no name of a class.
func (r *Realm) isOwn(o *goja.Object) bool { return slices.Contains(r.thrown, o) }
