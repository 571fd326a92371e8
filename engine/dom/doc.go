// Package dom gives types to the few values of the browser that the engine touches. It is the only package over
// syscall/js, and has the shape of honnef.co/go/js/dom/v2: a type for each interface, which embeds the js.Value that
// Underlying gives and has the methods that are used here. Names are those of the Web IDL. The loader of a worker,
// which belongs neither to the browser nor to Go, is an Object with typed fields.
//
// A call that throws panics with a js.Error, as in syscall/js; Try turns that into an error.
//
// The package is empty for any system but GOOS=js.
package dom
