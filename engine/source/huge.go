package source

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// hugeNames are the names under which a huge number may be found: of variables and parameters that are given what mayBeHuge, of properties (".name"), of
// elements of whatever there is ("[]"), and of what functions of these names return ("name()", ".name()", "[]()"; "()" for those that are called where they
// stand). Names are not told apart by their scopes: to reduce one too many costs a few instructions, one too few gives a wrong result.
type hugeNames map[string]bool

const (
	// element is the name of all elements, with which arrays, maps, what is yielded and what callbacks get and give are followed.
	element = "[]"
	// someProperty is the name of properties whose name is computed, anyProperty that of all that have one.
	someProperty, anyProperty = ".[]", "."
)

// Limits of the search, which takes time in proportion to the text with them. Who gives a number on through more names than there are passes, each before
// the one that it comes from, is not followed to the end; nor are functions within functions within functions when they are large.
const (
	hugePasses   = 10
	mostReturned = 1 << 20 // nodes that are looked at for what functions return
)

// flows are where values of a script go to names.
type flows struct {
	given   []given
	params  map[string][]*ast.ParameterList // of functions, by their name
	returns map[string][]ast.Expression
	calls   []call
	keys    map[string]keyKind // what names are given, which may be keys
	looked  int                // nodes in functions

	computed []computed
}

// computed is what is put under a key that is computed.
type computed struct{ key, by ast.Expression }

// keyKind tells what a name is given, all together.
type keyKind uint8

const (
	numberKey keyKind = 1 << iota
	otherKey
)

// kindOfKey is what an expression is as a key.
func kindOfKey(e ast.Expression) keyKind {
	switch n := without(e).(type) {
	case *ast.NumberLiteral:
		return numberKey
	case *ast.UnaryExpression:
		if n.Operator != token.TYPEOF && n.Operator != token.NOT {
			return numberKey
		}
	case *ast.BinaryExpression:
		switch n.Operator {
		case token.PLUS:
			return kindOfKey(n.Left) | kindOfKey(n.Right)
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT, token.AND, token.OR, token.EXCLUSIVE_OR,
			token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
			return numberKey
		}
	case *ast.DotExpression:
		if n.Identifier.Name == "length" {
			return numberKey
		}
	}
	return otherKey
}

// numericKey reports whether a key is a number for sure, so that what it finds is an element.
func (a *analysis) numericKey(key ast.Expression) bool {
	if name, ok := key.(*ast.Identifier); ok {
		return a.keys[name.Name.String()] == numberKey
	}
	return kindOfKey(key) == numberKey
}

// isProperty reports whether a name is that of a property.
func isProperty(name string) bool {
	return len(name) > 1 && name[0] == '.' && name[1] != '#' && name[len(name)-1] != ')'
}

// isHuge reports whether what has a name may be huge.
func (a *analysis) isHuge(name string) bool {
	return a.huge[name] || isProperty(name) && a.huge[someProperty]
}

// given is a name and what it is given: an expression, what has another name, or else a product or a power.
type given struct {
	name string
	by   ast.Expression
	from string
}

// call is what functions of a name, or those that stand there, are called with.
type call struct {
	name      string
	list      *ast.ParameterList
	arguments []ast.Expression
}

// findHuge finds the names under which a script may have huge numbers.
func (a *analysis) findHuge(program *ast.Program) {
	f := flows{params: map[string][]*ast.ParameterList{}, returns: map[string][]ast.Expression{}, keys: map[string]keyKind{}}
	visit(reflect.ValueOf(program.Body), f.note)
	a.keys = f.keys
	for _, k := range f.computed {
		if !a.numericKey(k.key) {
			f.binding(someProperty, k.by)
		}
	}
	a.huge = hugeNames{}
	changed := true
	for pass := 0; changed && pass < hugePasses; pass++ {
		changed = false
		add := func(name string) {
			if name != "" && !a.huge[name] {
				a.huge[name], changed = true, true
				if isProperty(name) {
					a.huge[anyProperty] = true
				}
			}
		}
		for _, g := range f.given {
			if g.by == nil && g.from == "" || a.isHuge(g.from) || g.by != nil && a.mayBeHuge(g.by) {
				add(g.name)
			}
		}
		for name, list := range f.returns {
			for _, e := range list {
				if a.mayBeHuge(e) {
					add(name + "()")
					break
				}
			}
		}
		for _, c := range f.calls {
			lists := f.params[c.name]
			if c.list != nil {
				lists = []*ast.ParameterList{c.list}
			}
			for _, list := range lists {
				for i := range min(len(list.List), len(c.arguments)) {
					if a.mayBeHuge(c.arguments[i]) {
						add(targetName(list.List[i].Target))
					}
				}
			}
		}
	}
}

func (f *flows) note(n any) {
	switch n := n.(type) {
	case *ast.Binding:
		f.binding(targetName(n.Target), n.Initializer)
	case *ast.FunctionDeclaration:
		if n.Function.Name != nil {
			f.function(n.Function.Name.Name.String(), n.Function)
		}
	case *ast.MethodDefinition:
		f.member(n.Key, n.Kind, n.Body)
	case *ast.FieldDefinition:
		f.member(n.Key, ast.PropertyKindValue, n.Initializer)
	case *ast.PropertyKeyed:
		f.member(n.Key, n.Kind, n.Value)
	case *ast.PropertyShort:
		f.given = append(f.given, given{name: "." + n.Name.Name.String(), by: &n.Name})
	case *ast.ArrayLiteral:
		f.elements(n.Value)
	case *ast.YieldExpression:
		f.binding(element, n.Argument)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			f.part(e, element)
		}
	case *ast.ObjectPattern:
		for _, property := range n.Properties {
			switch p := property.(type) {
			case *ast.PropertyShort:
				f.part(&p.Name, "."+p.Name.Name.String())
				f.binding(p.Name.Name.String(), p.Initializer)
			case *ast.PropertyKeyed:
				f.part(p.Value, keyName(p.Key))
			}
		}
	case *ast.ForOfStatement:
		switch into := n.Into.(type) {
		case *ast.ForIntoVar:
			f.part(into.Binding.Target, element)
		case *ast.ForDeclaration:
			f.part(into.Target, element)
		case *ast.ForIntoExpression:
			f.part(into.Expression, element)
		}
	case *ast.AssignExpression:
		f.assignment(n)
	case *ast.CallExpression:
		f.call(n)
	case *ast.ForInStatement:
		switch into := n.Into.(type) {
		case *ast.ForIntoVar:
			f.keys[targetName(into.Binding.Target)] |= otherKey
		case *ast.ForDeclaration:
			f.keys[targetName(into.Target)] |= otherKey
		case *ast.ForIntoExpression:
			f.keys[targetName(into.Expression)] |= otherKey
		}
	case *ast.NewExpression:
		f.calls = append(f.calls, call{name: ".constructor", arguments: n.ArgumentList})
	}
}

func (f *flows) assignment(n *ast.AssignExpression) {
	if cell, ok := n.Left.(*ast.BracketExpression); ok {
		f.computed = append(f.computed, computed{cell.Member, n.Right})
	}
	switch name := targetName(n.Left); n.Operator {
	case token.ASSIGN, token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		f.binding(name, n.Right)
	case token.PLUS, token.MINUS:
		f.given = append(f.given, given{name: name, by: n.Right})
		f.keys[name] |= kindOfKey(n.Right)
	case token.SLASH:
		if lessThanOne(n.Right) {
			f.given = append(f.given, given{name: name})
		}
	case token.MULTIPLY, token.EXPONENT:
		f.given = append(f.given, given{name: name})
	}
}

// keeps are methods whose arguments become elements.
var keeps = map[string]bool{"add": true, "concat": true, "fill": true, "of": true, "push": true, "set": true, "splice": true, "toSpliced": true, "unshift": true, "with": true}

func (f *flows) call(n *ast.CallExpression) {
	switch callee := without(n.Callee).(type) {
	case *ast.ArrowFunctionLiteral:
		f.function("", callee)
		f.calls = append(f.calls, call{list: callee.ParameterList, arguments: n.ArgumentList})
	case *ast.FunctionLiteral:
		f.function("", callee)
		f.calls = append(f.calls, call{list: callee.ParameterList, arguments: n.ArgumentList})
	case *ast.DotExpression:
		name := callee.Identifier.Name.String()
		if keeps[name] {
			f.elements(n.ArgumentList)
		}
		if of, ok := callee.Left.(*ast.Identifier); ok && of.Name == "Object" {
			switch name {
			case "values", "entries":
				f.given = append(f.given, given{name: element, from: anyProperty})
			case "fromEntries":
				f.given = append(f.given, given{name: someProperty, from: element})
			}
		}
	}
	if name := targetName(without(n.Callee)); name != "" {
		f.calls = append(f.calls, call{name: name, arguments: n.ArgumentList})
	}
	for i, argument := range n.ArgumentList { // callbacks get elements and what is given beside them, and give elements
		list := parameters(argument)
		if list == nil {
			continue
		}
		f.function(element, argument)
		f.given = append(f.given, given{name: element, from: element + "()"})
		for _, p := range list.List {
			f.part(p.Target, element)
			for k, beside := range n.ArgumentList {
				if k != i && parameters(beside) == nil { // where reduce begins
					f.binding(targetName(p.Target), beside)
				}
			}
		}
	}
}

func (f *flows) elements(list []ast.Expression) {
	for _, e := range list {
		f.binding(element, e)
	}
}

// part is a part of a pattern, which gets what has a name.
func (f *flows) part(target ast.Expression, from string) {
	if withDefault, ok := target.(*ast.AssignExpression); ok {
		target = withDefault.Left
	}
	f.keys[targetName(target)] |= otherKey
	if name := targetName(target); name != "" && from != "" {
		f.given = append(f.given, given{name: name, from: from})
	}
}

// member is a property of an object literal or of a class.
func (f *flows) member(key ast.Expression, kind ast.PropertyKind, value ast.Expression) {
	name := keyName(key)
	f.binding(name, value)
	if name == element {
		f.computed = append(f.computed, computed{key, value})
	}
	if kind == ast.PropertyKindGet {
		f.given = append(f.given, given{name: name, from: name + "()"})
	}
}

func (f *flows) binding(name string, by ast.Expression) {
	if name == "" || by == nil || reflect.ValueOf(by).IsNil() {
		return
	}
	f.keys[name] |= kindOfKey(by)
	if parameters(by) != nil {
		f.function(name, by)
		return
	}
	f.given = append(f.given, given{name: name, by: by})
}

// function notes what a function is given and gives. What functions in it return counts as well.
func (f *flows) function(name string, function ast.Expression) {
	var body any
	switch fn := function.(type) {
	case *ast.ArrowFunctionLiteral:
		body = fn.Body
		if e, ok := fn.Body.(*ast.ExpressionBody); ok {
			f.returns[name] = append(f.returns[name], e.Expression)
			body = nil
		}
	case *ast.FunctionLiteral:
		body = fn.Body
	}
	f.params[name] = append(f.params[name], parameters(function))
	for _, p := range parameters(function).List {
		f.keys[targetName(p.Target)] |= otherKey
	}
	if body == nil || f.looked > mostReturned {
		return
	}
	visit(reflect.ValueOf(body), func(n any) {
		f.looked++
		if r, ok := n.(*ast.ReturnStatement); ok && r.Argument != nil {
			f.returns[name] = append(f.returns[name], r.Argument)
		}
	})
}

// parameters are those of a function literal; nil of anything else.
func parameters(e ast.Expression) *ast.ParameterList {
	switch fn := e.(type) {
	case *ast.ArrowFunctionLiteral:
		return fn.ParameterList
	case *ast.FunctionLiteral:
		return fn.ParameterList
	}
	return nil
}

// targetName is the name of a variable, of a property, or of an element; "" for other targets.
func targetName(target ast.Expression) string {
	switch t := target.(type) {
	case *ast.Identifier:
		return t.Name.String()
	case *ast.DotExpression:
		return "." + t.Identifier.Name.String()
	case *ast.PrivateDotExpression:
		return ".#" + t.Identifier.Name.String()
	case *ast.BracketExpression:
		return keyName(t.Member)
	}
	return ""
}

// keyName is the name of a property with a key.
func keyName(key ast.Expression) string {
	switch k := key.(type) {
	case *ast.StringLiteral:
		return "." + k.Value.String()
	case *ast.PrivateIdentifier:
		return ".#" + k.Name.String()
	}
	return element
}
