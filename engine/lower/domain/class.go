package domain

import (
	"slices"

	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

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

// PublicKeys are the names of the properties of an object, without private fields.
func (o *Object) PublicKeys() []string {
	if o.Class == nil || len(o.Class.Private) == 0 {
		return o.Keys
	}
	return slices.DeleteFunc(slices.Clone(o.Keys), source.IsPrivate)
}
