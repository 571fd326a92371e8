package wasmgen

import (
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/pack"
	"simten.dev/engine/rtl/split"
)

// cell is where a register of a netlist is in the module that is compiled: one bit of a register, a register, or
// several that follow each other, the least significant word first.
type cell struct {
	register int
	bit      int // -1: all of them
	words    int
}

// arrange makes of a netlist the module that is compiled: single bits are put into words, wide values are taken apart.
// It gives the netlist itself, and no cells, when there is neither.
func arrange(netlist *rtl.Module, pause rtl.Pause) (*rtl.Module, []cell) {
	packed, where := pack.Module(netlist, pause)
	m, places := split.Module(packed, pause)
	if where == nil && places == nil {
		return m, nil
	}
	cells := make([]cell, len(netlist.Registers))
	for i := range cells {
		c := cell{register: i, bit: -1, words: 1}
		if where != nil {
			c.register, c.bit = where[i].Register, where[i].Bit
		}
		if places != nil {
			c.register, c.words = places[c.register].Register, places[c.register].Words
		}
		cells[i] = c
	}
	return m, cells
}
