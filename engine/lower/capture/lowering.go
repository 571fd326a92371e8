package capture

import (
	"math/big"

	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/lower/scalar"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	memory.Lowering

	Program     Program
	Changing    func(*goja.Object) bool
	Constants   map[any]*domain.Constant
	Collections map[*goja.Object]domain.Value
	Made        map[*goja.Object]domain.Value // functions that the program has made
	prototypes  map[*goja.Object]*domain.ClassValue
	Tables      map[*domain.Constant]*ConstantTable
	Getters     bool // a class with getters has been met
	Params      []Param
}

// Program is what is known of the objects of a program that is running.
type Program interface {
	// Entries lists what a Map or Set holds, a Set without values; false for anything else.
	Entries(o *goja.Object) (keys, values []goja.Value, ok bool)
	// Computed reports that a property is not there but computed when it is read.
	Computed(o *goja.Object, property string) bool
	// Getter is the function that computes such a property; nil for any other one.
	Getter(o *goja.Object, property string) *goja.Object
	// Function finds the text and the variables of a function; nil for one that is not known.
	Function(o *goja.Object) (script *source.Script, id int, captured func(index int) (goja.Value, error))
	// PureFunction is the name of a function of the language that only computes, such as Math.min; "" for anything
	// else.
	PureFunction(o *goja.Object) string
	// ClassOf finds the class whose instances have a prototype; nil when it is not known.
	ClassOf(prototype *goja.Object) *realm.Class
}

// ConstantTable is an array of numbers as a lookup table.
type ConstantTable struct {
	Table   uint64
	Lo, Hi  int64
	NegZero bool               // -0 is among them
	Big     [2]*big.Int        // set for bigints instead of lo and hi
	Floats  *scalar.FloatTable // set for fractions
	Ok      bool
}

// ParamKind says what a parameter of a lowered lambda stands for.
type ParamKind uint8

const (
	InputParam   ParamKind = iota // input port Index
	StateParam                    // scalar state field Index
	SignParam                     // the sign bit of 32-bit state field Index (View WithSign)
	NumberParam                   // live option Index as a number (53 bits)
	SetParam                      // live option Index has been changed since the start (one bit)
	BigParam                      // live option Index modulo 2^Width, when it is a bigint
	IsBigParam                    // live option Index is a bigint (one bit)
	VaryingParam                  // number Index of those in which nodes of one text differ; there is none in what a Lowerer gives
)

// Param is one parameter: Imm of the graph's Param operations counts them.
type Param struct {
	Kind  ParamKind
	Index int
	Width int
}
