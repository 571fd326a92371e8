package builtin

import (
	"slices"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
)

// NewTyped is new Uint8Array(…) and the like.
func (l *Lowering) NewTyped(e domain.Elements, args []domain.Value, s *domain.State) domain.Value {
	if len(args) != 1 {
		panic(domain.Refuse("a typed array of other than a length or a list"))
	}
	var items []domain.Value
	if n, ok := domain.ConstInt(args[0]); ok && n >= 0 && n <= capture.MaxConstant {
		items = make([]domain.Value, n)
		for i := range items {
			items[i] = l.Integer(0)
		}
	} else {
		if !l.IsList(args[0], s) {
			panic(domain.Refuse("a typed array whose length depends on values"))
		}
		items = l.AllStoredIn(e, l.live(args[0])(s))
	}
	return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Elements: e, Items: items})}
}

// setAll is the method set of typed arrays.
func (l *Lowering) setAll(r domain.RefValue, args []domain.Value, s *domain.State) {
	old := l.Object(s, r.Object)
	from, at := []domain.Value(nil), int64(0)
	if len(args) > 0 && l.IsList(args[0], s) {
		from = l.live(args[0])(s)
	}
	ok := from != nil
	if len(args) > 1 {
		at, ok = domain.ToInteger(args[1])
	}
	if !ok || from == nil || at < 0 || at+int64(len(from)) > int64(len(old.Items)) {
		panic(domain.Refuse("the method set with other than a list that surely fits"))
	}
	items := slices.Clone(old.Items)
	copy(items[at:], l.AllStoredIn(old.Elements, from))
	l.MayChange(r.Object)
	s.SetObject(r.Object, &domain.Object{Array: true, Elements: old.Elements, Items: items})
}
