package source

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/circuit"
)

// analysis walks the clean program once: it resolves names, checks imports and collects the edits,
// the wrapped functions and the circuit calls.
type analysis struct {
	script   *Script
	clean    string
	tokens   []scanned
	library  map[string]bool
	module   func(specifier string) bool // see Options.Module
	names    hiddenNames
	scope    *scope
	function *functionScope
	top      *functionScope // the function that esbuild puts around the file
	// moduleBody is the function that esbuild puts around the statements of a file with a top-level
	// return, exports or module: var require_x=__commonJS({"x"(exports,module){…}}).
	moduleBody ast.Expression
	exported   ast.Statement // the return of the file's exports that esbuild wrote, or nil
	loops      int
	globals    map[string]*binding
	imported   map[string]*binding // library names read through imports

	edits     []edit
	functions map[ast.Expression]*functionScope
	wrapped   []*Function
	plain     map[ast.Expression]bool   // functions that are no behaviour: callbacks, connect
	kinds     map[ast.Expression]string // functions that a value of eval or onTick chooses from
	nameFor   map[ast.Expression]string // the name that a function literal takes from a variable
	calls     []pendingCall
	problems  []circuit.Diagnostic
	rewrites  []func() // changes to the AST that must wait until all edits are placed

	// foreign says that the text is a bundle of packages: its functions are not marked, and what could not run is
	// replaced by code that throws, since most of it never does.
	foreign bool
	exports string // the free name that a bundle calls with its exports

	usesModules   bool            // the script imports modules of the host
	usesNamespace bool            // the script needs the import object
	inBehavior    int             // how many eval and onTick functions are around
	wholeLibrary  bool            // … with every name
	usedNames     map[string]bool // … with these names
}

// hiddenNames are the names of the text put around and into the user's code; none of them occurs
// in it, so it can neither read nor write them.
type hiddenNames struct{ fuel, grant, trace, refill, function, namespace, index, bound, made, value, packages, module, exports string }

func chooseNames(clean string) hiddenNames {
	prefix := "$"
	for n := 0; ; n++ {
		prefix = "$" + itoa(n)
		if !strings.Contains(clean, prefix) {
			break
		}
	}
	return hiddenNames{fuel: prefix + "F", grant: prefix + "G", trace: prefix + "T", refill: prefix + "R", function: prefix + "H", namespace: prefix + "N", index: prefix + "I", bound: prefix + "B", made: prefix + "A", value: prefix + "V", packages: prefix + "P", module: prefix + "M", exports: prefix + "E"}
}

func analyse(s *Script, clean string, program *ast.Program, library []string, tokens []scanned) *analysis {
	a := newAnalysis(s, clean, library, tokens)
	a.run(program)
	return a
}

// analyseForeign is analyse for a bundle of packages.
func analyseForeign(s *Script, clean string, program *ast.Program) *analysis {
	a := newAnalysis(s, clean, nil, nil)
	a.foreign = true
	a.run(program)
	return a
}

func newAnalysis(s *Script, clean string, library []string, tokens []scanned) *analysis {
	a := &analysis{
		script: s, clean: clean, tokens: tokens, names: chooseNames(clean),
		library:   make(map[string]bool, len(library)),
		functions: map[ast.Expression]*functionScope{},
		plain:     map[ast.Expression]bool{},
		nameFor:   map[ast.Expression]string{},
		kinds:     map[ast.Expression]string{},
		globals:   map[string]*binding{},
		imported:  map[string]*binding{},
		usedNames: map[string]bool{},
	}
	for _, name := range library {
		a.library[name] = true
	}
	return a
}

func (a *analysis) run(program *ast.Program) {
	for _, statement := range program.Body {
		if arrow := fileFunction(statement); arrow != nil {
			a.fileBody(arrow)
			continue
		}
		a.statement(statement)
	}
	a.finishFunctions()
	for _, rewrite := range a.rewrites {
		rewrite()
	}
}

// exportsName is a name that does not occur in the text.
func exportsName(text string) string {
	name := "simten_exports"
	for strings.Contains(text, name) {
		name += "_"
	}
	return name
}

// fileFunction returns the arrow function that esbuild puts around the file: (()=>{…})(); or, when the file's
// exports are wanted, var name=(()=>{…})();
func fileFunction(statement ast.Statement) *ast.ArrowFunctionLiteral {
	var e ast.Expression
	switch n := statement.(type) {
	case *ast.ExpressionStatement:
		e = n.Expression
	case *ast.VariableStatement:
		if len(n.List) == 1 {
			e = n.List[0].Initializer
		}
	}
	call, ok := e.(*ast.CallExpression)
	if !ok {
		return nil
	}
	arrow, _ := call.Callee.(*ast.ArrowFunctionLiteral)
	return arrow
}

func (a *analysis) fileBody(arrow *ast.ArrowFunctionLiteral) {
	body, ok := arrow.Body.(*ast.BlockStatement)
	if !ok {
		return
	}
	a.top = &functionScope{node: arrow, arrow: true}
	a.function = a.top
	a.moduleBody = moduleBody(body)
	if n := len(body.List); n > 0 && a.script.exportsVar != "" {
		a.exported = body.List[n-1]
	}
	a.push()
	a.declareVars(arrow.DeclarationList)
	a.statements(body.List)
	a.pop()
	a.function = nil
}

func moduleBody(body *ast.BlockStatement) ast.Expression {
	for _, statement := range body.List {
		v, ok := statement.(*ast.VariableStatement)
		if !ok || len(v.List) != 1 {
			continue
		}
		call, ok := v.List[0].Initializer.(*ast.CallExpression)
		if !ok || len(call.ArgumentList) != 1 {
			continue
		}
		helper, ok := call.Callee.(*ast.Identifier)
		if !ok || helper.Name != "__commonJS" {
			continue
		}
		if object, ok := call.ArgumentList[0].(*ast.ObjectLiteral); ok && len(object.Value) == 1 {
			if p, ok := object.Value[0].(*ast.PropertyKeyed); ok {
				return p.Value
			}
		}
	}
	return nil
}

func (a *analysis) push() { a.scope = &scope{parent: a.scope, function: a.function} }
func (a *analysis) pop()  { a.scope = a.scope.parent }

func (a *analysis) declareVars(list []*ast.VariableDeclaration) {
	for _, d := range list {
		for _, b := range d.List {
			if id, ok := b.Target.(*ast.Identifier); ok {
				if old, ok := a.scope.names[id.Name.String()]; ok {
					// `var x` beside a parameter or another var x is the same variable.
					old.writes++
					continue
				}
			}
			a.scope.declareTarget(b.Target, varBinding)
		}
	}
}

// statements walks a statement list in the current scope.
func (a *analysis) statements(list []ast.Statement) {
	a.scope.declareStatements(list)
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
		a.class(n.Class)
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
			a.expr(&n.Test)
			a.expr(&n.Update)
		}, func() {})
	case *ast.FunctionDeclaration:
		a.functionLiteral(n.Function, false)
	case *ast.IfStatement:
		a.expr(&n.Test)
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
		a.loop(n, n.Body, func() { a.expr(&n.Test) }, func() {})
	case *ast.WithStatement: // refused by the compiler in strict mode
		a.expr(&n.Object)
		a.statement(n.Body)
	}
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

// bindings walks declarators whose names are declared already.
func (a *analysis) bindings(list []*ast.Binding) {
	for _, b := range list {
		a.pattern(b.Target, false)
		id, single := b.Target.(*ast.Identifier)
		if single {
			a.named(id, b.Initializer)
			if d := a.scope.lookup(id.Name.String()); d != nil && d.declared == at(id.Idx) {
				d.value = b.Initializer
				d.inLoop = a.loops > 0
				if a.importObject(d, b) {
					continue
				}
			}
		}
		a.expr(&b.Initializer)
	}
}

// named notes that a function literal takes the name of the variable or field it is assigned to.
func (a *analysis) named(id *ast.Identifier, value ast.Expression) {
	switch value.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		a.nameFor[value] = id.Name.String()
	}
}

// namedByKey is named for the value of a property or field.
func (a *analysis) namedByKey(key ast.Expression, computed bool, value ast.Expression) {
	if k, ok := key.(*ast.StringLiteral); ok && !computed && a.wordEnd(at(k.Idx)) == at(k.Idx)+len(k.Literal) {
		a.named(&ast.Identifier{Name: k.Value}, value)
	}
}

// pattern walks a binding or assignment target. Names of an assignment are references.
func (a *analysis) pattern(target ast.Expression, assign bool) {
	switch n := target.(type) {
	case nil:
	case *ast.Identifier:
		if assign {
			a.reference(n).writes++
		}
	case *ast.AssignExpression:
		if id, ok := n.Left.(*ast.Identifier); ok {
			a.named(id, n.Right)
		}
		a.pattern(n.Left, assign)
		a.expr(&n.Right)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			a.pattern(e, assign)
		}
		a.pattern(n.Rest, assign)
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				a.named(&p.Name, p.Initializer)
				a.pattern(&p.Name, assign)
				a.expr(&p.Initializer)
			case *ast.PropertyKeyed:
				if p.Computed {
					a.expr(&p.Key)
				}
				a.pattern(p.Value, assign)
			}
		}
		a.pattern(n.Rest, assign)
	default:
		if assign {
			a.expr(&target)
		}
	}
}

// reference resolves one use of a name.
func (a *analysis) reference(id *ast.Identifier) *binding {
	name := id.Name.String()
	b := a.scope.lookup(name)
	if b == nil {
		if b = a.globals[name]; b == nil {
			b = &binding{name: name, kind: globalBinding, code: name}
			a.globals[name] = b
		}
	}
	if b.kind == argumentsBinding && b.scope.function != nil {
		b.scope.function.ownArguments = true
	}
	a.use(id, b)
	return b
}

// use records the reference in every function that it leaves.
func (a *analysis) use(id *ast.Identifier, b *binding) {
	depth := -1
	if b.scope != nil && b.scope.function != nil {
		depth = b.scope.function.depth
	}
	for f := a.function; f != nil && f != a.top && f.depth > depth; f = f.parent {
		f.free = append(f.free, reference{id, b})
	}
}

func (a *analysis) exprs(list []ast.Expression) {
	for i := range list {
		a.expr(&list[i])
	}
}

func (a *analysis) expr(slot *ast.Expression) {
	switch n := (*slot).(type) {
	case nil:
	case *ast.ArrayLiteral:
		a.exprs(n.Value)
	case *ast.ArrayPattern, *ast.ObjectPattern:
		a.pattern(n, true)
	case *ast.ArrowFunctionLiteral:
		if !a.behaviorElsewhere(n) {
			a.arrow(n)
		}
	case *ast.AssignExpression:
		switch left := n.Left.(type) {
		case *ast.Identifier:
			a.named(left, n.Right)
			a.pattern(left, true)
		case *ast.ArrayPattern, *ast.ObjectPattern:
			a.pattern(left, true)
		default:
			a.expr(&n.Left)
		}
		a.growing(n.Operator, &n.Right)
	case *ast.AwaitExpression:
		a.expr(&n.Argument)
	case *ast.BinaryExpression:
		a.binary(n)
	case *ast.BracketExpression:
		a.expr(&n.Left)
		a.expr(&n.Member)
	case *ast.CallExpression:
		for _, argument := range n.ArgumentList {
			a.plain[argument] = true // a callback
		}
		a.call(slot, n)
	case *ast.ClassLiteral:
		a.class(n)
	case *ast.ConditionalExpression:
		a.expr(&n.Test)
		a.expr(&n.Consequent)
		a.expr(&n.Alternate)
	case *ast.DotExpression:
		if !a.importedName(slot, n) {
			a.expr(&n.Left)
		}
	case *ast.FunctionLiteral:
		if !a.behaviorElsewhere(n) {
			a.functionLiteral(n, true)
		}
	case *ast.Identifier:
		b := a.reference(n)
		if b.namespace {
			a.usesNamespace, a.wholeLibrary = true, true
		}
		if b.imports != nil {
			b.imports.Whole = true
		}
	case *ast.NewExpression:
		a.expr(&n.Callee)
		if id, ok := n.Callee.(*ast.Identifier); ok && len(n.ArgumentList) > 0 && takesAll(id.Name.String()) && a.scope.lookup(id.Name.String()) == nil {
			a.argument(&n.ArgumentList[0], at(n.LeftParenthesis)+1)
			a.exprs(n.ArgumentList[1:])
			break
		}
		a.exprs(n.ArgumentList)
	case *ast.ObjectLiteral:
		a.object(n)
	case *ast.Optional:
		a.expr(&n.Expression)
	case *ast.OptionalChain:
		a.expr(&n.Expression)
	case *ast.PrivateDotExpression:
		a.expr(&n.Left)
	case *ast.RegExpLiteral:
		unknown := strings.ContainsAny(n.Flags, "dv") || strings.Contains(n.Flags, "u") && usesProperties(n.Pattern)
		if unknown && a.foreign {
			start := at(n.Idx)
			a.replace(start, a.endOf(n)-start, "(()=>{throw new SyntaxError(\"regular expressions with the flags d and v, and \\\\p{…}, are not supported\")})()", start)
			break
		}
		if strings.Contains(n.Flags, "u") && usesProperties(n.Pattern) {
			a.problems = append(a.problems, problem(circuit.CodeUnsupportedSyntax,
				`the interpreter does not support \p{…} in regular expressions; write the ranges of characters, such as [a-z]`).
				At(a.place(at(n.Idx))))
		}
		if strings.ContainsAny(n.Flags, "dv") {
			a.problems = append(a.problems, problem(circuit.CodeUnsupportedSyntax,
				"the interpreter does not support the flags d and v of regular expressions; write the pattern without them").
				At(a.place(at(n.Idx))))
		}
	case *ast.SequenceExpression:
		a.exprs(n.Sequence)
	case *ast.SpreadElement:
		a.spread(&n.Expression)
	case *ast.TemplateLiteral:
		a.expr(&n.Tag)
		a.exprs(n.Expressions)
	case *ast.ThisExpression, *ast.SuperExpression:
		for f := a.function; f != nil; f = f.parent {
			f.ownThis = true
			if !f.arrow {
				break
			}
		}
	case *ast.UnaryExpression:
		if id, ok := n.Operand.(*ast.Identifier); ok && (n.Operator == token.INCREMENT || n.Operator == token.DECREMENT) {
			a.reference(id).writes++
			return
		}
		a.expr(&n.Operand)
	case *ast.YieldExpression:
		a.expr(&n.Argument)
	}
}

// binary walks the left spine in a loop: long sums are left-deep.
func (a *analysis) binary(n *ast.BinaryExpression) {
	var spine []*ast.BinaryExpression
	for {
		spine = append(spine, n)
		left, ok := n.Left.(*ast.BinaryExpression)
		if !ok {
			break
		}
		n = left
	}
	a.expr(&n.Left)
	for i := len(spine) - 1; i >= 0; i-- {
		a.growing(spine[i].Operator, &spine[i].Right)
	}
}

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
			if !a.behavior(p) {
				a.namedByKey(p.Key, p.Computed, p.Value)
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

func (a *analysis) class(n *ast.ClassLiteral) {
	a.push()
	if n.Name != nil {
		a.scope.declare(n.Name.Name.String(), constBinding, at(n.Name.Idx))
	}
	a.expr(&n.SuperClass)
	for _, element := range n.Body {
		switch e := element.(type) {
		case *ast.FieldDefinition:
			if e.Computed {
				a.expr(&e.Key)
			}
			if e.Initializer != nil {
				if namesItself(e.Initializer) {
					a.namedByKey(e.Key, e.Computed, e.Initializer)
					a.expr(&e.Initializer)
				} else {
					a.checkedExpression(&e.Initializer, a.afterParentheses(a.endOf(e.Initializer)), at(e.Idx))
				}
			}
		case *ast.MethodDefinition:
			if e.Computed {
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
	a.function = &functionScope{parent: outer, depth: depth, node: node, arrow: arrow}
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

func (a *analysis) place(cleanOffset int) circuit.Place { return a.script.placeOfClean(cleanOffset) }
