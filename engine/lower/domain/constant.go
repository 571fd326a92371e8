package domain

import (
	"github.com/dop251/goja"
)

// Outer gives the run-time values of the variables that a lambda captures, by
// source.Captured.Index.
type Outer func(index int) (goja.Value, error)

// Constant is an array or plain object from outside the lambda.
type Constant struct {
	Array    bool
	Elements Elements
	Items    []any
	Holes    bool // some items are not there
	Keys     []string
	Props    map[string]any
	Single   bool          // it is an object of the program
	Class    *ClassValue   // that it is an instance of, whose private fields are in props; nil: a plain object
	Cache    map[int]Value // of items
}

// ConstantItem is an item of a constant list.
func (l *Lowering) ConstantItem(c *Constant, i int) Value {
	v, ok := c.Cache[i]
	if !ok {
		v = l.FromData(c.Items[i])
		c.Cache[i] = v
	}
	return v
}
