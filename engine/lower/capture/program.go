package capture

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
)

// functionAt is a function that the program has made, nil when its text is not known.
func functionAt(p Program, o *goja.Object) (*source.Function, domain.Outer) {
	script, id, values := p.Function(o)
	if script == nil {
		return nil, nil
	}
	return script.Function(id), values
}

// notPlain begins the reason of other objects.
const notPlain = "an object that is neither a plain object nor an array "

// MaxConstant bounds the entries of a captured array or object.
const MaxConstant = 1 << 20

// ofEnvironment is the name of a function that no text of the user has; "" for any other one.
func ofEnvironment(f *source.Function) string {
	n, ok := f.Node.(*ast.FunctionLiteral)
	if !ok || n.Name == nil || !f.PlaceOf(n.Idx0()).IsZero() {
		return ""
	}
	return n.Name.Name.String()
}

func plainPrototype(o *goja.Object) bool {
	p := o.Prototype()
	return p == nil || p.Prototype() == nil
}

// listLength tells arrays and typed arrays from other objects.
func listLength(o *goja.Object) (int, bool) {
	if o.ClassName() == "Array" {
		return int(o.Get("length").ToInteger()), true
	}
	switch x := o.Export().(type) {
	case []uint8:
		return len(x), true
	case []int8:
		return len(x), true
	case []uint16:
		return len(x), true
	case []int16:
		return len(x), true
	case []uint32:
		return len(x), true
	case []int32:
		return len(x), true
	case []float32:
		return len(x), true
	case []float64:
		return len(x), true
	case []uint64:
		return len(x), true
	case []int64:
		return len(x), true
	}
	return 0, false
}

// NewSurroundings are those of a function of the file, of which nothing has been read yet.
func NewSurroundings(f *source.Function, o domain.Outer) *domain.Surroundings {
	return &domain.Surroundings{Function: f, Outer: o, Captured: map[*source.Captured]domain.Value{}}
}

// The exports of another file are an object with a getter for each name, () => name, which esbuild writes; a default
// import and one of all names read it through an object with getters () => from[key]. Both only say where the value is.

// moduleMark is the property with which such an object says what it is; it is not enumerable.
const moduleMark = "__esModule"
