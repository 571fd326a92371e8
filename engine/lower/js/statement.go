package js

import (
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/loop"
	"simten.dev/engine/word"
)

// statement runs one statement; label is the label it carries.
func (l *Lowering) statement(st ast.Statement, s *domain.State, sc *domain.Scope, label string) loop.Flow {
	l.Spend(1)
	if st != nil {
		l.At = st.Idx0()
	}
	switch st := st.(type) {
	case nil, *ast.EmptyStatement, *ast.FunctionDeclaration, *ast.DebuggerStatement:
		return loop.Flow{Next: s}
	case *ast.BlockStatement:
		return l.labelled(label, s, func(s *domain.State) loop.Flow { return l.block(st.List, s, sc) })
	case *ast.ExpressionStatement:
		l.Expression(st.Expression, s, sc)
		return loop.Flow{Next: s}
	case *ast.VariableStatement:
		for _, b := range st.List {
			if b.Initializer != nil {
				v := l.named(b.Target, b.Initializer, s, sc)
				l.CameBy = lastPlace(b.Initializer, b.Idx0())
				l.assignTarget(b.Target, v, s, sc, false)
			}
		}
		return loop.Flow{Next: s}
	case *ast.LexicalDeclaration:
		for _, b := range st.List {
			l.declareBinding(b, s, sc)
		}
		return loop.Flow{Next: s}
	case *ast.ReturnStatement:
		var v domain.Value = domain.UndefinedValue{}
		if st.Argument != nil {
			v = l.Expression(st.Argument, s, sc)
		}
		l.Leave(s, loop.ToCall, "")
		return loop.Flow{Returns: []domain.Exit{{S: s, V: v}}}
	case *ast.IfStatement:
		return l.labelled(label, s, func(s *domain.State) loop.Flow { return l.ifStatement(st, s, sc) })
	case *ast.SwitchStatement:
		return l.labelled(label, s, func(s *domain.State) loop.Flow { return l.switchStatement(st, s, sc) })
	case *ast.ForStatement:
		return l.forStatement(st, s, sc, label)
	case *ast.WhileStatement:
		return l.loop(loop.LoopParts{Test: st.Test, Body: st.Body, Label: label}, s, sc)
	case *ast.DoWhileStatement:
		return l.loop(loop.LoopParts{Test: st.Test, Body: st.Body, Label: label, BodyFirst: true}, s, sc)
	case *ast.ForOfStatement:
		return l.forOf(st, s, sc, label)
	case *ast.LabelledStatement:
		return l.Statement(st.Statement, s, sc, st.Label.Name.String())
	case *ast.BranchStatement:
		e := domain.Exit{S: s}
		if st.Label != nil {
			e.Label = st.Label.Name.String()
		}
		if st.Token == token.BREAK {
			l.Leave(s, loop.ToBreak, e.Label)
			return loop.Flow{Breaks: []domain.Exit{e}}
		}
		l.Leave(s, toContinue, e.Label)
		return loop.Flow{Continues: []domain.Exit{e}}
	case *ast.ThrowStatement:
		l.throw(st, s, sc)
		return loop.Flow{}
	case *ast.TryStatement:
		return l.labelled(label, s, func(s *domain.State) loop.Flow { return l.tryStatement(st, s, sc) })
	case *ast.ForInStatement:
		return l.forIn(st, s, sc, label)
	}
	panic(domain.Refuse("this kind of statement"))
}

func (l *Lowering) declareBinding(b *ast.Binding, s *domain.State, sc *domain.Scope) {
	var v domain.Value = domain.UndefinedValue{}
	if b.Initializer != nil {
		v = l.named(b.Target, b.Initializer, s, sc)
		l.CameBy = lastPlace(b.Initializer, b.Idx0())
	}
	if name, ok := b.Target.(*ast.Identifier); ok {
		l.Name(v, name.Name.String())
	}
	l.assignTarget(b.Target, v, s, sc, true)
}

func (l *Lowering) ifStatement(st *ast.IfStatement, s *domain.State, sc *domain.Scope) loop.Flow {
	v, test := l.Condition(st.Test, s, sc)
	return l.Branch(l.Truthy(v), s, func(s *domain.State) loop.Flow {
		l.Refine(test, true, s, sc)
		return l.Statement(st.Consequent, s, sc, "")
	}, func(s *domain.State) loop.Flow {
		l.Refine(test, false, s, sc)
		return l.Statement(st.Alternate, s, sc, "")
	})
}

func (l *Lowering) switchStatement(st *ast.SwitchStatement, s *domain.State, sc *domain.Scope) loop.Flow {
	d := l.Expression(st.Discriminant, s, sc)
	inner := domain.NewScope(sc)
	for _, c := range st.Body {
		l.Hoist(c.Consequent, s, inner)
	}
	t := l.Enter(s, domain.JumpTarget{Breaks: true})
	none := l.B.Uint(1, 1) // no case has matched yet
	entry := make([]word.ID, len(st.Body))
	labels, bodies := make([]domain.Value, len(st.Body)), make([]bool, len(st.Body))
	for i, c := range st.Body {
		if bodies[i] = len(c.Consequent) > 0; c.Test != nil {
			labels[i] = l.label(c.Test, s, inner)
		}
	}
	if entries, ok := l.SwitchTable(d, labels, bodies, st.Default); ok {
		entry, none = entries[:len(labels)], entries[len(labels)]
	} else {
		for i, v := range labels {
			if v != nil {
				hit := l.Truthy(l.StrictEqual(d, v))
				entry[i] = l.B.And(none, hit)
				none = l.B.And(none, l.B.Not(hit))
			}
		}
	}
	if st.Default >= 0 {
		entry[st.Default] = none
		none = l.B.Uint(0, 1)
	}
	var f loop.Flow
	var falling *domain.State // the path that falls through from the case above
	for i, c := range st.Body {
		var at *domain.State
		if hit, known := l.ConstBool(entry[i]); !known || hit {
			at = l.Clone(s, entry[i])
		}
		at = l.Merge(entry[i], at, falling)
		falling = nil
		if at == nil {
			continue
		}
		g := l.Statements(c.Consequent, at, inner)
		f.Add(g)
		falling = g.Next
	}
	f.Next = falling
	if hit, known := l.ConstBool(none); !known || hit {
		skipped := l.Clone(s, none)
		f.Next = l.Merge(none, skipped, f.Next)
	}
	f = l.EndBreaks(f, "", true)
	l.Exit(t, f.Next)
	return f
}

func (l *Lowering) forStatement(st *ast.ForStatement, s *domain.State, sc *domain.Scope, label string) loop.Flow {
	inner := domain.NewScope(sc)
	var each []string // variables that every round has its own copy of
	switch init := st.Initializer.(type) {
	case *ast.ForLoopInitializerExpression:
		l.Expression(init.Expression, s, sc)
	case *ast.ForLoopInitializerVarDeclList:
		for _, b := range init.List {
			if b.Initializer != nil {
				l.assignTarget(b.Target, l.Expression(b.Initializer, s, sc), s, sc, false)
			}
		}
	case *ast.ForLoopInitializerLexicalDecl:
		for _, b := range init.LexicalDeclaration.List {
			l.HoistTarget(b.Target, s, inner, init.LexicalDeclaration.Token == token.CONST)
			loop.EachName(b.Target, func(name string) { each = append(each, name) })
		}
		made := l.Closures
		for _, b := range init.LexicalDeclaration.List {
			l.declareBinding(b, s, inner)
		}
		if l.Closures != made && init.LexicalDeclaration.Token != token.CONST { // those have the variables as they are before the first round
			inner = l.FreshRound(each, s, inner)
		}
	}
	return l.loop(loop.LoopParts{Test: st.Test, Update: st.Update, Body: st.Body, Label: label, Each: each}, s, inner)
}

// loop unrolls a loop: it runs rounds until the test is known to fail. Or it becomes a loop operation, see Loops.
func (l *Lowering) loop(p loop.LoopParts, s *domain.State, sc *domain.Scope) loop.Flow {
	p = p.Counted()
	if l.Catching == 0 {
		if x, ok := l.Begins(p, s, sc); ok {
			if f, ok := l.BeginAnywhere(x, s, sc); ok {
				return f
			}
		}
	}
	return l.LoopOf(p, s, sc)
}

func (l *Lowering) forOf(st *ast.ForOfStatement, s *domain.State, sc *domain.Scope, label string) loop.Flow {
	at := lastPlace(st.Source, st.Idx0())
	source := l.iterable(l.Expression(st.Source, s, sc), at, s)
	switch x := source.(type) {
	case domain.MemoryValue:
		return l.forCells(x, "entries", st, at, s, sc, label)
	case domain.CellsValue:
		return l.forCells(x.Of, x.Kind, st, at, s, sc, label)
	}
	return l.forEach(st.Into, st.Body, at, l.LiveSparse(source), s, sc, label)
}

// forIn runs a body for each name of a property.
func (l *Lowering) forIn(st *ast.ForInStatement, s *domain.State, sc *domain.Scope, label string) loop.Flow {
	at := lastPlace(st.Source, st.Idx0())
	source := l.Expression(st.Source, s, sc)
	if source == domain.Value(domain.UndefinedValue{}) || source == domain.Value(domain.NullValue{}) {
		return l.forEach(st.Into, st.Body, at, func(*domain.State) ([]domain.Value, []word.ID) { return nil, nil }, s, sc, label)
	}
	switch x := source.(type) {
	case domain.ConstString: // the places of its code units
		places := make([]domain.Value, len(utf16.Encode([]rune(x.S))))
		for i := range places {
			places[i] = domain.ConstString{S: strconv.Itoa(i)}
		}
		return l.forEach(st.Into, st.Body, at, func(*domain.State) ([]domain.Value, []word.ID) { return places, nil }, s, sc, label)
	case domain.MemoryValue:
		panic(domain.Refuse("for … in over a memory, which has no properties: it runs no round; write for (const [address, value] of m)"))
	case domain.SetValue, domain.CollectionValue:
		panic(domain.Refuse("for … in over a Map or Set, which has no properties: it runs no round; write for … of"))
	}
	deletions := l.deletions
	if keys, bits, ok := l.MaskedKeys(source, s); ok {
		return l.loop(loop.LoopParts{Body: st.Body, Label: label, Next: func(i int, s *domain.State) (loop.Round, bool) {
			if now, there, ok := l.MaskedKeys(source, s); !ok || !slices.Equal(now, keys) || !slices.Equal(there, bits) || deletions != l.deletions {
				panic(domain.Refuse(otherKeys))
			}
			if i >= len(keys) {
				return loop.Round{}, false
			}
			return loop.Round{There: bits[i], Take: func(s *domain.State, sc *domain.Scope) {
				l.Narrow(s, source.(domain.RefValue).Object, keys[i], builtin.MaxTried/len(keys))
				l.CameBy = at
				l.bindItem(st.Into, domain.ConstString{S: keys[i]}, s, sc)
			}}, true
		}}, s, domain.NewScope(sc))
	}
	names := l.Iterate(l.ObjectMethod("Object.keys", []domain.Value{source}, s), s)
	return l.forEach(st.Into, st.Body, at, func(s *domain.State) ([]domain.Value, []word.ID) {
		keys, plain := l.KeysOf(source, s)
		if deletions != l.deletions || plain && len(keys) != len(names) || !plain && len(l.Iterate(source, s)) != len(names) {
			panic(domain.Refuse(otherKeys))
		}
		return names, nil
	}, s, sc, label)
}

const otherKeys = "for … in over an object that gets another property meanwhile, or while one is deleted"

// forEach runs a body for each item; current lists the items as they are at the start of a round, and the bits of those
// that may be missing.
func (l *Lowering) forEach(target ast.ForInto, body ast.Statement, at file.Idx, current func(*domain.State) ([]domain.Value, []word.ID), s *domain.State, sc *domain.Scope, label string) loop.Flow {
	var passed []word.ID
	return l.loop(loop.LoopParts{Body: body, Label: label, Next: func(i int, s *domain.State) (loop.Round, bool) {
		items, bits := current(s)
		passed = passed[:i]
		if bits == nil {
			bits = l.AllKept(len(items))
		}
		if n := min(i, len(bits)); !slices.Equal(passed[:n], bits[:n]) || n < i && !slices.Equal(passed, l.AllKept(i)) {
			panic(domain.Refuse("an array whose length depends on values is changed before the place where a loop is"))
		}
		if i >= len(items) {
			return loop.Round{}, false
		}
		passed = append(passed, bits[i])
		return loop.Round{There: bits[i], Take: func(s *domain.State, sc *domain.Scope) {
			l.CameBy = at
			l.bindItem(target, items[i], s, sc)
		}}, true
	}}, s, domain.NewScope(sc))
}

// bindItem gives the variable of a loop the item of a round.
func (l *Lowering) bindItem(target ast.ForInto, item domain.Value, s *domain.State, sc *domain.Scope) {
	switch into := target.(type) {
	case *ast.ForDeclaration:
		l.HoistTarget(into.Target, s, sc, into.IsConst)
		l.assignTarget(into.Target, item, s, sc, true)
	case *ast.ForIntoVar:
		l.assignTarget(into.Binding.Target, item, s, sc, false)
	case *ast.ForIntoExpression:
		l.assignTarget(into.Expression, item, s, sc, false)
	}
}

// forCells runs the body of a for … of statement for each cell; a round sees what those before it have changed.
func (l *Lowering) forCells(m domain.MemoryValue, kind string, st *ast.ForOfStatement, at file.Idx, s *domain.State, sc *domain.Scope, label string) loop.Flow {
	l.ListCopy(m)
	depth := l.ListedDepth(m, "going through all")
	return l.loop(loop.LoopParts{Body: st.Body, Label: label, Next: func(k int, s *domain.State) (loop.Round, bool) {
		if k >= depth {
			return loop.Round{}, false
		}
		return loop.Round{There: l.HasCell(m, l.Integer(int64(k)), s), Take: func(s *domain.State, sc *domain.Scope) {
			l.CameBy = at
			l.bindItem(st.Into, l.CellItem(m, k, kind, s), s, sc)
		}}, true
	}}, s, domain.NewScope(sc))
}
