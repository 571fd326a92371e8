package heap

import (
	"strconv"

	"simten.dev/engine/lower/domain"
)

// Names are those of a value's properties that a text which depends on values can be.
func (l *Lowering) Names(o domain.Value, s *domain.State) []string {
	length := 0
	switch x := o.(type) {
	case domain.RefValue:
		object := s.Heap[x.Object]
		if object.Class != nil || object.Lists != nil {
			break
		}
		if !object.Array {
			return object.Keys
		}
		length = object.Length()
	case domain.ConstantValue:
		if x.C.Class != nil {
			break
		}
		if !x.C.Array {
			return x.C.Keys
		}
		length = len(x.C.Items)
	}
	if length == 0 {
		panic(domain.Refuse("a text that depends on values as a key of something else than an object or a list"))
	}
	digits := make([]string, min(length, 10))
	for i := range digits {
		digits[i] = strconv.Itoa(i)
	}
	return digits
}
