package facts

import (
	"math"
	"math/big"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

// A test may compare something that a variable is part of:
//
//	while (2 * i + 1 < 8)
//	if (at + 1 < n)
//	if (address >> 4 < 16)
//
// The constants that are added, multiplied or shifted by are known, so the bound is one of the variable, too.

// linear is a comparison of an operand with something in lo … hi, as that of an expression that the operand is part of;
// false when it is none of these.
func (l *Lowering) linear(op token.Token, c Condition, lo, hi *big.Int, s *domain.State, sc *domain.Scope) (_ token.Token, _ Condition, from, to *big.Int, ok bool) {
	none := func() (token.Token, Condition, *big.Int, *big.Int, bool) { return op, c, lo, hi, false }
	e, binary := c.Test.(*ast.BinaryExpression)
	if !binary {
		return none()
	}
	k, right := literal(e.Right)
	operand := e.Left
	if !right {
		if k, ok = literal(e.Left); !ok {
			return none()
		}
		operand = e.Right
	}
	inner := c.part(operand)
	low, high, ok := l.rangeIn(inner, s, sc)
	if !ok {
		return none()
	}
	within := func(minimum, maximum int64) bool {
		return low.Cmp(big.NewInt(minimum)) >= 0 && high.Cmp(big.NewInt(maximum)) <= 0
	}
	switch e.Operator {
	case token.PLUS:
		return op, inner, new(big.Int).Sub(lo, k), new(big.Int).Sub(hi, k), within(-domain.MaxInt/2, domain.MaxInt/2)
	case token.MINUS:
		if right {
			return op, inner, new(big.Int).Add(lo, k), new(big.Int).Add(hi, k), within(-domain.MaxInt/2, domain.MaxInt/2)
		}
		return mirrored[op], inner, new(big.Int).Sub(k, hi), new(big.Int).Sub(k, lo), within(-domain.MaxInt/2, domain.MaxInt/2)
	case token.MULTIPLY:
		if k.Sign() <= 0 || !within(-1<<31, 1<<32) {
			return none()
		}
		return scaled(op, inner, lo, hi, k)
	case token.SHIFT_LEFT:
		if !right || k.Sign() < 0 || k.Cmp(big.NewInt(30)) > 0 {
			return none()
		}
		shift := uint(k.Int64())
		if !within(math.MinInt32>>shift, math.MaxInt32>>shift) {
			return none()
		}
		return scaled(op, inner, lo, hi, new(big.Int).Lsh(domain.BigOne, shift))
	case token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
		if !right || k.Sign() < 0 || k.Cmp(big.NewInt(31)) > 0 || op == token.NOT_EQUAL {
			return none()
		}
		if signed := e.Operator == token.SHIFT_RIGHT; signed && !within(math.MinInt32, math.MaxInt32) || !signed && !within(0, math.MaxUint32) {
			return none()
		}
		shift := uint(k.Int64())
		op, lo, hi = closed(op, lo, hi)
		rest := new(big.Int).Sub(new(big.Int).Lsh(domain.BigOne, shift), domain.BigOne)
		return op, inner, new(big.Int).Lsh(lo, shift), rest.Add(rest, new(big.Int).Lsh(hi, shift)), true
	}
	return none()
}

// scaled is a comparison of k times something as one of that, for k > 0.
func scaled(op token.Token, c Condition, lo, hi, k *big.Int) (token.Token, Condition, *big.Int, *big.Int, bool) {
	if op == token.NOT_EQUAL {
		at, rest := new(big.Int).QuoRem(lo, k, new(big.Int))
		return op, c, at, at, lo.Cmp(hi) == 0 && rest.Sign() == 0
	}
	op, lo, hi = closed(op, lo, hi)
	floor := new(big.Int).Div(hi, k) // Div rounds down when the divisor is positive
	ceiling := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(lo), k))
	return op, c, ceiling, floor, true
}

// closed is a comparison with something in lo … hi as one that may be equal.
func closed(op token.Token, lo, hi *big.Int) (token.Token, *big.Int, *big.Int) {
	switch op {
	case token.LESS:
		return token.LESS_OR_EQUAL, lo, new(big.Int).Sub(hi, domain.BigOne)
	case token.GREATER:
		return token.GREATER_OR_EQUAL, new(big.Int).Add(lo, domain.BigOne), hi
	}
	return op, lo, hi
}

// rangeIn is the range of an expression whose bounds linear can tell of: a variable that is a whole number, or such an
// expression of one.
func (l *Lowering) rangeIn(c Condition, s *domain.State, sc *domain.Scope) (lo, hi *big.Int, ok bool) {
	if e, nested := c.Test.(*ast.BinaryExpression); nested {
		k, right := literal(e.Right)
		operand := e.Left
		if !right {
			if k, ok = literal(e.Left); !ok {
				return nil, nil, false
			}
			operand = e.Right
		}
		lo, hi, ok = l.rangeIn(c.part(operand), s, sc)
		if !ok {
			return nil, nil, false
		}
		switch {
		case e.Operator == token.PLUS:
			return new(big.Int).Add(lo, k), new(big.Int).Add(hi, k), true
		case e.Operator == token.MINUS && right:
			return new(big.Int).Sub(lo, k), new(big.Int).Sub(hi, k), true
		case e.Operator == token.MINUS:
			return new(big.Int).Sub(k, hi), new(big.Int).Sub(k, lo), true
		case e.Operator == token.MULTIPLY && k.Sign() >= 0:
			return new(big.Int).Mul(lo, k), new(big.Int).Mul(hi, k), true
		}
		return nil, nil, false
	}
	cell, ok := l.variableIn(c, s, sc)
	if !ok {
		return nil, nil, false
	}
	v, whole := s.Cell(cell).(domain.IntValue)
	if !whole {
		return nil, nil, false
	}
	return big.NewInt(v.Lo), big.NewInt(v.Hi), true
}

// literal is a whole number that stands in the text.
func literal(e ast.Expression) (*big.Int, bool) {
	n, ok := e.(*ast.NumberLiteral)
	if !ok {
		return nil, false
	}
	k, ok := n.Value.(int64)
	if !ok || k < math.MinInt32 || k > math.MaxInt32 {
		return nil, false
	}
	return big.NewInt(k), true
}

// variableIn is the variable that an expression is the value of: x itself, BigInt(x), Number(x),
// x >>> 0 and x | 0. The last two count only where they change nothing, as the caller's range tells.
func (l *Lowering) variableIn(c Condition, s *domain.State, sc *domain.Scope) (cell int, ok bool) {
	var id *ast.Identifier
	lo, hi := int64(-domain.MaxInt), int64(domain.MaxInt)
	switch e := c.Test.(type) {
	case *ast.Identifier:
		id = e
	case *ast.CallExpression:
		callee, isName := e.Callee.(*ast.Identifier)
		if !isName || len(e.ArgumentList) != 1 {
			return 0, false
		}
		if _, local := sc.Find(callee.Name.String()); local || callee.Name != "BigInt" && callee.Name != "Number" {
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
	if v, isInt := s.Cell(cell).(domain.IntValue); isInt && (v.Lo < lo || v.Hi > hi) {
		return 0, false
	}
	return cell, true
}
