//go:build js

package dom

import "syscall/js"

// Value is what every type here wraps.
type Value interface {
	Underlying() js.Value
}

// Object is a JavaScript object whose fields the program knows.
type Object struct{ js.Value }

// Underlying implements Value.
func (o Object) Underlying() js.Value { return o.Value }

// GlobalObject is a field of the global scope.
func GlobalObject(name string) Object { return Object{js.Global().Get(name)} }

// NewObject makes an object without fields.
func NewObject() Object { return Object{js.Global().Get("Object").New()} }

// Text is a field that holds a string.
func (o Object) Text(name string) string { return o.Get(name).String() }

// Bool reads a property as a truth value; what is missing is false.
func (o Object) Bool(name string) bool { return o.Get(name).Truthy() }

// Number is a field that holds a number.
func (o Object) Number(name string) float64 { return o.Get(name).Float() }

// Bytes is a copy of a field that holds a Uint8Array.
func (o Object) Bytes(name string) []byte { return Uint8Array{o.Get(name)}.Bytes() }

// List is a field that holds an array.
func (o Object) List(name string) List { return List{o.Get(name)} }

// With sets a field and gives the object.
func (o Object) With(name string, value Value) Object {
	o.Set(name, value.Underlying())
	return o
}

// Call calls a method with arguments that are values of this package, strings, booleans, numbers, nil for undefined, or
// slices of these.
func (o Object) Call(method string, args ...any) { o.Value.Call(method, plain(args)...) }

// List is a JavaScript array.
type List struct{ js.Value }

// Underlying implements Value.
func (l List) Underlying() js.Value { return l.Value }

// Len is the number of elements.
func (l List) Len() int { return l.Length() }

// List is an element that is an array.
func (l List) List(i int) List { return List{l.Index(i)} }

// Number is an element that is a number.
func (l List) Number(i int) float64 { return l.Index(i).Float() }

// Bytes is a copy of an element that is a Uint8Array.
func (l List) Bytes(i int) []byte { return Uint8Array{l.Index(i)}.Bytes() }

// plain is the list for syscall/js. It gives the js.Value of each value of this package, also of those in slices.
func plain(args []any) []any {
	list := make([]any, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case nil:
			list[i] = js.Undefined()
		case Value:
			list[i] = arg.Underlying()
		case []any:
			list[i] = plain(arg)
		default:
			list[i] = arg
		}
	}
	return list
}
