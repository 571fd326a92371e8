package capture

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// functionAt is a function that the program has made, nil when its text is not known.
func functionAt(p Program, o *goja.Object) (*source.Function, Outer) {
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
func NewSurroundings(f *source.Function, o Outer) *Surroundings {
	return &Surroundings{Function: f, Outer: o, Captured: map[*source.Captured]domain.Value{}}
}

// The exports of another file are an object with a getter for each name, () => name, which esbuild writes; a default
// import and one of all names read it through an object with getters () => from[key]. Both only say where the value is.

// moduleMark is the property with which such an object says what it is; it is not enumerable.
const moduleMark = "__esModule"

// Surroundings are what a function of the file sees outside of it. Functions that a function has made have the same
// text and surroundings each of its own.
type Surroundings struct {
	Function *source.Function
	Outer    Outer
	Captured map[*source.Captured]domain.Value
	Varied   map[int]domain.Parameter // by source.Captured.Index
}

// Outer gives the run-time values of the variables that a lambda captures, by source.Captured.Index.
type Outer func(index int) (goja.Value, error)

// FunctionText is the text of a function, and what it sees outside of it.
type FunctionText struct {
	Node ast.Expression
	Own  *Surroundings
}

// HasOwnThis reports that a function is no arrow function.
func (t *FunctionText) HasOwnThis() bool {
	_, ok := t.Node.(*ast.FunctionLiteral)
	return ok
}

// TextOf is the text of a function.
func TextOf(c *domain.Closure) *FunctionText { return c.Text.(*FunctionText) }

// ClassText is the text of a class, and what it sees outside of it.
type ClassText struct {
	*source.Class
	Own *Surroundings
	At  *realm.Class // at run time; nil: it is out of reach
}

// Whole reports that all of a class is known.
func (t *ClassText) Whole() bool { return t.Class.Whole }

// TextOfClass is the text of a class; nil when it is not known.
func TextOfClass(x *domain.ClassValue) *ClassText {
	t, _ := x.Text.(*ClassText)
	return t
}

// PublicKeys are the names of the properties of an object, without private fields.
func PublicKeys(o *domain.Object) []string {
	if o.Class == nil || len(o.Class.Private) == 0 {
		return o.Keys
	}
	return slices.DeleteFunc(slices.Clone(o.Keys), source.IsPrivate)
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
