package domain

import (
	"maps"
	"slices"

	"simten.dev/engine/word"
)

// An iterator of an array sees the changes of the array meanwhile. This file keeps track of that.

// listed is what an array of entries, keys or values is of. In the language it is no array: each of its items is made
// when it is asked for.
type LiveView struct {
	Of      Value
	Objects []*Object
	Reached map[int]*Object // all objects that a generator has been given, by their number
}

// A list of whole numbers that is changed at an index which depends on values becomes one value with an element for
// each item (see Extract and Insert of package word). As a list of values, each change would be a choice for each item.
// Code that asks for the items of such a list gets them as slices of that value; only reading and changing it at an
// index, and the choice between two states of it, know the packed form.

// Packed is the items of such a list.
type Packed struct {
	Array  word.ID
	Lane   int   // bits of an element
	Items  int   // elements that the language sees
	Lo, Hi int64 // each item is one of these
}

// Length is the number of items of an array of which all are there.
func (o *Object) Length() int {
	if o.Packed != nil {
		return o.Packed.Items
	}
	return len(o.Items)
}

// Object is something on the heap. A change makes a new object, so that paths can share old ones.
type Object struct {
	Array     bool
	Items     []Value   // of an array
	Packed    *Packed   // the items in one value; nil: they are not; see Full
	Apart     bool      // better not packed: states of it were chosen between item by item
	Changed   bool      // at an index that depends on values, item by item
	Present   []word.ID // a bit for each item, which says whether it is there (heap/presence.go); nil: all are
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
	Cells     []Write            // after them: the last write to each cell that is known (heap/log.go)
	Field     int                // of a memory
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

// Copy is an object like o, with room for more properties.
func (o *Object) Copy(more int) *Object {
	c := &Object{Keys: slices.Clip(o.Keys), Props: make(map[string]Value, len(o.Props)+more), PresentIf: o.PresentIf, Mixed: o.Mixed, Class: o.Class}
	for k, v := range o.Props {
		c.Props[k] = v
	}
	return c
}

// Base is an object as it is where less is known of it.
func (o *Object) Base() *Object {
	if o.Narrowed != nil {
		return o.Narrowed
	}
	return o
}

// A sort of a memory's cells in loops that are unrolled writes each of them many times, at addresses that are known.
// Only the last write to each counts. So such writes are kept apart, one for a cell, and merged cell by cell where
// paths meet, as the items of arrays are; the first write to an address that is not known puts them behind the others,
// in order.

// Log is all writes of a memory, in order.
func (o *Object) Log() []Write {
	if len(o.Cells) == 0 {
		return o.Writes
	}
	log := append(slices.Clip(o.Writes), o.Cells...)
	for i := range log {
		log[i].Read = false // of no meaning there
	}
	return log
}

// CellAt is the place of the last write to an address among those to known cells. It may be near a place.
func (o *Object) CellAt(address word.ID, near int) (int, bool) {
	if near < len(o.Cells) && o.Cells[near].Address == address {
		return near, true
	}
	i := slices.IndexFunc(o.Cells, func(w Write) bool { return w.Address == address })
	return i, i >= 0
}

// StringValue is a text of letters that depend on values, as x.toString(2) gives it: an array of texts of one letter
// each, of which some may be missing. It can be counted, filled up, taken apart and read as a number again.
type StringValue struct {
	List  *Object
	Zeros bool // those that may be missing are the first ones, and zeros then
}

func (*StringValue) isValue() {}
