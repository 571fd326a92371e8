package domain

import (
	"cmp"
	"slices"
)

const (
	maxApartObjects = 100 // objects that a value stays a choice of
	maxUnified      = 64  // properties or items of the one object
)

// Unify makes one object of a choice among many that look alike.
func (l *Lowering) Unify(v Value, s *State) Value { return l.UnifyPut(v, Origin{Object: -1}, s) }

// UnifyPut is unify of an item in whose place an object may just have been put.
func (l *Lowering) UnifyPut(v Value, put Origin, s *State) Value {
	c, ok := v.(ChoiceValue)
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
	o := &Object{Array: form.Array}
	for i := range form.length {
		o.Items = append(o.Items, l.Unify(l.Across(c, func(v Value) Value { return l.itemOf(v, i, s) }), s))
	}
	if !form.Array {
		o.Props = map[string]Value{}
		for _, k := range form.Keys {
			o.Set(k, l.Unify(l.Across(c, func(v Value) Value { return l.PropertyOf(v, k, s) }), s))
		}
	}
	n := l.Alloc(s, o)
	var of []Origin
	l.AlternativesOf(c, func(v Value) {
		switch x := v.(type) {
		case RefValue:
			if x.Object == put.Object {
				of = append(of, put)
			} else {
				of = append(of, Origin{Object: x.Object})
			}
		case ConstantValue:
			of = append(of, Origin{Object: outside})
		}
	})
	l.merged(n, of)
	if form.Nothing == nil {
		return RefValue{n}
	}
	return l.Choose(l.Nothing(c), form.Nothing, RefValue{n})
}

// unifyItems does the same with the items and properties of what s has made of two states, a and b.
func (l *Lowering) unifyItems(s, a, b *State) {
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

// form is what objects have in common.
type form struct {
	Keys    []string
	length  int
	Array   bool
	Nothing Value // undefined or null, which a value is besides; nil: neither
	objects int
	made    bool // the lambda has made some of them
}

// FormOf is the form of all objects that a value can be; false when they are not alike, or it can be something else,
// too.
func (l *Lowering) FormOf(v Value, s *State) (form, bool) {
	var f form
	found, alike, made := false, true, false
	l.AlternativesOf(v, func(v Value) {
		_, ref := v.(RefValue)
		made = made || ref
		if IsNothing(v) {
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

// AlternativesOf lists what a value can be.
func (l *Lowering) AlternativesOf(v Value, f func(Value)) {
	if c, ok := v.(ChoiceValue); ok {
		l.AlternativesOf(c.A, f)
		l.AlternativesOf(c.B, f)
		return
	}
	l.Spend(1)
	f(v)
}

// layout is the form of one object; false when it is not fixed.
func (l *Lowering) layout(v Value, s *State) (form, bool) {
	switch x := v.(type) {
	case RefValue:
		o := l.Object(s, x.Object)
		if o == nil || o.Writes != nil || len(o.PresentIf) > 0 || o.Mixed || o.Class != nil || o.Present != nil || o.Holes != nil || o.Lists != nil || o.Elements != Anything {
			return form{}, false
		}
		return form{Keys: o.Keys, length: len(o.Items), Array: o.Array}, true
	case ConstantValue:
		return form{Keys: x.C.Keys, length: len(x.C.Items), Array: x.C.Array}, x.C.Elements == Anything && x.C.Class == nil
	}
	return form{}, false
}

func (l *Lowering) itemOf(v Value, i int, s *State) Value {
	if r, ok := v.(RefValue); ok {
		return l.Object(s, r.Object).Items[i]
	}
	return l.ConstantItem(v.(ConstantValue).C, i)
}

// PropertyOf is a property as it is, whether somebody could use it or not.
func (l *Lowering) PropertyOf(v Value, key string, s *State) Value {
	if r, ok := v.(RefValue); ok {
		return s.Heap[r.Object].Get(key)
	}
	return l.FromData(v.(ConstantValue).C.Props[key])
}

// Across chooses what f gives for the objects among the alternatives of a value; nil when there is none.
func (l *Lowering) Across(v Value, f func(Value) Value) Value {
	c, ok := v.(ChoiceValue)
	if !ok {
		if IsNothing(v) {
			return nil
		}
		return f(v)
	}
	a, b := l.Across(c.A, f), l.Across(c.B, f)
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return l.Choose(c.Cond, a, b)
}

// standsForOthers reports that a value is an object that is in the place of others, or has one in its place.
func (l *Lowering) standsForOthers(v Value) bool {
	r, ok := v.(RefValue)
	return ok && l.Fixed[r.Object]
}

// Origin is an object for which another one stands. When it has been put in the place of one of some items, which
// depends on values, the objects that stand for these items all stand for it, and yet only one of them is it: they have
// one number.
type Origin struct{ Object, Put int }

// outside is the number of all objects from outside the lambda, which it must not change.
const outside = -2

// merged notes that an object stands for others, which may not change any more.
func (l *Lowering) merged(object int, of []Origin) {
	if l.Fixed == nil {
		l.Fixed, l.stoodFor, l.standsFor, l.standIns = map[int]bool{}, map[int]bool{}, map[int][]Origin{}, map[int][]int{}
	}
	l.Fixed[object] = true
	var all []Origin // with those that they stand for
	for _, x := range of {
		if x.Object != outside {
			l.Fixed[x.Object], l.stoodFor[x.Object] = true, true
		}
		all = append(all, x)
		all = append(all, l.standsFor[x.Object]...)
	}
	slices.SortFunc(all, func(a, b Origin) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Put, b.Put)) })
	l.standsFor[object] = slices.Compact(all)
	for i, x := range l.standsFor[object] {
		l.Spend(1)
		if i == 0 || x.Object != l.standsFor[object][i-1].Object {
			l.standIns[x.Object] = append(l.standIns[x.Object], object)
		}
	}
}

// changedWhole is what a property holds of an object whose stand-in has another value.
const changedWhole = "an object is read after the one in its place has been changed; read it where it was changed"

// MayChangeProperty refuses to change a property of an object that another one stands for. One that stands for others
// may change, and what it stands for, and whatever else may be the same, has lost the property by that.
func (l *Lowering) MayChangeProperty(object int, key Value, s *State) {
	of := l.standsFor[object]
	for _, x := range of {
		l.notFrozen(x.Object)
	}
	l.notFrozen(object)
	name, known := ConstantKey(key)
	if len(of) == 0 || of[0].Object == outside || !known || l.stoodFor[object] || s.Heap[object].Props[name] == nil {
		l.MayChange(object)
		return
	}
	l.Joins.Stood = true // otherwise this way may lead to a refusal that another one does not
	for _, x := range of {
		l.lose(x.Object, name, s)
		for _, n := range l.standIns[x.Object] {
			if n != object && slices.ContainsFunc(l.standsFor[n], func(y Origin) bool { return y.Object == x.Object && (y.Put == 0 || y.Put != x.Put) }) {
				l.lose(n, name, s)
			}
		}
	}
}

// lose makes a property of an object unreadable.
func (l *Lowering) lose(n int, name string, s *State) {
	l.Spend(1)
	if n >= len(s.Heap) || s.Heap[n] == nil || s.Heap[n].Props[name] == nil {
		return // it is of another path
	}
	if _, lost := s.Heap[n].Props[name].(RefusedValue); lost {
		return
	}
	o := s.Heap[n].Copy(0)
	o.Set(name, RefusedValue{Reason: changedWhole})
	s.SetObject(n, o)
}

// MayChange refuses to change an object that another one stands for.
func (l *Lowering) MayChange(object int) {
	l.notFrozen(object)
	if l.Fixed[object] {
		l.Joins.Stood = true
		panic(Refuse("an object is changed that is one of more than %d a variable may be; remember its index in a list, and change it there by that", maxApartObjects))
	}
}

func (l *Lowering) notFrozen(object int) {
	if l.Frozen[object] {
		panic(Refuse("an object is changed that is frozen, or part of an array outside the lambda"))
	}
}
