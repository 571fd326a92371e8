// Package capture lowers what a lambda finds outside of itself: constants, tables, functions, classes, modules and
// collections that the program has made before the circuit runs, and the parameters of its node.
package capture
