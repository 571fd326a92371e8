package region

import "simten.dev/engine/word"

// Choice is an operation as a choice by a condition: a multiplexer, or with Bits an And or Or of one bit.
type Choice struct {
	By         word.ID // the operand that is the condition of the region, or the opposite of it
	Then, Else word.ID // Zero and One stand for constants
}

// The constants of a choice.
const (
	Zero word.ID = -2
	One  word.ID = -3
)

// Bits lets conditions of one bit be parts of regions: p & q is p ? q : 0, as which it was written when a state machine
// clears a flag in some of its branches. The module must have no loops.
func (t *Tree) Bits() {
	t.conditions, t.added = map[bitTest]word.ID{}, make([]bool, len(t.graph.Ops))
	for i := range t.graph.Ops {
		if op := &t.graph.Ops[i]; op.Kind == word.Mux {
			test := t.test(op.A)
			if _, there := t.conditions[test]; !there {
				t.conditions[test] = op.A
			}
		}
	}
}

// test is the condition without its polarity.
func (t *Tree) test(condition word.ID) bitTest {
	op := t.graph.Ops[condition]
	op.Bits = 0
	switch op.Kind {
	case word.Not:
		b := t.test(op.A)
		b.not = !b.not
		return b
	case word.Ne:
		op.Kind = word.Eq
		return bitTest{op, true}
	}
	return bitTest{op, false}
}

// Within finds the region on a side that becomes a branch, and of whose condition it is known whether it holds: the
// heaviest, and that side of it. It is -1 when there is none.
func (t *Tree) Within(side int32, holds func(condition word.ID) (holds, known bool)) (region, inner int32) {
	region = -1
	for i := range t.Regions {
		r := &t.Regions[i]
		if !r.Kept || r.Switch != 0 || r.In != side || region >= 0 && t.weight(r) <= t.weight(&t.Regions[region]) {
			continue
		}
		if yes, known := holds(r.Condition); known {
			if region, inner = int32(i), r.Else; yes {
				inner = r.Then
			}
		}
	}
	return region, inner
}

// Opposite reports whether of two conditions always one holds.
func (t *Tree) Opposite(a, b word.ID) bool {
	x, y := t.test(a), t.test(b)
	return x.test == y.test && x.not != y.not
}

func (t *Tree) weight(r *Region) int {
	n := 0
	r.each(func(s int32) { n += t.Sides[s].weight })
	return n
}

// bitTest is a condition without its polarity.
type bitTest struct {
	test word.Op
	not  bool
}

// choice is an operation that a register or a multiplexer takes as it is, as a choice by the condition of a region.
func (t *Tree) choice(id word.ID) (condition word.ID, c Choice, ok bool) {
	op := &t.graph.Ops[id]
	if t.takers[id] == 0 {
		return word.None, c, false
	}
	if op.Kind == word.Mux {
		return op.A, Choice{op.A, op.B, op.C}, true
	}
	return t.bit(id)
}

// bit is an And or Or of one bit as a choice by one of its operands that is a condition of multiplexers.
func (t *Tree) bit(id word.ID) (condition word.ID, c Choice, ok bool) {
	op := &t.graph.Ops[id]
	if t.conditions == nil || op.Width != 1 || op.Kind != word.And && op.Kind != word.Or {
		return word.None, c, false
	}
	for _, x := range [2][2]word.ID{{op.A, op.B}, {op.B, op.A}} {
		test := t.test(x[0])
		same, there := t.conditions[test]
		if there && same == x[0] {
			return same, asChoice(op.Kind, x[0], x[1], false), true
		}
		test.not = !test.not
		// The operations behind it in the order have been put on their sides with all that they need.
		if opposite, there := t.conditions[test]; there && (t.leaf(opposite) || t.inside(opposite) && !t.added[opposite]) {
			return opposite, asChoice(op.Kind, x[0], x[1], true), true
		}
	}
	return word.None, c, false
}

// leaf reports a value that is there before the piece begins, such as a register.
func (t *Tree) leaf(id word.ID) bool {
	switch t.graph.Ops[id].Kind {
	case word.Reg, word.Param:
		return true
	}
	return false
}

// minGated is how many operations the other operand of a gate must be made of at least.
const minGated = 24

// gate is bit of an operation within an expression, such as the condition phase === 0 && lands: what it takes to see
// whether it lands is skipped in other phases.
func (t *Tree) gate(id word.ID) (condition word.ID, c Choice, ok bool) {
	condition, c, ok = t.bit(id)
	if !ok {
		return condition, c, false
	}
	other := c.Then
	if other < 0 {
		other = c.Else
	}
	return condition, c, t.inside(other) && t.size(other, minGated) >= minGated
}

// size counts operations that make a value, each as often as it is used, up to a number.
func (t *Tree) size(id word.ID, limit int) int {
	if !t.inside(id) {
		return 0
	}
	n := 1
	op := &t.graph.Ops[id]
	for _, x := range [...]word.ID{op.A, op.B, op.C} {
		if x >= 0 && n < limit {
			n += t.size(x, limit-n)
		}
	}
	return n
}

// asChoice is by & other or by | other, by the condition that is by, or its opposite.
func asChoice(kind word.Kind, by, other word.ID, opposite bool) Choice {
	c := Choice{By: by, Then: other, Else: Zero}
	if kind == word.Or {
		c = Choice{By: by, Then: One, Else: other}
	}
	if opposite {
		c.Then, c.Else = c.Else, c.Then
	}
	return c
}
