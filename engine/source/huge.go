package source

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// hugeNames are the names under which a huge number may be found: of variables and parameters that are given what mayBeHuge, of properties (".name") and
// of functions that return it ("name()"). Names are not told apart by their scopes: to reduce one too many costs a few instructions, one too few gives a wrong result.
// What a value goes through otherwise, such as an array, is not followed.
type hugeNames map[string]bool

// Limits of the search, which takes time in proportion to the text with them. Who gives a number on through more names than there are passes, each before
// the one that it comes from, is not followed to the end; nor are functions within functions within functions when they are large.
const (
	hugePasses   = 10
	mostReturned = 1 << 20 // nodes that are looked at for what functions return
)

// flows are where values of a script go to names.
type flows struct {
	given   []given
	params  map[string][]*ast.Binding // of functions, by their name
	returns map[string][]ast.Expression
	calls   []*ast.CallExpression
	looked  int // nodes in functions
}

type given struct {
	name string
	by   ast.Expression // nil: a product or a power
}

// findHuge finds the names under which a script may have huge numbers.
func (a *analysis) findHuge(program *ast.Program) {
	f := flows{params: map[string][]*ast.Binding{}, returns: map[string][]ast.Expression{}}
	visit(reflect.ValueOf(program.Body), f.note)
	a.huge = hugeNames{}
	changed := true
	for pass := 0; changed && pass < hugePasses; pass++ {
		changed = false
		add := func(name string) {
			if name != "" && !a.huge[name] {
				a.huge[name], changed = true, true
			}
		}
		for _, g := range f.given {
			if g.by == nil || a.mayBeHuge(g.by) {
				add(g.name)
			}
		}
		for name, list := range f.returns {
			for _, e := range list {
				if a.mayBeHuge(e) {
					add(name + "()")
					break
				}
			}
		}
		for _, c := range f.calls {
			params := f.params[calleeName(c)]
			for i := range min(len(params), len(c.ArgumentList)) {
				if a.mayBeHuge(c.ArgumentList[i]) {
					add(targetName(params[i].Target))
				}
			}
		}
	}
}

func (f *flows) note(n any) {
	switch n := n.(type) {
	case *ast.Binding:
		f.binding(targetName(n.Target), n.Initializer)
	case *ast.FunctionDeclaration:
		if n.Function.Name != nil {
			f.function(n.Function.Name.Name.String(), n.Function)
		}
	case *ast.AssignExpression:
		switch name := targetName(n.Left); n.Operator {
		case token.ASSIGN:
			f.binding(name, n.Right)
		case token.PLUS, token.MINUS:
			f.given = append(f.given, given{name, n.Right})
		case token.MULTIPLY, token.EXPONENT:
			f.given = append(f.given, given{name, nil})
		}
	case *ast.CallExpression:
		if calleeName(n) != "" {
			f.calls = append(f.calls, n)
		}
	}
}

func (f *flows) binding(name string, by ast.Expression) {
	if name == "" || by == nil {
		return
	}
	switch by.(type) {
	case *ast.ArrowFunctionLiteral, *ast.FunctionLiteral:
		f.function(name, by)
	default:
		f.given = append(f.given, given{name, by})
	}
}

// function notes what a function is given and gives. What functions in it return counts as well.
func (f *flows) function(name string, function ast.Expression) {
	var list *ast.ParameterList
	var body any
	switch fn := function.(type) {
	case *ast.ArrowFunctionLiteral:
		list, body = fn.ParameterList, fn.Body
		if e, ok := fn.Body.(*ast.ExpressionBody); ok {
			f.returns[name] = append(f.returns[name], e.Expression)
			body = nil
		}
	case *ast.FunctionLiteral:
		list, body = fn.ParameterList, fn.Body
	}
	f.params[name] = list.List
	if body == nil || f.looked > mostReturned {
		return
	}
	visit(reflect.ValueOf(body), func(n any) {
		f.looked++
		if r, ok := n.(*ast.ReturnStatement); ok && r.Argument != nil {
			f.returns[name] = append(f.returns[name], r.Argument)
		}
	})
}

func calleeName(c *ast.CallExpression) string {
	if id, ok := c.Callee.(*ast.Identifier); ok {
		return id.Name.String()
	}
	return ""
}

// targetName is the name of a variable, or of a property after a dot; "" for other targets.
func targetName(target ast.Expression) string {
	switch t := target.(type) {
	case *ast.Identifier:
		return t.Name.String()
	case *ast.DotExpression:
		return "." + t.Identifier.Name.String()
	}
	return ""
}
