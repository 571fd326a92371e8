// Package js runs the text of a lambda: statements, expressions, calls of functions, patterns, classes and their
// instances, generators and exceptions. It is the top of the lowering of one lambda; package lower decides how often
// and in which ways a lambda is lowered.
package js
