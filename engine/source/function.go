package source

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/circuit"
)

// Kinds of behaviour functions, by the name of the property that holds them.
const (
	KindEval   = "eval"
	KindOnTick = "onTick"
	// KindHelper is a function that a behaviour function may call and that is known statically.
	KindHelper = "helper"
)

// Function is a function literal written as the value of a property named eval or onTick, one written
// elsewhere that may become such a value (see behaviorElsewhere), or a helper such a function refers to.
type Function struct {
	ID    int    // the id given to HookFunction; 0 for a helper
	Kind  string // KindEval, KindOnTick or KindHelper
	Place circuit.Place
	// Node is a *ast.FunctionLiteral or *ast.ArrowFunctionLiteral without inserted text. Names read
	// through an `@simten/…` import stand there as plain identifiers. It must not be changed.
	Node ast.Expression
	// Captured lists the names that the function, and the helpers it refers to, capture.
	// It is empty for a helper: ask the eval or onTick function that uses it.
	Captured []Captured
	// UsesThis and UsesArguments say that the function reads this, super or arguments (an arrow's
	// enclosing function's this is not counted).
	UsesThis, UsesArguments bool
	// Alters says that the function, or a helper that it refers to, may change an object that it has not made itself,
	// while it runs; AltersArguments that it does so when such an object is among its arguments.
	Alters, AltersArguments bool
	// Class is set when this is no function but a class, whose Node is a *ast.ClassLiteral: Captured is what its methods
	// and fields capture.
	Class *Class

	certain bool   // it is written as a behaviour, or named as one
	tail    string // text between the literal and the value function
	end     string // text after the value function; "" is a parenthesis
	script  *Script
	scope   *scope // where the literal stands
	own     *functionScope
	lookups map[*ast.Identifier]int
	this    int // 1 + index in Captured; 0: it uses none from outside

	fieldsOnce  sync.Once
	fieldsKnown *fields
}

// Captured is one variable that a behaviour function captures.
type Captured struct {
	Name string
	// Index is the argument for the value function given to HookFunction. It is -1 for a variable of a
	// helper's surroundings that is not visible where the behaviour function stands.
	Index int
	// Const says that the value cannot change once the variable is initialised.
	Const bool
	// Global says that the name is not declared in the file (Math, And, undefined, …).
	Global bool
	// Package says that it is an export of a package, which is named by Name.
	Package bool
	// BuiltIn is set when the variable always holds this function or number of the language, such as "Math.floor".
	BuiltIn string
	// Changes says that a behaviour of the file changes the object that the variable holds, while the circuit runs.
	Changes bool
	// Function is set when the variable always holds this function of the file.
	Function *Function
	// Class is set when the variable always holds this class of the file.
	Class *Class
	// Table is set when the variable always holds this array or object of functions of the file.
	Table *Table

	binding *binding
}

// Lookup returns what an identifier inside f.Node, or inside the Node of a helper in f.Captured, refers
// to; nil when the name is declared inside that function.
func (f *Function) Lookup(id *ast.Identifier) *Captured {
	i, ok := f.lookups[id]
	if !ok {
		return nil
	}
	return &f.Captured[i]
}

// OuterThis returns what an arrow function captures as its this; nil when it uses none.
func (f *Function) OuterThis() *Captured {
	if f.this == 0 {
		return nil
	}
	return &f.Captured[f.this-1]
}

// PlaceOf returns where a position of Node comes from.
func (f *Function) PlaceOf(idx file.Idx) circuit.Place { return f.script.PlaceOf(idx) }

// Explain is Script.Explain for a place in the function.
func (f *Function) Explain(message string, p circuit.Place) (text, advice string) {
	return f.script.Explain(message, p)
}

// Parameters returns the parameter list of Node.
func (f *Function) Parameters() *ast.ParameterList {
	switch n := f.Node.(type) {
	case *ast.FunctionLiteral:
		return n.ParameterList
	case *ast.ArrowFunctionLiteral:
		return n.ParameterList
	}
	return nil
}

// Reads returns the properties of its argument that the function may read, when that is known: it has
// at most one parameter, which is an object pattern of literal keys without a rest element, and does
// not use arguments. all is true when it may read any property.
func (f *Function) Reads() (names []string, all bool) {
	p := f.Parameters()
	if p == nil || f.UsesArguments || p.Rest != nil || len(p.List) > 1 {
		return nil, true
	}
	if len(p.List) == 0 {
		return nil, false
	}
	pattern, ok := p.List[0].Target.(*ast.ObjectPattern)
	if !ok || pattern.Rest != nil {
		return nil, true
	}
	for _, property := range pattern.Properties {
		switch property := property.(type) {
		case *ast.PropertyShort:
			names = append(names, property.Name.Name.String())
		case *ast.PropertyKeyed:
			key, ok := property.Key.(*ast.StringLiteral)
			if !ok || property.Computed {
				return nil, true
			}
			names = append(names, key.Value.String())
		default:
			return nil, true
		}
	}
	return names, false
}

// behavior wraps the value of a property named eval or onTick when it is a function literal.
func (a *analysis) behavior(p *ast.PropertyKeyed) bool {
	key, ok := p.Key.(*ast.StringLiteral)
	if !ok || a.foreign || p.Computed || p.Kind != ast.PropertyKindValue && p.Kind != ast.PropertyKindMethod {
		return false
	}
	if key.Value != KindEval && key.Value != KindOnTick {
		a.plain[p.Value] = key.Value == "connect"
		return false
	}
	name := key.Value.String()
	a.chosen(p.Value, name)
	return a.property(p, at(key.Idx), name, name, true)
}

// method wraps a method of an object that is no behaviour: one that a behaviour may call.
func (a *analysis) method(p *ast.PropertyKeyed) bool {
	key, ok := p.Key.(*ast.StringLiteral)
	n, isFunction := p.Value.(*ast.FunctionLiteral)
	if !ok || !isFunction || a.foreign || a.inBehavior > 0 || p.Computed || p.Kind != ast.PropertyKindMethod {
		return false
	}
	start, name := at(key.Idx), key.Value.String()
	if start < 0 || !isIdentifier(name) || name == "__proto__" || strings.Contains(a.clean[start:at(n.Body.RightBrace)], "super") {
		return false
	}
	kind := KindHelper
	if a.mayBehave(n.ParameterList, name) {
		kind = KindEval
	}
	return a.property(p, start, name, kind, false)
}

// property wraps the value of a property, which begins with its name at an offset, when it is a function literal.
// certain says that it is a behaviour.
func (a *analysis) property(p *ast.PropertyKeyed, start int, name, kind string, certain bool) bool {
	f := &Function{ID: len(a.wrapped) + 1, Kind: kind, Node: p.Value, script: a.script, scope: a.scope, certain: certain, tail: "}." + name}
	// The function stays a property of a literal with its own name, so that its name, and super in a
	// method, are as written: eval:H(1,{eval:…}.eval,…).
	end := 0
	switch n := p.Value.(type) {
	case *ast.FunctionLiteral:
		if n.Async || n.Generator {
			return false
		}
		f.Place = a.place(at(n.Function))
		end = at(n.Body.RightBrace) + 1
	case *ast.ArrowFunctionLiteral:
		if n.Async {
			return false
		}
		f.Place = a.place(at(n.Start))
		end = a.arrowEnd(n)
	default:
		return false
	}
	a.wrapped = append(a.wrapped, f)
	a.insert(start, name+":"+a.names.function+"("+itoa(f.ID)+",{", start, opening)
	if certain {
		a.inBehavior++
	}
	switch n := p.Value.(type) {
	case *ast.FunctionLiteral:
		f.own = a.functionLiteral(n, p.Kind == ast.PropertyKindValue)
	case *ast.ArrowFunctionLiteral:
		f.own = a.arrow(n)
	}
	if certain {
		a.inBehavior--
	}
	// A comma or a brace follows the property: all parentheses before it are the value's.
	a.edits = append(a.edits, edit{at: a.afterParentheses(end), order: closing, anchor: start, function: f})
	return true
}

// finishFunctions lists what the behaviour functions capture, when all assignments are known.
func (a *analysis) finishFunctions() {
	helpers := map[ast.Expression]*Function{}
	for _, f := range a.wrapped {
		f.finish(a, helpers)
	}
	for _, f := range a.wrapped {
		for i := range f.Captured {
			f.Captured[i].Changes = f.Captured[i].binding.running
		}
	}
	a.script.functions = a.wrapped
	for i := range a.edits {
		if f := a.edits[i].function; f != nil {
			a.edits[i].text = f.tail + f.valueFunction(a.names.index) + cmp.Or(f.end, ")")
		}
	}
}

func (f *Function) finish(a *analysis, helpers map[ast.Expression]*Function) {
	f.UsesThis, f.UsesArguments = f.own.ownThis && !f.own.arrow, f.own.ownArguments
	f.lookups = map[*ast.Identifier]int{}
	index := map[*binding]int{}
	values := 0
	pending := []*functionScope{f.own}
	seen := map[*functionScope]bool{f.own: true}
	visit := func(own *functionScope) {
		if !seen[own] {
			seen[own] = true
			pending = append(pending, own)
		}
	}
	use := func(own *functionScope) *Function {
		visit(own)
		return a.helper(own, helpers)
	}
	if n, ok := f.Node.(*ast.ClassLiteral); ok {
		f.Class = a.classText(n, use, visit)
	}
	for len(pending) > 0 {
		own := pending[0]
		pending = pending[1:]
		always, given := own.alters()
		f.AltersArguments = f.AltersArguments || given
		f.Alters = f.Alters || always || given && own != f.own
		if f.certain {
			for _, b := range own.changes {
				b.running = true
			}
		}
		for _, r := range own.free {
			i, known := index[r.binding]
			if !known {
				i = len(f.Captured)
				index[r.binding] = i
				c := Captured{Name: r.binding.name, Index: -1, Const: r.binding.settled(), Global: r.binding.scope == nil, Package: r.binding.kind == packageBinding, binding: r.binding}
				if r.binding.scope == nil || r.binding.kind == packageBinding || f.scope.lookup(r.binding.name) == r.binding {
					c.Index = values
					values++
				}
				if r.binding.fixed() {
					c.BuiltIn = r.binding.builtIn
				}
				if own := a.staticFunction(r.binding); own != nil {
					c.Function = use(own)
				} else if class := a.staticClass(r.binding, use, visit); class != nil {
					c.Class = class
				} else if functions, length := a.table(r.binding); functions != nil {
					c.Table = &Table{length, map[string]*Function{}}
					for _, key := range slices.Sorted(maps.Keys(functions)) {
						c.Table.Functions[key] = use(functions[key])
					}
				}
				f.Captured = append(f.Captured, c)
			}
			f.lookups[r.identifier] = i
		}
	}
	if f.own.arrow && f.own.ownThis {
		b := &binding{name: "this", kind: constBinding, code: "this"}
		f.Captured = append(f.Captured, Captured{Name: b.name, Index: values, Const: true, binding: b})
		f.this = len(f.Captured)
	}
}

// staticFunction returns the function that a binding always holds.
func (a *analysis) staticFunction(b *binding) *functionScope {
	if b.scope == nil || !b.fixed() || b.value == nil {
		return nil
	}
	return a.functions[b.value]
}

// valueFunction is the code of the function that returns captured values by index. A global that does
// not exist throws like any other use of it.
func (f *Function) valueFunction(index string) string {
	code := []byte("," + index + "=>{switch(" + index + "){")
	for _, c := range f.Captured {
		if c.Index >= 0 {
			code = append(code, "case "+itoa(c.Index)+":return "+c.binding.code+";"...)
		}
	}
	return string(append(code, "}}"...))
}
