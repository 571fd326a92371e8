package yosys

import (
	"fmt"
	"maps"
	"strings"
)

// unclockReads makes of each read port of a memory that has a clock one without, and a register behind it, as the
// pass memory_dff had found them. A transparent port shows words that are written at the same edge.
func (m *module) unclockReads() {
	var cells []*Cell
	changed := false
	for _, c := range m.Cells {
		if !isMemory(c.Type) || !strings.Contains(c.Parameters["RD_CLK_ENABLE"], "1") {
			cells = append(cells, c)
			continue
		}
		changed = true
		cells = append(cells, m.unclocked(c)...)
	}
	if !changed {
		return
	}
	of := *m.Module
	of.Cells = cells
	m.Module = &of
}

// fresh are nets that nothing has.
func (m *module) fresh(width int) []Bit {
	if m.next == 0 {
		note := func(word []Bit) {
			for _, b := range word {
				m.next = max(m.next, b+1)
			}
		}
		for _, p := range m.Ports {
			note(p.Bits)
		}
		for _, n := range m.Nets {
			note(n.Bits)
		}
		for _, c := range m.Cells {
			for _, word := range c.Connections {
				note(word)
			}
		}
	}
	out := make([]Bit, width)
	for i := range out {
		out[i] = m.next
		m.next++
	}
	return out
}

// stretch is a part of the digits of a parameter; the first one is at the right.
func stretch(digits string, at, width int) string {
	end := len(digits) - at*width
	return digits[max(0, end-width):max(0, end)]
}

// unclocked is a memory without clocks at its read ports, and their registers.
func (m *module) unclocked(c *Cell) []*Cell {
	w, abits, rd, wr := c.width("WIDTH"), c.width("ABITS"), c.width("RD_PORTS"), c.width("WR_PORTS")
	for port, bits := range map[string]int{
		"RD_ADDR": rd * abits, "RD_DATA": rd * w, "RD_EN": rd, "RD_CLK": rd, "RD_ARST": rd, "RD_SRST": rd,
		"WR_ADDR": wr * abits, "WR_DATA": wr * w, "WR_EN": wr * w,
	} {
		if len(c.Connections[port]) != bits {
			m.fail(c.place(), "memory %s: port %s has %d bits, not %d", plainName(c.Parameters["MEMID"]), port,
				len(c.Connections[port]), bits)
			return []*Cell{c}
		}
	}
	mem := *c
	mem.Connections, mem.Parameters = maps.Clone(c.Connections), maps.Clone(c.Parameters)
	mem.Parameters["RD_CLK_ENABLE"] = strings.Repeat("0", max(1, rd))
	data := append([]Bit{}, c.Connections["RD_DATA"]...)
	list := []*Cell{&mem}
	name := plainName(c.Parameters["MEMID"])
	cell := func(kind string, connections map[string][]Bit, parameters map[string]string) {
		list = append(list, &Cell{
			Name: fmt.Sprintf("%s$%d", name, len(list)), Type: kind, Attributes: c.Attributes,
			Connections: connections, Parameters: parameters,
		})
	}
	binary := func(kind string, a, b []Bit, width int) []Bit {
		y := m.fresh(width)
		cell(kind, map[string][]Bit{"A": a, "B": b, "Y": y},
			map[string]string{"B_WIDTH": "1", "A_SIGNED": "0", "B_SIGNED": "0"})
		return y
	}
	for i := range rd {
		if !digit(c.Parameters["RD_CLK_ENABLE"], i) {
			continue
		}
		q := c.Connections["RD_DATA"][i*w : (i+1)*w]
		d := m.fresh(w)
		copy(data[i*w:], d)
		address := c.Connections["RD_ADDR"][i*abits : (i+1)*abits]
		for k := range wr {
			if !digit(c.Parameters["RD_TRANSPARENCY_MASK"], i*wr+k) {
				continue
			}
			same := binary("$eq", address, c.Connections["WR_ADDR"][k*abits:(k+1)*abits], 1)
			hit := make([]Bit, w)
			for j := range hit {
				hit[j] = same[0]
			}
			mask := binary("$and", hit, c.Connections["WR_EN"][k*w:(k+1)*w], w)
			inverse := m.fresh(w)
			cell("$not", map[string][]Bit{"A": mask, "Y": inverse}, map[string]string{"A_SIGNED": "0"})
			d = binary("$or", binary("$and", d, inverse, w),
				binary("$and", c.Connections["WR_DATA"][k*w:(k+1)*w], mask, w), w)
		}
		connections := map[string][]Bit{
			"CLK": c.Connections["RD_CLK"][i : i+1],
			"EN":  c.Connections["RD_EN"][i : i+1], "D": d, "Q": q,
		}
		parameters := map[string]string{"CLK_POLARITY": stretch(c.Parameters["RD_CLK_POLARITY"], i, 1)}
		kind := "$dffe"
		arst, srst := c.Connections["RD_ARST"][i], c.Connections["RD_SRST"][i]
		switch {
		case arst != Zero && srst != Zero:
			m.fail(c.place(), "memory %s: its read port %d has a reset with and one without a clock, which is not possible", name, i)
		case arst != Zero:
			kind, connections["ARST"], parameters["ARST_VALUE"] = "$adffe", []Bit{arst},
				stretch(c.Parameters["RD_ARST_VALUE"], i, w)
		case srst != Zero:
			kind, connections["SRST"], parameters["SRST_VALUE"] = "$sdffe", []Bit{srst},
				stretch(c.Parameters["RD_SRST_VALUE"], i, w)
			if digit(c.Parameters["RD_CE_OVER_SRST"], i) {
				kind = "$sdffce"
			}
		}
		cell(kind, connections, parameters)
		for k, b := range bitsOf(stretch(c.Parameters["RD_INIT_VALUE"], i, w)) {
			if k < len(q) && (b == Zero || b == One) {
				m.start[q[k]] = b
			}
		}
	}
	mem.Connections["RD_DATA"] = data
	return list
}
