package lower

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// target is something that can be assigned to, its parts already computed.
type target struct {
	read  func(s *state, logical bool) value // logical: for an operator such as ||=
	write func(*state, value)
}

// target is an expression as one. In a pattern the interpreter says that writing failed at the expression's begin.
func (l *lowering) target(e ast.Expression, s *state, sc *scope, inPattern bool) target {
	at := func(place file.Idx) file.Idx {
		if inPattern {
			return e.Idx0()
		}
		return place
	}
	switch e := e.(type) {
	case *ast.Identifier:
		c, ok := sc.find(e.Name.String())
		if !ok {
			panic(refuse("the variable '%s' outside the lambda is changed", e.Name))
		}
		if sc.isFixed(e.Name.String()) {
			panic(refuse("the constant '%s' is changed (that throws); declare it with let", e.Name))
		}
		return target{
			read: func(s *state, _ bool) value { return l.use(s.valueOf(c)) },
			write: func(s *state, v value) {
				l.declared(s.cell(c))
				s.setCell(c, v)
				l.assigned = append(l.assigned, c)
			},
		}
	case *ast.DotExpression:
		if _, super := e.Left.(*ast.SuperExpression); super {
			return l.superMember(e.Identifier.Name.String())
		}
		return l.member(l.expression(e.Left, s, sc), constString{e.Identifier.Name.String()}, lastPlace(e.Left, e.Idx0()), at(e.Identifier.Idx))
	case *ast.PrivateDotExpression:
		return l.member(l.expression(e.Left, s, sc), constString{source.PrivateName(e.Identifier.Name.String())}, lastPlace(e.Left, e.Idx0()), at(e.Identifier.Idx))
	case *ast.BracketExpression:
		o := l.expression(e.Left, s, sc)
		return l.member(o, l.expression(e.Member, s, sc), lastPlace(e.Member, lastPlace(e.Left, e.Idx0())), at(e.LeftBracket))
	}
	panic(refuse("an assignment to this kind of expression"))
}

// declared refuses to change a variable that may not have been declared yet.
func (l *lowering) declared(v value) {
	switch x := v.(type) {
	case refusedValue:
		if x.early {
			l.use(v)
		}
	case choiceValue:
		l.declared(x.a)
		l.declared(x.b)
	}
}

// member is a property as a target. The interpreter says that reading it failed at one place, and writing at another
// one: a property of undefined can be neither.
func (l *lowering) member(o, key value, read, write file.Idx) target {
	notCoercible := func() value { return constString{"Value is not object coercible"} }
	return target{
		read: func(s *state, logical bool) value {
			message := func() value { return l.cannotRead(key, "' of undefined") }
			if logical {
				message = notCoercible
			}
			there, ok := l.coercible(o, message, read, s)
			if !ok {
				return undefinedValue{}
			}
			o = there
			if !logical {
				if v, ok := l.lastToChange(o, key, s); ok {
					return v
				}
			}
			return l.property(o, key, s)
		},
		write: func(s *state, v value) {
			if there, ok := l.coercible(o, notCoercible, write, s); ok {
				l.setProperty(there, key, v, s)
			}
		},
	}
}

func (l *lowering) setProperty(o, key, v value, s *state) {
	l.hasPrivate(o, key, s)
	each := func(o, key value) func(s *state) value {
		return func(s *state) value {
			l.setProperty(o, key, v, s)
			return v
		}
	}
	switch x := o.(type) {
	case refValue:
		old := s.heap[x.object]
		if name, ok := key.(constString); ok && old.array && name.s == "length" {
			l.setLength(x.object, old, v, s)
			return
		}
		if old.array {
			l.setElement(x.object, old, l.index(l.certainKey(key, s)), v, s)
			return
		}
		if l.callSetter(x, old, key, v, s) {
			return
		}
		l.mayAssign(old, key)
		o := old.copy(1)
		l.setKey(o, l.b.Uint(1, 1), l.asName(key), v)
		l.mayChangeProperty(x.object, key, s)
		s.setObject(x.object, o)
	case memoryValue:
		switch k := key.(type) {
		case undefinedValue, nullValue: // what a table gives beyond its end is no address
			l.refuseWriting()
		case choiceValue:
			l.alternatives(k.cond, s, each(o, k.a), each(o, k.b))
		default:
			l.noIndexOfCopy(x)
			l.writeMemory(x, l.index(key), v, s)
		}
	case constantValue:
		panic(refuse("an object outside the lambda is changed"))
	case choiceValue: // grid[y][x] = v
		if x.sel != nil && (l.setColumn(x.sel, key, v, s) || l.setNumbered(x.sel, key, v, s)) {
			return
		}
		l.among++
		defer func() { l.among-- }()
		l.alternatives(x.cond, s, each(x.a, key), each(x.b, key))
	default:
		panic(refuse("a property of something that is no object is changed"))
	}
}

// callSetter gives a value to what a class has for setting a property, if it has that.
func (l *lowering) callSetter(x refValue, o *object, key, v value, s *state) bool {
	if o.class == nil {
		return false
	}
	name, _ := constantKey(key)
	set := o.class.setters[name]
	if _, own := o.props[name]; own || set == nil {
		return false
	}
	l.invoke(set.with(x), []value{v}, s)
	return true
}

// mayAssign refuses to give an instance of a class a property that has the name of a method, or a name that is not
// known.
func (l *lowering) mayAssign(o *object, key value) {
	if o.class == nil {
		return
	}
	name, known := constantKey(key)
	if _, method := o.class.methods[name]; !known || method {
		panic(refuse("a property of an instance is changed whose name is not known or that of a method"))
	}
}

func (l *lowering) setElement(n int, old *object, i intValue, v value, s *state) {
	l.mayChange(n)
	if old.elements != anything {
		l.setNumber(n, old, i, v, s)
		return
	}
	if old.present != nil {
		s.setObject(n, l.setSparse(old, i, v, s))
		return
	}
	if at, ok := l.inside(i, old.length(), s); ok && i.lo < i.hi {
		i = at
	}
	if inside := i.lo >= 0 && i.hi < int64(old.length()); inside {
		if c := l.packedChange(old, i, v); c != nil {
			s.setObject(n, c)
			return
		}
	}
	c := &object{array: true, items: slices.Clone(l.full(old).items), holes: old.holes, apart: old.apart, changed: old.changed || i.lo < i.hi}
	if i.lo == i.hi {
		switch {
		case i.lo < 0 || i.lo > int64(len(c.items)):
			panic(refuse("an array with holes"))
		case i.lo == int64(len(c.items)):
			c.items = append(c.items, v)
			if c.holes != nil {
				c.holes = append(slices.Clip(c.holes), false)
			}
		default:
			c.items[i.lo] = v
			c.holes = filledHole(c.holes, int(i.lo))
		}
		s.setObject(n, c)
		return
	}
	if l.mayBeNegative(i, len(c.items)) {
		l.setOneOf(c.items, i, 0, i.hi, v)
		for k := range i.hi + 1 {
			c.items[k] = l.unify(c.items[k], s)
		}
		s.setObject(n, c)
		return
	}
	if i.lo < 0 || i.hi >= int64(len(c.items)) {
		if len(c.items) == 0 && i.hi < maxAlternatives {
			panic(refuse("an empty array is changed at an index that depends on values; make it with all its items, as in Array(%d).fill(0)", i.hi+1))
		}
		panic(refuse("an array is changed at an index that may lie outside it: it has %d items, and the index may be any number from %d to %d; ask before whether it is below %[1]d", len(c.items), i.lo, i.hi))
	}
	l.setOneOf(c.items, i, i.lo, i.hi, v)
	put := origin{object: -1}
	if r, ok := v.(refValue); ok {
		l.puts++
		put = origin{r.object, l.puts}
	}
	for k := i.lo; k <= i.hi; k++ {
		c.items[k] = l.unifyPut(c.items[k], put, s)
	}
	s.setObject(n, c)
}

// setOneOf changes the item at an index, which is one from lo to hi.
func (l *lowering) setOneOf(items []value, i intValue, lo, hi int64, v value) {
	if hi-lo >= maxAlternatives {
		panic(refuse("an array of more than %d values changed at an index that depends on values", maxAlternatives))
	}
	for k := lo; k <= hi; k++ {
		items[k] = l.choose(l.numbersEqual(i, l.integer(k)), v, items[k])
	}
}

func (l *lowering) assignment(e *ast.AssignExpression, s *state, sc *scope) value {
	switch e.Left.(type) {
	case *ast.ObjectPattern, *ast.ArrayPattern:
		v := l.expression(e.Right, s, sc)
		l.cameBy = lastPlace(e.Right, e.Idx0())
		l.assignTarget(e.Left, v, s, sc, false)
		return v
	}
	t := l.target(e.Left, s, sc, false)
	switch e.Operator {
	case token.ASSIGN:
		v := l.expression(e.Right, s, sc)
		t.write(s, v)
		return v
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		return l.logical(e.Operator, t.read(s, true), s, func(s *state) value {
			v := l.expression(e.Right, s, sc)
			t.write(s, v)
			return v
		})
	}
	old := t.read(s, false)
	v := l.guarded(e.Operator, old, l.expression(e.Right, s, sc), lastPlace(e.Right, e.Idx0()), s)
	t.write(s, v)
	return v
}

// lastPlace is where the interpreter says that an operator of an assignment failed: at what it came by last. A literal
// has no place of its own.
func lastPlace(e ast.Expression, otherwise file.Idx) file.Idx {
	switch n := e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return otherwise
	case *ast.BracketExpression:
		return n.LeftBracket
	case *ast.CallExpression:
		return n.LeftParenthesis
	}
	return e.Idx0()
}

// named runs an initial value; the name that a function takes from its target is of no interest.
func (l *lowering) named(_ ast.Expression, init ast.Expression, s *state, sc *scope) value {
	return l.expression(init, s, sc)
}

// assignTarget assigns to a name or takes a value apart. With declare, names are new variables of sc.
func (l *lowering) assignTarget(t ast.Expression, v value, s *state, sc *scope, declare bool) {
	switch t := t.(type) {
	case *ast.Identifier:
		if declare {
			l.declare(s, sc, t.Name.String(), v)
			return
		}
		l.target(t, s, sc, true).write(s, v)
	case *ast.AssignExpression: // a default
		l.assignTarget(t.Left, l.withDefault(v, t.Right, s, sc), s, sc, declare)
	case *ast.Binding:
		l.assignTarget(t.Target, l.withDefault(v, t.Initializer, s, sc), s, sc, declare)
	case *ast.ObjectPattern:
		l.takeObject(t, v, s, sc, declare)
	case *ast.ArrayPattern:
		items := l.firstItems(l.iterable(v, l.cameBy, s), t, s)
		for i, e := range t.Elements {
			if e == nil {
				continue
			}
			var item value = undefinedValue{}
			if i < len(items) {
				item = items[i]
			}
			l.assignTarget(e, item, s, sc, declare)
		}
		if t.Rest != nil {
			rest := items[min(len(items), len(t.Elements)):]
			l.assignTarget(t.Rest, refValue{l.alloc(s, &object{array: true, items: slices.Clone(rest)})}, s, sc, declare)
		}
	default:
		l.target(t, s, sc, true).write(s, v)
	}
}

func (l *lowering) takeObject(t *ast.ObjectPattern, v value, s *state, sc *scope, declare bool) {
	v, ok := l.coercible(v, func() value { return constString{"Value is not object coercible"} }, l.cameBy, s)
	if !ok {
		v = refValue{l.alloc(s, &object{props: map[string]value{}})}
	}
	taken := map[string]bool{}
	for _, p := range t.Properties {
		switch p := p.(type) {
		case *ast.PropertyShort:
			name := p.Name.Name.String()
			taken[name] = true
			item := l.withDefault(l.lazyProperty(v, name, s), p.Initializer, s, sc)
			l.assignTarget(&p.Name, item, s, sc, declare)
		case *ast.PropertyKeyed:
			key, ok := constantKey(l.expression(p.Key, s, sc))
			if !ok {
				panic(refuse("a property whose name depends on values"))
			}
			taken[key] = true
			l.assignTarget(p.Value, l.lazyProperty(v, key, s), s, sc, declare)
		}
	}
	if t.Rest == nil {
		return
	}
	rest := &object{props: map[string]value{}}
	if _, ok := v.(choiceValue); ok { // the object that all of them together make
		all := &object{props: map[string]value{}}
		l.spreadInto(all, l.b.Uint(1, 1), v, s)
		v = refValue{l.alloc(s, all)}
	}
	if r, ok := v.(refValue); ok && !s.heap[r.object].array && s.heap[r.object].class == nil {
		from := s.heap[r.object]
		rest.mixed = from.mixed
		for _, k := range from.keys {
			if !taken[k] {
				rest.set(k, from.get(k))
				l.setPresent(rest, k, l.present(from, k))
			}
		}
		l.assignTarget(t.Rest, refValue{l.alloc(s, rest)}, s, sc, declare)
		return
	}
	keys, ok := l.keysOf(v, s)
	if !ok {
		panic(refuse("the rest of something that is no plain object"))
	}
	for _, k := range keys {
		if !taken[k] {
			rest.set(k, l.lazyProperty(v, k, s))
		}
	}
	l.assignTarget(t.Rest, refValue{l.alloc(s, rest)}, s, sc, declare)
}

// lazyProperty reads a property without touching it: a variable may hold something outside the
// lowered language as long as nobody uses it.
func (l *lowering) lazyProperty(v value, key string, s *state) value {
	if r, ok := v.(refValue); ok && !s.heap[r.object].array && s.heap[r.object].class == nil {
		return s.heap[r.object].get(key)
	}
	return l.property(v, constString{key}, s)
}

// withDefault is v, or the default where v is undefined.
func (l *lowering) withDefault(v value, init ast.Expression, s *state, sc *scope) value {
	if init == nil {
		return v
	}
	if _, ok := v.(refusedValue); ok {
		return v
	}
	return l.alternatives(l.undefined(v), s,
		func(s *state) value { return l.expression(init, s, sc) },
		func(*state) value { return l.notUndefined(v) })
}

// undefined is one bit: v is undefined.
func (l *lowering) undefined(v value) word.ID {
	switch x := v.(type) {
	case undefinedValue:
		return l.b.Uint(1, 1)
	case choiceValue:
		if x.sel != nil {
			return l.selectedBit(x.sel, l.undefined)
		}
		return l.b.Mux(x.cond, l.undefined(x.a), l.undefined(x.b))
	}
	return l.b.Uint(0, 1)
}

// notUndefined is v, known not to be undefined.
func (l *lowering) notUndefined(v value) value {
	return l.except(v, func(v value) bool { return v == value(undefinedValue{}) })
}
