package domain

// FunctionText is the text of a function with what it sees outside of it, which package capture knows.
type FunctionText interface {
	// HasOwnThis reports that it is no arrow function.
	HasOwnThis() bool
}

// ClassText is the text of a class with what it sees outside of it, which package capture knows.
type ClassText interface {
	// Whole reports that all of it is known, so that instances can be made.
	Whole() bool
}

// Closure is a function of the program: its text, and the variables of the lambda that it sees; nil for a function that
// stands outside of the lambda.
type Closure struct {
	Text   FunctionText
	Scope  *Scope
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

// ClassValue is a class from outside the lambda, or another function with properties: the constants that it holds can
// be read. Of a class whose text is known, methods can be called, and instances made if all of it is.
type ClassValue struct {
	C       *Constant
	Reason  string                 // why it is not called
	Text    ClassText              // nil: not known
	Methods map[string]ClassMethod // of instances, inherited ones among them
	Statics map[string]ClassMethod // its own
	Base    *ClassValue            // that it extends
	Setters map[string]*Closure
	Private map[string]bool // names of methods and fields, inherited ones among them
}

// ClassMethod is a method, or what computes a property.
type ClassMethod struct {
	*Closure
	Getter bool
}

func (*ClassValue) isValue() {}

// IsLiteral reports that what has the class is an object that is written out with getters or setters, which are
// properties of its own.
func (x *ClassValue) IsLiteral() bool { return x != nil && x.Text == nil }

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
