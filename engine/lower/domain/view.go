package domain

import (
	"slices"
)

// CheckLists refuses an array of entries, keys or values when what it is of is another now.
func (o *Object) CheckLists(s *State) {
	if o.Lists != nil && !slices.Equal(Objects(o.Lists.Of, s, nil), o.Lists.Objects) {
		panic(Refuse("an array is changed while its entries, keys or values are gone through"))
	}
	if o.Lists == nil {
		return
	}
	for n, before := range o.Lists.Reached {
		if s.Heap[n] != before {
			panic(Refuse("an object that a generator was given is changed before all of what that yields is used"))
		}
	}
}

// Objects are the arrays of the lambda that a value can be, as they are now.
func Objects(v Value, s *State, list []*Object) []*Object {
	switch x := v.(type) {
	case RefValue:
		return append(list, s.Heap[x.Object])
	case SetValue:
		if list = append(list, s.Heap[x.Keys]); x.Values != NoValues {
			list = append(list, s.Heap[x.Values])
		}
		return list
	case ChoiceValue:
		return Objects(x.B, s, Objects(x.A, s, list))
	}
	return list
}
