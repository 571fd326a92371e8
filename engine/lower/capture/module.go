package capture

import (
	"reflect"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// The exports of another file are an object with a getter for each name, () => name, which esbuild writes; a default
// import and one of all names read it through an object with getters () => from[key]. Both only say where the value is.

// moduleMark is the property with which such an object says what it is; it is not enumerable.
const moduleMark = "__esModule"

// maxForwarded bounds the objects through which a name leads.
const maxForwarded = 64

// forwarded is the value that a getter of an object gives, when the getter only says where it is.
func (l *Lowering) forwarded(o *goja.Object, key string, depth int) (domain.Value, bool) {
	getter := l.Program.Getter(o, key)
	if getter == nil || depth > maxForwarded {
		return nil, false
	}
	f, outer := functionAt(l.Program, getter)
	if f == nil {
		return nil, false
	}
	arrow, ok := f.Node.(*ast.ArrowFunctionLiteral)
	if !ok || f.UsesArguments || len(arrow.ParameterList.List) > 0 || arrow.ParameterList.Rest != nil {
		return nil, false
	}
	body, ok := arrow.Body.(*ast.ExpressionBody)
	if !ok {
		return nil, false
	}
	own := l.Own
	l.Own = NewSurroundings(f, outer)
	defer func() { l.Own = own }()
	switch e := body.Expression.(type) {
	case *ast.Identifier:
		c := f.Lookup(e)
		if c == nil {
			return nil, false
		}
		return l.capture(c), true
	case *ast.DotExpression: // import_x.name, that this file hands on
		if id, ok := e.Left.(*ast.Identifier); !ok || f.Lookup(id) == nil || !f.Lookup(id).Const {
			return nil, false
		}
		return l.read(l.heldBy(e.Left), e.Identifier.Name.String(), depth)
	case *ast.BracketExpression:
		// In the user's text the object and the name may be others when it is read.
		if name := l.heldBy(e.Member); name != nil && f.PlaceOf(arrow.Idx0()).IsZero() {
			return l.read(l.heldBy(e.Left), name.String(), depth)
		}
	}
	return nil, false
}

// Read is a property of an object of another file.
func (l *Lowering) read(from goja.Value, name string, depth int) (domain.Value, bool) {
	o, ok := from.(*goja.Object)
	if !ok || o.ExportType() == reflect.TypeFor[goja.Proxy]() {
		return nil, false
	}
	if l.Program.Computed(o, name) {
		return l.forwarded(o, name, depth+1)
	}
	if l.Changing != nil && l.Changing(o) {
		return nil, false
	}
	return l.FromData(o.Get(name)), true
}

// heldBy is what a variable outside of the function that is looked at holds; nil when it is not known.
func (l *Lowering) heldBy(e ast.Expression) goja.Value {
	id, ok := e.(*ast.Identifier)
	if !ok || l.Own.Outer == nil {
		return nil
	}
	c := l.Own.Function.Lookup(id)
	if c == nil || c.Index < 0 {
		return nil
	}
	v, err := l.Own.Outer(c.Index)
	if err != nil {
		return nil
	}
	return v
}
