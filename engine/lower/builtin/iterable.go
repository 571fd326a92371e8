package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
)

// Iterate lists what for … of would give.
func (l *Lowering) Iterate(v domain.Value, s *domain.State) []domain.Value {
	switch x := v.(type) {
	case domain.RefValue:
		o := l.Object(s, x.Object)
		if o.CheckLists(s); o.Present != nil {
			panic(domain.Refuse("an array whose length depends on values"))
		} else if o.Array {
			return slices.Clone(o.Items)
		}
	case domain.ConstantValue:
		if x.C.Array {
			items := make([]domain.Value, len(x.C.Items))
			for i := range items {
				items[i] = l.ConstantItem(x.C, i)
			}
			return items
		}
	case domain.SetValue:
		if o := l.entries(x, x.Values != domain.NoValues, s); o.Present == nil {
			return slices.Clone(o.Items)
		}
		panic(domain.Refuse("a Map or Set whose size depends on values"))
	case domain.CollectionValue:
		return l.knownEntries(x, s)
	case domain.ConstString:
		var items []domain.Value
		for _, r := range x.S {
			items = append(items, domain.ConstString{S: string(r)})
		}
		return items
	}
	if c, ok := v.(domain.ChoiceValue); ok && c.Sel != nil {
		return l.ItemsOf(c.Sel, func(v domain.Value) []domain.Value { return l.Iterate(v, s) })
	}
	if c, ok := v.(domain.ChoiceValue); ok {
		x, y := l.Iterate(c.A, s), l.Iterate(c.B, s)
		if len(x) != len(y) {
			panic(domain.Refuse("an array whose length depends on values"))
		}
		for i := range x {
			x[i] = l.Choose(c.Cond, x[i], y[i])
		}
		return x
	}
	switch v.(type) {
	case domain.MemoryValue, domain.CellsValue:
		if o, _ := l.arrayOf(v, s); o.Present == nil {
			return o.Items
		}
		panic(domain.Refuse("an array of the cells of a memory, whose length depends on which of them were written"))
	}
	panic(domain.Refuse("iterating over something that is not an array"))
}
