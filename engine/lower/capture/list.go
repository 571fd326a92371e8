package capture

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

// AllBut is k, when a function given to filter is (item, i) => i !== k and k is surely one of n indices. The bits of
// what is kept do not say that so many are: as an item taken out of the list, it leaves one of a length that is known.
func (l *Lowering) AllBut(f domain.Value, n int, s *domain.State) (domain.IntValue, bool) {
	fv, ok := f.(domain.FuncValue)
	if !ok || n == 0 {
		return domain.IntValue{}, false
	}
	arrow, ok := TextOf(fv.F).Node.(*ast.ArrowFunctionLiteral)
	if !ok || arrow.ParameterList == nil || arrow.ParameterList.Rest != nil || len(arrow.ParameterList.List) != 2 {
		return domain.IntValue{}, false
	}
	var names [2]string
	for i, b := range arrow.ParameterList.List {
		name, plain := b.Target.(*ast.Identifier)
		if !plain || b.Initializer != nil {
			return domain.IntValue{}, false
		}
		names[i] = name.Name.String()
	}
	body, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return domain.IntValue{}, false
	}
	test, ok := body.Expression.(*ast.BinaryExpression)
	if !ok || test.Operator != token.STRICT_NOT_EQUAL && test.Operator != token.NOT_EQUAL {
		return domain.IntValue{}, false
	}
	left, okLeft := test.Left.(*ast.Identifier)
	right, okRight := test.Right.(*ast.Identifier)
	if !okLeft || !okRight {
		return domain.IntValue{}, false
	}
	other := right
	switch names[1] {
	case left.Name.String():
	case right.Name.String():
		other = left
	default:
		return domain.IntValue{}, false
	}
	if name := other.Name.String(); name == names[0] || name == names[1] {
		return domain.IntValue{}, false
	}
	own := l.Own
	l.Own = TextOf(fv.F).Own
	v := l.Identifier(other, s, domain.NewScope(fv.F.Scope))
	l.Own = own
	k, ok := v.(domain.IntValue)
	return k, ok && k.Lo >= 0 && k.Hi < int64(n)
}
