package region

import (
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// A multiplexer within an expression can be computed by a branch as well, together with others of its condition: what
// the arms of a case compute, of which one is taken, may go to an adder before it goes to a register. Such a region
// stands between the operations of its side: after all that it needs, before all that need one of its multiplexers.
// That there is such a place is what is kept here.

// maxRegions bounds the regions of a piece in which multiplexers within expressions look for their place.
const maxRegions = 1 << 10

// parts is what is known about the order of regions.
type parts struct {
	limit int   // what the sides of a branch weigh at least
	feeds []set // by operation: regions that need it, or something that needs it
	reach []set // by region: regions that need one of its multiplexers, or something that needs one
}

// set is some regions, one bit for each.
type set []uint64

func (s set) has(r int32) bool { return int(r/64) < len(s) && s[r/64]>>(r%64)&1 != 0 }

func (s *set) add(r int32) {
	for len(*s) <= int(r/64) {
		*s = append(*s, 0)
	}
	(*s)[r/64] |= 1 << (r % 64)
}

func (s *set) join(other set) {
	for len(*s) < len(other) {
		*s = append(*s, 0)
	}
	for i, w := range other {
		(*s)[i] |= w
	}
}

// without is a region of the set that is not in another one, or -1.
func (s set) without(other set) int32 {
	for i, w := range s {
		if i < len(other) {
			w &^= other[i]
		}
		if w != 0 {
			return int32(64*i + bits.TrailingZeros64(w))
		}
	}
	return -1
}

// Parts lets multiplexers within expressions be parts of regions, whose sides must weigh at least limit to become
// branches. The operations on a side and its regions have an order then, but not one in which the regions come last;
// and the module must have no opaque lambdas and no loops.
func (t *Tree) Parts(limit int) {
	t.parts = &parts{limit: limit, feeds: make([]set, len(t.graph.Ops))}
}

// choice reports whether an operation that is part of an expression may be part of a region.
func (p *parts) choice(t *Tree, id word.ID) bool {
	kind := t.graph.Ops[id].Kind
	return (kind == word.Mux || kind == word.FMux) && len(t.Regions) < maxRegions
}

// region is the region that a multiplexer on a side becomes part of: the one of its condition there, unless that one
// needs it.
func (t *Tree) region(id word.ID, side int32, condition word.ID) int32 {
	r := t.Under(side, condition)
	if t.parts == nil {
		return r
	}
	feeds := t.parts.feeds[id]
	if t.parts.leads(feeds, r) {
		r = t.open(side, condition)
	}
	for len(t.parts.reach) <= int(r) {
		t.parts.reach = append(t.parts.reach, nil)
	}
	t.parts.reach[r].join(feeds)
	return r
}

// leads reports whether one of some regions is r, or feeds it.
func (p *parts) leads(from set, r int32) bool {
	if len(from) == 0 {
		return false
	}
	var seen set
	pending := slices.Clone(from)
	for {
		if pending.has(r) {
			return true
		}
		next := pending.without(seen)
		if next < 0 {
			return false
		}
		seen.add(next)
		if int(next) < len(p.reach) {
			pending.join(p.reach[next])
		}
	}
}

// Need notes that whoever branches without a multiplexer needs an operation on a side, or for the condition of a region
// there unless that is -1: the operation becomes no part of a region that would have to come first.
func (t *Tree) Need(id word.ID, side, region int32) {
	t.Use(id, side, false)
	if t.parts == nil || !t.inside(id) {
		return
	}
	t.within(id, side, region)
}

// feed notes that an operation is needed by another one, which is on a side and, unless it is -1, part of a region
// there.
func (t *Tree) feed(id, user word.ID, side, region int32) {
	if t.parts == nil || !t.inside(id) {
		return
	}
	t.parts.feeds[id].join(t.parts.feeds[user])
	t.within(id, side, region)
}

// within notes that an operation is needed by a region on a side, unless that is -1, and by those that the side is in.
func (t *Tree) within(id word.ID, side, region int32) {
	feeds := &t.parts.feeds[id]
	if region >= 0 {
		feeds.add(region)
	}
	for s := side; s != Always; s = t.Regions[t.Sides[s].Region].In {
		feeds.add(t.Sides[s].Region)
	}
}
