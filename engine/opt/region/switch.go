package region

import (
	"maps"

	"simten.dev/engine/word"
)

// Many choices by one small value, as those that an opcode or a state makes for each register, are one region with a
// side for each class of values between which none of the conditions tells a difference. The value of a register in
// each of its cases is found by going through its choices with the class known; the choices on the way, and their
// conditions, need not be computed then.

// Questions tells which conditions are about small values.
type Questions struct {
	Of       map[word.ID]Question // by condition
	Switches []Switch
	Whole    func(id word.ID) bool // choices that are computed as a whole
}

// Question is a condition that is about a value.
type Question struct {
	Switch int32
	Holds  uint64 // one bit for each class
}

// Switch is a value that conditions are about.
type Switch struct {
	Base    word.ID
	Classes int // at most 64
}

// maxFollowed bounds the choices that one is found through.
const maxFollowed = 256

// Questions lets choices by small values share regions; only restricts it to some of them, unless it is nil. Parts must
// have been called.
func (t *Tree) Questions(q *Questions, only map[word.ID]bool) {
	t.questions, t.only = q, only
	t.switches = map[place]int32{}
}

// question is what decides an operation, by itself or as one of its operands.
func (t *Tree) question(id word.ID) (q Question, ok bool) {
	op := &t.graph.Ops[id]
	switch {
	case op.Width > 64:
	case op.Kind == word.Mux || op.Kind == word.FMux:
		q, ok = t.questions.Of[op.A]
	case op.Width == 1 && (op.Kind == word.And || op.Kind == word.Or) && t.takers[id] > 0:
		if q, ok = t.questions.Of[op.A]; !ok {
			q, ok = t.questions.Of[op.B]
		}
	}
	return q, ok
}

// follow is what an operation is when the class of a switch is known: an operation, or a constant of one bit.
func (t *Tree) follow(id word.ID, sw int32, class int, steps *int) word.ID {
	for ; *steps > 0; *steps-- {
		op := &t.graph.Ops[id]
		if q, ok := t.questions.Of[id]; ok && q.Switch == sw {
			return constant(q.Holds>>class&1 != 0)
		}
		switch {
		case op.Width > 64 || t.questions.Whole(id):
			return id
		case op.Kind == word.Mux || op.Kind == word.FMux:
			q, ok := t.questions.Of[op.A]
			if !ok || q.Switch != sw {
				return id
			}
			if q.Holds>>class&1 != 0 {
				id = op.B
			} else {
				id = op.C
			}
		case op.Width == 1 && (op.Kind == word.And || op.Kind == word.Or):
			*steps--
			decisive := constant(op.Kind == word.Or)
			x, y := t.follow(op.A, sw, class, steps), t.follow(op.B, sw, class, steps)
			switch {
			case x == decisive || y == decisive:
				return decisive
			case x < 0:
				return y
			case y < 0:
				return x
			}
			return id
		default:
			return id
		}
	}
	return id
}

func constant(one bool) word.ID {
	if one {
		return One
	}
	return Zero
}

// join makes an operation on a side part of the region of the value that decides it, if there is one.
func (t *Tree) join(id word.ID, side int32) bool {
	if t.questions == nil || t.plain == id || t.only != nil && !t.only[id] || len(t.Regions) >= maxRegions {
		return false
	}
	q, ok := t.question(id)
	if !ok {
		return false
	}
	sw := &t.questions.Switches[q.Switch]
	leaves := make([]word.ID, sw.Classes)
	several := false
	for k := range leaves {
		steps := maxFollowed
		leaves[k] = t.follow(id, q.Switch, k, &steps)
		several = several || leaves[k] != leaves[0]
		if leaves[k] == id {
			return false
		}
	}
	if !several {
		return false
	}
	r := t.switchOf(id, side, q.Switch)
	in := &t.Regions[r]
	t.member[id] = r + 1
	in.Muxes, in.Leaves = append(in.Muxes, id), append(in.Leaves, leaves)
	t.holds(id, r, leaves...)
	t.Use(sw.Base, side, false)
	t.feed(sw.Base, id, side, r)
	for k, leaf := range leaves {
		if leaf >= 0 {
			t.Use(leaf, in.Sides[k], true)
			t.feed(leaf, id, side, r)
		}
	}
	return true
}

// switchOf is the region of a switch that an operation on a side becomes part of: the one that there is, unless that
// one needs it.
func (t *Tree) switchOf(id word.ID, side, sw int32) int32 {
	key := place{side, word.ID(sw)}
	feeds := t.parts.feeds[id]
	r, there := t.switches[key]
	if !there || t.parts.leads(feeds, r) {
		r = int32(len(t.Regions))
		t.switches[key] = r
		s := &t.questions.Switches[sw]
		in := Region{Condition: s.Base, In: side, Then: Always, Else: Always, Switch: sw + 1, parts: true}
		for range s.Classes {
			in.Sides = append(in.Sides, int32(len(t.Sides)))
			t.Sides = append(t.Sides, Side{Region: r, depth: t.Sides[side].depth + 1})
		}
		t.Regions = append(t.Regions, in)
	}
	for len(t.parts.reach) <= int(r) {
		t.parts.reach = append(t.parts.reach, nil)
	}
	t.parts.reach[r].join(feeds)
	return r
}

// each calls f for the sides of a region.
func (r *Region) each(f func(side int32)) {
	if r.Switch != 0 {
		for _, s := range r.Sides {
			f(s)
		}
		return
	}
	f(r.Then)
	f(r.Else)
}

// maxMoves bounds the values that all sides of a switch give: where a value decides which of many parts works, each
// part has a branch of its own.
const maxMoves = 1 << 12

// Switched lists the operations of the switches that are good as branches, and reports whether those are all.
func (t *Tree) Switched() (kept map[word.ID]bool, all bool) {
	kept, all = map[word.ID]bool{}, true
	for i := range t.Regions {
		if r := &t.Regions[i]; r.Switch != 0 {
			good := r.Kept && len(r.Muxes)*len(r.Sides) <= maxMoves
			all = all && good
			for _, id := range r.Muxes {
				kept[id] = kept[id] || good
			}
		}
	}
	maps.DeleteFunc(kept, func(_ word.ID, k bool) bool { return !k })
	return kept, all
}
