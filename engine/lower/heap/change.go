package heap

import (
	"cmp"
	"maps"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// MayAssign refuses to give an instance of a class a property that has the name of a method, or a name that is not
// known.
func (l *Lowering) MayAssign(o *domain.Object, key domain.Value) {
	if o.Class == nil {
		return
	}
	name, known := domain.ConstantKey(key)
	if _, method := o.Class.Methods[name]; !known || method {
		panic(domain.Refuse("a property of an instance is changed whose name is not known or that of a method"))
	}
}

// SetOneOf changes the item at an index, which is one from lo to hi.
func (l *Lowering) SetOneOf(items []domain.Value, i domain.IntValue, lo, hi int64, v domain.Value) {
	if hi-lo >= domain.MaxAlternatives {
		panic(domain.Refuse("an array of more than %d values changed at an index that depends on values", domain.MaxAlternatives))
	}
	for k := lo; k <= hi; k++ {
		items[k] = l.Choose(l.NumbersEqual(i, l.Integer(k)), v, items[k])
	}
}

// SetWhere gives an object that nobody else has yet a property where a condition holds.
func (l *Lowering) SetWhere(cond word.ID, o *domain.Object, key string, v domain.Value) {
	if all, known := l.ConstBool(cond); known {
		if all {
			o.Set(key, v)
		}
		return
	}
	present, old := l.Present(o, key), o.Get(key)
	_, perhaps := o.PresentIf[key]
	o.Set(key, l.Choose(cond, l.Where(cond, v), old))
	o.Mixed = o.Mixed || perhaps && key != o.Keys[len(o.Keys)-1]
	l.SetPresent(o, key, l.B.Or(cond, present))
}

// SetPresent notes under which condition an object that nobody else has yet has a property.
func (l *Lowering) SetPresent(o *domain.Object, key string, cond word.ID) {
	if l.IsTrue(cond) {
		return
	}
	o.PresentIf = maps.Clone(o.PresentIf)
	if o.PresentIf == nil {
		o.PresentIf = map[string]word.ID{}
	}
	o.PresentIf[key] = cond
}

const maxApartObjects = 100 // objects that a value stays a choice of

// StandsForOthers reports that a value is an object that is in the place of others, or has one in its place.
func (l *Lowering) StandsForOthers(v domain.Value) bool {
	r, ok := v.(domain.RefValue)
	return ok && l.Fixed[r.Object]
}

// outside is the number of all objects from outside the lambda, which it must not change.
const outside = -2

// merged notes that an object stands for others, which may not change any more.
func (l *Lowering) merged(object int, of []domain.Origin) {
	if l.Fixed == nil {
		l.Fixed, l.StoodFor, l.StandsFor, l.StandIns = map[int]bool{}, map[int]bool{}, map[int][]domain.Origin{}, map[int][]int{}
	}
	l.Fixed[object] = true
	var all []domain.Origin // with those that they stand for
	for _, x := range of {
		if x.Object != outside {
			l.Fixed[x.Object], l.StoodFor[x.Object] = true, true
		}
		all = append(all, x)
		all = append(all, l.StandsFor[x.Object]...)
	}
	slices.SortFunc(all, func(a, b domain.Origin) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Put, b.Put))
	})
	l.StandsFor[object] = slices.Compact(all)
	for i, x := range l.StandsFor[object] {
		l.Spend(1)
		if i == 0 || x.Object != l.StandsFor[object][i-1].Object {
			l.StandIns[x.Object] = append(l.StandIns[x.Object], object)
		}
	}
}

// changedWhole is what a property holds of an object whose stand-in has another value.
const changedWhole = "an object is read after the one in its place has been changed; read it where it was changed"

// MayChangeProperty refuses to change a property of an object that another one stands for. One that stands for others
// may change, and what it stands for, and whatever else may be the same, has lost the property by that.
func (l *Lowering) MayChangeProperty(object int, key domain.Value, s *domain.State) {
	of := l.StandsFor[object]
	for _, x := range of {
		l.notFrozen(x.Object)
	}
	l.notFrozen(object)
	name, known := domain.ConstantKey(key)
	if len(of) == 0 || of[0].Object == outside || !known || l.StoodFor[object] || s.Heap[object].Props[name] == nil {
		l.MayChange(object)
		return
	}
	l.Joins.Stood = true // otherwise this way may lead to a refusal that another one does not
	for _, x := range of {
		l.lose(x.Object, name, s)
		for _, n := range l.StandIns[x.Object] {
			if n != object && slices.ContainsFunc(l.StandsFor[n], func(y domain.Origin) bool { return y.Object == x.Object && (y.Put == 0 || y.Put != x.Put) }) {
				l.lose(n, name, s)
			}
		}
	}
}

// lose makes a property of an object unreadable.
func (l *Lowering) lose(n int, name string, s *domain.State) {
	l.Spend(1)
	if n >= len(s.Heap) || s.Heap[n] == nil || s.Heap[n].Props[name] == nil {
		return // it is of another path
	}
	if _, lost := s.Heap[n].Props[name].(domain.RefusedValue); lost {
		return
	}
	o := s.Heap[n].Copy(0)
	o.Set(name, domain.RefusedValue{Reason: changedWhole})
	s.SetObject(n, o)
}

// MayChange refuses to change an object that another one stands for.
func (l *Lowering) MayChange(object int) {
	l.notFrozen(object)
	if l.Fixed[object] {
		l.Joins.Stood = true
		panic(domain.Refuse("an object is changed that is one of more than %d a variable may be; remember its index in a list, and change it there by that", maxApartObjects))
	}
}

func (l *Lowering) notFrozen(object int) {
	if l.Frozen[object] {
		panic(domain.Refuse("an object is changed that is frozen, or part of an array outside the lambda"))
	}
}
