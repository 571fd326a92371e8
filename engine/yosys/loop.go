package yosys

import (
	"fmt"
	"maps"

	"simten.dev/engine/graph"
)

// splitAttribute marks cells that were one with others of their word.
const splitAttribute = "simten_split"

// splitLoops takes words apart that feed their own other bits, as in w = {w[6:0], k} ^ a: as words they are a loop, as
// bits none. It works on operations that compute each bit alone, and reports whether there were any.
func (m *module) splitLoops() bool {
	number := map[*source]int{}
	var logic []*source
	for _, s := range m.sources {
		if s.cell != nil && operations[s.cell.Type] != nil {
			number[s] = len(logic)
			logic = append(logic, s)
		}
	}
	words := graph.New(len(logic), func(add func(from, to int)) {
		for i, s := range logic {
			for _, word := range inputsOf(s.cell) {
				for _, b := range word {
					if from, ok := number[m.drive[b].src]; ok && !b.constant() {
						add(from, i)
					}
				}
			}
		}
	})
	split := map[*Cell]bool{}
	words.Components(func(component []int32) {
		if len(component) == 1 && !words.SelfLoop(int(component[0])) {
			return
		}
		var loop []*source
		for _, i := range component {
			loop = append(loop, logic[i])
		}
		if m.loopsAsBits(loop) {
			return
		}
		for _, s := range loop {
			if eachBitAlone(s.cell.Type) && len(s.bits) > 1 {
				split[s.cell] = true
			}
		}
	})
	if len(split) == 0 {
		return false
	}
	of := *m.Module
	of.Cells = nil
	for _, c := range m.Cells {
		if !split[c] {
			of.Cells = append(of.Cells, c)
			continue
		}
		for i := range c.Connections["Y"] {
			of.Cells = append(of.Cells, bitOf(c, i))
		}
	}
	m.Module = &of
	return true
}

// loopsAsBits reports whether operations that are a loop as words are one as bits, too.
func (m *module) loopsAsBits(loop []*source) bool {
	first := map[*source]int{}
	n := 0
	for _, s := range loop {
		first[s] = n
		n += len(s.bits)
	}
	bits := graph.New(n, func(add func(from, to int)) {
		for _, s := range loop {
			for i := range s.bits {
				c := s.cell
				if eachBitAlone(c.Type) {
					c = bitOf(c, i)
				}
				for _, word := range inputsOf(c) {
					for _, b := range word {
						if r := m.drive[b]; !b.constant() && r.src != nil {
							if from, ok := first[r.src]; ok {
								add(from+r.at, first[s]+i)
							}
						}
					}
				}
			}
		}
	})
	found := false
	bits.Components(func(component []int32) {
		found = found || len(component) > 1 || bits.SelfLoop(int(component[0]))
	})
	return found
}

// bitOf is the cell of one bit of a cell that computes each bit alone.
func bitOf(c *Cell, i int) *Cell {
	of := &Cell{
		Name: fmt.Sprintf("%s$%d", c.Name, i), Type: c.Type, Attributes: maps.Clone(c.Attributes),
		Parameters:  maps.Clone(c.Parameters),
		Connections: map[string][]Bit{"Y": c.Connections["Y"][i : i+1]},
	}
	if of.Attributes == nil {
		of.Attributes = map[string]string{}
	}
	of.Attributes[splitAttribute] = "1"
	w, sign := len(c.Connections["Y"]), signedOperands(c)
	for port, word := range c.Connections {
		switch {
		case port == "S":
			of.Connections[port] = word
		case port == "B" && c.Type == "$pmux":
			for k := i; k < len(word); k += w {
				of.Connections[port] = append(of.Connections[port], word[k])
			}
		case port == "A" || port == "B":
			of.Connections[port] = extended(word, w, sign)[i : i+1]
		}
	}
	decides := map[string]Bit{"$and": Zero, "$or": One}
	if value, ok := decides[c.Type]; ok { // a mask ends what depends on the bits that it leaves out
		if a, b := of.Connections["A"], of.Connections["B"]; len(a) == 1 && len(b) == 1 && (a[0] == value || b[0] == value) {
			of.Connections["A"], of.Connections["B"] = []Bit{value}, []Bit{value}
		}
	}
	return of
}
