package lower

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// allBut is k, when a function given to filter is (item, i) => i !== k and k is surely one of n indices. The bits of
// what is kept do not say that so many are: as an item taken out of the list, it leaves one of a length that is known.
func (l *lowering) allBut(f value, n int, s *state) (intValue, bool) {
	fv, ok := f.(funcValue)
	if !ok || n == 0 {
		return intValue{}, false
	}
	arrow, ok := fv.f.node.(*ast.ArrowFunctionLiteral)
	if !ok || arrow.ParameterList == nil || arrow.ParameterList.Rest != nil || len(arrow.ParameterList.List) != 2 {
		return intValue{}, false
	}
	var names [2]string
	for i, b := range arrow.ParameterList.List {
		name, plain := b.Target.(*ast.Identifier)
		if !plain || b.Initializer != nil {
			return intValue{}, false
		}
		names[i] = name.Name.String()
	}
	body, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return intValue{}, false
	}
	test, ok := body.Expression.(*ast.BinaryExpression)
	if !ok || test.Operator != token.STRICT_NOT_EQUAL && test.Operator != token.NOT_EQUAL {
		return intValue{}, false
	}
	left, okLeft := test.Left.(*ast.Identifier)
	right, okRight := test.Right.(*ast.Identifier)
	if !okLeft || !okRight {
		return intValue{}, false
	}
	other := right
	switch names[1] {
	case left.Name.String():
	case right.Name.String():
		other = left
	default:
		return intValue{}, false
	}
	if name := other.Name.String(); name == names[0] || name == names[1] {
		return intValue{}, false
	}
	own := l.own
	l.own = fv.f.own
	v := l.identifier(other, s, newScope(fv.f.scope))
	l.own = own
	k, ok := v.(intValue)
	return k, ok && k.lo >= 0 && k.hi < int64(n)
}
