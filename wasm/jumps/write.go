package jumps

import (
	"encoding/binary"
	"slices"

	"simten.dev/wasm/module"
)

// region is a run of segments that are repeated, or all of them.
type region struct {
	first, last int
	inside      []*region    // in order
	entries     map[int]bool // the segments behind the first at which it may be entered: where a goroutine resumes, or by a jump from outside
}

// item is what stands one after the other in a region: a segment or a region.
type item struct {
	first int
	loop  *region // nil: a segment
}

func (g *region) items() []item {
	var list []item
	inside := g.inside
	for s := g.first; s <= g.last; s++ {
		if len(inside) > 0 && inside[0].first == s {
			list = append(list, item{s, inside[0]})
			s = inside[0].last
			inside = inside[1:]
			continue
		}
		list = append(list, item{first: s})
	}
	return list
}

// regions finds the loops: a jump back makes one from its target to itself. Those that overlap without being in each
// other become longer.
func (f *function) regions() *region {
	last := map[int]int{} // by first segment
	for s := range f.segments {
		for _, j := range f.segments[s].jumps {
			if j.exit == 0 && j.to <= s {
				last[j.to] = max(s, last[j.to])
			}
		}
	}
	all := &region{first: 0, last: len(f.segments) - 1}
	var firsts []int
	for s := range last {
		firsts = append(firsts, s)
	}
	slices.Sort(firsts)
	for changed := true; changed; {
		changed = false
		for i, a := range firsts {
			for _, b := range firsts[i+1:] {
				if b <= last[a] && last[b] > last[a] {
					last[a], changed = last[b], true
				}
			}
		}
	}
	open := []*region{all}
	for _, s := range firsts {
		for open[len(open)-1].last < s {
			open = open[:len(open)-1]
		}
		g := &region{first: s, last: last[s]}
		around := open[len(open)-1]
		around.inside = append(around.inside, g)
		open = append(open, g)
	}
	return all
}

// writer writes a function anew.
type writer struct {
	f      *function
	out    []byte
	open   []label // the blocks and loops that this package opens, and around them the loop of the function
	resets bool    // pending is read after a jump by the table
}

// label is where a branch to an open block or loop goes: in front of a segment.
type label struct {
	segment int
	into    *region // the loop that follows a block
}

func (f *function) write() []byte {
	all := f.regions()
	w := &writer{f: f}
	f.enter(all)
	w.resets = slices.ContainsFunc(all.inside, func(g *region) bool { return g.anyEntered() })
	f.pending = blockVariable
	if w.resets {
		f.pending = f.locals
		w.out = binary.AppendUvarint(w.out, uint64(f.groups+1))
		groups := module.Reader{B: f.body}
		groups.Unsigned()
		w.out = append(w.out, f.body[groups.At:f.declared]...)
		w.out = append(w.out, 1, module.TypeI32)
		w.out = append(w.out, f.body[f.declared:f.loop]...)
		w.out = appendUnsigned(w.out, module.LocalGet, blockVariable)
		w.out = appendUnsigned(w.out, module.LocalSet, f.pending)
	} else {
		w.out = append(w.out, f.body[:f.loop]...)
	}
	// The function's own loop stays as a block: nothing goes back to it, and what follows it goes by depth.
	w.out = append(w.out, module.Block, module.NoResults)
	w.open = append(w.open, label{segment: -1})
	w.region(all)
	return append(w.out, f.body[f.end:]...)
}

// enter finds where a region and the loops in it are entered in the middle.
func (f *function) enter(g *region) {
	g.entries = map[int]bool{}
	for s := g.first + 1; s <= g.last; s++ {
		if f.segments[s].resumed {
			g.entries[s] = true
		}
	}
	for s := range f.segments {
		for _, j := range f.segments[s].jumps {
			if j.exit == 0 && (s < g.first || s > g.last) && j.to > g.first && j.to <= g.last {
				g.entries[j.to] = true
			}
		}
	}
	for _, in := range g.inside {
		f.enter(in)
	}
}

// anyEntered tells whether the region or one inside is entered in the middle.
func (g *region) anyEntered() bool {
	return len(g.entries) > 0 || slices.ContainsFunc(g.inside, func(g *region) bool { return g.anyEntered() })
}

// region writes a region: blocks in each other, one for each item, the way to what is pending, and the items.
func (w *writer) region(g *region) {
	items := g.items()
	first := 0
	if len(g.entries) == 0 {
		first = 1 // it is entered at its start only
	}
	for i := len(items) - 1; i >= first; i-- {
		w.out = append(w.out, module.Block, module.NoResults)
		w.open = append(w.open, label{segment: items[i].first, into: items[i].loop})
	}
	if first == 0 {
		w.dispatch(g, items)
	}
	for i, it := range items {
		if i >= first {
			w.out = append(w.out, module.End)
			w.open = w.open[:len(w.open)-1]
		}
		if it.loop != nil {
			w.out = append(w.out, module.Loop, module.NoResults)
			w.open = append(w.open, label{segment: it.first})
			w.region(it.loop)
			w.out = append(w.out, module.End)
			w.open = w.open[:len(w.open)-1]
			continue
		}
		w.segment(it.first)
	}
}

// dispatch goes to the item in which the pending basic block is. Nearly always none is pending.
func (w *writer) dispatch(g *region, items []item) {
	pending := w.f.pending
	w.out = appendUnsigned(w.out, module.LocalGet, pending)
	w.out = append(w.out, module.I32Eqz)
	w.out = appendUnsigned(w.out, module.BrIf, 0)
	low, high := -1, 0
	for block, s := range w.f.segment {
		if g.entries[s] {
			if low < 0 {
				low = block
			}
			high = block
		}
	}
	w.out = appendUnsigned(w.out, module.LocalGet, pending)
	if low > 0 {
		w.out = appendConst(w.out, low)
		w.out = append(w.out, module.I32Sub)
	}
	low = max(low, 0)
	w.out = appendUnsigned(w.out, module.BrTable, high-low+1)
	for block := low; block <= high; block++ {
		i := 0
		if s := w.f.segment[block]; g.entries[s] {
			for i+1 < len(items) && items[i+1].first <= s {
				i++
			}
		}
		w.out = binary.AppendUvarint(w.out, uint64(i))
	}
	w.out = append(w.out, 0) // all others: at the start of the region, where the segment resets what is pending
}

// segment writes the code of a segment, its jumps made direct.
func (w *writer) segment(s int) {
	seg := &w.f.segments[s]
	if w.resets {
		w.out = appendConst(w.out, 0)
		w.out = appendUnsigned(w.out, module.LocalSet, w.f.pending)
	}
	from := seg.start
	for _, j := range seg.jumps {
		w.out = append(w.out, w.f.body[from:j.start]...)
		from = j.end
		if j.exit > 0 {
			w.out = appendUnsigned(w.out, j.op, j.inner+len(w.open)-1+j.exit)
			continue
		}
		w.jump(&j)
	}
	w.out = append(w.out, w.f.body[from:seg.end]...)
}

// jump goes to a segment directly, or to the loop in the middle of which it is.
func (w *writer) jump(j *jump) {
	for i := len(w.open) - 1; i > 0; i-- {
		l := &w.open[i]
		if l.segment != j.to {
			if l.into == nil || j.to < l.into.first || j.to > l.into.last {
				continue
			}
			w.out = appendConst(w.out, j.block)
			w.out = appendUnsigned(w.out, module.LocalSet, w.f.pending)
		}
		w.out = appendUnsigned(w.out, module.Br, len(w.open)-1-i+j.inner)
		return
	}
	panic("jumps: no way from a segment to another") // regions sees to it that there is one
}
