package lower

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// A loop may look for something, and do something once with what it has found:
//
//	for (let k = 0; k < 16; k++) if (valid[k] && tags[k] === tag) return { way: k, word: words[k] }
//
// Unrolled, it has what it does as many times as it has rounds. It may be less to find the first round in which there
// is something to do, and to do it once, with the variables that this round has. The same holds for a loop that goes on
// with a flag that keeps it from doing anything, and for one of which each round gives some variables new values,
// whatever they were: there it is the last round that counts. Both ways are tried, and what has fewer operations is
// taken.

// search is the body of such a loop.
type search struct {
	looks []look
	found []ast.Statement // what is done then
	kind  searchKind
	name  string   // of a flag
	names []string // of what lastFound assigns
}

// searchKind is why what is found is done once.
type searchKind uint8

const (
	leavesLoop searchKind = iota // it leaves the loop
	setsFlag                     // with a flag, it does nothing
	lastFound                    // what it does does away with what earlier rounds have done
)

// look is a step on the way to what a round does: a block that begins, a declaration, or a test.
type look struct {
	block   []ast.Statement
	declare *ast.LexicalDeclaration
	test    ast.Expression
	holds   bool // what the test has to give
}

const (
	minSearched   = 3   // rounds
	maxSearched   = 256 // the same
	deepestSearch = 2   // such loops within each other, both of whose ways are tried
	minSaved      = 24  // operations of about so many, a choice of the round costs as much
)

// search takes the body of a loop apart; false when it is not of this kind.
func (p *loopParts) search() (*search, bool) {
	q := &search{}
	if p.bodyFirst || p.test == nil && p.next == nil || !q.split([]ast.Statement{p.body}, p.label) || !q.looksAtAll() || goesOn(q.found, p.label) {
		return nil, false
	}
	if leaves(q.found) {
		return q, true
	}
	if q.name = q.flag(p); q.name != "" {
		q.kind = setsFlag
		return q, true
	}
	q.kind = lastFound
	return q, q.assigns()
}

// flag is the name of a variable without which a round does nothing but compute; "" when there is none.
func (q *search) flag(p *loopParts) string {
	for _, k := range q.looks {
		switch {
		case k.test != nil:
			list := conjuncts(k.test, nil)
			if !k.holds {
				list = disjuncts(k.test, nil)
			}
			if name := unset(list[0], k.holds); name != "" {
				return name
			}
		case k.declare != nil && !slices.ContainsFunc(k.declare.List, func(b *ast.Binding) bool { return !computes(b.Initializer) }):
			continue
		case k.declare == nil:
			continue
		}
		break
	}
	if p.test != nil && len(p.each) > 0 {
		for _, part := range conjuncts(p.test, nil) {
			if name := unset(part, true); name != "" {
				return name
			}
		}
	}
	return ""
}

// unset is the name of the variable of which a test says that it is not set, when the test gives what is asked for; ""
// when it is another test.
func unset(test ast.Expression, holds bool) string {
	switch e := test.(type) {
	case *ast.Identifier:
		if !holds {
			return e.Name.String()
		}
	case *ast.UnaryExpression:
		if name, ok := e.Operand.(*ast.Identifier); ok && e.Operator == token.NOT && holds {
			return name.Name.String()
		}
	}
	return ""
}

// disjuncts appends the parts of an expression that || joins.
func disjuncts(e ast.Expression, list []ast.Expression) []ast.Expression {
	if b, ok := e.(*ast.BinaryExpression); ok && b.Operator == token.LOGICAL_OR {
		return disjuncts(b.Right, disjuncts(b.Left, list))
	}
	return append(list, e)
}

// computes reports that an expression only computes with variables.
func computes(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.Identifier, *ast.NumberLiteral, *ast.BooleanLiteral:
		return true
	case *ast.UnaryExpression:
		return e.Operator != token.INCREMENT && e.Operator != token.DECREMENT && e.Operator != token.DELETE && computes(e.Operand)
	case *ast.BinaryExpression:
		return e.Operator != token.IN && e.Operator != token.INSTANCEOF && computes(e.Left) && computes(e.Right)
	case *ast.ConditionalExpression:
		return computes(e.Test) && computes(e.Consequent) && computes(e.Alternate)
	}
	return false
}

// assigns reports that what is done only gives variables new values.
func (q *search) assigns() bool {
	list := q.found
	for len(list) == 1 {
		block, ok := list[0].(*ast.BlockStatement)
		if !ok {
			break
		}
		list = block.List
	}
	for _, st := range list {
		switch st := st.(type) {
		case *ast.EmptyStatement:
		case *ast.LexicalDeclaration:
		case *ast.ExpressionStatement:
			assign, ok := st.Expression.(*ast.AssignExpression)
			if !ok || assign.Operator != token.ASSIGN {
				return false
			}
			name, ok := assign.Left.(*ast.Identifier)
			if !ok {
				return false
			}
			q.names = append(q.names, name.Name.String())
		default:
			return false
		}
	}
	return len(q.names) > 1 // one alone is chosen as often as a round is
}

// split takes statements apart into what looks and what is done.
func (q *search) split(list []ast.Statement, label string) bool {
	if slices.ContainsFunc(list, isFunction) {
		return false
	}
	for i, st := range list {
		switch st := st.(type) {
		case *ast.EmptyStatement:
			continue
		case *ast.LexicalDeclaration:
			q.looks = append(q.looks, look{declare: st})
			continue
		case *ast.BlockStatement:
			if i == len(list)-1 {
				q.looks = append(q.looks, look{block: st.List})
				return q.split(st.List, label)
			}
		case *ast.IfStatement:
			if st.Alternate == nil && isContinue(st.Consequent, label) {
				q.looks = append(q.looks, look{test: st.Test})
				continue
			}
			if st.Alternate == nil && i == len(list)-1 {
				q.looks = append(q.looks, look{test: st.Test, holds: true})
				return q.split([]ast.Statement{st.Consequent}, label)
			}
		}
		q.found = list[i:]
		return true
	}
	return false
}

func (q *search) looksAtAll() bool {
	return slices.ContainsFunc(q.looks, func(k look) bool { return k.test != nil })
}

func isFunction(st ast.Statement) bool {
	_, is := st.(*ast.FunctionDeclaration)
	return is
}

// isContinue reports that a statement only goes on to the next round of the loop with a label.
func isContinue(st ast.Statement, label string) bool {
	switch st := st.(type) {
	case *ast.BlockStatement:
		return len(st.List) == 1 && isContinue(st.List[0], label)
	case *ast.BranchStatement:
		return st.Token == token.CONTINUE && (st.Label == nil || st.Label.Name.String() == label)
	}
	return false
}

// leaves reports that some statements always leave the loop around them, or go on with it.
func leaves(list []ast.Statement) bool {
	if len(list) == 0 {
		return false
	}
	switch st := list[len(list)-1].(type) {
	case *ast.ReturnStatement, *ast.ThrowStatement, *ast.BranchStatement:
		return true
	case *ast.BlockStatement:
		return leaves(st.List)
	case *ast.IfStatement:
		return st.Alternate != nil && leaves([]ast.Statement{st.Consequent}) && leaves([]ast.Statement{st.Alternate})
	}
	return false
}

// goesOn reports that a statement may go on to the next round of the loop with a label, by a continue.
func goesOn(list []ast.Statement, label string) bool {
	return slices.ContainsFunc(list, func(st ast.Statement) bool {
		switch st := st.(type) {
		case *ast.BlockStatement:
			return goesOn(st.List, label)
		case *ast.IfStatement:
			return goesOn([]ast.Statement{st.Consequent, st.Alternate}, label)
		case *ast.SwitchStatement:
			return slices.ContainsFunc(st.Body, func(c *ast.CaseStatement) bool { return goesOn(c.Consequent, label) })
		case *ast.LabelledStatement:
			return goesOn([]ast.Statement{st.Statement}, label)
		case *ast.BranchStatement:
			return isContinue(st, label)
		case *ast.ForStatement, *ast.ForOfStatement, *ast.ForInStatement, *ast.WhileStatement, *ast.DoWhileStatement:
			return label != "" // a continue in it may name this loop
		}
		return false
	})
}

// searchOrUnroll lowers such a loop in the way that has fewer operations.
func (l *lowering) searchOrUnroll(p loopParts, q *search, s *state, sc *scope) flow {
	l.searches++
	defer func() { l.searches-- }()
	begin, try, steps, mark := l.remember(), l.clone(s, s.cond), l.steps, len(l.b.Ops)
	f := l.unroll(p, s, sc, false)
	unrolled := len(l.b.Ops)
	if unrolled-mark < minSaved || unrolled > briefTotal/2 {
		return f
	}
	end, cut, spent := l.remember(), l.loops.Cut, l.steps
	l.recall(begin)
	l.steps = steps // what is taken has to be short enough, not both
	g, cost, ok := l.searched(p, q, try, sc)
	if ok && cost.pays(q.kind, unrolled-mark-cost.shared(l.b, mark, unrolled)) {
		return g
	}
	l.recall(end)
	l.loops.Cut, l.steps = cut, spent
	return f
}

// searchCost is what a search has taken.
type searchCost struct {
	found   int // operations of doing it once
	matches []word.ID
}

// pays reports that it is less than so many operations without the tests.
func (c *searchCost) pays(kind searchKind, unrolled int) bool {
	if kind == lastFound { // its values are chosen once as well
		return c.found+2*minSaved <= unrolled && 2*c.found <= unrolled
	}
	return c.found+minSaved <= unrolled && 3*c.found <= 2*unrolled
}

// shared counts the operations of the tests among those with numbers from one to below another: they are needed in both
// ways.
func (c *searchCost) shared(b *word.Builder, from, to int) int {
	n, seen := 0, map[word.ID]bool{}
	var visit func(id word.ID)
	visit = func(id word.ID) {
		if int(id) < from || seen[id] || id == word.None {
			return
		}
		seen[id] = true
		if int(id) < to {
			n++
		}
		op := &b.Ops[id]
		visit(op.A)
		visit(op.B)
		visit(op.C)
	}
	for _, id := range c.matches {
		visit(id)
	}
	return n
}

// searched lowers such a loop as one that finds the round first; false when it cannot be lowered so.
func (l *lowering) searched(p loopParts, q *search, s *state, sc *scope) (f flow, cost searchCost, ok bool) {
	at := l.at
	defer func() {
		l.at = at
		switch x := recover().(type) {
		case nil:
		case refusal:
			ok = false
		default:
			panic(x)
		}
	}()
	mark, whole := l.mark(), l.enter(s, jumpTarget{label: p.label, breaks: true})
	inner := newScope(sc)
	given, entry := l.forget(q, s, sc), slices.Clone(s.cells)
	rounds, matches, ok := l.lookThrough(p, q, s, inner)
	if !ok || len(rounds) < minSearched {
		return f, cost, false
	}
	if q.kind == setsFlag && !p.changesOnlyOwn(entry, s, sc) {
		return f, cost, false
	}
	cost.matches = slices.Clone(matches)
	before := len(l.b.Ops)
	if q.kind == lastFound {
		slices.Reverse(rounds)
		slices.Reverse(matches)
	}
	begins, found := rounds[len(rounds)-1], matches[len(matches)-1]
	for k := len(rounds) - 2; k >= 0; k-- {
		begins = l.merge(matches[k], rounds[k], begins)
		found = l.b.Or(matches[k], found)
	}
	looking := 0
	f = l.branch(found, s, func(end *state) flow {
		s := l.clone(begins, end.cond)
		ops := len(l.b.Ops)
		round := inner
		_, inner, ok := l.look(q, s, round)
		if !ok {
			panic(refuse("what a loop looks at changes something"))
		}
		looking = len(l.b.Ops) - ops
		s.cond = end.cond
		from, throws := l.clone(s, s.cond), len(l.throws)
		l.hoist(q.found, s, inner)
		g := l.statements(q.found, s, inner)
		switch q.kind {
		case setsFlag:
			if g.next == nil || !l.doesNothing(p, q, l.clone(g.next, g.next.cond), inner, round) {
				panic(refuse("a loop does not set the flag that it looks at"))
			}
		case lastFound:
			if g.next == nil || len(g.returns)+len(g.breaks)+len(g.continues) > 0 || len(l.throws) != throws {
				panic(refuse("what a loop does is not done once"))
			}
			return flow{next: l.onlyGives(given, from, g.next, end)}
		}
		return g
	}, func(s *state) flow {
		for cell, v := range given {
			s.setCell(cell, v)
		}
		return flow{next: s}
	})
	cost.found = len(l.b.Ops) - before - looking
	f = l.endBreaks(f, p.label, true)
	l.exit(whole, f.next)
	l.release(mark, &f)
	return f, cost, true
}

// doesNothing reports that a round that follows one that has set the flag does nothing, and cannot fail: inner is where
// something is done, round what the rounds see.
func (l *lowering) doesNothing(p loopParts, q *search, s *state, inner, round *scope) bool {
	cell, ok := inner.find(q.name)
	if set, known := l.certain(s.valueOf(cell)); !ok || !known || !set {
		return false
	}
	throws := len(l.throws)
	if p.test != nil {
		goesOn, known := l.constBool(l.truthy(l.expression(p.test, s, round)))
		if len(l.throws) != throws {
			return false
		}
		if known && !goesOn {
			return true
		}
	}
	match, _, pure := l.look(q, s, round)
	does, known := l.constBool(match)
	return pure && known && !does
}

// changesOnlyOwn reports that the rounds of a loop change no variables but its own, which nobody sees after it: those
// that follow when there is nothing to do any more.
func (p *loopParts) changesOnlyOwn(entry []value, end *state, sc *scope) bool {
	for i, v := range entry {
		if v == nil || sameValue(v, end.cell(i)) {
			continue
		}
		if !slices.ContainsFunc(p.each, func(name string) bool {
			cell, ok := sc.find(name)
			return ok && cell == i
		}) {
			return false
		}
	}
	return true
}

// forget makes the variables that every round gives new values ones that nobody can read, and gives what they were.
func (l *lowering) forget(q *search, s *state, sc *scope) map[int]value {
	given := map[int]value{}
	for _, name := range q.names {
		if cell, ok := sc.find(name); ok && s.cell(cell) != nil {
			given[cell] = s.cell(cell)
			s.setCell(cell, refusedValue{reason: "what a loop does depends on what it has done"})
		}
	}
	return given
}

// onlyGives is the state after such a loop, when a round that does something only gives those variables values: from is
// before it, to after it, and end after all rounds.
func (l *lowering) onlyGives(given map[int]value, from, to, end *state) *state {
	after := l.clone(end, end.cond)
	for i, v := range from.cells {
		if v == nil || i >= len(end.cells) || end.cells[i] == nil {
			continue
		}
		now := to.cell(i)
		if _, mine := given[i]; !mine {
			if !sameValue(v, now) {
				panic(refuse("what a loop does changes more"))
			}
			continue
		}
		if !l.isValue(now, from, to) {
			panic(refuse("what a loop does depends on what it has done"))
		}
		after.setCell(i, now)
	}
	for i, o := range from.heap {
		if o != to.heap[i] {
			panic(refuse("what a loop does changes more"))
		}
	}
	after.heap = to.heap
	return after
}

// isValue reports that a value can be read in every case, and so can what is in it when it is an object made between
// two states.
func (l *lowering) isValue(v value, from, to *state) bool {
	all := func(v value) bool { return l.isValue(v, from, to) }
	switch x := v.(type) {
	case nil, refusedValue:
		return false
	case choiceValue:
		return all(x.a) && all(x.b)
	case refValue:
		if x.object < len(from.heap) && from.heap[x.object] != nil {
			return true
		}
		o := to.heap[x.object]
		for _, p := range o.props {
			if !all(p) {
				return false
			}
		}
		return !slices.ContainsFunc(o.items, func(v value) bool { return !all(v) })
	case intValue, floatValue, boolValue, constString, undefinedValue, nullValue:
		return true
	}
	return false
}

// lookThrough gives the state in which each round begins that may be the one, and whether it finds something. It leaves
// s as it is after the last round.
func (l *lowering) lookThrough(p loopParts, q *search, s *state, sc *scope) (rounds []*state, matches []word.ID, ok bool) {
	// only reports that do changes nothing but variables, and that it cannot fail.
	only := func(do func()) bool {
		heap, throws, doubted := slices.Clone(s.heap), len(l.throws), l.doubted
		do()
		return len(l.throws) == throws && l.doubted == doubted && slices.Equal(heap, s.heap[:len(heap)])
	}
	for round := 0; ; round++ {
		if round > maxSearched {
			return nil, nil, false
		}
		there := l.b.Uint(1, 1)
		if p.next != nil {
			r, more := p.next(round, s)
			if !more {
				return rounds, matches, true
			}
			if there = r.there; !r.begins && !l.isTrue(there) {
				return nil, nil, false
			}
			if !only(func() { r.take(s, sc) }) {
				return nil, nil, false
			}
		} else {
			var goesOn, known bool
			if !only(func() { goesOn, known = l.constBool(l.truthy(l.expression(p.test, s, sc))) }) || !known {
				return nil, nil, false
			}
			if !goesOn {
				return rounds, matches, true
			}
		}
		mark := l.mark()
		match, _, pure := l.look(q, l.clone(s, s.cond), sc)
		if !pure || l.closures != mark.closures {
			return nil, nil, false
		}
		l.cellCount = mark.cells
		match = l.b.And(there, match)
		finds, known := l.constBool(match)
		if !known || finds {
			rounds, matches = append(rounds, l.clone(s, s.cond)), append(matches, match)
		}
		if known && finds {
			return rounds, matches, true
		}
		if p.update != nil && !only(func() { l.expression(p.update, s, sc) }) {
			return nil, nil, false
		}
	}
}

// look does what a round does to see whether there is something to do, and gives whether there is, and the scope where
// it is done; false when that changes more than variables of its own, or may throw.
func (l *lowering) look(q *search, s *state, sc *scope) (match word.ID, inner *scope, ok bool) {
	match, base := l.b.Uint(1, 1), l.cellCount
	for _, k := range q.looks {
		if k.block != nil {
			sc = newScope(sc)
			l.hoist(k.block, s, sc)
			continue
		}
		cells, heap := slices.Clone(s.cells[:min(base, len(s.cells))]), slices.Clone(s.heap)
		throws, doubted := len(l.throws), l.doubted
		var test condition
		holds := l.b.Uint(1, 1)
		if k.declare != nil {
			l.statement(k.declare, s, sc, "")
		} else {
			var v value
			v, test = l.condition(k.test, s, sc)
			holds = l.truthy(v)
		}
		for i, c := range cells {
			if c != nil && !sameValue(c, s.cell(i)) {
				return match, sc, false
			}
		}
		if len(l.throws) != throws || l.doubted != doubted || !slices.Equal(heap, s.heap[:len(heap)]) {
			return match, sc, false
		}
		if k.test == nil {
			continue
		}
		if !k.holds {
			holds = l.b.Not(holds)
		}
		match = l.b.And(match, holds)
		if is, known := l.constBool(match); known && !is {
			break
		}
		s.cond = l.b.And(s.cond, holds)
		l.refine(test, k.holds, s, sc)
	}
	return match, sc, true
}
