package domain

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/source"
)

// HasOwnThis reports that a function is no arrow function.
func (c *Closure) HasOwnThis() bool {
	_, ok := c.Node.(*ast.FunctionLiteral)
	return ok
}

// Closure is a function of the program: its text, and the variables of the lambda that it sees; nil for a function that
// stands outside of the lambda.
type Closure struct {
	Node   ast.Expression
	Scope  *Scope
	Own    *Surroundings
	This   Value       // nil: it has none
	Method bool        // of a class, which gets its this where it is called
	Home   *ClassValue // in whose text it is, which says what super is
	Bound  bool        // by bind: it has its this, and its first arguments
	Given  []Value
}

// With is a method with its this.
func (c *Closure) With(this Value) *Closure {
	if c.Bound {
		return c
	}
	bound := *c
	bound.This, bound.Method = this, false
	return &bound
}

// Surroundings are what a function of the file sees outside of it. Functions that a function has made have the same
// text and surroundings each of its own.
type Surroundings struct {
	Function *source.Function
	Outer    Outer
	Captured map[*source.Captured]Value
	Varied   map[int]Parameter // by source.Captured.Index
}
