// Package operator is the operators of JavaScript on any values, also texts and objects.
//
// Two values come in, which may have alternatives; Binary does the operator for each pair of them, with what the
// packages below do with numbers and texts. An operator of the language is a case of Binary (equality.go).
package operator
