package lower

import (
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// block runs statements in a new scope.
func (l *lowering) block(list []ast.Statement, s *state, sc *scope) flow {
	inner := newScope(sc)
	mark := l.mark()
	l.hoist(list, s, inner)
	f := l.statements(list, s, inner)
	l.release(mark, &f)
	return f
}

// frame is a moment before variables of a block were made.
type frame struct{ cells, closures int }

func (l *lowering) mark() frame { return frame{l.cellCount, l.closures} }

// release forgets the variables that were made since mark, unless a function may still see them.
func (l *lowering) release(mark frame, f *flow) {
	if l.closures != mark.closures {
		return
	}
	l.cellCount = mark.cells
	cut := func(s *state) {
		if s != nil && len(s.cells) > mark.cells {
			s.cells = s.cells[:mark.cells:mark.cells]
		}
	}
	cut(f.next)
	for _, list := range [3][]exit{f.returns, f.breaks, f.continues} {
		for _, e := range list {
			cut(e.s)
		}
	}
}

// hoist declares what a block declares, so that names mean the right variable before that.
func (l *lowering) hoist(list []ast.Statement, s *state, sc *scope) {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.LexicalDeclaration:
			for _, b := range st.List {
				l.hoistTarget(b.Target, s, sc, st.Token == token.CONST)
			}
		case *ast.FunctionDeclaration:
			l.closures++
			l.declare(s, sc, st.Function.Name.Name.String(), funcValue{&closure{node: st.Function, scope: sc, own: l.own}})
		case *ast.ClassDeclaration:
			panic(refuse("a class in the lambda; write it beside the lambda"))
		}
	}
}

func (l *lowering) hoistTarget(t ast.Expression, s *state, sc *scope, fixed bool) {
	eachName(t, func(name string) {
		if fixed {
			sc.fix(name)
		}
		l.declare(s, sc, name, refusedValue{reason: "the variable '" + name + "' is used before it has a value (that throws)", early: true})
	})
}

// eachName calls f for every name that a binding target declares.
func eachName(t ast.Expression, f func(string)) {
	switch t := t.(type) {
	case *ast.Identifier:
		f(t.Name.String())
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				f(p.Name.Name.String())
			case *ast.PropertyKeyed:
				eachName(p.Value, f)
			}
		}
		if t.Rest != nil {
			eachName(t.Rest, f)
		}
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			if e != nil {
				eachName(e, f)
			}
		}
		if t.Rest != nil {
			eachName(t.Rest, f)
		}
	case *ast.AssignExpression:
		eachName(t.Left, f)
	}
}

func (l *lowering) statements(list []ast.Statement, s *state, sc *scope) flow {
	var f flow
	f.next = s
	for _, st := range list {
		if f.next == nil {
			break
		}
		g := l.statement(st, f.next, sc, "")
		f.add(g)
		f.next = g.next
	}
	return f
}

// statement runs one statement; label is the label it carries.
func (l *lowering) statement(st ast.Statement, s *state, sc *scope, label string) flow {
	l.spend(1)
	if st != nil {
		l.at = st.Idx0()
	}
	switch st := st.(type) {
	case nil, *ast.EmptyStatement, *ast.FunctionDeclaration, *ast.DebuggerStatement:
		return flow{next: s}
	case *ast.BlockStatement:
		return l.labelled(label, s, func(s *state) flow { return l.block(st.List, s, sc) })
	case *ast.ExpressionStatement:
		l.expression(st.Expression, s, sc)
		return flow{next: s}
	case *ast.VariableStatement:
		for _, b := range st.List {
			if b.Initializer != nil {
				v := l.named(b.Target, b.Initializer, s, sc)
				l.cameBy = lastPlace(b.Initializer, b.Idx0())
				l.assignTarget(b.Target, v, s, sc, false)
			}
		}
		return flow{next: s}
	case *ast.LexicalDeclaration:
		for _, b := range st.List {
			l.declareBinding(b, s, sc)
		}
		return flow{next: s}
	case *ast.ReturnStatement:
		var v value = undefinedValue{}
		if st.Argument != nil {
			v = l.expression(st.Argument, s, sc)
		}
		l.leave(s, toCall, "")
		return flow{returns: []exit{{s: s, v: v}}}
	case *ast.IfStatement:
		return l.labelled(label, s, func(s *state) flow { return l.ifStatement(st, s, sc) })
	case *ast.SwitchStatement:
		return l.labelled(label, s, func(s *state) flow { return l.switchStatement(st, s, sc) })
	case *ast.ForStatement:
		return l.forStatement(st, s, sc, label)
	case *ast.WhileStatement:
		return l.loop(loopParts{test: st.Test, body: st.Body, label: label}, s, sc)
	case *ast.DoWhileStatement:
		return l.loop(loopParts{test: st.Test, body: st.Body, label: label, bodyFirst: true}, s, sc)
	case *ast.ForOfStatement:
		return l.forOf(st, s, sc, label)
	case *ast.LabelledStatement:
		return l.statement(st.Statement, s, sc, st.Label.Name.String())
	case *ast.BranchStatement:
		e := exit{s: s}
		if st.Label != nil {
			e.label = st.Label.Name.String()
		}
		if st.Token == token.BREAK {
			l.leave(s, toBreak, e.label)
			return flow{breaks: []exit{e}}
		}
		l.leave(s, toContinue, e.label)
		return flow{continues: []exit{e}}
	case *ast.ThrowStatement:
		l.throw(st, s, sc)
		return flow{}
	case *ast.TryStatement:
		return l.labelled(label, s, func(s *state) flow { return l.tryStatement(st, s, sc) })
	case *ast.ForInStatement:
		return l.forIn(st, s, sc, label)
	}
	panic(refuse("this kind of statement"))
}

func (l *lowering) declareBinding(b *ast.Binding, s *state, sc *scope) {
	var v value = undefinedValue{}
	if b.Initializer != nil {
		v = l.named(b.Target, b.Initializer, s, sc)
		l.cameBy = lastPlace(b.Initializer, b.Idx0())
	}
	l.assignTarget(b.Target, v, s, sc, true)
}

// branch runs two alternatives on copies of s and merges what goes on.
func (l *lowering) branch(cond word.ID, s *state, yes, no func(*state) flow) flow {
	if c, ok := l.constBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.cond
	a := yes(l.clone(s, l.b.And(before, cond)))
	b := no(l.clone(s, l.b.And(before, l.b.Not(cond))))
	var f flow
	f.add(a)
	f.add(b)
	switch {
	case a.next != nil && b.next != nil:
		f.next = l.merge(cond, a.next, b.next)
	case a.next != nil:
		f.next = a.next
	case b.next != nil:
		f.next = b.next
	default:
		return f
	}
	f.next.cond = before
	return f
}

func (l *lowering) ifStatement(st *ast.IfStatement, s *state, sc *scope) flow {
	v, test := l.condition(st.Test, s, sc)
	return l.branch(l.truthy(v), s, func(s *state) flow {
		l.refine(test, true, s, sc)
		return l.statement(st.Consequent, s, sc, "")
	}, func(s *state) flow {
		l.refine(test, false, s, sc)
		return l.statement(st.Alternate, s, sc, "")
	})
}

func (l *lowering) switchStatement(st *ast.SwitchStatement, s *state, sc *scope) flow {
	d := l.expression(st.Discriminant, s, sc)
	inner := newScope(sc)
	for _, c := range st.Body {
		l.hoist(c.Consequent, s, inner)
	}
	t := l.enter(s, jumpTarget{breaks: true})
	none := l.b.Uint(1, 1) // no case has matched yet
	entry := make([]word.ID, len(st.Body))
	labels, bodies := make([]value, len(st.Body)), make([]bool, len(st.Body))
	for i, c := range st.Body {
		if bodies[i] = len(c.Consequent) > 0; c.Test != nil {
			labels[i] = l.label(c.Test, s, inner)
		}
	}
	if entries, ok := l.switchTable(d, labels, bodies, st.Default); ok {
		entry, none = entries[:len(labels)], entries[len(labels)]
	} else {
		for i, v := range labels {
			if v != nil {
				hit := l.truthy(l.strictEqual(d, v))
				entry[i] = l.b.And(none, hit)
				none = l.b.And(none, l.b.Not(hit))
			}
		}
	}
	if st.Default >= 0 {
		entry[st.Default] = none
		none = l.b.Uint(0, 1)
	}
	var f flow
	var falling *state // the path that falls through from the case above
	for i, c := range st.Body {
		var at *state
		if hit, known := l.constBool(entry[i]); !known || hit {
			at = l.clone(s, entry[i])
		}
		at = l.merge(entry[i], at, falling)
		falling = nil
		if at == nil {
			continue
		}
		g := l.statements(c.Consequent, at, inner)
		f.add(g)
		falling = g.next
	}
	f.next = falling
	if hit, known := l.constBool(none); !known || hit {
		skipped := l.clone(s, none)
		f.next = l.merge(none, skipped, f.next)
	}
	f = l.endBreaks(f, "", true)
	l.exit(t, f.next)
	return f
}

// label runs the expression of a case. Those after the one that matches are not run, so it must do nothing.
func (l *lowering) label(e ast.Expression, s *state, sc *scope) value {
	switch e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.Identifier:
		return l.expression(e, s, sc)
	}
	before, throws, assigned := &state{cells: slices.Clone(s.cells), heap: slices.Clone(s.heap)}, len(l.throws)+l.thrown, len(l.assigned)
	v := l.expression(e, s, sc)
	changed := len(l.throws)+l.thrown != throws
	for i, c := range before.cells {
		if c == nil || sameValue(c, s.cell(i)) {
			continue
		}
		if changed = changed || slices.Contains(l.assigned[assigned:], i); !changed {
			s.cells[i] = c // it is the same, but a part of the expression has looked at it
		}
	}
	for i, o := range before.heap {
		changed = changed || o != s.heap[i]
	}
	if changed {
		panic(refuse("a case whose value changes something or may throw; compute it before the switch"))
	}
	return v
}

func (l *lowering) forStatement(st *ast.ForStatement, s *state, sc *scope, label string) flow {
	inner := newScope(sc)
	var each []string // variables that every round has its own copy of
	switch init := st.Initializer.(type) {
	case *ast.ForLoopInitializerExpression:
		l.expression(init.Expression, s, sc)
	case *ast.ForLoopInitializerVarDeclList:
		for _, b := range init.List {
			if b.Initializer != nil {
				l.assignTarget(b.Target, l.expression(b.Initializer, s, sc), s, sc, false)
			}
		}
	case *ast.ForLoopInitializerLexicalDecl:
		for _, b := range init.LexicalDeclaration.List {
			l.hoistTarget(b.Target, s, inner, init.LexicalDeclaration.Token == token.CONST)
			eachName(b.Target, func(name string) { each = append(each, name) })
		}
		made := l.closures
		for _, b := range init.LexicalDeclaration.List {
			l.declareBinding(b, s, inner)
		}
		if l.closures != made && init.LexicalDeclaration.Token != token.CONST { // those have the variables as they are before the first round
			inner = l.freshRound(each, s, inner)
		}
	}
	return l.loop(loopParts{test: st.Test, update: st.Update, body: st.Body, label: label, each: each}, s, inner)
}

type loopParts struct {
	test, update ast.Expression
	body         ast.Statement
	label        string
	bodyFirst    bool
	each         []string
	// next, when set, replaces test and update: it gives round i after those before it, false at the end.
	next func(i int, s *state) (round, bool)
}

// round is a round over an item of a list.
type round struct {
	there  word.ID                   // one bit: the list has this item
	begins bool                      // or that the loop has begun
	take   func(s *state, sc *scope) // gives the item to the loop's variables
}

// loop unrolls a loop: it runs rounds until the test is known to fail. Or it becomes a loop operation, see Loops.
func (l *lowering) loop(p loopParts, s *state, sc *scope) flow {
	p = p.counted()
	if l.catching == 0 {
		if x, ok := l.begins(p, s, sc); ok {
			if f, ok := l.beginAnywhere(x, s, sc); ok {
				return f
			}
		}
	}
	return l.loopOf(p, s, sc)
}

// loopOf is loop of one whose rounds are those that are written.
func (l *lowering) loopOf(p loopParts, s *state, sc *scope) flow {
	if l.loops.KeepLoops && p.next == nil {
		return l.shortOrKept(p, s, sc)
	}
	if q, ok := p.search(); ok && l.short == 0 && l.catching == 0 && l.searches < deepestSearch {
		return l.searchOrUnroll(p, q, s, sc)
	}
	return l.unroll(p, s, sc, false)
}

// maxKnown is how many rounds of a loop with a test that is known are unrolled.
func (l *lowering) maxKnown() int {
	if l.loops.Few {
		return maxFew
	}
	return maxKnown
}

// unroll runs rounds until the test is known to fail. Where that depends on values, and the loop may be kept, the rest
// of the rounds stay a loop.
func (l *lowering) unroll(p loopParts, s *state, sc *scope, keep bool) flow {
	var f flow
	var leaving []exit // paths that left, in order
	whole := l.enter(s, jumpTarget{label: p.label, breaks: true})
	cur := s
	closures := l.closures
	opened, ops := false, len(l.b.Ops) // the test has depended on values
	had := p.queued(s, sc)
	begun, depending := l.reached(s), 0 // rounds of a loop that does not count, after exits that depend on values
	for round := 0; cur != nil; round++ {
		if round > maxRounds || depending > maxDepending {
			if l.reached(cur) != begun {
				panic(refuse(openLoop + boundHelps))
			}
			panic(refuse("a loop with more than %d rounds", maxRounds))
		}
		if l.short > 0 && p.next == nil && (round > l.short || len(l.b.Ops) > l.shortOps) {
			panic(tooLong{})
		}
		l.loops.Long = l.loops.Long || round > maxKnown
		l.spend(1)
		run := func(s *state) flow { return l.statement(p.body, s, sc, "") }
		if p.next != nil {
			if round > 0 && l.closures != closures { // a function has kept the variables of the last round
				sc = newScope(sc.parent)
			}
			r, ok := p.next(round, cur)
			if !ok {
				break
			}
			run = func(s *state) flow {
				return l.branch(r.there, s, func(s *state) flow {
					r.take(s, sc)
					return l.statement(p.body, s, sc, "")
				}, func(s *state) flow { return flow{next: s} })
			}
		}
		if keep && (round > l.maxKnown() || round > 0 && l.reached(cur) != begun && (p.test == nil || p.update == nil && round > maxTested)) {
			g := l.keepLoop(p, cur, sc)
			f.returns = append(f.returns, g.returns...)
			cur = g.next
			break
		}
		uncounted := p.next == nil && (p.update == nil || p.test == nil) // only a condition ends it
		open := uncounted
		if p.test != nil && (round > 0 || !p.bodyFirst) {
			before, throws, doubted := cur, len(l.throws), l.doubted
			if keep || l.short > 0 {
				before = l.clone(cur, cur.cond)
			}
			v, test := l.condition(p.test, cur, sc)
			goesOn := l.truthy(v)
			on, known := l.constBool(goesOn)
			if l.loops.Seen = l.loops.Seen || !known; keep && !known {
				l.throws, l.doubted = l.throws[:throws], doubted
				g := l.keepLoop(p, before, sc)
				f.returns = append(f.returns, g.returns...)
				cur = g.next
				break
			}
			if l.short > 0 && on && opened {
				l.endsNever(p, before, sc)
				cur = nil
				break
			}
			if known && !on {
				break
			} else if !known {
				open, opened = true, true
				out := l.clone(cur, l.b.Not(goesOn))
				l.refine(test, false, out, sc)
				l.leave(out, toBreak, "")
				leaving = append(leaving, exit{s: out})
				cur = l.clone(cur, cur.cond)
				l.refine(test, true, cur, sc)
			}
		}
		if opened {
			l.growing(p, had, cur, sc)
		}
		if uncounted && l.reached(cur) != begun {
			l.loops.Seen = true
			if depending++; l.loops.Brief && depending > briefRounds && len(l.b.Ops)-ops > briefOps {
				l.loops.Cut = true
				panic(refuse(openLoop + boundHelps))
			}
		}
		if open && l.doubts != nil && round >= l.doubts.Rounds {
			l.assume(l.b.Uint(1, 1), cur)
			cur = nil
			break
		}
		one := l.enter(cur, jumpTarget{label: p.label, continues: true})
		g := run(cur)
		f.returns = append(f.returns, g.returns...)
		for _, b := range g.breaks {
			if b.label == "" || b.label == p.label {
				leaving = append(leaving, b)
			} else {
				f.breaks = append(f.breaks, b)
			}
		}
		var again []exit
		for _, c := range g.continues {
			if c.label == "" || c.label == p.label {
				again = append(again, c)
			} else {
				f.continues = append(f.continues, c)
			}
		}
		cur = l.join(again, g.next)
		l.exit(one, cur)
		if cur != nil && p.update != nil {
			if l.closures != closures {
				sc = l.freshRound(p.each, cur, sc)
			}
			l.expression(p.update, cur, sc)
		}
	}
	f.next = l.join(leaving, cur)
	l.exit(whole, f.next)
	return f
}

// freshRound gives every round its own copy of the loop's variables, as closures can tell.
func (l *lowering) freshRound(names []string, s *state, sc *scope) *scope {
	if len(names) == 0 {
		return sc
	}
	fresh := newScope(sc.parent)
	for _, n := range names {
		c, _ := sc.find(n)
		l.declare(s, fresh, n, s.cell(c))
	}
	return fresh
}

func (l *lowering) forOf(st *ast.ForOfStatement, s *state, sc *scope, label string) flow {
	at := lastPlace(st.Source, st.Idx0())
	source := l.iterable(l.expression(st.Source, s, sc), at, s)
	switch x := source.(type) {
	case memoryValue:
		return l.forCells(x, "entries", st, at, s, sc, label)
	case cellsValue:
		return l.forCells(x.of, x.kind, st, at, s, sc, label)
	}
	return l.forEach(st.Into, st.Body, at, l.liveSparse(source), s, sc, label)
}

// forIn runs a body for each name of a property.
func (l *lowering) forIn(st *ast.ForInStatement, s *state, sc *scope, label string) flow {
	at := lastPlace(st.Source, st.Idx0())
	source := l.expression(st.Source, s, sc)
	if source == value(undefinedValue{}) || source == value(nullValue{}) {
		return l.forEach(st.Into, st.Body, at, func(*state) ([]value, []word.ID) { return nil, nil }, s, sc, label)
	}
	switch x := source.(type) {
	case constString: // the places of its code units
		places := make([]value, len(utf16.Encode([]rune(x.s))))
		for i := range places {
			places[i] = constString{strconv.Itoa(i)}
		}
		return l.forEach(st.Into, st.Body, at, func(*state) ([]value, []word.ID) { return places, nil }, s, sc, label)
	case memoryValue:
		panic(refuse("for … in over a memory, which has no properties: it runs no round; write for (const [address, value] of m)"))
	case setValue, collectionValue:
		panic(refuse("for … in over a Map or Set, which has no properties: it runs no round; write for … of"))
	}
	deletions := l.deletions
	if keys, bits, ok := l.maskedKeys(source, s); ok {
		return l.loop(loopParts{body: st.Body, label: label, next: func(i int, s *state) (round, bool) {
			if now, there, ok := l.maskedKeys(source, s); !ok || !slices.Equal(now, keys) || !slices.Equal(there, bits) || deletions != l.deletions {
				panic(refuse(otherKeys))
			}
			if i >= len(keys) {
				return round{}, false
			}
			return round{there: bits[i], take: func(s *state, sc *scope) {
				l.narrow(s, source.(refValue).object, keys[i], maxTried/len(keys))
				l.cameBy = at
				l.bindItem(st.Into, constString{keys[i]}, s, sc)
			}}, true
		}}, s, newScope(sc))
	}
	names := l.iterate(l.objectMethod("Object.keys", []value{source}, s), s)
	return l.forEach(st.Into, st.Body, at, func(s *state) ([]value, []word.ID) {
		keys, plain := l.keysOf(source, s)
		if deletions != l.deletions || plain && len(keys) != len(names) || !plain && len(l.iterate(source, s)) != len(names) {
			panic(refuse(otherKeys))
		}
		return names, nil
	}, s, sc, label)
}

const otherKeys = "for … in over an object that gets another property meanwhile, or while one is deleted"

// forEach runs a body for each item; current lists the items as they are at the start of a round, and the bits of those
// that may be missing.
func (l *lowering) forEach(target ast.ForInto, body ast.Statement, at file.Idx, current func(*state) ([]value, []word.ID), s *state, sc *scope, label string) flow {
	var passed []word.ID
	return l.loop(loopParts{body: body, label: label, next: func(i int, s *state) (round, bool) {
		items, bits := current(s)
		passed = passed[:i]
		if bits == nil {
			bits = l.allKept(len(items))
		}
		if n := min(i, len(bits)); !slices.Equal(passed[:n], bits[:n]) || n < i && !slices.Equal(passed, l.allKept(i)) {
			panic(refuse("an array whose length depends on values is changed before the place where a loop is"))
		}
		if i >= len(items) {
			return round{}, false
		}
		passed = append(passed, bits[i])
		return round{there: bits[i], take: func(s *state, sc *scope) {
			l.cameBy = at
			l.bindItem(target, items[i], s, sc)
		}}, true
	}}, s, newScope(sc))
}

// bindItem gives the variable of a loop the item of a round.
func (l *lowering) bindItem(target ast.ForInto, item value, s *state, sc *scope) {
	switch into := target.(type) {
	case *ast.ForDeclaration:
		l.hoistTarget(into.Target, s, sc, into.IsConst)
		l.assignTarget(into.Target, item, s, sc, true)
	case *ast.ForIntoVar:
		l.assignTarget(into.Binding.Target, item, s, sc, false)
	case *ast.ForIntoExpression:
		l.assignTarget(into.Expression, item, s, sc, false)
	}
}
