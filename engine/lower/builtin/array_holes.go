package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
)

// GoThrough notes that a value is gone through. Entries, keys and values have nothing left then.
func (l *Lowering) GoThrough(v domain.Value, s *domain.State) {
	l.AlternativesOf(v, func(v domain.Value) {
		var id int
		switch x := v.(type) {
		case domain.RefValue:
			if s.Heap[x.Object].Lists == nil {
				return
			}
			id = x.Object
		case domain.CellsValue:
			id = x.ID
		default:
			return
		}
		if l.Gone[id] {
			panic(domain.Refuse("entries, keys or values are gone through twice; ask for them again"))
		}
		if l.Gone == nil {
			l.Gone = map[int]bool{}
		}
		l.Gone[id] = true
	})
}

// mayHaveHoles reports that an array may have items that are none.
func mayHaveHoles(v domain.Value, s *domain.State) bool {
	if c, ok := v.(domain.ConstantValue); ok {
		return c.C.Holes
	}
	return slices.ContainsFunc(domain.Objects(v, s, nil), func(o *domain.Object) bool { return o.Holes != nil })
}

// seesHoles are the methods to which a hole is undefined, or that fill it.
var seesHoles = map[string]bool{
	"at": true, "entries": true, "fill": true, "find": true, "findIndex": true, "findLast": true, "findLastIndex": true,
	"includes": true, "keys": true, "values": true,
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
