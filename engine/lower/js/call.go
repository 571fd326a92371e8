package js

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/lower/loop"
	"simten.dev/engine/source"
)

func (l *Lowering) call(e *ast.CallExpression, s *domain.State, sc *domain.Scope) domain.Value {
	if copied, ok := l.CopiedByText(e, s, sc); ok {
		return l.TextCopy(l.Expression(copied, s, sc), s)
	}
	var callee domain.Value
	switch method := e.Callee.(type) {
	case *ast.SuperExpression:
		return l.callSuper(e, s, sc)
	case *ast.DotExpression:
		if _, super := method.Left.(*ast.SuperExpression); super {
			callee = l.bound(l.ofSuper(method.Identifier.Name.String(), s), l.This, "", s)
			break
		}
		o, name := l.Expression(method.Left, s, sc), domain.ConstString{S: method.Identifier.Name.String()}
		o, ok := l.coercible(o, func() domain.Value { return l.cannotRead(name, "' of undefined or null") }, lastPlace(method.Left, method.Idx0()), s)
		if !ok {
			return domain.UndefinedValue{}
		}
		callee = l.bound(l.Property(o, name, s), o, name.S, s)
	case *ast.PrivateDotExpression:
		o := l.Expression(method.Left, s, sc)
		name := source.PrivateName(method.Identifier.Name.String())
		callee = l.bound(l.Property(o, domain.ConstString{S: name}, s), o, name, s)
	case *ast.BracketExpression:
		o := l.Expression(method.Left, s, sc)
		name := l.Expression(method.Member, s, sc)
		rest := "' of undefined"
		if _, text := method.Member.(*ast.StringLiteral); text { // compiled like a dot and a name
			rest += " or null"
		}
		o, ok := l.coercible(o, func() domain.Value { return l.cannotRead(name, rest) }, lastPlace(method.Member, lastPlace(method.Left, method.Idx0())), s)
		if !ok {
			return domain.UndefinedValue{}
		}
		text, _ := domain.ConstantKey(name)
		callee = l.bound(l.Property(o, name, s), o, text, s)
	default:
		callee = l.Expression(e.Callee, s, sc)
	}
	if _, isObject := callee.(domain.RefusedValue); isObject {
		l.Use(callee)
	}
	args, bits := l.spread(e.ArgumentList, s, sc)
	return l.ApplySparse(l.callable(callee, e.Callee, s), args, bits, s)
}

// callable is what a call calls. Where that is sometimes missing, as an entry of a table of functions under an index
// that is too large, the path on which it is ends with the exception that JavaScript throws.
func (l *Lowering) callable(callee domain.Value, e ast.Expression, s *domain.State) domain.Value {
	if _, ok := callee.(domain.ChoiceValue); !ok {
		return callee
	}
	missing := l.Undefined(callee)
	if _, known := l.ConstBool(missing); known {
		return callee
	}
	switch n := e.(type) {
	case *ast.BracketExpression:
		l.throwWhen(missing, "TypeError: Object has no member ''", n.RightBracket, s)
	case *ast.DotExpression:
		l.throwWhen(missing, "TypeError: Object has no member '"+n.Identifier.Name.String()+"'", n.Identifier.Idx, s)
	case *ast.Identifier:
		l.throwWhen(missing, "TypeError: Not a function: undefined", n.Idx, s)
	default:
		return callee
	}
	return l.NotUndefined(callee)
}

// Invoke runs the body of a function in place. A refusal in it has its place in the function's file.
func (l *Lowering) invoke(c *domain.Closure, args []domain.Value, s *domain.State) domain.Value {
	own, this, home, yielded := l.Own, l.This, l.Home, l.Yielded
	l.Own, l.This, l.Home, l.Yielded = capture.TextOf(c).Own, c.This, c.Home, nil
	v := l.invokeHere(c, args, s)
	l.Own, l.This, l.Home, l.Yielded = own, this, home, yielded
	return v
}

func (l *Lowering) invokeHere(c *domain.Closure, args []domain.Value, s *domain.State) domain.Value {
	if c.Given != nil {
		args = slices.Concat(c.Given, args)
	}
	l.Met.Calls = max(l.Met.Calls, l.Calls)
	if l.Doubts != nil && l.Calls >= min(l.Doubts.Rounds, facts.MaxDoubtedCalls) {
		l.Assume(l.B.Uint(1, 1), s)
		return l.Integer(0) // it does not matter what
	}
	if l.Calls++; l.Calls > maxCalls {
		panic(domain.Refuse("a function that calls itself more than %d deep", maxCalls))
	}
	defer func() { l.Calls-- }()
	l.Spend(1)
	mark, thrown, variables, closures := l.Mark(), len(l.Throws)+l.Thrown, l.CellCount, l.Closures
	t := l.Enter(s, domain.JumpTarget{Call: true})
	defer l.Exit(t, s)
	sc := domain.NewScope(c.Scope)
	var parameters *ast.ParameterList
	var declarations []*ast.VariableDeclaration
	var body []ast.Statement
	var single ast.Expression
	var finish func(args []domain.Value, s *domain.State) domain.Value // of a generator
	switch n := capture.TextOf(c).Node.(type) {
	case *ast.FunctionLiteral:
		if n.Async {
			panic(domain.Refuse("an async function"))
		}
		if n.Generator {
			finish = l.generate(c, s)
		}
		if n.Name != nil {
			l.Declare(s, sc, n.Name.Name.String(), domain.FuncValue{F: c})
			sc = domain.NewScope(sc)
		}
		parameters, declarations, body = n.ParameterList, n.DeclarationList, n.Body.List
	case *ast.ArrowFunctionLiteral:
		parameters, declarations = n.ParameterList, n.DeclarationList
		switch b := n.Body.(type) {
		case *ast.ExpressionBody:
			single = b.Expression
		case *ast.BlockStatement:
			body = b.List
		}
	}
	l.bindParameters(capture.TextOf(c).Node.Idx0(), parameters, args, s, sc)
	for _, d := range declarations {
		for _, b := range d.List {
			loop.EachName(b.Target, func(name string) {
				if _, ok := sc.Names[name]; ok && closures != l.Closures {
					panic(domain.Refuse("the variable '%s' has the name of a parameter that a function in the list of parameters may see", name))
				} else if !ok {
					l.Declare(s, sc, name, domain.UndefinedValue{})
				}
			})
		}
	}
	if single != nil {
		v := l.Expression(single, s, sc)
		l.Release(mark, &loop.Flow{Next: s})
		return v
	}
	f := l.block(body, s, sc)
	if f.Next != nil {
		f.Returns = append(f.Returns, domain.Exit{S: f.Next, V: domain.UndefinedValue{}})
	}
	if len(f.Returns) == 0 {
		if len(l.Throws)+l.Thrown == thrown {
			panic(domain.Refuse("a function that never returns"))
		}
		f.Returns = append(f.Returns, domain.Exit{S: s, V: domain.UndefinedValue{}}) // it throws, and what follows does not matter
	}
	if l.Calls == 1 || closures == l.Closures { // nobody reads its variables any more
		for _, r := range f.Returns {
			r.S.Cells = r.S.Cells[:min(variables, len(r.S.Cells))]
		}
	}
	last := len(f.Returns) - 1
	end, v := f.Returns[last].S, f.Returns[last].V
	for i := last - 1; i >= 0; i-- {
		r := f.Returns[i]
		cond := r.S.Cond
		end = l.Merge(cond, r.S, end)
		v = l.Unify(l.Choose(cond, r.V, v), end)
	}
	s.Cells, s.Heap, s.Found = end.Cells, end.Heap, end.Found
	l.Release(mark, &loop.Flow{Next: s})
	if finish != nil {
		return finish(args, s)
	}
	return v
}

// bindParameters gives the parameters of a function, which begins at a place, their values.
func (l *Lowering) bindParameters(function file.Idx, p *ast.ParameterList, args []domain.Value, s *domain.State, sc *domain.Scope) {
	if p == nil {
		return
	}
	for _, b := range p.List {
		l.HoistTarget(b.Target, s, sc, false)
	}
	for i, b := range p.List {
		var v domain.Value = domain.UndefinedValue{}
		if i < len(args) {
			v = args[i]
		}
		l.CameBy = function
		l.assignTarget(b.Target, l.withDefault(v, b.Initializer, s, sc), s, sc, true)
	}
	if p.Rest != nil {
		rest := slices.Clone(args[min(len(args), len(p.List)):])
		l.assignTarget(p.Rest, domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: rest})}, s, sc, true)
	}
}

func (l *Lowering) construct(e *ast.NewExpression, s *domain.State, sc *domain.Scope) domain.Value {
	made := l.Expression(e.Callee, s, sc)
	args := l.allThere(l.spread(e.ArgumentList, s, sc))
	if class, ok := made.(*domain.ClassValue); ok {
		return l.instantiate(class, args, s)
	}
	callee, ok := made.(domain.BuiltinValue)
	if ok && callee.Name == "Map" && len(args) == 1 {
		if m, ok := args[0].(domain.MemoryValue); ok { // a copy, which onTick may return
			return l.CopyOf(m, s)
		}
	}
	if ok && (callee.Name == "Map" || callee.Name == "Set") {
		return l.NewSet(callee.Name == "Map", args, s)
	}
	if ok && callee.Name == "Array" {
		return l.Builtin(callee, args, s)
	}
	if e, typed := domain.TypedArrays[callee.Name]; ok && typed {
		return l.NewTyped(e, args, s)
	}
	panic(domain.Refuse("new of this class"))
}

const maxCalls = 64 // nested calls of helper functions
