package source

import (
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// startOf and endOf give the exact byte range of an expression in the clean script, without
// parentheses around it. goja's own Idx0 and Idx1 are off for tagged templates, names outside ASCII,
// private names, regular expressions with flags and `new X()`.
func (a *analysis) startOf(e ast.Expression) int {
	for {
		switch n := e.(type) {
		case *ast.AssignExpression:
			e = n.Left
		case *ast.BinaryExpression:
			e = n.Left
		case *ast.BracketExpression:
			e = n.Left
		case *ast.CallExpression:
			e = n.Callee
		case *ast.ConditionalExpression:
			e = n.Test
		case *ast.DotExpression:
			e = n.Left
		case *ast.PrivateDotExpression:
			e = n.Left
		case *ast.OptionalChain:
			e = n.Expression
		case *ast.Optional:
			e = n.Expression
		case *ast.SequenceExpression:
			e = n.Sequence[0]
		case *ast.UnaryExpression:
			if !n.Postfix {
				return at(n.Idx)
			}
			e = n.Operand
		case *ast.TemplateLiteral:
			if n.Tag == nil {
				return at(n.OpenQuote)
			}
			e = n.Tag
		case *ast.MetaProperty:
			return at(n.Meta.Idx)
		default:
			return at(e.Idx0())
		}
	}
}

func (a *analysis) endOf(e ast.Expression) int {
	for {
		switch n := e.(type) {
		case *ast.AssignExpression:
			e = n.Right
		case *ast.AwaitExpression:
			e = n.Argument
		case *ast.BinaryExpression:
			e = n.Right
		case *ast.ConditionalExpression:
			e = n.Alternate
		case *ast.OptionalChain:
			e = n.Expression
		case *ast.Optional:
			e = n.Expression
		case *ast.SequenceExpression:
			e = n.Sequence[len(n.Sequence)-1]
		case *ast.YieldExpression:
			if n.Argument == nil {
				return at(n.Yield) + len("yield")
			}
			e = n.Argument
		case *ast.UnaryExpression:
			if n.Postfix {
				return a.skipClosing(a.endOf(n.Operand), '+', '-') + 2
			}
			e = n.Operand
		case *ast.ArrowFunctionLiteral:
			switch b := n.Body.(type) {
			case *ast.BlockStatement:
				return at(b.RightBrace) + 1
			case *ast.ExpressionBody:
				e = b.Expression
			default:
				return at(n.Idx1())
			}
		case *ast.NewExpression:
			if n.RightParenthesis != 0 {
				return at(n.RightParenthesis) + 1
			}
			e = n.Callee
		case *ast.Identifier:
			return a.wordEnd(at(n.Idx))
		case *ast.DotExpression:
			return a.wordEnd(at(n.Identifier.Idx))
		case *ast.PrivateDotExpression:
			return a.wordEnd(at(n.Identifier.Idx))
		case *ast.MetaProperty:
			return a.wordEnd(at(n.Property.Idx))
		case *ast.RegExpLiteral:
			return a.wordEnd(at(n.Idx) + len(n.Pattern) + 2)
		default:
			return at(e.Idx1())
		}
	}
}

func at(idx file.Idx) int { return int(idx) - 1 }

// wordEnd returns the end of the identifier, which may begin with #, at offset.
func (a *analysis) wordEnd(offset int) int {
	if offset < len(a.clean) && a.clean[offset] == '#' {
		offset++
	}
	for offset < len(a.clean) {
		c := a.clean[offset]
		if c >= utf8.RuneSelf {
			_, n := utf8.DecodeRuneInString(a.clean[offset:])
			offset += n
			continue
		}
		if c == '\\' || isWordByte(c) {
			offset++
			continue
		}
		break
	}
	return offset
}

// skipClosing moves over closing parentheses until one of the wanted bytes.
func (a *analysis) skipClosing(offset int, wanted ...byte) int {
	for i := offset; i < len(a.clean); i++ {
		for _, w := range wanted {
			if a.clean[i] == w {
				return i
			}
		}
		if a.clean[i] != ')' {
			break
		}
	}
	return offset
}

// beforeParentheses moves back over the opening parentheses before offset.
func (a *analysis) beforeParentheses(offset int) int {
	for offset > 0 && a.clean[offset-1] == '(' {
		offset--
	}
	return offset
}

// afterParentheses moves over the closing parentheses after offset.
func (a *analysis) afterParentheses(offset int) int {
	for offset < len(a.clean) && a.clean[offset] == ')' {
		offset++
	}
	return offset
}

// arrowEnd is endOf with the parentheses that close the body: ({a})=>({y:(a)}) ends after the last one.
func (a *analysis) arrowEnd(n *ast.ArrowFunctionLiteral) int {
	end := a.endOf(n)
	body, ok := n.Body.(*ast.ExpressionBody)
	if !ok {
		return end
	}
	return a.closed(a.beforeParentheses(a.startOf(body.Expression)), end)
}

// closed is end, or where the parentheses close that are open there since start.
func (a *analysis) closed(start, end int) int {
	if end >= len(a.clean) || a.clean[end] != ')' {
		return end
	}
	for open := a.unclosed(start, end); open > 0 && end < len(a.clean) && a.clean[end] == ')'; open-- {
		end++
	}
	return end
}

// unclosed is how many more parentheses open between two places than close there; below 0 it is the other way round.
func (a *analysis) unclosed(start, end int) int {
	before, behind := a.outside(start, end)
	return behind - before
}

// outside is how many parentheses that close between two places open before them, and how many that open there close
// behind them.
func (a *analysis) outside(start, end int) (before, behind int) {
	for _, t := range scan(a.clean[start:end]) {
		if t.kind != mark {
			continue
		}
		switch a.clean[start+t.start] {
		case '(':
			behind++
		case ')':
			if behind > 0 {
				behind--
			} else {
				before++
			}
		}
	}
	return before, behind
}
