package js

import (
	"math/big"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// expression runs an expression in state s, which it may change.
func (l *Lowering) expression(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	l.Spend(1)
	at := l.At
	l.At = e.Idx0()
	v := l.evaluate(e, s, sc)
	l.At = at
	return v
}

func (l *Lowering) evaluate(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	switch e := e.(type) {
	case *ast.Identifier:
		return l.Identifier(e, s, sc)
	case *ast.NumberLiteral:
		return l.numberLiteral(e)
	case *ast.BooleanLiteral:
		return l.Truth(e.Value)
	case *ast.StringLiteral:
		return domain.ConstString{S: e.Value.String()}
	case *ast.NullLiteral:
		return domain.NullValue{}
	case *ast.TemplateLiteral:
		return l.template(e, s, sc)
	case *ast.BinaryExpression:
		return l.binaryExpression(e, s, sc)
	case *ast.UnaryExpression:
		return l.unaryExpression(e, s, sc)
	case *ast.ConditionalExpression:
		v, test := l.Condition(e.Test, s, sc)
		return l.Alternatives(l.Truthy(v), s,
			func(s *domain.State) domain.Value {
				l.Refine(test, true, s, sc)
				return l.Expression(e.Consequent, s, sc)
			},
			func(s *domain.State) domain.Value {
				l.Refine(test, false, s, sc)
				return l.Expression(e.Alternate, s, sc)
			})
	case *ast.AssignExpression:
		return l.assignment(e, s, sc)
	case *ast.SequenceExpression:
		var v domain.Value = domain.UndefinedValue{}
		for _, part := range e.Sequence {
			v = l.Expression(part, s, sc)
		}
		return v
	case *ast.ObjectLiteral:
		return l.objectLiteral(e, s, sc)
	case *ast.ArrayLiteral:
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(l.spread(e.Value, s, sc)))}
	case *ast.DotExpression:
		if _, super := e.Left.(*ast.SuperExpression); super {
			return l.ofSuper(e.Identifier.Name.String(), s)
		}
		o := l.Expression(e.Left, s, sc)
		v := l.readMember(o, domain.ConstString{S: e.Identifier.Name.String()}, e.Identifier.Idx, s)
		l.HasBeenRead(e.Left, o, s, sc)
		return v
	case *ast.PrivateDotExpression:
		return l.Property(l.Expression(e.Left, s, sc), domain.ConstString{S: source.PrivateName(e.Identifier.Name.String())}, s)
	case *ast.BracketExpression:
		o := l.Expression(e.Left, s, sc)
		v := l.readMember(o, l.Expression(e.Member, s, sc), e.LeftBracket, s)
		l.HasBeenRead(e.Left, o, s, sc)
		return v
	case *ast.OptionalChain:
		v, ended := l.chain(e.Expression, s, sc)
		return l.Choose(ended, domain.UndefinedValue{}, v)
	case *ast.CallExpression:
		return l.call(e, s, sc)
	case *ast.NewExpression:
		return l.construct(e, s, sc)
	case *ast.ArrowFunctionLiteral:
		if e.Async {
			panic(domain.Refuse("an async function"))
		}
		l.Closures++
		return domain.FuncValue{F: &domain.Closure{Text: &capture.FunctionText{Node: e, Own: l.Own}, Scope: sc, This: l.This, Home: l.Home}}
	case *ast.FunctionLiteral:
		if e.Async || e.Generator {
			panic(domain.Refuse("an async function or generator in a lambda; write a generator beside it"))
		}
		l.Closures++
		return domain.FuncValue{F: &domain.Closure{Text: &capture.FunctionText{Node: e, Own: l.Own}, Scope: sc}}
	case *ast.RegExpLiteral:
		panic(domain.Refuse("a regular expression"))
	case *ast.ThisExpression:
		if l.This == nil {
			panic(domain.Refuse("the word this"))
		}
		return l.Use(l.This)
	case *ast.YieldExpression:
		return l.yield(e, s, sc)
	case *ast.AwaitExpression:
		panic(domain.Refuse("await"))
	}
	panic(domain.Refuse("this kind of expression"))
}

// chain runs an optional chain; ended is one bit: it met undefined or null, and v does not matter.
func (l *Lowering) chain(e ast.Expression, s *domain.State, sc *domain.Scope) (v domain.Value, ended word.ID) {
	switch e := e.(type) {
	case *ast.Optional:
		v, ended = l.chain(e.Expression, s, sc)
		return l.Defined(v), l.B.Or(ended, l.Nothing(v))
	case *ast.DotExpression:
		o, ended := l.chain(e.Left, s, sc)
		return l.unlessEnded(ended, s, func(s *domain.State) domain.Value {
			return l.Property(o, domain.ConstString{S: e.Identifier.Name.String()}, s)
		}), ended
	case *ast.BracketExpression:
		o, ended := l.chain(e.Left, s, sc)
		return l.unlessEnded(ended, s, func(s *domain.State) domain.Value {
			return l.Property(o, l.Expression(e.Member, s, sc), s)
		}), ended
	case *ast.CallExpression:
		callee, ended := l.chainCallee(e.Callee, s, sc)
		return l.unlessEnded(ended, s, func(s *domain.State) domain.Value {
			args, bits := l.spread(e.ArgumentList, s, sc)
			return l.ApplySparse(callee, args, bits, s)
		}), ended
	}
	return l.Expression(e, s, sc), l.B.Uint(0, 1)
}

// chainCallee is chain of what a call calls: a method gets its this.
func (l *Lowering) chainCallee(e ast.Expression, s *domain.State, sc *domain.Scope) (v domain.Value, ended word.ID) {
	var left, name ast.Expression
	switch e := e.(type) {
	case *ast.Optional:
		v, ended = l.chainCallee(e.Expression, s, sc)
		return l.Defined(v), l.B.Or(ended, l.Nothing(v))
	case *ast.DotExpression:
		left, name = e.Left, &ast.StringLiteral{Idx: e.Identifier.Idx, Value: e.Identifier.Name}
	case *ast.BracketExpression:
		left, name = e.Left, e.Member
	default:
		return l.chain(e, s, sc)
	}
	o, ended := l.chain(left, s, sc)
	return l.unlessEnded(ended, s, func(s *domain.State) domain.Value {
		key := l.Expression(name, s, sc)
		text, _ := domain.ConstantKey(key)
		return l.bound(l.Property(o, key, s), o, text, s)
	}), ended
}

// unlessEnded runs a link of a chain where it is reached.
func (l *Lowering) unlessEnded(ended word.ID, s *domain.State, f func(*domain.State) domain.Value) domain.Value {
	var v domain.Value = domain.UndefinedValue{}
	l.Alternatives(ended, s, func(*domain.State) domain.Value { return domain.UndefinedValue{} }, func(s *domain.State) domain.Value {
		v = f(s)
		return v
	})
	return v
}

func (l *Lowering) numberLiteral(e *ast.NumberLiteral) domain.Value {
	switch n := e.Value.(type) {
	case int64:
		return l.ConstantNumber(float64(n))
	case float64:
		return l.ConstantNumber(n)
	case *big.Int:
		return l.Bigint(n)
	}
	panic(domain.Refuse("the number %s", e.Literal))
}

func (l *Lowering) template(e *ast.TemplateLiteral, s *domain.State, sc *domain.Scope) domain.Value {
	if e.Tag != nil {
		panic(domain.Refuse("a tagged template"))
	}
	var text domain.Value = domain.ConstString{S: ""}
	for i, part := range e.Elements {
		text = l.Concatenate(text, domain.ConstString{S: part.Parsed.String()})
		if i < len(e.Expressions) {
			text = l.Concatenate(text, l.Expression(e.Expressions[i], s, sc))
		}
	}
	return text
}
