// Package dom gives the few values of the browser that the engine touches their types. It is the only
// package over syscall/js, and has the shape of honnef.co/go/js/dom/v2: a type for each interface, which
// embeds the js.Value that Underlying gives and has the methods that are used here. Names are those of the
// Web IDL. What is neither of the browser nor of Go, the loader of a worker, is an Object with typed fields.
//
// A call that throws panics with a js.Error, as in syscall/js; Try turns that into an error.
//
// There is nothing in it for any system but GOOS=js.
package dom
