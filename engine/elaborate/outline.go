package elaborate

import "simten.dev/engine/circuit"

// Outline is a circuit with what is inside it, for all its places in a design at once.
type Outline struct {
	Circuit *circuit.Circuit
	Inside  []Inside // its nodes in order; none when they are not told
}

// Inside is a node of a circuit.
type Inside struct {
	ID      string
	Outline int // index of the outline of its circuit
}

// place is a shape, and how many levels below it are told.
type place struct {
	of     *shape
	levels int
}

// Outlines are the circuits of the upper levels of the hierarchy, see SignalsWithin: each once, after those inside it,
// the top circuit last. One that is cut off at different depths is there for each of them.
func (d *Design) Outlines(levels int) []Outline {
	var list []Outline
	listed := map[place]int{}
	var visit func(p place) int
	visit = func(p place) int {
		p.levels = min(p.levels, maxDepth+1) // deeper than any design
		if p.of.primitive() {
			p.levels = 0
		}
		if i, ok := listed[p]; ok {
			return i
		}
		o := Outline{Circuit: p.of.c}
		if p.levels > 0 {
			o.Inside = make([]Inside, len(p.of.children))
			for i := range p.of.children {
				x := &p.of.children[i]
				o.Inside[i] = Inside{x.record.ID, visit(place{x.of, d.levelsIn(p.levels)})}
			}
		}
		listed[p] = len(list)
		list = append(list, o)
		return listed[p]
	}
	visit(place{d.top, levels})
	return list
}

// levelsIn is how many levels are told of what is one level deeper. All of them stay all of them.
func (d *Design) levelsIn(levels int) int {
	if levels > maxDepth {
		return levels
	}
	return levels - 1
}

// NetsWithin are the nets of the signals that SignalsWithin visits, in its order.
func (d *Design) NetsWithin(levels int) []uint32 {
	own := d.own()
	nets := make([]uint32, own, len(d.nets))
	for i := range nets {
		nets[i] = uint32(d.nets[i])
	}
	return d.netsInside(nets, d.top, int32(own), levels)
}

func (d *Design) netsInside(nets []uint32, s *shape, base int32, levels int) []uint32 {
	if levels == 0 {
		return nets
	}
	for i := range s.children {
		x := &s.children[i]
		inner := x.inner()
		for _, net := range d.nets[base+x.ports : base+inner] {
			nets = append(nets, uint32(net))
		}
		if !x.of.primitive() {
			nets = d.netsInside(nets, x.of, base+inner, levels-1)
		}
	}
	return nets
}
