// Package builtin lowers the functions, methods and properties of the language. A file is named after its object:
// array, string, number, math, map, set, object, function; array_sparse has the methods of lists with a presence mask.
//
// Methods that call functions of the program, or read properties in general, do it by Language.
package builtin
