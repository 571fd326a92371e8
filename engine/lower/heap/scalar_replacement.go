package heap

import (
	"slices"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
)

// form is what objects have in common.
type form struct {
	Keys    []string
	length  int
	Array   bool
	Nothing domain.Value // undefined or null, which a value is besides; nil: neither
	objects int
	made    bool // the lambda has made some of them
}

// FormOf is the form of all objects that a value can be; false when they are not alike, or it can be something else,
// too.
func (l *Lowering) FormOf(v domain.Value, s *domain.State) (form, bool) {
	var f form
	found, alike, made := false, true, false
	l.AlternativesOf(v, func(v domain.Value) {
		_, ref := v.(domain.RefValue)
		made = made || ref
		if choice.IsNothing(v) {
			alike = alike && (f.Nothing == nil || f.Nothing == v)
			f.Nothing = v
			return
		}
		g, ok := l.layout(v, s)
		switch {
		case !ok:
			alike = false
		case !found:
			found = true
			g.Nothing = f.Nothing
			f = g
			f.objects = 1
		default:
			f.objects++
			alike = alike && f.Array == g.Array && f.length == g.length && slices.Equal(f.Keys, g.Keys)
		}
	})
	f.made = made
	return f, found && alike
}

// layout is the form of one object; false when it is not fixed.
func (l *Lowering) layout(v domain.Value, s *domain.State) (form, bool) {
	switch x := v.(type) {
	case domain.RefValue:
		o := l.Object(s, x.Object)
		if o == nil || o.Writes != nil || len(o.PresentIf) > 0 || o.Mixed || o.Class != nil || o.Present != nil || o.Holes != nil || o.Lists != nil || o.Elements != domain.Anything {
			return form{}, false
		}
		return form{Keys: o.Keys, length: len(o.Items), Array: o.Array}, true
	case domain.ConstantValue:
		return form{Keys: x.C.Keys, length: len(x.C.Items), Array: x.C.Array}, x.C.Elements == domain.Anything && x.C.Class == nil
	}
	return form{}, false
}

func (l *Lowering) itemOf(v domain.Value, i int, s *domain.State) domain.Value {
	if r, ok := v.(domain.RefValue); ok {
		return l.Object(s, r.Object).Items[i]
	}
	return l.ConstantItem(v.(domain.ConstantValue).C, i)
}

// PropertyOf is a property as it is, whether somebody could use it or not.
func (l *Lowering) PropertyOf(v domain.Value, key string, s *domain.State) domain.Value {
	if r, ok := v.(domain.RefValue); ok {
		return s.Heap[r.Object].Get(key)
	}
	return l.FromData(v.(domain.ConstantValue).C.Props[key])
}

const maxUnified = 64 // properties or items of the one object

// Unify makes one object of a choice among many that look alike.
func (l *Lowering) Unify(v domain.Value, s *domain.State) domain.Value {
	return l.UnifyPut(v, domain.Origin{Object: -1}, s)
}

// UnifyPut is unify of an item in whose place an object may just have been put.
func (l *Lowering) UnifyPut(v domain.Value, put domain.Origin, s *domain.State) domain.Value {
	c, ok := v.(domain.ChoiceValue)
	early := l.Joins.Early && ok && c.Size <= maxApartObjects
	if !ok || c.Size <= maxApartObjects && !early || c.Sel != nil {
		return v
	}
	form, ok := l.FormOf(c, s)
	if l.Joins.Numbers && form.made {
		return v
	}
	if !ok || form.length+len(form.Keys) > maxUnified || early && form.objects < 2 {
		return v
	}
	l.Joins.Made = l.Joins.Made || early
	o := &domain.Object{Array: form.Array}
	for i := range form.length {
		o.Items = append(o.Items, l.Unify(l.Across(c, func(v domain.Value) domain.Value { return l.itemOf(v, i, s) }), s))
	}
	if !form.Array {
		o.Props = map[string]domain.Value{}
		for _, k := range form.Keys {
			o.Set(k, l.Unify(l.Across(c, func(v domain.Value) domain.Value { return l.PropertyOf(v, k, s) }), s))
		}
	}
	n := l.Alloc(s, o)
	var of []domain.Origin
	l.AlternativesOf(c, func(v domain.Value) {
		switch x := v.(type) {
		case domain.RefValue:
			if x.Object == put.Object {
				of = append(of, put)
			} else {
				of = append(of, domain.Origin{Object: x.Object})
			}
		case domain.ConstantValue:
			of = append(of, domain.Origin{Object: outside})
		}
	})
	l.merged(n, of)
	if form.Nothing == nil {
		return domain.RefValue{Object: n}
	}
	return l.Choose(l.Nothing(c), form.Nothing, domain.RefValue{Object: n})
}

// unifyItems does the same with the items and properties of what s has made of two states, a and b.
func (l *Lowering) unifyItems(s, a, b *domain.State) {
	if !l.Joins.Early {
		return
	}
	objects := len(s.Heap)
	for n := range objects {
		o := s.Heap[n]
		if o == nil || n >= len(a.Heap) || n >= len(b.Heap) || o == a.Heap[n] || o == b.Heap[n] || o.Writes != nil {
			continue
		}
		for i, v := range o.Items {
			o.Items[i] = l.Unify(v, s)
		}
		for _, k := range o.Keys {
			o.Props[k] = l.Unify(o.Props[k], s)
		}
	}
}
