package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Result is a property of an object that a behaviour function returns.
type Result struct {
	Name string
	At   file.Idx // of the key; see Function.PlaceOf

	value ast.Expression // nil when it is written by its name alone
}

// Results lists the properties of the object literals that f returns, as far as they are written with plain keys. whole
// says that there is nothing else: f returns such literals only, without a spread or a computed key.
func (f *Function) Results() (list []Result, whole bool) {
	c := resultCollector{whole: true}
	switch n := f.Node.(type) {
	case *ast.FunctionLiteral:
		c.statements(n.Body.List)
	case *ast.ArrowFunctionLiteral:
		switch body := n.Body.(type) {
		case *ast.ExpressionBody:
			c.returned(body.Expression)
		case *ast.BlockStatement:
			c.statements(body.List)
		}
	}
	return c.list, c.whole && c.returns > 0
}

type resultCollector struct {
	list    []Result
	returns int
	whole   bool
}

// returned takes in an expression whose value f returns.
func (c *resultCollector) returned(e ast.Expression) {
	switch e := e.(type) {
	case *ast.ObjectLiteral:
		c.returns++
		for _, p := range e.Value {
			switch p := p.(type) {
			case *ast.PropertyShort:
				c.list = append(c.list, Result{Name: p.Name.Name.String(), At: p.Name.Idx})
			case *ast.PropertyKeyed:
				key, ok := p.Key.(*ast.StringLiteral)
				if !ok || p.Computed {
					c.whole = false
					continue
				}
				c.list = append(c.list, Result{key.Value.String(), key.Idx, p.Value})
			default:
				c.whole = false
			}
		}
	case *ast.ConditionalExpression:
		c.returned(e.Consequent)
		c.returned(e.Alternate)
	default:
		c.whole = false
	}
}

// statements looks for returns. It does not look into functions inside, whose returns are their own.
func (c *resultCollector) statements(list []ast.Statement) {
	for _, s := range list {
		c.statement(s)
	}
}

func (c *resultCollector) statement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.ReturnStatement:
		if s.Argument == nil {
			c.whole = false
			return
		}
		c.returned(s.Argument)
	case *ast.BlockStatement:
		c.statements(s.List)
	case *ast.IfStatement:
		c.statement(s.Consequent)
		if s.Alternate != nil {
			c.statement(s.Alternate)
		}
	case *ast.ForStatement:
		c.statement(s.Body)
	case *ast.ForInStatement:
		c.statement(s.Body)
	case *ast.ForOfStatement:
		c.statement(s.Body)
	case *ast.WhileStatement:
		c.statement(s.Body)
	case *ast.DoWhileStatement:
		c.statement(s.Body)
	case *ast.LabelledStatement:
		c.statement(s.Statement)
	case *ast.SwitchStatement:
		for _, k := range s.Body {
			c.statements(k.Consequent)
		}
	case *ast.TryStatement:
		c.statement(s.Body)
		if s.Catch != nil {
			c.statement(s.Catch.Body)
		}
		if s.Finally != nil {
			c.statement(s.Finally)
		}
	}
}
