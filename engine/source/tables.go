package source

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// Table is an array or object of functions, such as the operations of an arithmetic unit by their code. It is written
// as one literal, and nothing in the file can change it.
type Table struct {
	Length    int                  // of the array, or the number of properties
	Functions map[string]*Function // by index or name; what is no function is left out
}

// Methods of arrays that change nothing: plain by themselves, calling when their callback, whose last parameter is the
// array, does not take it.
var (
	plainMethods   = []string{"at", "entries", "hasOwnProperty", "includes", "indexOf", "join", "keys", "lastIndexOf", "slice", "toString", "values"}
	callingMethods = map[string]int{ // by the number of parameters before the array
		"every": 2, "filter": 2, "find": 2, "findIndex": 2, "forEach": 2, "map": 2, "some": 2, "reduce": 3, "reduceRight": 3,
	}
)

// onlyReads reports that a method of arrays does not change the array, nor gives it to anybody who might.
func onlyReads(method string, arguments []ast.Expression) bool {
	few, calling := callingMethods[method]
	if !calling {
		return slices.Contains(plainMethods, method)
	}
	if len(arguments) == 0 {
		return false
	}
	callback, ok := arguments[0].(*ast.ArrowFunctionLiteral)
	return ok && callback.ParameterList.Rest == nil && len(callback.ParameterList.List) <= few
}

// identifier walks a name in an expression. owner says that only a property of it is read.
func (a *analysis) identifier(n *ast.Identifier, owner bool) {
	b := a.reference(n)
	if !owner && !a.listed[n] {
		b.escapes = true
	}
	if b.namespace {
		a.usesNamespace, a.wholeLibrary = true, true
	}
	if b.imports != nil {
		b.imports.Whole = true
	}
}

// owner walks the left side of a member expression.
func (a *analysis) owner(slot *ast.Expression) {
	if n, ok := (*slot).(*ast.Identifier); ok {
		a.identifier(n, true)
		return
	}
	a.expr(slot)
}

// altered notes that a property of a name is assigned to, counted up or deleted.
func (a *analysis) altered(target ast.Expression) {
	var left ast.Expression
	switch n := target.(type) {
	case *ast.BracketExpression:
		left = n.Left
	case *ast.DotExpression:
		left = n.Left
	}
	if id, ok := left.(*ast.Identifier); ok {
		if b := a.scope.lookup(id.Name.String()); b != nil {
			b.escapes = true
		}
	}
	if left != nil {
		a.changed(left, true)
	}
}

// methodCalled notes which property of a name is called: it gets the name's object as this. Object.keys and the like
// only read what they are given.
func (a *analysis) methodCalled(n *ast.CallExpression) {
	if a.foreign { // nothing in there is compiled
		return
	}
	callee := n.Callee
	if method, ok := a.ofObject(a.scope, callee); ok && (method == "keys" || method == "values" || method == "entries") {
		for _, argument := range n.ArgumentList {
			if id, ok := argument.(*ast.Identifier); ok {
				a.listed[id] = true
			}
		}
	}
	a.changedByGlobal(n)
	if o, ok := callee.(*ast.Optional); ok {
		callee = o.Expression
	}
	var left ast.Expression
	method := ""
	switch c := callee.(type) {
	case *ast.BracketExpression:
		if key, ok := c.Member.(*ast.StringLiteral); ok {
			left, method = c.Left, key.Value.String()
		}
	case *ast.DotExpression:
		left, method = c.Left, c.Identifier.Name.String()
	}
	if left != nil {
		a.changedBy(method, left)
	}
	if id, ok := left.(*ast.Identifier); ok && !onlyReads(method, n.ArgumentList) {
		if b := a.scope.lookup(id.Name.String()); b != nil {
			b.methods = append(b.methods, method)
		}
	}
}

// ofObject is the method of the global Object that is called.
func (a *analysis) ofObject(s *scope, callee ast.Expression) (method string, ok bool) {
	n, ok := callee.(*ast.DotExpression)
	if !ok {
		return "", false
	}
	id, ok := n.Left.(*ast.Identifier)
	return n.Identifier.Name.String(), ok && id.Name == "Object" && s.lookup("Object") == nil
}

// table is the functions of a binding that holds a table of them, by key, nil for any other.
func (a *analysis) table(b *binding) (functions map[string]*functionScope, length int) {
	if b.scope == nil || !b.fixed() || b.escapes {
		return nil, 0
	}
	literal := b.value
	if call, ok := literal.(*ast.CallExpression); ok && len(call.ArgumentList) == 1 {
		if method, ok := a.ofObject(b.scope, call.Callee); ok && method == "freeze" {
			literal = call.ArgumentList[0]
		}
	}
	functions = map[string]*functionScope{}
	switch n := literal.(type) {
	case *ast.ArrayLiteral:
		length = len(n.Value)
		for i, e := range n.Value {
			if _, spread := e.(*ast.SpreadElement); spread || e == nil {
				return nil, 0
			}
			if own := a.entry(b, e); own != nil {
				functions[itoa(i)] = own
			}
		}
	case *ast.ObjectLiteral:
		length = len(n.Value)
		seen := map[string]bool{}
		for _, p := range n.Value {
			key, value, ok := literalProperty(p)
			if !ok || seen[key] {
				return nil, 0
			}
			seen[key] = true
			if own := a.entry(b, value); own != nil {
				functions[key] = own
			}
		}
	}
	if len(functions) == 0 {
		return nil, 0
	}
	for _, m := range b.methods {
		if functions[m] == nil {
			return nil, 0
		}
	}
	for _, f := range functions {
		if f.ownThis && !f.arrow { // when it is called as a method, it has the table
			return nil, 0
		}
	}
	return functions, length
}

// entry is the function that a part of a binding's literal is, or names; nil for anything else.
func (a *analysis) entry(b *binding, value ast.Expression) *functionScope {
	switch n := value.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return a.functions[value]
	case *ast.Identifier:
		if named := b.scope.lookup(n.Name.String()); named != nil {
			return a.staticFunction(named)
		}
	}
	return nil
}

// literalProperty is a property whose name is written out, and what it holds.
func literalProperty(p ast.Property) (key string, value ast.Expression, ok bool) {
	switch p := p.(type) {
	case *ast.PropertyShort:
		return p.Name.Name.String(), &p.Name, true
	case *ast.PropertyKeyed:
		key, ok = literalKey(p)
		return key, p.Value, ok
	}
	return "", nil, false
}

// literalKey is the name of a property that is written out and holds a value.
func literalKey(p *ast.PropertyKeyed) (string, bool) {
	if p.Computed || p.Kind != ast.PropertyKindValue && p.Kind != ast.PropertyKindMethod {
		return "", false
	}
	switch k := p.Key.(type) {
	case *ast.StringLiteral:
		return k.Value.String(), k.Value != "__proto__"
	case *ast.NumberLiteral:
		n, ok := k.Value.(int64)
		return itoa(int(n)), ok && n >= 0
	}
	return "", false
}

// helper is the Function of a function that lambdas use.
func (a *analysis) helper(own *functionScope, known map[ast.Expression]*Function) *Function {
	h := known[own.node]
	if h == nil {
		h = &Function{
			Kind: KindHelper, Node: own.node, script: a.script, own: own, Place: a.place(at(own.node.Idx0())),
			UsesThis: own.ownThis, UsesArguments: own.ownArguments,
		}
		known[own.node] = h
	}
	return h
}
