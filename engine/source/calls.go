package source

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
)

// Call is one circuit(…) or component(…) call of the file.
type Call struct {
	Place circuit.Place
	// Keys are the places of what the call's configuration writes literally: "name", "inputs",
	// "inputs.a", "outputs.y", "nodes.g", "state.n", "eval", "onTick", "connect", "meta". The
	// configuration is an object literal, or the one that a factory function returns.
	Keys map[string]circuit.Place
	// Defaults are the options to which a factory function gives a value when there is none: ({ width = 8 } = {}) => …
	Defaults []string
}

type pendingCall struct {
	leftParenthesis int // in the clean script
	call            *Call
}

// call walks a call expression.
func (a *analysis) call(slot *ast.Expression, n *ast.CallExpression) {
	if a.foreign {
		a.expr(&n.Callee)
		a.exprs(n.ArgumentList)
		return
	}
	if a.isDynamicImport(n) {
		d := problem(circuit.CodeDynamicImport, dynamicImportMessage).At(a.place(a.dynamicImportOffset(n)))
		a.problems = append(a.problems, d)
		return
	}
	if require, whole := a.requireCall(n); require != nil && require == whole {
		a.require(n)
		return
	}
	if name := a.libraryName(n.Callee); name == "circuit" || name == "component" {
		a.calls = append(a.calls, pendingCall{at(n.LeftParenthesis), a.circuitCall(n)})
	}
	a.expr(&n.Callee)
	// The one way to match a regular expression that the host cannot put a function around: the interpreter's quick
	// ways of matching need it as it is.
	if method, ok := n.Callee.(*ast.DotExpression); ok && method.Identifier.Name == "exec" && len(n.ArgumentList) > 0 {
		a.argument(&n.ArgumentList[0], at(n.LeftParenthesis)+1)
		a.exprs(n.ArgumentList[1:])
		return
	}
	a.exprs(n.ArgumentList)
}

// dynamicImportOffset is where the text that stands for import() has its mapping.
func (a *analysis) dynamicImportOffset(n *ast.CallExpression) int { return a.startOf(n) }

// libraryName returns the library or global name that an expression reads, "" for anything else.
func (a *analysis) libraryName(e ast.Expression) string {
	switch n := e.(type) {
	case *ast.Identifier:
		name := n.Name.String()
		b := a.scope.lookup(name)
		if b == nil {
			return name
		}
		// const c = circuit
		if b.fixed() && b.value != nil && b.kind == constBinding {
			if alias, ok := b.value.(*ast.Identifier); ok && alias.Name != n.Name {
				return a.libraryName(alias)
			}
		}
	case *ast.DotExpression:
		if _, ok := a.importIdentifier(n.Left); ok {
			return n.Identifier.Name.String()
		}
	case *ast.SequenceExpression: // (0,import_x.circuit)
		if len(n.Sequence) == 2 {
			if _, ok := n.Sequence[0].(*ast.NumberLiteral); ok {
				return a.libraryName(n.Sequence[1])
			}
		}
	}
	return ""
}

func (a *analysis) circuitCall(n *ast.CallExpression) *Call {
	c := &Call{Place: a.place(a.startOf(n.Callee)), Keys: map[string]circuit.Place{}}
	if s, ok := n.Callee.(*ast.SequenceExpression); ok {
		c.Place = a.place(a.startOf(s.Sequence[1]))
	}
	if len(n.ArgumentList) > 0 {
		c.Keys["name"] = a.place(a.startOf(n.ArgumentList[0]))
	}
	if len(n.ArgumentList) < 2 {
		return c
	}
	c.Defaults = defaults(n.ArgumentList[1])
	config := returnedObject(n.ArgumentList[1])
	if config == nil {
		return c
	}
	a.eachKey(config, func(key string, offset int, value ast.Expression) {
		c.Keys[key] = a.place(offset)
		inner, ok := value.(*ast.ObjectLiteral)
		if !ok {
			return
		}
		a.eachKey(inner, func(name string, offset int, _ ast.Expression) {
			c.Keys[key+"."+name] = a.place(offset)
		})
	})
	return c
}

// defaults are the names to which the pattern of a function's first parameter gives a default.
func defaults(e ast.Expression) []string {
	p := (&Function{Node: e}).Parameters()
	if p == nil || len(p.List) == 0 {
		return nil
	}
	pattern, ok := p.List[0].Target.(*ast.ObjectPattern)
	if !ok {
		return nil
	}
	var names []string
	for _, property := range pattern.Properties {
		if short, ok := property.(*ast.PropertyShort); ok && short.Initializer != nil {
			names = append(names, short.Name.Name.String())
		}
	}
	return names
}

// eachKey calls f for every literal key of an object literal.
func (a *analysis) eachKey(o *ast.ObjectLiteral, f func(key string, offset int, value ast.Expression)) {
	for _, p := range o.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			f(p.Name.Name.String(), at(p.Name.Idx), nil)
		case *ast.PropertyKeyed:
			switch k := p.Key.(type) {
			case *ast.StringLiteral:
				if !p.Computed {
					f(k.Value.String(), at(k.Idx), p.Value)
				}
			case *ast.NumberLiteral:
				if !p.Computed {
					f(k.Literal, at(k.Idx), p.Value)
				}
			}
		}
	}
}

// returnedObject returns the object literal that e is, or that the function e returns.
func returnedObject(e ast.Expression) *ast.ObjectLiteral {
	switch n := e.(type) {
	case *ast.ObjectLiteral:
		return n
	case *ast.ArrowFunctionLiteral:
		switch b := n.Body.(type) {
		case *ast.ExpressionBody:
			o, _ := b.Expression.(*ast.ObjectLiteral)
			return o
		case *ast.BlockStatement:
			return lastReturned(b)
		}
	case *ast.FunctionLiteral:
		return lastReturned(n.Body)
	}
	return nil
}

func lastReturned(b *ast.BlockStatement) *ast.ObjectLiteral {
	for i := len(b.List) - 1; i >= 0; i-- {
		if r, ok := b.List[i].(*ast.ReturnStatement); ok {
			o, _ := r.Argument.(*ast.ObjectLiteral)
			return o
		}
	}
	return nil
}
