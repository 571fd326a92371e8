package source

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/circuit"
)

// statements walks a statement list in the current scope.
func (a *analysis) statements(list []ast.Statement) {
	a.scope.declareStatements(list)
	a.declaredBehaviors(list)
	for _, statement := range list {
		a.traced(statement)
		a.statement(statement)
	}
}

func (a *analysis) block(b *ast.BlockStatement) {
	a.push()
	a.statements(b.List)
	a.pop()
}

func (a *analysis) statement(statement ast.Statement) {
	switch n := statement.(type) {
	case nil:
	case *ast.BlockStatement:
		a.block(n)
	case *ast.CaseStatement:
		a.expr(&n.Test)
		for _, c := range n.Consequent {
			a.traced(c)
			a.statement(c)
		}
	case *ast.ClassDeclaration:
		a.class(n.Class, false)
	case *ast.DoWhileStatement:
		a.loop(n, n.Body, func() {}, func() { a.expr(&n.Test) })
	case *ast.ExpressionStatement:
		a.expr(&n.Expression)
	case *ast.ForInStatement:
		a.loop(n, n.Body, func() { a.forInto(n.Into, &n.Source) }, func() {})
	case *ast.ForOfStatement:
		a.loop(n, n.Body, func() { a.forInto(n.Into, &n.Source) }, func() {})
	case *ast.ForStatement:
		a.loop(n, n.Body, func() {
			switch i := n.Initializer.(type) {
			case *ast.ForLoopInitializerExpression:
				a.expr(&i.Expression)
			case *ast.ForLoopInitializerVarDeclList:
				a.bindings(i.List)
			case *ast.ForLoopInitializerLexicalDecl:
				a.scope.declareLexical(&i.LexicalDeclaration)
				a.bindings(i.LexicalDeclaration.List)
			}
			a.test(&n.Test)
			a.update(&n.Update)
		}, func() {})
	case *ast.FunctionDeclaration:
		own := a.functionLiteral(n.Function, false)
		if f := a.declared[n.Function]; f != nil {
			f.own = own
		}
	case *ast.IfStatement:
		a.test(&n.Test)
		a.statement(n.Consequent)
		a.statement(n.Alternate)
	case *ast.LabelledStatement:
		a.statement(n.Statement)
	case *ast.LexicalDeclaration:
		a.bindings(n.List)
	case *ast.ReturnStatement:
		if statement != a.exported && a.function == a.top || !a.foreign && a.function != nil && a.function.node == a.moduleBody {
			a.problems = append(a.problems, problem(circuit.CodeTopLevelReturn,
				"A return does not work outside a function; remove it (the last circuit() call of the file is the one that is shown)").
				At(a.place(at(n.Return))))
		}
		a.kept(n.Argument)
		a.expr(&n.Argument)
	case *ast.SwitchStatement:
		a.expr(&n.Discriminant)
		a.push()
		for _, c := range n.Body {
			a.scope.declareStatements(c.Consequent)
		}
		for _, c := range n.Body {
			a.statement(c)
		}
		a.pop()
	case *ast.ThrowStatement:
		a.expr(&n.Argument)
	case *ast.TryStatement:
		a.separateFinally(n)
		a.block(n.Body)
		if n.Catch != nil {
			a.push()
			if n.Catch.Parameter != nil {
				a.scope.declareTarget(n.Catch.Parameter, letBinding)
				a.pattern(n.Catch.Parameter, false)
			}
			a.block(n.Catch.Body)
			a.pop()
		}
		if n.Finally != nil {
			a.block(n.Finally)
		}
	case *ast.VariableStatement:
		a.bindings(n.List)
	case *ast.WhileStatement:
		a.loop(n, n.Body, func() { a.test(&n.Test) }, func() {})
	case *ast.WithStatement: // refused by the compiler in strict mode
		a.expr(&n.Object)
		a.statement(n.Body)
	}
}

// separateFinally writes try { … } catch { … } finally { … } as try { try { … } catch { … } } finally { … }. In one
// statement the interpreter leaves the catch armed while finally runs, so that it takes exceptions that finally throws.
func (a *analysis) separateFinally(n *ast.TryStatement) {
	if n.Catch == nil || n.Finally == nil {
		return
	}
	start, end := at(n.Body.LeftBrace), at(n.Catch.Body.RightBrace)+1
	a.insert(start, "{try", start, opening)
	a.insert(end, "}", end, closing)
}

// loop walks a loop and puts a fuel check at the start of its body.
func (a *analysis) loop(n ast.Statement, body ast.Statement, head, tail func()) {
	a.push()
	head()
	anchor := a.statementStart(n)
	if block, ok := body.(*ast.BlockStatement); ok {
		a.insert(at(block.LeftBrace)+1, a.statementCheck(), anchor, opening)
	} else {
		// The check is the test of an if whose else is the body: that needs no closing text, and an else
		// of an outer if stays with the outer one.
		start, space := a.statementStart(body), ""
		if start > 0 && isWordByte(a.clean[start-1]) { // do;while(x)
			space = " "
		}
		a.insert(start, space+"if("+a.expressionCheck()+"!1);else ", anchor, opening)
	}
	a.loops++
	a.statement(body)
	a.loops--
	tail()
	a.pop()
}

// update walks what a for statement does after each round. It changes the variables of the next round: each round has
// its own, so a function that is made in the body sees one value.
func (a *analysis) update(e *ast.Expression) {
	before, functions := map[*binding]int{}, len(a.functions)
	for _, b := range a.scope.names {
		before[b] = b.writes
	}
	a.expr(e)
	if len(a.functions) == functions {
		for b, n := range before {
			b.updates = b.writes - n
		}
	}
}

// statementStart returns where a statement begins in the clean script.
func (a *analysis) statementStart(statement ast.Statement) int {
	switch n := statement.(type) {
	case *ast.ExpressionStatement:
		return a.beforeParentheses(a.startOf(n.Expression))
	case *ast.IfStatement: // the parser leaves its own position out, as for do
		return a.beforeParentheses(a.startOf(n.Test)) - len("if")
	case *ast.DoWhileStatement:
		start := a.statementStart(n.Body)
		for start > 0 && a.clean[start-1] == ' ' {
			start--
		}
		return start - len("do")
	}
	return at(statement.Idx0())
}

// forInto walks the head of a for-in or for-of loop.
func (a *analysis) forInto(into ast.ForInto, source *ast.Expression) {
	switch i := into.(type) {
	case *ast.ForIntoVar:
		a.pattern(i.Binding.Target, true)
	case *ast.ForDeclaration:
		kind := letBinding
		if i.IsConst {
			kind = constBinding
		}
		a.scope.declareTarget(i.Target, kind)
		a.pattern(i.Target, false)
	case *ast.ForIntoExpression:
		a.pattern(i.Expression, true)
	}
	a.expr(source)
}
