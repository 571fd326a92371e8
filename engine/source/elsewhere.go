package source

import "github.com/dop251/goja/ast"

// chosen notes the functions that a value of eval or onTick chooses from: eval: narrow ? … : ….
func (a *analysis) chosen(e ast.Expression, kind string) {
	switch n := e.(type) {
	case *ast.ConditionalExpression:
		a.chosen(n.Consequent, kind)
		a.chosen(n.Alternate, kind)
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		a.kinds[n] = kind
	}
}

// behaviorElsewhere wraps a function literal that is not directly the value of eval or onTick but may
// become one: an alternative of such a value, or a function that takes its one argument apart and
// is no callback. It is returned by a helper, say, or kept in a constant.
func (a *analysis) behaviorElsewhere(e ast.Expression) bool {
	kind, isChosen := a.kinds[e]
	// Marking costs a call to the host: not for functions made anew each time a behaviour runs.
	if a.plain[e] || a.inBehavior > 0 || a.foreign {
		return false
	}
	var p *ast.ParameterList
	start, end := 0, 0
	switch n := e.(type) {
	case *ast.ArrowFunctionLiteral:
		if n.Async {
			return false
		}
		p, start, end = n.ParameterList, at(n.Start), a.arrowEnd(n)
	case *ast.FunctionLiteral:
		if n.Async || n.Generator || n.Name != nil {
			return false
		}
		p, start, end = n.ParameterList, at(n.Function), at(n.Body.RightBrace)+1
	}
	if !isChosen {
		kind = KindEval
		if p == nil || len(p.List) != 1 || p.Rest != nil || p.List[0].Initializer != nil {
			return false
		}
		if _, ok := p.List[0].Target.(*ast.ObjectPattern); !ok {
			return false
		}
	}
	f := &Function{ID: len(a.wrapped) + 1, Kind: kind, Node: e, Place: a.place(start), script: a.script, scope: a.scope}
	a.wrapped = append(a.wrapped, f)
	head, tail := a.names.function+"("+itoa(f.ID)+",", ""
	if name := a.nameFor[e]; name != "" { // it keeps the name of the variable it initialises
		head, tail = head+"{"+name+":", "}."+name
	}
	if start > 0 && isWordByte(a.clean[start-1]) { // return({a})=>…
		head = " " + head
	}
	f.tail = tail
	a.insert(start, head, start, opening)
	switch n := e.(type) {
	case *ast.FunctionLiteral:
		f.own = a.functionLiteral(n, true)
	case *ast.ArrowFunctionLiteral:
		f.own = a.arrow(n)
	}
	a.edits = append(a.edits, edit{at: a.closed(start, end), order: closing, anchor: start, function: f})
	return true
}
