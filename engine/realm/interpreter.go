package realm

import (
	"strings"

	"github.com/dop251/goja"
)

// The interpreter is our fork of goja (the folder forks), in lanes of which any may be missing. A program that imports
// this package as a library has the published goja unless it replaces it, too. So the realm asks a Runtime for what it
// can.

// forked is what every fork has.
type forked interface {
	// Fork is the published version that the fork was made from, and its lanes, with commas between them.
	Fork() (version, lanes string)
}

// Interpreter says which interpreter programs run in.
type Interpreter struct {
	Version string   // of goja, that the fork was made from; "" when it is the published one
	Lanes   []string // of edits
}

// Forked tells whether it is our fork.
func (i Interpreter) Forked() bool { return len(i.Lanes) > 0 }

// String is a few words, for people.
func (i Interpreter) String() string {
	if !i.Forked() {
		return "goja as published"
	}
	return "goja " + i.Version + " with our edits (" + strings.Join(i.Lanes, ", ") + ")"
}

// ThisInterpreter is the one that this program was built with.
func ThisInterpreter() Interpreter {
	fork, ok := any(&goja.Runtime{}).(forked)
	if !ok {
		return Interpreter{}
	}
	version, lanes := fork.Fork()
	return Interpreter{version, strings.Split(lanes, ",")}
}

// countsMatching is what the lane security adds: the work of regular expressions is counted.
type countsMatching interface {
	CountMatching(spend func(units int))
}

// hearing is what the lane correctness adds: what built-in functions go through is heard of, so that nobody reads a
// length twice.
type hearing interface {
	// OnLength sets what hears of the length of each object that a built-in function of arrays goes through, before it
	// does so.
	OnLength(hear func(o *goja.Object, n int64))
	// OnWritten sets what hears of each value that JSON.stringify writes, with the object that has it.
	OnWritten(hear func(holder *goja.Object, v goja.Value))
}

// faster is what the lane speed adds: what is done for each node and connection of a program, for less.
type faster interface {
	// Caller is the program that called the host function now running, and where in it, without frames of a stack; nil
	// when that was no program.
	Caller() (program *goja.Program, pc int)
	// NewAttached makes a function with a name and a prototype to which a value is attached, Attached gives it back, nil
	// for any other object.
	NewAttached(f func(goja.FunctionCall) goja.Value, name goja.Value, prototype *goja.Object, value any) *goja.Object
	Attached(o *goja.Object) any
	// OnDescribed sets what takes the fields of an object that a program makes for a call of an attached function. It
	// gives what that returns, or nil for such a call as any other, and keeps neither list.
	OnDescribed(describe func(attached any, names []string, values []goja.Value) goja.Value)
	// NewHosted makes a dynamic object with a prototype.
	NewHosted(d goja.DynamicObject, prototype *goja.Object) *goja.Object
	// PlainProperties calls do with the enumerable properties of an object that has no class and no getters; otherwise it
	// reports false.
	PlainProperties(o *goja.Object, do func(name string, value goja.Value)) bool
	// Elements are those of an array, which is not to be changed; plain is false when it has holes or accessors, or is
	// something else.
	Elements(o *goja.Object) (list []goja.Value, plain bool)
}

// newBuilt makes the callable value of a circuit.
func (r *Realm) newBuilt(v *instanceValue) goja.Value {
	if v.call == nil {
		// goja looks up the name of the Go function. Where nothing is inlined in it, that is found at once.
		v.call = func(call goja.FunctionCall) goja.Value { return r.callBuilt(v, call) }
	}
	if r.faster != nil {
		return r.faster.NewAttached(v.call, r.vm.ToValue(v.label()), r.builtProto, v)
	}
	o := r.native(v.label(), v.call)
	_ = o.SetPrototype(r.builtProto)
	r.built[o] = v
	return o
}

// described calls a circuit value with options of which there is no object yet; nil: it needs one.
func (r *Realm) described(attached any, names []string, values []goja.Value) goja.Value {
	v, ok := attached.(*instanceValue)
	if !ok || v.factory == nil || !v.factory.library { // the factories of a program get the object
		return nil
	}
	given := r.given[:0]
	r.given = nil
	for i, name := range names {
		given = append(given, field{name, orUndefined(values[i])})
	}
	return r.newBuilt(r.instantiateWith(v, given, r.someOptions))
}

// builtOf is the circuit value of such a function.
func (r *Realm) builtOf(o *goja.Object) (*instanceValue, bool) {
	if r.faster != nil {
		v, ok := r.faster.Attached(o).(*instanceValue)
		return v, ok
	}
	v, ok := r.built[o]
	return v, ok
}

// hosted is the object that a program has of something of the language's.
func (r *Realm) hosted(d goja.DynamicObject, prototype *goja.Object) *goja.Object {
	if r.faster != nil {
		return r.faster.NewHosted(d, prototype)
	}
	o := r.vm.NewDynamicObject(d)
	_ = o.SetPrototype(prototype)
	return o
}
