package capture

import (
	"math/big"

	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/lower/scalar"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	memory.Lowering

	Own         *Surroundings // of the function that is being run
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
