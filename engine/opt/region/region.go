// Package region finds what a step can skip.
//
// Registers that are written under the same condition, as those of a part with a clock enable or of a state
// machine, share one branch: what is computed for one outcome of the condition only is computed only then. An idle
// part costs a branch.
//
// The tree of branches grows from the registers down. A value that registers take, and nothing else needs, is a
// root; roots that are multiplexers with one condition make a region. Their arms are roots of the two sides of the
// region, and so on. Every other operation belongs to the innermost side that holds all of its users. With Parts,
// multiplexers within expressions make regions, too.
package region

import "simten.dev/engine/word"

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
	Choices    []Choice    // what each of them chooses
	In         int32       // the side that the region is in
	Then, Else int32       // its sides
	Kept       bool        // becomes a branch
	Switch     int32       // of Questions, + 1: Condition is the value that it is about; 0 for a region with two sides
	Sides      []int32     // of a switch, by class
	Leaves     [][]word.ID // of a switch: what each of the multiplexers is, by class; Zero and One stand for constants
	held       int         // multiplexers that are a register's next value, and that it keeps its value on some way
	parts      bool        // some of the multiplexers, or of those around, are parts of expressions
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
	member []int32 // by operation: the region that it is a choice of + 1
	plain  word.ID // what Plain was called for

	conditions map[bitTest]word.ID // of multiplexers; nil without Bits
	added      []bool              // by operation; nil without Bits

	registers []int32 // by operation: 1 + the register whose next value it is or may be; nil without Registers
	holdCost  int

	parts *parts // nil without Parts

	questions *Questions // nil without Questions
	only      map[word.ID]bool
	switches  map[place]int32 // as at, by the number of a switch
}

type place struct {
	side      int32
	condition word.ID
}

// manyTakers stands for a number of takers that is not counted further.
const manyTakers = 1 << 15

// New makes a tree for one piece of the operations after the other. An operation is in one piece at most.
func New(g *word.Graph) *Tree {
	return &Tree{graph: g, of: make([]int32, len(g.Ops)), takers: make([]uint16, len(g.Ops)), member: make([]int32, len(g.Ops)), plain: word.None}
}

// Start begins a new piece: the operations for which inside is true.
func (t *Tree) Start(inside func(id word.ID) bool) {
	t.inside, t.Sides, t.Regions, t.at = inside, []Side{{Region: -1}}, nil, map[place]int32{}
	if t.parts != nil {
		t.parts.reach = nil
	}
	clear(t.switches)
}

// Registers says whose next values operations are, in the order of the registers. A branch spares cost for each of its
// registers that keeps its value on some way.
func (t *Tree) Registers(next []word.ID, cost int) {
	t.registers, t.holdCost = make([]int32, len(t.graph.Ops)), cost
	for i, id := range next {
		t.registers[id] = int32(i) + 1
	}
}

// holds notes that a multiplexer of a region may be what it chooses.
func (t *Tree) holds(id word.ID, r int32, choices ...word.ID) {
	if t.registers == nil || t.registers[id] == 0 {
		return
	}
	register, keeps := t.registers[id], false
	for _, c := range choices {
		if c < 0 {
			continue
		}
		if op := &t.graph.Ops[c]; op.Kind == word.Reg {
			keeps = keeps || op.Imm == uint64(register-1)
		} else if t.registers[c] == 0 {
			t.registers[c] = register
		}
	}
	if keeps {
		t.Regions[r].held++
	}
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
	if pinned || t.of[id] == 0 && t.questions == nil {
		t.Use(id, Always, false)
	}
	if t.added != nil {
		t.added[id] = true
	}
	if t.of[id] == 0 {
		return
	}
	s := t.of[id] - 1
	if !pinned && t.join(id, s) {
		return
	}
	condition, choice, ok := t.choice(id)
	part := !ok && !pinned && t.plain != id && t.parts != nil && t.parts.choice(t, id)
	if part {
		op := &t.graph.Ops[id]
		condition, choice, ok = op.A, Choice{op.A, op.B, op.C}, true
	} else if !ok && !pinned && t.plain != id && t.parts != nil && len(t.Regions) < maxRegions {
		condition, choice, ok = t.gate(id)
		part = ok
	}
	if ok {
		r := t.region(id, s, condition)
		in := &t.Regions[r]
		t.member[id] = r + 1
		in.Muxes = append(in.Muxes, id)
		in.Choices = append(in.Choices, choice)
		in.parts = in.parts || part
		t.holds(id, r, choice.Then, choice.Else)
		t.Use(condition, s, false)
		t.feed(condition, id, s, r)
		if choice.By != condition { // which computes the operation if the region does not become a branch
			t.Use(choice.By, s, false)
			t.feed(choice.By, id, s, r)
		}
		if choice.Then >= 0 {
			t.Use(choice.Then, t.Regions[r].Then, true)
			t.feed(choice.Then, id, s, r)
		}
		if choice.Else >= 0 {
			t.Use(choice.Else, t.Regions[r].Else, true)
			t.feed(choice.Else, id, s, r)
		}
		return
	}
	t.Sides[s].weight += weight
	for _, o := range operands {
		t.Use(o, s, false)
		t.feed(o, id, s, -1)
	}
}

// Plain notes that an operation is computed as a whole although it is a multiplexer.
func (t *Tree) Plain(id word.ID) { t.takers[id], t.plain = 0, id }

// Under is the region of a condition on a side. Whoever branches without a multiplexer has to Use the condition, too.
func (t *Tree) Under(side int32, condition word.ID) int32 {
	if r, ok := t.at[place{side, condition}]; ok {
		return r
	}
	return t.open(side, condition)
}

// open makes a region of a condition on a side, besides those that there are already.
func (t *Tree) open(side int32, condition word.ID) int32 {
	r := int32(len(t.Regions))
	t.at[place{side, condition}] = r
	n := int32(len(t.Sides))
	t.Regions = append(t.Regions, Region{Condition: condition, In: side, Then: n, Else: n + 1})
	below := Side{Region: r, depth: t.Sides[side].depth + 1}
	t.Sides = append(t.Sides, below, below)
	return r
}

// Keep decides which regions become branches, those whose sides weigh at least limit, and reports whether any do.
func (t *Tree) Keep(limit int) bool {
	some := false
	for i := range t.Regions {
		if s := t.Regions[i].In; s != Always && t.Regions[t.Sides[s].Region].parts {
			t.Regions[i].parts = true
		}
	}
	holds := make([]bool, len(t.Sides))        // a branch
	for i := len(t.Regions) - 1; i >= 0; i-- { // a region comes after the one that it is in
		r := &t.Regions[i]
		weight, spared, threshold := t.weight(r), t.holdCost*r.held, limit
		if r.parts {
			threshold = max(limit, t.parts.limit)
		}
		if r.Switch != 0 { // the choices on the way are spared, too
			spared += len(r.Muxes) * (len(r.Sides) - 1)
		}
		r.Kept = weight+spared >= threshold
		r.each(func(s int32) { r.Kept = r.Kept || holds[s] })
		holds[r.In] = holds[r.In] || r.Kept
		some = some || r.Kept
		t.Sides[r.In].weight += weight + len(r.Muxes)
	}
	return some
}

// Absent reports whether nobody needs an operation of the piece: it is decided by switches.
func (t *Tree) Absent(id word.ID) bool { return t.of[id] == 0 }

// Holds reports whether an operation belongs to the piece.
func (t *Tree) Holds(id word.ID) bool { return t.inside(id) }

// Side is the innermost side of a branch that an operation of the piece is on.
func (t *Tree) Side(id word.ID) int32 {
	s := t.of[id] - 1
	for s > Always && !t.Regions[t.Sides[s].Region].Kept {
		s = t.Regions[t.Sides[s].Region].In
	}
	return max(s, Always)
}

// Branches reports whether an operation of the piece is a multiplexer of a region that becomes a branch.
func (t *Tree) Branches(id word.ID) bool { return t.Region(id) >= 0 }

// Region is the region that becomes a branch of which an operation of the piece is a multiplexer, or -1.
func (t *Tree) Region(id word.ID) int32 {
	if r := t.member[id] - 1; r >= 0 && t.Regions[r].Kept {
		return r
	}
	return -1
}

// Sole reports whether one register or multiplexer takes the value of an operation as it is, and nobody else needs it.
func (t *Tree) Sole(id word.ID) bool { return t.takers[id] == 1 }
