package yosys

import (
	"maps"
	"slices"
	"strings"
)

// findClocks decides how time goes: in cycles of the one clock, when every register and memory of the design uses the
// same edge of one input of the top module, and nothing else uses it; else in steps.
func (d *design) findClocks(force bool) {
	derived := ""
	for _, m := range d.order {
		add := func(c clock, who *Cell) {
			r := m.drive[c.net]
			if c.net.constant() || r.src == nil || r.src.port == nil {
				if derived == "" {
					derived = m.shown() + "." + m.driven(who) + " has the clock " + m.netName(c.net) +
						", which is no input"
				}
				return
			}
			m.clocks[c] = true
		}
		for _, s := range m.sources {
			if s.cell == nil {
				continue
			}
			if st := m.readState(s); st != nil && st.clocked {
				add(st.clock, s.cell)
			}
		}
		for _, c := range m.Cells {
			if isMemory(c.Type) {
				for i, b := range c.Connections["WR_CLK"] {
					if digit(c.Parameters["WR_CLK_ENABLE"], i) {
						net, inverted := m.traceClock(b)
						add(clock{net, digit(c.Parameters["WR_CLK_POLARITY"], i) != inverted}, c)
					}
				}
			}
			if sub := m.sub(c); sub != nil {
				for k := range sub.clocks {
					if b, ok := sub.outer(c, k.net); ok {
						net, inverted := m.traceClock(b)
						add(clock{net, k.rising != inverted}, c)
					}
				}
			}
		}
	}
	all := slices.Collect(maps.Keys(d.top.clocks))
	reason := derived
	switch {
	case reason != "":
	case len(all) > 1:
		var names []string
		for _, c := range all {
			edge := "rising"
			if !c.rising {
				edge = "falling"
			}
			names = append(names, edge+" edge of "+d.top.netName(c.net))
		}
		slices.Sort(names)
		reason = "it has several clocks: " + strings.Join(names, ", ")
	case force:
		reason = "it was asked for"
	case len(all) == 1:
		d.rising = all[0].rising
		reason = d.spread(all[0].net)
	}
	d.stepped = reason != ""
	if !d.stepped && len(all) == 1 {
		d.showClocks(all[0].net)
	}
	if d.stepped && (len(all) > 0 || derived != "") {
		d.warnings = append(d.warnings, Warning{
			d.top.place(), d.top.shown(),
			"a cycle of this circuit is a step in which any signal may change, and its clocks are inputs: " + reason,
		})
	}
}

// showClocks gives outputs of the top module that are the clock the level that it has before its edge, at which outputs
// are looked at.
func (d *design) showClocks(net Bit) {
	of := *d.top.Module
	of.Ports = slices.Clone(of.Ports)
	for i, p := range of.Ports {
		if p.Direction != "output" || !slices.ContainsFunc(p.Bits, func(b Bit) bool { return d.top.clocked[b] }) {
			continue
		}
		shown := *p
		shown.Bits = slices.Clone(p.Bits)
		for k, b := range shown.Bits {
			if !d.top.clocked[b] {
				continue
			}
			shown.Bits[k] = One
			if _, inverted := d.top.traceClock(b); inverted != d.rising {
				shown.Bits[k] = Zero
			}
		}
		d.top.warn(d.top.portPlace(p), "output %s is the clock %s, and shows the level that it has before its edge",
			p.Name, d.top.netName(net))
		of.Ports[i] = &shown
	}
	d.top.Module = &of
}

// outer is the bit of an instance that a bit of its module's inputs is connected to.
func (m *module) outer(c *Cell, b Bit) (Bit, bool) {
	r := m.drive[b]
	if r.src == nil || r.src.port == nil {
		return 0, false
	}
	word := c.Connections[r.src.port.Name]
	if r.at >= len(word) {
		return 0, false
	}
	return word[r.at], true
}

// spread marks the nets that are the clock, from the top down, and tells who uses it as anything else.
func (d *design) spread(net Bit) string {
	d.top.clocked[net] = true
	for _, m := range slices.Backward(d.order) {
		if len(m.clocked) == 0 {
			continue
		}
		for _, c := range m.Cells { // inverters of the clock
			for _, in := range c.Connections["A"] {
				if root, _ := m.traceClock(in); m.clocked[root] && (c.Type == "$not" || c.Type == "$_NOT_" || c.Type == "$logic_not") {
					for _, y := range c.Connections["Y"] {
						if r, _ := m.traceClock(y); r == root {
							m.clocked[y] = true
						}
					}
				}
			}
		}
		for _, c := range m.Cells { // parts that hand the clock on
			if m.sub(c) == nil {
				continue
			}
			for _, out := range m.outputs(c) {
				word := c.Connections[out]
				for _, b := range word {
					if root, _ := m.traceClock(b); !b.constant() && m.clocked[root] {
						if len(word) > 1 {
							return "the clock is part of the output " + out + " of " + plainName(c.Name)
						}
						m.clocked[b] = true
					}
				}
			}
		}
		for _, c := range m.Cells {
			sub := m.sub(c)
			for port, word := range c.Connections {
				if slices.Contains(m.outputs(c), port) || sub == nil &&
					(port == "CLK" || port == "WR_CLK" || port == "RD_CLK") {
					continue
				}
				for i, b := range word {
					if !m.clocked[b] {
						continue
					}
					if sub != nil {
						for _, p := range sub.Ports {
							if p.Name == port && i < len(p.Bits) {
								if len(p.Bits) > 1 {
									return "the clock is part of the bus " + port + " of " + plainName(c.Name)
								}
								sub.clocked[p.Bits[i]] = true
							}
						}
						continue
					}
					if len(c.Connections["Y"]) > 0 && m.clocked[c.Connections["Y"][0]] {
						continue
					}
					return "the clock is used as a signal by " + m.shown() + "." + m.driven(c)
				}
			}
		}
		for _, p := range m.Ports {
			for _, b := range p.Bits {
				if !m.clocked[b] {
					continue
				}
				if p.Direction == "output" && m == d.top {
					continue // see showClocks
				}
				if len(p.Bits) > 1 {
					return "the clock is part of the " + p.Direction + " " + p.Name + " of " + m.shown()
				}
			}
		}
	}
	return ""
}
