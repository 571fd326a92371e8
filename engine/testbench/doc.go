// Package testbench runs the tests of circuits: files of TypeScript that make circuits or import them, drive them by
// simulate(), and say what must hold by test and expect, or by verify.
//
// A test file is as little trusted as a circuit. It runs in the same sealed realm, under the same limits; what this
// package adds are functions that reach circuits of that realm and nothing else. There is no time in a realm: timers
// fire in order as soon as nothing else is left to do.
package testbench
