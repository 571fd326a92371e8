package lower

import (
	"math"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

func (l *lowering) call(e *ast.CallExpression, s *state, sc *scope) value {
	if copied, ok := l.copiedByText(e, s, sc); ok {
		return l.textCopy(l.expression(copied, s, sc), s)
	}
	var callee value
	switch method := e.Callee.(type) {
	case *ast.SuperExpression:
		return l.callSuper(e, s, sc)
	case *ast.DotExpression:
		if _, super := method.Left.(*ast.SuperExpression); super {
			callee = l.bound(l.ofSuper(method.Identifier.Name.String(), s), l.this, "", s)
			break
		}
		o, name := l.expression(method.Left, s, sc), constString{method.Identifier.Name.String()}
		o, ok := l.coercible(o, func() value { return l.cannotRead(name, "' of undefined or null") }, lastPlace(method.Left, method.Idx0()), s)
		if !ok {
			return undefinedValue{}
		}
		callee = l.bound(l.property(o, name, s), o, name.s, s)
	case *ast.PrivateDotExpression:
		o := l.expression(method.Left, s, sc)
		name := source.PrivateName(method.Identifier.Name.String())
		callee = l.bound(l.property(o, constString{name}, s), o, name, s)
	case *ast.BracketExpression:
		o := l.expression(method.Left, s, sc)
		name := l.expression(method.Member, s, sc)
		rest := "' of undefined"
		if _, text := method.Member.(*ast.StringLiteral); text { // compiled like a dot and a name
			rest += " or null"
		}
		o, ok := l.coercible(o, func() value { return l.cannotRead(name, rest) }, lastPlace(method.Member, lastPlace(method.Left, method.Idx0())), s)
		if !ok {
			return undefinedValue{}
		}
		text, _ := constantKey(name)
		callee = l.bound(l.property(o, name, s), o, text, s)
	default:
		callee = l.expression(e.Callee, s, sc)
	}
	if _, isObject := callee.(refusedValue); isObject {
		l.use(callee)
	}
	args, bits := l.spread(e.ArgumentList, s, sc)
	return l.applySparse(l.callable(callee, e.Callee, s), args, bits, s)
}

// applySparse calls a function with those arguments whose bits are 1.
func (l *lowering) applySparse(callee value, args []value, bits []word.ID, s *state) value {
	all := l.maskedArray(args, bits)
	if all.present == nil {
		return l.apply(callee, all.items, s)
	}
	f, builtin := callee.(builtinValue)
	switch {
	case builtin && (f.name == "Math.max" || f.name == "Math.min"):
		return l.extremeOf(f.name == "Math.max", all.items, all.present)
	case builtin && f.name == "Array.push":
		if r, ok := f.this.(refValue); ok {
			return l.append(r, all, s)
		}
	}
	if c, ok := callee.(choiceValue); ok {
		return l.alternatives(c.cond, s,
			func(s *state) value { return l.applySparse(c.a, args, bits, s) },
			func(s *state) value { return l.applySparse(c.b, args, bits, s) })
	}
	panic(refuse("a call with an array whose length depends on values"))
}

// callable is what a call calls. Where that is sometimes missing, as an entry of a table of functions under an index
// that is too large, the path on which it is ends with the exception that JavaScript throws.
func (l *lowering) callable(callee value, e ast.Expression, s *state) value {
	if _, ok := callee.(choiceValue); !ok {
		return callee
	}
	missing := l.undefined(callee)
	if _, known := l.constBool(missing); known {
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
	return l.notUndefined(callee)
}

// apply calls a function with arguments.
func (l *lowering) apply(callee value, args []value, s *state) value {
	switch f := callee.(type) {
	case funcValue:
		return l.invoke(f.f, args, s)
	case builtinValue:
		return l.builtin(f, args, s)
	case choiceValue:
		return l.alternatives(f.cond, s,
			func(s *state) value { return l.apply(f.a, args, s) },
			func(s *state) value { return l.apply(f.b, args, s) })
	case refusedValue:
		panic(refusal{reason: f.reason})
	case *classValue:
		panic(refusal{reason: f.reason})
	}
	panic(refuse("a call of something that is no function (that throws)"))
}

// invoke runs the body of a function in place. A refusal in it has its place in the function's file.
func (l *lowering) invoke(c *closure, args []value, s *state) value {
	own, this, home, yielded := l.own, l.this, l.home, l.yielded
	l.own, l.this, l.home, l.yielded = c.own, c.this, c.home, nil
	v := l.invokeHere(c, args, s)
	l.own, l.this, l.home, l.yielded = own, this, home, yielded
	return v
}

func (l *lowering) invokeHere(c *closure, args []value, s *state) value {
	if c.given != nil {
		args = slices.Concat(c.given, args)
	}
	if l.doubts != nil && l.calls >= min(l.doubts.Rounds, maxDoubtedCalls) {
		l.assume(l.b.Uint(1, 1), s)
		return l.integer(0) // it does not matter what
	}
	if l.calls++; l.calls > maxCalls {
		panic(refuse("a function that calls itself more than %d deep", maxCalls))
	}
	defer func() { l.calls-- }()
	l.spend(1)
	mark, thrown, variables, closures := l.mark(), len(l.throws)+l.thrown, l.cellCount, l.closures
	t := l.enter(s, jumpTarget{call: true})
	defer l.exit(t, s)
	sc := newScope(c.scope)
	var parameters *ast.ParameterList
	var declarations []*ast.VariableDeclaration
	var body []ast.Statement
	var single ast.Expression
	var finish func(args []value, s *state) value // of a generator
	switch n := c.node.(type) {
	case *ast.FunctionLiteral:
		if n.Async {
			panic(refuse("an async function"))
		}
		if n.Generator {
			finish = l.generate(c, s)
		}
		if n.Name != nil {
			l.declare(s, sc, n.Name.Name.String(), funcValue{c})
			sc = newScope(sc)
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
	l.bindParameters(c.node.Idx0(), parameters, args, s, sc)
	for _, d := range declarations {
		for _, b := range d.List {
			eachName(b.Target, func(name string) {
				if _, ok := sc.names[name]; ok && closures != l.closures {
					panic(refuse("the variable '%s' has the name of a parameter that a function in the list of parameters may see", name))
				} else if !ok {
					l.declare(s, sc, name, undefinedValue{})
				}
			})
		}
	}
	if single != nil {
		v := l.expression(single, s, sc)
		l.release(mark, &flow{next: s})
		return v
	}
	f := l.block(body, s, sc)
	if f.next != nil {
		f.returns = append(f.returns, exit{s: f.next, v: undefinedValue{}})
	}
	if len(f.returns) == 0 {
		if len(l.throws)+l.thrown == thrown {
			panic(refuse("a function that never returns"))
		}
		f.returns = append(f.returns, exit{s: s, v: undefinedValue{}}) // it throws, and what follows does not matter
	}
	if l.calls == 1 || closures == l.closures { // nobody reads its variables any more
		for _, r := range f.returns {
			r.s.cells = r.s.cells[:min(variables, len(r.s.cells))]
		}
	}
	last := len(f.returns) - 1
	end, v := f.returns[last].s, f.returns[last].v
	for i := last - 1; i >= 0; i-- {
		r := f.returns[i]
		cond := r.s.cond
		end = l.merge(cond, r.s, end)
		v = l.unify(l.choose(cond, r.v, v), end)
	}
	s.cells, s.heap, s.found = end.cells, end.heap, end.found
	l.release(mark, &flow{next: s})
	if finish != nil {
		return finish(args, s)
	}
	return v
}

// bindParameters gives the parameters of a function, which begins at a place, their values.
func (l *lowering) bindParameters(function file.Idx, p *ast.ParameterList, args []value, s *state, sc *scope) {
	if p == nil {
		return
	}
	for _, b := range p.List {
		l.hoistTarget(b.Target, s, sc, false)
	}
	for i, b := range p.List {
		var v value = undefinedValue{}
		if i < len(args) {
			v = args[i]
		}
		l.cameBy = function
		l.assignTarget(b.Target, l.withDefault(v, b.Initializer, s, sc), s, sc, true)
	}
	if p.Rest != nil {
		rest := slices.Clone(args[min(len(args), len(p.List)):])
		l.assignTarget(p.Rest, refValue{l.alloc(s, &object{array: true, items: rest})}, s, sc, true)
	}
}

func (l *lowering) construct(e *ast.NewExpression, s *state, sc *scope) value {
	made := l.expression(e.Callee, s, sc)
	args := l.allThere(l.spread(e.ArgumentList, s, sc))
	if class, ok := made.(*classValue); ok {
		return l.instantiate(class, args, s)
	}
	callee, ok := made.(builtinValue)
	if ok && callee.name == "Map" && len(args) == 1 {
		if m, ok := args[0].(memoryValue); ok { // a copy, which onTick may return
			return l.copyOf(m, s)
		}
	}
	if ok && (callee.name == "Map" || callee.name == "Set") {
		return l.newSet(callee.name == "Map", args, s)
	}
	if ok && callee.name == "Array" {
		return l.builtin(callee, args, s)
	}
	if e, typed := typedArrays[callee.name]; ok && typed {
		return l.newTyped(e, args, s)
	}
	panic(refuse("new of this class"))
}

var arrayMethods = map[string]bool{
	"map": true, "forEach": true, "reduce": true, "some": true, "every": true, "includes": true, "indexOf": true,
	"slice": true, "push": true, "pop": true, "fill": true, "concat": true, "reverse": true, "find": true, "at": true,
	"join": true, "filter": true, "sort": true, "splice": true, "shift": true, "unshift": true, "keys": true,
	"entries": true, "values": true, "flat": true, "flatMap": true, "findIndex": true, "lastIndexOf": true, "reduceRight": true,
	"findLast": true, "findLastIndex": true, "toSorted": true, "toReversed": true, "toSpliced": true, "with": true,
}

// numberMethods are the names that numbers inherit besides those of objects.
var numberMethods = map[string]bool{"toExponential": true, "toFixed": true, "toPrecision": true}

// objectMethods are the names that every object inherits.
var objectMethods = map[string]bool{
	"hasOwnProperty": true, "toString": true, "valueOf": true, "constructor": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "__proto__": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
}

// builtinProperty reads Math.floor, Number.MAX_SAFE_INTEGER and the like.
func (l *lowering) builtinProperty(o builtinValue, name string) value {
	full := o.name + "." + name
	switch full {
	case "Math.PI":
		return l.constantNumber(math.Pi)
	case "Math.E":
		return l.constantNumber(math.E)
	case "Math.LN2":
		return l.constantNumber(math.Ln2)
	case "Math.SQRT2":
		return l.constantNumber(math.Sqrt2)
	case "Number.MAX_SAFE_INTEGER":
		return l.integer(maxInt)
	case "Number.MIN_SAFE_INTEGER":
		return l.integer(-maxInt)
	case "Number.POSITIVE_INFINITY":
		return l.constantNumber(math.Inf(1))
	case "Number.NEGATIVE_INFINITY":
		return l.constantNumber(math.Inf(-1))
	case "Number.NaN":
		return l.constantNumber(math.NaN())
	case "Number.EPSILON":
		return l.constantNumber(0x1p-52)
	}
	if o.this != nil {
		panic(refuse("a property of a function"))
	}
	if strings.HasPrefix(o.name, "Math.") && (name == "call" || name == "apply") {
		return builtinValue{"Function." + name, o}
	}
	return builtinValue{full, nil}
}

func (l *lowering) builtin(f builtinValue, args []value, s *state) value {
	if slices.ContainsFunc(args, isLog2) {
		return l.wholeLog2(f.name, args)
	}
	arg := func(i int) value {
		if i < len(args) {
			return args[i]
		}
		return undefinedValue{}
	}
	if f.this != nil {
		return l.method(f, args, s)
	}
	number1 := func(g func(value) value) value {
		return l.each(arg(0), func(v value) value {
			n := l.toNumber(v)
			if _, ok := n.(bigValue); ok {
				panic(refuse("a bigint is given to %s (that throws)", f.name))
			}
			return g(n)
		})
	}
	class, made, _ := strings.Cut(f.name, ".")
	if e, typed := typedArrays[class]; typed && (made == "from" || made == "of") {
		list := l.builtin(builtinValue{"Array." + made, nil}, args, s)
		return l.newTyped(e, []value{list}, s)
	}
	switch f.name {
	case "structuredClone":
		return l.structuredClone(arg(0), s)
	case "Math.imul":
		return l.each2(arg(0), arg(1), func(a, b value) value {
			x, y := l.toInt32(a), l.toInt32(b)
			return l.number(l.b.Binary(word.Mul, x.id, y.id), math.MinInt32, math.MaxInt32)
		})
	case "Math.clz32":
		return number1(func(v value) value {
			return l.number(l.b.Emit(word.Op{Kind: word.Clz, Width: 32, A: l.toUint32(v).id, B: word.None, C: word.None}), 0, 32)
		})
	case "Math.floor", "Math.ceil", "Math.trunc", "Math.round":
		return number1(func(v value) value { return l.whole(f.name, v) })
	case "Math.abs":
		return number1(l.abs)
	case "Math.sign":
		return number1(l.sign)
	case "Math.min", "Math.max":
		return l.extreme(f.name == "Math.max", args)
	case "Math.sqrt":
		return number1(func(v value) value {
			x := l.float(v)
			r := floatValue{id: l.b.Float1(word.FSqrt, x.id), lo: 0, hi: math.Inf(1), nan: x.nan || !(x.lo >= 0), zeroSign: x.zeroSign}
			if !r.nan {
				r.lo, r.hi = math.Sqrt(x.lo), math.Sqrt(x.hi)
			}
			return r
		})
	case "Math.fround":
		return number1(l.fround)
	case "Math.pow":
		return l.binary(token.EXPONENT, arg(0), arg(1))
	case "Math.log2":
		return number1(l.log2)
	case "BigInt":
		return l.each(arg(0), func(v value) value { return l.toBig(v) })
	case "BigInt.asUintN", "BigInt.asIntN":
		n, ok := toInteger(arg(0))
		if !ok {
			panic(refuse("%s with a width that is not known", f.name))
		}
		return l.each(arg(1), func(v value) value {
			b, ok := v.(bigValue)
			if !ok {
				b = l.toBig(v)
				if typeOf(v) == "number" {
					panic(refuse("%s of a number (that throws)", f.name))
				}
			}
			return l.bigTruncate(f.name == "BigInt.asIntN", n, b)
		})
	case "Number":
		if len(args) == 0 {
			return l.integer(0)
		}
		return l.each(arg(0), func(v value) value {
			if b, ok := v.(bigValue); ok {
				return l.bigToNumber(b)
			}
			if c, ok := v.(charValue); ok {
				return l.charToNumber(c)
			}
			if x, ok := v.(*stringValue); ok {
				return l.parseDigits(x, 10, l.integer(0))
			}
			return l.toNumber(v)
		})
	case "String":
		if len(args) == 0 {
			return constString{""}
		}
		return l.asText(arg(0))
	case "Boolean":
		return boolValue{l.truthy(arg(0))}
	case "Number.isInteger", "Number.isSafeInteger":
		return l.each(arg(0), func(v value) value {
			switch x := v.(type) {
			case intValue:
				return l.truth(true)
			case floatValue:
				largest := math.MaxFloat64
				if f.name == "Number.isSafeInteger" {
					largest = maxInt
				}
				whole := l.b.Compare(word.FEq, l.b.Float1(word.FTrunc, x.id), x.id) // NaN is not
				return boolValue{l.b.And(whole, l.b.Compare(word.FLe, l.b.Float1(word.FAbs, x.id), l.b.Float(largest)))}
			}
			return l.truth(false)
		})
	case "Number.isNaN", "Number.isFinite":
		return l.each(arg(0), func(v value) value {
			x, ok := v.(floatValue)
			if !ok {
				_, isInt := v.(intValue)
				return l.truth(isInt && f.name == "Number.isFinite")
			}
			if f.name == "Number.isNaN" {
				return boolValue{l.b.Compare(word.FNe, x.id, x.id)}
			}
			return boolValue{l.b.Compare(word.FLt, l.b.Float1(word.FAbs, x.id), l.b.Float(math.Inf(1)))}
		})
	case "String.fromCharCode":
		if len(args) != 1 {
			panic(refuse("String.fromCharCode of other than one number"))
		}
		return l.each(arg(0), func(v value) value { return charValue{l.b.Slice(l.toInt32(v).id, 0, 16)} })
	case "Array.isArray":
		return l.each(arg(0), func(v value) value {
			switch x := v.(type) {
			case refValue:
				return l.truth(l.isArray(x, s))
			case constantValue:
				return l.truth(l.isArray(x, s))
			}
			return l.truth(false)
		})
	case "parseInt", "Number.parseInt":
		radix, known := int64(10), true
		if arg(1) != value(undefinedValue{}) {
			radix, known = constInt(arg(1))
		}
		if !known || radix < 2 || radix > 36 {
			panic(refuse("parseInt with a base that is none from 2 to 36, or depends on values"))
		}
		return l.each(arg(0), func(v value) value { return l.parseInt(v, int(radix)) })
	case "isNaN", "isFinite":
		return l.builtin(builtinValue{"Number." + f.name, nil}, []value{l.each(arg(0), func(v value) value {
			n := l.toNumber(v)
			if _, ok := n.(bigValue); ok {
				panic(refuse("a bigint is given to %s (that throws)", f.name))
			}
			return n
		})}, s)
	case "Object.freeze":
		return l.freeze(arg(0))
	case "Object.fromEntries":
		return l.fromEntries(arg(0), s)
	case "Object.is":
		return l.each2(arg(0), arg(1), l.sameNumberOr)
	case "Math.hypot":
		return l.hypot(args)
	case "Object.hasOwn":
		return l.hasProperty(arg(0), arg(1), true, s)
	case "Object.keys", "Object.values", "Object.entries", "Object.assign":
		return l.objectMethod(f.name, args, s)
	case "Array.of":
		return refValue{l.alloc(s, &object{array: true, items: slices.Clone(args)})}
	case "Array":
		return l.newArray(args, s)
	case "Array.from":
		return l.arrayFrom(args, s)
	}
	if transcendental[f.name] != nil {
		return number1(func(v value) value { return l.transcendentalOf(f.name, v) })
	}
	panic(refuse("it calls %s", f.name))
}
