package lower

import (
	"math/big"
	"slices"
	"unicode/utf16"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// expression runs an expression in state s, which it may change.
func (l *lowering) expression(e ast.Expression, s *state, sc *scope) value {
	l.spend(1)
	at := l.at
	l.at = e.Idx0()
	v := l.evaluate(e, s, sc)
	l.at = at
	return v
}

func (l *lowering) evaluate(e ast.Expression, s *state, sc *scope) value {
	switch e := e.(type) {
	case *ast.Identifier:
		return l.identifier(e, s, sc)
	case *ast.NumberLiteral:
		return l.numberLiteral(e)
	case *ast.BooleanLiteral:
		return l.truth(e.Value)
	case *ast.StringLiteral:
		return constString{e.Value.String()}
	case *ast.NullLiteral:
		return nullValue{}
	case *ast.TemplateLiteral:
		return l.template(e, s, sc)
	case *ast.BinaryExpression:
		return l.binaryExpression(e, s, sc)
	case *ast.UnaryExpression:
		return l.unaryExpression(e, s, sc)
	case *ast.ConditionalExpression:
		v, test := l.condition(e.Test, s, sc)
		return l.alternatives(l.truthy(v), s,
			func(s *state) value { l.refine(test, true, s, sc); return l.expression(e.Consequent, s, sc) },
			func(s *state) value { l.refine(test, false, s, sc); return l.expression(e.Alternate, s, sc) })
	case *ast.AssignExpression:
		return l.assignment(e, s, sc)
	case *ast.SequenceExpression:
		var v value = undefinedValue{}
		for _, part := range e.Sequence {
			v = l.expression(part, s, sc)
		}
		return v
	case *ast.ObjectLiteral:
		return l.objectLiteral(e, s, sc)
	case *ast.ArrayLiteral:
		return refValue{l.alloc(s, l.maskedArray(l.spread(e.Value, s, sc)))}
	case *ast.DotExpression:
		if _, super := e.Left.(*ast.SuperExpression); super {
			return l.ofSuper(e.Identifier.Name.String(), s)
		}
		o := l.expression(e.Left, s, sc)
		v := l.readMember(o, constString{e.Identifier.Name.String()}, e.Identifier.Idx, s)
		l.hasBeenRead(e.Left, o, s, sc)
		return v
	case *ast.PrivateDotExpression:
		return l.property(l.expression(e.Left, s, sc), constString{source.PrivateName(e.Identifier.Name.String())}, s)
	case *ast.BracketExpression:
		o := l.expression(e.Left, s, sc)
		v := l.readMember(o, l.expression(e.Member, s, sc), e.LeftBracket, s)
		l.hasBeenRead(e.Left, o, s, sc)
		return v
	case *ast.OptionalChain:
		v, ended := l.chain(e.Expression, s, sc)
		return l.choose(ended, undefinedValue{}, v)
	case *ast.CallExpression:
		return l.call(e, s, sc)
	case *ast.NewExpression:
		return l.construct(e, s, sc)
	case *ast.ArrowFunctionLiteral:
		if e.Async {
			panic(refuse("an async function"))
		}
		l.closures++
		return funcValue{&closure{node: e, scope: sc, own: l.own, this: l.this, home: l.home}}
	case *ast.FunctionLiteral:
		if e.Async || e.Generator {
			panic(refuse("an async function or generator in a lambda; write a generator beside it"))
		}
		l.closures++
		return funcValue{&closure{node: e, scope: sc, own: l.own}}
	case *ast.RegExpLiteral:
		panic(refuse("a regular expression"))
	case *ast.ThisExpression:
		if l.this == nil {
			panic(refuse("the word this"))
		}
		return l.use(l.this)
	case *ast.YieldExpression:
		return l.yield(e, s, sc)
	case *ast.AwaitExpression:
		panic(refuse("await"))
	}
	panic(refuse("this kind of expression"))
}

// chain runs an optional chain; ended is one bit: it met undefined or null, and v does not matter.
func (l *lowering) chain(e ast.Expression, s *state, sc *scope) (v value, ended word.ID) {
	switch e := e.(type) {
	case *ast.Optional:
		v, ended = l.chain(e.Expression, s, sc)
		return l.defined(v), l.b.Or(ended, l.nothing(v))
	case *ast.DotExpression:
		o, ended := l.chain(e.Left, s, sc)
		return l.unlessEnded(ended, s, func(s *state) value {
			return l.property(o, constString{e.Identifier.Name.String()}, s)
		}), ended
	case *ast.BracketExpression:
		o, ended := l.chain(e.Left, s, sc)
		return l.unlessEnded(ended, s, func(s *state) value {
			return l.property(o, l.expression(e.Member, s, sc), s)
		}), ended
	case *ast.CallExpression:
		callee, ended := l.chainCallee(e.Callee, s, sc)
		return l.unlessEnded(ended, s, func(s *state) value {
			args, bits := l.spread(e.ArgumentList, s, sc)
			return l.applySparse(callee, args, bits, s)
		}), ended
	}
	return l.expression(e, s, sc), l.b.Uint(0, 1)
}

// chainCallee is chain of what a call calls: a method gets its this.
func (l *lowering) chainCallee(e ast.Expression, s *state, sc *scope) (v value, ended word.ID) {
	var left, name ast.Expression
	switch e := e.(type) {
	case *ast.Optional:
		v, ended = l.chainCallee(e.Expression, s, sc)
		return l.defined(v), l.b.Or(ended, l.nothing(v))
	case *ast.DotExpression:
		left, name = e.Left, &ast.StringLiteral{Idx: e.Identifier.Idx, Value: e.Identifier.Name}
	case *ast.BracketExpression:
		left, name = e.Left, e.Member
	default:
		return l.chain(e, s, sc)
	}
	o, ended := l.chain(left, s, sc)
	return l.unlessEnded(ended, s, func(s *state) value {
		key := l.expression(name, s, sc)
		text, _ := constantKey(key)
		return l.bound(l.property(o, key, s), o, text, s)
	}), ended
}

// unlessEnded runs a link of a chain where it is reached.
func (l *lowering) unlessEnded(ended word.ID, s *state, f func(*state) value) value {
	var v value = undefinedValue{}
	l.alternatives(ended, s, func(*state) value { return undefinedValue{} }, func(s *state) value {
		v = f(s)
		return v
	})
	return v
}

func (l *lowering) numberLiteral(e *ast.NumberLiteral) value {
	switch n := e.Value.(type) {
	case int64:
		return l.constantNumber(float64(n))
	case float64:
		return l.constantNumber(n)
	case *big.Int:
		return l.bigint(n)
	}
	panic(refuse("the number %s", e.Literal))
}

// stringToNumber is ToNumber of a text, as the interpreter has it.
func (l *lowering) stringToNumber(text string) value {
	return l.constantNumber(goja.StringFromUTF16(utf16.Encode([]rune(text))).ToNumber().ToFloat())
}

// plainNumber tells texts that may be decimal numbers.
func plainNumber(text string) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return true
}

func (l *lowering) template(e *ast.TemplateLiteral, s *state, sc *scope) value {
	if e.Tag != nil {
		panic(refuse("a tagged template"))
	}
	var text value = constString{""}
	for i, part := range e.Elements {
		text = l.concatenate(text, constString{part.Parsed.String()})
		if i < len(e.Expressions) {
			text = l.concatenate(text, l.expression(e.Expressions[i], s, sc))
		}
	}
	return text
}

func (l *lowering) identifier(e *ast.Identifier, s *state, sc *scope) value {
	name := e.Name.String()
	if c, ok := sc.find(name); ok {
		return l.use(s.valueOf(c))
	}
	return l.outside(e)
}

// use refuses values that must not be touched.
func (l *lowering) use(v value) value {
	if r, ok := v.(refusedValue); ok {
		panic(refusal{reason: r.reason})
	}
	return v
}

// spread runs the elements of an array literal or argument list. The bits say which of them are there.
func (l *lowering) spread(list []ast.Expression, s *state, sc *scope) (items []value, bits []word.ID) {
	items, bits = make([]value, 0, len(list)), make([]word.ID, 0, len(list))
	for _, e := range list {
		if e == nil {
			panic(refuse("an array with holes"))
		}
		if sp, ok := e.(*ast.SpreadElement); ok {
			list := l.iterable(l.expression(sp.Expression, s, sc), lastPlace(sp.Expression, e.Idx0()), s)
			items, bits = l.appendSparse(items, bits, list, s)
			continue
		}
		items, bits = append(items, l.expression(e, s, sc)), append(bits, l.b.Uint(1, 1))
	}
	return items, bits
}

// allThere refuses a list of which not all items are surely there.
func (l *lowering) allThere(items []value, bits []word.ID) []value {
	if slices.ContainsFunc(bits, func(b word.ID) bool { return !l.isTrue(b) }) {
		panic(refuse("an array whose length depends on values"))
	}
	return items
}

// iterable is a value that is gone through. Where it is undefined or null, the path ends with a TypeError.
func (l *lowering) iterable(v value, at file.Idx, s *state) value {
	v, ok := l.coercible(v, func() value { return constString{"Cannot convert undefined or null to object"} }, at, s)
	if !ok {
		return refValue{l.alloc(s, &object{array: true})}
	}
	v = l.iterated(v, s)
	l.goThrough(v, s)
	return v
}

// iterated is what instances of a class that says how they are gone through give for that, and other values themselves.
func (l *lowering) iterated(v value, s *state) value {
	name := source.SymbolName("iterator")
	class, ok := l.commonClass(v, name, s)
	if !ok || class == nil {
		return v
	}
	if m, there := class.methods[name]; !there || m.getter {
		return v
	}
	return l.invoke(class.methods[name].with(v), nil, s)
}

// firstItems lists what a pattern takes of a list. When it takes no rest, lists of different lengths will do.
func (l *lowering) firstItems(v value, t *ast.ArrayPattern, s *state) []value {
	if o, ok := l.masked(v, s); ok && t.Rest == nil {
		items := make([]value, len(t.Elements))
		for i := range items {
			items[i] = l.maskedItem(o, l.integer(int64(i)))
		}
		return items
	}
	c, ok := v.(choiceValue)
	if !ok || t.Rest != nil {
		return l.iterate(v, s)
	}
	n := len(t.Elements)
	first := func(v value) []value {
		items := l.firstItems(v, t, s)
		for len(items) < n {
			items = append(items, undefinedValue{})
		}
		return items[:n]
	}
	if c.sel != nil {
		return l.itemsOf(c.sel, first)
	}
	x, y := first(c.a), first(c.b)
	for i := range x {
		x[i] = l.choose(c.cond, x[i], y[i])
	}
	return x
}

// iterate lists what for … of would give.
func (l *lowering) iterate(v value, s *state) []value {
	switch x := v.(type) {
	case refValue:
		o := l.object(s, x.object)
		if o.checkLists(s); o.present != nil {
			panic(refuse("an array whose length depends on values"))
		} else if o.array {
			return slices.Clone(o.items)
		}
	case constantValue:
		if x.c.array {
			items := make([]value, len(x.c.items))
			for i := range items {
				items[i] = l.constantItem(x.c, i)
			}
			return items
		}
	case setValue:
		if o := l.entries(x, x.values != noValues, s); o.present == nil {
			return slices.Clone(o.items)
		}
		panic(refuse("a Map or Set whose size depends on values"))
	case collectionValue:
		return l.knownEntries(x, s)
	case constString:
		var items []value
		for _, r := range x.s {
			items = append(items, constString{string(r)})
		}
		return items
	}
	if c, ok := v.(choiceValue); ok && c.sel != nil {
		return l.itemsOf(c.sel, func(v value) []value { return l.iterate(v, s) })
	}
	if c, ok := v.(choiceValue); ok {
		x, y := l.iterate(c.a, s), l.iterate(c.b, s)
		if len(x) != len(y) {
			panic(refuse("an array whose length depends on values"))
		}
		for i := range x {
			x[i] = l.choose(c.cond, x[i], y[i])
		}
		return x
	}
	switch v.(type) {
	case memoryValue, cellsValue:
		if o, _ := l.arrayOf(v, s); o.present == nil {
			return o.items
		}
		panic(refuse("an array of the cells of a memory, whose length depends on which of them were written"))
	}
	panic(refuse("iterating over something that is not an array"))
}

// maxAlternatives bounds arrays built in the lambda that are indexed by a value.
const maxAlternatives = 1024
