package facts

import (
	"math/big"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

// NoteCompared remembers what a comparison compares.
func (l *Lowering) NoteCompared(e *ast.BinaryExpression, a, b domain.Value) {
	if _, ok := plainComparison[e.Operator]; !ok {
		return
	}
	k := comparison{e, [2]domain.Value{a, b}}
	if i := l.Compared.By(e); i >= 0 {
		l.Compared[i] = k
		return
	}
	l.Compared = append(l.Compared, k)
}

// Refine narrows what is known of variables when a condition has been found true or false.
func (l *Lowering) Refine(c Condition, holds bool, s *domain.State, sc *domain.Scope) {
	test := c.Test
	switch e := test.(type) {
	case *ast.OptionalChain:
		if holds {
			l.refineDefined(c.part(e), s, sc)
		}
	case *ast.Identifier, *ast.CallExpression:
		l.refineAlternatives(c, func(v domain.Value) bool {
			truth, known := l.Certain(v)
			return known && truth != holds
		}, s, sc)
		op := token.NOT_EQUAL
		if !holds {
			op = token.EQUAL
		}
		l.refineVariable(op, c, domain.BigZero, domain.BigZero, s, sc)
		l.refineFollowing(c, holds, s, sc)
	case *ast.UnaryExpression:
		if e.Operator == token.NOT {
			l.Refine(c.part(e.Operand), !holds, s, sc)
		}
	case *ast.BinaryExpression:
		switch {
		case e.Operator == token.LOGICAL_AND && holds, e.Operator == token.LOGICAL_OR && !holds:
			l.Refine(c.part(e.Left), holds, s, sc)
			l.Refine(c.part(e.Right), holds, s, sc)
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
					l.refineAlternatives(c.part(side), func(v domain.Value) bool { return v == domain.Value(domain.UndefinedValue{}) }, s, sc)
					if _, chain := side.(*ast.OptionalChain); chain {
						l.refineDefined(c.part(side), s, sc)
					}
				}
			}
			l.refineByLiteral(op, e.Operator, c.part(e.Left), e.Right, s, sc)
			l.refineByLiteral(op, e.Operator, c.part(e.Right), e.Left, s, sc)
			at := c.Compared.By(e)
			if at < 0 {
				return
			}
			values := c.Compared[at].values
			l.refineSide(op, c.part(e.Left), values[1], s, sc)
			l.refineSide(mirrored[op], c.part(e.Right), values[0], s, sc)
		}
	}
}

// refineFollowing narrows variables by a condition that a variable has kept since before: const pop = ready && count >
// 0.
func (l *Lowering) refineFollowing(c Condition, holds bool, s *domain.State, sc *domain.Scope) {
	cell, ok := c.name(sc)
	if !ok {
		return
	}
	truth, ok := s.ValueOf(cell).(domain.BoolValue)
	if !ok {
		return
	}
	where := l.B.Where(truth.ID, holds, l.Within)
	if where == nil {
		return
	}
	l.Spend(1 + len(s.Cells)/8)
	for cell := range s.Cells {
		v, ok := s.Cells[cell].(domain.IntValue)
		if !ok || v.Lo == v.Hi {
			continue
		}
		b, ok := where(v.ID)
		if !ok || max(v.Hi, b.Hi)-min(v.Lo, b.Lo) >= 1<<min(l.B.Width(v.ID), 62) {
			continue // it is one of them only modulo that
		}
		if b.Lo > v.Lo {
			l.refineInt(token.GREATER_OR_EQUAL, cell, v, b.Lo, b.Lo, s)
			v, ok = s.Cells[cell].(domain.IntValue)
		}
		if ok && b.Hi < v.Hi {
			l.refineInt(token.LESS_OR_EQUAL, cell, v, b.Hi, b.Hi, s)
		}
	}
}

// rangeOf is the range of a number.
func rangeOf(v domain.Value) (lo, hi *big.Int, ok bool) {
	switch x := v.(type) {
	case domain.IntValue:
		return big.NewInt(x.Lo), big.NewInt(x.Hi), true
	case domain.BigValue:
		return x.Lo, x.Hi, true
	}
	return nil, nil, false
}

// refineSide narrows the variable that one side of a comparison is, or has in it, by the value of the other side. Most
// are small numbers, and there are many: those take no big ones.
func (l *Lowering) refineSide(op token.Token, c Condition, other domain.Value, s *domain.State, sc *domain.Scope) {
	if x, ok := other.(domain.IntValue); ok {
		cell, ok := l.variableIn(c, s, sc)
		if !ok {
			if _, part := c.Test.(*ast.BinaryExpression); !part {
				return
			}
		} else if v, isInt := s.Cell(cell).(domain.IntValue); isInt {
			l.refineInt(op, cell, v, x.Lo, x.Hi, s)
			return
		}
	}
	if lo, hi, ok := rangeOf(other); ok {
		l.refineVariable(op, c, lo, hi, s, sc)
	}
}

// refineVariable narrows a variable of which "variable op something in lo … hi" is known.
func (l *Lowering) refineVariable(op token.Token, c Condition, lo, hi *big.Int, s *domain.State, sc *domain.Scope) {
	cell, ok := l.variableIn(c, s, sc)
	if !ok {
		if op, c, lo, hi, ok := l.linear(op, c, lo, hi, s, sc); ok {
			l.refineVariable(op, c, lo, hi, s, sc)
		}
		return
	}
	var from, to *big.Int
	switch v := s.Cell(cell).(type) {
	case domain.IntValue:
		l.refineInt(op, cell, v, near(lo), near(hi), s)
		return
	case domain.BigValue:
		from, to = new(big.Int).Set(v.Lo), new(big.Int).Set(v.Hi)
	case domain.FloatValue:
		if lo.Sign() == 0 && hi.Sign() == 0 && (op == token.NOT_EQUAL || op == token.LESS || op == token.GREATER) && v.ZeroSign {
			v.ZeroSign = false // it is no zero
			s.SetCell(cell, v)
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
		atMost(new(big.Int).Sub(hi, domain.BigOne))
	case token.LESS_OR_EQUAL:
		atMost(hi)
	case token.GREATER:
		atLeast(new(big.Int).Add(lo, domain.BigOne))
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
			from = new(big.Int).Add(from, domain.BigOne)
		}
		if to.Cmp(lo) == 0 {
			to = new(big.Int).Sub(to, domain.BigOne)
		}
	}
	if from.Cmp(to) > 0 {
		return // this path is never taken, and its values do not matter
	}
	if v := s.Cell(cell).(domain.BigValue); from.Cmp(v.Lo) != 0 || to.Cmp(v.Hi) != 0 {
		s.SetCell(cell, l.BigOf(v.ID, from, to))
	}
}

// refineInt narrows a variable that is a whole number and of which "variable op something in lo … hi" is known.
func (l *Lowering) refineInt(op token.Token, cell int, v domain.IntValue, lo, hi int64, s *domain.State) {
	now := v
	switch op {
	case token.LESS:
		now.Hi = min(now.Hi, hi-1)
	case token.LESS_OR_EQUAL:
		now.Hi = min(now.Hi, hi)
	case token.GREATER:
		now.Lo = max(now.Lo, lo+1)
	case token.GREATER_OR_EQUAL:
		now.Lo = max(now.Lo, lo)
	case token.EQUAL:
		now.Lo, now.Hi = max(now.Lo, lo), min(now.Hi, hi)
	case token.NOT_EQUAL:
		if lo != hi {
			return
		}
		if now.Lo == lo {
			now.Lo++
		}
		if now.Hi == lo {
			now.Hi--
		}
	}
	if now.Lo > now.Hi {
		return // this path is never taken, and its values do not matter
	}
	if now = now.Tidy(); now.Lo > now.Hi {
		return // never taken, too
	}
	if op == token.NOT_EQUAL && now.Lo < lo && lo < now.Hi && now.Below >= now.Above {
		now.Below, now.Above = lo-1, lo+1
	}
	if now != v {
		r := l.Number(v.ID, now.Lo, now.Hi)
		r.Below, r.Above = now.Below, now.Above
		r = r.Tidy()
		r.NegZero = v.NegZero && r.MayBeZero()
		if r.Lo == r.Hi {
			r.Was = v.Before() + 1
		}
		s.SetCell(cell, r)
	}
}

// Near is a number, or one beyond all whole numbers that a variable may be.
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
