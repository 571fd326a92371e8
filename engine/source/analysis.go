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
	fields    map[*ast.ClassLiteral]*functionScope // what computes the fields of instances
	wrapped   []*Function
	listed    map[*ast.Identifier]bool     // names whose properties are listed, as by Object.keys
	plain     map[ast.Expression]bool      // functions that are no behaviour: callbacks, connect
	kinds     map[ast.Expression]string    // functions that a value of eval or onTick chooses from
	given     map[ast.Expression]bool      // functions that are kept in a list or object, or given by another function
	spaces    map[ast.Expression]bool      // functions with the body of a namespace
	declared  map[ast.Expression]*Function // behaviours that are declared by statements
	behaviors map[string]bool              // names that stand as a value of eval or onTick; nil until asked for
	nameFor   map[ast.Expression]string    // the name that a function literal takes from a variable
	keyFor    map[ast.Expression]key       // the keys that name function literals
	usesKeys  bool                         // some of them are computed
	calls     []pendingCall
	problems  []circuit.Diagnostic
	rewrites  []func() // changes to the AST that must wait until all edits are placed

	// foreign says that the text is a bundle of packages: its functions are not marked, and what could not run is
	// replaced by code that throws, since most of it never does.
	foreign bool
	exports string // the free name that a bundle calls with its exports

	usesModules   bool                             // the script imports modules of the host
	usesNamespace bool                             // the script needs the import object
	inBehavior    int                              // how many eval and onTick functions are around
	wholeLibrary  bool                             // … with every name
	usedNames     map[string]bool                  // … with these names
	symbols       map[*ast.MethodDefinition]string // methods whose names are symbols of the language, by SymbolName
}

// hiddenNames are the names of the text put around and into the user's code; none of them occurs
// in it, so it can neither read nor write them.
type hiddenNames struct{ fuel, grant, trace, refill, function, namespace, index, bound, made, value, packages, module, exports, key string }

func chooseNames(clean string) hiddenNames {
	prefix := "$"
	for n := 0; ; n++ {
		prefix = "$" + itoa(n)
		if !strings.Contains(clean, prefix) {
			break
		}
	}
	return hiddenNames{fuel: prefix + "F", grant: prefix + "G", trace: prefix + "T", refill: prefix + "R", function: prefix + "H", namespace: prefix + "N", index: prefix + "I", bound: prefix + "B", made: prefix + "A", value: prefix + "V", packages: prefix + "P", module: prefix + "M", exports: prefix + "E", key: prefix + "K"}
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
		fields:    map[*ast.ClassLiteral]*functionScope{},
		plain:     map[ast.Expression]bool{},
		listed:    map[*ast.Identifier]bool{},
		nameFor:   map[ast.Expression]string{},
		keyFor:    map[ast.Expression]key{},
		kinds:     map[ast.Expression]string{},
		given:     map[ast.Expression]bool{},
		spaces:    map[ast.Expression]bool{},
		declared:  map[ast.Expression]*Function{},
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

// bindings walks declarators whose names are declared already.
func (a *analysis) bindings(list []*ast.Binding) {
	for _, b := range list {
		a.pattern(b.Target, false)
		a.noteBuiltIns(b)
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

// keyed notes the key under which a function literal stands in an object, when it is none that can be written behind a
// dot.
func (a *analysis) keyed(p *ast.PropertyKeyed) {
	switch p.Value.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
	default:
		return
	}
	if p.Kind != ast.PropertyKindValue || a.foreign || a.nameFor[p.Value] != "" {
		return
	}
	start, literal := at(p.Key.Idx0()), ""
	switch k := p.Key.(type) {
	case *ast.StringLiteral:
		literal = k.Literal
	case *ast.NumberLiteral:
		literal = k.Literal
	}
	switch {
	case literal != "" && strings.HasPrefix(a.clean[start:], literal):
		a.keyFor[p.Value] = key{text: literal, computed: p.Computed}
	case p.Computed:
		for start > 0 && a.clean[start-1] == '(' {
			start--
		}
		if start > 0 && a.clean[start-1] == '[' {
			a.keyFor[p.Value] = key{text: a.names.value, computed: true, bracket: start}
		}
	}
}

// key is what a function literal is named by.
type key struct {
	text     string
	computed bool // it stands in brackets
	bracket  int  // 1 + offset of the bracket before a key that is no literal, whose value is kept under text
}

// aroundKeyed gives what keeps the key's name around a function literal that is wrapped: ["a b"]: H(1, {["a b"]: …}["a
// b"], …).
func (a *analysis) aroundKeyed(k key, start int) (head, tail string) {
	if k.text == "" {
		return "", ""
	}
	if k.bracket > 0 {
		end := start - len("]:")
		if !strings.HasPrefix(a.clean[end:], "]:") {
			return "", ""
		}
		a.usesKeys = true
		a.replace(k.bracket-1, 1, "["+a.names.value+"="+a.names.key+"(", k.bracket-1)
		a.replace(end, 1, ")]", end)
	}
	if k.computed {
		return "{[" + k.text + "]:", "}[" + k.text + "]"
	}
	return "{" + k.text + ":", "}[" + k.text + "]"
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
			a.altered(target)
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
		for _, item := range n.Value {
			a.kept(item)
		}
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
			a.altered(n.Left)
			a.expr(&n.Left)
			if _, property := n.Left.(*ast.DotExpression); property && a.inSpace() || a.atTop() && a.loops == 0 {
				a.kept(n.Right)
			}
		}
		a.growing(n.Operator, n.Left, &n.Right)
	case *ast.AwaitExpression:
		a.expr(&n.Argument)
	case *ast.BinaryExpression:
		a.binary(n)
	case *ast.BracketExpression:
		a.owner(&n.Left)
		a.expr(&n.Member)
	case *ast.CallExpression:
		if id := a.spaceOf(n); id != nil {
			defer func() { a.scope.lookup(id.Name.String()).spaces++ }()
		}
		for _, argument := range n.ArgumentList {
			if a.atTop() && a.loops == 0 { // made once: it may be given to a function that makes another one of it
				a.kept(argument)
			} else {
				a.plain[argument] = true // a callback
			}
		}
		a.methodCalled(n)
		a.call(slot, n)
	case *ast.ClassLiteral:
		a.class(n, true)
	case *ast.ConditionalExpression:
		a.expr(&n.Test)
		a.expr(&n.Consequent)
		a.expr(&n.Alternate)
	case *ast.DotExpression:
		if !a.importedName(slot, n) {
			a.owner(&n.Left)
		}
	case *ast.FunctionLiteral:
		if !a.behaviorElsewhere(n) {
			a.functionLiteral(n, true)
		}
	case *ast.Identifier:
		a.identifier(n, false)
	case *ast.NewExpression:
		if a.atTop() && a.loops == 0 { // an object that keeps them
			for _, argument := range n.ArgumentList {
				a.kept(argument)
			}
		}
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
				`the interpreter does not support \p{…} in regular expressions (ES2018); write the ranges of characters, such as [a-z]`).
				At(a.place(at(n.Idx))))
		}
		if strings.ContainsAny(n.Flags, "dv") {
			a.problems = append(a.problems, problem(circuit.CodeUnsupportedSyntax,
				"the interpreter does not support the flags d and v of regular expressions (ES2022, ES2024); write the pattern without them").
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
		if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT || n.Operator == token.DELETE {
			a.altered(n.Operand)
		}
		a.expr(&n.Operand)
	case *ast.YieldExpression:
		a.expr(&n.Argument)
	}
}

// binary walks the left spine in a loop: long sums are left-deep.
func (a *analysis) binary(n *ast.BinaryExpression) {
	var spine []*ast.BinaryExpression
	var closings []operandSpan
	for {
		closings = append(closings, a.leftFirst(n)...)
		spine = append(spine, n)
		left, ok := n.Left.(*ast.BinaryExpression)
		if !ok {
			break
		}
		n = left
	}
	a.expr(&n.Left)
	for i := len(spine) - 1; i >= 0; i-- {
		a.growing(spine[i].Operator, spine[i].Left, &spine[i].Right)
	}
	for _, c := range closings {
		a.insert(c.end, ")", c.start, closing)
	}
}

func (a *analysis) place(cleanOffset int) circuit.Place { return a.script.placeOfClean(cleanOffset) }
