package goja

// Caller is the program that called the native function now running, and where in it; nil when it was called by another
// function.
func (r *Runtime) Caller() (program *Program, pc int) {
	vm := r.vm
	if vm.prg != nil || len(vm.callStack) == 0 {
		return nil, 0
	}
	ctx := &vm.callStack[len(vm.callStack)-1]
	return ctx.prg, ctx.pc
}

// slab allocates values of which there may be thousands, several at a time: more the more there are, up to eight times
// as many as at first, as each keeps alive those that it came with.
type slab[T any] struct {
	free []T
	made int
}

// next is a new value. It allocates at least minCount values together; some of them may stay unused.
func (s *slab[T]) next(minCount int) *T {
	if len(s.free) == 0 {
		s.free = make([]T, max(minCount, min(s.made, 8*minCount)))
		s.made += len(s.free)
	}
	one := &s.free[0]
	s.free = s.free[1:]
	return one
}

// attached is a function to which a value is attached.
type attached struct {
	v Object
	o templatedFuncObject
}

// NewAttached makes a function with a name and a prototype to which a value is attached.
func (r *Runtime) NewAttached(f func(FunctionCall) Value, name Value, prototype *Object, value any) *Object {
	both := r.freshAttached.next(16)
	r.native(&both.v, &both.o, f)
	both.o.named, both.o.prototype, both.o.attached = name, prototype, value
	return &both.v
}

// NewHosted makes an object of the host with a prototype.
func (r *Runtime) NewHosted(d DynamicObject, prototype *Object) *Object {
	both := r.freshDynamic.next(32)
	both.v.runtime, both.v.self = r, &both.o
	both.o.d, both.o.val, both.o.prototype = d, &both.v, prototype
	return &both.v
}

// Attached is the value that is attached to a function; nil: it is another object.
func (r *Runtime) Attached(o *Object) any {
	if f, ok := o.self.(*templatedFuncObject); ok {
		return f.attached
	}
	return nil
}

// OnDescribed sets what takes the fields of an object that a program makes for a call of an attached function. It gives
// what that returns, or nil for such a call as any other, and keeps neither list.
func (r *Runtime) OnDescribed(describe func(attached any, names []string, values []Value) Value) {
	r.describe = describe
}

// Elements are those of an array, which is not to be changed; plain is false when it has holes or accessors, or is
// something else.
func (r *Runtime) Elements(o *Object) (list []Value, plain bool) {
	a, ok := o.self.(*arrayObject)
	if !ok || int(a.length) != len(a.values) {
		return nil, false
	}
	for _, v := range a.values {
		if _, described := v.(*valueProperty); described || v == nil {
			return nil, false
		}
	}
	return a.values, true
}

// PlainProperties calls do with the enumerable properties of an object, unless it is of a class or has accessors: then
// nothing happens.
func (r *Runtime) PlainProperties(o *Object, do func(name string, value Value)) (plain bool) {
	b, ok := o.self.(*baseObject)
	if !ok || b.class != classObject {
		return false
	}
	b.ensurePropOrder()
	list := b.values.list
	for i := range list {
		if p, ok := list[i].value.(*valueProperty); ok && p.accessor {
			return false
		}
	}
	for i, name := range b.propNames {
		at := i // mostly
		if i >= len(list) || list[i].name != name {
			at = b.values.at(name)
		}
		if p, ok := list[at].value.(*valueProperty); !ok {
			do(name.String(), list[at].value)
		} else if p.enumerable {
			do(name.String(), p.value)
		}
	}
	return true
}
