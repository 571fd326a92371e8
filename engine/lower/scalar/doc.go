// Package scalar is what the operators of JavaScript make of numbers, bigints and single characters.
//
// Values of package domain come in, with their ranges; a value goes out that has the smallest range that is certainly
// right, and the operation that computes it. An operator of numbers belongs into the file of its kind: integers,
// bigints, doubles, rounding, bit operators, comparisons.
package scalar
