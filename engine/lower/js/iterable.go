package js

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
)

// spread runs the elements of an array literal or argument list. The bits say which of them are there.
func (l *Lowering) spread(list []ast.Expression, s *domain.State, sc *domain.Scope) (items []domain.Value, bits []word.ID) {
	items, bits = make([]domain.Value, 0, len(list)), make([]word.ID, 0, len(list))
	for _, e := range list {
		if e == nil {
			panic(domain.Refuse("an array with holes"))
		}
		if sp, ok := e.(*ast.SpreadElement); ok {
			list := l.iterable(l.Expression(sp.Expression, s, sc), lastPlace(sp.Expression, e.Idx0()), s)
			items, bits = l.AppendSparse(items, bits, list, s)
			continue
		}
		items, bits = append(items, l.Expression(e, s, sc)), append(bits, l.B.Uint(1, 1))
	}
	return items, bits
}

// allThere refuses a list of which not all items are surely there.
func (l *Lowering) allThere(items []domain.Value, bits []word.ID) []domain.Value {
	if slices.ContainsFunc(bits, func(b word.ID) bool { return !l.IsTrue(b) }) {
		panic(domain.Refuse("an array whose length depends on values"))
	}
	return items
}

// iterable is a value that is gone through. Where it is undefined or null, the path ends with a TypeError.
func (l *Lowering) iterable(v domain.Value, at file.Idx, s *domain.State) domain.Value {
	v, ok := l.coercible(v, func() domain.Value { return domain.ConstString{S: "Cannot convert undefined or null to object"} }, at, s)
	if !ok {
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true})}
	}
	v = l.Iterated(v, s)
	l.GoThrough(v, s)
	return v
}

// iterated is what instances of a class that says how they are gone through give for that, and other values themselves.
func (l *Lowering) iterated(v domain.Value, s *domain.State) domain.Value {
	name := source.SymbolName("iterator")
	class, ok := l.commonClass(v, name, s)
	if !ok || class == nil {
		return v
	}
	if m, there := class.Methods[name]; !there || m.Getter {
		return v
	}
	return l.Invoke(class.Methods[name].With(v), nil, s)
}

// firstItems lists what a pattern takes of a list. When it takes no rest, lists of different lengths will do.
func (l *Lowering) firstItems(v domain.Value, t *ast.ArrayPattern, s *domain.State) []domain.Value {
	if o, ok := l.Masked(v, s); ok && t.Rest == nil {
		items := make([]domain.Value, len(t.Elements))
		for i := range items {
			items[i] = l.MaskedItem(o, l.Integer(int64(i)))
		}
		return items
	}
	c, ok := v.(domain.ChoiceValue)
	if !ok || t.Rest != nil {
		return l.Iterate(v, s)
	}
	n := len(t.Elements)
	first := func(v domain.Value) []domain.Value {
		items := l.firstItems(v, t, s)
		for len(items) < n {
			items = append(items, domain.UndefinedValue{})
		}
		return items[:n]
	}
	if c.Sel != nil {
		return l.ItemsOf(c.Sel, first)
	}
	x, y := first(c.A), first(c.B)
	for i := range x {
		x[i] = l.Choose(c.Cond, x[i], y[i])
	}
	return x
}
