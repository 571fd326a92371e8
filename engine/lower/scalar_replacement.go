package lower

import (
	"cmp"
	"slices"
)

// A variable that is given one of many objects, such as the best entry so far of a search, would be a choice among all
// of them, and everything done with it would be done for each. When they have the same properties, one object takes
// their place whose properties are chosen. It is another object than those it was made of, so from then on none of them
// may change.

// Joins is how choices between objects are lowered.
type Joins struct {
	Early   bool // two objects that look alike are merged into one, wherever a value may be either
	Made    bool // that was so
	Numbers bool // which object a value is, is a number, where it would be a tree of conditions otherwise; see references.go
	Stood   bool // an object is changed or compared in whose place there is another one
}

const (
	maxApartObjects = 100 // objects that a value stays a choice of
	maxUnified      = 64  // properties or items of the one object
)

// unify makes one object of a choice among many that look alike.
func (l *lowering) unify(v value, s *state) value { return l.unifyPut(v, origin{object: -1}, s) }

// unifyPut is unify of an item in whose place an object may just have been put.
func (l *lowering) unifyPut(v value, put origin, s *state) value {
	c, ok := v.(choiceValue)
	early := l.joins.Early && ok && c.size <= maxApartObjects
	if !ok || c.size <= maxApartObjects && !early || c.sel != nil {
		return v
	}
	form, ok := l.formOf(c, s)
	if l.joins.Numbers && form.made {
		return v
	}
	if !ok || form.length+len(form.keys) > maxUnified || early && form.objects < 2 {
		return v
	}
	l.joins.Made = l.joins.Made || early
	o := &object{array: form.array}
	for i := range form.length {
		o.items = append(o.items, l.unify(l.across(c, func(v value) value { return l.itemOf(v, i, s) }), s))
	}
	if !form.array {
		o.props = map[string]value{}
		for _, k := range form.keys {
			o.set(k, l.unify(l.across(c, func(v value) value { return l.propertyOf(v, k, s) }), s))
		}
	}
	n := l.alloc(s, o)
	var of []origin
	l.alternativesOf(c, func(v value) {
		switch x := v.(type) {
		case refValue:
			if x.object == put.object {
				of = append(of, put)
			} else {
				of = append(of, origin{object: x.object})
			}
		case constantValue:
			of = append(of, origin{object: outside})
		}
	})
	l.merged(n, of)
	if form.nothing == nil {
		return refValue{n}
	}
	return l.choose(l.nothing(c), form.nothing, refValue{n})
}

// unifyItems does the same with the items and properties of what s has made of two states, a and b.
func (l *lowering) unifyItems(s, a, b *state) {
	if !l.joins.Early {
		return
	}
	objects := len(s.heap)
	for n := range objects {
		o := s.heap[n]
		if o == nil || n >= len(a.heap) || n >= len(b.heap) || o == a.heap[n] || o == b.heap[n] || o.writes != nil {
			continue
		}
		for i, v := range o.items {
			o.items[i] = l.unify(v, s)
		}
		for _, k := range o.keys {
			o.props[k] = l.unify(o.props[k], s)
		}
	}
}

// form is what objects have in common.
type form struct {
	keys    []string
	length  int
	array   bool
	nothing value // undefined or null, which a value is besides; nil: neither
	objects int
	made    bool // the lambda has made some of them
}

// formOf is the form of all objects that a value can be; false when they are not alike, or it can be something else,
// too.
func (l *lowering) formOf(v value, s *state) (form, bool) {
	var f form
	found, alike, made := false, true, false
	l.alternativesOf(v, func(v value) {
		_, ref := v.(refValue)
		made = made || ref
		if isNothing(v) {
			alike = alike && (f.nothing == nil || f.nothing == v)
			f.nothing = v
			return
		}
		g, ok := l.layout(v, s)
		switch {
		case !ok:
			alike = false
		case !found:
			found = true
			g.nothing = f.nothing
			f = g
			f.objects = 1
		default:
			f.objects++
			alike = alike && f.array == g.array && f.length == g.length && slices.Equal(f.keys, g.keys)
		}
	})
	f.made = made
	return f, found && alike
}

// alternativesOf lists what a value can be.
func (l *lowering) alternativesOf(v value, f func(value)) {
	if c, ok := v.(choiceValue); ok {
		l.alternativesOf(c.a, f)
		l.alternativesOf(c.b, f)
		return
	}
	l.spend(1)
	f(v)
}

// layout is the form of one object; false when it is not fixed.
func (l *lowering) layout(v value, s *state) (form, bool) {
	switch x := v.(type) {
	case refValue:
		o := l.object(s, x.object)
		if o == nil || o.writes != nil || len(o.presentIf) > 0 || o.mixed || o.class != nil || o.present != nil || o.holes != nil || o.lists != nil || o.elements != anything {
			return form{}, false
		}
		return form{keys: o.keys, length: len(o.items), array: o.array}, true
	case constantValue:
		return form{keys: x.c.keys, length: len(x.c.items), array: x.c.array}, x.c.elements == anything && x.c.class == nil
	}
	return form{}, false
}

func (l *lowering) itemOf(v value, i int, s *state) value {
	if r, ok := v.(refValue); ok {
		return l.object(s, r.object).items[i]
	}
	return l.constantItem(v.(constantValue).c, i)
}

// propertyOf is a property as it is, whether somebody could use it or not.
func (l *lowering) propertyOf(v value, key string, s *state) value {
	if r, ok := v.(refValue); ok {
		return s.heap[r.object].get(key)
	}
	return l.fromData(v.(constantValue).c.props[key])
}

// across chooses what f gives for the objects among the alternatives of a value; nil when there is none.
func (l *lowering) across(v value, f func(value) value) value {
	c, ok := v.(choiceValue)
	if !ok {
		if isNothing(v) {
			return nil
		}
		return f(v)
	}
	a, b := l.across(c.a, f), l.across(c.b, f)
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return l.choose(c.cond, a, b)
}

// standsForOthers reports that a value is an object that is in the place of others, or has one in its place.
func (l *lowering) standsForOthers(v value) bool {
	r, ok := v.(refValue)
	return ok && l.fixed[r.object]
}

// origin is an object for which another one stands. When it has been put in the place of one of some items, which
// depends on values, the objects that stand for these items all stand for it, and yet only one of them is it: they have
// one number.
type origin struct{ object, put int }

// outside is the number of all objects from outside the lambda, which it must not change.
const outside = -2

// merged notes that an object stands for others, which may not change any more.
func (l *lowering) merged(object int, of []origin) {
	if l.fixed == nil {
		l.fixed, l.stoodFor, l.standsFor, l.standIns = map[int]bool{}, map[int]bool{}, map[int][]origin{}, map[int][]int{}
	}
	l.fixed[object] = true
	var all []origin // with those that they stand for
	for _, x := range of {
		if x.object != outside {
			l.fixed[x.object], l.stoodFor[x.object] = true, true
		}
		all = append(all, x)
		all = append(all, l.standsFor[x.object]...)
	}
	slices.SortFunc(all, func(a, b origin) int { return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.put, b.put)) })
	l.standsFor[object] = slices.Compact(all)
	for i, x := range l.standsFor[object] {
		l.spend(1)
		if i == 0 || x.object != l.standsFor[object][i-1].object {
			l.standIns[x.object] = append(l.standIns[x.object], object)
		}
	}
}

// changedWhole is what a property holds of an object whose stand-in has another value.
const changedWhole = "an object is read after the one in its place has been changed; read it where it was changed"

// mayChangeProperty refuses to change a property of an object that another one stands for. One that stands for others
// may change, and what it stands for, and whatever else may be the same, has lost the property by that.
func (l *lowering) mayChangeProperty(object int, key value, s *state) {
	of := l.standsFor[object]
	for _, x := range of {
		l.notFrozen(x.object)
	}
	l.notFrozen(object)
	name, known := constantKey(key)
	if len(of) == 0 || of[0].object == outside || !known || l.stoodFor[object] || s.heap[object].props[name] == nil {
		l.mayChange(object)
		return
	}
	l.joins.Stood = true // otherwise this way may lead to a refusal that another one does not
	for _, x := range of {
		l.lose(x.object, name, s)
		for _, n := range l.standIns[x.object] {
			if n != object && slices.ContainsFunc(l.standsFor[n], func(y origin) bool { return y.object == x.object && (y.put == 0 || y.put != x.put) }) {
				l.lose(n, name, s)
			}
		}
	}
}

// lose makes a property of an object unreadable.
func (l *lowering) lose(n int, name string, s *state) {
	l.spend(1)
	if n >= len(s.heap) || s.heap[n] == nil || s.heap[n].props[name] == nil {
		return // it is of another path
	}
	if _, lost := s.heap[n].props[name].(refusedValue); lost {
		return
	}
	o := s.heap[n].copy(0)
	o.set(name, refusedValue{reason: changedWhole})
	s.setObject(n, o)
}

// mayChange refuses to change an object that another one stands for.
func (l *lowering) mayChange(object int) {
	l.notFrozen(object)
	if l.fixed[object] {
		l.joins.Stood = true
		panic(refuse("an object is changed that is one of more than %d a variable may be; remember its index in a list, and change it there by that", maxApartObjects))
	}
}

func (l *lowering) notFrozen(object int) {
	if l.frozen[object] {
		panic(refuse("an object is changed that is frozen, or part of an array outside the lambda"))
	}
}
