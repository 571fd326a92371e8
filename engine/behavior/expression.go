package behavior

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/behavior/word"
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
		return stringValue{e.Value.String()}
	case *ast.NullLiteral:
		return nullValue{}
	case *ast.TemplateLiteral:
		return l.template(e, s, sc)
	case *ast.BinaryExpression:
		return l.binaryExpression(e, s, sc)
	case *ast.UnaryExpression:
		return l.unaryExpression(e, s, sc)
	case *ast.ConditionalExpression:
		cond := l.truthy(l.expression(e.Test, s, sc))
		return l.alternatives(cond, s,
			func(s *state) value { l.refine(e.Test, true, s, sc); return l.expression(e.Consequent, s, sc) },
			func(s *state) value { l.refine(e.Test, false, s, sc); return l.expression(e.Alternate, s, sc) })
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
		return refValue{l.alloc(s, &object{array: true, items: l.spread(e.Value, s, sc)})}
	case *ast.DotExpression:
		return l.property(l.expression(e.Left, s, sc), stringValue{e.Identifier.Name.String()}, s)
	case *ast.BracketExpression:
		o := l.expression(e.Left, s, sc)
		return l.property(o, l.expression(e.Member, s, sc), s)
	case *ast.OptionalChain:
		v, _ := l.chain(e.Expression, s, sc)
		return v
	case *ast.CallExpression:
		return l.call(e, s, sc)
	case *ast.NewExpression:
		return l.construct(e, s, sc)
	case *ast.ArrowFunctionLiteral:
		if e.Async {
			panic(refuse("an async function"))
		}
		l.closures++
		return funcValue{&closure{node: e, scope: sc}}
	case *ast.FunctionLiteral:
		if e.Async || e.Generator {
			panic(refuse("an async function or generator"))
		}
		l.closures++
		return funcValue{&closure{node: e, scope: sc}}
	case *ast.RegExpLiteral:
		panic(refuse("a regular expression"))
	case *ast.ThisExpression:
		panic(refuse("the word this"))
	case *ast.AwaitExpression, *ast.YieldExpression:
		panic(refuse("await or yield"))
	}
	panic(refuse("this kind of expression"))
}

// chain runs an optional chain; ended says that it met undefined or null.
func (l *lowering) chain(e ast.Expression, s *state, sc *scope) (v value, ended bool) {
	switch e := e.(type) {
	case *ast.Optional:
		v, ended = l.chain(e.Expression, s, sc)
		if ended {
			return v, true
		}
		if _, ok := v.(choiceValue); ok {
			panic(refuse("?. on a value that is sometimes undefined"))
		}
		if v == value(undefinedValue{}) || v == value(nullValue{}) {
			return undefinedValue{}, true
		}
		return v, false
	case *ast.DotExpression:
		o, ended := l.chain(e.Left, s, sc)
		if ended {
			return o, true
		}
		return l.property(o, stringValue{e.Identifier.Name.String()}, s), false
	case *ast.BracketExpression:
		o, ended := l.chain(e.Left, s, sc)
		if ended {
			return o, true
		}
		return l.property(o, l.expression(e.Member, s, sc), s), false
	}
	return l.expression(e, s, sc), false
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

func (l *lowering) stringToNumber(text string) value {
	if text == "" {
		return l.integer(0)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && plainNumber(text) {
		return l.constantNumber(f)
	}
	panic(refuse("the text %q is used as a number", text))
}

// plainNumber tells decimal numbers, which Go and JavaScript read alike.
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
	text := ""
	for i, part := range e.Elements {
		text += part.Parsed.String()
		if i < len(e.Expressions) {
			key, ok := constantKey(l.expression(e.Expressions[i], s, sc))
			if !ok {
				panic(refuse("a text that depends on values"))
			}
			text += key
		}
	}
	return stringValue{text}
}

// constantKey is ToString of a value that is known.
func constantKey(v value) (string, bool) {
	switch x := v.(type) {
	case stringValue:
		return x.s, true
	case intValue:
		if x.lo == x.hi && !x.negZero {
			return strconv.FormatInt(x.lo, 10), true
		}
	case undefinedValue:
		return "undefined", true
	case nullValue:
		return "null", true
	case bigValue:
		if x.lo.Cmp(x.hi) == 0 {
			return x.lo.String(), true
		}
	}
	return "", false
}

func (l *lowering) identifier(e *ast.Identifier, s *state, sc *scope) value {
	name := e.Name.String()
	if c, ok := sc.find(name); ok {
		return l.use(s.cell(c))
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

// alternatives runs two expressions on copies of s and merges state and value.
func (l *lowering) alternatives(cond word.ID, s *state, yes, no func(*state) value) value {
	if c, ok := l.constBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.cond
	a, b := l.clone(s, l.b.And(before, cond)), l.clone(s, l.b.And(before, l.b.Not(cond)))
	x, y := yes(a), no(b)
	m := l.merge(cond, a, b)
	s.cells, s.heap, s.cond = m.cells, m.heap, before
	return l.choose(cond, x, y)
}

func (l *lowering) binaryExpression(e *ast.BinaryExpression, s *state, sc *scope) value {
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		a := l.expression(e.Left, s, sc)
		return l.logical(e.Operator, a, s, func(s *state) value {
			l.refine(e.Left, e.Operator == token.LOGICAL_AND, s, sc)
			return l.expression(e.Right, s, sc)
		})
	case token.IN:
		panic(refuse("the operator in"))
	case token.INSTANCEOF:
		panic(refuse("instanceof"))
	}
	a := l.expression(e.Left, s, sc)
	b := l.expression(e.Right, s, sc)
	if v, ok := l.guardedDivision(e, a, b, s); ok {
		return v
	}
	return l.binary(e.Operator, a, b)
}

func (l *lowering) logical(op token.Token, a value, s *state, right func(*state) value) value {
	switch op {
	case token.LOGICAL_AND:
		return l.alternatives(l.truthy(a), s, right, func(*state) value { return l.falsy(a) })
	case token.LOGICAL_OR:
		return l.alternatives(l.truthy(a), s, func(*state) value { return a }, right)
	}
	return l.alternatives(l.nothing(a), s, right, func(*state) value { return l.defined(a) })
}

// falsy is a, known to be false: an integer is then 0.
func (l *lowering) falsy(a value) value {
	switch x := a.(type) {
	case intValue:
		if !x.negZero {
			return l.integer(0)
		}
	case boolValue:
		return l.truth(false)
	case bigValue:
		return l.bigint(bigZero)
	}
	return a
}

// nothing is one bit: v is undefined or null.
func (l *lowering) nothing(v value) word.ID {
	switch x := v.(type) {
	case undefinedValue, nullValue:
		return l.b.Uint(1, 1)
	case choiceValue:
		return l.b.Mux(x.cond, l.nothing(x.a), l.nothing(x.b))
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	return l.b.Uint(0, 1)
}

// defined is v, known to be neither undefined nor null.
func (l *lowering) defined(v value) value {
	c, ok := v.(choiceValue)
	if !ok {
		return v
	}
	isNothing := func(v value) bool { return v == value(undefinedValue{}) || v == value(nullValue{}) }
	a, b := l.defined(c.a), l.defined(c.b)
	switch {
	case isNothing(a):
		return b
	case isNothing(b):
		return a
	}
	return l.choose(c.cond, a, b)
}

// binary is every operator of two values that are both computed.
func (l *lowering) binary(op token.Token, a, b value) value {
	return l.each2(a, b, func(a, b value) value {
		switch op {
		case token.PLUS:
			if typeOf(a) == "string" || typeOf(b) == "string" {
				return l.concatenate(a, b)
			}
			return l.arithmetic(op, a, b)
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT:
			return l.arithmetic(op, a, b)
		case token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
			return l.bitwise(op, a, b)
		case token.EQUAL:
			return l.equal(false, a, b)
		case token.STRICT_EQUAL:
			return l.equal(true, a, b)
		case token.NOT_EQUAL:
			return l.not(l.equal(false, a, b))
		case token.STRICT_NOT_EQUAL:
			return l.not(l.equal(true, a, b))
		case token.LESS:
			return l.compare(false, a, b)
		case token.LESS_OR_EQUAL:
			return l.compare(true, a, b)
		case token.GREATER:
			return l.compare(false, b, a)
		case token.GREATER_OR_EQUAL:
			return l.compare(true, b, a)
		}
		panic(refuse("the operator %s", op))
	})
}

func (l *lowering) strictEqual(a, b value) value { return l.binary(token.STRICT_EQUAL, a, b) }

func (l *lowering) not(v value) value { return boolValue{l.b.Not(l.truthy(v))} }

func (l *lowering) unaryExpression(e *ast.UnaryExpression, s *state, sc *scope) value {
	switch e.Operator {
	case token.INCREMENT, token.DECREMENT:
		op := token.PLUS
		if e.Operator == token.DECREMENT {
			op = token.MINUS
		}
		t := l.target(e.Operand, s, sc)
		old := l.each(t.read(s), l.toNumber)
		updated := l.each(old, func(v value) value {
			if _, ok := v.(bigValue); ok {
				return l.arithmetic(op, v, l.bigint(bigOne))
			}
			return l.arithmetic(op, v, l.integer(1))
		})
		t.write(s, updated)
		if e.Postfix {
			return old
		}
		return updated
	case token.TYPEOF:
		return l.each(l.expression(e.Operand, s, sc), func(v value) value { return stringValue{typeOf(v)} })
	case token.DELETE:
		panic(refuse("delete"))
	}
	v := l.expression(e.Operand, s, sc)
	switch e.Operator {
	case token.NOT:
		return l.not(v)
	case token.MINUS:
		return l.each(v, l.negate)
	case token.PLUS:
		return l.each(v, func(v value) value {
			if _, ok := v.(bigValue); ok {
				panic(refuse("unary + of a bigint (that throws)"))
			}
			return l.toNumber(v)
		})
	case token.BITWISE_NOT:
		return l.each(v, l.complement)
	case token.VOID:
		return undefinedValue{}
	}
	panic(refuse("the operator %s", e.Operator))
}

func (l *lowering) objectLiteral(e *ast.ObjectLiteral, s *state, sc *scope) value {
	o := &object{props: map[string]value{}}
	set := func(k string, v value) {
		if _, ok := o.props[k]; !ok {
			o.keys = append(o.keys, k)
		}
		o.props[k] = v
	}
	for _, p := range e.Value {
		switch p := p.(type) {
		case *ast.PropertyShort:
			set(p.Name.Name.String(), l.identifier(&p.Name, s, sc))
		case *ast.PropertyKeyed:
			if p.Kind == ast.PropertyKindGet || p.Kind == ast.PropertyKindSet {
				panic(refuse("a getter or setter"))
			}
			key, ok := constantKey(l.expression(p.Key, s, sc))
			if !ok || key == "__proto__" {
				panic(refuse("a property whose name depends on values"))
			}
			set(key, l.expression(p.Value, s, sc))
		case *ast.SpreadElement:
			source := l.expression(p.Expression, s, sc)
			keys, ok := l.keysOf(source, s)
			if !ok {
				panic(refuse("spreading something that is no plain object"))
			}
			for _, k := range keys {
				set(k, l.property(source, stringValue{k}, s))
			}
		}
	}
	return refValue{l.alloc(s, o)}
}

// keysOf lists the own properties of a plain object.
func (l *lowering) keysOf(v value, s *state) ([]string, bool) {
	switch x := v.(type) {
	case refValue:
		if o := s.heap[x.object]; !o.array {
			return o.keys, true
		}
	case constantValue:
		if x.c.props != nil {
			return x.c.keys, true
		}
	case undefinedValue, nullValue:
		return nil, true
	}
	return nil, false
}

// spread runs the elements of an array literal or argument list.
func (l *lowering) spread(list []ast.Expression, s *state, sc *scope) []value {
	items := make([]value, 0, len(list))
	for _, e := range list {
		if e == nil {
			panic(refuse("an array with holes"))
		}
		if sp, ok := e.(*ast.SpreadElement); ok {
			items = append(items, l.iterate(l.expression(sp.Expression, s, sc), s)...)
			continue
		}
		items = append(items, l.expression(e, s, sc))
	}
	return items
}

// iterate lists what for … of would give.
func (l *lowering) iterate(v value, s *state) []value {
	switch x := v.(type) {
	case refValue:
		if o := s.heap[x.object]; o.array {
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
	case stringValue:
		var items []value
		for _, r := range x.s {
			items = append(items, stringValue{string(r)})
		}
		return items
	}
	panic(refuse("iterating over something that is not an array"))
}

// property reads o[key].
func (l *lowering) property(o, key value, s *state) value {
	return l.each2(o, key, func(o, key value) value {
		switch x := o.(type) {
		case refValue:
			return l.objectProperty(s.heap[x.object], key, x, s)
		case constantValue:
			return l.constantProperty(x, key)
		case memoryValue:
			return l.memoryProperty(x, key, s)
		case builtinValue:
			if name, ok := key.(stringValue); ok {
				return l.builtinProperty(x, name.s)
			}
		case textValue:
			if name, ok := key.(stringValue); ok && (name.s == "slice" || name.s == "concat") {
				return builtinValue{"String." + name.s, x}
			}
			panic(refuse("the text state is read; a lowered lambda can only append to it"))
		case stringValue:
			return l.stringProperty(x, key)
		case intValue, floatValue, boolValue, bigValue:
			panic(refuse("a method of a number"))
		case undefinedValue, nullValue:
			panic(refuse("a property of undefined or null (that throws)"))
		}
		panic(refuse("a property of a function or text that depends on values"))
	})
}

func (l *lowering) objectProperty(o *object, key value, ref refValue, s *state) value {
	if o.array {
		if name, ok := key.(stringValue); ok {
			if name.s == "length" {
				return l.integer(int64(len(o.items)))
			}
			if arrayMethods[name.s] {
				return builtinValue{"Array." + name.s, ref}
			}
		}
		return l.element(key, len(o.items), func(i int) value { return l.use(o.items[i]) })
	}
	if name, ok := constantKey(key); ok {
		v := l.use(o.get(name))
		if _, own := o.props[name]; !own && objectMethods[name] {
			panic(refuse("the method %s of an object", name))
		}
		return v
	}
	if len(o.keys) == 0 {
		panic(refuse("a property whose name depends on values"))
	}
	// a property chosen by a number: try each
	var v value = undefinedValue{}
	for _, k := range o.keys {
		n, err := strconv.ParseInt(k, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != k {
			panic(refuse("a property whose name depends on values"))
		}
		v = l.choose(l.truthy(l.equal(false, key, l.integer(n))), l.use(o.props[k]), v)
	}
	return v
}

// element is item key of a list, undefined outside it.
func (l *lowering) element(key value, n int, item func(int) value) value {
	switch i := l.index(key); {
	case i.lo == i.hi:
		if i.lo < 0 || i.lo >= int64(n) {
			return undefinedValue{}
		}
		return item(int(i.lo))
	default:
		lo, hi := max(i.lo, 0), min(i.hi, int64(n-1))
		if hi-lo >= maxAlternatives {
			panic(refuse("an array of more than %d values indexed by a value", maxAlternatives))
		}
		var v value = undefinedValue{}
		start := lo
		if i.lo >= 0 && i.hi < int64(n) { // never outside
			v = item(int(lo))
			start++
		}
		for k := start; k <= hi; k++ {
			v = l.choose(l.numbersEqual(i, l.integer(k)), item(int(k)), v)
		}
		return v
	}
}

// maxAlternatives bounds arrays built in the lambda that are indexed by a value.
const maxAlternatives = 1024

// index makes an integer of a property key; a double is refused, since its key may be any text.
func (l *lowering) index(key value) intValue {
	switch k := key.(type) {
	case intValue:
		k.negZero = false // "-0" is the key "0"
		return k
	case stringValue:
		if n, err := strconv.ParseInt(k.s, 10, 64); err == nil && strconv.FormatInt(n, 10) == k.s {
			return l.integer(n)
		}
		panic(refuse("the property '%s'", k.s))
	case bigValue:
		if k.lo.Sign() >= 0 && k.hi.Cmp(big.NewInt(maxInt)) <= 0 {
			return l.bigToNumber(k).(intValue)
		}
		panic(refuse("an index of more than 53 bits"))
	case floatValue:
		panic(refuse("an index that may not be a whole number; use Math.floor or | 0"))
	}
	panic(refuse("an index that is no number"))
}

// concatenate is + of texts.
func (l *lowering) concatenate(a, b value) value {
	if t, ok := a.(textValue); ok {
		return l.appendText(t, b)
	}
	x, okX := constantKey(a)
	y, okY := constantKey(b)
	if okX && okY {
		return stringValue{x + y}
	}
	panic(refuse("a text that depends on values"))
}

// toInteger is ToIntegerOrInfinity of a constant argument.
func toInteger(v value) (int64, bool) {
	switch x := v.(type) {
	case intValue:
		return x.lo, x.lo == x.hi
	case undefinedValue:
		return 0, true
	case floatValue:
		if x.lo == x.hi && !x.nan && math.Abs(x.lo) < 1<<53 {
			return int64(math.Trunc(x.lo)), true
		}
	}
	return 0, false
}
