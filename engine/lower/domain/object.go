package domain

import (
	"maps"
	"slices"

	"simten.dev/engine/word"
)

// MayAssign refuses to give an instance of a class a property that has the name of a method, or a name that is not
// known.
func (l *Lowering) MayAssign(o *Object, key Value) {
	if o.Class == nil {
		return
	}
	name, known := ConstantKey(key)
	if _, method := o.Class.Methods[name]; !known || method {
		panic(Refuse("a property of an instance is changed whose name is not known or that of a method"))
	}
}

// SetOneOf changes the item at an index, which is one from lo to hi.
func (l *Lowering) SetOneOf(items []Value, i IntValue, lo, hi int64, v Value) {
	if hi-lo >= MaxAlternatives {
		panic(Refuse("an array of more than %d values changed at an index that depends on values", MaxAlternatives))
	}
	for k := lo; k <= hi; k++ {
		items[k] = l.Choose(l.NumbersEqual(i, l.Integer(k)), v, items[k])
	}
}

// Object is something on the heap. A change makes a new object, so that paths can share old ones.
type Object struct {
	Array     bool
	Items     []Value   // of an array
	Packed    *Packed   // the items in one value; nil: they are not; see Full
	Apart     bool      // better not packed: states of it were chosen between item by item
	Changed   bool      // at an index that depends on values, item by item
	Present   []word.ID // a bit for each item, which says whether it is there (presence.go); nil: all are
	Elements  Elements  // that it may have
	Holes     []bool    // which of them may be holes, as Array(n) makes them; nil: none
	Lists     *LiveView // what an array of entries, keys or values is of
	Keys      []string
	Props     map[string]Value
	PresentIf map[string]word.ID // the condition under which a property is there at all; none: it always is
	Mixed     bool               // the order of the keys depends on values
	Narrowed  *Object            // the same, but less is known of its values there; see Narrow
	Class     *ClassValue        // that it is an instance of; nil: a plain object
	Writes    []Write            // of a memory; not nil
	Cells     []Write            // after them: the last write to each cell that is known (cells.go)
	Field     int                // of a memory
}

// Alloc puts an object on the heap; numbers are unique over all paths.
func (l *Lowering) Alloc(s *State, o *Object) int {
	n := l.Objects
	l.Objects++
	s.SetObject(n, o)
	return n
}

// Get is a property of an object, undefined when there is none.
func (o *Object) Get(key string) Value {
	if v, ok := o.Props[key]; ok {
		return v
	}
	return UndefinedValue{}
}

// Set gives an object that nobody else has yet a property.
func (o *Object) Set(key string, v Value) {
	if _, ok := o.Props[key]; !ok {
		o.Keys = append(o.Keys, key)
	}
	if _, perhaps := o.PresentIf[key]; perhaps {
		o.Mixed = o.Mixed || key != o.Keys[len(o.Keys)-1] // where it was not there it comes last now
		o.PresentIf = maps.Clone(o.PresentIf)
		delete(o.PresentIf, key)
	}
	o.Props[key] = v
}

// Present is the condition under which an object has a property.
func (l *Lowering) Present(o *Object, key string) word.ID {
	if _, ok := o.Props[key]; !ok {
		return l.B.Uint(0, 1)
	}
	if id, perhaps := o.PresentIf[key]; perhaps {
		return id
	}
	return l.B.Uint(1, 1)
}

// SetWhere gives an object that nobody else has yet a property where a condition holds.
func (l *Lowering) SetWhere(cond word.ID, o *Object, key string, v Value) {
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
func (l *Lowering) SetPresent(o *Object, key string, cond word.ID) {
	if l.IsTrue(cond) {
		return
	}
	o.PresentIf = maps.Clone(o.PresentIf)
	if o.PresentIf == nil {
		o.PresentIf = map[string]word.ID{}
	}
	o.PresentIf[key] = cond
}

// Where is v where a condition is known to hold.
func (l *Lowering) Where(cond word.ID, v Value) Value {
	for {
		c, ok := v.(ChoiceValue)
		if !ok || c.Cond != cond {
			return v
		}
		v = c.A
	}
}

// Copy is an object like o, with room for more properties.
func (o *Object) Copy(more int) *Object {
	c := &Object{Keys: slices.Clip(o.Keys), Props: make(map[string]Value, len(o.Props)+more), PresentIf: o.PresentIf, Mixed: o.Mixed, Class: o.Class}
	for k, v := range o.Props {
		c.Props[k] = v
	}
	return c
}

func (l *Lowering) mergeObjects(cond word.ID, x, y *Object) *Object {
	if x == nil || x == y {
		return y
	}
	if y == nil {
		return x
	}
	if x.Base() == y.Base() {
		return x.Base()
	}
	if x.Writes != nil || y.Writes != nil {
		if slices.Equal(x.Writes, y.Writes) {
			return &Object{Field: x.Field, Writes: x.Writes, Cells: l.mergeCells(cond, x, y)}
		}
		return &Object{Field: x.Field, Writes: l.mergeWrites(cond, x.Log(), y.Log())}
	}
	if x.Array {
		return l.MergeArrays(cond, x, y)
	}
	m := &Object{Props: map[string]Value{}, Mixed: x.Mixed || y.Mixed, Class: x.Class}
	for _, k := range append(slices.Clone(x.Keys), y.Keys...) {
		if _, done := m.Props[k]; done {
			continue
		}
		m.Set(k, l.Choose(cond, x.Get(k), y.Get(k)))
		l.SetPresent(m, k, l.B.Mux(cond, l.Present(x, k), l.Present(y, k)))
	}
	if !slices.Equal(m.Keys, y.Keys) { // those of y must stand in the same order
		inY := slices.DeleteFunc(slices.Clone(m.Keys), func(k string) bool { return y.Props[k] == nil })
		m.Mixed = m.Mixed || !slices.Equal(inY, y.Keys)
	}
	return m
}

// Base is an object as it is where less is known of it.
func (o *Object) Base() *Object {
	if o.Narrowed != nil {
		return o.Narrowed
	}
	return o
}
