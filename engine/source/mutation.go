package source

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// An object that a lambda changes while the circuit runs is no constant for another lambda. Where the change is written
// with the name of a variable outside, that variable says so (Captured.Changes); all other functions that may change
// something they have not made themselves say Function.Alters, and who runs them must look at what they can reach.

// change is an object that a function changes.
type change struct {
	binding *binding // the name it begins with; nil for any other expression
	depth   int      // so deep in that of the name is the object that is changed
}

// The methods of arrays, Maps and Sets that change them. Of an object in another one it is not known whether it is one
// of these, or has a function of its own with the name; those of the first list are hardly given to something else.
var (
	growingMethods  = []string{"pop", "push", "shift", "splice", "unshift"}
	changingMethods = []string{"add", "clear", "copyWithin", "delete", "fill", "reverse", "set", "sort"}
)

// The functions of Object and Reflect that change their first argument.
var alteringFunctions = map[string][]string{
	"Object":  {"assign", "defineProperties", "defineProperty", "setPrototypeOf"},
	"Reflect": {"defineProperty", "deleteProperty", "set", "setPrototypeOf"},
}

// changedByGlobal notes what Object.assign and the like change.
func (a *analysis) changedByGlobal(n *ast.CallExpression) {
	callee, ok := n.Callee.(*ast.DotExpression)
	if !ok || len(n.ArgumentList) == 0 {
		return
	}
	id, ok := callee.Left.(*ast.Identifier)
	if ok && a.scope.lookup(id.Name.String()) == nil && slices.Contains(alteringFunctions[id.Name.String()], callee.Identifier.Name.String()) {
		a.changed(n.ArgumentList[0], true)
	}
}

// changedBy notes that a method changes what it is called of.
func (a *analysis) changedBy(method string, left ast.Expression) {
	growing, changing := slices.Contains(growingMethods, method), slices.Contains(changingMethods, method)
	switch {
	case method == "call" || method == "apply": // push.call(list, 1)
		a.change(change{}, false)
	case growing || changing:
		a.changed(left, a.isBuiltIn(left, growing))
	}
}

// isBuiltIn reports that a method by which lists grow, or one of the others, of an expression is no function of the
// file.
func (a *analysis) isBuiltIn(left ast.Expression, growing bool) bool {
	id, ok := left.(*ast.Identifier)
	if !ok {
		return growing
	}
	b := a.scope.lookup(id.Name.String())
	if b == nil {
		return growing
	}
	if b.spaces > 0 { // a namespace of the file
		return false
	}
	value := b.value
	if call, ok := value.(*ast.CallExpression); ok && len(call.ArgumentList) == 1 { // Object.freeze({ … })
		value = call.ArgumentList[0]
	}
	switch v := value.(type) {
	case *ast.ObjectLiteral, *ast.ClassLiteral: // the method is its own
		return false
	case *ast.NewExpression: // of a class of the file
		class, ok := v.Callee.(*ast.Identifier)
		return !ok || a.scope.lookup(class.Name.String()) == nil
	case *ast.CallExpression: // what a function of the file gives may have a method of that name, which changes nothing
		maker, ok := v.Callee.(*ast.Identifier)
		return growing || !ok || a.scope.lookup(maker.Name.String()) == nil
	}
	return true
}

// changed notes that an object, or one in it, is changed: log[0] = x, log.last.push(x). known says that it certainly
// is.
func (a *analysis) changed(object ast.Expression, known bool) {
	c := change{}
	for {
		switch n := object.(type) {
		case *ast.BracketExpression:
			object, c.depth = n.Left, c.depth+1
			continue
		case *ast.DotExpression:
			object, c.depth = n.Left, c.depth+1
			continue
		case *ast.Optional:
			object = n.Expression
			continue
		case *ast.OptionalChain:
			object = n.Expression
			continue
		}
		break
	}
	if id, ok := object.(*ast.Identifier); ok {
		c.binding = a.scope.lookup(id.Name.String())
	} else if isNew(object, c.depth) { // new Array(4).fill(0)
		return
	}
	a.change(c, known)
}

// change notes a change in the functions around.
func (a *analysis) change(c change, known bool) {
	for f := a.function; f != nil; f = f.parent {
		f.altered = append(f.altered, c)
		if known && c.binding != nil {
			f.changes = append(f.changes, c.binding)
		}
	}
}

// alters reports that a function changes an object that it has not made itself. given says that it does so only when
// one of its arguments is such an object.
func (f *functionScope) alters() (always, given bool) {
	for _, c := range f.altered {
		switch b := c.binding; {
		case b == nil || b.scope == nil || !b.scope.within(f):
			always = true
		case b.parameter && b.scope.function == f:
			given = true
		case !b.fixed() || !isNew(b.value, c.depth):
			always = true
		}
	}
	return always, given
}

// within reports that a scope is in a function.
func (s *scope) within(f *functionScope) bool {
	for g := s.function; g != nil; g = g.parent {
		if g == f {
			return true
		}
	}
	return false
}

// The methods that give an array of their own.
var copyingMethods = []string{"concat", "filter", "flat", "from", "map", "of", "slice", "toReversed", "toSorted", "toSpliced", "with"}

// isNew reports that an expression makes an object of its own each time, and that so are the objects in it, so many
// levels deep.
func isNew(e ast.Expression, deep int) bool {
	within := func(e ast.Expression) bool {
		switch e.(type) {
		case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral, nil:
			return true
		}
		return isNew(e, deep-1)
	}
	switch n := e.(type) {
	case *ast.ArrayLiteral:
		return deep == 0 || !slices.ContainsFunc(n.Value, func(e ast.Expression) bool { return !within(e) })
	case *ast.ObjectLiteral:
		return deep == 0 || !slices.ContainsFunc(n.Value, func(p ast.Property) bool {
			_, value, ok := literalProperty(p)
			return !ok || !within(value)
		})
	case *ast.NewExpression:
		return deep == 0 && namedAs(n.Callee, "Array", "Map", "Set", "Uint8Array", "Uint8ClampedArray", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Float32Array", "Float64Array")
	case *ast.CallExpression:
		if callee, ok := n.Callee.(*ast.DotExpression); ok && deep == 0 {
			name := callee.Identifier.Name.String()
			return slices.Contains(copyingMethods, name) || slices.Contains(ownMethods, name) && isNew(callee.Left, 0)
		}
		return deep == 0 && namedAs(n.Callee, "Array")
	}
	return false
}

// The methods that give the array that they change.
var ownMethods = []string{"copyWithin", "fill", "reverse", "sort"}

func namedAs(e ast.Expression, names ...string) bool {
	id, ok := e.(*ast.Identifier)
	return ok && slices.Contains(names, id.Name.String())
}
