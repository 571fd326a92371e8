package source

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// The interpreter's bitwise operators are wrong for numbers from 2^63 on, which products of two words and bigints can be: it
// takes them through an int64. So an operand that is one of these, or adds one, or has been given one (huge.go), is first reduced to what such an
// operator sees of it.

// huge is the first number that does not fit an int64.
const huge = 1 << 63

func bitwise(operator token.Token) bool {
	switch operator {
	case token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
		return true
	}
	return false
}

// wordSpan is where an operand stands, with the parentheses around it alone.
type wordSpan struct{ start, end int }

// leftWord begins the reduction of the left operand of an operator, when it needs one.
func (a *analysis) leftWord(n *ast.BinaryExpression) *wordSpan {
	if !bitwise(n.Operator) || !a.mayBeHuge(n.Left) {
		return nil
	}
	start, end := a.startOf(n.Left), a.endOf(n.Left)
	end = a.afterParentheses(end) // the operator follows, so what closes here is all the operand's
	w := &wordSpan{start + a.unclosed(start, end), end}
	a.wordOf(w.start, w.start)
	return w
}

func (a *analysis) wordOf(start, anchor int) {
	a.insert(start, "("+a.names.value+"=(", anchor, opening) // the operand may be a sequence, whose parentheses these are put in
}

func (a *analysis) endWord(end, anchor int) {
	v := a.names.value
	a.insert(end, "),typeof "+v+"==\"number\"?"+v+"%4294967296:"+v+")", anchor, closing)
}

// assignedWord writes the assignment of a bitwise operator to what may be huge with the operator itself, which sees the old value reduced. It
// leaves alone a target that does something when it is read, as that would happen twice.
func (a *analysis) assignedWord(n *ast.AssignExpression) bool {
	if !bitwise(n.Operator) || !a.mayBeHuge(n.Left) || !a.readTwice(n.Left) {
		return false
	}
	v := a.names.value
	return a.written(n, func(old, operator string) (before, behind string) {
		return "=(" + v + "=" + old + ",typeof " + v + "==\"number\"?" + v + "%4294967296:" + v + ")" + operator, ""
	})
}

// assignedCell writes an assignment that adds to an element of an array of words, or multiplies it, so that what comes into the array is reduced.
func (a *analysis) assignedCell(n *ast.AssignExpression) bool {
	switch n.Operator {
	case token.PLUS, token.MINUS:
		if !a.mayBeHuge(n.Right) {
			return false
		}
	case token.SLASH:
		if !lessThanOne(n.Right) {
			return false
		}
	case token.MULTIPLY, token.EXPONENT:
	default:
		return false
	}
	if !a.wordCell(n.Left) || !a.readTwice(n.Left) {
		return false
	}
	v := a.names.value
	return a.written(n, func(old, operator string) (before, behind string) {
		return "=(" + v + "=" + old + operator, "," + v + "%4294967296)"
	})
}

// written writes an assignment of an operator with the operator itself: how gives what stands before the right operand, and behind it.
func (a *analysis) written(n *ast.AssignExpression, how func(old, operator string) (before, behind string)) bool {
	start, end := a.startOf(n.Left), a.endOf(n.Left)
	from, to := a.around(n.Right)
	operator := n.Operator.String()
	for _, t := range scan(a.clean[end:from]) {
		if t.kind != mark || !strings.HasPrefix(a.clean[end+t.start:], operator+"=") {
			continue
		}
		before, behind := how(a.clean[start:end], operator)
		a.replace(end+t.start, len(operator)+1, before, start)
		a.insert(from, "(", from, opening)
		a.growing(n.Operator, n.Left, &n.Right)
		a.insert(to, ")"+behind, from, closing)
		return true
	}
	return false
}

// wordsOf lets a list of what may be huge be reduced on its way into a typed array: the class's own function does that.
// It begins that; what it gives ends it, after the list has been walked.
func (a *analysis) wordsOf(n *ast.NewExpression) (end func()) {
	if len(n.ArgumentList) == 0 || !a.huge[element] || !a.wordArray(n.Callee) {
		return func() {}
	}
	list := n.ArgumentList[0]
	switch without(list).(type) {
	case *ast.ArrayLiteral, *ast.NumberLiteral, *ast.BinaryExpression, *ast.SpreadElement:
		return func() {}
	}
	class, v := a.clean[a.startOf(n.Callee):a.endOf(n.Callee)], a.names.value
	from, to := a.startOf(list), a.endOf(list)
	before, behind := a.outside(from, to)
	from, to = from-before, to+behind
	a.wordOf(from, from)
	return func() {
		a.insert(to, "),typeof "+v+"==\"object\"&&"+v+"&&"+v+".length>=0?"+class+".from("+v+"):"+v+")", from, closing)
	}
}

// readTwice reports whether a target can be read twice: that does nothing else, getters aside, and is written in the script as it stands.
func (a *analysis) readTwice(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.Identifier:
		b := a.scope.lookup(n.Name.String())
		return b == nil || !b.namespace && b.imports == nil
	case *ast.ThisExpression, *ast.NumberLiteral, *ast.StringLiteral:
		return true
	case *ast.DotExpression:
		return a.readTwice(n.Left)
	case *ast.PrivateDotExpression:
		return a.readTwice(n.Left)
	case *ast.BracketExpression:
		return a.readTwice(n.Left) && a.readTwice(n.Member)
	case *ast.BinaryExpression:
		return a.readTwice(n.Left) && a.readTwice(n.Right)
	}
	return false
}

// word walks an expression of which the low 32 bits count, and reduces it when it may be huge.
func (a *analysis) word(e *ast.Expression) {
	if !a.mayBeHuge(*e) {
		a.expr(e)
		return
	}
	start, end := a.startOf(*e), a.endOf(*e)
	before, behind := a.outside(start, end)
	start, end = start-before, end+behind
	a.wordOf(start, start)
	a.expr(e)
	a.endWord(end, start)
}

func (a *analysis) words(list []ast.Expression) {
	for i := range list {
		if list[i] == nil {
			continue
		}
		if _, spread := list[i].(*ast.SpreadElement); spread {
			a.expr(&list[i])
			continue
		}
		a.word(&list[i])
	}
}

// takesWords reports whether a function is one that sees the low 32 bits of its arguments.
func (a *analysis) takesWords(callee ast.Expression) bool {
	d, ok := callee.(*ast.DotExpression)
	if !ok {
		return false
	}
	switch name := d.Identifier.Name.String(); name {
	case "imul", "clz32":
		of, ok := d.Left.(*ast.Identifier)
		return ok && of.Name == "Math"
	case "of":
		return a.wordArray(d.Left)
	}
	return false
}

// wordArray reports whether an expression is a class of typed arrays whose elements are the low bits of numbers.
func (a *analysis) wordArray(class ast.Expression) bool {
	id, ok := class.(*ast.Identifier)
	if !ok {
		return false
	}
	switch name := id.Name.String(); name {
	case "Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array":
		return a.scope.lookup(name) == nil
	}
	return false
}

// listOfWords notes the list that a typed array is made from.
func (a *analysis) listOfWords(arguments []ast.Expression) {
	if len(arguments) == 0 {
		return
	}
	if list, ok := arguments[0].(*ast.ArrayLiteral); ok {
		if a.cells == nil {
			a.cells = map[ast.Expression]bool{}
		}
		a.cells[list] = true
	}
}

// wordCell reports whether a target is an element of a constant that is such an array.
func (a *analysis) wordCell(target ast.Expression) bool {
	cell, ok := target.(*ast.BracketExpression)
	if !ok {
		return false
	}
	id, ok := cell.Left.(*ast.Identifier)
	if !ok {
		return false
	}
	b := a.scope.lookup(id.Name.String())
	if b == nil || b.kind != constBinding {
		return false
	}
	switch made := b.value.(type) {
	case *ast.NewExpression:
		return a.wordArray(made.Callee)
	case *ast.CallExpression:
		from, ok := made.Callee.(*ast.DotExpression)
		return ok && (from.Identifier.Name == "from" || from.Identifier.Name == "of") && a.wordArray(from.Left)
	}
	return false
}
