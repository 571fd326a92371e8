package capture

import (
	"github.com/dop251/goja"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
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
