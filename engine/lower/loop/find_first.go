package loop

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
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
func (p *LoopParts) search() (*search, bool) {
	q := &search{}
	if p.BodyFirst || p.Test == nil && p.Next == nil || !q.split([]ast.Statement{p.Body}, p.Label) || !q.looksAtAll() || goesOn(q.found, p.Label) {
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
func (q *search) flag(p *LoopParts) string {
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
	if p.Test != nil && len(p.Each) > 0 {
		for _, part := range conjuncts(p.Test, nil) {
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
func (l *Lowering) searchOrUnroll(p LoopParts, q *search, s *domain.State, sc *domain.Scope) Flow {
	l.searches++
	defer func() { l.searches-- }()
	begin, try, steps, mark := l.remember(), l.Clone(s, s.Cond), l.Steps, len(l.B.Ops)
	began := l.Work.Begin()
	f := l.unroll(p, s, sc, false)
	unrolled := len(l.B.Ops)
	if unrolled-mark < minSaved || unrolled > domain.BriefTotal/2 {
		l.Work.Ended("search: unrolled, not tried", began, true)
		return f
	}
	second := l.Work.Begin()
	end, cut, spent := l.remember(), l.Loops.Cut, l.Steps
	l.recall(begin)
	l.Steps = steps // what is taken has to be short enough, not both
	g, cost, ok := l.searched(p, q, try, sc)
	if ok && cost.pays(q.kind, unrolled-mark-cost.shared(l.B, mark, unrolled)) {
		l.Work.Ended("search", second, true)
		l.Work.Ended("search: unrolled", began, false)
		return g
	}
	l.Work.Ended("search", second, false)
	l.recall(end)
	l.Loops.Cut, l.Steps = cut, spent
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
func (l *Lowering) searched(p LoopParts, q *search, s *domain.State, sc *domain.Scope) (f Flow, cost searchCost, ok bool) {
	at := l.At
	defer func() {
		l.At = at
		switch x := recover().(type) {
		case nil:
		case domain.Refused:
			ok = false
		default:
			panic(x)
		}
	}()
	mark, whole := l.Mark(), l.Enter(s, domain.JumpTarget{Label: p.Label, Breaks: true})
	inner := domain.NewScope(sc)
	given, entry := l.forget(q, s, sc), slices.Clone(s.Cells)
	rounds, matches, ok := l.lookThrough(p, q, s, inner)
	if !ok || len(rounds) < minSearched {
		return f, cost, false
	}
	if q.kind == setsFlag && !p.changesOnlyOwn(entry, s, sc) {
		return f, cost, false
	}
	cost.matches = slices.Clone(matches)
	before := len(l.B.Ops)
	if q.kind == lastFound {
		slices.Reverse(rounds)
		slices.Reverse(matches)
	}
	begins, found := rounds[len(rounds)-1], matches[len(matches)-1]
	for k := len(rounds) - 2; k >= 0; k-- {
		begins = l.Merge(matches[k], rounds[k], begins)
		found = l.B.Or(matches[k], found)
	}
	looking := 0
	f = l.Branch(found, s, func(end *domain.State) Flow {
		s := l.Clone(begins, end.Cond)
		ops := len(l.B.Ops)
		round := inner
		_, inner, ok := l.look(q, s, round)
		if !ok {
			panic(domain.Refuse("what a loop looks at changes something"))
		}
		looking = len(l.B.Ops) - ops
		s.Cond = end.Cond
		from, throws := l.Clone(s, s.Cond), len(l.Throws)
		l.Hoist(q.found, s, inner)
		g := l.Statements(q.found, s, inner)
		switch q.kind {
		case setsFlag:
			if g.Next == nil || !l.doesNothing(p, q, l.Clone(g.Next, g.Next.Cond), inner, round) {
				panic(domain.Refuse("a loop does not set the flag that it looks at"))
			}
		case lastFound:
			if g.Next == nil || len(g.Returns)+len(g.Breaks)+len(g.Continues) > 0 || len(l.Throws) != throws {
				panic(domain.Refuse("what a loop does is not done once"))
			}
			return Flow{Next: l.onlyGives(given, from, g.Next, end)}
		}
		return g
	}, func(s *domain.State) Flow {
		for cell, v := range given {
			s.SetCell(cell, v)
		}
		return Flow{Next: s}
	})
	cost.found = len(l.B.Ops) - before - looking
	f = l.EndBreaks(f, p.Label, true)
	l.Exit(whole, f.Next)
	l.Release(mark, &f)
	return f, cost, true
}

// doesNothing reports that a round that follows one that has set the flag does nothing, and cannot fail: inner is where
// something is done, round what the rounds see.
func (l *Lowering) doesNothing(p LoopParts, q *search, s *domain.State, inner, round *domain.Scope) bool {
	cell, ok := inner.Find(q.name)
	if set, known := l.Certain(s.ValueOf(cell)); !ok || !known || !set {
		return false
	}
	throws := len(l.Throws)
	if p.Test != nil {
		goesOn, known := l.ConstBool(l.Truthy(l.Expression(p.Test, s, round)))
		if len(l.Throws) != throws {
			return false
		}
		if known && !goesOn {
			return true
		}
	}
	match, _, pure := l.look(q, s, round)
	does, known := l.ConstBool(match)
	return pure && known && !does
}

// changesOnlyOwn reports that the rounds of a loop change no variables but its own, which nobody sees after it: those
// that follow when there is nothing to do any more.
func (p *LoopParts) changesOnlyOwn(entry []domain.Value, end *domain.State, sc *domain.Scope) bool {
	for i, v := range entry {
		if v == nil || domain.SameValue(v, end.Cell(i)) {
			continue
		}
		if !slices.ContainsFunc(p.Each, func(name string) bool {
			cell, ok := sc.Find(name)
			return ok && cell == i
		}) {
			return false
		}
	}
	return true
}

// forget makes the variables that every round gives new values ones that nobody can read, and gives what they were.
func (l *Lowering) forget(q *search, s *domain.State, sc *domain.Scope) map[int]domain.Value {
	given := map[int]domain.Value{}
	for _, name := range q.names {
		if cell, ok := sc.Find(name); ok && s.Cell(cell) != nil {
			given[cell] = s.Cell(cell)
			s.SetCell(cell, domain.RefusedValue{Reason: "what a loop does depends on what it has done"})
		}
	}
	return given
}

// onlyGives is the state after such a loop, when a round that does something only gives those variables values: from is
// before it, to after it, and end after all rounds.
func (l *Lowering) onlyGives(given map[int]domain.Value, from, to, end *domain.State) *domain.State {
	after := l.Clone(end, end.Cond)
	for i, v := range from.Cells {
		if v == nil || i >= len(end.Cells) || end.Cells[i] == nil {
			continue
		}
		now := to.Cell(i)
		if _, mine := given[i]; !mine {
			if !domain.SameValue(v, now) {
				panic(domain.Refuse("what a loop does changes more"))
			}
			continue
		}
		if !l.isValue(now, from, to) {
			panic(domain.Refuse("what a loop does depends on what it has done"))
		}
		after.SetCell(i, now)
	}
	for i, o := range from.Heap {
		if o != to.Heap[i] {
			panic(domain.Refuse("what a loop does changes more"))
		}
	}
	after.Heap = to.Heap
	return after
}

// isValue reports that a value can be read in every case, and so can what is in it when it is an object made between
// two states.
func (l *Lowering) isValue(v domain.Value, from, to *domain.State) bool {
	all := func(v domain.Value) bool { return l.isValue(v, from, to) }
	switch x := v.(type) {
	case nil, domain.RefusedValue:
		return false
	case domain.ChoiceValue:
		return all(x.A) && all(x.B)
	case domain.RefValue:
		if x.Object < len(from.Heap) && from.Heap[x.Object] != nil {
			return true
		}
		o := to.Heap[x.Object]
		for _, p := range o.Props {
			if !all(p) {
				return false
			}
		}
		return !slices.ContainsFunc(o.Items, func(v domain.Value) bool { return !all(v) })
	case domain.IntValue, domain.FloatValue, domain.BoolValue, domain.ConstString, domain.UndefinedValue, domain.NullValue:
		return true
	}
	return false
}

// lookThrough gives the state in which each round begins that may be the one, and whether it finds something. It leaves
// s as it is after the last round.
func (l *Lowering) lookThrough(p LoopParts, q *search, s *domain.State, sc *domain.Scope) (rounds []*domain.State, matches []word.ID, ok bool) {
	// only reports that do changes nothing but variables, and that it cannot fail.
	only := func(do func()) bool {
		heap, throws, doubted := slices.Clone(s.Heap), len(l.Throws), l.Doubted
		do()
		return len(l.Throws) == throws && l.Doubted == doubted && slices.Equal(heap, s.Heap[:len(heap)])
	}
	for round := 0; ; round++ {
		if round > maxSearched {
			return nil, nil, false
		}
		there := l.B.Uint(1, 1)
		if p.Next != nil {
			r, more := p.Next(round, s)
			if !more {
				return rounds, matches, true
			}
			if there = r.There; !r.begins && !l.IsTrue(there) {
				return nil, nil, false
			}
			if !only(func() { r.Take(s, sc) }) {
				return nil, nil, false
			}
		} else {
			var goesOn, known bool
			if !only(func() { goesOn, known = l.ConstBool(l.Truthy(l.Expression(p.Test, s, sc))) }) || !known {
				return nil, nil, false
			}
			if !goesOn {
				return rounds, matches, true
			}
		}
		mark := l.Mark()
		match, _, pure := l.look(q, l.Clone(s, s.Cond), sc)
		if !pure || l.Closures != mark.closures {
			return nil, nil, false
		}
		l.CellCount = mark.cells
		match = l.B.And(there, match)
		finds, known := l.ConstBool(match)
		if !known || finds {
			rounds, matches = append(rounds, l.Clone(s, s.Cond)), append(matches, match)
		}
		if known && finds {
			return rounds, matches, true
		}
		if p.Update != nil && !only(func() { l.Expression(p.Update, s, sc) }) {
			return nil, nil, false
		}
	}
}

// look does what a round does to see whether there is something to do, and gives whether there is, and the scope where
// it is done; false when that changes more than variables of its own, or may throw.
func (l *Lowering) look(q *search, s *domain.State, sc *domain.Scope) (match word.ID, inner *domain.Scope, ok bool) {
	match, base := l.B.Uint(1, 1), l.CellCount
	for _, k := range q.looks {
		if k.block != nil {
			sc = domain.NewScope(sc)
			l.Hoist(k.block, s, sc)
			continue
		}
		cells, heap := slices.Clone(s.Cells[:min(base, len(s.Cells))]), slices.Clone(s.Heap)
		throws, doubted := len(l.Throws), l.Doubted
		var test facts.Condition
		holds := l.B.Uint(1, 1)
		if k.declare != nil {
			l.Statement(k.declare, s, sc, "")
		} else {
			var v domain.Value
			v, test = l.Condition(k.test, s, sc)
			holds = l.Truthy(v)
		}
		for i, c := range cells {
			if c != nil && !domain.SameValue(c, s.Cell(i)) {
				return match, sc, false
			}
		}
		if len(l.Throws) != throws || l.Doubted != doubted || !slices.Equal(heap, s.Heap[:len(heap)]) {
			return match, sc, false
		}
		if k.test == nil {
			continue
		}
		if !k.holds {
			holds = l.B.Not(holds)
		}
		match = l.B.And(match, holds)
		if is, known := l.ConstBool(match); known && !is {
			break
		}
		s.Cond = l.B.And(s.Cond, holds)
		l.Refine(test, k.holds, s, sc)
	}
	return match, sc, true
}
