package js

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
)

// target is an expression as one. In a pattern the interpreter says that writing failed at the expression's begin.
func (l *Lowering) target(e ast.Expression, s *domain.State, sc *domain.Scope, inPattern bool) target {
	at := func(place file.Idx) file.Idx {
		if inPattern {
			return e.Idx0()
		}
		return place
	}
	switch e := e.(type) {
	case *ast.Identifier:
		c, ok := sc.Find(e.Name.String())
		if !ok {
			panic(domain.Refuse("the variable '%s' outside the lambda is changed", e.Name))
		}
		if sc.IsFixed(e.Name.String()) {
			panic(domain.Refuse("the constant '%s' is changed (that throws); declare it with let", e.Name))
		}
		return target{
			read: func(s *domain.State, _ bool) domain.Value { return l.Use(s.ValueOf(c)) },
			write: func(s *domain.State, v domain.Value) {
				l.declared(s.Cell(c))
				s.SetCell(c, v)
				l.Assigned = append(l.Assigned, c)
			},
		}
	case *ast.DotExpression:
		if _, super := e.Left.(*ast.SuperExpression); super {
			return l.superMember(e.Identifier.Name.String())
		}
		return l.member(l.Expression(e.Left, s, sc), domain.ConstString{S: e.Identifier.Name.String()}, lastPlace(e.Left, e.Idx0()), at(e.Identifier.Idx))
	case *ast.PrivateDotExpression:
		return l.member(l.Expression(e.Left, s, sc), domain.ConstString{S: source.PrivateName(e.Identifier.Name.String())}, lastPlace(e.Left, e.Idx0()), at(e.Identifier.Idx))
	case *ast.BracketExpression:
		o := l.Expression(e.Left, s, sc)
		return l.member(o, l.Expression(e.Member, s, sc), lastPlace(e.Member, lastPlace(e.Left, e.Idx0())), at(e.LeftBracket))
	}
	panic(domain.Refuse("an assignment to this kind of expression"))
}

// declared refuses to change a variable that may not have been declared yet.
func (l *Lowering) declared(v domain.Value) {
	switch x := v.(type) {
	case domain.RefusedValue:
		if x.Early {
			l.Use(v)
		}
	case domain.ChoiceValue:
		l.declared(x.A)
		l.declared(x.B)
	}
}

// member is a property as a target. The interpreter says that reading it failed at one place, and writing at another
// one: a property of undefined can be neither.
func (l *Lowering) member(o, key domain.Value, read, write file.Idx) target {
	notCoercible := func() domain.Value { return domain.ConstString{S: "Value is not object coercible"} }
	return target{
		read: func(s *domain.State, logical bool) domain.Value {
			message := func() domain.Value { return l.cannotRead(key, "' of undefined") }
			if logical {
				message = notCoercible
			}
			there, ok := l.coercible(o, message, read, s)
			if !ok {
				return domain.UndefinedValue{}
			}
			o = there
			if !logical {
				if v, ok := l.LastToChange(o, key, s); ok {
					return v
				}
			}
			return l.Property(o, key, s)
		},
		write: func(s *domain.State, v domain.Value) {
			if there, ok := l.coercible(o, notCoercible, write, s); ok {
				l.setProperty(there, key, v, s)
			}
		},
	}
}

func (l *Lowering) setProperty(o, key, v domain.Value, s *domain.State) {
	l.hasPrivate(o, key, s)
	each := func(o, key domain.Value) func(s *domain.State) domain.Value {
		return func(s *domain.State) domain.Value {
			l.setProperty(o, key, v, s)
			return v
		}
	}
	switch x := o.(type) {
	case domain.RefValue:
		old := s.Heap[x.Object]
		if name, ok := key.(domain.ConstString); ok && old.Array && name.S == "length" {
			l.SetLength(x.Object, old, v, s)
			return
		}
		if old.Array {
			l.SetElement(x.Object, old, l.Index(l.CertainKey(key, s)), v, s)
			return
		}
		if l.callSetter(x, old, key, v, s) {
			return
		}
		l.MayAssign(old, key)
		o := old.Copy(1)
		l.SetKey(o, l.B.Uint(1, 1), l.AsName(key), v)
		l.MayChangeProperty(x.Object, key, s)
		s.SetObject(x.Object, o)
	case domain.MemoryValue:
		switch k := key.(type) {
		case domain.UndefinedValue, domain.NullValue: // what a table gives beyond its end is no address
			l.RefuseWriting()
		case domain.ChoiceValue:
			l.Alternatives(k.Cond, s, each(o, k.A), each(o, k.B))
		default:
			l.NoIndexOfCopy(x)
			l.WriteMemory(x, l.Index(key), v, s)
		}
	case domain.ConstantValue:
		panic(domain.Refuse("an object outside the lambda is changed"))
	case domain.ChoiceValue: // grid[y][x] = v
		if x.Sel != nil && (l.SetColumn(x.Sel, key, v, s) || l.SetNumbered(x.Sel, key, v, s)) {
			return
		}
		l.Among++
		defer func() { l.Among-- }()
		l.Alternatives(x.Cond, s, each(x.A, key), each(x.B, key))
	default:
		panic(domain.Refuse("a property of something that is no object is changed"))
	}
}

// callSetter gives a value to what a class has for setting a property, if it has that.
func (l *Lowering) callSetter(x domain.RefValue, o *domain.Object, key, v domain.Value, s *domain.State) bool {
	if o.Class == nil {
		return false
	}
	name, _ := domain.ConstantKey(key)
	set := o.Class.Setters[name]
	if _, own := o.Props[name]; own || set == nil {
		return false
	}
	l.Invoke(set.With(x), []domain.Value{v}, s)
	return true
}

func (l *Lowering) assignment(e *ast.AssignExpression, s *domain.State, sc *domain.Scope) domain.Value {
	switch e.Left.(type) {
	case *ast.ObjectPattern, *ast.ArrayPattern:
		v := l.Expression(e.Right, s, sc)
		l.CameBy = lastPlace(e.Right, e.Idx0())
		l.assignTarget(e.Left, v, s, sc, false)
		return v
	}
	t := l.target(e.Left, s, sc, false)
	switch e.Operator {
	case token.ASSIGN:
		v := l.Expression(e.Right, s, sc)
		t.write(s, v)
		return v
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		return l.Logical(operators[e.Operator], t.read(s, true), s, func(s *domain.State) domain.Value {
			v := l.Expression(e.Right, s, sc)
			t.write(s, v)
			return v
		})
	}
	old := t.read(s, false)
	v := l.guarded(operators[e.Operator], old, l.Expression(e.Right, s, sc), lastPlace(e.Right, e.Idx0()), s)
	t.write(s, v)
	return v
}

// assignTarget assigns to a name or takes a value apart. With declare, names are new variables of sc.
func (l *Lowering) assignTarget(t ast.Expression, v domain.Value, s *domain.State, sc *domain.Scope, declare bool) {
	switch t := t.(type) {
	case *ast.Identifier:
		if declare {
			l.Declare(s, sc, t.Name.String(), v)
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
		items := l.firstItems(l.iterable(v, l.CameBy, s), t, s)
		for i, e := range t.Elements {
			if e == nil {
				continue
			}
			var item domain.Value = domain.UndefinedValue{}
			if i < len(items) {
				item = items[i]
			}
			l.assignTarget(e, item, s, sc, declare)
		}
		if t.Rest != nil {
			rest := items[min(len(items), len(t.Elements)):]
			l.assignTarget(t.Rest, domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: slices.Clone(rest)})}, s, sc, declare)
		}
	default:
		l.target(t, s, sc, true).write(s, v)
	}
}

func (l *Lowering) takeObject(t *ast.ObjectPattern, v domain.Value, s *domain.State, sc *domain.Scope, declare bool) {
	v, ok := l.coercible(v, func() domain.Value { return domain.ConstString{S: "Value is not object coercible"} }, l.CameBy, s)
	if !ok {
		v = domain.RefValue{Object: l.Alloc(s, &domain.Object{Props: map[string]domain.Value{}})}
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
			key, ok := domain.ConstantKey(l.Expression(p.Key, s, sc))
			if !ok {
				panic(domain.Refuse("a property whose name depends on values"))
			}
			taken[key] = true
			l.assignTarget(p.Value, l.lazyProperty(v, key, s), s, sc, declare)
		}
	}
	if t.Rest == nil {
		return
	}
	rest := &domain.Object{Props: map[string]domain.Value{}}
	if _, ok := v.(domain.ChoiceValue); ok { // the object that all of them together make
		all := &domain.Object{Props: map[string]domain.Value{}}
		l.SpreadInto(all, l.B.Uint(1, 1), v, s)
		v = domain.RefValue{Object: l.Alloc(s, all)}
	}
	if r, ok := v.(domain.RefValue); ok && !s.Heap[r.Object].Array && s.Heap[r.Object].Class == nil {
		from := s.Heap[r.Object]
		rest.Mixed = from.Mixed
		for _, k := range from.Keys {
			if !taken[k] {
				rest.Set(k, from.Get(k))
				l.SetPresent(rest, k, l.Present(from, k))
			}
		}
		l.assignTarget(t.Rest, domain.RefValue{Object: l.Alloc(s, rest)}, s, sc, declare)
		return
	}
	keys, ok := l.KeysOf(v, s)
	if !ok {
		panic(domain.Refuse("the rest of something that is no plain object"))
	}
	for _, k := range keys {
		if !taken[k] {
			rest.Set(k, l.lazyProperty(v, k, s))
		}
	}
	l.assignTarget(t.Rest, domain.RefValue{Object: l.Alloc(s, rest)}, s, sc, declare)
}

// lazyProperty reads a property without touching it: a variable may hold something outside the
// lowered language as long as nobody uses it.
func (l *Lowering) lazyProperty(v domain.Value, key string, s *domain.State) domain.Value {
	if r, ok := v.(domain.RefValue); ok && !s.Heap[r.Object].Array && s.Heap[r.Object].Class == nil {
		return s.Heap[r.Object].Get(key)
	}
	return l.Property(v, domain.ConstString{S: key}, s)
}

// withDefault is v, or the default where v is undefined.
func (l *Lowering) withDefault(v domain.Value, init ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	if init == nil {
		return v
	}
	if _, ok := v.(domain.RefusedValue); ok {
		return v
	}
	return l.Alternatives(l.Undefined(v), s,
		func(s *domain.State) domain.Value { return l.Expression(init, s, sc) },
		func(*domain.State) domain.Value { return l.NotUndefined(v) })
}
