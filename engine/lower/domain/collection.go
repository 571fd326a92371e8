package domain

// SetValue is a Map or Set that the lambda makes. Its keys, and the values of a Map, are arrays in the order in which
// they came; what may not be there has a bit that says so (presence.go). Both arrays have the same bits.
type SetValue struct {
	Keys, Values int // objects; a Set has no values, NoValues
}

func (SetValue) isValue() {}

// NoValues stands for the values of a Set.
const NoValues = -1

// ValuesIn are the values of a Map, or the keys of a Set.
func (o SetValue) ValuesIn(s *State) *Object {
	if o.Values == NoValues {
		return s.Heap[o.Keys]
	}
	return s.Heap[o.Values]
}

// CollectionValue is a Map or Set from outside the lambda, which nobody changes. Its keys are whole numbers or texts;
// they are the names of the constant's properties.
type CollectionValue struct {
	C       *Constant
	Set     bool
	Numbers bool // the keys are numbers, not texts
}

func (CollectionValue) isValue() {}
