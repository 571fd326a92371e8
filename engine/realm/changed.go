package realm

import "github.com/dop251/goja"

// changed is what the interpreter has in the engine's module only (wasm/build): what is done for each node and connection of a program, for less.
type changed interface {
	// Caller is the program that called the host function now running, and where in it, without frames of a stack; nil when that was no program.
	Caller() (program *goja.Program, pc int)
	// NewAttached makes a function with a name and a prototype to which a value is attached, Attached gives it back, nil for any other object.
	NewAttached(f func(goja.FunctionCall) goja.Value, name goja.Value, prototype *goja.Object, value any) *goja.Object
	Attached(o *goja.Object) any
	// NewHosted makes a dynamic object with a prototype.
	NewHosted(d goja.DynamicObject, prototype *goja.Object) *goja.Object
	// PlainProperties calls do with the enumerable properties of an object that has no class and no getters; otherwise it reports false.
	PlainProperties(o *goja.Object, do func(name string, value goja.Value)) bool
}

// newBuilt makes the callable value of a circuit.
func (r *Realm) newBuilt(v *instanceValue) goja.Value {
	// goja looks up the name of the Go function. Where nothing is inlined in it, that is found at once.
	call := func(call goja.FunctionCall) goja.Value { return r.callBuilt(v, call) }
	if r.changed != nil {
		return r.changed.NewAttached(call, r.builtName, r.builtProto, v)
	}
	o := r.native(r.builtName.String(), call)
	_ = o.SetPrototype(r.builtProto)
	r.built[o] = v
	return o
}

// builtOf is the circuit value of such a function.
func (r *Realm) builtOf(o *goja.Object) (*instanceValue, bool) {
	if r.changed != nil {
		v, ok := r.changed.Attached(o).(*instanceValue)
		return v, ok
	}
	v, ok := r.built[o]
	return v, ok
}

// hosted is the object that a program has of something of the language's.
func (r *Realm) hosted(d goja.DynamicObject, prototype *goja.Object) *goja.Object {
	if r.changed != nil {
		return r.changed.NewHosted(d, prototype)
	}
	o := r.vm.NewDynamicObject(d)
	_ = o.SetPrototype(prototype)
	return o
}
