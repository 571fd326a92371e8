package source

import "github.com/dop251/goja/ast"

func (a *analysis) object(n *ast.ObjectLiteral) {
	for _, p := range n.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			var slot ast.Expression = &p.Name
			a.expr(&slot)
		case *ast.PropertyKeyed:
			if p.Computed {
				a.expr(&p.Key)
			}
			if !a.behavior(p) && !a.method(p) {
				a.namedByKey(p.Key, p.Computed, p.Value)
				a.keyed(p)
				a.kept(p.Value)
				if p.Kind != ast.PropertyKindValue {
					a.plain[p.Value] = true // a method or accessor cannot be wrapped by itself
				}
				a.expr(&p.Value)
			}
		case *ast.SpreadElement:
			a.spread(&p.Expression)
		}
	}
}

// class walks a class. One that is declared has its name outside, too, where it is the same as long as nobody gives it
// another value.
func (a *analysis) class(n *ast.ClassLiteral, expression bool) {
	a.push()
	if n.Name != nil && expression {
		a.scope.declare(n.Name.Name.String(), constBinding, at(n.Name.Idx))
	}
	a.expr(&n.SuperClass)
	if !a.foreign && a.inBehavior == 0 { // marking costs a call to the host
		a.markClass(n)
	}
	for _, element := range n.Body {
		switch e := element.(type) {
		case *ast.FieldDefinition:
			if e.Computed {
				a.expr(&e.Key)
			}
			if e.Initializer != nil {
				if namesItself(e.Initializer) {
					a.namedByKey(e.Key, e.Computed, e.Initializer)
					a.plain[e.Initializer] = a.plain[e.Initializer] || e.Computed // the interpreter names it by its key
					a.expr(&e.Initializer)
				} else {
					leave := a.enterFields(n, e.Static)
					a.checkedExpression(&e.Initializer, a.afterParentheses(a.endOf(e.Initializer)), at(e.Idx))
					leave()
				}
			}
		case *ast.MethodDefinition:
			if e.Computed {
				a.noteSymbol(e)
				a.expr(&e.Key)
			}
			a.functionLiteral(e.Body, false)
		case *ast.ClassStaticBlock:
			a.insert(at(e.Block.LeftBrace)+1, a.statementCheck(), at(e.Static), opening)
			a.push()
			a.declareVars(e.DeclarationList)
			a.statements(e.Block.List)
			a.pop()
		}
	}
	a.pop()
}

// enterFields begins the value of a field. Those of the instances of a class are computed whenever one is made, so they
// are a function.
func (a *analysis) enterFields(n *ast.ClassLiteral, static bool) (leave func()) {
	outer := a.function
	if static || outer == nil {
		return func() {}
	}
	if a.fields[n] == nil {
		a.fields[n] = &functionScope{parent: outer, depth: outer.depth + 1, node: n}
	}
	a.function = a.fields[n]
	return func() { a.function = outer }
}

// namesItself reports whether the value takes its name from the field it initialises. Making such a
// value runs no user code that has no check of its own.
func namesItself(e ast.Expression) bool {
	switch e.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral, *ast.ClassLiteral:
		return true
	}
	return false
}

// enter begins a function: its scope holds the parameters and the variables of the body.
func (a *analysis) enter(node ast.Expression, parameters *ast.ParameterList, vars []*ast.VariableDeclaration, arrow bool) func() {
	outer, loops := a.function, a.loops
	depth := 0
	if outer != nil {
		depth = outer.depth + 1
	}
	a.function = &functionScope{parent: outer, depth: depth, node: node, arrow: arrow, space: a.spaces[node]}
	a.functions[node] = a.function
	a.loops = 0
	a.push()
	if !arrow {
		a.scope.declare("arguments", argumentsBinding, -1)
	}
	if parameters != nil {
		for _, p := range parameters.List {
			a.scope.declareTarget(p.Target, letBinding)
		}
		if parameters.Rest != nil {
			a.scope.declareTarget(parameters.Rest, letBinding)
		}
	}
	for _, b := range a.scope.names {
		b.parameter = true
	}
	a.declareVars(vars)
	if parameters != nil {
		for _, p := range parameters.List {
			if id, ok := p.Target.(*ast.Identifier); ok {
				a.named(id, p.Initializer)
			}
			a.pattern(p.Target, false)
			a.expr(&p.Initializer)
		}
		a.pattern(parameters.Rest, false)
	}
	return func() {
		a.pop()
		a.function, a.loops = outer, loops
	}
}

func (a *analysis) functionLiteral(n *ast.FunctionLiteral, expression bool) *functionScope {
	named := expression && n.Name != nil
	if named {
		a.push()
		b := a.scope.declare(n.Name.Name.String(), constBinding, at(n.Name.Idx))
		b.value = n
		defer a.pop()
	}
	leave := a.enter(n, n.ParameterList, n.DeclarationList, false)
	defer leave()
	f := a.function
	a.insert(at(n.Body.LeftBrace)+1, a.statementCheck(), at(n.Function), opening)
	a.statements(n.Body.List)
	return f
}

func (a *analysis) arrow(n *ast.ArrowFunctionLiteral) *functionScope {
	leave := a.enter(n, n.ParameterList, n.DeclarationList, true)
	defer leave()
	f := a.function
	switch b := n.Body.(type) {
	case *ast.BlockStatement:
		a.insert(at(b.LeftBrace)+1, a.statementCheck(), at(n.Start), opening)
		a.statements(b.List)
	case *ast.ExpressionBody:
		a.kept(b.Expression)
		a.checkedExpression(&b.Expression, a.arrowEnd(n), at(n.Start))
	}
	return f
}

// checkedExpression walks the body of an arrow function or the value of a class field and puts a fuel
// check before it, with the comma operator.
func (a *analysis) checkedExpression(slot *ast.Expression, end, anchor int) {
	start := a.beforeParentheses(a.startOf(*slot))
	a.insert(start, "("+a.expressionCheck(), anchor, opening)
	a.expr(slot)
	a.insert(end, ")", anchor, closing)
}
