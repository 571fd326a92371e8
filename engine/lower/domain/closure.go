package domain

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/realm"
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

// ClassValue is a class from outside the lambda, or another function with properties: the constants that it holds can
// be read. Of a class whose text is known, methods can be called, and instances made if all of it is.
type ClassValue struct {
	C       *Constant
	Reason  string                 // why it is not called
	Class   *source.Class          // nil: not known
	Methods map[string]ClassMethod // of instances, inherited ones among them
	Statics map[string]ClassMethod // its own
	Base    *ClassValue            // that it extends
	At      *realm.Class           // at run time; nil: it is out of reach
	Own     *Surroundings          // of its text
	Setters map[string]*Closure
	Private map[string]bool // names of methods and fields, inherited ones among them
}

// ClassMethod is a method, or what computes a property.
type ClassMethod struct {
	*Closure
	Getter bool
}

func (*ClassValue) isValue() {}

// Method is a method of a class as a function.
func (x *ClassValue) Method(m source.ClassMethod) ClassMethod {
	return ClassMethod{&Closure{Node: m.Function.Node, Own: x.Own, Method: true, Home: x}, m.Getter}
}

// IsLiteral reports that what has the class is an object that is written out with getters or setters, which are
// properties of its own.
func (x *ClassValue) IsLiteral() bool { return x != nil && x.Own == nil }

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

// CollectionValue is a Map or Set from outside the lambda, which nobody changes. Its keys are whole numbers or texts;
// they are the names of the constant's properties.
type CollectionValue struct {
	C       *Constant
	Set     bool
	Numbers bool // the keys are numbers, not texts
}

func (CollectionValue) isValue() {}

type (
	// ConstantValue is an object or array from outside the lambda, which nobody changes.
	ConstantValue struct{ C *Constant }
	// FuncValue is a function with a body.
	FuncValue struct{ F *Closure }
)

func (ConstantValue) isValue() {}

func (FuncValue) isValue() {}

// Scope maps names to cells.
type Scope struct {
	Names  map[string]int
	fixed  map[string]bool // those declared by const
	Parent *Scope
}

// Fix notes that a name of this scope is declared by const.
func (sc *Scope) Fix(name string) {
	if sc.fixed == nil {
		sc.fixed = map[string]bool{}
	}
	sc.fixed[name] = true
}

// IsFixed reports that a name means a variable that is declared by const.
func (sc *Scope) IsFixed(name string) bool {
	for ; sc != nil; sc = sc.Parent {
		if _, ok := sc.Names[name]; ok {
			return sc.fixed[name]
		}
	}
	return false
}

// Find is the cell of a name.
func (sc *Scope) Find(name string) (int, bool) {
	for ; sc != nil; sc = sc.Parent {
		if c, ok := sc.Names[name]; ok {
			return c, true
		}
	}
	return 0, false
}

// NewScope is an empty scope within another one.
func NewScope(parent *Scope) *Scope { return &Scope{Names: map[string]int{}, Parent: parent} }
