package fields

import "simten.dev/engine/realm"

// Held is the number of cells in the memories among the fields of a node.
func Held(cells []realm.Cell) int {
	n := 0
	for i := range cells {
		if m := cells[i].Memory; m != nil {
			n += len(m.Cells)
		}
	}
	return n
}

// Growth is the number of cells that updates add together.
func Growth(updates []*realm.Update) int {
	n := 0
	for _, u := range updates {
		n += u.Growth()
	}
	return n
}
