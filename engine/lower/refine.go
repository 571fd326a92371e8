package lower

import (
	"math/big"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// condition is an expression that has been evaluated, and the variables that were assigned to meanwhile: of them it
// says nothing.
type condition struct {
	test     ast.Expression
	changed  []int
	compared compared
}

// compared are the values that comparisons have compared. They are few, mostly one to four.
type compared []comparison

type comparison struct {
	of     *ast.BinaryExpression
	values [2]value
}

// by is where a comparison stands, -1 when it has compared nothing.
func (c compared) by(e *ast.BinaryExpression) int {
	for i := range c {
		if c[i].of == e {
			return i
		}
	}
	return -1
}

// condition evaluates a test.
func (l *lowering) condition(test ast.Expression, s *state, sc *scope) (value, condition) {
	cells, before, around := l.cellCount, len(l.assigned), l.compared
	l.compared = nil
	v := l.expression(test, s, sc)
	c := condition{test: test, compared: l.compared}
	l.compared = around
	for _, k := range c.compared { // of a part of a larger test, perhaps; one that a function called here has made of the same text does not count
		if l.compared.by(k.of) < 0 {
			l.compared = append(l.compared, k)
		}
	}
	for _, cell := range l.assigned[before:] {
		if cell < cells && !slices.Contains(c.changed, cell) { // not a variable of a function called here
			c.changed = append(c.changed, cell)
		}
	}
	return v, c
}

// part is the condition that a part of the test is.
func (c condition) part(test ast.Expression) condition {
	return condition{test, c.changed, c.compared}
}

// noteCompared remembers what a comparison compares.
func (l *lowering) noteCompared(e *ast.BinaryExpression, a, b value) {
	if _, ok := plainComparison[e.Operator]; !ok {
		return
	}
	k := comparison{e, [2]value{a, b}}
	if i := l.compared.by(e); i >= 0 {
		l.compared[i] = k
		return
	}
	l.compared = append(l.compared, k)
}

// variable is the variable with a name, if it still has the value that it had in the test.
func (c condition) variable(name *ast.Identifier, sc *scope) (cell int, ok bool) {
	cell, ok = sc.find(name.Name.String())
	return cell, ok && !slices.Contains(c.changed, cell)
}

// name is the variable that the test is, if it still has the value that it had in the test.
func (c condition) name(sc *scope) (cell int, ok bool) {
	id, ok := c.test.(*ast.Identifier)
	if !ok {
		return 0, false
	}
	return c.variable(id, sc)
}

// refine narrows what is known of variables when a condition has been found true or false.
func (l *lowering) refine(c condition, holds bool, s *state, sc *scope) {
	test := c.test
	switch e := test.(type) {
	case *ast.OptionalChain:
		if holds {
			l.refineDefined(c.part(e), s, sc)
		}
	case *ast.Identifier, *ast.CallExpression:
		l.refineAlternatives(c, func(v value) bool {
			truth, known := l.certain(v)
			return known && truth != holds
		}, s, sc)
		op := token.NOT_EQUAL
		if !holds {
			op = token.EQUAL
		}
		l.refineVariable(op, c, bigZero, bigZero, s, sc)
		l.refineFollowing(c, holds, s, sc)
	case *ast.UnaryExpression:
		if e.Operator == token.NOT {
			l.refine(c.part(e.Operand), !holds, s, sc)
		}
	case *ast.BinaryExpression:
		switch {
		case e.Operator == token.LOGICAL_AND && holds, e.Operator == token.LOGICAL_OR && !holds:
			l.refine(c.part(e.Left), holds, s, sc)
			l.refine(c.part(e.Right), holds, s, sc)
		default:
			op, ok := plainComparison[e.Operator]
			if !ok {
				return
			}
			if !holds {
				op = opposite[op]
			}
			if holds && op != token.EQUAL && op != token.NOT_EQUAL { // no comparison with undefined holds
				for _, side := range [2]ast.Expression{e.Left, e.Right} {
					l.refineAlternatives(c.part(side), func(v value) bool { return v == value(undefinedValue{}) }, s, sc)
					if _, chain := side.(*ast.OptionalChain); chain {
						l.refineDefined(c.part(side), s, sc)
					}
				}
			}
			l.refineByLiteral(op, e.Operator, c.part(e.Left), e.Right, s, sc)
			l.refineByLiteral(op, e.Operator, c.part(e.Right), e.Left, s, sc)
			at := c.compared.by(e)
			if at < 0 {
				return
			}
			values := c.compared[at].values
			l.refineSide(op, c.part(e.Left), values[1], s, sc)
			l.refineSide(mirrored[op], c.part(e.Right), values[0], s, sc)
		}
	}
}

// refineFollowing narrows variables by a condition that a variable has kept since before: const pop = ready && count >
// 0.
func (l *lowering) refineFollowing(c condition, holds bool, s *state, sc *scope) {
	cell, ok := c.name(sc)
	if !ok {
		return
	}
	truth, ok := s.valueOf(cell).(boolValue)
	if !ok {
		return
	}
	where := l.b.Where(truth.id, holds, l.within)
	if where == nil {
		return
	}
	l.spend(1 + len(s.cells)/8)
	for cell := range s.cells {
		v, ok := s.cells[cell].(intValue)
		if !ok || v.lo == v.hi {
			continue
		}
		b, ok := where(v.id)
		if !ok || max(v.hi, b.Hi)-min(v.lo, b.Lo) >= 1<<min(l.b.Width(v.id), 62) {
			continue // it is one of them only modulo that
		}
		if b.Lo > v.lo {
			l.refineInt(token.GREATER_OR_EQUAL, cell, v, b.Lo, b.Lo, s)
			v, ok = s.cells[cell].(intValue)
		}
		if ok && b.Hi < v.hi {
			l.refineInt(token.LESS_OR_EQUAL, cell, v, b.Hi, b.Hi, s)
		}
	}
}

var plainComparison = map[token.Token]token.Token{
	token.LESS: token.LESS, token.LESS_OR_EQUAL: token.LESS_OR_EQUAL, token.GREATER: token.GREATER,
	token.GREATER_OR_EQUAL: token.GREATER_OR_EQUAL, token.EQUAL: token.EQUAL, token.STRICT_EQUAL: token.EQUAL,
	token.NOT_EQUAL: token.NOT_EQUAL, token.STRICT_NOT_EQUAL: token.NOT_EQUAL,
}

var opposite = map[token.Token]token.Token{
	token.LESS: token.GREATER_OR_EQUAL, token.LESS_OR_EQUAL: token.GREATER, token.GREATER: token.LESS_OR_EQUAL,
	token.GREATER_OR_EQUAL: token.LESS, token.EQUAL: token.NOT_EQUAL, token.NOT_EQUAL: token.EQUAL,
}

var mirrored = map[token.Token]token.Token{
	token.LESS: token.GREATER, token.LESS_OR_EQUAL: token.GREATER_OR_EQUAL, token.GREATER: token.LESS,
	token.GREATER_OR_EQUAL: token.LESS_OR_EQUAL, token.EQUAL: token.EQUAL, token.NOT_EQUAL: token.NOT_EQUAL,
}

// rangeOf is the range of a number.
func rangeOf(v value) (lo, hi *big.Int, ok bool) {
	switch x := v.(type) {
	case intValue:
		return big.NewInt(x.lo), big.NewInt(x.hi), true
	case bigValue:
		return x.lo, x.hi, true
	}
	return nil, nil, false
}

// variableIn is the variable that an expression is the value of: x itself, BigInt(x), Number(x),
// x >>> 0 and x | 0. The last two count only where they change nothing, as the caller's range tells.
func (l *lowering) variableIn(c condition, s *state, sc *scope) (cell int, ok bool) {
	var id *ast.Identifier
	lo, hi := int64(-maxInt), int64(maxInt)
	switch e := c.test.(type) {
	case *ast.Identifier:
		id = e
	case *ast.CallExpression:
		callee, isName := e.Callee.(*ast.Identifier)
		if !isName || len(e.ArgumentList) != 1 {
			return 0, false
		}
		if _, local := sc.find(callee.Name.String()); local || callee.Name != "BigInt" && callee.Name != "Number" {
			return 0, false
		}
		id, _ = e.ArgumentList[0].(*ast.Identifier)
	case *ast.BinaryExpression:
		zero, isNumber := e.Right.(*ast.NumberLiteral)
		if !isNumber || zero.Value != int64(0) {
			return 0, false
		}
		switch e.Operator {
		case token.UNSIGNED_SHIFT_RIGHT:
			lo, hi = 0, 1<<32-1
		case token.OR:
			lo, hi = -1<<31, 1<<31-1
		default:
			return 0, false
		}
		id, _ = e.Left.(*ast.Identifier)
	}
	if id == nil {
		return 0, false
	}
	if cell, ok = c.variable(id, sc); !ok {
		return 0, false
	}
	if v, isInt := s.cell(cell).(intValue); isInt && (v.lo < lo || v.hi > hi) {
		return 0, false
	}
	return cell, true
}

// refineSide narrows the variable that one side of a comparison is, or has in it, by the value of the other side. Most
// are small numbers, and there are many: those take no big ones.
func (l *lowering) refineSide(op token.Token, c condition, other value, s *state, sc *scope) {
	if x, ok := other.(intValue); ok {
		cell, ok := l.variableIn(c, s, sc)
		if !ok {
			if _, part := c.test.(*ast.BinaryExpression); !part {
				return
			}
		} else if v, isInt := s.cell(cell).(intValue); isInt {
			l.refineInt(op, cell, v, x.lo, x.hi, s)
			return
		}
	}
	if lo, hi, ok := rangeOf(other); ok {
		l.refineVariable(op, c, lo, hi, s, sc)
	}
}

// refineVariable narrows a variable of which "variable op something in lo … hi" is known.
func (l *lowering) refineVariable(op token.Token, c condition, lo, hi *big.Int, s *state, sc *scope) {
	cell, ok := l.variableIn(c, s, sc)
	if !ok {
		if op, c, lo, hi, ok := l.linear(op, c, lo, hi, s, sc); ok {
			l.refineVariable(op, c, lo, hi, s, sc)
		}
		return
	}
	var from, to *big.Int
	switch v := s.cell(cell).(type) {
	case intValue:
		l.refineInt(op, cell, v, near(lo), near(hi), s)
		return
	case bigValue:
		from, to = new(big.Int).Set(v.lo), new(big.Int).Set(v.hi)
	case floatValue:
		if lo.Sign() == 0 && hi.Sign() == 0 && (op == token.NOT_EQUAL || op == token.LESS || op == token.GREATER) && v.zeroSign {
			v.zeroSign = false // it is no zero
			s.setCell(cell, v)
		}
		return
	default:
		return
	}
	atMost := func(n *big.Int) {
		if n.Cmp(to) < 0 {
			to = n
		}
	}
	atLeast := func(n *big.Int) {
		if n.Cmp(from) > 0 {
			from = n
		}
	}
	switch op {
	case token.LESS:
		atMost(new(big.Int).Sub(hi, bigOne))
	case token.LESS_OR_EQUAL:
		atMost(hi)
	case token.GREATER:
		atLeast(new(big.Int).Add(lo, bigOne))
	case token.GREATER_OR_EQUAL:
		atLeast(lo)
	case token.EQUAL:
		atMost(hi)
		atLeast(lo)
	case token.NOT_EQUAL:
		if lo.Cmp(hi) != 0 {
			return
		}
		if from.Cmp(lo) == 0 {
			from = new(big.Int).Add(from, bigOne)
		}
		if to.Cmp(lo) == 0 {
			to = new(big.Int).Sub(to, bigOne)
		}
	}
	if from.Cmp(to) > 0 {
		return // this path is never taken, and its values do not matter
	}
	if v := s.cell(cell).(bigValue); from.Cmp(v.lo) != 0 || to.Cmp(v.hi) != 0 {
		s.setCell(cell, l.bigOf(v.id, from, to))
	}
}

// refineInt narrows a variable that is a whole number and of which "variable op something in lo … hi" is known.
func (l *lowering) refineInt(op token.Token, cell int, v intValue, lo, hi int64, s *state) {
	now := v
	switch op {
	case token.LESS:
		now.hi = min(now.hi, hi-1)
	case token.LESS_OR_EQUAL:
		now.hi = min(now.hi, hi)
	case token.GREATER:
		now.lo = max(now.lo, lo+1)
	case token.GREATER_OR_EQUAL:
		now.lo = max(now.lo, lo)
	case token.EQUAL:
		now.lo, now.hi = max(now.lo, lo), min(now.hi, hi)
	case token.NOT_EQUAL:
		if lo != hi {
			return
		}
		if now.lo == lo {
			now.lo++
		}
		if now.hi == lo {
			now.hi--
		}
	}
	if now.lo > now.hi {
		return // this path is never taken, and its values do not matter
	}
	if now = now.tidy(); now.lo > now.hi {
		return // never taken, too
	}
	if op == token.NOT_EQUAL && now.lo < lo && lo < now.hi && now.below >= now.above {
		now.below, now.above = lo-1, lo+1
	}
	if now != v {
		r := l.number(v.id, now.lo, now.hi)
		r.below, r.above = now.below, now.above
		r = r.tidy()
		r.negZero = v.negZero && r.mayBeZero()
		if r.lo == r.hi {
			r.was = v.before() + 1
		}
		s.setCell(cell, r)
	}
}

// near is a number, or one beyond all whole numbers that a variable may be.
func near(n *big.Int) int64 {
	const beyond = 1 << 62
	switch {
	case n.IsInt64():
		return max(-beyond, min(beyond, n.Int64()))
	case n.Sign() < 0:
		return -beyond
	}
	return beyond
}
