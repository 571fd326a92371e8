//go:build js

package dom

import (
	"fmt"
	"syscall/js"
)

// Arguments are what JavaScript calls a Func with.
type Arguments []js.Value

// Text is an argument that is a string.
func (a Arguments) Text(i int) string { return a[i].String() }

// Number is an argument that is a number.
func (a Arguments) Number(i int) float64 { return a[i].Float() }

// Int is an argument that is a whole number of 32 bits.
func (a Arguments) Int(i int) int { return a[i].Int() }

// Bool is an argument that is a boolean.
func (a Arguments) Bool(i int) bool { return a[i].Bool() }

// Bytes is a copy of an argument that is a Uint8Array; nil when it is undefined.
func (a Arguments) Bytes(i int) []byte {
	if a[i].IsUndefined() {
		return nil
	}
	return Uint8Array{a[i]}.Bytes()
}

// List is an argument that is an array.
func (a Arguments) List(i int) List { return List{a[i]} }

// Object is an argument that is an object, and false when it is undefined.
func (a Arguments) Object(i int) (Object, bool) { return Object{a[i]}, !a[i].IsUndefined() }

// Func is a Go function as JavaScript sees it. Release it when it is not called any more.
type Func struct{ js.Func }

// NewFunc wraps a function. Its result must be undefined (nil), a boolean, a number, a string or a Value.
func NewFunc(f func(Arguments) any) Func {
	return Func{js.FuncOf(func(_ js.Value, args []js.Value) any {
		result := f(args)
		if v, ok := result.(Value); ok {
			return v.Underlying()
		}
		return result
	})}
}

// Underlying implements Value.
func (f Func) Underlying() js.Value { return f.Value }

// Try runs f and gives what JavaScript threw in it as an error that begins with doing. Other panics go on.
func Try(doing string, f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = fmt.Errorf("%s: %w", doing, r)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
