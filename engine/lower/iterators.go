package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// An iterator of an array sees the changes of the array meanwhile. This file keeps track of that.

// listed is what an array of entries, keys or values is of. In the language it is no array: each of its items is made
// when it is asked for.
type view struct {
	of      value
	objects []*object
	reached map[int]*object // all objects that a generator has been given, by their number
}

// checkLists refuses an array of entries, keys or values when what it is of is another now.
func (o *object) checkLists(s *state) {
	if o.lists != nil && !slices.Equal(objects(o.lists.of, s, nil), o.lists.objects) {
		panic(refuse("an array is changed while its entries, keys or values are gone through"))
	}
	if o.lists == nil {
		return
	}
	for n, before := range o.lists.reached {
		if s.heap[n] != before {
			panic(refuse("an object that a generator was given is changed before all of what that yields is used"))
		}
	}
}

// goThrough notes that a value is gone through. Entries, keys and values have nothing left then.
func (l *lowering) goThrough(v value, s *state) {
	l.alternativesOf(v, func(v value) {
		var id int
		switch x := v.(type) {
		case refValue:
			if s.heap[x.object].lists == nil {
				return
			}
			id = x.object
		case cellsValue:
			id = x.id
		default:
			return
		}
		if l.gone[id] {
			panic(refuse("entries, keys or values are gone through twice; ask for them again"))
		}
		if l.gone == nil {
			l.gone = map[int]bool{}
		}
		l.gone[id] = true
	})
}

// objects are the arrays of the lambda that a value can be, as they are now.
func objects(v value, s *state, list []*object) []*object {
	switch x := v.(type) {
	case refValue:
		return append(list, s.heap[x.object])
	case setValue:
		if list = append(list, s.heap[x.keys]); x.values != noValues {
			list = append(list, s.heap[x.values])
		}
		return list
	case choiceValue:
		return objects(x.b, s, objects(x.a, s, list))
	}
	return list
}

// live gives the items of a list as they are when it is called.
func (l *lowering) live(v value) func(*state) []value {
	var before []*object
	var items []value
	listed := false
	return func(s *state) []value {
		if now := objects(v, s, nil); !listed || !slices.Equal(now, before) {
			before, items, listed = now, l.iterate(v, s), true
		}
		for _, o := range before {
			o.checkLists(s)
		}
		return items
	}
}

// liveSparse gives the items of a list as they are when it is called, and the bits of an array whose length depends on
// values.
func (l *lowering) liveSparse(v value) func(*state) ([]value, []word.ID) {
	plain := l.live(v)
	return func(s *state) ([]value, []word.ID) {
		if o, ok := l.masked(v, s); ok {
			return o.items, l.presenceMask(o)
		}
		return plain(s), nil
	}
}

// mayHaveHoles reports that an array may have items that are none.
func mayHaveHoles(v value, s *state) bool {
	if c, ok := v.(constantValue); ok {
		return c.c.holes
	}
	return slices.ContainsFunc(objects(v, s, nil), func(o *object) bool { return o.holes != nil })
}

// seesHoles are the methods to which a hole is undefined, or that fill it.
var seesHoles = map[string]bool{
	"at": true, "entries": true, "fill": true, "find": true, "findIndex": true, "findLast": true, "findLastIndex": true,
	"includes": true, "keys": true, "values": true,
}

// anyHole are the holes of an array that is one or the other.
func anyHole(x, y []bool) []bool {
	if x == nil {
		return y
	}
	m := slices.Clone(x)
	for i := range y {
		m[i] = m[i] || y[i]
	}
	return m
}

// filledHole are the holes without one of them.
func filledHole(holes []bool, i int) []bool {
	if holes == nil || !holes[i] {
		return holes
	}
	holes = slices.Clone(holes)
	holes[i] = false
	if !slices.Contains(holes, true) {
		return nil
	}
	return holes
}
