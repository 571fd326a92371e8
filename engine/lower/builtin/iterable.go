package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
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

// AppendSparse appends the items of a list, and the bits that say whether they are there.
func (l *Lowering) AppendSparse(items []domain.Value, kept []word.ID, v domain.Value, s *domain.State) ([]domain.Value, []word.ID) {
	if o, ok := l.Masked(v, s); ok {
		return append(items, o.Items...), append(kept, l.PresenceMask(o)...)
	}
	more := l.Iterate(v, s)
	return append(items, more...), append(kept, l.AllKept(len(more))...)
}

// Masked is the array that a value is, or one that has the items of what it may be, when its length depends on values.
func (l *Lowering) Masked(v domain.Value, s *domain.State) (*domain.Object, bool) {
	if o, ok := l.Letters(v); ok {
		return o, true
	}
	if _, choice := v.(domain.ChoiceValue); choice {
		if _, fixed := l.LengthOf(v, s); fixed {
			return nil, false
		}
		return l.arrayOf(v, s)
	}
	o, ok := l.arrayOf(v, s)
	return o, ok && o.Present != nil
}

// arrayOf is the array that a value is: one of the lambda, or a choice of arrays.
func (l *Lowering) arrayOf(v domain.Value, s *domain.State) (*domain.Object, bool) {
	switch x := v.(type) {
	case domain.RefValue:
		o := l.Object(s, x.Object)
		o.CheckLists(s)
		return o, o.Array
	case domain.SetValue:
		return l.entries(x, x.Values != domain.NoValues, s), true
	case domain.MemoryValue:
		return l.CellsOf(x, "entries", s), true
	case domain.CellsValue:
		return l.CellsOf(x.Of, x.Kind, s), true
	case domain.ConstantValue:
		if x.C.Array && x.C.Elements == domain.Anything {
			return &domain.Object{Array: true, Items: l.Iterate(v, s)}, true
		}
	case domain.ChoiceValue:
		a, okA := l.arrayOf(x.A, s)
		b, okB := l.arrayOf(x.B, s)
		if okA && okB && a.Elements == domain.Anything && b.Elements == domain.Anything {
			return l.MergeArrays(x.Cond, a, b), true
		}
	}
	return nil, false
}

// live gives the items of a list as they are when it is called.
func (l *Lowering) live(v domain.Value) func(*domain.State) []domain.Value {
	var before []*domain.Object
	var items []domain.Value
	listed := false
	return func(s *domain.State) []domain.Value {
		if now := domain.Objects(v, s, nil); !listed || !slices.Equal(now, before) {
			before, items, listed = now, l.Iterate(v, s), true
		}
		for _, o := range before {
			o.CheckLists(s)
		}
		return items
	}
}

// LiveSparse gives the items of a list as they are when it is called, and the bits of an array whose length depends on
// values.
func (l *Lowering) LiveSparse(v domain.Value) func(*domain.State) ([]domain.Value, []word.ID) {
	plain := l.live(v)
	return func(s *domain.State) ([]domain.Value, []word.ID) {
		if o, ok := l.Masked(v, s); ok {
			return o.Items, l.PresenceMask(o)
		}
		return plain(s), nil
	}
}
