package wasmgen

import (
	"slices"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// newSweptLayout is the layout of a design with the sweeps that it is made of, which are nil when straight-line code
// is better.
func newSweptLayout(m *netlist.Module, tune tuning) (*sweeps, *layout, error) {
	if s := newSweeps(m, tune); s != nil {
		s.arrange()
		tune.pause.Yield()
		l, err := newLayout(m, s)
		if err != nil || tune.sweepAlways || s.worthwhile() {
			return s, l, err
		}
	}
	l, err := newLayout(m, nil)
	return nil, l, err
}

// pay estimates whether sweeps are faster than straight-line code, in nanoseconds a cycle;
// docs/performance/simulation.md has the measurements behind the numbers.
func (s *sweeps) worthwhile() bool {
	const (
		call    = 10.0 // of the loop of one sweep
		vector  = 0.8  // one operation on a vector
		address = 0.2  // one address of a table, or one result
		level   = 0.4  // an operation that is written out between sweeps
	)
	cost := 0.0
	operations := 0
	for k := range s.list {
		w := &s.list[k]
		sh := &s.shapes[w.shape]
		operations += int(w.count) * int(sh.ops)
		cost += call
		if w.vectors > 0 {
			cost += float64(int(w.count)*int(sh.lane)*int(sh.ops)) / vectorBytes * vector
		} else {
			cost += float64(int(w.count)*int(1+sh.externals)) * address
		}
	}
	for i, f := range s.fate {
		if f == straight && !isLeaf(s.m.Ops[i].Kind) {
			operations++
			cost += level
		}
	}
	return cost < float64(operations)*writtenOut(operations)
}

// writtenOut is what one operation of straight-line code costs in a design of a size, in nanoseconds. The steps are
// where the machine code leaves the caches.
func writtenOut(operations int) float64 {
	switch {
	case operations < 5_000:
		return 0.12
	case operations < 150_000:
		return 0.25
	case operations < 400_000:
		return 0.5
	default:
		return 5
	}
}

// scheduleSweeps is the schedule of a design that is made of sweeps: level by level.
func (p *plan) scheduleSweeps(members int) []unit {
	s := p.sweeps
	set := uint8(1) << p.phase
	units := make([]unit, 0, members+len(s.list)+len(p.m.Registers))
	for k := range s.list {
		if s.list[k].phases&set != 0 {
			u := noUnit
			u.sweep = int32(k)
			units = append(units, u)
		}
	}
	next := 0
	for i := 0; i < len(p.m.Ops); i++ {
		id := word.ID(i)
		if next < len(p.m.Loops) && id == p.m.Loops[next].First {
			if p.phase != prepare {
				units = append(units, loopUnit(int32(next)))
			}
			i = int(p.m.Loops[next].End) - 1
			next++
			continue
		}
		if p.computed(id) {
			units = append(units, opUnit(id))
		}
	}
	p.tune.pause.Yield()
	compared := 0
	slices.SortStableFunc(units, func(a, b unit) int {
		compared++
		p.tune.pause.MaybeYield(compared)
		return int(p.levelOf(a) - p.levelOf(b))
	})
	if p.phase == step {
		for k := range s.copies {
			u := noUnit
			u.copies = int32(k)
			units = append(units, u)
		}
		for i := range p.m.Registers {
			if !s.copied[i] && !p.computed(p.m.Registers[i].Next) {
				units = append(units, registerUnit(i))
			}
		}
	}
	return units
}

func (p *plan) levelOf(u unit) int32 {
	switch {
	case u.sweep >= 0:
		return p.sweeps.list[u.sweep].level
	case u.loop >= 0:
		return p.sweeps.level[p.m.Loops[u.loop].First]
	}
	return p.sweeps.level[u.op]
}

// keepForSweeps makes the straight-line code store what sweeps read.
func (p *plan) keepForSweeps() {
	s := p.sweeps
	keep := func(o word.ID) {
		if s.fate[o] == straight && !isLeaf(p.m.Ops[o].Kind) {
			p.crosses[o] = true
			p.uses[o] += 2
		}
	}
	for i := range s.fate {
		if s.fate[i] == swept && p.member(word.ID(i)) {
			s.eachExternal(word.ID(i), keep)
		}
	}
}
