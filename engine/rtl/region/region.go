// Package region finds what a step can skip.
//
// Registers that are written under the same condition, as those of a part with a clock enable or of a state
// machine, share one branch: what is computed for one outcome of the condition only is computed only then. A part
// that rests costs a branch.
//
// The tree of branches grows from the registers down. A value that registers take, and nothing else needs, is a
// root; roots that are multiplexers with one condition make a region. Their arms are roots of the two sides of the
// region, and so on. Every other operation belongs to the innermost side that holds all of its users.
package region

import "simten.dev/engine/behavior/word"

// Always is the side that every cycle computes.
const Always int32 = 0

// Side is what one outcome of a region's condition computes; the first side of a tree is what is computed always.
type Side struct {
	Region int32 // whose side it is; -1 for the first
	weight int   // of its operations, and after Keep of the regions in it
	depth  int32
}

// Region is the multiplexers of one condition on one side.
type Region struct {
	Condition  word.ID
	Muxes      []word.ID
	Choices    []Choice // what each of them chooses
	In         int32    // the side that the region is in
	Then, Else int32    // its sides
	Kept       bool     // becomes a branch
}

// Tree is the regions of a piece of straight code. To grow it, Start with the piece, then Use what is needed
// outside of the operations and Add the operations, users before what they use. Then Keep decides.
type Tree struct {
	Sides   []Side
	Regions []Region

	graph  *word.Graph
	inside func(id word.ID) bool
	of     []int32  // by operation: its side + 1; 0 while nobody needs it
	takers []uint16 // by operation: how often it is taken as it is; 0 when it is a part of something, too
	at     map[place]int32

	conditions map[bitTest]word.ID // of multiplexers; nil without Bits
	added      []bool              // by operation; nil without Bits
	bits       map[word.ID]int32   // the regions that operations of one bit are parts of
}

type place struct {
	side      int32
	condition word.ID
}

// manyTakers stands for a number of takers that is not counted further.
const manyTakers = 1 << 15

// New makes a tree for one piece of the operations after the other. An operation is in one piece at most.
func New(g *word.Graph) *Tree {
	return &Tree{graph: g, of: make([]int32, len(g.Ops)), takers: make([]uint16, len(g.Ops))}
}

// Start begins a new piece: the operations for which inside is true.
func (t *Tree) Start(inside func(id word.ID) bool) {
	t.inside, t.Sides, t.Regions, t.at = inside, []Side{{Region: -1}}, nil, map[place]int32{}
	clear(t.bits)
}

// Use notes that an operation is needed on a side: as it is, by a register or by the multiplexer of a region, or else
// within an expression.
func (t *Tree) Use(id word.ID, side int32, asItIs bool) {
	if !t.inside(id) {
		return
	}
	first := t.of[id] == 0
	if !first {
		if before := t.of[id] - 1; before != side {
			side, asItIs = t.common(before, side), false
		}
	}
	t.of[id] = side + 1
	switch {
	case !asItIs:
		t.takers[id] = 0
	case first || t.takers[id] > 0 && t.takers[id] < manyTakers:
		t.takers[id]++
	}
}

// common is the innermost side that holds two sides.
func (t *Tree) common(a, b int32) int32 {
	for a != b {
		if t.Sides[a].depth >= t.Sides[b].depth {
			a = t.Regions[t.Sides[a].Region].In
		} else {
			b = t.Regions[t.Sides[b].Region].In
		}
	}
	return a
}

// Add puts an operation of the piece, which all of its users have used, on its side, and notes what it needs itself:
// operands, of which it has a weight. pinned says that it is computed always and not as a branch.
func (t *Tree) Add(id word.ID, operands []word.ID, weight int, pinned bool) {
	if pinned || t.of[id] == 0 {
		t.Use(id, Always, false)
	}
	s := t.of[id] - 1
	if t.added != nil {
		t.added[id] = true
	}
	if condition, choice, ok := t.choice(id); ok {
		r := t.Under(s, condition)
		if t.graph.Ops[id].Kind != word.Mux {
			t.bits[id] = r
		}
		t.Regions[r].Muxes = append(t.Regions[r].Muxes, id)
		t.Regions[r].Choices = append(t.Regions[r].Choices, choice)
		t.Use(condition, s, false)
		if choice.By != condition { // which computes the operation if the region does not become a branch
			t.Use(choice.By, s, false)
		}
		if choice.Then >= 0 {
			t.Use(choice.Then, t.Regions[r].Then, true)
		}
		if choice.Else >= 0 {
			t.Use(choice.Else, t.Regions[r].Else, true)
		}
		return
	}
	t.Sides[s].weight += weight
	for _, o := range operands {
		t.Use(o, s, false)
	}
}

// Plain notes that an operation is computed as a whole although it is a multiplexer.
func (t *Tree) Plain(id word.ID) { t.takers[id] = 0 }

// Under is the region of a condition on a side. Whoever branches without a multiplexer has to Use the condition, too.
func (t *Tree) Under(side int32, condition word.ID) int32 {
	key := place{side, condition}
	if r, ok := t.at[key]; ok {
		return r
	}
	r := int32(len(t.Regions))
	t.at[key] = r
	n := int32(len(t.Sides))
	t.Regions = append(t.Regions, Region{Condition: condition, In: side, Then: n, Else: n + 1})
	below := Side{Region: r, depth: t.Sides[side].depth + 1}
	t.Sides = append(t.Sides, below, below)
	return r
}

// Keep decides which regions become branches, those whose sides weigh at least limit, and reports whether any do.
func (t *Tree) Keep(limit int) bool {
	some := false
	for i := len(t.Regions) - 1; i >= 0; i-- { // a region comes after the one that it is in
		r := &t.Regions[i]
		weight := t.Sides[r.Then].weight + t.Sides[r.Else].weight
		r.Kept = weight >= limit
		some = some || r.Kept
		t.Sides[r.In].weight += weight + len(r.Muxes)
	}
	return some
}

// Side is the innermost side of a branch that an operation of the piece is on.
func (t *Tree) Side(id word.ID) int32 {
	s := t.of[id] - 1
	for s > Always && !t.Regions[t.Sides[s].Region].Kept {
		s = t.Regions[t.Sides[s].Region].In
	}
	return max(s, Always)
}

// Branches reports whether an operation of the piece is a multiplexer of a region that becomes a branch.
func (t *Tree) Branches(id word.ID) bool {
	op := &t.graph.Ops[id]
	if r, ok := t.bits[id]; ok {
		return t.Regions[r].Kept
	}
	return op.Kind == word.Mux && t.takers[id] > 0 && t.Regions[t.at[place{t.of[id] - 1, op.A}]].Kept
}

// Sole reports whether one register or multiplexer takes the value of an operation as it is, and nobody else needs it.
func (t *Tree) Sole(id word.ID) bool { return t.takers[id] == 1 }
