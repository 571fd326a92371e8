package wasmgen

import "simten.dev/engine/word"

// Two orders of evaluation are tried. Depth first from the roots computes a value right before its use, which is best
// for expressions. In an array of cells, where every value has several uses far apart, it wanders between the cells;
// there the order in which the circuit was written keeps neighbours together. The two orders differ in the number of
// values that one function stores for another.

// reorder takes the order of the module when it lets clearly fewer values cross between functions.
func (p *plan) reorder(l *layout, limit int) {
	if p.phase != step || p.functions() < 2 || p.sweeps != nil {
		return
	}
	units, cuts := p.units, p.cuts
	deep := p.crossings()
	p.tune.pause.Yield()
	p.units, p.declared = nil, true
	p.schedule(l)
	p.tune.pause.Yield()
	p.cut(limit)
	if 4*p.crossings() < 3*deep {
		return
	}
	p.units, p.cuts, p.declared = units, cuts, false
	p.place()
}

// crossings counts the values that functions read and that another one computes, once for each reader.
func (p *plan) crossings() int {
	readBy := make([]int32, len(p.m.Ops)) // the last function that read the value, + 1
	count := 0
	var operands []word.ID
	for k := range p.functions() {
		p.tune.pause.Yield()
		reader := int32(k)
		for _, u := range p.units[p.cuts[k]:p.cuts[k+1]] {
			p.eachOp(u, func(id word.ID) {
				operands = p.operands(id, operands[:0])
				for _, o := range operands {
					if p.computed(o) && p.piece[o] != reader && readBy[o] != reader+1 {
						readBy[o] = reader + 1
						count++
					}
				}
			})
		}
	}
	return count
}
